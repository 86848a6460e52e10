-- The steps of an order: paying again, completing, cancelling, and what each needs.
-- Who calls: the shop's functions for a buyer; admins with their own token.
set check_function_bodies = off;

create function private.end_order(o public.orders) returns void
-- Definer: no role writes the book.
language plpgsql security definer set search_path = '' as $$
declare
  book private.books;
begin
  perform private.put_order_back_on_sale(o.id);
  -- What was invoiced and never sent is credited.
  perform private.take_back_reductions(o.id, '{accepted_as_all,written_off}', 'The order was cancelled')
  where not private.has_left(o.id);
  update public.orders x set status = 'cancelled' where x.id = o.id;
  delete from private.stock_holds h where h.order_id = o.id;
  book := private.book_of_order(o.id);
  perform private.reduce(gen_random_uuid(), o.id, 'cancelled', book.charged - book.reduced, 'The order was cancelled');
  perform private.follow_book(o.id);
end;
$$;

comment on function private.end_order is
  'An order is cancelled: nothing is owed of it, and its pieces are on sale again.';

create function private.cancel_order(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  o public.orders;
  obstacle text;
begin
  select * into o from public.orders x where x.id = p_order_id for update;
  obstacle := (private.state_of_order(o)).cancel_by_buyer;
  -- The button was pressed twice.
  if obstacle = 'done' then
    return;
  elsif obstacle is not null then
    raise sqlstate 'PT409' using message = obstacle;
  end if;
  perform private.end_order(o);
end;
$$;

comment on function private.cancel_order is
  'Ends an unpaid order and frees its pieces, once; money that still comes for it becomes the owner''s task. PT409 '
  'order_closed (paid), payment_undecided, money_received, order_sent.';

create function private.is_outdated(p_order public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  as_requested jsonb;
begin
  -- Once anything was paid or sent at these prices, or it is on account, they stand for ever.
  if p_order.terms_days is not null or private.price_is_still_guaranteed(p_order) or exists (
    select 1 from private.shares s where s.order_id = p_order.id and s.refund_id is null
  ) or private.has_left(p_order.id) then
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
  perform private.require_orderable(as_requested, p_is_agreed => true);
  -- What a person agreed on for its delivery stands.
  if p_order.placed_by is null
    and not exists (select 1 from private.order_changes k where k.order_id = p_order.id) then
    perform private.agreed_delivery(as_requested);
  end if;
  return false;
exception when sqlstate 'PT409' then
  return true;
end;
$$;

comment on function private.is_outdated is
  'Whether an unpaid order, without a hold, can no longer be paid as it was placed: it is 72 hours old, longer than a '
  'seller promised, and a price, a product or the delivery has changed.';

create function public.pay_again(
  p_sid text, p_order_id uuid, p_link_version integer default null, p_phone text default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  taken_up public.orders;
  seen text;
  transaction public.transactions;
  problems jsonb;
  held_until timestamptz;
  times_held integer;
  asked integer;
begin
  select * into taken_up from public.orders o where o.id = p_order_id for update;
  seen := coalesce(private.order_view(p_sid, taken_up, p_link_version), case
    -- By their own door, which says who it was.
    when p_phone is not null and private.history_actor() is not null and private.session_may(p_sid, 'payments.record')
      then 'staff'
  end);
  perform private.refuse_missing(seen is null);
  case private.may_pay(taken_up)
    when 'none' then raise sqlstate 'PT409' using message = 'order_closed';
    when 'wait' then raise sqlstate 'PT409' using message = 'payment_undecided';
    else null;
  end case;

  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  select min(h.expires_at) filter (where h.expires_at > now()), coalesce(max(h.times_held), 0)
  into held_until, times_held
  from private.stock_holds h where h.order_id = p_order_id;
  delete from private.stock_holds h where h.order_id = p_order_id;
  perform private.await_pieces(p_order_id);
  problems := private.stock_shortages(p_order_id);
  if problems is not null then
    perform private.take_over_holds(
      p_sid, array(select (l ->> 'productId')::uuid from jsonb_array_elements(problems) l), p_order_id
    );
    problems := private.stock_shortages(p_order_id);
  end if;
  if problems is not null then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = problems::text;
  end if;
  if private.is_outdated(taken_up) then
    raise sqlstate 'PT409' using message = 'order_outdated';
  end if;
  asked := private.amount_due(p_order_id);
  if asked = 0 then
    raise sqlstate 'PT409' using message = 'order_closed';
  end if;
  if p_phone is not null then
    asked := private.amount_of_prompt(asked);
  end if;
  perform private.hold_pieces(p_order_id, held_until, times_held);

  if taken_up.status = 'failed' then
    update public.orders o set status = 'pending' where o.id = p_order_id returning * into taken_up;
  end if;
  select * into transaction from public.transactions t
  where t.order_id = p_order_id and t.status = 'pending'
  for update;
  -- The bank's page was left unused a moment ago: the same transaction goes on, so two tabs cannot pay twice.
  if not found
    or p_phone is not null
    or transaction.payment_method <> 'card'
    or transaction.created_at < now() - private.hold_time()
    or transaction.amount <> asked then
    if found then
      update public.transactions t set status = 'expired', decided_at = now() where t.id = transaction.id;
    end if;
    transaction := case
      when p_phone is null then private.open_transaction(p_order_id, asked)
      else private.open_prompt(p_order_id, asked, p_phone)
    end;
  end if;

  -- The form's token is made when the form is shown.
  return private.payment_as_json(taken_up, transaction, now(), seen);
end;
$$;

comment on function public.pay_again is
  'Returns {order, transaction} as place_order does. Whoever sees the order may pay it, with its link too. PT404 for '
  'everybody else; PT409 order_closed (nothing is due), payment_undecided (the bank has not decided), out_of_stock '
  '(detail: LineProblem[]), order_outdated (72 hours old, and a price or a product has changed). p_phone: by a '
  'prompt of M-Pesa on it, also for staff who may record payments; as private.amount_of_prompt() too.';
grant execute on function public.pay_again to service_role;

create function private.order_settled_on(p_order_id uuid) returns date
-- Definer: whoever may see a payment may know whether it is settled.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    -- What came another way is with the shop at once.
    select case
      when bool_and(t.settled_on is not null or t.payment_method <> 'card')
        then max(coalesce(t.settled_on, private.nairobi_day(t.decided_at)))
    end
    from private.payments_of_orders p join public.transactions t on t.id = p.transaction_id
    where p.order_id = p_order_id
  );
end;
$$;

comment on function private.order_settled_on is
  'The day on which the last payment of an order was settled by the bank''s statement; '
  'null while any is only approved.';
grant execute on function private.order_settled_on to authenticated;

create function private.is_settlement_awaited(o public.orders) returns boolean
-- Definer: whoever may see an order may know this, and no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.status <> 'completed' and (o.status = 'paid' or o.terms_days is null)
    -- The rest of what is paid in part may come by card.
    and (o.status in ('pending', 'failed') or private.order_settled_on(o.id) is null)
    and o.total_amount >= private.waits_for_bank_from();
end;
$$;

comment on function private.is_settlement_awaited is
  'Whether the goods of an order are usually not sent before its payment is in the bank''s statement, and it is not in '
  'one yet; also of an unpaid order.';

create function private.shipping_need(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when k.send = 'payment' and private.is_within_terms(o) then 'nothing'
      when k.send <> 'nothing' then k.send
      when exists (
        select 1 from public.owner_tasks t
        where t.order_id = o.id and t.closed_at is null and t.kind = 'wrong_amount' and t.at_opening ? 'countsCents'
      ) then 'question'
      when not private.is_settlement_awaited(o) then 'nothing'
      when s.ship_when = 'settled' then 'settlement'
      else 'reason'
    end
    from private.settings s, private.state_of_order(o) k
  );
end;
$$;

comment on function private.shipping_need is
  'What is missing before pieces of an order may leave the shop: payment (unless it is within its terms), settlement '
  '(by the bank''s statement), reason (a person''s, in words) or nothing; completed, refunded and charged_back are '
  'orders of which nothing leaves: all has, or their money was given back, or the bank''s statement takes it back; '
  'question: Safaricom lists another sum for a payment that counts.';

create function private.completion_need(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
declare
  need constant text := private.shipping_need(o);
begin
  return case
    when need not in ('settlement', 'reason', 'nothing') then need
    when o.status <> 'paid' or private.unpaid_pieces(o) <> '{}' then 'payment'
    when private.is_partly_shipped(o.id) then 'pieces'
    else need
  end;
end;
$$;

comment on function private.completion_need is
  'What is missing before an order can be completed: what private.shipping_need() says, or pieces, of an order in '
  'shipments, that have not left yet.';

create function private.obstacle_of_need(p_need text, p_is_leaving boolean, p_reason text, p_may_be_unpaid boolean)
returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case p_need
      when 'completed' then 'shipment_completed'
      -- Nothing is delivered once all its money was given back.
      when 'refunded' then 'all_refunded'
      when 'charged_back' then 'charged_back'
      when 'question' then 'payment_in_question'
      when 'pieces' then 'pieces_left'
      when 'payment' then case
        when not p_may_be_unpaid then 'shipment_unpaid'
        when p_is_leaving and not r.is_given then 'shipment_reason_required'
      end
      when 'settlement' then case when p_is_leaving then 'not_settled' end
      when 'reason' then case when p_is_leaving and not r.is_given then 'reason_required' end
    end
    -- Words, since somebody answers for it later: the contract's isReason().
    from (
      select coalesce(
        p_reason ~ '[[:alnum:]]\S*\s+\S*[[:alnum:]]' and char_length(btrim(p_reason)) >= 5, false
      ) as is_given
    ) r
  );
end;
$$;

comment on function private.obstacle_of_need is
  'The code with which goods are refused that may not be packed, or with p_is_leaving not leave, while this is '
  'missing; null when they may.';

create function private.guard_completion() returns trigger
-- Definer: no role reads the settings.
language plpgsql security definer set search_path = '' as $$
declare
  obstacle constant text := (
    select private.obstacle_of_need(private.completion_need(o), true, new.completion_reason,
      private.has_left(o.id) and not private.is_partly_shipped(o.id))
    from public.orders o where o.id = new.id
  );
begin
  if obstacle is not null then
    raise sqlstate 'PT409' using message = obstacle;
  end if;
  return new;
end;
$$;

create trigger guard_completion before update of status on public.orders
  for each row when (new.status = 'completed' and old.status = 'paid') execute function private.guard_completion();

create function private.cancel_order_as_owner(p_order public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  -- The owner's own words for what stands in the way; the buyer's are for somebody who may pay twice.
  obstacle constant text := (private.state_of_order(p_order)).cancel_by_staff;
begin
  if obstacle is not null then
    raise sqlstate 'PT409' using message = obstacle;
  end if;
  perform private.end_order(p_order);
end;
$$;

comment on function private.cancel_order_as_owner is
  'Cancels an unpaid order, or a paid or completed one all of whose money was given back, and frees its pieces. PT409 '
  'cancel_undecided, refund_first, order_sent.';

create function public.advance_order(p_order_id uuid, p_status text, p_reason text default null) returns jsonb
-- Definer: admins may not write an order's status; these are their steps.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  present public.orders;
begin
  perform private.require_permission(case p_status when 'cancelled' then 'orders.write' else 'parcels' end);
  if p_reason ~ '\S' then
    perform private.require_text(p_reason);
  end if;
  select * into present from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(not found);
  -- The button was pressed twice.
  if present.status = p_status then
    return private.order_as_json(present);
  end if;
  if not exists (
    select 1 from private.status_transitions t
    where t.subject = 'order'
      and t.name in ('complete', 'take back', 'cancel', 'cancel failed', 'cancel refunded', 'cancel returned')
      and t.from_status = present.status and t.to_status = p_status
  ) then
    raise sqlstate 'PT409' using
      message = 'transition_refused',
      detail = present.status || ' to ' || coalesce(p_status, 'nothing');
  end if;
  if p_status = 'paid' and private.has_returned_pieces(p_order_id) then
    raise sqlstate 'PT409' using message = 'pieces_returned';
  elsif p_status = 'paid' and private.amount_due(p_order_id) > 0 then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'it is owed: take its parcels back';
  end if;
  if p_status = 'cancelled' then
    perform private.cancel_order_as_owner(present);
  else
    update public.orders o set
      status = p_status, completion_reason = case when p_reason ~ '\S' then btrim(p_reason, E' \t\r\n') end
    where o.id = p_order_id;
    perform private.follow_book(p_order_id);
  end if;
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

comment on function public.advance_order is
  'paid to completed, with a reason where completion_need() asks for one, and back; to cancelled: pending, failed, and '
  'paid or completed once all its money was given back. Returns AdminOrder. PT400; PT403; PT404; PT409 '
  'transition_refused, not_settled, reason_required, all_refunded, charged_back, payment_in_question, pieces_left, '
  'shipment_unpaid; '
  'pieces_returned for one that is not completed any more; cancel_undecided, refund_first, order_sent for an order '
  'that cannot be cancelled.';
grant execute on function public.advance_order to authenticated;

create function public.open_orders(p_sid text) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.id, 'totalAmount', o.total_amount, 'dueAmount', o.due_amount,
    'roundedCents', o.due_amount * 100::bigint - private.asked_cents(o.id), 'status', o.status, 'nextStep', o.next_step,
    'hasBankAnswered', private.bank_has_answered(o.id), 'announcedCents', private.announced_cents(o.id),
    'view', o.view, 'createdAt', private.iso_time(o.created_at)
  ) order by o.created_at desc, o.id), '[]')
  from (
    select mine.*, mine as placed, private.amount_due(mine.id) as due_amount, private.may_pay(mine) as next_step,
      private.order_view(p_sid, mine) as view
    from private.orders_of_session(p_sid) mine
    where mine.status in ('pending', 'failed') or private.order_view(p_sid, mine) = 'reduced'
    order by mine.created_at desc
    limit 21
  ) o
  where o.next_step = 'wait' or o.view = 'reduced'
    -- A refused payment is offered again for three days, as long as the bank is asked about an open one; the rest of an
    -- order that is partly paid, until it is paid.
    or (
      o.next_step = 'pay'
      and private.is_money_awaited(o.placed)
      -- Of a certificate nobody pays anything.
      and private.asked_cents(o.id) > private.expected_cents(o.id)
      and (o.status = 'pending' or o.due_amount < o.total_amount or o.updated_at > now() - interval '72 hours')
      -- A payment would be refused. It is still in My Orders. Pieces that it holds were found to be available.
      and (
        not private.is_outdated(o.placed)
        or exists (select 1 from private.stock_holds h where h.order_id = o.id and h.expires_at > now())
      )
    );
$$;

comment on function public.open_orders is
  'OpenOrder[]: the session''s unpaid and undecided orders without the outdated ones, and those that whoever has '
  'signed in may claim, among the newest 21; newest first.';
grant execute on function public.open_orders to service_role;

create function public.cancel_unpaid_order(p_sid text, p_order_id uuid) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  cancelled public.orders;
begin
  select * into cancelled from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(private.order_view(p_sid, cancelled) is distinct from 'full');
  perform private.cancel_order(p_order_id);
  select * into cancelled from public.orders o where o.id = p_order_id;
  return private.order_as_seen(cancelled, 'full');
end;
$$;

comment on function public.cancel_unpaid_order is
  'The buyer cancels an unpaid order: Order. PT404 when it is not the session''s; PT409 order_closed (paid), '
  'payment_undecided, money_received, order_sent.';
grant execute on function public.cancel_unpaid_order to service_role;
