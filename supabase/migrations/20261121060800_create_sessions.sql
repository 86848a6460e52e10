-- Sessions of the shop's cookie: who is signed in, and which orders a guest placed.
-- Who reads and writes: the api function with the secret key, through the functions below. Nobody else.

create table private.sessions (
  sid text primary key check (sid ~ '^[0-9a-f]{64}$'),
  sess jsonb not null default '{}' check (jsonb_typeof(sess) = 'object'),
  expire timestamptz not null,
  refresh_lease_until timestamptz not null default '-infinity'
);

comment on table private.sessions is 'One row per cookie. sess holds {userId, accessToken, refreshToken, accessExpiresAt} of a signed-in person, {} of a guest.';
comment on column private.sessions.sid is 'SHA-256 of the cookie''s value, in hex: this table opens no session to who reads it.';
comment on column private.sessions.refresh_lease_until is 'Who renews the tokens holds this; the others wait for the result.';

create index sessions_by_expiry on private.sessions (expire);

create table private.session_orders (
  sid text not null references private.sessions (sid) on delete cascade on update cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  primary key (sid, order_id)
);

comment on table private.session_orders is 'Orders placed in a session: how a guest finds them again.';
create index session_orders_by_order on private.session_orders (order_id);

grant select, insert, update, delete on private.sessions to service_role;
grant select, insert, delete on private.session_orders to service_role;

create function public.open_session(p_sid text, p_sess jsonb, p_days integer) returns void
language sql
set search_path = ''
as $$
  insert into private.sessions (sid, sess, expire) values (p_sid, p_sess, now() + make_interval(days => p_days));
$$;

create function public.read_session(p_sid text, p_days integer) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_session private.sessions;
begin
  select * into found_session from private.sessions s where s.sid = p_sid and s.expire > now();
  if not found then
    return null;
  end if;
  -- A session in use does not end; written at most once a day.
  if found_session.expire < now() + make_interval(days => p_days - 1) then
    update private.sessions s set expire = now() + make_interval(days => p_days) where s.sid = p_sid;
  end if;
  return found_session.sess;
end;
$$;

create function public.replace_session(p_old_sid text, p_new_sid text, p_sess jsonb, p_days integer) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- The cookie changes when a person signs in (a planted cookie is worth nothing); the orders of the visit stay with it.
  update private.sessions s
  set sid = p_new_sid, sess = p_sess, expire = now() + make_interval(days => p_days), refresh_lease_until = '-infinity'
  where s.sid = p_old_sid and s.expire > now();
  if not found then
    perform public.open_session(p_new_sid, p_sess, p_days);
  end if;
end;
$$;

create function public.take_refresh_lease(p_sid text, p_seconds integer) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  update private.sessions s set refresh_lease_until = now() + make_interval(secs => p_seconds)
  where s.sid = p_sid and s.refresh_lease_until < now();
  return found;
end;
$$;

create function public.save_session(p_sid text, p_sess jsonb) returns void
language sql
set search_path = ''
as $$
  update private.sessions s set sess = p_sess, refresh_lease_until = '-infinity' where s.sid = p_sid;
$$;

create function public.close_session(p_sid text) returns void
language sql
set search_path = ''
as $$
  delete from private.sessions s where s.sid = p_sid or s.expire < now() - interval '1 day';
$$;

comment on function public.open_session(text, jsonb, integer) is 'A new session, valid for so many days.';
comment on function public.read_session(text, integer) is 'The content of a live session, null when there is none.';
comment on function public.replace_session(text, text, jsonb, integer) is 'Sign-in: new cookie, new content, same orders.';
comment on function public.take_refresh_lease(text, integer) is 'True for exactly one caller until the lease ends or the session is saved.';
comment on function public.save_session(text, jsonb) is 'New content; gives the lease back.';
comment on function public.close_session(text) is 'Ends a session and sweeps the long expired.';

grant execute on function
  public.open_session(text, jsonb, integer),
  public.read_session(text, integer),
  public.replace_session(text, text, jsonb, integer),
  public.take_refresh_lease(text, integer),
  public.save_session(text, jsonb),
  public.close_session(text)
to service_role;
