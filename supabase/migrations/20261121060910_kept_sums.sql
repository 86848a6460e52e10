-- Sums of each day in Nairobi, kept for the dashboard: what was received, orders, transactions, products, accounts, lines of the bank's statements; and what was sold
-- of each product.
-- Who writes: triggers of the tables that are counted note what changes, public.keep_sums() adds it up every minute. Who reads: the statistics, the settlement, and the totals of the tables.

create table private.day_sums (
  -- In byte order, so that the index finds figures by how they begin.
  figure text collate "C" not null,
  day date not null,
  amount bigint not null,
  primary key (figure, day) include (amount)
);

comment on table private.day_sums is 'One row for each figure and day, without what still stands in private.day_sum_changes. Read through private.sums_by_day.';
comment on column private.day_sums.figure is
  'By the day of the payment: received, settled (KES), parts (cents of accepted parts), payments; by the day they '
  'were made: order and its status, transaction and its status, product active and product archived, users; by that of a line of a statement, in cents: '
  'line settled, line returned, line fees.';

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
  figure text collate "C" not null,
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
  -- The figures in which the row counted, and counts now; null for none. The row that an event does not have is null too.
  was text;
  becomes text;
begin
  -- Not every table has a status: a field is looked up only where it is read.
  if tg_table_name = 'products' then
    was := 'product ' || case old.is_active when true then 'active' when false then 'archived' end;
    becomes := 'product ' || case new.is_active when true then 'active' when false then 'archived' end;
  elsif tg_table_name = 'users' then
    was := case when tg_op <> 'INSERT' then 'users' end;
    becomes := case when tg_op <> 'DELETE' then 'users' end;
  else
    was := rtrim(tg_table_name, 's') || ' ' || old.status;
    becomes := rtrim(tg_table_name, 's') || ' ' || new.status;
  end if;
  if was is not null then
    insert into private.day_sum_changes (figure, day, amount) values (was, private.nairobi_day(old.created_at), -1);
  end if;
  if becomes is not null then
    insert into private.day_sum_changes (figure, day, amount) values (becomes, private.nairobi_day(new.created_at), 1);
  end if;
  return null;
end;
$$;

comment on function private.note_row is 'An order, a transaction, a product or an account counts on the day it was made.';

create trigger note_sums after insert or delete on public.orders
  for each row execute function private.note_row();
create trigger note_sums_of_update after update of status, created_at on public.orders
  for each row when ((old.status, old.created_at) is distinct from (new.status, new.created_at)) execute function private.note_row();
create trigger note_count after insert or delete on public.transactions
  for each row execute function private.note_row();
create trigger note_count_of_update after update of status, created_at on public.transactions
  for each row when ((old.status, old.created_at) is distinct from (new.status, new.created_at)) execute function private.note_row();
create trigger note_sums after insert or delete on public.products
  for each row execute function private.note_row();
create trigger note_sums_of_update after update of is_active, created_at on public.products
  for each row when ((old.is_active, old.created_at) is distinct from (new.is_active, new.created_at)) execute function private.note_row();
create trigger note_sums after insert or delete on public.users
  for each row execute function private.note_row();
create trigger note_sums_of_update after update of created_at on public.users
  for each row when (old.created_at is distinct from new.created_at) execute function private.note_row();

create function private.figures_of_line(l public.statement_lines) returns table (figure text, cents bigint)
language sql immutable set search_path = '' as $$
  values
    ('line settled', case when l.transaction_id is not null then l.amount_cents else 0 end),
    ('line returned', greatest(-l.amount_cents, 0)),
    ('line fees', l.fee_cents);
$$;

comment on function private.figures_of_line is 'What a line of a statement adds to the sums of its day.';

create function private.note_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A statement has thousands of lines of few days.
  if tg_op <> 'INSERT' then
    insert into private.day_sum_changes (figure, day, amount)
    select f.figure, l.day, -sum(f.cents) from old_rows l cross join lateral private.figures_of_line(l) f where f.cents <> 0 group by f.figure, l.day;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.day_sum_changes (figure, day, amount)
    select f.figure, l.day, sum(f.cents) from new_rows l cross join lateral private.figures_of_line(l) f where f.cents <> 0 group by f.figure, l.day;
  end if;
  return null;
end;
$$;

create trigger note_sums_of_insert after insert on public.statement_lines referencing new table as new_rows
  for each statement execute function private.note_lines();
create trigger note_sums_of_update after update on public.statement_lines referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_lines();
create trigger note_sums_of_delete after delete on public.statement_lines referencing old table as old_rows
  for each statement execute function private.note_lines();

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
