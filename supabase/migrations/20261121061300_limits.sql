-- Rate limits: how often something may be done from one address, in one session, by one account or about one e-mail.
-- Who counts: the api function with the secret key. Who reads the limits: admins. No role reads the counts.
set check_function_bodies = off;

create table private.rate_limits (
  action text not null check (action in (
    'sign_in', 'second_factor', 'register', 'password_mail', 'new_password', 'confirmation_mail', 'export_account',
    'place_order', 'ask_quotation', 'pay_order', 'prompt', 'check_payment', 'find_order', 'claim_order',
    'open_link', 'search', 'filter', 'whole_list', 'read_order', 'list_orders', 'make_paper',
    'ask_bank', 'change_profile',
    'free_message', 'staff_message', 'notice', 'owner_mail'
  )),
  subject text not null check (subject in (
    'address', 'address_day', 'session', 'account', 'email', 'phone', 'order', 'strangers', 'attempt', 'cause', 'all'
  )),
  most integer not null check (most between 1 and 1000000),
  seconds integer not null check (seconds between 1 and 86400),
  is_by_place boolean not null default false,
  suggested integer not null,
  primary key (action, subject)
);

comment on table private.rate_limits is
  'At most so many times in so many seconds: that many at once, and then one more each time seconds / most have '
  'passed.';
comment on column private.rate_limits.subject is
  'What is counted by. address: of the caller, IPv6 by its first 56 bits; one address of a mobile network serves '
  'thousands of people. address_day: the same over a longer time. strangers: all together who name an order, an e-mail '
  'or an account from where its owner is not known. cause: private.messages.cause. all: everybody together.';
comment on column private.rate_limits.is_by_place is
  'A key that anybody may name is counted separately for each place from which it is named, so that a stranger cannot '
  'lock its owner out: see private.counted_keys().';
comment on column private.rate_limits.suggested is 'What most was when the shop was delivered.';

insert into private.rate_limits (action, subject, most, seconds, is_by_place, suggested)
select action, subject, most, seconds, (action, subject) in (
  ('second_factor', 'account'), ('new_password', 'account'), ('password_mail', 'email'), ('confirmation_mail', 'email'),
  ('find_order', 'order'), ('find_order', 'email'), ('find_order', 'phone'), ('open_link', 'order'),
  ('claim_order', 'order'), ('pay_order', 'order'), ('check_payment', 'order')
), most
from (values
  ('sign_in', 'address', 100, 600),
  -- From addresses and devices from which the account has not signed in before (OWASP ASVS 2.2.1).
  -- One address alone cannot use it up.
  ('sign_in', 'email', 100, 3600),
  -- Wrong ones in a row from one address or device: then each has to wait longer than the one before.
  ('sign_in', 'attempt', 4, 3600),
  ('register', 'address', 30, 3600),
  ('password_mail', 'address', 30, 3600),
  ('password_mail', 'email', 3, 3600),
  ('password_mail', 'strangers', 6, 3600),
  ('second_factor', 'account', 5, 900),
  -- A day's: three codes are right at any time, and a thief may have many addresses.
  -- The owner's own device has its own count.
  ('second_factor', 'strangers', 30, 86400),
  ('new_password', 'address', 30, 3600),
  ('new_password', 'account', 10, 900),
  ('new_password', 'strangers', 30, 900),
  ('export_account', 'account', 5, 3600),
  ('confirmation_mail', 'account', 5, 3600),
  ('confirmation_mail', 'email', 5, 3600),
  ('confirmation_mail', 'strangers', 10, 3600),
  -- Orders never count by an e-mail or a phone: anybody can type somebody else's.
  ('place_order', 'address', 300, 600),
  -- Each is stored for ever.
  ('place_order', 'address_day', 1500, 86400),
  ('place_order', 'session', 20, 600),
  ('place_order', 'account', 20, 600),
  -- Each is kept for months, and costs nothing.
  ('ask_quotation', 'address', 60, 600),
  ('ask_quotation', 'address_day', 300, 86400),
  ('ask_quotation', 'session', 10, 600),
  ('ask_quotation', 'account', 10, 600),
  ('pay_order', 'address', 300, 600),
  ('pay_order', 'session', 30, 600),
  ('pay_order', 'order', 15, 600),
  -- A stranger's phone must not ring.
  ('prompt', 'address', 60, 600),
  ('prompt', 'session', 10, 600),
  ('prompt', 'order', 5, 600),
  ('prompt', 'phone', 5, 3600),
  ('prompt', 'all', 300, 60),
  ('check_payment', 'address', 600, 60),
  ('check_payment', 'session', 120, 60),
  ('check_payment', 'order', 60, 60),
  -- What buyers cause together; the bank has its own limits.
  ('ask_bank', 'all', 600, 60),
  ('find_order', 'address', 20, 60),
  ('find_order', 'order', 6, 60),
  ('find_order', 'email', 20, 600),
  ('find_order', 'phone', 20, 600),
  ('find_order', 'strangers', 60, 60),
  ('open_link', 'address', 120, 60),
  ('open_link', 'order', 10, 60),
  ('search', 'address', 600, 60),
  ('search', 'session', 120, 60),
  -- Lists, counts and facets that were not cached: two or three with each choice.
  ('filter', 'address', 1200, 60),
  -- Each takes Postgres or a function a tenth of a second or more: all together no more than half of one processor.
  ('whole_list', 'address', 60, 60),
  ('whole_list', 'all', 120, 60),
  -- What is computed for one buyer: an order, then a page of them, then a PDF.
  ('read_order', 'address', 600, 60),
  ('read_order', 'session', 120, 60),
  ('list_orders', 'address', 120, 60),
  ('list_orders', 'session', 30, 60),
  ('list_orders', 'all', 1200, 60),
  ('make_paper', 'address', 120, 60),
  ('make_paper', 'session', 30, 60),
  ('make_paper', 'all', 1200, 60),
  -- Each change of a profile stays in the history for ever.
  ('change_profile', 'account', 20, 86400),
  -- An order and an account cost nothing, and anybody's address can be typed. Mails that confirm one have a total of
  -- their own: both together are 90 in the first day of a flood, and the smallest plan of the mail provider has 100.
  ('free_message', 'all', 15, 43200),
  -- 36 a day: thirty people who share an address have their mails within the day, and it takes no total alone.
  ('free_message', 'cause', 6, 14400),
  ('free_message', 'email', 3, 86400),
  ('free_message', 'phone', 3, 86400),
  -- What one of the staff causes is in no total of buyers.
  ('staff_message', 'cause', 200, 86400),
  -- About the safety of an account. Never counted together: whoever used that up could go on unseen.
  ('notice', 'email', 3, 86400),
  -- At most ten in any hour; what comes faster goes out together.
  ('owner_mail', 'email', 5, 3600),
  ('claim_order', 'address', 20, 60),
  ('claim_order', 'order', 6, 60),
  ('claim_order', 'strangers', 60, 3600)
) l (action, subject, most, seconds);

