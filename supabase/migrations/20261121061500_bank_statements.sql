-- The bank's settlement statements and bank days: approved is what the bank answers when queried;
-- settled is what its statement says.
-- Who reads and writes: admins with their own token.
set check_function_bodies = off;

create table public.bank_holidays (
  id uuid primary key default gen_random_uuid(),
  day date not null unique check (day between '2020-01-01' and '2099-12-31'),
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  source text not null check (source ~ '\S' and char_length(source) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.bank_holidays is 'Days on which banks in Kenya are closed, besides Saturdays and Sundays.';
comment on column public.bank_holidays.source is
  'Where the day is known from: the Public Holidays Act, a Gazette notice, a forecast.';

alter table public.bank_holidays enable row level security;
grant select, delete on public.bank_holidays to authenticated;
grant insert (day, name, source), update (day, name, source) on public.bank_holidays to authenticated;

create policy "Admins read bank holidays" on public.bank_holidays
  for select to authenticated using ((select private.may('statements')));
create policy "Admins add bank holidays" on public.bank_holidays
  for insert to authenticated with check ((select private.may('settings')));
create policy "Admins change bank holidays" on public.bank_holidays
  for update to authenticated using ((select private.may('settings')));
create policy "Admins remove bank holidays" on public.bank_holidays
  for delete to authenticated using ((select private.may('settings')));

create trigger set_updated_at before update on public.bank_holidays
  for each row execute function private.set_updated_at();

create function public.list_bank_holidays(p_year integer) returns setof public.bank_holidays
language sql stable set search_path = '' as $$
  select private.require_permission('statements');
  select * from public.bank_holidays h where extract(year from h.day) = p_year order by h.day;
$$;

comment on function public.list_bank_holidays is 'The bank holidays of a year, in order. PT403.';

create function public.add_bank_holiday(p_day date, p_name text, p_source text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.require_permission('settings');
  insert into public.bank_holidays (day, name, source) values (p_day, p_name, p_source);
exception when check_violation or not_null_violation then
  perform private.refuse_invalid(true, 'the day, its name or its source');
end;
$$;

comment on function public.add_bank_holiday is 'PT400; PT403; 23505 of a day that is one.';

create function public.remove_bank_holiday(p_id uuid) returns void
language sql set search_path = '' as $$
  select private.require_permission('settings');
  delete from public.bank_holidays h where h.id = p_id;
$$;

comment on function public.remove_bank_holiday is 'One that is not there is removed. PT403.';
grant execute on function public.list_bank_holidays, public.add_bank_holiday, public.remove_bank_holiday
to authenticated;

-- What the Public Holidays Act fixes, with Easter as Gauss reckons it; a holiday on a Sunday moves to the first
-- following day that is not one (section 4).
insert into public.bank_holidays (day, name, source)
select h.day + case
    when extract(isodow from h.day) < 7 then 0
    when h.name = 'Christmas Day' then 2
    else 1
  end, h.name, 'Public Holidays Act (Cap. 110)'
from generate_series(2020, 2099) y (y)
cross join lateral (select (19 * (y % 19) + 24) % 30 as d) m
cross join lateral (select (2 * (y % 4) + 4 * (y % 7) + 6 * d + 5) % 7 as e) n
cross join lateral (
  select make_date(y, 3, 22) + d + e
    - case when e = 6 and (d = 29 or d = 28 and y % 19 > 10) then 7 else 0 end as easter
) s
cross join lateral (values
  ('New Year''s Day', make_date(y, 1, 1)), ('Good Friday', easter - 2), ('Easter Monday', easter + 1),
  ('Labour Day', make_date(y, 5, 1)), ('Madaraka Day', make_date(y, 6, 1)), ('Mazingira Day', make_date(y, 10, 10)),
  ('Mashujaa Day', make_date(y, 10, 20)), ('Jamhuri Day', make_date(y, 12, 12)),
  ('Christmas Day', make_date(y, 12, 25)), ('Utamaduni Day', make_date(y, 12, 26))
) h (name, day)
order by 1;

-- Idd depends on the moon; the owner corrects these when they are announced.
insert into public.bank_holidays (day, name, source) values
  ('2026-03-20', 'Idd-ul-Fitr', 'Forecast: depends on the moon'),
  ('2026-05-27', 'Idd-ul-Azha', 'Forecast: depends on the moon'),
  ('2027-03-10', 'Idd-ul-Fitr', 'Forecast: depends on the moon'),
  ('2027-05-17', 'Idd-ul-Azha', 'Forecast: depends on the moon'),
  ('2027-08-10', 'General election', 'Forecast: second Tuesday of August');

create function private.bank_days_after(p_day date, p_days integer) returns date
-- Definer: row-level security would hide the holidays from whoever is not an admin.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select d.day::date
    from generate_series(p_day + 1, p_day + p_days + 30, interval '1 day') d (day)
    where extract(isodow from d.day) < 6 and not exists (select 1 from public.bank_holidays h where h.day = d.day::date)
    order by d.day offset p_days - 1 limit 1
  );
end;
$$;

comment on function private.bank_days_after is
  'The day on which so many bank days after a day have come; the day itself does not count.';

create table public.bank_statements (
  -- The key under which the browser sent it: sent twice, it is one import.
  id uuid primary key,
  number bigint generated always as identity unique,
  at timestamptz not null default now(),
  actor_id uuid not null,
  file_name text not null check (file_name ~ '\S' and char_length(file_name) <= 200),
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  lines integer not null check (lines >= 0),
  known integer not null check (known between 0 and lines),
  settled integer not null check (settled between 0 and lines),
  request_hash text not null
);

comment on table public.bank_statements is 'One row per imported statement.';
comment on column public.bank_statements.actor_id is
  'The account that did it. No foreign key: the list outlives accounts.';
comment on column public.bank_statements.columns is
  'The contract''s StatementColumns: which column of the file is what. The latest is proposed for the next file.';
comment on column public.bank_statements.known is 'Lines that an earlier statement had too; they changed nothing.';

create table public.statement_lines (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references public.bank_statements (id) on delete restrict,
  line integer not null check (line > 0),
  day date not null,
  bank_index text check (char_length(bank_index) between 1 and 100),
  reference text check (char_length(reference) between 1 and 200),
  amount_cents bigint not null check (abs(amount_cents) <= 1000000000000),
  fee_cents bigint not null default 0 check (abs(fee_cents) <= 1000000000000),
  identity text not null unique,
  row_identity text unique,
  verdict text not null
    check (verdict in (
      'settled', 'fee', 'refunded', 'returned', 'several', 'wrong_amount', 'wrong_day', 'twice', 'repeated', 'unknown',
      'not_ours'
    )),
  transaction_id uuid references public.transactions (id) on delete restrict,
  refund_ids uuid[] check (refund_ids is null or amount_cents < 0),
  closed_at timestamptz,
  closed_by uuid,
  closing_reason text check (closing_reason ~ '\S' and char_length(closing_reason) <= 1000),
  check (transaction_id is null or amount_cents > 0),
  check ((closed_at is null) = (closing_reason is null))
);

comment on table public.statement_lines is 'Every line of the bank''s statements, once, however many files have it.';
comment on column public.statement_lines.identity is 'What makes it the same line in another file of the bank.';
comment on column public.statement_lines.row_identity is
  'What makes it the same row when its file is read under other columns: a hash of its cells.';
comment on column public.statement_lines.verdict is
  'What was found when it was imported, or since. Lines that are neither settled nor refunded nor a fee wait for the '
  'owner until they are closed. fee: of what went out, as the owner says; not_ours: moved by the owner, no business of '
  'the shop.';
comment on column public.statement_lines.transaction_id is
  'The payment that this line settles; matched by itself, or by the owner when closed_by is set.';

comment on column public.statement_lines.refund_ids is
  'What this line gave back, or the charge-backs that closing it wrote down; each of one line, and never removed.';

create unique index statement_lines_settle_once on public.statement_lines (transaction_id)
  where transaction_id is not null;
create index statement_lines_by_statement on public.statement_lines (statement_id);
create index statement_lines_open on public.statement_lines (day)
  where transaction_id is null and closed_at is null and verdict not in ('settled', 'fee', 'refunded');
create index statement_lines_by_refund on public.statement_lines using gin (refund_ids) where refund_ids is not null;
create index statement_lines_by_day on public.statement_lines (day) include (transaction_id, amount_cents, fee_cents);

alter table public.bank_statements enable row level security;
alter table public.statement_lines enable row level security;
grant select on public.bank_statements, public.statement_lines to authenticated;

create policy "Admins read the bank's statements" on public.bank_statements
  for select to authenticated using ((select private.may('statements')));
create policy "Admins read the lines of statements" on public.statement_lines
  for select to authenticated using ((select private.may('statements')));

create view private.statement_sums as
select l.day, case when l.transaction_id is not null then l.amount_cents else 0 end as settled_cents,
  case
    when l.verdict in ('fee', 'not_ours') or l.verdict = 'returned' and l.closed_at is null then 0
    else greatest(-l.amount_cents, 0)
  end as returned_cents,
  l.fee_cents + case when l.verdict = 'fee' then greatest(-l.amount_cents, 0) else 0 end as fee_cents
from public.statement_lines l;

comment on view private.statement_sums is
  'What each line of a statement is in the sums of a day: settled, taken back of what buyers paid, and fees. What went '
  'out and nobody has answered yet is in none.';

create function private.mark_settled() returns trigger
-- Definer: whoever writes a line, only this trigger says of a payment that it is settled.
language plpgsql security definer set search_path = '' as $$
begin
  update public.transactions t set settled_on = n.day
  from new_rows n
  where t.id = n.transaction_id and t.settled_on is distinct from n.day;
  perform private.delay_delivery(array(select n.transaction_id from new_rows n));
  return null;
end;
$$;

create trigger mark_settled_by_insert after insert on public.statement_lines referencing new table as new_rows
  for each statement execute function private.mark_settled();
create trigger mark_settled_by_update after update on public.statement_lines referencing new table as new_rows
  for each statement execute function private.mark_settled();

create function private.reference_in(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'DON-' || substring(upper(p_text) from '(?:DON-|(?<![A-Z])DON[^A-Z0-9]{0,3})([0-9]{1,6})(?![0-9])');
end;
$$;

comment on function private.reference_in is
  'The reference of a transaction in a text of the bank, whatever stands in place of its hyphen; null without one.';

create function private.has_code(p_text text, p_code text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  -- A shorter one stands in many lines by chance.
  return char_length(p_code) >= 5 and upper(p_text) ~ (
    '(^|[^A-Z0-9])' || regexp_replace(upper(p_code), '[^A-Z0-9]+', '[^A-Z0-9]+', 'g') || '([^A-Z0-9]|$)'
  );
end;
$$;

comment on function private.has_code is 'Whether a code or number stands in a text of the bank.';

create function private.is_named(t public.transactions, p_bank_index text, p_reference text, p_day date) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_bank_index is not null then p_bank_index in (t.transaction_id, t.response_data ->> 'transactionIndex')
    -- References are used again: those of this payment have been since it was opened.
    else t.reference = private.reference_in(p_reference) and p_day >= private.nairobi_day(t.created_at)
  end;
end;
$$;

comment on function private.is_named is 'Whether a line of a statement names a payment.';

create function private.refunds_in_line(p_bank_index text, p_reference text, p_day date, p_cents bigint, p_fee bigint)
returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    with named as (
      select r.id, r.amount_cents as cents, r.day
      from private.standing_refunds r
      join public.transactions t on t.id = r.transaction_id
      cross join lateral (select coalesce(r.other_method, t.payment_method) as method) w
      -- A cheque takes weeks to be presented, and one that bounced is recorded when somebody reads the statement.
      where r.day between p_day - 60 and p_day + 14 and r.amount_cents > 0 and w.method <> 'cash'
        and not exists (select 1 from public.statement_lines l where l.refund_ids @> array[r.id])
        and (
          private.has_code(concat_ws(' ', p_reference, p_bank_index), r.bank_reference)
          or w.method = 'card' and private.is_named(t, p_bank_index, p_reference, p_day)
          -- A reversal names the payment that it takes back.
          or w.method = 'mpesa' and private.has_code(p_reference, t.transaction_id)
        )
    )
    select coalesce(
      (
        select array[n.id] from named n where n.cents in (-p_cents, -p_cents - p_fee)
        order by abs(n.day - p_day), n.id limit 1
      ),
      -- One transfer for what several payments brought.
      (select array_agg(n.id order by n.id) from named n having sum(n.cents) in (-p_cents, -p_cents - p_fee))
    )
  );
end;
$$;

comment on function private.refunds_in_line is
  'What went back with a line, by reference and sum (with or without the fee), and with no other; null without any.';

create function private.explain_lines() returns void
-- Definer: no role writes the lines.
language plpgsql security definer set search_path = '' as $$
declare
  line public.statement_lines;
begin
  for line in
    select * from public.statement_lines l
    where l.transaction_id is null and l.closed_at is null and l.verdict = 'returned'
    order by l.day, l.line for update skip locked
  loop
    update public.statement_lines l set verdict = 'refunded', refund_ids = r.ids
    from private.refunds_in_line(line.bank_index, line.reference, line.day, line.amount_cents, line.fee_cents) r (ids)
    where l.id = line.id and r.ids is not null;
  end loop;
end;
$$;

comment on function private.explain_lines is 'Lines that take money out are asked again which refund they are.';

create function private.statement_candidates(p_text text, p_day date, p_cents bigint, p_fee bigint) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    -- References are used again, so the day counts: not before the payment was opened, and at most a week after the
    -- bank decided.
    select array_agg(c.id order by c.created_at) from (
      select t.id, t.created_at from public.transactions t
      where t.reference = private.reference_in(p_text)
        and t.status in ('completed', 'review') and t.bank_amount_cents in (p_cents, p_cents + p_fee)
        and p_day between private.nairobi_day(t.created_at) and private.nairobi_day(t.decided_at) + 7
        and t.settled_on is null
      union all
      -- A payment that staff recorded: its code stands somewhere in the line. A cheque takes days to clear.
      select t.id, t.created_at from public.transactions t
      where t.payment_method in ('mpesa', 'transfer', 'cheque')
        and t.status in ('completed', 'review')
        and t.settled_on is null
        and t.bank_amount_cents in (p_cents, p_cents + p_fee)
        and t.decided_at >= private.nairobi_midnight(p_day - 14) and t.decided_at < private.nairobi_midnight(p_day + 4)
        and private.has_code(p_text, t.reference)
    ) c
  );
end;
$$;

comment on function private.statement_candidates is
  'Payments whose reference stands in this text of a line, with this amount (before or after the fee) and day, that no '
  'statement has settled; null when there are none.';

create function private.payment_named(p_text text, p_day date) returns public.transactions
language plpgsql stable set search_path = '' as $$
declare
  named public.transactions;
begin
  with codes as (
    select array_agg(c.code) as found from private.words_of_line(p_text) c (code) where char_length(c.code) >= 5
  )
  select t.* into named from public.transactions t
  where t.status in ('completed', 'review') and (
    t.payment_method in ('mpesa', 'transfer', 'cheque')
      and t.transaction_id = any ((select c.found from codes c)::text[])
    -- References are used again.
    or t.reference = private.reference_in(p_text)
      and p_day between private.nairobi_day(t.created_at) and private.nairobi_day(t.decided_at) + 60
  )
  order by t.settled_on is null desc, t.created_at desc limit 1;
  return named;
end;
$$;

comment on function private.payment_named is
  'The payment whose code or reference stands in a text of the bank, whatever its amount and day; null when none does.';

create function private.judge_line(
  p_bank_index text, p_reference text, p_day date, p_cents bigint, p_fee bigint, out verdict text, out payment uuid,
  out is_by_index boolean
)
language plpgsql stable set search_path = '' as $$
declare
  approved_cents bigint;
  candidates uuid[];
  named public.transactions;
begin
  is_by_index := false;
  if p_cents <= 0 then
    payment := (private.refunds_in_line(p_bank_index, p_reference, p_day, p_cents, p_fee))[1];
    verdict := case when p_cents = 0 then 'fee' when payment is not null then 'refunded' else 'returned' end;
    return;
  end if;
  -- A payment in question has no transaction_id; a further charge under one trace is a payment of its own.
  select t.id, t.bank_amount_cents into payment, approved_cents
  from public.transactions t
  where t.payment_method = 'card'
    and t.status in ('completed', 'review', 'returned')
    and (
      t.transaction_id = p_bank_index or t.id in (
        select a.transaction_id from private.gateway_answers a
        where a.answer ->> 'status' = '0'
          and a.answer ->> 'transactionIndex' = p_bank_index
          and private.is_charge(a.verdict)
          and t.response_data ->> 'transactionIndex' = p_bank_index
      )
    )
  order by t.transaction_id = p_bank_index desc nulls last, t.created_at limit 1;
  if found then
    is_by_index := true;
    verdict := case
      when approved_cents is null or approved_cents not in (p_cents, p_cents + p_fee) then 'wrong_amount'
      else 'settled'
    end;
    return;
  end if;
  candidates := private.statement_candidates(concat_ws(' ', p_reference, p_bank_index), p_day, p_cents, p_fee);
  payment := candidates[1];
  if payment is null then
    named := private.payment_named(concat_ws(' ', p_reference, p_bank_index), p_day);
  end if;
  -- Two candidates are a question for a person.
  verdict := case
    when cardinality(candidates) > 1 then 'several'
    when payment is not null then 'settled'
    when named.id is null then 'unknown'
    when named.settled_on is not null then 'twice'
    when named.bank_amount_cents not in (p_cents, p_cents + p_fee) then 'wrong_amount'
    else 'wrong_day'
  end;
end;
$$;

comment on function private.judge_line is
  'What a line of a statement says by itself, about which payment or refund, and whether the bank''s index says so.';

create function private.check_statement_lines(p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('statements');
  perform private.require_json(p_lines, 'array');
  perform private.refuse_invalid(exists (
    select 1
    from jsonb_to_recordset(p_lines)
      l (line integer, day date, "amountCents" bigint, "feeCents" bigint, "bankIndex" text)
    where (
      l.line > 0
      and isfinite(l.day)
      and l."amountCents" between -1e12 and 1e12
      and coalesce(l."feeCents", 0) between -1e12 and 1e12
      and coalesce(char_length(l."bankIndex"), 0) <= 100
    ) is not true
  ), 'a line has its number, a day and an amount');
  if exists (
    select 1 from jsonb_to_recordset(p_lines) l (day date)
    where abs(l.day - private.nairobi_day(now())) > 3660
  ) then
    raise sqlstate 'PT400' using message = 'statement_day_wrong';
  end if;
exception when data_exception then
  perform private.refuse_invalid(true, 'lines of a statement');
end;
$$;

comment on function private.check_statement_lines is
  'What importing a statement refuses of its lines. PT400, also statement_day_wrong for a day ten years away; PT403.';

create function private.is_paybill_line(p_line jsonb) returns boolean
language sql stable set search_path = '' as $$
  select p_line ->> 'account' <> ''
    and upper(p_line ->> 'bankIndex') ~ '^[A-Z0-9]{10}$'
    and (p_line ->> 'amountCents')::bigint between 1 and 9999999900
    and not exists (
      select 1 from private.paybill_payments p
      where p.receipt = upper(p_line ->> 'bankIndex') and p.cents <> (p_line ->> 'amountCents')::bigint
    );
$$;

comment on function private.is_paybill_line is
  'Whether a line of a statement is evidence of a payment to the paybill: with its receipt and account, and the sum '
  'that was told, if anything was.';

create function private.judge_statement(p_lines jsonb) returns table (
  line integer, day date, bank_index text, reference text, amount_cents bigint, fee_cents bigint,
  identity text, row_identity text, is_known boolean, verdict text, transaction_id uuid
)
language sql stable set search_path = '' as $$
  with sent as (
    select (l ->> 'line')::integer as line, (l ->> 'day')::date as day,
      nullif(private.normal_bank_index(l ->> 'bankIndex'), '') as bank_index,
      nullif(btrim(l ->> 'reference'), '') as reference, (l ->> 'amountCents')::bigint as amount_cents,
      coalesce((l ->> 'feeCents')::bigint, 0) as fee_cents, md5(nullif(l ->> 'row', '')) as row_hash,
      private.is_paybill_line(l) as is_paybill
    from jsonb_array_elements(p_lines) l
  ), named as (
    select s.*, case when s.bank_index is not null then concat_ws('|', 'index', s.bank_index, s.amount_cents,
        -- Of one payment the same amount may be given back on several days.
        case when s.amount_cents < 0 then s.day end)
      else concat_ws('|', 'line', s.day, coalesce(s.reference, ''), s.amount_cents, s.fee_cents) end as likeness
    from sent s
  ), numbered as (
    -- Two equal lines in one file are two different lines; the same two lines in the next file are known.
    select n.*, n.likeness || '|' || row_number() over (partition by n.likeness order by n.line) as identity,
      n.row_hash || '|' || row_number() over (partition by n.row_hash order by n.line) as row_identity
    from named n
  ), compared as (
    select n.*, exists (select 1 from public.statement_lines k where k.identity = n.identity) as is_like_known,
      -- The same file, in which other columns were chosen.
      exists (select 1 from public.statement_lines k where k.row_identity = n.row_identity) as is_row_known
    from numbered n
  ), fresh as (
    -- Without an index, what is alike in a row that differs elsewhere may be another payment of that day.
    select c.*, is_row_known or is_like_known and (bank_index is not null or amount_cents = 0 or row_hash is null)
      as is_known
    from compared c
  ), judged as (
    select f.*, case
        when f.is_like_known and not j.is_by_index and j.verdict in ('unknown', 'twice', 'wrong_amount', 'wrong_day')
          then 'repeated'
        else j.verdict
      end as verdict,
      j.payment as matched, j.is_by_index
    from fresh f
    left join lateral private.judge_line(
      f.bank_index, f.reference, f.day, f.amount_cents, f.fee_cents
    ) j on not f.is_known
  ), in_turn as (
    select j.*, row_number() over (partition by j.matched, j.verdict order by not j.is_by_index, j.line) as turn
    from judged j
  )
  select i.line, i.day, i.bank_index, i.reference, i.amount_cents, i.fee_cents,
    case when i.is_like_known then concat_ws('|', i.likeness, i.row_identity) else i.identity end, i.row_identity,
    i.is_known, case
      when i.is_twice then 'twice'
      when i.verdict = 'refunded' and i.turn > 1 then 'returned'
      when i.verdict = 'unknown' and i.is_paybill then 'payment'
      else i.verdict
    end,
    case when i.verdict = 'settled' and not i.is_twice then i.matched end
  from (
    -- A payment is settled once.
    select
      t.*,
      t.verdict = 'settled' and (
        t.turn > 1 or exists (select 1 from public.transactions p where p.id = t.matched and p.settled_on is not null)
      ) as is_twice
    from in_turn t
  ) i
  order by i.line;
$$;

comment on function private.judge_statement is
  'What each line [{line, day, bankIndex, reference, account, amountCents, feeCents, row}] of a statement would do; '
  'is_known: an earlier statement has it, so nothing.';

create function public.preview_bank_statement(p_lines jsonb) returns jsonb
-- Definer: admins may not read the bank's answers, by which its index is known.
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  select private.check_statement_lines(p_lines);
  with judged as materialized (select * from private.judge_statement(p_lines))
  select jsonb_build_object(
    'lines', (select count(*) from judged),
    'known', (select count(*) from judged where is_known),
    'knownLines', array((select line from judged where is_known order by line limit 100)),
    'counts', (
      select coalesce(jsonb_object_agg(verdict, jsonb_build_object('lines', n, 'cents', cents)), '{}')
      from (
        select verdict, count(*) as n, sum(amount_cents) as cents from judged where not is_known group by verdict
      ) kinds
    ),
    'feeCents', (select coalesce(sum(fee_cents), 0) from judged where not is_known),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'line', q.line, 'day', q.day, 'bankIndex', q.bank_index, 'reference', q.reference,
        'amountCents', q.amount_cents, 'verdict', q.verdict,
        'takesBack', private.taken_back_as_json(jsonb_populate_record(null::public.statement_lines, to_jsonb(q))),
        'orderToPay', private.order_to_pay_by(concat_ws(' ', q.reference, q.bank_index), q.amount_cents)
      ) order by q.line), '[]')
      from (
        select * from judged where not is_known and verdict not in ('settled', 'fee', 'refunded', 'payment')
        order by line limit 100
      ) q
    )
  );
