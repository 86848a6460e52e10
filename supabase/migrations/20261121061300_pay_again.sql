-- Taking a payment up again: the same order, the same pieces, and one live attempt.
-- Who calls: the api function with the secret key, after it has asked the bank about the attempt that is open.

create function private.session_sees_order(p_sid text, p_order_id uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select 1
    from private.sessions s
    join public.orders o on o.id = p_order_id
    where s.sid = p_sid and s.expire > now()
      and (
        o.user_id = (s.sess ->> 'userId')::uuid
        or (o.user_id is null and exists (
          select 1 from private.session_orders so where so.sid = s.sid and so.order_id = o.id
        ))
      )
  );
$$;

comment on function private.session_sees_order(text, uuid) is 'Is this the buyer''s own order: of their account, or placed as a guest in this very session?';
grant execute on function private.session_sees_order(text, uuid) to service_role;

create function public.attempt_to_ask(p_order_id uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  found_trace text;
begin
  -- At most once in ten seconds, however many pages wait for the answer.
  update public.transactions t set asked_at = now()
  where t.id = (
      select c.id from public.transactions c
      where c.order_id = p_order_id and c.status in ('pending', 'expired')
      order by c.created_at desc limit 1
    )
    and (t.asked_at is null or t.asked_at < now() - interval '10 seconds')
  returning t.trace into found_trace;
  return found_trace;
end;
$$;

comment on function public.attempt_to_ask(uuid) is 'The trace of an order''s undecided attempt that the bank should be asked about now; null when there is none or it was just asked.';
grant execute on function public.attempt_to_ask(uuid) to service_role;

create function public.pay_again(p_sid text, p_order_id uuid, p_hold_minutes integer) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  taken_up public.orders;
  attempt public.transactions;
  problems jsonb;
begin
  if not private.session_sees_order(p_sid, p_order_id) then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  select * into taken_up from public.orders o where o.id = p_order_id for update;
  case private.payment_step(p_order_id)
    when 'none' then raise sqlstate 'PT409' using message = 'order_closed';
    when 'wait' then raise sqlstate 'PT409' using message = 'payment_undecided';
    else null;
  end case;

  perform 1 from public.products p
  where p.id in (select i.product_id from public.order_items i where i.order_id = p_order_id)
  order by p.id
  for no key update;
  delete from private.stock_holds h where h.order_id = p_order_id;
  select jsonb_agg(jsonb_build_object(
    'productId', p.id, 'name', p.name, 'problem', 'out_of_stock', 'quantity', i.quantity,
    'available', greatest(p.stock - private.held_quantity(p.id), 0), 'price', p.price
  ) order by p.name) into problems
  from public.order_items i join public.products p on p.id = i.product_id
  where i.order_id = p_order_id and i.quantity > p.stock - private.held_quantity(p.id);
  if problems is not null then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = problems::text;
  end if;
  insert into private.stock_holds (order_id, product_id, quantity, expires_at)
  select i.order_id, i.product_id, i.quantity, now() + make_interval(mins => p_hold_minutes)
  from public.order_items i where i.order_id = p_order_id;

  if taken_up.status = 'failed' then
    update public.orders o set status = 'pending' where o.id = p_order_id returning * into taken_up;
  end if;

  select * into attempt from public.transactions t where t.order_id = p_order_id and t.status = 'pending' for update;
  -- The bank's page was left unused a moment ago: the same attempt goes on, so two tabs cannot pay twice.
  if not found or attempt.created_at < now() - make_interval(mins => p_hold_minutes) then
    if found then
      update public.transactions t set status = 'expired', settled_at = now() where t.id = attempt.id;
    end if;
    attempt := private.open_attempt(p_order_id, taken_up.total_amount);
  end if;

  return jsonb_build_object(
    'order', private.order_as_json(taken_up),
    'attempt', jsonb_build_object(
      'trace', attempt.trace,
      'reference', attempt.reference,
      'amount', attempt.amount,
      -- The token is made anew each time the form is shown.
      'openedAt', floor(extract(epoch from now()))::bigint
    )
  );
end;
$$;

comment on function public.pay_again(text, uuid, integer) is
  'Returns {order, attempt} as place_order does. PT404 when it is not the session''s order; PT409 order_closed (nothing is due), '
  'payment_undecided (the bank has not decided), out_of_stock (detail: LineProblem[]).';
grant execute on function public.pay_again(text, uuid, integer) to service_role;

create function public.cancel_order(p_order_id uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform 1 from public.orders o where o.id = p_order_id for update;
  -- Refused by the state machine when it is paid, completed or cancelled already.
  update public.orders o set status = 'cancelled' where o.id = p_order_id;
  delete from private.stock_holds h where h.order_id = p_order_id;
end;
$$;

comment on function public.cancel_order(uuid) is 'Ends an unpaid order and frees its pieces; money that still comes for it becomes the owner''s task.';
grant execute on function public.cancel_order(uuid) to service_role;