create table private.rate_counts (
  action text not null,
  subject text not null,
  key_hash text not null,
  used_until timestamptz not null,
  refused_for interval,
  counted_at timestamptz not null default clock_timestamp(),
  primary key (action, subject, key_hash),
  foreign key (action, subject) references private.rate_limits (action, subject)
)
-- Room beside each row for its next version, so that counting changes no index.
with (fillfactor = 50);

comment on table private.rate_counts is 'What has been used of each limit. Written by private.take_limits() alone.';
comment on column private.rate_counts.key_hash is
  'SHA-256 of the address, session, account, e-mail, phone or order, in hex; or the cause of a message.';
comment on column private.rate_counts.used_until is
  'Each use moves it seconds / most further from now: the generic cell rate algorithm. '
  'Nothing is counted once it has passed.';
comment on column private.rate_counts.refused_for is
  'How long the last caller has to wait; null when they were let through.';
comment on column private.rate_counts.counted_at is
  'When it was counted last. What was counted more than a minute from now was counted by a clock that was wrong, and '
  'counts nothing.';

-- Of blocks, not of rows: it stays as it is while rows change within their block.
create index rate_counts_by_end on private.rate_counts using brin (used_until);

create function private.counted_keys(p_action text, p_keys jsonb)
returns table (subject text, key_hash text, most integer, seconds integer)
language plpgsql stable rows 5 set search_path = '' as $$
declare
  sid constant text := p_keys ->> 'session';
  named_device constant text := p_keys ->> 'device';
  session_id constant text := (select s.id from private.sessions s where s.sid = p_keys ->> 'session');
  is_device_known constant boolean := named_device is not null and exists (
    select 1 from private.sign_in_attempts a
    where a.email_hash = p_keys ->> 'email'
      and a.source_hash = named_device
      and a.signed_in_at > now() - interval '180 days'
      -- Whoever stole the password has made their device known with it.
      and (p_action <> 'second_factor' or a.proved_at is not null)
  );
  is_own_order constant boolean := session_id is not null and p_keys ? 'order' and exists (
    select 1 from private.orders_of_session(sid) o, unnest(array[o.id::text, right(o.id::text, 8)]) name
    where encode(sha256(convert_to(name, 'utf8')), 'hex') = p_keys ->> 'order'
  );
