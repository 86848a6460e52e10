-- The searches behind the dashboard's tables of products, orders, transactions and people: one page, sorted, and the total.
-- Who calls: admins with their own token.

-- Definer, all four of them: LIKE is not leakproof, so under row-level security Postgres asks the policy first and no
-- search could use an index of words. They tell an admin nothing but ids and their number; the rows are then read under the policies.

create function private.page_of_ids(
  p_query text, p_descending boolean, p_limit integer, p_offset integer, p_match_first boolean default false, p_count boolean default true,
  out ids uuid[], out total bigint
)
language plpgsql stable set search_path = '' as $$
begin
  execute format(
    'with found as %s (%s) select array(select f.id from found f order by f.place %s, f.id %3$s limit %s offset %s), %s',
    -- For words that match few rows: walking the order until a page is full may walk nearly all of the table.
    case when p_match_first then 'materialized' else 'not materialized' end,
    p_query, case when p_descending then 'desc' else 'asc' end, greatest(p_limit, 0), greatest(p_offset, 0),
    case when p_count then '(select count(*) from found)' else '0::bigint' end
  ) into ids, total;
end;
$$;

comment on function private.page_of_ids is
  'One page of a query that selects id and place, the value to sort by (equal ones by id), and with p_count the number of all rows, else 0. '
  'p_match_first: finds all rows before it sorts them.';

