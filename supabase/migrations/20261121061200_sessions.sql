-- Sessions of the shop cookie: who is signed in, which orders a guest placed,
-- and the replies to requests that may be repeated.
-- Who reads and writes: the api function with the secret key, through the functions below, and no other role.
set check_function_bodies = off;

create table private.sessions (
  sid text primary key check (sid ~ '^[0-9a-f]{64}$'),
  sess jsonb not null default '{}' check (jsonb_typeof(sess) = 'object'),
  signed_in_at timestamptz not null default now(),
  expire timestamptz not null check (expire <= signed_in_at + interval '90 days'),
  refresh_lease_until timestamptz not null default '-infinity',
  id uuid not null unique default gen_random_uuid(),
  device text check (char_length(device) <= 60),
  last_used_at timestamptz not null default now()
);

comment on table private.sessions is
  'One row per cookie. sess holds {userId, signInId, accessExpiresAt, sealedTokens} of a signed-in person, '
  '{} of a guest.';
comment on column private.sessions.sid is
  'SHA-256 of the cookie''s value, in hex: nobody who reads this table can use a session.';
comment on column private.sessions.sess is
  'signInId: the sign-in at the auth service. sealedTokens: access and refresh token, encrypted by the api function; '
  'the key is not in the database.';
comment on column private.sessions.signed_in_at is
  'When the cookie was set: at sign-in, or at a guest''s first order or cart.';
comment on column private.sessions.expire is
  'Thirty days after the last use, and ninety days after signed_in_at at the latest.';
comment on column private.sessions.id is
  'Names the session in the list that its person sees; the sid never leaves the functions.';
comment on column private.sessions.device is
  'Browser and system in words, as the browser named itself at the sign-in; null for a guest.';
comment on column private.sessions.last_used_at is 'To within five minutes.';
comment on column private.sessions.refresh_lease_until is
  'Held by the one request that renews the tokens while others wait for the result.';

create index sessions_by_expiry on private.sessions (expire);
create index sessions_by_user on private.sessions ((sess ->> 'userId'));

create table private.session_orders (
  sid text not null references private.sessions (sid) on delete cascade on update cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  primary key (sid, order_id)
);

comment on table private.session_orders is 'Orders placed in a session: how a guest finds them again.';

create index session_orders_by_order on private.session_orders (order_id);

create table private.idempotency_keys (
  key uuid primary key,
  request_hash text not null,
  user_id uuid,
  reply jsonb not null,
  created_at timestamptz not null default now()
);

comment on table private.idempotency_keys is
  'Replies to writes: a repeated request gets the same reply and writes nothing.';

-- For public.claim_order(); a repeated request is found by its key.
create index idempotency_keys_by_order on private.idempotency_keys ((reply -> 'order' ->> 'id'));

create index idempotency_keys_by_age on private.idempotency_keys (created_at);

create function private.order_view(p_sid text, o public.orders, p_link_version integer default null) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select case
      when o.user_id = s.user_id then 'full'
      when not s.has_order then null
      when s.user_id is null
        then case when o.user_id is null then 'full' when o.claimed_at is not null then 'reduced' end
      -- Somebody has signed in since: it is theirs once they claim it.
      when o.user_id is null then 'reduced'
    end
    from (
      select (s.sess ->> 'userId')::uuid as user_id,
        exists (select 1 from private.session_orders so where so.sid = s.sid and so.order_id = o.id) as has_order
      from private.sessions s where s.sid = p_sid and s.expire > now()
    ) s
  ), case when o.link_version = p_link_version then 'reduced' end);
end;
$$;

comment on function private.order_view is
  'What a session sees of an order. full: it is its account''s, or was placed in it by a guest. reduced, without '
  'contact details: the order of a guest in whose browser somebody has signed in; an order that an account has '
  'claimed, in the guest''s browser; any order whose present link was opened. null: nothing.';

create function private.orders_of_session(p_sid text) returns setof public.orders
language plpgsql stable set search_path = '' as $$
declare
  buyer uuid;
begin
  select (s.sess ->> 'userId')::uuid into buyer from private.sessions s where s.sid = p_sid and s.expire > now();
  if not found then
    return;
  end if;
  if buyer is not null then
    return query select o.* from public.orders o where o.user_id = buyer;
  end if;
  return query
  select o.*
  from private.session_orders so join public.orders o on o.id = so.order_id and o.user_id is null
  where so.sid = p_sid;
end;
$$;

comment on function private.orders_of_session is
  'The orders of the session''s account, and those that a guest placed in it and nobody has claimed.';

create function private.session_end(p_signed_in_at timestamptz, p_days integer) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(now() + make_interval(days => p_days), p_signed_in_at + interval '90 days');
end;
$$;

comment on function private.session_end is
  'When a session that is used now ends: so many days without use, and 90 days at most (OWASP ASVS 5.0, 7.3).';

create function private.end_oldest_sign_ins(p_user_id text) returns void
language sql set search_path = '' as $$
  with ended as (
    delete from private.sessions s
    where s.sid in (
      select o.sid from private.sessions o
      where o.sess ->> 'userId' = p_user_id
      -- A thief who signs in with a stolen staff password must not sign the owner out.
      order by exists (select 1 from private.verified_sign_ins v where v.session_id::text = o.sess ->> 'signInId') desc,
        o.last_used_at desc, o.sid
      offset 100
    )
    returning (s.sess ->> 'signInId')::uuid as id
  )
  select private.end_sign_in(e.id) from ended e;