begin
  return query
  select l.subject, c.counted, l.most, l.seconds
  from private.rate_limits l
  cross join lateral (
    select p_keys ->> case l.subject when 'address_day' then 'address' else l.subject end as value
    where l.subject <> 'strangers'
    union all
    select coalesce(p_keys ->> 'order', p_keys ->> 'email', p_keys ->> 'account')
    where l.subject = 'strangers' and not is_device_known and not is_own_order
  ) k
  cross join lateral (
    select case
      -- By its id, which stays when the cookie changes. Any other value of a cookie would be a row for each request.
      when l.subject = 'session' then session_id
      when l.subject in ('address', 'address_day') and is_device_known then null
      when l.subject in ('email', 'account') and is_device_known then k.value || ' ' || named_device
      when l.subject = 'order' and is_own_order then k.value || ' ' || session_id
      when l.is_by_place then concat_ws(' ', k.value, coalesce(p_keys ->> 'place', p_keys ->> 'address'))
      else k.value
    end as counted
  ) c
  where l.action = p_action and k.value is not null and c.counted is not null;
end;
$$;

comment on function private.counted_keys is
  'By what a use is counted, of p_keys {<subject>: SHA-256 in hex; session: its sid; device: SHA-256 of its cookie; '
  'place: as address, which then is not counted itself}. A device on which the owner of an e-mail or account has '
  'signed in, and the browser that placed an order, have a count of their own: strangers do not use it up.';

create function private.limit_waits(p_action text, p_keys jsonb)
returns table (subject text, key_hash text, step interval, wait interval)
language plpgsql stable rows 5 set search_path = '' as $$
begin
  return query
  select k.subject, k.key_hash, s.step, c.used_until + s.step - make_interval(secs => k.seconds) - now()
  from private.counted_keys(p_action, p_keys) k
  cross join lateral (select make_interval(secs => k.seconds::numeric / k.most) as step) s
  left join private.rate_counts c on c.action = p_action and c.subject = k.subject and c.key_hash = k.key_hash
    and c.counted_at < now() + interval '1 minute';
end;
$$;

comment on function private.limit_waits is
  'What one more use takes of each key, and how long it has to wait for that; null or less than nothing: not at all.';

create function private.wait_for_limits(p_action text, p_keys jsonb) returns integer
-- Definer: no role reads what has been counted.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(coalesce(ceil(max(extract(epoch from w.wait))), 0), 0)::integer
    from private.limit_waits(p_action, p_keys) w
  );
end;
$$;

comment on function private.wait_for_limits is
  'What private.take_limits() would answer now; counts nothing and waits for nobody.';

create function private.take_limits(p_action text, p_keys jsonb) returns integer
-- Definer: no role reads or writes the counts.
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  with asked as materialized (
    select w.subject, w.key_hash, w.step, coalesce(w.wait > interval '0', false) as must_wait
    from private.limit_waits(p_action, p_keys) w
  ), counted as (
    insert into private.rate_counts as c (action, subject, key_hash, used_until)
    select p_action, a.subject, a.key_hash, now() + a.step from asked a
    -- What one key refuses is not counted by the others, so one address cannot use up what all strangers have together.
    where a.must_wait or not exists (select 1 from asked o where o.must_wait)
    -- Always in this order, so that two callers never wait for each other.
    order by a.subject
    on conflict (action, subject, key_hash) do update set
      (used_until, refused_for, counted_at) = (
        select case when u.later <= u.most then u.later else least(u.used_until, u.most) end,
          case when u.later > u.most then u.later - u.most end, u.at
        from (
          select w.at, x.used_until, x.used_until + (excluded.used_until - now()) as later,
            w.at + make_interval(secs => l.seconds) as most
          from private.rate_limits l,
            -- Not now(): a transaction that waited for this row may have begun before the one that was counted first.
            (select clock_timestamp() as at) w,
            lateral (
              select case
                when c.counted_at < w.at + interval '1 minute' then greatest(c.used_until, w.at) else w.at
              end as used_until
            ) x
          where l.action = c.action and l.subject = c.subject
        ) u
      )
    returning c.refused_for
  )
  select coalesce(ceil(max(extract(epoch from refused_for))), 0)::integer into wait from counted;
  return wait;
end;
$$;

create function public.take_limits(p_action text, p_keys jsonb) returns integer
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  -- Nobody waits for the disk: after a crash, the uses of its last second are not counted.
  perform set_config('synchronous_commit', 'off', true);
  return private.take_limits(p_action, p_keys);
end;
$$;

comment on function public.take_limits is
  'Counts one use of an action, in a transaction of its own, which does not wait for the disk; functions that write '
  'more call private.take_limits(). p_keys: as private.counted_keys(). Returns 0, or the seconds until it may be tried '
  'again. A value and no error: an error would take the counting back.';
grant execute on function public.take_limits to service_role;

create function private.limit_profile_changes() returns trigger
-- Definer: no role counts.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_no_wait(private.take_limits(
    'change_profile', jsonb_build_object('account', encode(sha256(convert_to(new.id::text, 'utf8')), 'hex'))
  ));
  return new;
end;
$$;

-- Not what the shop or the owner of the database changes.
create trigger limit_changes before update on public.users
  for each row
  when (
    current_user = 'authenticated'
    and (new.name, new.phone, new.address) is distinct from (old.name, old.phone, old.address)
  )
  execute function private.limit_profile_changes();
