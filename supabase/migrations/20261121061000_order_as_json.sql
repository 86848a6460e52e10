-- An order as the API shows it: one shape, made in one place.
-- Who calls: order listings and public.place_order(), each under its caller's own rights.

create function private.order_as_json(o public.orders) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id,
    'userId', o.user_id,
    'customerName', o.customer_name,
    'customerEmail', o.customer_email,
    'customerPhone', o.customer_phone,
    'customerAddress', o.customer_address,
    'totalAmount', o.total_amount,
    'status', o.status,
    'nextStep', private.payment_step(o.id),
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id,
        'orderId', i.order_id,
        'productId', i.product_id,
        'productName', i.product_name,
        'quantity', i.quantity,
        'price', i.price,
        'createdAt', to_char(i.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by i.product_name, i.id)
      from public.order_items i where i.order_id = o.id
    ), '[]')
  );
$$;

comment on function private.order_as_json(public.orders) is 'The treaty''s Order: camelCase, ISO times in UTC, items by name.';
grant execute on function private.order_as_json(public.orders) to authenticated, service_role;

create function public.list_my_orders(p_order_id uuid default null) returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.order_as_json(o) order by o.created_at desc, o.id), '[]')
  from public.orders o
  where o.user_id = (select auth.uid()) and (p_order_id is null or o.id = p_order_id);
$$;

comment on function public.list_my_orders(uuid) is 'The caller''s orders, newest first; of one id when given.';
grant execute on function public.list_my_orders(uuid) to authenticated;

create function public.list_session_orders(p_sid text, p_order_id uuid default null) returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.order_as_json(o) order by o.created_at desc, o.id), '[]')
  from private.session_orders so
  join private.sessions s on s.sid = so.sid and s.expire > now()
  join public.orders o on o.id = so.order_id
  where so.sid = p_sid and (p_order_id is null or o.id = p_order_id)
    -- An order that belongs to an account is seen from that account only.
    and (o.user_id is null or o.user_id = (s.sess ->> 'userId')::uuid);
$$;

comment on function public.list_session_orders(text, uuid) is 'The orders a visitor placed in this session, newest first.';
grant execute on function public.list_session_orders(text, uuid) to service_role;

create function public.order_by_id(p_order_id uuid) returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.order_as_json(o) from public.orders o where o.id = p_order_id;
$$;

comment on function public.order_by_id(uuid) is 'One order for whoever has shown its link key to the api function; null when there is none.';
grant execute on function public.order_by_id(uuid) to service_role;
