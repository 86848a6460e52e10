-- The statistics of the dashboard, in all or for some days in Nairobi, and what waits for the owner.
-- Who calls: admins with their own token.
set check_function_bodies = off;

create view private.received_payments as
  select t.order_id, t.decided_at, t.amount + coalesce(p.cents, 0) / 100 as amount, case when t.settled_on is not null then t.amount else 0 end as settled
  from public.transactions t
  left join (
    select k.order_id, sum(k.amount_cents)::bigint as cents from public.owner_tasks k where k.outcome = 'rest_due' group by k.order_id
  ) p on p.order_id = t.order_id
  where t.status = 'completed';

comment on view private.received_payments is
  'One row per paid order, in KES: the payment, with the partial payments of the order that the owner accepted before it.';
grant select on private.received_payments to service_role;

create function private.stats_between(p_from timestamptz, p_until timestamptz, p_as_of timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'totalSales', coalesce(sum(r.amount), 0),
      'totalOrders', count(*),
      -- What was archived since does not count.
      'totalProducts', (select count(*) from public.products p where p.is_active and p.created_at < p_as_of),
      'totalUsers', (select count(*) from public.users u where u.created_at < p_as_of)
    )
    from private.received_payments r where r.decided_at >= p_from and r.decided_at < p_until
  );
end;
$$;

comment on function private.stats_between is 'The contract''s AdminStats: of payments received from p_from until before p_until, and of what there was before p_as_of.';

create function public.admin_stats() returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.stats_between('-infinity', 'infinity', 'infinity');
end;
$$;

comment on function public.admin_stats is 'AdminStats: payments approved, paid orders, products on sale, accounts. PT403.';
grant execute on function public.admin_stats to authenticated;

create function private.sales_by_step(p_from timestamp, p_until timestamp, p_step text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'at', to_char(slot.at, case p_step when 'hour' then 'YYYY-MM-DD"T"HH24' else 'YYYY-MM-DD' end),
      'sales', coalesce(received.sales, 0), 'orders', coalesce(received.orders, 0)
    ) order by slot.at)
    from generate_series(p_from, p_until - interval '1 microsecond', ('1 ' || p_step)::interval) slot (at)
    left join (
      select date_trunc(p_step, r.decided_at at time zone zone) as at, sum(r.amount) as sales, count(*) as orders
      from private.received_payments r
      where r.decided_at >= p_from at time zone zone and r.decided_at < p_until at time zone zone
      group by 1
    ) received on received.at = slot.at
  );
end;
$$;

comment on function private.sales_by_step is 'The contract''s OverviewSales[] between two moments in Nairobi.';

create function public.stats_of_period(p_from date, p_to date, p_step text default 'day') returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
  begins constant timestamptz := private.nairobi_midnight(p_from);
  ends constant timestamptz := private.nairobi_midnight(p_to + 1);
  -- Nothing of what is still to come; and today until now is compared with yesterday until the same time.
  reached constant timestamp := greatest(least((p_to + 1)::timestamp, now() at time zone zone), p_from::timestamp);
  back interval;
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
  return jsonb_build_object(
    'from', p_from,
    'to', p_to,
    'step', p_step,
    'stats', private.stats_between(begins, ends, ends),
    'settledSales', (
      select coalesce(sum(r.settled), 0) from private.received_payments r where r.decided_at >= begins and r.decided_at < ends
    ),
    'before', private.stats_between((p_from - back) at time zone zone, (reached - back) at time zone zone, begins),
    'beforeFrom', (p_from - back)::date,
    'beforeTo', ((p_to + 1)::timestamp - interval '1 microsecond' - back)::date,
    'sales', private.sales_by_step(p_from, reached, p_step),
    'ordersByStatus', (
      select jsonb_object_agg(s.status, coalesce(placed.orders, 0))
      from unnest(array['pending', 'paid', 'completed', 'failed', 'cancelled']) s (status)
      left join (
        select o.status, count(*) as orders from public.orders o where o.created_at >= begins and o.created_at < ends group by o.status
      ) placed on placed.status = s.status
    ),
    'topProducts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'pieces', best.pieces, 'sales', best.sales)
        order by best.sales desc, p.name, p.id), '[]')
      from (
        select i.product_id, sum(i.quantity) as pieces, sum(i.quantity::bigint * i.price) as sales
        from private.received_payments r join public.order_items i on i.order_id = r.order_id
        where r.decided_at >= begins and r.decided_at < ends
        group by i.product_id order by 3 desc, 1 limit 5
      ) best
      join public.products p on p.id = best.product_id
    )
  );
end;
$$;

comment on function public.stats_of_period is
  'Overview: statistics of the days p_from to p_to in Nairobi, both included, and of as many days (with p_step month: months) before, up '
  'to the same time when the last day is today; sales by hour, day or month; orders placed, by status; the five best-selling products. PT400, PT403.';
grant execute on function public.stats_of_period to authenticated;

create function public.owner_alerts() returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
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
    ),
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null),
    'oldestTask', (
      select jsonb_build_object('title', k.title, 'createdAt', private.iso_time(k.created_at))
      from public.owner_tasks k where k.closed_at is null order by k.created_at limit 1
    ),
    'notSettled', (
      select jsonb_build_object('count', count(*), 'cents', coalesce(sum(o.cents), 0)) from private.overdue_payments() o
    ),
    -- The bank usually decides within an hour; after a day somebody should look.
    'pendingTooLong', (
      select count(*) from public.orders o where o.status = 'pending' and o.created_at < now() - interval '24 hours'
    ),
    'oldestPending', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o where o.status = 'pending' and o.created_at < now() - interval '24 hours'
      order by o.created_at limit 1
    ),
    'messagesInTrouble', (
      select count(*) from private.messages m where m.state in ('failed', 'unknown', 'bounced', 'complained') and m.answered_at is null
    ),
    'bankQueriedAt', (select private.iso_time(h.at) from private.heartbeats h where h.job = 'reconcile'),
    'productsMostlyHeld', (
      select count(*) from (
        select h.product_id
        from private.stock_holds h join public.products p on p.id = h.product_id
        where h.expires_at > now() and p.is_active and p.stock > 0
        group by h.product_id, p.stock
        -- A single buyer of a product with few pieces is an ordinary sale, not an alert.
        having sum(h.quantity) * 2 >= p.stock and (p.stock >= 4 or count(*) > 1)
      ) s
    ),
    'outOfStock', (select count(*) from public.products p where p.is_active and p.stock = 0),
    'runningOut', (select count(*) from public.products p where p.is_active and p.stock between 1 and private.low_stock()),
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
  'OwnerAlerts: open tasks, payments approved and not settled after two bank days, paid orders to be sent, orders pending for more than 24 hours, messages in trouble, when the bank was last queried, products of which at least half is held for unpaid orders, products on sale with no stock and with low stock. PT403.';
grant execute on function public.owner_alerts to authenticated;