$$;

comment on function public.preview_bank_statement is
  'What importing these lines, 1,000 at most, would do: StatementPreview. Changes nothing. PT400, also '
  'statement_day_wrong; PT403.';
grant execute on function public.preview_bank_statement to authenticated;

create function public.import_bank_statement(p_id uuid, p_file_name text, p_columns jsonb, p_lines jsonb) returns jsonb
-- Definer: statements are written by importing only; admins may not read the bank's answers.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  hash constant text := md5(p_lines::text);
  earlier text;
begin
  perform private.check_statement_lines(p_lines);
  perform private.refuse_invalid(
    p_id is null or p_file_name is null or char_length(p_file_name) > 200 or p_file_name !~ '\S'
      or jsonb_typeof(p_columns) is distinct from 'object',
    'an id, a name of 200 letters at most and the columns'
  );
  -- Before anything is locked: a payment to the paybill locks its order.
  perform public.note_paybill_payments(coalesce((
    select jsonb_agg(jsonb_build_object(
      'receipt', upper(l ->> 'bankIndex'), 'account', left(l ->> 'account', 100), 'cents', l -> 'amountCents',
      'payer', '', 'paidAt', private.nairobi_midnight((l ->> 'day')::date)
    ))
    from jsonb_array_elements(p_lines) l where private.is_paybill_line(l)
  ), '[]'), 'statement');
  -- One at a time: two overlapping statements at once would settle the same payment.
  lock table public.bank_statements in share row exclusive mode;
  select s.request_hash into earlier from public.bank_statements s where s.id = p_id;
  if found then
    perform private.refuse_reused_key(earlier <> hash);
    return (select private.statement_as_json(s) from public.bank_statements s where s.id = p_id);
  end if;
  with judged as materialized (
    select * from private.judge_statement(p_lines)
  ), statement as (
    insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
    select p_id, (select auth.uid()), p_file_name, p_columns, count(*), count(*) filter (where j.is_known),
      count(*) filter (where not j.is_known and j.verdict = 'settled'), hash
    from judged j
  )
  insert into public.statement_lines
    (statement_id, line, day, bank_index, reference, amount_cents, fee_cents, identity, row_identity, verdict,
      transaction_id)
  select p_id, j.line, j.day, j.bank_index, left(j.reference, 200), j.amount_cents, j.fee_cents, j.identity,
    j.row_identity,
    case j.verdict when 'refunded' then 'returned' when 'payment' then 'unknown' else j.verdict end, j.transaction_id
  from judged j where not j.is_known;
  perform private.explain_lines();
  -- The bank is queried about what it names and the shop holds for unpaid, with the next run of reconcile: it asks for
  -- three days by itself, and a payment is in a statement within a week.
  update public.transactions t set next_ask_at = now()
  from public.statement_lines l
  where l.statement_id = p_id and l.transaction_id is null and l.amount_cents > 0
    and t.reference = private.reference_in(l.reference) and t.status in ('pending', 'expired', 'failed')
    and l.day between private.nairobi_day(t.created_at) and private.nairobi_day(t.created_at) + 10;
  return (select private.statement_as_json(s) from public.bank_statements s where s.id = p_id);
