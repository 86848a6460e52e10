-- The dashboard's figures, in all or for some days in Nairobi, from the kept sums: payments approved and settled, orders, products, accounts;
-- and what waits for the owner.
-- Who calls: admins with their own token.

create function private.stats_of_days(p_from date, p_to date) returns jsonb
-- Definer, like all that reads the kept sums: nobody may read those as they are.
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    -- Parts that the owner accepted, with the payment of the rest.
    'totalSales', private.sum_of_days('received', p_from, p_to) + round(private.sum_of_days('parts', p_from, p_to) / 100.0)::bigint,
    -- A paid order has exactly one completed transaction (private.invariants).
    'totalOrders', private.sum_of_days('payments', p_from, p_to),
    -- These two as of the end; what was archived since does not count in either.
    'totalProducts', private.sum_of_days('product active', '-infinity', p_to),
    'totalUsers', private.sum_of_days('users', '-infinity', p_to)
  );
end;
$$;

comment on function private.stats_of_days is 'The contract''s AdminStats of the days p_from to p_to, both included.';

create function private.received_between(p_from timestamptz, p_until timestamptz, out sales bigint, out orders bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  select coalesce(sum(t.amount), 0), count(*) into sales, orders
  from public.transactions t
  where t.status = 'completed' and t.decided_at >= p_from and t.decided_at < p_until;
  sales := sales + (
    select coalesce(round(sum(k.amount_cents) / 100), 0)
    from public.owner_tasks k join public.transactions t on t.order_id = k.order_id
    where k.outcome = 'rest_due' and t.status = 'completed' and t.decided_at >= p_from and t.decided_at < p_until
  );
end;
$$;

comment on function private.received_between is 'Payments received in a part of a day, counted one by one: KES, and orders paid. The end is not included.';
grant execute on function private.received_between to service_role;

create function private.admin_stats() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.stats_of_days('-infinity', 'infinity');
end;
$$;

grant execute on function private.admin_stats to authenticated;

create function public.admin_stats() returns jsonb
language sql stable set search_path = '' as $$
  select private.admin_stats();
$$;

comment on function public.admin_stats is 'AdminStats: payments approved, paid orders, products on sale, accounts. PT403.';
grant execute on function public.admin_stats to authenticated;

create function private.sales_by_step(p_from date, p_to date, p_step text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
  begins constant timestamp := p_from::timestamp;
  -- None for what is still to come.
  reached constant timestamp := greatest(least((p_to + 1)::timestamp, now() at time zone zone), begins);
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'at', to_char(slot.at, case p_step when 'hour' then 'YYYY-MM-DD"T"HH24' else 'YYYY-MM-DD' end),
      'sales', coalesce(received.sales, 0), 'orders', coalesce(received.orders, 0)
    ) order by slot.at)
    from generate_series(begins, reached - interval '1 microsecond', ('1 ' || p_step)::interval) slot (at)
    left join (
      select date_trunc(p_step, s.day::timestamp) as at,
        coalesce(sum(s.amount) filter (where s.figure = 'received'), 0)
          + round(coalesce(sum(s.amount) filter (where s.figure = 'parts'), 0) / 100) as sales,
        coalesce(sum(s.amount) filter (where s.figure = 'payments'), 0) as orders
      from private.sums_by_day s
      where p_step <> 'hour' and s.figure in ('received', 'parts', 'payments') and s.day between p_from and p_to
      group by 1
      union all
      -- Hours are not kept: they are shown for a single day.
      select h.at, r.sales, r.orders
      from (
        select distinct date_trunc('hour', t.decided_at at time zone zone) as at
        from public.transactions t
        where p_step = 'hour' and t.status = 'completed' and t.decided_at >= begins at time zone zone and t.decided_at < reached at time zone zone
      ) h
      cross join lateral private.received_between(h.at at time zone zone, (h.at + interval '1 hour') at time zone zone) r
    ) received on received.at = slot.at
  );
end;
$$;

comment on function private.sales_by_step is 'The contract''s OverviewSales[] of the days p_from to p_to.';