create function private.matches_words(p_column text, p_patterns text[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(format('%s like %L', p_column, pattern), ' and ') from unnest(p_patterns) pattern
  );
end;
$$;

comment on function private.matches_words is 'The condition that a column matches every pattern; null without any.';

create function private.matches_filter(p_filter jsonb, p_amount_column text) returns text
language sql stable set search_path = '' as $$
  -- A condition about an absent value is null. Days are Nairobi's.
  select private.conditions(
    'r.status = ' || quote_literal(p_filter ->> 'status'),
    'r.created_at >= ' || quote_literal(private.nairobi_midnight((p_filter ->> 'from')::date)),
    'r.created_at < ' || quote_literal(private.nairobi_midnight((p_filter ->> 'to')::date + 1)),
    format('r.%I >= ', p_amount_column) || (p_filter ->> 'min')::integer,
    format('r.%I <= ', p_amount_column) || (p_filter ->> 'max')::integer
  );
$$;

comment on function private.matches_filter is
  'The conditions that orders and transactions (r) share: status, from and to (days, both included), min and max (KES). What is absent does not filter.';

create function private.find_products(
  p_search text, p_category text, p_state text, p_stock text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, out ids uuid[], out total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := private.matches_words('r.search_text', private.search_patterns(p_search));
  sorted_by text := case p_sort
    when 'name' then 'lower(r.name) collate private.natural_order' when 'price' then 'r.price' when 'stock' then 'r.stock'
    when 'updatedAt' then 'r.updated_at' when 'createdAt' then 'r.created_at'
  end;
begin
  perform private.require_admin();
  if sorted_by is null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
  end if;
  select f.ids, f.total into ids, total from private.page_of_ids(
    format('select r.id, %s as place from public.products r where ', sorted_by) || private.conditions(
      'r.category = ' || quote_literal(nullif(p_category, '')),
      case p_state when 'active' then 'r.is_active' when 'archived' then 'not r.is_active' end,
      case p_stock when 'in' then 'r.stock > 0' when 'low' then 'r.stock between 1 and private.low_stock()' when 'out' then 'r.stock = 0' end,
      words
    ), p_descending, least(p_limit, 500), p_offset, words is not null) f;
end;
$$;

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
  '{total, products: AdminProduct[]}. p_state: active, archived; p_stock: in, low (1 to private.low_stock() pieces), out; p_sort: name, price, '
  'stock, updatedAt, createdAt. All words of p_search, in any of name, brand, model, slug, keywords. PT400, PT403.';
grant execute on function public.find_products to authenticated;

create function private.refunded_paid_orders() returns uuid[]
language sql stable set search_path = '' as $$
  -- Materialized: the money is added up for the few orders with a refund only.
  with given as materialized (
    select o.id from public.orders o
    where o.status = 'paid' and exists (select 1 from public.refunds r where r.order_id = o.id)
  )
  select coalesce(array_agg(g.id), '{}') from given g where private.is_all_refunded(g.id);
$$;

comment on function private.refunded_paid_orders is 'The paid orders whose money was all given back: nothing of them is to be sent.';

create function private.order_conditions(p_filter jsonb) returns text
language sql stable set search_path = '' as $$
  select private.conditions(
    private.matches_words('r.search_text', private.customer_search_patterns(p_filter ->> 'text')),
    private.matches_filter(p_filter, 'total_amount'),
    case when p_filter ->> 'accountId' is not null then format('r.user_id = %L', (p_filter ->> 'accountId')::uuid) end,
    case when (p_filter ->> 'hasTask')::boolean then
      'exists (select 1 from public.owner_tasks k where k.order_id = r.id and k.closed_at is null)' end,
    case when (p_filter ->> 'toSend')::boolean then
      $text$r.status = 'paid' and r.id <> all ((select private.refunded_paid_orders())::uuid[])$text$ end,
    case when p_filter ? 'after' then format('(r.created_at, r.id) < (%L::timestamptz, %L::uuid)',
      (p_filter -> 'after' ->> 'at')::timestamptz, (p_filter -> 'after' ->> 'id')::uuid) end
  );
$$;

comment on function private.order_conditions is
  'A filter of orders (r): text, accountId, hasTask, toSend (paid and not all given back), after ({at, id} of the last one seen, newest first), and as private.matches_filter().';

create function private.find_orders(
  p_filter jsonb, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_count boolean default true,
  out ids uuid[], out total bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  select f.ids, f.total into ids, total from private.page_of_ids(
    format('select r.id, r.%I as place from public.orders r where ', case p_sort when 'totalAmount' then 'total_amount' else 'created_at' end)
    || private.order_conditions(p_filter), p_descending, p_limit, p_offset, p_count => p_count) f;
end;
$$;

comment on function private.find_orders is 'The ids of one page of orders, and with p_count how many there are, else 0. p_filter: see private.order_conditions(). PT403.';
grant execute on function private.find_orders to authenticated;

create function private.bank_numbers_begin(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := ltrim(lower(p_typed), '{');
begin
  return (
    select string_agg(format(
      '(left(%1$s, 12) like %2$L and %1$s like %3$L)',
      format('ltrim(lower(a.answer ->> %L), ''{'')', key), private.prefix_pattern(left(typed, 12)), private.prefix_pattern(typed)
    ), ' or ')
    from unnest(array['transactionIndex', 'bankReference', 'authorisationCode']) key
  );
end;
$$;

comment on function private.bank_numbers_begin is
  'The condition that one of the bank''s numbers in an answer (a) begins like that, in capitals or not, with the brace of an index or without it.';

create function private.find_transactions(p_filter jsonb, p_limit integer, p_offset integer, out ids uuid[], out total bigint)
-- A word that is in nearly every order is found in memory too.
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
declare
  typed text := nullif(btrim(left(p_filter ->> 'text', 200)), '');
  -- May be typed without the letters with which all of them begin.
  reference text := 'DON-' || substring(typed from '^(?:[Dd][Oo][Nn]-)?([0-9]{1,6})$');
  filter text := private.conditions(private.matches_filter(p_filter, 'amount'), 'r.order_id = ' || quote_literal((p_filter ->> 'orderId')::uuid));
begin
  perform private.require_admin();
  select f.ids, f.total into ids, total from private.page_of_ids(
    case when typed is null then 'select r.id, r.created_at as place from public.transactions r where ' || filter
    -- By its reference, by its order, or by what the bank calls it or any other transaction that it named for it.
    else format('
      select r.id, r.created_at as place from public.transactions r where r.reference like %1$L and %4$s
      union
      select r.id, r.created_at from public.orders o join public.transactions r on r.order_id = o.id where %2$s and %4$s
      union
      select r.id, r.created_at from private.gateway_answers a join public.transactions r on r.id = a.transaction_id
      where (%3$s) and %4$s',
      private.prefix_pattern(reference),
      coalesce(private.matches_words('o.search_text', private.customer_search_patterns(typed)), 'false'),
      private.bank_numbers_begin(typed), filter)
    end, true, least(p_limit, 1000), p_offset, typed is not null) f;
end;
$$;

comment on function private.find_transactions is
  'The ids of one page of transactions, newest first, and how many there are. p_filter: orderId, as private.matches_filter(), and text: words of '
  'the order as private.order_conditions(), or how the reference, the bank''s index, its reference or its authorisation code begins. PT403.';
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

create function public.list_transactions(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('total', f.total, 'rows', coalesce((
      select jsonb_agg(private.transaction_as_json(p.id) order by p.place) from unnest(f.ids) with ordinality p (id, place)
    ), '[]'))
    from private.find_transactions('{}', least(p_limit, 500), p_offset) f
  );
end;
$$;

comment on function public.list_transactions is 'A page of all transactions, newest first: {total, rows: Transaction[]}, 500 at most. PT403.';
grant execute on function public.list_transactions to authenticated;

create function private.find_people(
  p_search text, p_role text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, out ids uuid[], out total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := private.matches_words('r.search_text', private.customer_search_patterns(p_search));
  of_role text := case when p_role in ('admin', 'customer') then 'r.role = ' || quote_literal(p_role) end;
  sorted_by text := case p_sort when 'name' then 'lower(r.name)' when 'createdAt' then 'r.created_at' end;
begin
  perform private.require_admin();
  if sorted_by is null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
  end if;
  select f.ids, f.total into ids, total from private.page_of_ids(
    format('select r.id, %s as place from public.users r where ', sorted_by) || private.conditions(words, of_role),
    p_descending, least(greatest(p_limit, 1), 200), p_offset, words is not null) f;
end;
$$;

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
