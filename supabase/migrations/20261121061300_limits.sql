-- Rate limits: how often something may be done from one address, in one session, by one account or about one e-mail.
-- Who counts: the api function with the secret key. Who reads the limits: admins. Nobody reads the counts.
set check_function_bodies = off;

create table private.rate_limits (
  action text not null check (action in (
    'sign_in', 'second_factor', 'register', 'password_mail', 'new_password', 'confirmation_mail', 'export_account', 'place_order', 'pay_order', 'check_payment', 'find_order', 'claim_order',
    'open_link', 'search', 'filter', 'ask_bank', 'unpaid_message'
  )),
  subject text not null check (subject in ('address', 'address_day', 'session', 'account', 'email', 'phone', 'order', 'attempt', 'all')),
  most integer not null check (most between 1 and 1000000),
  seconds integer not null check (seconds between 1 and 86400),
  suggested integer not null,
  primary key (action, subject)
);

comment on table private.rate_limits is
  'At most so many times in so many seconds: that many at once, and then one more each time seconds / most have passed.';
comment on column private.rate_limits.subject is
  'What is counted by. address: of the caller, IPv6 by its first 64 bits; one address of a mobile network serves thousands of people. address_day: the same over a longer time. all: everybody together.';
comment on column private.rate_limits.suggested is 'What most was when the shop was delivered.';

insert into private.rate_limits (action, subject, most, seconds, suggested)
select action, subject, most, seconds, most
from (values
  ('sign_in', 'address', 100, 600),
  -- From addresses and devices from which the account has not signed in before (OWASP ASVS 2.2.1). One address alone cannot use it up.
  ('sign_in', 'email', 100, 3600),
  -- Wrong ones in a row from one address or device: then each has to wait longer than the one before.
  ('sign_in', 'attempt', 4, 3600),
  ('register', 'address', 30, 3600),
  ('password_mail', 'address', 30, 3600),
  ('password_mail', 'email', 3, 3600),
  ('second_factor', 'account', 5, 900),
  ('new_password', 'address', 30, 3600),
  ('new_password', 'account', 10, 900),
  ('export_account', 'account', 5, 3600),
  ('confirmation_mail', 'address', 30, 3600),
  ('confirmation_mail', 'account', 5, 3600),
  ('confirmation_mail', 'email', 5, 3600),
  -- Orders never count by an e-mail or a phone: anybody can type somebody else's.
  ('place_order', 'address', 300, 600),
  -- Each is stored for ever.
  ('place_order', 'address_day', 1500, 86400),
  ('place_order', 'session', 20, 600),
  ('place_order', 'account', 20, 600),
  ('pay_order', 'address', 300, 600),
  ('pay_order', 'session', 30, 600),
  ('pay_order', 'order', 15, 600),
  ('check_payment', 'address', 600, 60),
  ('check_payment', 'session', 120, 60),
  ('check_payment', 'order', 60, 60),
  -- What buyers cause together; the bank has its own limits.
  ('ask_bank', 'all', 600, 60),
  ('find_order', 'address', 20, 60),
  ('find_order', 'order', 6, 60),
  ('find_order', 'email', 20, 600),
  ('find_order', 'phone', 20, 600),
  ('open_link', 'address', 120, 60),
  ('open_link', 'order', 10, 60),
  ('search', 'address', 600, 60),
  ('search', 'session', 120, 60),
  -- Lists, counts and facets that were not cached: two or three with each choice.
  ('filter', 'address', 1200, 60),
  -- An order costs nothing, and anybody's address can be typed. At worst twice as many in the first day: the smallest plan of the mail provider has 100.
  ('unpaid_message', 'all', 40, 86400),
  ('unpaid_message', 'email', 3, 86400),
  ('unpaid_message', 'phone', 3, 86400),
  ('claim_order', 'address', 20, 60),
  ('claim_order', 'order', 6, 60)
) l (action, subject, most, seconds);

create table private.rate_counts (
  action text not null,
  subject text not null,
  key_hash text not null,
  used_until timestamptz not null,
  refused_for interval,
  primary key (action, subject, key_hash),
  foreign key (action, subject) references private.rate_limits (action, subject)
)
-- Room beside each row for its next version, so that counting changes no index.
with (fillfactor = 50);

