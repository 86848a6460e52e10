-- The kept sums counted anew from every row: to compare them, and to begin again.
-- Who reads: private.broken_rules(). Who writes: the owner of the database, by private.recount_sums().

create function private.counted_sums(p_days daterange default null) returns table (figure text, day date, amount bigint)
-- Planned for the days of each call: without any, the conditions drop out.
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  since constant timestamptz := private.nairobi_midnight(lower(p_days));
  until constant timestamptz := private.nairobi_midnight(upper(p_days));
begin
  return query
  select f.figure, private.nairobi_day(t.decided_at), sum(f.amount)::bigint
  from public.transactions t
  left join (
    select k.order_id, sum(k.amount_cents)::bigint as cents from public.owner_tasks k where k.outcome = 'rest_due' group by k.order_id
  ) part on part.order_id = t.order_id
  cross join lateral (values
    ('received', t.amount::bigint), ('payments', 1), ('settled', case when t.settled_on is not null then t.amount else 0 end), ('parts', part.cents)
  ) f (figure, amount)
  where t.status = 'completed' and (p_days is null or t.decided_at >= since and t.decided_at < until)
  group by 1, 2
  union all
  select 'order ' || o.status, private.nairobi_day(o.created_at), count(*) from public.orders o
  where p_days is null or o.created_at >= since and o.created_at < until group by 1, 2
  union all
  select 'transaction ' || t.status, private.nairobi_day(t.created_at), count(*) from public.transactions t
  where p_days is null or t.created_at >= since and t.created_at < until group by 1, 2
  union all
  select 'product ' || case when p.is_active then 'active' else 'archived' end, private.nairobi_day(p.created_at), count(*) from public.products p
  where p_days is null or p.created_at >= since and p.created_at < until group by 1, 2
  union all
  select 'users', private.nairobi_day(u.created_at), count(*) from public.users u
  where p_days is null or u.created_at >= since and u.created_at < until group by 2
  union all
  select f.figure, l.day, sum(f.cents)::bigint
  from public.statement_lines l cross join lateral private.figures_of_line(l) f
  where p_days is null or l.day >= lower(p_days) and l.day < upper(p_days) group by 1, 2;
end;
$$;

comment on function private.counted_sums is 'What private.day_sums must say of these days (all of them without), counted anew from every row.';

create function private.counted_product_sums(p_days daterange default null)
returns table (product_id uuid, is_month boolean, begins date, pieces bigint, sales bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  since constant timestamptz := private.nairobi_midnight(lower(p_days));
  until constant timestamptz := private.nairobi_midnight(upper(p_days));
begin
  return query
  select i.product_id, m.is_month, m.begins, sum(i.quantity)::bigint, sum(i.quantity::bigint * i.price)::bigint
  from (
    select t.order_id, private.nairobi_day(t.decided_at) as day from public.transactions t
    where t.status = 'completed' and (p_days is null or t.decided_at >= since and t.decided_at < until)
  ) t
  join public.order_items i on i.order_id = t.order_id
  cross join lateral (values (false, t.day), (true, date_trunc('month', t.day)::date)) m (is_month, begins)
  group by 1, 2, 3;
end;
$$;

comment on function private.counted_product_sums is 'The same for private.product_sums; of its months those of which all days are asked for are right.';

create function private.wrong_sums(p_days daterange default null) returns table (day date, figure text, kept text, counted text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  if isempty(p_days) then
    return;
  end if;
  return query
  select coalesce(kept.day, counted.day), coalesce(kept.figure, counted.figure),
    coalesce(kept.amount, 0)::text, coalesce(counted.amount, 0)::text
  from (
    select s.figure, s.day, sum(s.amount) as amount from private.sums_by_day s
    where p_days is null or s.day >= lower(p_days) and s.day < upper(p_days) group by s.figure, s.day
  ) kept
  full join private.counted_sums(p_days) counted on counted.figure = kept.figure and counted.day = kept.day
  where coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)
  union all
  select coalesce(kept.begins, counted.begins),
    case when coalesce(kept.is_month, counted.is_month) then 'month of product ' else 'product ' end || coalesce(kept.product_id, counted.product_id),
    coalesce(kept.pieces, 0) || ' for ' || coalesce(kept.sales, 0), coalesce(counted.pieces, 0) || ' for ' || coalesce(counted.sales, 0)
  from (
    select s.product_id, s.is_month, s.begins, sum(s.pieces) as pieces, sum(s.sales) as sales
    from (
      select p.product_id, p.is_month, p.begins, p.pieces, p.sales from private.product_sums p
      union all
      select c.product_id, m.is_month, m.begins, c.pieces, c.sales
      from private.product_sum_changes c
      cross join lateral (values (false, c.day), (true, date_trunc('month', c.day)::date)) m (is_month, begins)
    ) s
    -- Both kinds are named, so that the index by kind and day is read.
    where p_days is null or s.is_month in (false, true) and s.begins >= lower(p_days) and s.begins < upper(p_days)
    group by s.product_id, s.is_month, s.begins
  ) kept
  full join private.counted_product_sums(p_days) counted
    on counted.product_id = kept.product_id and counted.is_month = kept.is_month and counted.begins = kept.begins
  where (coalesce(kept.pieces, 0), coalesce(kept.sales, 0)) <> (coalesce(counted.pieces, 0), coalesce(counted.sales, 0));
end;
$$;

comment on function private.wrong_sums is 'Sums of these days (whole months; without any, all) that are not what is counted anew; always empty.';

create function private.recount_sums() returns void
-- Definer: nobody writes the sums by hand.
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for transactions that have noted a change and not committed yet, and blocks new ones meanwhile.
  lock table private.day_sum_changes, private.product_sum_changes, private.day_sums, private.product_sums in share row exclusive mode;
  delete from private.day_sum_changes;
  delete from private.product_sum_changes;
  delete from private.day_sums;
  delete from private.product_sums;
  insert into private.day_sums (figure, day, amount)
  select c.figure, c.day, c.amount from private.counted_sums() c where c.amount <> 0;
  insert into private.product_sums (product_id, is_month, begins, pieces, sales)
  select c.product_id, c.is_month, c.begins, c.pieces, c.sales from private.counted_product_sums() c;
end;
$$;

comment on function private.recount_sums is 'For the owner of the database, after rows were written with the triggers off: counts all sums anew. Purchases wait until it has finished.';
