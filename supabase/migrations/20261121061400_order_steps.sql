-- The steps of an order once it is placed: paying again (same order, same pieces, one live transaction), completing, the owner's steps.
-- Who calls: the api function with the secret key, once it has asked the bank; admins with their own token.

create function private.is_outdated(p_order public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  as_requested jsonb;
begin
  -- Once a part was accepted, the prices stand for ever.
  if private.price_is_still_guaranteed(p_order) or private.amount_due(p_order.id) <> p_order.total_amount then
    return false;
  end if;
  as_requested := jsonb_build_object(
    'items', (
      select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity, 'price', i.price))
      from public.order_items i where i.order_id = p_order.id
    ),
    'orderData', jsonb_build_object(
      'totalAmount', p_order.total_amount - coalesce(p_order.delivery_price, 0),
      'county', p_order.county, 'deliveryPrice', p_order.delivery_price
    )
  );
  perform private.require_orderable(as_requested), private.agreed_delivery(as_requested);
  return false;
exception when sqlstate 'PT409' then
  return true;
end;
$$;

comment on function private.is_outdated is
  'Whether an unpaid order, without a hold, can no longer be paid as it was placed: it is 72 hours old, and a price, a product or the delivery has changed.';
grant execute on function private.is_outdated to service_role;

create function public.pay_again(p_sid text, p_order_id uuid, p_link_version integer default null) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  taken_up public.orders;
  seen text;
  transaction public.transactions;
  problems jsonb;
  held_until timestamptz;
begin
  select * into taken_up from public.orders o where o.id = p_order_id for update;
  seen := private.order_view(p_sid, taken_up, p_link_version);
  if seen is null then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  case private.payment_step(p_order_id)
    when 'none' then raise sqlstate 'PT409' using message = 'order_closed';
    when 'wait' then raise sqlstate 'PT409' using message = 'payment_undecided';
    else null;
  end case;

  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  select min(h.expires_at) into held_until from private.stock_holds h where h.order_id = p_order_id and h.expires_at > now();
  delete from private.stock_holds h where h.order_id = p_order_id;
  problems := private.stock_shortages(p_order_id);
  if problems is not null then
    perform private.take_over_holds(p_sid, array(select (l ->> 'productId')::uuid from jsonb_array_elements(problems) l), p_order_id);
    problems := private.stock_shortages(p_order_id);
  end if;
  if problems is not null then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = problems::text;
  end if;
  if private.is_outdated(taken_up) then
    raise sqlstate 'PT409' using message = 'order_outdated';
  end if;
  perform private.hold_pieces(p_sid, p_order_id, held_until);

  if taken_up.status = 'failed' then
    update public.orders o set status = 'pending' where o.id = p_order_id returning * into taken_up;
  end if;

  select * into transaction from public.transactions t where t.order_id = p_order_id and t.status = 'pending' for update;
  -- The bank's page was left unused a moment ago: the same transaction goes on, so two tabs cannot pay twice.
  if not found or transaction.created_at < now() - private.hold_time() or transaction.amount <> private.amount_due(p_order_id) then
    if found then
      update public.transactions t set status = 'expired', decided_at = now() where t.id = transaction.id;
    end if;
    transaction := private.open_transaction(p_order_id, private.amount_due(p_order_id));
  end if;

  -- The form's token is made when the form is shown.
  return private.payment_as_json(taken_up, transaction, now(), seen);
end;
$$;

comment on function public.pay_again is
  'Returns {order, transaction} as place_order does. Whoever sees the order may pay it, with its link too. PT404 for everybody else; PT409 order_closed (nothing is due), '
  'payment_undecided (the bank has not decided), out_of_stock (detail: LineProblem[]), order_outdated (72 hours old, and a price or a product has changed).';
grant execute on function public.pay_again to service_role;

create function private.order_settled_on(p_order_id uuid) returns date
-- Definer: whoever may see a payment may know whether it is settled.
language sql stable security definer set search_path = '' as $$
  select case when bool_and(t.settled_on is not null) then max(t.settled_on) end from public.transactions t
  where t.order_id = p_order_id
    and (t.status = 'completed' or exists (select 1 from public.owner_tasks k where k.transaction_id = t.id and k.outcome = 'rest_due'));
$$;

comment on function private.order_settled_on is 'The day on which the last part that paid an order was settled by the bank''s statement; null while any is only approved.';
grant execute on function private.order_settled_on to authenticated;

create function private.is_taken_back(p_order_id uuid) returns boolean
-- Definer: nobody reads the bank's answers, by which its index is known.
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(-l.amount_cents), 0) > (
    select coalesce(sum(r.amount_cents), 0) from private.standing_refunds r where r.order_id = p_order_id
  )
  from public.statement_lines l
  where l.verdict = 'returned' and l.transaction_id is null and l.closed_at is null
    and exists (
      select 1 from public.transactions t
      where t.order_id = p_order_id and case
        when l.bank_index is not null then l.bank_index in (t.transaction_id, private.deciding_answer(t.answer_id) ->> 'transactionIndex')
        -- References are used again: those of this order have been since its payment.
        else t.reference = substring(upper(l.reference) from 'DON-[0-9]{1,6}(?![0-9])') and l.day >= private.nairobi_day(t.created_at)
      end
    );