end;
$$;

create function public.match_open_lines() returns integer
-- Definer: statements are written by importing, by the owner's answers and here.
language plpgsql security definer set search_path = '' as $$
declare
  matched integer;
begin
  perform private.explain_lines();
  perform private.count_announced_in_statements();
  -- Mostly there is nothing to match, and nobody waits for it.
  if not exists (
    select 1 from private.open_lines l join public.transactions t
      on t.status in ('completed', 'review') and t.payment_method <> 'cash' and t.settled_on is null
        and t.bank_amount_cents in (l.amount_cents, l.amount_cents + l.fee_cents)
        and t.decided_at >= private.nairobi_midnight(l.day - 14) and t.decided_at < private.nairobi_midnight(l.day + 14)
  ) then
    return 0;
  end if;
  -- As an import.
  lock table public.bank_statements in share row exclusive mode;
  with fitting as (
    select distinct on (j.payment) l.id, j.payment
    from private.open_lines l
    cross join lateral private.judge_line(l.bank_index, l.reference, l.day, l.amount_cents, l.fee_cents) j
    where j.verdict = 'settled'
      and exists (select 1 from public.transactions t where t.id = j.payment and t.settled_on is null)
    order by j.payment, l.day, l.line
  ), settled as (
    update public.statement_lines l set transaction_id = f.payment, verdict = 'settled'
    from fitting f where l.id = f.id and l.transaction_id is null and l.closed_at is null
    returning l.statement_id
  ), counted as (
    update public.bank_statements s set settled = s.settled + c.lines
    from (select d.statement_id, count(*) as lines from settled d group by 1) c where s.id = c.statement_id
  )
  select count(*) into matched from settled;
  return matched;
