-- Sums of each day in Nairobi, kept for the dashboard: what was received, orders placed, products, accounts; and what was sold of each product.
-- Who writes: triggers of the tables that are counted note what changes, public.keep_sums() adds it up every minute. Who reads: the statistics.

create table private.day_sums (
  figure text not null,
  day date not null,
  amount bigint not null,
  primary key (figure, day) include (amount)
);

comment on table private.day_sums is 'One row for each figure and day, without what still stands in private.day_sum_changes. Read through private.sums_by_day.';
comment on column private.day_sums.figure is
  'By the day of the payment: received, settled (KES), parts (cents of accepted parts), payments; by that of the order: order and its status; '
  'by the day they were made: products (on sale), users.';

create table private.product_sums (
  product_id uuid not null,
  is_month boolean not null,
  begins date not null,
  pieces bigint not null,
  sales bigint not null,
  primary key (product_id, is_month, begins) include (pieces, sales)
);

comment on table private.product_sums is
  'What was sold of each product on a day, and again in a whole month, by the day of the payment. No foreign key: to add up sums must not wait for who buys.';
comment on column private.product_sums.sales is 'KES.';

-- The best of a day or a month without the others.
create index product_sums_best on private.product_sums (is_month, begins, sales desc, product_id);

-- Rows are only ever added, so two who buy at the same time never wait for each other here.
create table private.day_sum_changes (
  id bigint generated always as identity primary key,
  figure text not null,
  day date not null,
  amount bigint not null
);

comment on table private.day_sum_changes is 'What is to be added to private.day_sums; whoever reads the sums adds it too, so they are never old.';

create table private.product_sum_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  day date not null,
  pieces bigint not null,
  sales bigint not null
);

comment on table private.product_sum_changes is 'The same for private.product_sums.';

create view private.sums_by_day as
  select s.figure, s.day, s.amount from private.day_sums s
  union all
  select c.figure, c.day, c.amount from private.day_sum_changes c;

comment on view private.sums_by_day is 'The figures of the days as they are now: all rows of a figure and day added up.';

create function private.note_received(t public.transactions, p_sign integer) returns void
-- Definer, like all that follows: nobody writes the sums by hand.
language plpgsql security definer set search_path = '' as $$
declare
  day constant date := private.nairobi_day(t.decided_at);
begin
  if t.status <> 'completed' then
    return;
  end if;
  insert into private.day_sum_changes (figure, day, amount)
  select f.figure, day, p_sign * f.amount
  from (values
    ('received', t.amount::bigint),
    ('payments', 1),
    ('settled', case when t.settled_on is not null then t.amount else 0 end),
    ('parts', (select coalesce(sum(k.amount_cents), 0)::bigint from public.owner_tasks k where k.order_id = t.order_id and k.outcome = 'rest_due'))
  ) f (figure, amount)
  where f.amount <> 0;
  insert into private.product_sum_changes (product_id, day, pieces, sales)
  select i.product_id, day, p_sign * i.quantity, p_sign * i.quantity::bigint * i.price
  from public.order_items i where i.order_id = t.order_id;
end;
$$;

comment on function private.note_received is 'Adds a payment that was received to the sums of its day, or takes it out (p_sign -1).';

