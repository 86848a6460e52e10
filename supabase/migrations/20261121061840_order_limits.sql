-- What a buyer, a session and an address may ask for in a time: orders, payments, queries of the bank.
-- Who calls: the api function with the secret key.
set check_function_bodies = off;

create function private.cause_of(u public.users, p_address_hash text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Accounts cost nothing; an address that was confirmed has taken a mail.
  return case
    when u.email_confirmed_at is not null then encode(sha256(convert_to(u.id::text, 'utf8')), 'hex')
    else p_address_hash
  end;
end;
$$;

comment on function private.cause_of is 'Who causes messages: see private.messages.cause. u: null for a guest.';

create function private.limit_keys(p_address_hash text, p_sid text, p_order_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  person public.users;
begin
  select u.* into person from private.sessions s join public.users u on u.id = (s.sess ->> 'userId')::uuid
  where s.sid = p_sid and s.expire > now();
  return jsonb_strip_nulls(jsonb_build_object(
    'address', p_address_hash,
    'session', nullif(p_sid, ''),
    'account', encode(sha256(convert_to(person.id::text, 'utf8')), 'hex'),
    'cause', private.cause_of(person, p_address_hash),
    -- Of an order that exists: otherwise each id that somebody makes up would be a row.
    'order', (select encode(sha256(convert_to(o.id::text, 'utf8')), 'hex') from public.orders o where o.id = p_order_id)
  ));
end;
$$;

comment on function private.limit_keys is
  'By what a request about orders is counted, never by an e-mail or a phone that somebody typed; and cause, of the '
  'messages that it leads to.';

create function private.require_no_wait(p_seconds integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_seconds > 0 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = p_seconds;
  end if;
end;
$$;

comment on function private.require_no_wait is
  'PT429 (detail: seconds to wait). Asked twice: first of private.wait_for_limits(), which locks nothing, then of '
  'private.take_limits() as the last thing a transaction does. Thousands of people share an address, and nobody waits '
  'for its count while a product is locked.';

create function private.count_and_return_refusal(p_action text, p_keys jsonb, p_state text, p_code text, p_details text)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  -- Not counted: a request for which the shop was too busy, and one that must wait for the bank,
  -- since it is sent again.
  if p_state not in ('PT429', 'PT503', '55P03') and p_code <> 'payment_undecided' then
    perform private.take_limits(p_action, p_keys);
  end if;
  return jsonb_build_object(
    'refusal', case when p_state = '55P03' then 'shop_busy' else p_code end, 'details', nullif(p_details, '')
  );
end;
$$;

comment on function private.count_and_return_refusal is
  'A refusal as a value, {refusal: the code, details: text or null}: raised, it would take its count back.';

create function private.session_of_order(p_sid text, p_new_sid text, p_key uuid) returns text
language plpgsql set search_path = '' as $$
declare
  present private.sessions;
  moved text;
begin
  select * into present from private.sessions s where s.sid = p_sid and s.expire > now();
  if present.sess ? 'userId' then
    return p_sid;
  end if;
  update private.sessions s set sid = p_new_sid where s.sid = p_sid and s.expire > now();
  if not found then
    -- Another order of this browser gave it a new id at this very moment, whose cookie comes with that reply.
    select s.sid into moved from private.sessions s where s.id = present.id;
    if found then
      return moved;
    end if;
    -- The reply with the new cookie was lost, or comes with the other one of two: whoever has the key of an order sees
    -- all that its session does.
    select s.* into present
    from private.idempotency_keys k join private.session_orders so on so.order_id = (k.reply -> 'order' ->> 'id')::uuid
    join private.sessions s on s.sid = so.sid and s.expire > now() and not s.sess ? 'userId'
    where k.key = p_key order by s.sid limit 1;
    if found then
      insert into private.sessions (sid, signed_in_at, expire) values (p_new_sid, present.signed_in_at, present.expire);
      insert into private.session_orders (sid, order_id)
      select p_new_sid, so.order_id from private.session_orders so where so.sid = present.sid;
    end if;
  end if;
  return p_new_sid;
end;
$$;

comment on function private.session_of_order is
  'The session in which an order is placed: that of who is signed in, whose id is new since then. A guest''s gets a '
  'new id with each order: whoever planted or copied the cookie before sees nothing of the order, and an id that no '
  'session has is never taken over. Two orders sent at the same moment stay in one session. p_key: '
  'of an order whose reply was lost.';

create function public.place_order_within_limits(
  p_address_hash text, p_sid text, p_new_sid text, p_request_hash text, p_request jsonb, p_session_days integer,
  p_key uuid default null, p_answer_by timestamptz default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(p_address_hash, p_sid);
  sid text;
  reply jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('place_order', keys));
  perform set_config('shop.cause', keys ->> 'cause', true);
  sid := private.session_of_order(p_sid, p_new_sid, p_key);
  reply := public.place_order(sid, p_request_hash, p_request, p_session_days, p_key, p_answer_by);
  perform private.require_no_wait(private.take_limits('place_order', keys || jsonb_build_object('session', sid)));
  perform private.require_time_left(p_answer_by);
  return reply || jsonb_build_object('sid', sid);
exception
  when sqlstate 'PT400'
    or sqlstate 'PT404'
    or sqlstate 'PT409'
    or sqlstate 'PT429'
    or sqlstate 'PT503'
    or lock_not_available then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal('place_order', keys, sqlstate, sqlerrm, details);
end;
$$;

comment on function public.place_order_within_limits is
  'As public.place_order(), in the session that private.session_of_order() says, which is sid. Its refusals come back '
  'as {refusal: the code, details: text or null}, and too_many_requests (details: seconds to wait).';

create function public.begin_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null, p_phone text default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  action constant text := case when p_phone is null then 'pay_order' else 'prompt' end;
  keys jsonb := private.limit_keys(p_address_hash, p_sid, p_order_id)
    || jsonb_strip_nulls(jsonb_build_object('phone', encode(sha256(convert_to(p_phone, 'utf8')), 'hex')));
  reply jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits(action, keys));
  reply := public.begin_payment(p_sid, p_order_id, p_link_version, p_phone);
  perform private.require_no_wait(private.take_limits(action, keys));
  return reply;
exception
  when sqlstate 'PT400'
    or sqlstate 'PT404'
    or sqlstate 'PT409'
    or sqlstate 'PT429'
    or sqlstate 'PT503'
    or lock_not_available then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal(action, keys, sqlstate, sqlerrm, details);
end;
$$;

comment on function public.begin_payment_within_limits is
  'As public.begin_payment(), with refusals as public.place_order_within_limits().';

create function public.check_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  keys jsonb := private.limit_keys(p_address_hash, p_sid, p_order_id);
  reply jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('check_payment', keys));
  reply := public.check_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('check_payment', keys));
  return reply;
exception
  when sqlstate 'PT429' then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal('check_payment', keys, 'PT429', 'too_many_requests', details);
end;
$$;

comment on function public.check_payment_within_limits is
  'As public.check_payment(), or {refusal: too_many_requests, details: seconds to wait}.';
grant execute on function
  public.place_order_within_limits, public.begin_payment_within_limits, public.check_payment_within_limits
to service_role;