-- The owner has just answered another line with that payment.
exception when unique_violation then
  return 0;
end;
$$;

comment on function public.match_open_lines is
  'Settles by lines that wait for the owner those payments that the bank has confirmed since, as an import would. '
  'Returns how many; called with every run of reconcile.';
grant execute on function public.match_open_lines to service_role;

create function private.order_of_line(l public.statement_lines) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select t.order_id from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
    where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = l.bank_index order by a.id limit 1
  ), (
    -- References are used again: the latest that was opened by that day.
    select t.order_id from public.transactions t
    where t.reference = private.reference_in(l.reference) and private.nairobi_day(t.created_at) <= l.day
    order by t.created_at desc limit 1
  ));
end;
$$;

comment on function private.order_of_line is
  'The order that a line of a statement names, by the bank''s index or by our reference; null when it names none.';

create function private.taken_back_as_json(l public.statement_lines) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'orderId', coalesce(o.id, t.order_id), 'method', case when o.id is null then t.payment_method else 'card' end,
      'reference', case when o.id is null then t.reference end,
      'amountCents', case when o.id is null then t.bank_amount_cents else -l.amount_cents end
    )
    from private.order_of_line(l) o (id) cross join private.payment_taken_back(l) t
    where l.verdict = 'returned' and coalesce(o.id, t.id) is not null
  );