$$;

comment on function private.is_taken_back is
  'Whether a statement of the bank, in a line that waits for the owner, takes back more of an order''s money than was recorded as given back.';

create function private.completion_needs(p_order_ids uuid[]) returns table (order_id uuid, total_amount integer, need text)
-- Definer: nobody reads the settings themselves.
language sql stable security definer set search_path = '' as $$
  select o.id, o.total_amount, case
    when o.status = 'completed' then 'completed'
    when private.is_all_refunded(o.id) then 'refunded'
    when o.status <> 'paid' then 'payment'
    when private.is_taken_back(o.id) then 'taken_back'
    when private.order_settled_on(o.id) is not null then 'nothing'
    when s.ship_when = 'settled' then 'settlement'
    when o.total_amount > s.settlement_required_above then 'reason'
    else 'nothing'
  end
  from public.orders o cross join private.settings s
  where o.id = any (p_order_ids);
$$;

comment on function private.completion_needs is
  'What is missing before orders can be completed: payment, settlement (by the bank''s statement), reason (a person''s, in words) or nothing; '
  'completed, refunded and taken_back are orders that cannot be: they are, or their money was given back, or the bank''s statement takes it back.';

create function private.guard_completion() returns trigger
-- Definer: nobody reads the settings themselves.
language plpgsql security definer set search_path = '' as $$
begin
  case (select n.need from private.completion_needs(array[new.id]) n)
    -- Nothing is delivered once all its money was given back.
    when 'refunded' then raise sqlstate 'PT409' using message = 'all_refunded';
    when 'taken_back' then raise sqlstate 'PT409' using message = 'taken_back';
    when 'settlement' then raise sqlstate 'PT409' using message = 'not_settled';
    when 'reason' then
      if new.completion_reason is null then
        raise sqlstate 'PT409' using message = 'reason_required';
      end if;
    else null;
  end case;
  return new;
end;
$$;

create trigger guard_completion before update of status on public.orders
  for each row when (new.status = 'completed' and old.status = 'paid') execute function private.guard_completion();

create function private.completion_needs_as_json(p_order_ids uuid[]) returns jsonb
-- Definer: nobody reads the settings themselves.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- Of a longer list none is left out unnoticed.
  if cardinality(p_order_ids) > 500 then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = '500 orders at most';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', n.order_id, 'totalAmount', n.total_amount, 'need', n.need)), '[]')
    from private.completion_needs(p_order_ids) n
  );
end;
$$;

create function public.completion_needs(p_order_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select private.completion_needs_as_json(p_order_ids);
$$;

comment on function public.completion_needs is 'OrderCompletion[]: what is missing before each of these orders can be completed. PT400 for more than 500; PT403.';
grant execute on function private.completion_needs_as_json, public.completion_needs to authenticated;

create function private.cancel_order_as_owner(p_order public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  -- The owner's own words for what stands in the way; the buyer's are for somebody who may pay twice.
  if private.payment_step(p_order.id) = 'wait' then
    raise sqlstate 'PT409' using message = 'cancel_undecided';
  elsif (select m.received_cents from private.money_of_order(p_order.id) m) > 0 then
    raise sqlstate 'PT409' using message = 'refund_first';
  elsif p_order.status = 'paid' then
    perform private.put_order_back_on_sale(p_order.id);
    update public.orders o set status = 'cancelled' where o.id = p_order.id;
  else
    perform private.cancel_order(p_order.id);
  end if;
end;
$$;

comment on function private.cancel_order_as_owner is
  'Cancels an unpaid order, or a paid one all of whose money was given back, and frees its pieces. PT409 cancel_undecided, refund_first.';

create function public.advance_order(p_order_id uuid, p_status text, p_reason text default null) returns jsonb
-- Definer: nobody may write an order's status; these are the owner's steps.
language plpgsql security definer set search_path = '' as $$
declare
  present public.orders;
begin
  perform private.require_admin();
  select * into present from public.orders o where o.id = p_order_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- The button was pressed twice.
  if present.status = p_status then
    return private.order_as_json(present);
  end if;
  if not exists (
    select 1 from private.status_transitions t
    where t.subject = 'order' and t.name in ('complete', 'take back', 'cancel', 'cancel failed', 'cancel refunded')
      and t.from_status = present.status and t.to_status = p_status
  ) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = present.status || ' to ' || coalesce(p_status, 'nothing');
  end if;
  if p_status = 'cancelled' then
    perform private.cancel_order_as_owner(present);
  else
    update public.orders o set status = p_status, completion_reason = case when p_reason ~ '\S' then btrim(p_reason, E' \t\r\n') end where o.id = p_order_id;
  end if;
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

comment on function public.advance_order is
  'paid to completed, with a reason where completion_needs asks for one, and back; to cancelled: pending, failed, and paid once all its money was given back. '
  'Returns AdminOrder. PT403; PT404; PT409 transition_refused, not_settled, reason_required, all_refunded, taken_back; cancel_undecided, refund_first for an order that cannot be cancelled.';
grant execute on function public.advance_order to authenticated;
