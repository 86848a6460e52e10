-- The searches behind the dashboard's tables of products, orders, transactions and people: one page, sorted, and the total.
-- Who calls: admins with their own token.

create function private.find_products(
  p_search text, p_category text, p_state text, p_stock text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, out ids uuid[], out total bigint
)
-- Definer: under row-level security Postgres asks the policy before any "like", so no index could find a word.
-- Names and counts alone; the rows themselves are read by the caller.
language plpgsql stable security definer set search_path = '' as $$
declare
  direction text := case when p_descending then 'desc' else 'asc' end;
  sorted_by text := case p_sort
    when 'name' then 'lower(p.name)' when 'price' then 'p.price' when 'stock' then 'p.stock'
    when 'updatedAt' then 'p.updated_at' when 'createdAt' then 'p.created_at'
  end;
  wanted text := 'true';
  page_size integer := least(p_limit, 500);
  page_start integer := greatest(p_offset, 0);
  word text;
  has_words boolean := false;
begin
  perform private.require_admin();
  if sorted_by is null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
  end if;
  if p_category <> '' then
    wanted := wanted || format(' and p.category = %L', p_category);
  end if;
  wanted := wanted
    || case p_state when 'active' then ' and p.is_active' when 'archived' then ' and not p.is_active' else '' end
    || case p_stock when 'in' then ' and p.stock > 0' when 'low' then ' and p.stock between 1 and 5'
      when 'out' then ' and p.stock = 0' else '' end;
  -- Every word, wherever it stands. More than eight narrow nothing down that eight do not.
  for word in
    select w from regexp_split_to_table(private.folded(left(p_search, 200)), '\s+') w where w <> '' limit 8
  loop
    has_words := true;
    wanted := wanted || format(' and p.search_text like %L',
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end loop;
  if has_words then
    -- Found through their words first: walking the order until fifty fit may walk nearly all of it.
    execute format('with found as materialized (select p.id, %s as place from public.products p where %s)
      select array(select f.id from found f order by f.place %s, f.id %s limit %s offset %s), (select count(*) from found)',
      sorted_by, wanted, direction, direction, page_size, page_start) into ids, total;
  else
    execute format('select array(select p.id from public.products p where %s order by %s %s, p.id %s limit %s offset %s),
      (select count(*) from public.products p where %s)',
      wanted, sorted_by, direction, direction, page_size, page_start, wanted) into ids, total;
  end if;
end;
$$;

comment on function private.find_products is 'Which products stand on a page of the dashboard''s table, and how many on all. PT400, PT403.';
grant execute on function private.find_products to authenticated;

create function public.find_products(
  p_search text default '', p_category text default '', p_state text default '', p_stock text default '',
  p_sort text default 'name', p_descending boolean default false, p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('total', f.total, 'products', coalesce((
    select jsonb_agg(private.product_as_json(p) order by t.place)
    from unnest(f.ids) with ordinality t (id, place) join public.products p on p.id = t.id
  ), '[]'))
  from private.find_products(p_search, p_category, p_state, p_stock, p_sort, p_descending, p_limit, p_offset) f;
$$;

comment on function public.find_products is
  '{total, products: AdminProduct[]}. p_state: active, archived; p_stock: in, low (1 to 5 on the shelf), out; p_sort: name, price, stock, '
  'updatedAt, createdAt. All words of p_search, in any of name, brand, model, slug, keywords. PT400, PT403.';
grant execute on function public.find_products to authenticated;

create function private.order_conditions(p_filter jsonb) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(condition, ' and '), 'true')
  from (
    select format('o.search_text like %L', pattern) as condition
    from unnest(private.order_search_patterns(p_filter ->> 'text')) pattern
    union all select format('o.status = %L', p_filter ->> 'status') where p_filter ->> 'status' is not null
    -- Days are Nairobi's.
    union all select format('o.created_at >= %L', ((p_filter ->> 'from')::date)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'from' is not null
    union all select format('o.created_at < %L', ((p_filter ->> 'to')::date + 1)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'to' is not null
    union all select format('o.total_amount >= %L::integer', (p_filter ->> 'min')::integer) where p_filter ->> 'min' is not null
    union all select format('o.total_amount <= %L::integer', (p_filter ->> 'max')::integer) where p_filter ->> 'max' is not null
    union all select 'exists (select 1 from public.owner_tasks k where k.order_id = o.id and k.closed_at is null)'
      where (p_filter ->> 'hasTask')::boolean
    union all select format('(o.created_at, o.id) < (%L::timestamptz, %L::uuid)',
      (p_filter -> 'after' ->> 'at')::timestamptz, (p_filter -> 'after' ->> 'id')::uuid) where p_filter ? 'after'
  ) conditions;
$$;

comment on function private.order_conditions is
  'A filter as SQL about orders o: text, status, from and to (Nairobi days, both included), min and max (KES), hasTask, after ({at, id} of '
  'the last one seen, newest first). What is absent does not filter.';

create function private.find_orders(
  p_filter jsonb, p_sort text, p_descending boolean, p_limit integer, p_offset integer
) returns uuid[]
-- Definer: LIKE is not leakproof, so under row-level security no search could use the trigram index. It tells an admin
-- nothing but ids; the rows are then read under the policies.
language plpgsql stable security definer set search_path = '' as $$
declare
  direction text := case when p_descending then 'desc' else 'asc' end;
  sorted_by text := case p_sort when 'totalAmount' then 'total_amount' else 'created_at' end;
  found_ids uuid[];
begin
  perform private.require_admin();
  execute format(
    'select array(select o.id from public.orders o where %s order by o.%I %s, o.id %s limit %s offset %s)',
    private.order_conditions(p_filter), sorted_by, direction, direction, p_limit, p_offset
  ) into found_ids;
  return found_ids;
end;
$$;

comment on function private.find_orders is 'The ids of one page of orders, in their order. PT403.';

create function private.count_orders(p_filter jsonb) returns bigint
-- Definer: as private.find_orders().
language plpgsql stable security definer set search_path = '' as $$
declare
  counted bigint;
begin
  perform private.require_admin();
  execute 'select count(*) from public.orders o where ' || private.order_conditions(p_filter) into counted;
  return counted;
end;
$$;

comment on function private.count_orders is 'How many orders a filter means. PT403.';
grant execute on function private.find_orders, private.count_orders to authenticated;

create function private.find_transactions(p_filter jsonb, p_limit integer, p_offset integer, out ids uuid[], out total bigint)
-- Definer: LIKE is not leakproof, so under row-level security no search could use a trigram index. It tells an admin
-- nothing but ids and their number; the rows are then read under the policies.
-- A word that stands in nearly every order is found in memory too.
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
declare
  said text := btrim(left(coalesce(p_filter ->> 'text', ''), 200));
  wanted text;
  page_of text;
begin
  perform private.require_admin();
  select coalesce(string_agg(condition, ' and '), 'true') into wanted
  from (
    select format('t.status = %L', p_filter ->> 'status') as condition where p_filter ->> 'status' is not null
    -- Days are Nairobi's.
    union all select format('t.created_at >= %L', ((p_filter ->> 'from')::date)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'from' is not null
    union all select format('t.created_at < %L', ((p_filter ->> 'to')::date + 1)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'to' is not null
    union all select format('t.amount >= %L::integer', (p_filter ->> 'min')::integer) where p_filter ->> 'min' is not null
    union all select format('t.amount <= %L::integer', (p_filter ->> 'max')::integer) where p_filter ->> 'max' is not null
    union all select format('t.order_id = %L::uuid', (p_filter ->> 'orderId')::uuid) where p_filter ->> 'orderId' is not null
  ) conditions;
  page_of := format('order by t.created_at desc, t.id desc limit %s offset %s', least(greatest(p_limit, 0), 1000), greatest(p_offset, 0));
  if said = '' then
    execute format('select array(select t.id from public.transactions t where %s %s), (select count(*) from public.transactions t where %s)',
      wanted, page_of, wanted) into ids, total;
    return;
  end if;
  -- By what the bank and the shop call the payment, by its order, or by any other transaction that the bank named for it.
  execute format($query$
    with found as materialized (
      select t.id, t.created_at from public.transactions t where t.search_text like %1$L and %4$s
      union
      select t.id, t.created_at from public.orders o join public.transactions t on t.order_id = o.id where %2$s and %4$s
      union
      select t.id, t.created_at from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = %3$L and %4$s
    )
    select array(select t.id from found t %5$s), (select count(*) from found)
  $query$, '%' || regexp_replace(lower(said), '([\\%_])', '\\\1', 'g') || '%',
    (select coalesce(string_agg(format('o.search_text like %L', pattern), ' and '), 'false')
      from unnest(private.order_search_patterns(said)) pattern),
    said, wanted, page_of) into ids, total;
end;
$$;

comment on function private.find_transactions is
  'The ids of one page of transactions, newest first, and how many there are. p_filter: text, status, from and to (Nairobi days, both '
  'included), min and max (KES), orderId; what is absent does not filter. PT403.';
grant execute on function private.find_transactions to authenticated;

create function public.list_transaction_page(p_filter jsonb default '{}', p_page integer default 1, p_page_size integer default 50)
returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_size integer := least(greatest(p_page_size, 1), 1000);
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('total', f.total, 'rows', coalesce((
      select jsonb_agg(private.transaction_row_as_json(p.id) order by p.place) from unnest(f.ids) with ordinality p (id, place)
    ), '[]'))
    from private.find_transactions(p_filter, page_size, (greatest(p_page, 1) - 1) * page_size) f
  );
end;
$$;

comment on function public.list_transaction_page is
  '{total, rows: TransactionRow[]}, newest first; filters as private.find_transactions(), 1,000 rows at most. PT403.';
grant execute on function public.list_transaction_page to authenticated;

create function private.find_people(
  p_search text, p_role text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, out ids uuid[], out total bigint
)
-- Definer: LIKE is not leakproof, so under row-level security no search could use the trigram index. It tells an admin
-- nothing but ids; the rows are then read under the policies.
language plpgsql stable security definer set search_path = '' as $$
declare
  direction text := case when p_descending then 'desc' else 'asc' end;
  sorted_by text := case p_sort when 'name' then 'lower(u.name)' when 'createdAt' then 'u.created_at' end;
  page_size integer := least(greatest(p_limit, 1), 200);
  page_start integer := greatest(p_offset, 0);
  words text;
  wanted text;
begin
  perform private.require_admin();
  if sorted_by is null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
  end if;
  select string_agg(format('u.search_text like %L', pattern), ' and ') into words
  from unnest(private.order_search_patterns(p_search)) pattern;
  wanted := coalesce(words, 'true') || case when p_role in ('admin', 'customer') then format(' and u.role = %L', p_role) else '' end;
  if words is not null then
    -- Found through their words first: walking the order until a page is full may walk nearly all of it.
    execute format('with found as materialized (select u.id, %s as place from public.users u where %s)
      select array(select f.id from found f order by f.place %s, f.id %s limit %s offset %s), (select count(*) from found)',
      sorted_by, wanted, direction, direction, page_size, page_start) into ids, total;
  else
    execute format('select array(select u.id from public.users u where %s order by %s %s, u.id %s limit %s offset %s),
      (select count(*) from public.users u where %s)',
      wanted, sorted_by, direction, direction, page_size, page_start, wanted) into ids, total;
  end if;
end;
$$;

comment on function private.find_people is 'Which accounts stand on a page of the dashboard''s table, and how many on all. PT400, PT403.';
grant execute on function private.find_people to authenticated;

create function public.find_people(
  p_search text default '', p_role text default '', p_sort text default 'createdAt', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('total', f.total, 'people', coalesce((
    select jsonb_agg(private.user_as_json(u) || jsonb_build_object(
      'orders', (select count(*) from public.orders o where o.user_id = u.id)
    ) order by t.place)
    from unnest(f.ids) with ordinality t (id, place) join public.users u on u.id = t.id
  ), '[]'))
  from private.find_people(p_search, p_role, p_sort, p_descending, p_limit, p_offset) f;
$$;

comment on function public.find_people is
  '{total, people: Person[]}. All words of p_search, in any of name, e-mail, phone; p_role: admin, customer or all; p_sort: createdAt, name. PT400, PT403.';
grant execute on function public.find_people to authenticated;
