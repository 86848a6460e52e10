-- The dashboard's figures, in all or for some days in Nairobi: payments approved and settled, orders, products, accounts; and what waits for the owner.
-- Who calls: admins with their own token.

create function private.stats_between(p_from timestamptz, p_until timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'totalSales', coalesce(sum(t.amount), 0) + (
      -- Parts that the owner accepted, with the payment of the rest.
      select coalesce(sum(k.amount_cents) / 100, 0)::bigint
      from public.owner_tasks k join public.transactions r on r.order_id = k.order_id
      where k.outcome = 'rest_due' and r.status = 'completed' and r.decided_at >= p_from and r.decided_at < p_until
    ),
    -- A paid order has exactly one completed transaction (private.invariants).
    'totalOrders', count(*),
    -- These two as of the end; what was archived since does not count in either.
    'totalProducts', (select count(*) from public.products p where p.is_active and p.created_at < p_until),
    'totalUsers', (select count(*) from public.users u where u.created_at < p_until)
  )
  from public.transactions t
  where t.status = 'completed' and t.decided_at >= p_from and t.decided_at < p_until;
$$;

comment on function private.stats_between is 'The contract''s AdminStats of a period, its end not included.';

create function public.admin_stats() returns jsonb
language sql stable set search_path = '' as $$
  select private.require_admin();
  select private.stats_between('-infinity', 'infinity');
$$;

comment on function public.admin_stats is 'AdminStats: payments approved, paid orders, products on sale, accounts. PT403.';
grant execute on function private.stats_between, public.admin_stats to authenticated;
grant execute on function private.stats_between to service_role;

create function private.stats_of_period(p_from date, p_to date, p_step text) returns jsonb
-- Definer: asks once whether the caller is an admin, where row-level security would ask for each of a hundred thousand rows.
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
  begins constant timestamptz := p_from::timestamp at time zone zone;
  ends constant timestamptz := (p_to + 1)::timestamp at time zone zone;
  -- Today until now is compared with yesterday until the same time.
  reached constant timestamptz := least(ends, now());
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
    'stats', private.stats_between(begins, reached),
    'settledSales', (
      select coalesce(sum(t.amount), 0)
      from public.transactions t join public.statement_lines l on l.transaction_id = t.id
      where t.status = 'completed' and t.decided_at >= begins and t.decided_at < reached
    ),
    'before', private.stats_between(
      (begins at time zone zone - back) at time zone zone, (reached at time zone zone - back) at time zone zone
    ) || jsonb_build_object(
      'totalProducts', (select count(*) from public.products p where p.is_active and p.created_at < begins),
      'totalUsers', (select count(*) from public.users u where u.created_at < begins)
    ),
    'beforeFrom', (begins at time zone zone - back)::date,
    'beforeTo', ((ends - interval '1 microsecond') at time zone zone - back)::date,
    'sales', (
      select jsonb_agg(jsonb_build_object(
        'at', to_char(slot.at, case p_step when 'hour' then 'YYYY-MM-DD"T"HH24' else 'YYYY-MM-DD' end),
        'sales', coalesce(received.sales, 0),
        'orders', coalesce(received.orders, 0)
      ) order by slot.at)
      from generate_series(p_from::timestamp, greatest(reached, begins) at time zone zone - interval '1 microsecond',
        ('1 ' || p_step)::interval) slot (at)
      left join (
        select date_trunc(p_step, t.decided_at at time zone zone) as at, sum(t.amount + coalesce(part.amount, 0)) as sales, count(*) as orders
        from public.transactions t
        left join (
          select k.order_id, sum(k.amount_cents) / 100 as amount from public.owner_tasks k where k.outcome = 'rest_due' group by k.order_id
        ) part on part.order_id = t.order_id
        where t.status = 'completed' and t.decided_at >= begins and t.decided_at < reached
        group by 1
      ) received on received.at = slot.at
    ),
    'ordersByStatus', jsonb_build_object('pending', 0, 'paid', 0, 'completed', 0, 'failed', 0, 'cancelled', 0) || (
      select coalesce(jsonb_object_agg(counted.status, counted.orders), '{}')
      from (
        select o.status, count(*) as orders from public.orders o
        where o.created_at >= begins and o.created_at < reached group by o.status
      ) counted
    ),
    'topProducts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'pieces', best.pieces, 'sales', best.sales)
        order by best.sales desc, p.name), '[]')
      from (
        select i.product_id, sum(i.quantity) as pieces, sum(i.quantity::bigint * i.price) as sales
        from public.transactions t join public.order_items i on i.order_id = t.order_id
        where t.status = 'completed' and t.decided_at >= begins and t.decided_at < reached
        group by i.product_id
        order by sales desc, i.product_id limit 5
      ) best
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
  'to the same time when the last day is today; sales by hour, day or month; orders placed, by status; the five best-selling products. PT400, PT403.';
grant execute on function public.stats_of_period to authenticated;

create function public.owner_alerts() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null),
    'oldestTask', (
      select jsonb_build_object('title', k.title, 'createdAt', private.iso_time(k.created_at))
      from public.owner_tasks k where k.closed_at is null order by k.created_at limit 1
    ),
    'notSettled', private.payments_not_settled(),
    'toSend', (select count(*) from public.orders o where o.status = 'paid'),
    'oldestToSend', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o where o.status = 'paid' order by o.created_at limit 1
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
    'messagesInTrouble', private.messages_in_trouble(),
    'bankQueriedAt', private.iso_time(private.heartbeat_of('reconcile')),
    'shelvesOnHold', private.shelves_on_hold(),
    'outOfStock', (select count(*) from public.products p where p.is_active and p.stock = 0),
    'runningOut', (select count(*) from public.products p where p.is_active and p.stock between 1 and private.low_stock())
  );
end;
$$;

comment on function public.owner_alerts is
  'OwnerAlerts: open tasks, payments approved and not settled after two bank days, paid orders, orders pending for more than 24 hours, messages in trouble, when the bank was last queried, shelves of which half is on hold, products on sale with no stock and with low stock. PT403.';
grant execute on function public.owner_alerts to authenticated;
