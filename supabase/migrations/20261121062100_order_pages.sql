-- The dashboard's table of orders, a page at a time, and its export, a thousand at a time.
-- Who calls: admins with their own token; row-level security decides what there is to see.

create function public.list_order_page(
  p_filter jsonb default '{}', p_sort text default 'createdAt', p_descending boolean default true,
  p_page integer default 1, p_page_size integer default 50
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_size integer := least(greatest(p_page_size, 1), 200);
  ids uuid[];
  total bigint;
begin
  select f.ids, f.total into ids, total
  from private.find_orders(p_filter, p_sort, p_descending, page_size, (greatest(p_page, 1) - 1) * page_size) f;
  return jsonb_build_object(
    'total', total,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'createdAt', private.iso_time(o.created_at), 'updatedAt', private.iso_time(o.updated_at),
        'customerName', o.customer_name, 'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
        'totalAmount', o.total_amount, 'status', o.status, 'nextStep', private.payment_step(o.id), 'payment', private.payment_of_order(o.id), 'transaction', t.status, 'settledOn', private.order_settled_on(o.id),
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null),
        'lines', i.lines, 'items', i.items
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      left join lateral (
        select t.status from public.transactions t where t.order_id = o.id order by t.created_at desc, t.id desc limit 1
      ) t on true
      cross join lateral (
        select count(*) as lines, jsonb_agg(jsonb_build_object('productName', n.product_name, 'quantity', n.quantity)
          order by n.place) filter (where n.place <= 3) as items
        from (
          select i.*, row_number() over (order by i.product_name, i.id) as place
          from public.order_items i where i.order_id = o.id
        ) n
      ) i
    )
  );
end;
$$;

comment on function public.list_order_page is
  'p_filter: see private.order_conditions(). p_sort: createdAt or totalAmount. Returns {rows: OrderRow[], total}, 200 rows and three items of each at most. PT403.';
grant execute on function public.list_order_page to authenticated;

create function public.export_orders(p_filter jsonb default '{}', p_limit integer default 1000) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_size integer := least(greatest(p_limit, 1), 1000);
  ids uuid[];
begin
  perform private.require_password();
  ids := (select f.ids from private.find_orders(p_filter, 'createdAt', true, page_size, 0, p_count => false) f);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'createdAt', private.iso_time(o.created_at), 'status', o.status,
        'customerName', o.customer_name, 'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
        'customerAddress', o.customer_address, 'totalAmount', o.total_amount,
        'countyName', (select c.name from public.delivery_counties c where c.code = o.county),
        'items', (
          select jsonb_agg(jsonb_build_object('productName', i.product_name, 'quantity', i.quantity, 'price', i.price)
            order by i.product_name, i.id)
          from public.order_items i where i.order_id = o.id
        ),
        'paidAt', private.iso_time(t.decided_at), 'reference', t.reference, 'transactionId', t.transaction_id,
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null)
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      left join lateral (
        select t.decided_at, t.reference, t.transaction_id from public.transactions t
        where t.order_id = o.id and t.status = 'completed' limit 1
      ) t on true
    ),
    -- To the microsecond, or the next order would be exported twice or never.
    'after', (
      select jsonb_build_object('at', o.created_at::text, 'id', o.id)
      from public.orders o where o.id = ids[page_size]
    )
  );
end;
$$;

comment on function public.export_orders is
  'Newest first: {rows: ExportedOrder[], after}. after goes into the next call''s p_filter; null when these were the last. 1,000 rows at most. PT403, also password_required.';
grant execute on function public.export_orders to authenticated;
