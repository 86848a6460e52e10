-- An order as the API shows it, with the buyer's one safe next step: pay, wait or nothing. One shape, made in one place.
-- Who calls: whoever sees the order, each under its own rights; public.place_order() and the steps of an order.

create function private.payment_step(p_order_id uuid) returns text
-- Definer: a buyer may not read transactions, only what follows from them.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when o.status not in ('pending', 'failed') then 'none'
      -- The bank may have the money, so paying now could charge twice. The same for a transaction that was replaced: its
      -- page may still have been open. Once there is a task, the owner decides when the question is closed. While the
      -- bank is being asked, nobody knows.
      when exists (
        select 1
        from public.transactions t
        where t.order_id = o.id and (
          t.asking_until is not null
          or exists (select 1 from public.owner_tasks k where k.transaction_id = t.id and k.closed_at is null)
          or (t.status in ('pending', 'expired') and t.bank_status is not null
            and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id))
        )
      ) then 'wait'
      else 'pay'
    end
    from public.orders o where o.id = p_order_id
  );
end;
$$;

comment on function private.payment_step is 'pay: the bank knows of no open payment. wait: the bank has not decided, or a person must look at it. none: nothing is due.';
grant execute on function private.payment_step to authenticated, service_role;

create function private.bank_has_answered(p_order_id uuid) returns boolean
-- Definer: a buyer may not read transactions, only what follows from them.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select t.asking_until is null and coalesce(t.answered_at > now() - interval '1 minute', false)
    from public.transactions t
    where t.order_id = p_order_id and t.status in ('pending', 'expired')
    order by t.created_at desc
    limit 1
  ), true);
end;
$$;

comment on function private.bank_has_answered is
  'Is it known now what the bank knows? True when it answered within the last minute, or has decided everything.';
grant execute on function private.bank_has_answered to service_role;

create function private.money_of_order(p_order_id uuid)
returns table (received_cents bigint, accepted_cents bigint, refunded_cents bigint, due_amount integer)
-- Definer: a buyer may not read transactions, tasks and refunds, only what follows from them.
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select
    payments.cents + tasks.further - refunds.cents,
    payments.completed + tasks.parts - refunds.accepted,
    refunds.cents,
    case when o.status in ('pending', 'failed') then private.amount_due(o.id) else 0 end
  from public.orders o,
    lateral (
      select coalesce(sum(t.bank_amount_cents), 0)::bigint as cents,
        coalesce(sum(t.bank_amount_cents) filter (where t.status = 'completed'), 0)::bigint as completed
      from public.transactions t where t.order_id = o.id and t.status in ('completed', 'review')
    ) payments,
    lateral (
      select coalesce(sum(k.amount_cents) filter (where k.bank_index is not null), 0)::bigint as further,
        coalesce(sum(k.amount_cents) filter (where k.outcome = 'rest_due'), 0)::bigint as parts
      from public.owner_tasks k where k.order_id = o.id
    ) tasks,
    lateral (
      select coalesce(sum(r.amount_cents), 0)::bigint as cents,
        coalesce(sum(r.amount_cents) filter (where r.task_id is null), 0)::bigint as accepted
      from private.standing_refunds r where r.order_id = o.id
    ) refunds
  where o.id = p_order_id;
end;
$$;

comment on function private.money_of_order is
  'The one rule about the money of an order. received_cents: what the bank approved and nobody gave back, money in question and further charges '
  'included. accepted_cents: the part of it that pays the order. refunded_cents: given back. due_amount, in KES: the total less the accepted parts; 0 when nothing is to be paid.';
grant execute on function private.money_of_order to service_role;

create function private.is_all_refunded(p_order_id uuid) returns boolean
-- Definer: a buyer may know this and not read refunds and tasks.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.accepted_cents <= 0 and m.refunded_cents > 0 from private.money_of_order(p_order_id) m);
end;
$$;

comment on function private.is_all_refunded is 'Whether all that paid an order was given back: nothing of it is to be sent.';

create function private.payment_of_order(p_order_id uuid) returns jsonb
-- Definer: a buyer may not read transactions and holds, only this about their own order.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'transaction', t.status, 'reference', t.reference,
      'refusal', case when t.status = 'failed' then (
        select jsonb_build_object('code', a.answer ->> 'status', 'description', a.answer ->> 'description')
        from private.gateway_answers a where a.id = t.answer_id
      ) end,
      'isInQuestion', exists (select 1 from public.owner_tasks k where k.order_id = p_order_id and k.closed_at is null),
      'receivedCents', m.received_cents, 'acceptedCents', m.accepted_cents, 'refundedCents', m.refunded_cents, 'dueAmount', m.due_amount,
      'nextAskAt', case when t.status in ('pending', 'expired') then private.iso_time(t.next_ask_at) end,
      'heldUntil', (
        select private.iso_time(min(h.expires_at)) from private.stock_holds h where h.order_id = p_order_id and h.expires_at > now()
      ),
      'isHoldTakenOver', exists (select 1 from private.stock_holds h where h.order_id = p_order_id and h.is_taken_over),
      'hasBankAnswered', private.bank_has_answered(p_order_id)
    )
    from (values (p_order_id)) o (id)
    left join lateral private.money_of_order(o.id) m on true
    left join lateral (
      select * from public.transactions c where c.order_id = o.id
      order by c.status = 'completed' or (c.status = 'review' and exists (
          select 1 from public.owner_tasks k where k.transaction_id = c.id and k.closed_at is null
        )) desc, c.created_at desc limit 1
    ) t on true
  );
end;
$$;

