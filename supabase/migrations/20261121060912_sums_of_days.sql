-- What the kept sums say of some days in a row: a figure, how many rows a table has, and the products that sold best.
-- Who reads: the statistics, and the totals of the tables.

create function private.sum_of_days(p_figure text, p_from date, p_to date) returns bigint
-- Definer, like the next: nobody reads the sums by hand.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(s.amount), 0)::bigint from private.sums_by_day s where s.figure = p_figure and s.day between p_from and p_to
  );
end;
$$;

comment on function private.sum_of_days is 'A figure of the days from p_from to p_to, both included.';

create function private.kept_total(p_rows text, p_filter jsonb) returns bigint
-- Definer: the same. Planned for each call: then the index finds figures by how they begin.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- An absent value is null; strip_nulls leaves what filters.
  filter constant jsonb := jsonb_strip_nulls(p_filter);
begin
  if filter - '{status,from,to}'::text[] <> '{}' then
    return null;
  end if;
  return (
    select coalesce(sum(s.amount), 0)::bigint from private.sums_by_day s
    where starts_with(s.figure, p_rows || ' ') and (filter ->> 'status' is null or s.figure = p_rows || ' ' || (filter ->> 'status'))
      and s.day between coalesce((filter ->> 'from')::date, '-infinity') and coalesce((filter ->> 'to')::date, 'infinity')
  );
end;
$$;

comment on function private.kept_total is
  'How many orders, transactions or products (p_rows: order, transaction, product) a filter of the dashboard leaves; null when it asks for more than a status and days, which must be counted.';

create function private.best_products(p_from date, p_to date, p_count integer)
returns table (product_id uuid, pieces bigint, sales bigint)
language plpgsql stable rows 5 security definer set search_path = '' as $$
#variable_conflict use_column
declare
  months date[];
  days date[];
  -- How many of the best of each day and month are looked at first.
  depth integer := 8;
  found_products uuid[];
  is_sure boolean;
begin
  -- Whole months, and this month so far: nothing of it is later than the last day.
  select coalesce(array_agg(m.begins), '{}') into months
  from (select generate_series(date_trunc('month', p_from), p_to, interval '1 month')::date as begins) m
  where m.begins >= p_from and (
    (m.begins + interval '1 month')::date - 1 <= p_to
    or not exists (
      select from private.product_sums s
      where not s.is_month and s.begins > p_to and s.begins < (m.begins + interval '1 month')::date
    )
  );
  select coalesce(array_agg(d.day), '{}') into days
  from (select generate_series(p_from, p_to, interval '1 day')::date as day) d
  where date_trunc('month', d.day)::date <> all (months);
  loop
    with tops as materialized (
      select l.is_month, l.begins, k.product_id, k.sales
      from (select true, unnest(months) union all select false, unnest(days)) l (is_month, begins)
      cross join lateral (
        select s.product_id, s.sales from private.product_sums s
        where s.is_month = l.is_month and s.begins = l.begins
        order by s.sales desc limit depth
      ) k
    ), lists as (
      -- The most that a product can have sold in a list that it is not in.
      select t.is_month, t.begins, case when count(*) = depth then min(t.sales) else 0 end as least
      from tops t group by t.is_month, t.begins
    ), unseen as (
      select coalesce(sum(l.least), 0) as most from lists l
    ), changed as (
      select distinct c.product_id from private.product_sum_changes c where c.day between p_from and p_to
    ), parts as (
      select t.product_id, sum(t.sales) as least, sum(t.sales - l.least) as above
      from tops t join lists l on l.is_month = t.is_month and l.begins = t.begins group by t.product_id
    ), seen as (
      -- Drops products whose maximum is below the minimum of enough others.
      select p.product_id from parts p cross join unseen u
      where p.above + u.most >= coalesce((
        select o.least from parts o where o.product_id not in (select c.product_id from changed c) order by o.least desc offset p_count - 1 limit 1
      ), 0)
      union
      select c.product_id from changed c
    ), totals as (
      select n.product_id, sum(k.sales) as sales
      from seen n
      cross join lateral (
        select s.sales from private.product_sums s where s.product_id = n.product_id and s.is_month and s.begins = any (months)
        union all
        select s.sales from private.product_sums s where s.product_id = n.product_id and not s.is_month and s.begins = any (days)
        union all
        select c.sales from private.product_sum_changes c where c.product_id = n.product_id and c.day between p_from and p_to
      ) k
      group by n.product_id
    ), best as (
      select t.product_id, t.sales from totals t where t.sales > 0 order by t.sales desc, t.product_id limit p_count
    )
    select array_agg(b.product_id), u.most = 0 or (count(b.product_id) = p_count and min(b.sales) > u.most)
    into found_products, is_sure
    from unseen u left join best b on true group by u.most;
    exit when is_sure or depth is null;
    depth := depth * 4;
  end loop;
  return query
    select f.product_id, sum(k.pieces)::bigint, sum(k.sales)::bigint
    from unnest(found_products) f (product_id)
    cross join lateral (
      select s.pieces, s.sales from private.product_sums s where s.product_id = f.product_id and s.is_month and s.begins = any (months)
      union all
      select s.pieces, s.sales from private.product_sums s where s.product_id = f.product_id and not s.is_month and s.begins = any (days)
      union all
      select c.pieces, c.sales from private.product_sum_changes c where c.product_id = f.product_id and c.day between p_from and p_to
    ) k
    group by f.product_id;
end;
$$;

comment on function private.best_products is
  'The products with the highest sales of the days p_from to p_to. Of each day and month only the best are read, and more of them '
  'until no other product can be among the best (Fagin''s threshold algorithm).';
