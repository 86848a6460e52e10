-- An earlier order of the same browser, and what it means for one that is being placed: the same one again, one like it, one to be replaced.
-- Who calls: public.place_order(), and public.pay_again() for how long prices stand.

create function private.is_same_order(o public.orders, p_request jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(
      (o.customer_name, o.customer_email, o.customer_phone, o.customer_address, o.total_amount::bigint - coalesce(o.delivery_price, 0)) = (
        d ->> 'customerName', d ->> 'customerEmail', d ->> 'customerPhone', d ->> 'customerAddress', (d ->> 'totalAmount')::bigint
      ) and o.county is not distinct from d ->> 'county'
      and o.delivery_price::bigint is not distinct from (d ->> 'deliveryPrice')::bigint, false)
    from (select p_request -> 'orderData' as d) request
  );
end;
$$;

comment on function private.is_same_order is 'Is an order with the same items for the same person and place, at the prices that this buyer has seen?';

create function private.keeps_its_prices(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.created_at > now() - interval '72 hours';
end;
$$;

comment on function private.keeps_its_prices is 'Whether an unpaid order can be paid at the prices at which it was placed, whatever things cost now.';

create function private.similar_unpaid_order(p_sid text, p_buyer uuid, p_request jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  similar_order public.orders;
begin
  with wanted as (
    select (l ->> 'productId')::uuid as product_id, sum((l ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_request -> 'items') l group by 1
  )
  select o.* into similar_order
  from private.session_orders so
  join public.orders o on o.id = so.order_id
  where so.sid = p_sid and (o.user_id is null or o.user_id = p_buyer)
    -- Whoever comes back later than that, after a refused card, orders anew.
    and o.status in ('pending', 'failed') and private.keeps_its_prices(o)
    and not exists (
      select 1
      from wanted w
      full join (select i.product_id, i.quantity from public.order_items i where i.order_id = o.id) i using (product_id)
      where w.quantity is distinct from i.quantity
    )
  order by private.is_same_order(o, p_request) desc, o.created_at desc, o.id
  limit 1;
  return similar_order;
end;
$$;

comment on function private.similar_unpaid_order is
  'The newest unpaid order of the session with exactly the items of the request, one for the same person and total before others; else a row of nulls.';

create function private.replace_order(p_sid text, p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  replaced public.orders;
begin
  select * into replaced from public.orders o where o.id = p_order_id for update;
  if private.order_view(p_sid, replaced) is distinct from 'full' then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  perform private.cancel_order(p_order_id, private.order_as_seen(replaced, 'full'));
end;
$$;

comment on function private.replace_order is
  'Cancels an unpaid order that another is to replace. PT404 when it is not the session''s; PT409 as private.cancel_order().';

create function private.payable_again(o public.orders, p_view text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  transaction public.transactions;
begin
  if private.payment_step(o.id) = 'wait' then
    raise sqlstate 'PT409' using message = 'payment_undecided', detail = private.order_as_seen(o, p_view)::text;
  end if;
  select * into transaction
  from public.transactions t
  where t.order_id = o.id and t.status = 'pending' and t.created_at > now() - private.hold_time()
    and not exists (
      select 1 from public.order_items i left join private.stock_holds h using (order_id, product_id)
      where i.order_id = o.id and (h.expires_at <= now() or h.order_id is null)
    );
  if not found then
    return jsonb_build_object('order', private.order_as_seen(o, p_view), 'transaction', null);
  end if;
  -- The same transaction goes on: the bank takes the money of one trace once.
  return private.payment_as_json(o, transaction, now(), p_view);
end;
$$;

comment on function private.payable_again is
  'An unpaid order with its transaction that can be paid now; without one when the bank must be asked first (public.pay_again()). PT409 payment_undecided (detail: the order).';

create function private.repeated_reply(p_sid text, p_reply jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  placed public.orders;
  seen text;
  answer jsonb;
begin
  select * into placed from public.orders o where o.id = (p_reply -> 'order' ->> 'id')::uuid for update;
  -- An account may have claimed it since.
  seen := coalesce(private.order_view(p_sid, placed), 'reduced');
  if placed.status not in ('pending', 'failed') then
    raise sqlstate 'PT409' using message = 'order_closed', detail = private.order_as_seen(placed, seen)::text;
  end if;
  answer := private.payable_again(placed, seen);
  return case when answer -> 'transaction' ->> 'trace' = p_reply -> 'transaction' ->> 'trace' then p_reply else answer end;
end;
$$;

comment on function private.repeated_reply is
  'What a request gets that is sent again with its key: the same reply as long as that can still be paid, else as private.payable_again(). '
  'PT409 order_closed (detail: the order): paid or cancelled meanwhile; payment_undecided.';
grant execute on function
  private.is_same_order, private.keeps_its_prices, private.similar_unpaid_order, private.replace_order, private.payable_again, private.repeated_reply
to service_role;