$$;

comment on function private.end_oldest_sign_ins is
  'An account is signed in at a hundred places at most: with one more, that which was used longest ago ends.';

create function public.open_session(p_sid text, p_sess jsonb, p_days integer, p_device text default null) returns void
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  insert into private.sessions (sid, sess, expire, device)
  values (p_sid, p_sess, private.session_end(now(), p_days), p_device);
  select private.end_oldest_sign_ins(p_sess ->> 'userId');
$$;

create function public.read_session(p_sid text, p_days integer) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  found_session private.sessions;
begin
  select * into found_session from private.sessions s where s.sid = p_sid and s.expire > now();
  if not found then
    return null;
  end if;
  -- A session that is used is prolonged; written down every five minutes at most.
  if found_session.last_used_at < now() - interval '5 minutes' then
    update private.sessions s set last_used_at = now(), expire = private.session_end(s.signed_in_at, p_days)
    where s.sid = p_sid;
  end if;
  return found_session.sess;
end;
$$;

create function public.replace_session(
  p_old_sid text, p_new_sid text, p_sess jsonb, p_days integer, p_device text default null
) returns void
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  -- The cookie changes at sign-in, so a planted one is worth nothing; the orders of the session stay with it.
  update private.sessions s
  set sid = p_new_sid,
    sess = p_sess,
    signed_in_at = now(),
    expire = private.session_end(now(), p_days),
    refresh_lease_until = '-infinity',
    id = gen_random_uuid(), device = p_device, last_used_at = now()
  where s.sid = p_old_sid and s.expire > now();
  if found then
    perform private.end_oldest_sign_ins(p_sess ->> 'userId');
  else
    perform public.open_session(p_new_sid, p_sess, p_days, p_device);
  end if;
end;
$$;

create function public.take_refresh_lease(p_sid text, p_seconds integer) returns boolean
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  update private.sessions s set refresh_lease_until = now() + make_interval(secs => p_seconds)
  where s.sid = p_sid and s.refresh_lease_until < now();
  return found;
end;
$$;

create function public.save_session(p_sid text, p_sess jsonb) returns void
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  update private.sessions s set sess = p_sess, refresh_lease_until = '-infinity' where s.sid = p_sid;
$$;

create function public.close_session(p_sid text) returns void
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  delete from private.sessions s where s.sid = p_sid;
$$;

create function public.end_other_sessions(p_sid text) returns integer
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  with ended as (
    -- The tokens are stored in these rows only, so access ends with the row.
    delete from private.sessions s
    using private.sessions mine
    where mine.sid = p_sid and s.sid <> p_sid and s.sess ->> 'userId' = mine.sess ->> 'userId'
    returning 1
  )
  select count(*)::integer from ended;
$$;

create function public.list_sessions(p_sid text) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'device', s.device, 'signedInAt', private.iso_time(s.signed_in_at),
    'lastUsedAt', private.iso_time(s.last_used_at), 'isThis', s.sid = p_sid
  ) order by s.sid = p_sid desc, s.last_used_at desc, s.id), '[]')
  from (
    select s.* from private.sessions mine
    join private.sessions s on s.sess ->> 'userId' = mine.sess ->> 'userId'
    where mine.sid = p_sid and s.expire > now()
    order by s.sid = p_sid desc, s.last_used_at desc
    limit 50
  ) s;
$$;

create function private.end_sign_in(p_id uuid) returns void
-- Definer: the functions may not write what is the auth service's.
language sql security definer set search_path = '' as $$
  delete from auth.sessions s where s.id = p_id;
$$;

comment on function private.end_sign_in is
  'Ends a sign-in at the auth service: no token of it is worth anything any more.';

create function public.end_session(p_sid text, p_id uuid) returns boolean
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  ended private.sessions;
begin
  delete from private.sessions s using private.sessions mine
  where mine.sid = p_sid and s.id = p_id and s.sess ->> 'userId' = mine.sess ->> 'userId'
  returning s.* into ended;
  if not found then
    return false;
  end if;
  perform private.end_sign_in((ended.sess ->> 'signInId')::uuid);
  return true;
end;
$$;

comment on function public.list_sessions is
  'The contract''s SignedInDevice[] of the account that is signed in to this session: this one first, '
  'then the last used, 50 at most.';
comment on function public.end_session is
  'Ends one session of the account that is signed in to p_sid, with its sign-in; false when it has none of this id.';
comment on function public.open_session is 'A new session, valid for so many days.';
comment on function public.read_session is 'The content of a live session, null when it has ended or never was.';
comment on function public.replace_session is
  'Sign-in: new cookie, new content. The orders placed as a guest stay with the session; public.claim_order() '
  'gives them to the account.';
comment on function public.take_refresh_lease is
  'True for exactly one caller until the lease ends or the session is saved.';
comment on function public.save_session is 'New content; gives the lease back.';
comment on function public.close_session is 'Ends a session.';
comment on function public.end_other_sessions is
  'Ends every other session of the account that is signed in to this one; how many.';
grant execute on function
  public.open_session, public.read_session, public.replace_session, public.take_refresh_lease, public.save_session,
  public.close_session, public.end_other_sessions, public.list_sessions, public.end_session
to service_role;