comment on function private.payment_of_order is 'The contract''s OrderPayment: the transaction that paid the order or needs a person, else the latest, and how long the pieces are kept.';
grant execute on function private.payment_of_order to authenticated, service_role;

create function private.order_delivery(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'county', o.county, 'countyName', (select c.name from public.delivery_counties c where c.code = o.county),
    'zone', o.delivery_zone, 'promise', o.delivery_promise, 'low', o.delivery_low, 'high', o.delivery_high,
    'freeBecause', o.delivery_free_because, 'price', o.delivery_price
  );
end;
$$;

comment on function private.order_delivery is 'The contract''s OrderDelivery: what was quoted when the order was placed.';
grant execute on function private.order_delivery to authenticated, service_role;

create function private.order_as_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', o.id, 'userId', o.user_id, 'customerName', o.customer_name, 'customerEmail', o.customer_email,
    'customerPhone', o.customer_phone, 'customerAddress', o.customer_address, 'totalAmount', o.total_amount, 'status', o.status,
    'nextStep', private.payment_step(o.id), 'payment', private.payment_of_order(o.id), 'createdAt', private.iso_time(o.created_at), 'updatedAt', private.iso_time(o.updated_at),
    'delivery', private.order_delivery(o),
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'orderId', i.order_id, 'productId', i.product_id, 'productName', i.product_name, 'quantity', i.quantity,
        'price', i.price, 'createdAt', private.iso_time(i.created_at)
      ) order by i.product_name, i.id)
      from public.order_items i where i.order_id = o.id
    ), '[]')
  );
end;
$$;

comment on function private.order_as_json is 'The contract''s Order: camelCase, ISO times in UTC, items by name.';
grant execute on function private.order_as_json to authenticated, service_role;

create function private.order_as_seen(o public.orders, p_view text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case p_view
    when 'full' then private.order_as_json(o) || jsonb_build_object('view', 'full', 'linkVersion', o.link_version)
    when 'reduced' then
      private.order_as_json(o) - array['userId', 'customerName', 'customerEmail', 'customerPhone', 'customerAddress']
      || jsonb_build_object('view', 'reduced', 'delivery', private.order_delivery(o) || '{"county": null, "countyName": null, "zone": null}')
  end;
end;
$$;

comment on function private.order_as_seen is
  'An order for a view of private.order_view(): full with the version of its link, reduced without name, e-mail, phone, address and county.';
grant execute on function private.order_as_seen to authenticated, service_role;

create function public.list_my_orders(
  p_limit integer default null, p_before_at timestamptz default 'infinity', p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.order_as_seen(own.o, 'full') order by own.at desc, (own.o).id desc), '[]')
  from (
    -- As exact as a reply says it, from which the next call gets its p_before_at.
    select o, date_trunc('milliseconds', o.created_at) as at
    from public.orders o
    where o.user_id = (select private.caller_id()) and (date_trunc('milliseconds', o.created_at), o.id) < (p_before_at, p_before_id)
    order by 2 desc, o.id desc
    limit p_limit
  ) own;
$$;

comment on function public.list_my_orders is 'The caller''s orders, newest first, from after the one that p_before_at and p_before_id name.';
grant execute on function public.list_my_orders to authenticated;

create function public.list_session_orders(
  p_sid text,
  p_limit integer default null, p_before_at timestamptz default 'infinity', p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.order_as_seen(seen.o, private.order_view(p_sid, seen.o)) order by seen.at desc, (seen.o).id desc), '[]')
  from (
    select o, date_trunc('milliseconds', o.created_at) as at
    from private.session_orders so join public.orders o on o.id = so.order_id
    where so.sid = p_sid and (date_trunc('milliseconds', o.created_at), o.id) < (p_before_at, p_before_id)
      and private.order_view(p_sid, o) is not null
    order by 2 desc, o.id desc
    limit p_limit
  ) seen;
$$;

comment on function public.list_session_orders is 'The orders placed in this session, as far as it sees them; pages as those of list_my_orders.';
grant execute on function public.list_session_orders to service_role;

create function public.visible_order(p_sid text, p_order_id uuid, p_link_version integer default null) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.order_as_seen(o, private.order_view(p_sid, o, p_link_version)) from public.orders o where o.id = p_order_id
  );
end;
$$;

comment on function public.visible_order is
  'One order as a session sees it, or whoever shows the key of this version of its link; null when they see nothing.';
grant execute on function public.visible_order to service_role;

create function public.list_all_orders(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.orders),
    'rows', (
      select coalesce(jsonb_agg(private.order_as_json(o) order by o.created_at desc, o.id desc), '[]')
      from (select * from public.orders order by created_at desc, id desc limit least(p_limit, 500) offset p_offset) o
    )
  );
end;
$$;

comment on function public.list_all_orders is 'A page of all orders, newest first: {total, rows: AdminOrder[]}, 500 at most. PT403.';
grant execute on function public.list_all_orders to authenticated;

create function private.payment_as_json(o public.orders, t public.transactions, p_opened_at timestamptz, p_view text default 'full')
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('order', private.order_as_seen(o, p_view), 'transaction', jsonb_build_object(
    'trace', t.trace, 'reference', t.reference, 'amount', t.amount, 'email', o.customer_email,
    'openedAt', floor(extract(epoch from p_opened_at))::bigint
  ));
end;
$$;

comment on function private.payment_as_json is '{order, transaction: {trace, reference, amount in KES, email, openedAt in Unix seconds}}: what the form of the bank''s card page is made of.';
grant execute on function private.payment_as_json to service_role;
