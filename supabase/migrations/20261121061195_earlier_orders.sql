-- An earlier order of the same browser that is placed again: it stays one order.
-- Who calls: public.place_order(), and public.pay_again() for how long prices stand.

create function private.price_is_still_guaranteed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.created_at > now() - interval '72 hours';
end;
$$;

comment on function private.price_is_still_guaranteed is 'Whether an unpaid order can be paid at the prices at which it was placed, whatever things cost now.';

create function private.ordered_products(p_request jsonb) returns table (product_id uuid, quantity integer, lowest_price integer, highest_price integer)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  select i."productId", sum(i.quantity)::integer, min(i.price), max(i.price)
  from jsonb_to_recordset(p_request -> 'items') i ("productId" uuid, quantity integer, price integer)
  group by i."productId";
end;
$$;

comment on function private.ordered_products is 'The items of a request to place an order: the same product on two lines is one row.';

create function private.same_unpaid_order(p_sid text, p_buyer uuid, p_request jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  wanted constant jsonb := p_request -> 'orderData';
  earlier public.orders;
begin
  select o.* into earlier
  from private.session_orders so
  join public.orders o on o.id = so.order_id
  where so.sid = p_sid and (o.user_id is null or o.user_id = p_buyer)
    -- Whoever comes back later than that, after a refused card, orders anew.
    and o.status in ('pending', 'failed') and private.price_is_still_guaranteed(o)
    and (o.customer_name, o.customer_email, o.customer_phone, o.customer_address) = (
      wanted ->> 'customerName', wanted ->> 'customerEmail', wanted ->> 'customerPhone', wanted ->> 'customerAddress'
    )
    and o.total_amount - coalesce(o.delivery_price, 0) = (wanted ->> 'totalAmount')::bigint
    and o.county is not distinct from wanted ->> 'county'
    and o.delivery_price is not distinct from (wanted ->> 'deliveryPrice')::bigint
    and not exists (
      select 1
      from private.ordered_products(p_request) w
      full join (select i.product_id, i.quantity from public.order_items i where i.order_id = o.id) i using (product_id)
      where w.quantity is distinct from i.quantity
    )
  order by o.created_at desc, o.id
  limit 1;
  return earlier;
end;
$$;

comment on function private.same_unpaid_order is
  'The newest unpaid order of the session with exactly these items, for the same person, place and total; else a row of nulls. An order that differs in anything is another one.';

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
  private.price_is_still_guaranteed, private.ordered_products, private.same_unpaid_order, private.payable_again, private.repeated_reply
to service_role;