comment on table private.rate_counts is 'What has been used of each limit. Written by private.take_limits() alone.';
comment on column private.rate_counts.key_hash is 'SHA-256 of the address, session, account, e-mail, phone or order, in hex.';
comment on column private.rate_counts.used_until is
  'Each use moves it seconds / most further from now: the generic cell rate algorithm. Nothing is counted once it has passed.';
comment on column private.rate_counts.refused_for is 'How long the last caller has to wait; null when they were let through.';

-- Of blocks, not of rows: it stays as it is while rows change within their block.
create index rate_counts_by_end on private.rate_counts using brin (used_until);

create function private.wait_for_limits(p_action text, p_keys jsonb) returns integer
-- Definer: nobody reads what has been counted.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(coalesce(ceil(max(extract(epoch from
      c.used_until + make_interval(secs => l.seconds::numeric / l.most - l.seconds) - now()
    ))), 0), 0)::integer
    from private.rate_limits l
    join jsonb_each_text(p_keys) k on k.key = l.subject
    join private.rate_counts c on c.action = l.action and c.subject = l.subject and c.key_hash = k.value
    where l.action = p_action and c.used_until > now()
  );
end;
$$;

comment on function private.wait_for_limits is 'What private.take_limits() would answer now; counts nothing and waits for nobody.';
grant execute on function private.wait_for_limits to service_role;

create function private.known_keys(p_action text, p_keys jsonb) returns jsonb
-- Definer: nobody reads or writes the counts themselves.
language plpgsql stable security definer set search_path = '' as $$
declare
  must_wait constant boolean := private.wait_for_limits(p_action, p_keys) > 0;
begin
  return (
    select coalesce(jsonb_object_agg(k.key, k.value), '{}') from jsonb_each_text(p_keys) k
    -- A cookie can have any value: one without a session would be a row for each request.
    where (k.key <> 'session' or exists (select 1 from private.sessions s where s.sid = k.value))
      -- Whoever has to wait adds no row, whatever other keys they send.
      and (not must_wait or exists (
        select 1 from private.rate_counts c where c.action = p_action and c.subject = k.key and c.key_hash = k.value
      ))
  );
end;
$$;

comment on function private.known_keys is
  'The keys of a request without those that its caller may have made up. An order that was placed needs no such look: its session is written.';
grant execute on function private.known_keys to service_role;

create function private.take_limits(p_action text, p_keys jsonb) returns integer
-- Definer: nobody reads or writes the counts themselves.
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  with asked as (
    select l.action, l.subject, k.value as key_hash, make_interval(secs => l.seconds::numeric / l.most) as step
    from private.rate_limits l
    join jsonb_each_text(p_keys) k on k.key = l.subject
    where l.action = p_action
  ), counted as (
    insert into private.rate_counts as c (action, subject, key_hash, used_until)
    select a.action, a.subject, a.key_hash, now() + a.step from asked a
    -- Always in this order, so that two callers never wait for each other.
    order by a.subject
    on conflict (action, subject, key_hash) do update set
      (used_until, refused_for) = (
        select case when u.later <= u.most then u.later else c.used_until end, case when u.later > u.most then u.later - u.most end
        from (
          -- Not now(): a transaction that waited for this row may have begun before the one that was counted first.
          select greatest(c.used_until, clock_timestamp()) + (excluded.used_until - now()) as later,
            clock_timestamp() + make_interval(secs => l.seconds) as most
          from private.rate_limits l where l.action = c.action and l.subject = c.subject
        ) u
      )
    returning c.refused_for
  )
  select coalesce(ceil(max(extract(epoch from refused_for))), 0)::integer into wait from counted;
  return wait;
end;
$$;

grant execute on function private.take_limits to service_role;

create function public.take_limits(p_action text, p_keys jsonb) returns integer
language plpgsql set search_path = '' as $$
begin
  -- Nobody waits for the disk: after a crash, the uses of its last second are not counted.
  perform set_config('synchronous_commit', 'off', true);
  return private.take_limits(p_action, private.known_keys(p_action, p_keys));
end;
$$;

comment on function public.take_limits is
  'Counts one use of an action, in a transaction of its own, which does not wait for the disk; functions that write more call private.take_limits(). p_keys: {<subject>: SHA-256 in hex}. Returns 0, or the seconds until it may be tried again. '
  'A value and no error: an error would take the counting back.';
grant execute on function public.take_limits to service_role;
