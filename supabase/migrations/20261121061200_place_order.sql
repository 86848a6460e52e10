-- Placing an order: prices read, stock checked and held, order, items and first transaction written, together or not at all.
-- Who calls: the api function with the secret key.

create function private.cart_problems(p_items jsonb) returns jsonb
language sql stable set search_path = '' as $$
  with lines as (
    select (l ->> 'productId')::uuid as product_id, (l ->> 'quantity')::integer as quantity, (l ->> 'price')::integer as price
    from jsonb_array_elements(p_items) l
  ), wanted as (
    select l.product_id, sum(l.quantity)::integer as quantity, min(l.price) as lowest, max(l.price) as highest
    from lines l group by l.product_id
  ), judged as (
    select w.product_id, w.quantity, p.name, p.price,
      case when p.id is null then 0 else greatest(p.stock - private.held_quantity(p.id), 0) end as available,
      case
        when p.id is null then 'product_unavailable'
        when w.quantity > p.stock - private.held_quantity(p.id) then 'out_of_stock'
        when w.lowest <> p.price or w.highest <> p.price then 'price_changed'
      end as problem
    from wanted w
    left join public.products p on p.id = w.product_id and p.is_active
  )
  select jsonb_agg(jsonb_build_object(
    'productId', j.product_id, 'name', coalesce(j.name, ''), 'problem', j.problem,
    'quantity', j.quantity, 'available', j.available, 'price', j.price
  ) order by j.name, j.product_id)
  from judged j where j.problem is not null;
$$;

comment on function private.cart_problems is 'The contract''s LineProblem[]: why products of a cart cannot be ordered; null when all can.';
grant execute on function private.cart_problems to service_role;

create function private.payment_as_json(o public.orders, t public.transactions, p_opened_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('order', private.order_as_json(o), 'transaction', jsonb_build_object(
    'trace', t.trace, 'reference', t.reference, 'amount', t.amount, 'openedAt', floor(extract(epoch from p_opened_at))::bigint
  ));
$$;

comment on function private.payment_as_json is '{order, transaction: {trace, reference, amount in KES, openedAt in Unix seconds}}: what the form of the bank''s card page is made of.';
grant execute on function private.payment_as_json to service_role;

create function public.place_order(
  p_sid text, p_key uuid, p_request_hash text, p_request jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  buyer uuid;
  earlier private.idempotency_keys;
  problems jsonb;
  total bigint;
  placed public.orders;
  transaction public.transactions;
  answer jsonb;
begin
  select (s.sess ->> 'userId')::uuid into buyer from private.sessions s where s.sid = p_sid and s.expire > now();
  if not found then
    raise sqlstate 'PT401' using message = 'not_signed_in', detail = 'no session';
  end if;

  -- The same request sent twice waits here until the first one has committed or failed.
  insert into private.idempotency_keys (key, request_hash, user_id) values (p_key, p_request_hash, buyer)
  on conflict (key) do nothing;
  if not found then
    select * into earlier from private.idempotency_keys k where k.key = p_key;
    if earlier.request_hash <> p_request_hash or earlier.user_id is distinct from buyer then
      raise sqlstate 'PT409' using message = 'key_reused';
    end if;
    -- A guest's double click may have opened two sessions; the key is secret, so both see the order.
    insert into private.session_orders (sid, order_id) values (p_sid, (earlier.reply -> 'order' ->> 'id')::uuid)
    on conflict do nothing;
    return earlier.reply;
  end if;

  perform private.lock_products(array(select (l ->> 'productId')::uuid from jsonb_array_elements(p_request -> 'items') l));

  -- A separate statement: it sees what those who held the locks before have written.
  problems := private.cart_problems(p_request -> 'items');
  if problems is not null then
    raise sqlstate 'PT409' using
      message = case
        when problems @> '[{"problem": "product_unavailable"}]' then 'product_unavailable'
        when problems @> '[{"problem": "out_of_stock"}]' then 'out_of_stock'
        else 'price_changed'
      end,
      detail = problems::text;
  end if;

  select sum((l ->> 'quantity')::bigint * p.price) into total
  from jsonb_array_elements(p_request -> 'items') l
  join public.products p on p.id = (l ->> 'productId')::uuid;
  if total <> (p_request -> 'orderData' ->> 'totalAmount')::bigint then
    raise sqlstate 'PT409' using message = 'price_changed', detail = '[]';
  end if;
  -- The bank's form accepts ten digits of cents.
  if total > 99999999 then
    raise sqlstate 'PT400' using message = 'total_too_large';
  end if;

  insert into public.orders (user_id, customer_name, customer_email, customer_phone, customer_address, total_amount)
  select buyer, d ->> 'customerName', d ->> 'customerEmail', d ->> 'customerPhone', d ->> 'customerAddress', total::integer
  from (select p_request -> 'orderData' as d) request
  returning * into placed;

  with wanted as (
    select (l ->> 'productId')::uuid as product_id, sum((l ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_request -> 'items') l group by 1
  ), held as (
    insert into private.stock_holds (order_id, product_id, quantity, expires_at)
    select placed.id, w.product_id, w.quantity, now() + private.hold_time() from wanted w
  )
  insert into public.order_items (order_id, product_id, product_name, quantity, price)
  select placed.id, p.id, p.name, w.quantity, p.price
  from wanted w join public.products p on p.id = w.product_id;

  transaction := private.open_transaction(placed.id, placed.total_amount);
  insert into private.session_orders (sid, order_id) values (p_sid, placed.id);

  answer := private.payment_as_json(placed, transaction, transaction.created_at);
  update private.idempotency_keys k set reply = answer where k.key = p_key;
  return answer;
end;
$$;

comment on function public.place_order is
  'Returns {order, transaction: {trace, reference, amount in KES, openedAt in Unix seconds}}. Refuses with PT409 out_of_stock, '
  'price_changed, product_unavailable (detail: LineProblem[]), key_reused; PT400 total_too_large; PT401 without a session.';
grant execute on function public.place_order to service_role;
