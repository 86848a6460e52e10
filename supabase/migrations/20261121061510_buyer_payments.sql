-- What a buyer asks about a payment, and paying again: one function before the bank is asked, and one with its answer.
-- Who calls: the api function with the secret key.

create function public.check_payment(p_sid text, p_order_id uuid, p_link_version integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  to_ask jsonb;
begin
  -- Whoever sees nothing of an order asks nothing about it.
  if public.visible_order(p_sid, p_order_id, p_link_version) is null then
    return null;
  end if;
  to_ask := public.transaction_to_ask(p_order_id, p_is_limited => true);
  if to_ask ->> 'step' = 'ask' then
    return to_ask;
  end if;
  return jsonb_build_object('step', 'nothing', 'order', public.visible_order(p_sid, p_order_id, p_link_version));
end;
$$;

comment on function public.check_payment is
  '{step: ask, trace}: the caller asks the bank now and goes on with public.settle_checked_payment(). {step: nothing, order}: there is nothing '
  'to ask. Null for anyone who sees nothing of the order.';
grant execute on function public.check_payment to service_role;

create function public.settle_checked_payment(
  p_trace text, p_answer jsonb, p_sid text, p_order_id uuid, p_link_version integer default null
) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform public.settle_payment(p_trace, p_answer, 'shopper');
  return public.visible_order(p_sid, p_order_id, p_link_version);
end;
$$;

comment on function public.settle_checked_payment is 'Settles by the bank''s answer as public.settle_payment(). Order, as its caller sees it then.';
grant execute on function public.settle_checked_payment to service_role;

create function public.begin_payment(p_sid text, p_order_id uuid, p_link_version integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  to_ask jsonb;
begin
  -- The order first: everybody locks in this order.
  perform 1 from public.orders o where o.id = p_order_id for update;
  if public.visible_order(p_sid, p_order_id, p_link_version) is null then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  to_ask := public.transaction_to_ask(p_order_id);
  if to_ask ->> 'step' = 'ask' then
    return to_ask;
  end if;
  return public.pay_again(p_sid, p_order_id, p_link_version);
end;
$$;

comment on function public.begin_payment is
  '{step: ask, trace}: what the bank knows comes first; the caller asks it and goes on with public.settle_and_pay_again(). Else as public.pay_again().';
grant execute on function public.begin_payment to service_role;

create function public.settle_and_pay_again(
  p_trace text, p_answer jsonb, p_sid text, p_order_id uuid, p_link_version integer default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  refusal text;
  details text;
begin
  perform public.settle_payment(p_trace, p_answer, 'shopper');
  begin
    return public.pay_again(p_sid, p_order_id, p_link_version);
  exception
    -- Returned, not raised: an error would roll everything back, the bank's answer included.
    when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT503' or lock_not_available then
      get stacked diagnostics refusal = message_text, details = pg_exception_detail;
      return jsonb_build_object('refusal', case when sqlstate = '55P03' then 'shop_busy' else refusal end, 'details', nullif(details, ''));
  end;
end;
$$;

comment on function public.settle_and_pay_again is
  'Settles by the bank''s answer as public.settle_payment(), which stands whatever comes next; then as public.pay_again(), whose refusals come back as '
  '{refusal: the code, details: text or null}.';
grant execute on function public.settle_and_pay_again to service_role;
