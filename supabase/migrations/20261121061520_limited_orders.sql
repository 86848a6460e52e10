-- Placing, paying and asking about an order, within the limits: what the api function calls, and each in one statement.
-- Who calls: the api function with the secret key.

create function private.limit_keys(p_address_hash text, p_sid text, p_order_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'address', p_address_hash, 'address_day', p_address_hash,
    'session', nullif(p_sid, ''),
    'account', (
      select encode(sha256(convert_to(s.sess ->> 'userId', 'utf8')), 'hex')
      from private.sessions s where s.sid = p_sid and s.expire > now()
    ),
    -- Of an order that exists: otherwise each id that somebody makes up would be a row.
    'order', (select encode(sha256(convert_to(o.id::text, 'utf8')), 'hex') from public.orders o where o.id = p_order_id)
  ));
end;
$$;

comment on function private.limit_keys is 'By what a request about orders is counted. Never by an e-mail or a phone that somebody typed.';

create function private.require_no_wait(p_seconds integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_seconds > 0 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = p_seconds;
  end if;
end;
$$;

comment on function private.require_no_wait is
  'PT429 (detail: seconds to wait). Asked twice: first of private.wait_for_limits(), which locks nothing, then of private.take_limits() as the '
  'last thing a transaction does. Thousands of people share an address, and nobody waits for its count while a product is locked.';

create function private.counted_refusal(p_action text, p_keys jsonb, p_state text, p_code text, p_details text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  -- Not counted: a request for which the shop was too busy, and one that must wait for the bank, since it is sent again.
  if p_state not in ('PT429', 'PT503', '55P03') and p_code <> 'payment_undecided' then
    perform private.take_limits(p_action, private.known_keys(p_action, p_keys));
  end if;
  return jsonb_build_object(
    'refusal', case when p_state = '55P03' then 'shop_busy' else p_code end, 'details', nullif(p_details, '')
  );
end;
$$;

comment on function private.counted_refusal is 'A refusal as a value, {refusal: the code, details: text or null}: raised, it would take its count back.';
grant execute on function private.limit_keys, private.require_no_wait, private.counted_refusal to service_role;

create function public.place_order_within_limits(
  p_address_hash text, p_sid text, p_request_hash text, p_request jsonb, p_session_days integer, p_key uuid default null,
  p_answer_by timestamptz default null, p_is_human boolean default false
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(case when not p_is_human then p_address_hash end, p_sid);
  answer jsonb;
  state text;
  code text;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('place_order', keys));
  answer := public.place_order(p_sid, p_request_hash, p_request, p_session_days, p_key, p_answer_by);
  perform private.require_no_wait(private.take_limits('place_order', keys));
  perform private.require_time_left(p_answer_by);
  return answer;
exception
  when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate 'PT503' or lock_not_available then
    get stacked diagnostics state = returned_sqlstate, code = message_text, details = pg_exception_detail;
    return private.counted_refusal('place_order', keys, state, code, details);
end;
$$;

comment on function public.place_order_within_limits is
  'As public.place_order(). Its refusals come back as {refusal: the code, details: text or null}, and too_many_requests (details: seconds to wait). '
  'p_is_human: a challenge was solved, so the limit for the address does not count.';

create function public.begin_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null, p_is_human boolean default false
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(case when not p_is_human then p_address_hash end, p_sid, p_order_id);
  answer jsonb;
  state text;
  code text;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('pay_order', keys));
  answer := public.begin_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('pay_order', private.known_keys('pay_order', keys)));
  return answer;
exception
  when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate 'PT503' or lock_not_available then
    get stacked diagnostics state = returned_sqlstate, code = message_text, details = pg_exception_detail;
    return private.counted_refusal('pay_order', keys, state, code, details);
end;
$$;

comment on function public.begin_payment_within_limits is 'As public.begin_payment(), with refusals as public.place_order_within_limits().';

create function public.check_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null, p_is_human boolean default false
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  keys jsonb := private.limit_keys(case when not p_is_human then p_address_hash end, p_sid, p_order_id);
  answer jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('check_payment', keys));
  answer := public.check_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('check_payment', private.known_keys('check_payment', keys)));
  return answer;
exception
  when sqlstate 'PT429' then
    get stacked diagnostics details = pg_exception_detail;
    return private.counted_refusal('check_payment', keys, 'PT429', 'too_many_requests', details);
end;
$$;

comment on function public.check_payment_within_limits is
  'As public.check_payment(), or {refusal: too_many_requests, details: seconds to wait}.';
grant execute on function
  public.place_order_within_limits, public.begin_payment_within_limits, public.check_payment_within_limits
to service_role;