create function private.note_transaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.note_received(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.note_received(new, 1);
  end if;
  return null;
end;
$$;

create trigger note_sums_of_insert after insert on public.transactions
  for each row when (new.status = 'completed') execute function private.note_transaction();
create trigger note_sums_of_update after update of status, amount, decided_at, settled_on, order_id on public.transactions
  for each row when ((old.status = 'completed' or new.status = 'completed')
    and (old.status, old.amount, old.decided_at, old.settled_on, old.order_id)
      is distinct from (new.status, new.amount, new.decided_at, new.settled_on, new.order_id))
  execute function private.note_transaction();
create trigger note_sums_of_delete after delete on public.transactions
  for each row when (old.status = 'completed') execute function private.note_transaction();

create function private.note_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.day_sum_changes (figure, day, amount)
  select 'parts', private.nairobi_day(t.decided_at), c.cents
  from (
    select old.order_id, -old.amount_cents where tg_op <> 'INSERT' and old.outcome = 'rest_due'
    union all
    select new.order_id, new.amount_cents where tg_op <> 'DELETE' and new.outcome = 'rest_due'
  ) c (order_id, cents)
  join public.transactions t on t.order_id = c.order_id and t.status = 'completed'
  where c.cents <> 0;
  return null;
end;
$$;

comment on function private.note_part is 'A part that the owner accepted counts on the day of the payment of the rest.';

create trigger note_sums after insert or delete or update of outcome, amount_cents, order_id on public.owner_tasks
  for each row execute function private.note_part();

create function private.note_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Items are written before anything is paid: then this finds nothing.
  if tg_op <> 'INSERT' then
    insert into private.product_sum_changes (product_id, day, pieces, sales)
    select i.product_id, private.nairobi_day(t.decided_at), -i.quantity, -i.quantity::bigint * i.price
    from old_rows i join public.transactions t on t.order_id = i.order_id and t.status = 'completed';
  end if;
  if tg_op <> 'DELETE' then
    insert into private.product_sum_changes (product_id, day, pieces, sales)
    select i.product_id, private.nairobi_day(t.decided_at), i.quantity, i.quantity::bigint * i.price
    from new_rows i join public.transactions t on t.order_id = i.order_id and t.status = 'completed';
  end if;
  return null;
end;
$$;

create trigger note_sums_of_insert after insert on public.order_items referencing new table as new_rows
  for each statement execute function private.note_items();
create trigger note_sums_of_update after update on public.order_items referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_items();
create trigger note_sums_of_delete after delete on public.order_items referencing old table as old_rows
  for each statement execute function private.note_items();

create function private.note_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  insert into private.day_sum_changes (figure, day, amount)
  select case tg_table_name when 'orders' then 'order ' || (r.record ->> 'status') else tg_table_name end,
    private.nairobi_day((r.record ->> 'created_at')::timestamptz), r.sign
  from (values (was, -1), (becomes, 1)) r (record, sign)
  where r.record is not null and (tg_table_name <> 'products' or (r.record ->> 'is_active')::boolean);
  return null;
end;
$$;

comment on function private.note_row is 'An order, a product on sale or an account counts on the day it was made.';

create trigger note_sums after insert or delete on public.orders
  for each row execute function private.note_row();
create trigger note_sums_of_update after update of status, created_at on public.orders
  for each row when ((old.status, old.created_at) is distinct from (new.status, new.created_at)) execute function private.note_row();
create trigger note_sums after insert or delete on public.products
  for each row execute function private.note_row();
create trigger note_sums_of_update after update of is_active, created_at on public.products
  for each row when ((old.is_active, old.created_at) is distinct from (new.is_active, new.created_at)) execute function private.note_row();
create trigger note_sums after insert or delete on public.users
  for each row execute function private.note_row();
create trigger note_sums_of_update after update of created_at on public.users
  for each row when (old.created_at is distinct from new.created_at) execute function private.note_row();

create function private.keep_sums(p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept integer;
  part integer;
begin
  -- One at a time; whoever comes second leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtext('private.keep_sums')) then
    return 0;
  end if;
  with noted as (
    delete from private.day_sum_changes c
    where c.id in (select o.id from private.day_sum_changes o order by o.id limit p_limit)
    returning c.figure, c.day, c.amount
  ), added as (
    insert into private.day_sums as s (figure, day, amount)
    select n.figure, n.day, sum(n.amount) from noted n group by n.figure, n.day
    on conflict (figure, day) do update set amount = s.amount + excluded.amount
  )
  select count(*) into kept from noted;
  with noted as (
    delete from private.product_sum_changes c
    where c.id in (select o.id from private.product_sum_changes o order by o.id limit p_limit)
    returning c.product_id, c.day, c.pieces, c.sales
  ), added as (
    insert into private.product_sums as s (product_id, is_month, begins, pieces, sales)
    select n.product_id, m.is_month, m.begins, sum(n.pieces), sum(n.sales)
    from noted n
    cross join lateral (values (false, n.day), (true, date_trunc('month', n.day)::date)) m (is_month, begins)
    group by n.product_id, m.is_month, m.begins
    on conflict (product_id, is_month, begins) do update set pieces = s.pieces + excluded.pieces, sales = s.sales + excluded.sales
  )
  select count(*) into part from noted;
  return kept + part;
end;
$$;

comment on function private.keep_sums is 'Adds so many noted changes of each kind to the sums and forgets them. Returns how many.';
grant execute on function private.keep_sums to service_role;

create function public.keep_sums(p_limit integer default 20000) returns integer
language sql set search_path = '' as $$
  select private.keep_sums(p_limit);
$$;

comment on function public.keep_sums is 'Every minute: adds what has changed to the kept sums. Returns how many changes.';
grant execute on function public.keep_sums to service_role;

create function private.counted_sums(p_days daterange default null) returns table (figure text, day date, amount bigint)
-- Planned for the days of each call: without any, the conditions drop out.
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  since constant timestamptz := lower(p_days)::timestamp at time zone 'Africa/Nairobi';
  until constant timestamptz := upper(p_days)::timestamp at time zone 'Africa/Nairobi';
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
  select 'products', private.nairobi_day(p.created_at), count(*) from public.products p
  where p.is_active and (p_days is null or p.created_at >= since and p.created_at < until) group by 2
  union all
  select 'users', private.nairobi_day(u.created_at), count(*) from public.users u
  where p_days is null or u.created_at >= since and u.created_at < until group by 2;
end;
$$;

comment on function private.counted_sums is 'What private.day_sums must say of these days (all of them without), counted anew from every row.';

create function private.counted_product_sums(p_days daterange default null)
returns table (product_id uuid, is_month boolean, begins date, pieces bigint, sales bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  since constant timestamptz := lower(p_days)::timestamp at time zone 'Africa/Nairobi';
  until constant timestamptz := upper(p_days)::timestamp at time zone 'Africa/Nairobi';
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
language plpgsql security definer set search_path = '' as $$
begin
  -- Whoever has noted a change and not yet committed is waited for, and nobody notes one meanwhile.
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

comment on function private.recount_sums is 'For the owner of the database, after rows were written with the triggers off: counts all sums anew. Those who buy wait for it.';

create function private.sum_of_days(p_figure text, p_from date, p_to date) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(s.amount), 0)::bigint from private.sums_by_day s where s.figure = p_figure and s.day between p_from and p_to
  );
end;
$$;

comment on function private.sum_of_days is 'A figure of the days from p_from to p_to, both included.';

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
      -- What a product has at most in a list that it is not in.
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
      -- Without those that have less at most than enough others have at least.
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