end;
$$;

comment on function private.taken_back_as_json is 'takesBack in the contract''s StatementQuestion.';

create view private.open_lines as
select l.*, s.file_name, s.at as imported_at, private.order_of_line(l) as order_id
from public.statement_lines l join public.bank_statements s on s.id = l.statement_id
where l.transaction_id is null and l.closed_at is null and l.verdict not in ('settled', 'fee', 'refunded');

comment on view private.open_lines is 'Lines of statements that wait for the owner.';

create function private.statement_as_json(s public.bank_statements) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', s.id, 'at', private.iso_time(s.at), 'fileName', s.file_name, 'lines', s.lines, 'known', s.known,
    'settled', s.settled, 'byName', (select u.name from public.users u where u.id = s.actor_id), 'columns', s.columns
  );
$$;

comment on function private.statement_as_json is 'The contract''s BankStatement.';
comment on function public.import_bank_statement is
  'Marks the payments of a statement settled. p_id: the key of this import; the same twice is one. Lines that an '
  'earlier statement had change nothing. p_lines: 1,000 at most. Returns BankStatement. PT400; PT403; '
  'PT409 key_reused.';
grant execute on function public.import_bank_statement to authenticated;

create function private.charge_back(p_order_id uuid, p_line public.statement_lines, p_reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  -- Of what open lines take back, that which no refund explains.
  most constant bigint := least(private.taken_back_cents(p_order_id), -p_line.amount_cents);
  left_cents bigint := most;
  payment record;
  written uuid[] := '{}';
begin
  for payment in
    select t.id, p.cents
    from private.payments_at_bank p join public.transactions t on t.id = p.transaction_id and t.payment_method = 'card'
    where p.order_id = p_order_id order by p_line.bank_index = t.transaction_id desc nulls last, t.decided_at desc, t.id
  loop
    exit when left_cents <= 0;
    payment.cents := least(left_cents, payment.cents);
    written := gen_random_uuid() || written;
    perform private.give_back(
      written[1], payment.id, 'charged_back', payment.cents, p_line.day,
      left(coalesce(p_line.reference, p_line.bank_index), 100), p_reason, jsonb_build_object(p_order_id, payment.cents)
    );
    left_cents := left_cents - payment.cents;
  end loop;
  update public.statement_lines l set refund_ids = written where l.id = p_line.id;
  perform private.take_back_reductions(p_order_id, '{accepted_as_all}', p_reason) where left_cents < most;
  return left_cents < most;
end;
$$;

comment on function private.charge_back is
  'The bank has taken back what a line of its statement says, as far as no refund explains it: the price is due again.';

create function private.takes_back(l public.statement_lines, t public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return t.payment_method in ('mpesa', 'transfer', 'cheque') and l.verdict = 'returned'
    and l.transaction_id is null and l.closed_at is null
    and -l.amount_cents >= t.bank_amount_cents and l.day >= private.nairobi_day(t.decided_at)
    and private.has_code(concat_ws(' ', l.reference, l.bank_index), t.transaction_id);
end;
$$;

comment on function private.takes_back is
  'Whether an open line takes back a cheque, transfer or payment by M-Pesa: by its number, and at least its sum, since '
  'a fee for it has the number, too.';

create function private.payment_taken_back(l public.statement_lines) returns public.transactions
language plpgsql stable set search_path = '' as $$
declare
  taken public.transactions;
begin
  with codes as (
    select array_agg(c.code) as found from private.words_of_line(concat_ws(' ', l.reference, l.bank_index)) c (code)
  )
  select t.* into taken from public.transactions t
  where t.status = 'completed' and t.transaction_id = any ((select c.found from codes c)::text[])
    and private.takes_back(l, t)
    and exists (select 1 from private.payments_at_bank p where p.transaction_id = t.id)
  -- Cheques of two drawers may have one number.
  order by t.bank_amount_cents = -l.amount_cents desc, t.decided_at desc limit 1;
  return taken;
end;
$$;

comment on function private.payment_taken_back is
  'What an open line takes back that did not come by card; null: nothing.';

create function private.record_line(l public.statement_lines) returns uuid
language plpgsql set search_path = '' as $$
declare
  id constant uuid := gen_random_uuid();
  said constant text := upper(concat_ws(' ', l.reference, l.bank_index));
  method constant text := case
    when said ~ 'M-?PESA|PAY ?BILL' or l.bank_index ~ '^(?=[A-Z]*[0-9])[A-Z][A-Z0-9]{9}$' then 'mpesa'
    when said ~ '\mCH(Q|EQUE)' then 'cheque'
    else 'transfer'
  end;
  -- What can be part of a reference.
  bank_index constant text := btrim(regexp_replace(upper(l.bank_index), '[^A-Z0-9./-]+', ' ', 'g'), ' ./-');
  words constant text := btrim(regexp_replace(upper(l.reference), '[^A-Z0-9./-]+', ' ', 'g'), ' ./-');
begin
  perform private.require_permission('payments.record');
  if l.verdict not in ('unknown', 'repeated')
    or l.amount_cents not between 1 and 9999999900
    or private.order_of_line(l) is not null then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'no money, or of an order';
  end if;
  perform private.write_recorded(
    id, null, method, coalesce(
      case when method = 'mpesa' then substring(said from '\m(?=[A-Z]*[0-9])[A-Z][A-Z0-9]{9}\M') end,
      nullif(btrim(left(bank_index, 40), ' ./-'), ''),
      -- The bank's own number, before what it writes of it.
      substring(words from '^[A-Z]{1,4}[0-9][A-Z0-9]{6,30}(?= )'),
      -- Words alone are those of many lines.
      ltrim(concat(left(words, 31), ' ', upper(left(id::text, 8))))
    ), l.amount_cents, l.day, l.reference
  );
  return id;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'payment_recorded';
end;
$$;

comment on function private.record_line is
  'A payment without an order, of a line of money in that fits none. PT403; PT409 transition_refused, payment_recorded '
  '(its code).';

create function public.close_statement_line(
  p_line_id uuid, p_reason text, p_transaction_id uuid default null, p_records boolean default false,
  p_verdict text default null
) returns jsonb
-- Definer: no role writes the lines.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  found_line public.statement_lines;
  charged uuid;
  is_charged_back boolean;
  taken public.transactions;
begin
  perform private.require_permission('statements');
  perform private.require_text(p_reason);
  if p_verdict is null and p_transaction_id is null and not p_records then
    select * into found_line from public.statement_lines l where l.id = p_line_id;
    taken := private.payment_taken_back(found_line);
  end if;
  if taken.id is not null then
    perform public.reverse_payment(
      taken.id, p_reason, case taken.payment_method when 'cheque' then 'bounced' else 'charged_back' end,
      found_line.day
    );
    perform private.explain_lines();
  end if;
  -- An order first: everybody locks in this order.
  select private.order_of_line(l) into charged from public.statement_lines l where l.id = p_line_id;
  perform 1 from public.orders o where o.id = charged for update;
  -- As an import: it settles payments too.
  lock table public.bank_statements in share row exclusive mode;
  select * into found_line from public.statement_lines l where l.id = p_line_id for update;
  perform private.refuse_missing(not found);
  -- Pressed twice, or somebody else was faster: the first answer stands.
  if found_line.closed_at is null and found_line.transaction_id is null then
    if p_records then
      p_transaction_id := private.record_line(found_line);
    end if;
    if p_transaction_id is not null and (found_line.amount_cents <= 0 or not exists (
      select 1 from public.transactions t
      where t.id = p_transaction_id and t.status in ('completed', 'review') and t.settled_on is null
    )) then
      raise sqlstate 'PT409' using
        message = 'transition_refused',
        detail = 'not an approved payment, or settled already';
    end if;
    if p_verdict is not null and (
      p_verdict not in ('fee', 'not_ours', 'returned') or found_line.verdict <> 'returned' or charged is not null
    ) then
      raise sqlstate 'PT409' using message = 'transition_refused', detail = 'no money out, or of an order';
    end if;
    is_charged_back := found_line.verdict = 'returned'
      and charged is not null
      and private.charge_back(charged, found_line, p_reason);
    update public.statement_lines l set
      transaction_id = p_transaction_id, verdict = coalesce(p_verdict, l.verdict), closed_at = now(),
      closed_by = (select auth.uid()), closing_reason = p_reason
    where l.id = p_line_id returning * into found_line;
    update public.bank_statements s set settled = s.settled + 1
    where s.id = found_line.statement_id and p_transaction_id is not null;
    perform private.follow_book(charged, p_gone => p_line_id || ' reversed') where is_charged_back;
  end if;
  return jsonb_build_object(
    'closedByName', (select u.name from public.users u where u.id = found_line.closed_by),
    'closingReason', found_line.closing_reason, 'transactionId', found_line.transaction_id
  );
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'transition_refused', detail = 'settled already';
end;
$$;

comment on function public.close_statement_line is
  'The owner''s answer to a line that was not matched: the payment that it settles, or only a reason; what a line '
  'takes back of an order beyond its refunds is a charge-back, a cheque has bounced. p_records: it is a payment '
  'without an order. p_verdict: '
  'what went out of no order is a fee, not_ours, or returned: something else, which takes no payment back. '
  'Once; the first answer stands. PT400; PT403; PT404; '
  'PT409 transition_refused for a payment that is not approved or is settled already, and as private.record_line().';
grant execute on function public.close_statement_line to authenticated;

create function private.settled_by_now() returns timestamptz
language sql stable set search_path = '' as $$
  -- Payments approved before this moment have had two whole bank days.
  select private.nairobi_midnight(max(d.day)::date + 1)
  from generate_series(private.nairobi_day(now()) - 30, private.nairobi_day(now()), interval '1 day') d (day)
  where private.bank_days_after(d.day::date, 2) < private.nairobi_day(now());
$$;

comment on function private.settled_by_now is
  'What was approved before this moment should be in a statement by now: two bank days have passed.';

create function private.overdue_payments()
returns table (id uuid, order_id uuid, reference text, cents bigint, decided_at timestamptz)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  -- Once, and not for each payment: a shop may never have imported a statement.
  settled_by constant timestamptz := private.settled_by_now();
begin
  return query
  select t.id, t.order_id, t.reference, t.bank_amount_cents, t.decided_at
  from public.transactions t
  where t.status = 'completed' and t.payment_method = 'card' and t.settled_on is null and t.decided_at < settled_by
    -- What was given back before it was settled may never be in a statement.
    and t.bank_amount_cents > (
      select coalesce(sum(r.amount_cents), 0) from private.standing_refunds r where r.transaction_id = t.id
    );
end;
$$;

comment on function private.overdue_payments is
  'Card payments that are approved, partial ones included, and in no statement after two bank days.';

create function private.words_of_line(p_text text) returns setof text
language plpgsql immutable set search_path = '' as $$
begin
  return query
  -- However a code was written: one, two or three words of the text.
  select array_to_string(w.list[i:i + n], '')
  from (select regexp_split_to_array(upper(p_text), '[^A-Z0-9]+') as list) w
  cross join generate_subscripts(w.list, 1) i cross join generate_series(0, 2) n;
end;
$$;

comment on function private.words_of_line is
  'The words of a text in capitals, and each two and three that follow one another as one.';

create function private.order_to_pay_by(p_text text, p_cents bigint) returns uuid
language sql stable set search_path = '' as $$
  select case when count(distinct o.id) = 1 then min(o.id::text)::uuid end
  from private.words_of_line(p_text) w
  join public.orders o on o.id = private.order_of_account(w, p_cents)
  where private.folded_account(w) ~ '^[0-9ACDEF]{8}$' and o.status <> 'cancelled' and private.is_sum_due(o.id, p_cents);
$$;

comment on function private.order_to_pay_by is
  'The order whose number stands in this text of a line, with or without IC, as badly as an account may be typed, and '
  'for which exactly its sum is due; null without one, or with two.';

create function public.lines_of_statement(p_statement_id uuid) returns jsonb
-- Definer: row-level security would be asked for every row.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('statements');
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'line', l.line, 'day', l.day, 'bankIndex', l.bank_index, 'reference', l.reference,
    'amountCents', l.amount_cents, 'feeCents', l.fee_cents, 'verdict', l.verdict, 'transactionId', l.transaction_id,
    'orderId', coalesce(t.order_id, (
      select r.order_id from private.refunds_of_orders r where r.id = any (l.refund_ids) limit 1
    )),
    'closingReason', l.closing_reason,
    'closedByName', (select u.name from public.users u where u.id = l.closed_by)
  ) order by l.line), '[]')
  from public.statement_lines l left join public.transactions t on t.id = l.transaction_id
  where l.statement_id = p_statement_id;
