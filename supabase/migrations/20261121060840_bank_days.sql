-- Bank days: Monday to Friday, less the holidays of a table that the owner keeps.
-- Who reads and writes: admins; the rules about settlement read.

create table public.bank_holidays (
  id uuid primary key default gen_random_uuid(),
  day date not null unique check (day between '2020-01-01' and '2099-12-31'),
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  source text not null check (source ~ '\S' and char_length(source) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.bank_holidays is 'Days on which banks in Kenya are closed, besides Saturdays and Sundays.';
comment on column public.bank_holidays.source is 'Where the day is known from: the Public Holidays Act, a Gazette notice, a forecast.';

alter table public.bank_holidays enable row level security;
grant select, delete on public.bank_holidays to authenticated;
grant insert (day, name, source), update (day, name, source) on public.bank_holidays to authenticated;

create policy "Admins read bank holidays" on public.bank_holidays
  for select to authenticated using ((select private.is_admin()));
create policy "Admins add bank holidays" on public.bank_holidays
  for insert to authenticated with check ((select private.is_admin()));
create policy "Admins change bank holidays" on public.bank_holidays
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Admins remove bank holidays" on public.bank_holidays
  for delete to authenticated using ((select private.is_admin()));

create trigger set_updated_at before update on public.bank_holidays
  for each row execute function private.set_updated_at();

create function private.easter_sunday(p_year integer) returns date
language plpgsql immutable set search_path = '' as $$
declare
  -- The Gregorian computus of Meeus, Jones and Butcher; the letters are theirs.
  a integer := p_year % 19;
  b integer := p_year / 100;
  c integer := p_year % 100;
  h integer := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l integer := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  m integer := (a + 11 * h + 22 * l) / 451;
begin
  return make_date(p_year, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1);
end;
$$;

create function private.public_holidays(p_year integer) returns table (day date, name text)
language sql immutable set search_path = '' as $$
  with known (day, name) as (
    values
      (make_date(p_year, 1, 1), 'New Year''s Day'),
      (private.easter_sunday(p_year) - 2, 'Good Friday'),
      (private.easter_sunday(p_year) + 1, 'Easter Monday'),
      (make_date(p_year, 5, 1), 'Labour Day'),
      (make_date(p_year, 6, 1), 'Madaraka Day'),
      (make_date(p_year, 10, 10), 'Mazingira Day'),
      (make_date(p_year, 10, 20), 'Mashujaa Day'),
      (make_date(p_year, 12, 12), 'Jamhuri Day'),
      (make_date(p_year, 12, 25), 'Christmas Day'),
      (make_date(p_year, 12, 26), 'Utamaduni Day')
  )
  -- A holiday on a Sunday moves to the first following day that is not one (Public Holidays Act, section 4).
  select case when extract(isodow from k.day) = 7 then (
      select min(later::date) from generate_series(k.day + 1, k.day + 7, interval '1 day') later
      where later::date not in (select o.day from known o)
    ) else k.day end, k.name
  from known k;
$$;

comment on function private.public_holidays is 'The holidays of a year that the Public Holidays Act fixes. Idd and days of the Gazette are not computed.';

insert into public.bank_holidays (day, name, source)
select h.day, h.name, 'Public Holidays Act (Cap. 110)'
from generate_series(2026, 2030) y cross join lateral private.public_holidays(y) h
order by h.day;

-- Idd depends on the moon; the owner corrects these when they are announced.
insert into public.bank_holidays (day, name, source) values
  ('2026-03-20', 'Idd-ul-Fitr', 'Forecast: depends on the moon'),
  ('2026-05-27', 'Idd-ul-Azha', 'Forecast: depends on the moon'),
  ('2027-03-10', 'Idd-ul-Fitr', 'Forecast: depends on the moon'),
  ('2027-05-17', 'Idd-ul-Azha', 'Forecast: depends on the moon'),
  ('2027-08-10', 'General election', 'Forecast: second Tuesday of August');

create function private.bank_days_after(p_day date, p_days integer) returns date
-- Definer: row-level security would hide the holidays from whoever is not an admin.
language sql stable security definer set search_path = '' as $$
  select d.day::date
  from generate_series(p_day + 1, p_day + p_days + 30, interval '1 day') d (day)
  where extract(isodow from d.day) < 6 and not exists (select 1 from public.bank_holidays h where h.day = d.day::date)
  order by d.day offset p_days - 1 limit 1;
$$;

comment on function private.bank_days_after is 'The day on which so many bank days after a day have come; the day itself does not count.';