create function private.stats_of_period(p_from date, p_to date, p_step text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
  -- Today until now is compared with yesterday until the same time.
  reached constant timestamp := least((p_to + 1)::timestamp, now() at time zone zone);
  back interval;
  before_from date;
  before_until timestamp;
  before jsonb;
  part record;
begin
  perform private.require_admin();
  if p_step not in ('hour', 'day', 'month') or p_to < p_from or p_to - p_from > 800 then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'no such period';
  end if;
  back := case p_step
    when 'month' then make_interval(months => (extract(year from age(p_to + 1, p_from)) * 12
      + ceil(extract(month from age(p_to + 1, p_from)) + extract(day from age(p_to + 1, p_from)) / 31.0))::integer)
    else make_interval(days => p_to - p_from + 1)
  end;
  before_from := p_from - back;
  before_until := greatest(reached - back, before_from);
  -- Whole days as they are kept, and of the last one what came until the same time.
  before := private.stats_of_days(before_from, before_until::date - 1);
  select * into part
  from private.received_between(before_until::date::timestamp at time zone zone, before_until at time zone zone);
  before := before || jsonb_build_object(
    'totalSales', (before ->> 'totalSales')::bigint + part.sales,
    'totalOrders', (before ->> 'totalOrders')::bigint + part.orders,
    'totalProducts', private.sum_of_days('product active', '-infinity', p_from - 1),
    'totalUsers', private.sum_of_days('users', '-infinity', p_from - 1)
  );
  return jsonb_build_object(
    'from', p_from,
    'to', p_to,
    'step', p_step,
    'stats', private.stats_of_days(p_from, p_to),
    'settledSales', private.sum_of_days('settled', p_from, p_to),
    'allTime', private.stats_of_days('-infinity', 'infinity'),
    'before', before,
    'beforeFrom', before_from,
    'beforeTo', ((p_to + 1)::timestamp - interval '1 microsecond' - back)::date,
    'sales', private.sales_by_step(p_from, p_to, p_step),
    'ordersByStatus', (
      select jsonb_object_agg(s.status, private.sum_of_days('order ' || s.status, p_from, p_to))
      from unnest(array['pending', 'paid', 'completed', 'failed', 'cancelled']) s (status)
    ),
    'topProducts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'pieces', best.pieces, 'sales', best.sales)
        order by best.sales desc, p.name, p.id), '[]')
      from private.best_products(p_from, p_to, 5) best
      join public.products p on p.id = best.product_id
    )
  );
end;
$$;

grant execute on function private.stats_of_period to authenticated;

create function public.stats_of_period(p_from date, p_to date, p_step text default 'day') returns jsonb
language sql stable set search_path = '' as $$
  select private.stats_of_period(p_from, p_to, p_step);
$$;

comment on function public.stats_of_period is
  'Overview: figures of the days p_from to p_to in Nairobi, both included, and of as many days (with p_step month: months) before, up '
  'to the same time when the last day is today, and of all time; sales by hour, day or month; orders placed, by status; the five best-selling products. PT400, PT403.';
grant execute on function public.stats_of_period to authenticated;

create function private.orders_to_send() returns jsonb
-- Definer: asks once whether the caller is an admin, who may read the money of orders only through such functions.
language plpgsql stable security definer set search_path = '' as $$
declare
  refunded uuid[];
begin
  perform private.require_admin();
  refunded := private.refunded_paid_orders();
  return jsonb_build_object(
    'toSend', (select count(*) from public.orders o where o.status = 'paid' and o.id <> all (refunded)),
    'oldestToSend', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o where o.status = 'paid' and o.id <> all (refunded) order by o.created_at limit 1
    )
  );
end;
$$;

comment on function private.orders_to_send is 'Of the paid orders whose money was not all given back: how many there are, and the oldest.';
grant execute on function private.orders_to_send to authenticated;

create function public.owner_alerts() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  return private.orders_to_send() || jsonb_build_object(
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null),
    'oldestTask', (
      select jsonb_build_object('title', k.title, 'createdAt', private.iso_time(k.created_at))
      from public.owner_tasks k where k.closed_at is null order by k.created_at limit 1
    ),
    'notSettled', private.payments_not_settled(),
    -- The bank usually decides within an hour; after a day somebody should look.
    'pendingTooLong', (
      select count(*) from public.orders o where o.status = 'pending' and o.created_at < now() - interval '24 hours'
    ),
    'oldestPending', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o where o.status = 'pending' and o.created_at < now() - interval '24 hours'
      order by o.created_at limit 1
    ),
    'messagesInTrouble', private.messages_in_trouble(),
    'bankQueriedAt', private.iso_time(private.heartbeat_of('reconcile')),
    'shelvesOnHold', private.shelves_on_hold(),
    'outOfStock', (select count(*) from public.products p where p.is_active and p.stock = 0),
    'runningOut', (select count(*) from public.products p where p.is_active and p.stock between 1 and private.low_stock()),
    'recentOrders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'customerName', o.customer_name, 'totalAmount', o.total_amount, 'status', o.status, 'createdAt', private.iso_time(o.created_at)
      ) order by o.created_at desc, o.id desc), '[]')
      from (select * from public.orders order by created_at desc, id desc limit 5) o
    ),
    'scarceProducts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'stock', p.stock) order by p.stock, p.id), '[]')
      from (
        select * from public.products where is_active and stock <= private.low_stock() order by stock, id limit 5
      ) p
    )
  );
end;
$$;

comment on function public.owner_alerts is
  'OwnerAlerts: open tasks, payments approved and not settled after two bank days, paid orders to be sent, orders pending for more than 24 hours, messages in trouble, when the bank was last queried, shelves of which half is on hold, products on sale with no stock and with low stock, the newest orders. PT403.';
grant execute on function public.owner_alerts to authenticated;