$$;

comment on function public.lines_of_statement is
  'StatementLineNow[]: what became of each line that a statement was the first to have, 1,000 at most. PT403.';
grant execute on function public.lines_of_statement to authenticated;

create function public.statements_overview() returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('statements');
  return (
    with overdue as materialized (
      select * from private.overdue_payments()
    ), open_lines as materialized (
      select * from private.open_lines
    )
    select jsonb_build_object(
      'overdue', jsonb_build_object(
        'count', (select count(*) from overdue), 'cents', (select coalesce(sum(o.cents), 0) from overdue o),
        'rows', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'transactionId', o.id, 'orderId', o.order_id, 'reference', o.reference, 'amountCents', o.cents,
            'approvedAt', private.iso_time(o.decided_at)
          ) order by o.decided_at, o.id), '[]')
          from (select * from overdue order by decided_at, id limit 50) o
        )
      ),
      'openLines', jsonb_build_object(
        'count', (select count(*) from open_lines),
        'rows', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', l.id, 'fileName', l.file_name, 'line', l.line, 'day', l.day, 'bankIndex', l.bank_index,
            'reference', l.reference, 'amountCents', l.amount_cents,
            -- What was not known when it was imported may have been recorded since.
            'verdict', case when l.verdict <> 'unknown' then l.verdict else coalesce(nullif((private.judge_line(
              l.bank_index, l.reference, l.day, l.amount_cents, l.fee_cents
            )).verdict, 'settled'), 'unknown') end,
            'orderId', coalesce(
              l.order_id, (private.payment_named(concat_ws(' ', l.reference, l.bank_index), l.day)).order_id
            ),
            'takesBack', (select private.taken_back_as_json(x) from public.statement_lines x where x.id = l.id),
            'orderToPay', private.order_to_pay_by(concat_ws(' ', l.reference, l.bank_index), l.amount_cents),
            'candidates', (
              select coalesce(jsonb_agg(jsonb_build_object(
                'transactionId', t.id, 'orderId', t.order_id, 'reference', t.reference,
                'amountCents', t.bank_amount_cents, 'approvedAt', private.day_or_time(t.decided_at)
              ) order by t.decided_at), '[]')
              from public.transactions t
              where t.id = any (private.statement_candidates(
                concat_ws(' ', l.reference, l.bank_index), l.day, l.amount_cents, l.fee_cents
              ))
            )
          ) order by l.day, l.line), '[]')
          from (select * from open_lines order by day, line limit 50) l
        )
      ),
      'statements', (
        select coalesce(jsonb_agg(private.statement_as_json(s) order by s.number desc), '[]')
        from (select * from public.bank_statements order by number desc limit 20) s
      )
    )
  );
end;
$$;

comment on function public.statements_overview is
  'StatementsOverview: what is approved and not settled after two bank days, lines that wait for the owner, by month '
  'what was settled, returned by the statements, refunded by private.money and taken as fees, '
  'the last statements. PT403.';
grant execute on function public.statements_overview to authenticated;
