-- The dashboard's tables of products, orders, transactions and users, a page at a time; exports;
-- and everything about one order.
-- Who calls: admins with their own token; row-level security decides what there is to see.
set check_function_bodies = off;

-- Definer, all that search: LIKE is not leakproof, so under row-level security Postgres asks the policy first and no
-- search could use an index of words. Each asks first whether an admin calls.

create function private.page_of_ids(
  p_query text, p_descending boolean, p_limit integer, p_after jsonb default null, p_match_first boolean default false,
  out ids text[], out after jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  page_size constant integer := greatest(p_limit, 1);
  is_key constant boolean := jsonb_typeof(p_after) = 'array';
  places text[];
begin
  -- One more than is shown: whether the list goes on.
  execute format(
    'with found as %s (%s)
    select array_agg(f.id::text), array_agg(f.place::text)
    from (select * from found f where %s order by f.place %s, f.id %4$s limit %s offset %s) f',
    -- For words that match few rows: walking the order until a page is full may walk nearly all of the table.
    case when p_match_first then 'materialized' else 'not materialized' end, p_query,
    case when is_key then format(
      -- The place by itself too: the id may be made of several tables, of which an index knows nothing.
      'f.place %s= %L and (f.place, f.id) %1$s (%2$L, %L)',
      case when p_descending then '<' else '>' end, p_after ->> 0, p_after ->> 1
    ) else 'true' end,
    case when p_descending then 'desc' else 'asc' end, page_size + 1,
    case when jsonb_typeof(p_after) = 'number' then greatest(p_after::integer, 0) else 0 end
  ) into ids, places;
  if cardinality(ids) > page_size then
    -- As text, and so to the microsecond, or the next row would be listed twice or never.
    after := jsonb_build_array(places[page_size], ids[page_size]);
  end if;
  ids := coalesce(ids[:page_size], '{}');
exception when data_exception then
  raise sqlstate 'PT400' using message = 'invalid_cursor';
end;
$$;

comment on function private.page_of_ids is
  'One page of a query that selects id and place, the value to sort by (equal ones by id), from '
  'behind p_after: place and id of the last row that was shown, which an index finds; or a number of rows, for whoever '
  'knows no more than that. after is the p_after of the next page, null on the last. p_match_first: finds all rows '
  'before it sorts them. PT400 invalid_cursor.';

create function private.matches_words(p_column text, p_patterns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('%s like %L', p_column, pattern), ' and ') from unnest(p_patterns) pattern;
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
  'The conditions that orders and transactions (r) share: status, from and to (days, both included), min and max '
  '(KES). What is absent does not filter.';

create function private.labels_missing(p public.products) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.label)
  from private.values_missing(
    p.category, p.specs, array(select f.key from private.product_figures f where f.product_id = p.id)
  ) a;
$$;

create function public.find_products(
  p_search text default '', p_category text default '', p_state text default '', p_stock text default '',
  p_sort text default 'name', p_descending boolean default false, p_limit integer default 50,
  p_after jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := private.matches_words('r.search_text', private.search_patterns(p_search));
  source text := case p_state when 'deleted' then 'private.deleted_products()' else 'public.products' end;
  found record;
  page jsonb;
  sorted_by text := case p_sort
    when 'name' then 'lower(r.name) collate private.natural_order'
    when 'price' then 'r.price'
    when 'stock' then 'r.stock'
    when 'updatedAt' then 'r.updated_at' when 'createdAt' then 'r.created_at'
  end;
begin
  perform private.require_permission('products.read');
  perform private.refuse_invalid(sorted_by is null, 'unknown order');
  if p_state = 'deleted' then
    perform private.require_permission('products.write');
  end if;
  select * into found from private.page_of_ids(
    format('select r.id, %s as place from %s r where ', sorted_by, source) || private.conditions(
      'r.category = ' || quote_literal(nullif(p_category, '')),
      case p_state when 'active' then 'r.is_active' when 'archived' then 'not r.is_active'
        when 'incomplete' then 'r.is_active and private.labels_missing(r) is not null' end,
      case p_stock
        when 'in' then 'r.stock > 0'
        when 'low' then 'r.stock between 1 and private.low_stock()'
        when 'out' then 'r.stock = 0'
      end,
      words
    ), p_descending, least(p_limit, 500), p_after, words is not null);
  execute format('select coalesce(jsonb_agg(private.product_as_json(p) || %s order by t.place), %L)
    from unnest($1) with ordinality t (id, place) join %s p on p.id = t.id::uuid',
    case p_state
      when 'incomplete' then $missing$jsonb_build_object('missing', private.labels_missing(p))$missing$
      else $nothing$'{}'$nothing$
    end,
    '[]', source) into page using found.ids;
  return jsonb_build_object('rows', page, 'after', found.after);
end;
$$;

comment on function public.find_products is
  'PageOfRows of AdminProduct, 500 at most. p_state: active, archived, deleted (updatedAt is when), incomplete (on '
  'sale, with missing); p_stock: in, low (1 to private.low_stock() pieces), out; p_sort: name, price, stock, '
  'updatedAt, createdAt. All words of p_search, in any of name, brand, model, slug, keywords. PT400, PT403.';
grant execute on function public.find_products to authenticated;

create view private.orders_to_send as
select o.id, o.created_at from public.orders o
-- The money is added up for the few orders with a refund only.
where o.status = 'paid' and case when exists (
  select 1 from private.shares s where s.order_id = o.id and s.refund_id is not null
) then (private.book_of_order(o.id)).has_money else true end;

comment on view private.orders_to_send is 'The paid orders whose money was not all given back: they are to be packed.';
grant select on private.orders_to_send to service_role;

create function private.order_conditions(p_filter jsonb) returns text
language sql stable set search_path = '' as $$
  select private.conditions(
    private.matches_words('r.search_text', private.customer_search_patterns(p_filter ->> 'text')),
    private.matches_filter(p_filter, 'total_amount'),
    case when p_filter ->> 'accountId' is not null then format('r.user_id = %L', (p_filter ->> 'accountId')::uuid) end,
    case when (p_filter ->> 'hasTask')::boolean then
      'exists (select 1 from public.owner_tasks k where k.order_id = r.id and k.closed_at is null)' end,
    case when (p_filter ->> 'toSend')::boolean then
      $text$r.status = 'paid' and r.id in (select s.id from private.orders_to_send s)$text$ end
  );
$$;

comment on function private.order_conditions is
  'A filter of orders (r): text, accountId, hasTask, toSend (paid and not all given back), and as '
  'private.matches_filter().';

create function private.find_orders(
  p_filter jsonb, p_sort text, p_descending boolean, p_limit integer, p_after jsonb default null,
  out ids uuid[], out after jsonb
)
language sql stable security definer set search_path = '' as $$
  select private.require_permission('orders.read');
  select f.ids::uuid[], f.after from private.page_of_ids(
    format(
      'select r.id, r.%I as place from public.orders r where ',
      case p_sort when 'totalAmount' then 'total_amount' else 'created_at' end
    ) || private.order_conditions(p_filter), p_descending, p_limit, p_after) f;
$$;

comment on function private.find_orders is
  'The ids of one page of orders. p_filter: see private.order_conditions(); the page as private.page_of_ids(). PT403.';
grant execute on function private.find_orders to authenticated;

create function private.find_transactions(
  p_filter jsonb, p_limit integer, p_after jsonb default null, out ids uuid[], out after jsonb
)
-- A word that is in nearly every order is found in memory too.
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
declare
  typed text := nullif(btrim(left(coalesce(p_filter ->> 'code', p_filter ->> 'text'), 200)), '');
  words text := private.matches_words('o.search_text', private.customer_search_patterns(p_filter ->> 'text'));
  filter text := private.conditions(
    private.matches_filter(p_filter, 'amount'), 'r.order_id = ' || quote_literal((p_filter ->> 'orderId')::uuid)
  );
begin
  perform private.require_permission('payments.read');
  select f.ids, f.after into ids, after from private.page_of_ids(
    case when typed is null then 'select r.id, r.created_at as place from public.transactions r where ' || filter
    -- By its reference, by its order, by what the bank calls it or any other transaction that it named for it,
    -- or a refund of it.
    else format('
      select r.id, r.created_at as place from public.transactions r
      where (r.reference like %1$L or r.trace = lower(%5$L)) and %4$s
      union
      select r.id, r.created_at from public.refunds f join public.transactions r on r.id = f.transaction_id
      where lower(f.bank_reference) like %3$L and %4$s
      union
      select r.id, r.created_at from public.orders o join public.transactions r on r.order_id = o.id where %2$s and %4$s
      union
      select r.id, r.created_at from private.gateway_answers a join public.transactions r on r.id = a.transaction_id
      where private.bank_numbers(a.answer) like %3$L and %4$s',
      private.like_pattern(upper(typed)),
      coalesce(words, 'false'), private.like_pattern(lower(typed)), filter, p_filter ->> 'code')
    end, true, p_limit, p_after, typed is not null) f;
end;
$$;

comment on function private.find_transactions is
  'The ids of one page of transactions, newest first, as private.page_of_ids(). p_filter: orderId, as '
  'private.matches_filter(), and text: words of the order as private.order_conditions(), or any part of the reference, '
  'the bank''s index, its reference, its authorisation code or its reference of a refund, or code: the same without '
  'the words of the order, or the whole trace. PT403.';
grant execute on function private.find_transactions to authenticated;

create function public.list_transaction_page(
  p_filter jsonb default '{}', p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: the names of those who recorded and reversed are read with their admin alone.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('payments.read');
  select jsonb_build_object('after', f.after, 'rows', coalesce((
    select jsonb_agg(private.transaction_row_as_json(p.id) order by p.place)
    from unnest(f.ids) with ordinality p (id, place)
  ), '[]'))
  from private.find_transactions(p_filter, least(p_limit, 1000), p_after) f;
$$;

comment on function public.list_transaction_page is
  'PageOfRows of TransactionRow, newest first; filters as private.find_transactions(), 1,000 rows at most. PT403.';
grant execute on function public.list_transaction_page to authenticated;

create function public.list_transactions(p_limit integer default 500, p_after jsonb default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from public.transactions), 'after', f.after, 'rows', coalesce((
    select jsonb_agg(private.transaction_as_json(p.id) order by p.place)
    from unnest(f.ids) with ordinality p (id, place)
  ), '[]'))
  from private.find_transactions('{}', least(p_limit, 500), p_after) f;
$$;

comment on function public.list_transactions is
  'All transactions: CountedPage of Transaction, newest first, 500 at most. PT403.';
grant execute on function public.list_transactions to authenticated;

create function public.find_people(
  p_search text default '', p_role text default '', p_sort text default 'createdAt', p_descending boolean default true,
  p_limit integer default 50, p_after jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := private.matches_words('r.search_text', private.customer_search_patterns(p_search));
  of_role text := case p_role
    when '' then null
    when 'staff' then 'r.role <> ''customer'''
    else 'r.role = ' || quote_literal(p_role)
  end;
  sorted_by text := case p_sort when 'name' then 'lower(r.name)' when 'createdAt' then 'r.created_at' end;
begin
  perform private.require_permission('people');
  perform private.refuse_invalid(sorted_by is null, 'unknown order');
  return (
    select jsonb_build_object('after', f.after, 'rows', coalesce((
      select jsonb_agg(private.user_as_json(u) || jsonb_build_object(
        'orders', (select count(*) from public.orders o where o.user_id = u.id)
      ) order by t.place)
      from unnest(f.ids) with ordinality t (id, place) join public.users u on u.id = t.id::uuid
    ), '[]'))
    from private.page_of_ids(
      format('select r.id, %s as place from public.users r where ', sorted_by) || private.conditions(words, of_role),
      p_descending, least(p_limit, 200), p_after, words is not null) f
  );
end;
$$;

comment on function public.find_people is
  'PageOfRows of Person, 200 at most. All words of p_search, in any of name, e-mail, phone; p_role: a role, '
  'staff for all but customers, or empty for all; p_sort: createdAt, name. PT400, PT403.';
grant execute on function public.find_people to authenticated;

create function public.list_order_page(
  p_filter jsonb default '{}', p_sort text default 'createdAt', p_descending boolean default true,
  p_limit integer default 50, p_after jsonb default null
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  ids uuid[];
  after jsonb;
begin
  select f.ids, f.after into ids, after
  from private.find_orders(p_filter, p_sort, p_descending, least(p_limit, 500), p_after) f;
  return jsonb_build_object(
    'after', after,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'createdAt', private.iso_time(o.created_at), 'updatedAt', private.iso_time(o.updated_at),
        'customerName', o.customer_name, 'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
        'totalAmount', o.total_amount, 'status', o.status, 'nextStep', k.pay, 'word', k.word,
        'payment', private.payment_of_order(o, k.asked), 'transaction', t.status,
        'settledOn', private.order_settled_on(o.id),
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null),
        'lines', i.lines, 'items', i.items,
        'sent', case when n.order_id is not null then jsonb_build_object('pieces', n.pieces, 'total', n.total) end
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      cross join lateral private.state_of_order(o) k
      left join private.pieces_sent(ids) n on n.order_id = o.id
      left join lateral (
        select t.status from public.transactions t where t.order_id = o.id order by t.created_at desc, t.id desc limit 1
      ) t on true
      cross join lateral (
        select count(*) as lines, jsonb_agg(jsonb_build_object('productName', n.product_name, 'quantity', n.quantity)
          order by n.place) filter (where n.place <= 3) as items
        from (
          select i.product_name, i.quantity, row_number() over (order by i.product_name, i.id) as place
          from public.order_items i where i.order_id = o.id
        ) n
      ) i
    )
  );
end;
$$;

comment on function public.list_order_page is
  'p_filter: see private.order_conditions(). p_sort: createdAt or totalAmount. PageOfRows of OrderRow, 500 and '
  'three items of each at most. PT403.';
grant execute on function public.list_order_page to authenticated;

create function public.find_buyers(p_search text) returns jsonb
-- Definer: who has an account is read with its admin alone.
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := private.matches_words('r.search_text', private.customer_search_patterns(p_search));
  orders uuid[];
begin
  perform private.require_permission('orders.write');
  orders := (
    select f.ids from private.find_orders(jsonb_build_object('text', p_search), 'createdAt', true, 50) f
  );
  return (
    select coalesce(jsonb_agg(to_jsonb(b) - 'place' order by b.place), '[]')
    from (
      select a.place, u.id as "accountId", u.name, u.email, u.phone, u.address
      from private.page_of_ids(
        'select r.id, r.created_at as place from public.users r where ' || private.conditions(words), true, 8,
        p_match_first => words is not null
      ) f cross join unnest(f.ids::uuid[]) with ordinality a (id, place) join public.users u on u.id = a.id
      union all
      select 1000 + row_number() over (order by g.created_at desc), null, g.customer_name, g.customer_email,
        g.customer_phone, g.customer_address
      from (
        select distinct on (o.customer_email, o.customer_phone) o.*
        from public.orders o where o.id = any (orders) and o.user_id is null and o.erased_at is null
        order by o.customer_email, o.customer_phone, o.created_at desc
      ) g
    ) b
    where b.place < 1008
  );
end;
$$;

comment on function public.find_buyers is
  'Buyer[]: eight accounts at most, then eight guests of the latest orders, with what they typed last. All words of '
  'p_search, in any of name, e-mail, phone. PT403.';
grant execute on function public.find_buyers to authenticated;

create table private.customer_notes (
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  author_id uuid not null,
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  created_at timestamptz not null default now()
);

comment on table private.customer_notes is
  'Notes of staff about a buyer, at one of their orders, on the page of whose it is. Erasing the buyer deletes them.';
comment on column private.customer_notes.id is 'The Idempotency-Key of the request: the same note sent twice is one.';
comment on column private.customer_notes.author_id is
  'The account that wrote it. No foreign key: a note outlives accounts.';

create index customer_notes_by_order on private.customer_notes (order_id, created_at);

create function private.customer_key_of(p_pin text, p_phone text, p_email text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(
    'pin ' || nullif(upper(regexp_replace(p_pin, '\s', '', 'g')), ''), 'phone ' || p_phone,
    'email ' || lower(btrim(p_email))
  );
end;
$$;

comment on function private.customer_key_of is
  'Whose an order or a quotation is: an organisation is its PIN; a buyer without one the phone, else the e-mail.';
-- The index is written with the rights of whoever writes the row.
grant execute on function private.customer_key_of to service_role;

create index orders_by_customer on public.orders (private.customer_key_of(company_pin, customer_phone, customer_email))
where erased_at is null;
create index quotations_by_customer on private.quotations (
  private.customer_key_of(company_pin, customer_phone, customer_email)
);

create function private.customer_key(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when o.erased_at is null then
    private.customer_key_of(o.company_pin, o.customer_phone, o.customer_email) end;
end;
$$;

comment on function private.customer_key is 'As private.customer_key_of(); null once its buyer was erased, nobody''s.';

create function private.orders_of_customer(p_key text) returns setof public.orders
language sql stable set search_path = '' as $$
  select o.* from public.orders o
  where private.customer_key_of(o.company_pin, o.customer_phone, o.customer_email) = p_key and o.erased_at is null;
$$;

create function public.find_customers(
  p_search text default '', p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: row-level security would be checked for every order that is looked at.
language plpgsql stable security definer set search_path = '' as $$
declare
  latest record;
begin
  perform private.require_permission('customers.read');
  select f.* into latest from private.find_orders(jsonb_build_object('text', p_search), 'createdAt', true, 2000) f;
  return (
    select jsonb_build_object(
      'after', f.after, 'isCut', latest.after is not null,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', c.id, 'name', c.customer_name, 'email', c.customer_email, 'phone', c.customer_phone,
          'address', c.customer_address,
          'company', case when c.company_pin is not null then
            jsonb_build_object('name', c.company_name, 'pin', c.company_pin) end,
          'orders', (select count(*) from private.orders_of_customer(private.customer_key(c))),
          'orderedAt', private.iso_time(c.created_at)
        ) order by t.place), '[]')
        from unnest(f.ids) with ordinality t (id, place) join public.orders c on c.id = t.id::uuid
      )
    )
    from private.page_of_ids(format(
      'select distinct on (private.customer_key(r)) r.id, r.created_at as place
      from public.orders r where r.id = any (%L::uuid[]) and r.erased_at is null
      order by private.customer_key(r), r.created_at desc, r.id desc', latest.ids
    ), true, least(p_limit, 100), p_after) f
  );
end;
$$;

comment on function public.find_customers is
  'CustomerPage: the buyers of the latest 2,000 orders in which all words of p_search are, whose latest such order '
  'comes first; isCut: there may be more. PT403.';

create function public.customer_details(p_order_id uuid) returns jsonb
-- Definer: accounts, messages and payments are read with their admin alone.
language plpgsql stable security definer set search_path = '' as $$
declare
  key constant text := (select private.customer_key(o) from public.orders o where o.id = p_order_id);
  mine constant uuid[] := array(select o.id from private.orders_of_customer(key) o);
begin
  perform private.require_permission('customers.read');
  return (
    with own as materialized (
      select o.*, m.* from public.orders o cross join lateral private.money_of_order(o.id) m where o.id = any (mine)
    )
    select jsonb_build_object(
      'hasAccount', exists (
        select 1 from own o left join public.users u on u.email = o.customer_email and u.email_confirmed_at is not null
        where coalesce(o.user_id, u.id) is not null
      ),
      'company', (
        select jsonb_build_object('name', o.company_name, 'pin', o.company_pin)
        from own o where o.company_pin is not null order by o.created_at desc limit 1
      ),
      'contacts', (
        select jsonb_agg(jsonb_build_object(
          'name', c.customer_name, 'email', c.customer_email, 'phone', c.customer_phone, 'address', c.customer_address
        ) order by c.created_at desc)
        from (
          select * from (select distinct on (o.customer_email, o.customer_phone) o.* from own o
            order by o.customer_email, o.customer_phone, o.created_at desc) d
          order by d.created_at desc limit 5
        ) c
      ),
      'money', (
        select jsonb_build_object(
          'orders', count(*), 'orderedAmount', coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
          'paidCents', sum(o.received_cents + o.refunded_cents), 'refundedCents', sum(o.refunded_cents),
          'dueAmount', sum(o.due_amount)
        ) from own o
      ),
      'orders', (
        select jsonb_agg(jsonb_build_object(
          'id', o.id, 'createdAt', private.iso_time(o.created_at), 'status', o.status,
          'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
          'totalAmount', o.total_amount, 'paidCents', o.received_cents + o.refunded_cents,
          'refundedCents', o.refunded_cents, 'dueAmount', o.due_amount
        ) order by o.created_at desc, o.id desc)
        from (select * from own order by created_at desc, id desc limit 100) o
      ),
      'notes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'text', n.text, 'createdAt', private.iso_time(n.created_at), 'byName', u.name
        ) order by n.created_at desc, n.id), '[]')
        from private.customer_notes n left join public.users u on u.id = n.author_id where n.order_id = any (mine)
      ),
      'quotations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', q.id, 'number', q.number, 'state', private.state_of_quotation(q),
          'createdAt', private.iso_time(q.created_at),
          'totalAmount', private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0)
        ) order by q.created_at desc, q.id), '[]')
        from private.quotations q
        where q.order_id = any (mine)
          -- An accepted one is its order's buyer's.
          or (q.order_id is null and private.customer_key_of(q.company_pin, q.customer_phone, q.customer_email) = key)
      ),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', m.id, 'kind', m.kind, 'orderId', m.order_id, 'channel', m.channel, 'recipient', private.recipient_of(m),
          'state', m.state, 'reason', m.reason, 'createdAt', private.iso_time(m.created_at)
        ) order by m.created_at desc, m.id), '[]')
        from (
          select t.* from private.messages t join private.message_rules r on r.kind = t.kind and r.audience = 'buyer'
          where t.order_id = any (mine) order by t.created_at desc limit 50
        ) l join private.messages m on m.id = l.id
      )
    )
    where cardinality(mine) > 0
  );
end;
$$;

comment on function public.customer_details is
  'CustomerDetails of the buyer of an order: the latest 100 orders, the latest 50 messages, all notes. '
  'Null when there is no such order, or its buyer was erased. PT403.';

create function public.add_customer_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  note private.customer_notes;
begin
  perform private.require_permission('customers.write');
  perform private.require_text(p_text, 2000);
  -- Locked, so that a buyer who is being erased gets no further note.
  perform 1 from public.orders o where o.id = p_order_id and o.erased_at is null for update;
  perform private.refuse_missing(not found);
  insert into private.customer_notes (id, order_id, author_id, text)
  values (p_id, p_order_id, private.caller_id(), p_text)
  on conflict (id) do nothing;
  select * into note from private.customer_notes n where n.id = p_id;
  perform private.refuse_reused_key(
    note.order_id <> p_order_id or note.text <> p_text or note.author_id <> private.caller_id()
  );
  return public.customer_details(p_order_id);
end;
$$;

comment on function public.add_customer_note is
  'Writes a note about the buyer of an order: CustomerDetails. PT400, PT403, PT404, PT409 key_reused.';

create function private.products_of_desk(p_query text) returns table (id uuid, place bigint)
language sql stable set search_path = '' as $$
  select h.product_id, h.place from private.search_hits(p_query, 5) h where h.is_hit
  union all
  -- The shop does not find what is archived.
  select a.id, 100 + a.place
  from private.page_of_ids(
    'select r.id, r.name as place from public.products r where not r.is_active and '
      || coalesce(private.matches_words(
        'r.search_text', private.search_patterns(regexp_replace(p_query, '[^[:alnum:].]+', ' ', 'g'))
      ), 'false'),
    false, 5, p_match_first => true
  ) t cross join unnest(t.ids::uuid[]) with ordinality a (id, place);
$$;

comment on function private.products_of_desk is
  'What the search of the dashboard finds: products on sale, then archived.';

create function public.search_dashboard(p_query text) returns jsonb
-- Definer: serial numbers and archived products are read with their roles alone. Each group asks for its permission.
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := btrim(left(p_query, 200));
  -- A serial number is one word, however it is spaced.
  joined constant text := private.without_spaces(private.normalize_for_search(typed));
  payments uuid[] := '{}';
  orders uuid[];
begin
  perform private.require_permission('dashboard');
  if char_length(joined) < 3 then
    return '{"orders": [], "quotations": [], "customers": [], "payments": [], "products": [], "serials": []}';
  end if;
  if private.may('payments.read') then
    payments := (select f.ids from private.find_transactions(jsonb_build_object('code', typed), 5) f);
  end if;
  orders := array(
    select t.order_id
    from unnest(payments) with ordinality p (id, place) join public.transactions t on t.id = p.id
    order by p.place
  ) || (
    select f.ids
    from private.find_orders(jsonb_build_object('text', typed), 'createdAt', true, 5) f
  );
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'customerName', o.customer_name, 'totalAmount', o.total_amount, 'status', o.status
      ) order by f.place), '[]')
      from (
        select d.id, min(d.place) as place
        from unnest(orders) with ordinality d (id, place)
        group by d.id
        order by 2 limit 5
      ) f
      join public.orders o on o.id = f.id
    ),
    'quotations', case when private.may('orders.read') then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q ->> 'id', 'number', q ->> 'number', 'customerName', q ->> 'customerName', 'state', q ->> 'state'
      ) order by n), '[]')
      from jsonb_array_elements(public.list_quotations(typed, null, 5) -> 'rows') with ordinality e (q, n)
    ) else '[]' end,
    'customers', case
      when private.may('customers.read') then public.find_customers(typed, 5) -> 'rows'
      else '[]'
    end,
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'method', t.payment_method, 'reference', t.reference, 'amount', t.amount, 'orderId', t.order_id
      ) order by p.place), '[]')
      from unnest(payments) with ordinality p (id, place) join public.transactions t on t.id = p.id
    ),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'model', p.model, 'isActive', p.is_active
      ) order by f.place), '[]')
      from (
        select * from private.products_of_desk(typed) u order by u.place limit 5
      ) f join public.products p on p.id = f.id
      where private.may('products.read')
    ),
    'serials', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'serial', s.serial, 'orderId', s.order_id, 'productName', s.product_name
      ) order by s.created_at desc), '[]')
      from (
        select n.serial, i.order_id, i.product_name, i.created_at
        from private.shipment_serials n join public.order_items i on i.id = n.order_item_id
        where private.without_spaces(private.normalize_for_search(n.serial)) like '%' || joined || '%'
          and private.may('orders.read')
        order by i.created_at desc limit 5
      ) s
    )
  );
end;
$$;

comment on function public.search_dashboard is
  'DashboardFindings: five at most of orders, buyers, payments, products and serial numbers that p_query may mean, of '
  'what the caller may see; nothing for less than three letters or figures. Signs, accents and spaces count as little '
  'as in the shop''s search, and a search without a result is no miss of a shopper. PT403.';

grant execute on function
  public.find_customers, public.customer_details, public.add_customer_note, public.search_dashboard
to authenticated;

create function public.export_orders(
  p_filter jsonb default '{}', p_limit integer default 1000, p_after jsonb default null
) returns jsonb
-- Definer: admins may not read the book.
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[];
  after jsonb;
begin
  perform private.require_password('exports');
  select f.ids, f.after into ids, after
  from private.find_orders(p_filter, 'createdAt', true, least(p_limit, 1000), p_after) f;
  return jsonb_build_object(
    'after', after,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'createdAt', private.iso_time(o.created_at), 'status', o.status,
        'customerName', o.customer_name, 'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
        'customerAddress', o.customer_address, 'company', private.company_of(o), 'totalAmount', o.total_amount,
        'countyName', (select c.name from public.delivery_counties c where c.code = o.county),
        'items', (
          select jsonb_agg(jsonb_build_object('productName', i.product_name, 'quantity', i.quantity, 'price', i.price)
            order by i.product_name, i.id)
          from public.order_items i where i.order_id = o.id
        ),
        'sales', private.sales_of_order(o.id),
        -- When nothing was due any more, which a part of the price does not make it.
        'paidAt', case when o.status not in ('pending', 'failed') then (
          select private.iso_time(max(l.sold_at)) from private.sold_lines l where l.order_id = o.id and l.orders = 1
        ) end, 'reference', t.reference, 'transactionId', t.transaction_id,
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null)
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      left join lateral (
        select string_agg(p.reference, ', ' order by p.decided_at, p.id) as reference,
          string_agg(p.transaction_id, ', ' order by p.decided_at, p.id) as transaction_id
        from private.payments_of_orders c join public.transactions p on p.id = c.transaction_id where c.order_id = o.id
      ) t on true
    )
  );
end;
$$;

comment on function public.export_orders is
  'PageOfRows of ExportedOrder, newest first, 1,000 at most. PT403, also password_required.';
grant execute on function public.export_orders to authenticated;

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  author_id uuid not null default auth.uid(),
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  created_at timestamptz not null default now()
);

comment on table public.order_notes is 'Notes of admins about an order; the buyer never sees them.';
comment on column public.order_notes.id is 'The Idempotency-Key of the request: the same note sent twice is one.';
comment on column public.order_notes.author_id is
  'The account that wrote it. No foreign key: a note outlives accounts, as the history does.';

create index order_notes_by_order on public.order_notes (order_id, created_at);

alter table public.order_notes enable row level security;
grant select on public.order_notes to authenticated;
grant insert (id, order_id, text) on public.order_notes to authenticated;

create policy "Admins read notes about orders" on public.order_notes
  for select to authenticated
  using ((select private.may('orders.read')));

create policy "Admins write notes under their own name" on public.order_notes
  for insert to authenticated
  with check ((select private.may('orders.read')) and author_id = (select auth.uid()));

create trigger append_only before update or delete or truncate on public.order_notes
  for each statement execute function private.refuse_change();

create trigger record_insert after insert on public.order_notes referencing new table as new_rows
  for each statement execute function private.record_history();

create function public.add_order_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  note public.order_notes;
begin
  perform private.require_permission('orders.read');
  perform private.require_text(p_text, 2000);
  perform private.refuse_missing(not exists (select 1 from public.orders o where o.id = p_order_id));
  insert into public.order_notes (id, order_id, text) values (p_id, p_order_id, p_text)
  on conflict (id) do nothing;
  select * into note from public.order_notes n where n.id = p_id;
  perform private.refuse_reused_key(
    note.order_id <> p_order_id or note.text <> p_text or note.author_id <> (select auth.uid())
  );
  return jsonb_build_object(
    'id', note.id, 'orderId', note.order_id, 'authorId', note.author_id, 'text', note.text,
    'createdAt', private.iso_time(note.created_at)
  );
end;
$$;

comment on function public.add_order_note is
  'The same p_id twice is one note. Returns OrderNote. PT400; PT403; PT404; '
  'PT409 key_reused for another text under it.';
grant execute on function public.add_order_note to authenticated;

create function private.timeline_of_order(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language sql stable set search_path = '' as $$
  with changes as (
    select h.* from public.history h where h.table_name = 'orders' and h.row_id = p_order_id
  )
  select o.created_at, 0, 'ordered', coalesce((select c.actor_id from changes c where c.before is null), o.user_id),
    jsonb_build_object('amount', coalesce(
      (
        select (x.effect ->> 'totalBefore')::integer
        from private.order_changes x
        where x.order_id = o.id
        order by x.created_at limit 1
      ),
      o.total_amount
    ), 'specialPrices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'productName', i.product_name, 'price', i.price, 'listPrice', i.list_price, 'reason', i.price_reason
      ) order by i.product_name, i.id), '[]')
      from public.order_items i where i.order_id = o.id and i.list_price is not null
    ))
  from public.orders o where o.id = p_order_id
  union all
  select x.created_at, 6, 'changed', x.changed_by, x.effect || jsonb_build_object('contact', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', f.field,
      'from', coalesce((
        select d.name from public.delivery_counties d where f.field = 'county' and d.code = c.before ->> 'county'
      ), c.before ->> f.field),
      'to', coalesce((
        select d.name from public.delivery_counties d where f.field = 'county' and d.code = c.after ->> 'county'
      ), c.after ->> f.field)
    ) order by f.place), '[]')
    from changes c cross join unnest(array[
      'customer_name', 'customer_email', 'customer_phone', 'customer_address', 'company_name', 'company_pin',
      'purchase_order', 'county'
    ]) with ordinality f (field, place)
    -- Of the same moment.
    where c.at = x.created_at and c.after ? f.field
  ))
  from private.order_changes x where x.order_id = p_order_id
  union all
  select
    c.at, 6, 'status_changed', c.actor_id,
    jsonb_build_object(
      'from', c.before ->> 'status', 'to', c.after ->> 'status', 'reason', c.after ->> 'completion_reason'
    )
  from changes c where c.after ? 'status'
  union all
  select c.at, 6, 'claimed', (c.after ->> 'user_id')::uuid, '{}'
  from changes c where c.before ->> 'user_id' is null and c.after ->> 'user_id' is not null;
$$;

comment on function private.timeline_of_order is 'When an order was made, changed, handed on and claimed.';

create function private.timeline_of_payments(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language sql stable set search_path = '' as $$
  with transactions as (
    select * from private.transactions_of_order(p_order_id)
  )
  select t.created_at, 1, 'transaction_opened', null::uuid,
    jsonb_build_object('reference', t.reference, 'amount', t.amount)
  from transactions t where t.source = 'asked'
  union all
  -- What the bank answered, without the trace.
  select a.at, 3, 'bank_answered', null, jsonb_build_object(
    'reference', t.reference, 'askedBy', a.asked_by, 'verdict', a.verdict,
    'answer', private.gateway_answer_as_json(a.answer)
      - array['transactionDate', 'bankReference', 'authorisationCode']
  )
  from transactions t join private.gateway_answers a on a.transaction_id = t.id
  union all
  select
    t.created_at, 3, 'payment_recorded', t.recorded_by,
    jsonb_build_object(
      'method', t.payment_method, 'reference', t.reference, 'amountCents', t.bank_amount_cents,
      'day', private.nairobi_day(t.decided_at)
    )
  from transactions t where t.source = 'recorded'
  union all
  select
    h.at, 4, 'payment_reversed', h.actor_id,
    jsonb_build_object(
      'method', t.payment_method, 'reference', t.reference, 'amountCents', t.bank_amount_cents,
      'reason', t.reversal_reason
    )
  from transactions t
  join public.history h on h.table_name = 'transactions' and h.row_id = t.id and h.after ->> 'status' = 'reversed'
  union all
  select
    r.created_at, 4, 'payment_reversed', r.recorded_by,
    jsonb_build_object(
      'method', r.payment_method, 'reference', r.reference, 'amountCents', r.cents, 'reason', r.reason
    )
  from private.refunds_of_orders r where r.order_id = p_order_id and r.cause in ('bounced', 'charged_back')
  union all
  -- Ended without an answer: given up after three days, or replaced by a new transaction.
  select h.at, 4, 'transaction_expired', h.actor_id, jsonb_build_object('reference', t.reference)
  from transactions t
  join public.history h on h.table_name = 'transactions' and h.row_id = t.id and h.after ->> 'status' = 'expired'
  union all
  select s.at, 7, 'settled', s.actor_id,
    jsonb_build_object('reference', t.reference, 'day', l.day, 'fileName', s.file_name)
  from transactions t
  join public.statement_lines l on l.transaction_id = t.id
  join public.bank_statements s on s.id = l.statement_id;
$$;

comment on function private.timeline_of_payments is
  'What was asked, answered and recorded about the payments of an order.';

create function private.timeline_of_goods(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language sql stable set search_path = '' as $$
  select h.expires_at, 2, 'hold_ended', null::uuid, jsonb_build_object('pieces', sum(h.quantity))
  from private.stock_holds h
  where h.order_id = p_order_id and h.expires_at <= now() and h.claimed_until is null
  group by h.expires_at
  union all
  select m.at, 5, case m.reason when 'sale' then 'stock_taken' else 'stock_returned' end, null,
    jsonb_build_object('pieces', abs(sum(m.change)))
  from private.stock_movements m where m.order_id = p_order_id group by m.at, m.reason
  union all
  select h.at, case h.operation when 'insert' then 4 else 5 end, 'shipment', h.actor_id, jsonb_build_object(
    'status', coalesce(h.after ->> 'status', 'packed'), 'carrier', s.carrier, 'waybill', s.waybill,
    'reason', h.after ->> 'reason',
    'pieces', (select sum(l.quantity) from private.shipment_lines l where l.shipment_id = s.id))
  from private.shipments s join public.history h on h.table_name = 'shipments' and h.row_id = s.id
  where s.order_id = p_order_id and (h.operation = 'insert' or h.after ? 'status')
  union all
  select r.created_at, 7, case when r.corrects is null then 'refunded' else 'refund_corrected' end, r.recorded_by,
    jsonb_build_object(
      'amountCents', r.cents, 'day', r.day, 'bankReference', r.bank_reference, 'reason', r.reason, 'pieces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', i.product_name, 'quantity', l.quantity, 'fate', l.fate
        ) order by i.product_name), '[]')
        from private.refund_lines l join public.order_items i on i.id = l.order_item_id where l.reduction_id = r.id
      ))
  from private.refunds_of_orders r where r.order_id = p_order_id and r.cause in ('refund', 'payment', 'came_back');
$$;

comment on function private.timeline_of_goods is
  'What happened to the pieces of an order, and what was given back for them.';

create function private.timeline_of_desk(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language sql stable set search_path = '' as $$
  select k.created_at, 7, 'task_opened', null::uuid, jsonb_build_object('task', private.task_in_short(k))
  from public.owner_tasks k where k.order_id = p_order_id
  union all
  select k.closed_at, 8, 'task_closed', k.closed_by, jsonb_build_object(
    'task', private.task_in_short(k), 'reason', k.closing_reason, 'outcome', k.outcome)
  from public.owner_tasks k where k.order_id = p_order_id and k.closed_at is not null
  union all
  select n.created_at, 9, 'noted', n.author_id, jsonb_build_object('id', n.id, 'text', n.text)
  from public.order_notes n where n.order_id = p_order_id
  union all
  select coalesce(m.finished_at, m.created_at), 10, 'message', null, jsonb_build_object(
    'id', m.id, 'message', m.kind, 'channel', m.channel, 'recipient', private.recipient_of(m),
    'state', m.state, 'reason', m.reason, 'blocked', private.block_reason(m)
  )
  from private.messages m where m.order_id = p_order_id;
$$;

comment on function private.timeline_of_desk is 'Tasks, notes and messages of an order.';

create function private.order_timeline(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('at', private.iso_time(e.at), 'kind', e.kind, 'by', case when e.actor_id is not null
      then jsonb_build_object('id', e.actor_id, 'name', u.name) end) || e.details
    order by e.at, e.rank
  ), '[]')
  from (
    select * from private.timeline_of_order(p_order_id)
    union all
    select * from private.timeline_of_payments(p_order_id)
    union all
    select * from private.timeline_of_goods(p_order_id)
    union all
    select * from private.timeline_of_desk(p_order_id)
  ) e left join public.users u on u.id = e.actor_id;
$$;

comment on function private.order_timeline is
  'The contract''s OrderEvent[], oldest first: what happened to an order, when and by whom. No trace, '
  'no link key, cards masked.';

create function private.as_permitted(p_details jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if private.may('payments.read') then
    return p_details;
  end if;
  return p_details || jsonb_build_object(
    'payments', (
      select coalesce(jsonb_agg(
        r || '{"reference": "", "transactionId": "", "cardNumber": null, "authorisationCode": null}'
      ), '[]')
      from jsonb_array_elements(p_details -> 'payments') r
    ),
    'refunds', (
      select coalesce(jsonb_agg(r || '{"bankReference": ""}'), '[]') from jsonb_array_elements(p_details -> 'refunds') r
    ),
    'recorded', '[]'::jsonb, 'refundable', '[]'::jsonb, 'papers', '[]'::jsonb, 'tasks', '[]'::jsonb,
    'timeline', (
      select coalesce(jsonb_agg(e.event order by e.place), '[]')
      from jsonb_array_elements(p_details -> 'timeline') with ordinality e (event, place)
      where e.event ->> 'kind' in (
        'ordered', 'hold_ended', 'stock_taken', 'stock_returned', 'shipment', 'status_changed', 'changed', 'claimed',
        'noted', 'message'
      )
    )
  );
end;
$$;

comment on function private.as_permitted is
  'OrderDetails for whoever may not see payments: whether money came, and none of its codes, tasks and events.';

create function public.order_details(p_order_id uuid) returns jsonb
-- Definer: admins may not read the bank's answers, the holds and the ledger; this shows what they say about one order.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('orders.read');
  select private.as_permitted(jsonb_build_object(
    'order', private.order_as_json(o),
    'weights', coalesce(p.weights, '{}'), 'models', coalesce(p.models, '{}'),
    'seller', case
      when o.placed_by is not null
        then jsonb_build_object('id', o.placed_by, 'name', (select u.name from public.users u where u.id = o.placed_by))
    end,
    'specialPrices', coalesce(p.special_prices, '{}'),
    'completionNeed', public.completion_needs(array[o.id]) -> 0 -> 'need',
    'shipping', private.shipping_of_order(o), 'cancelObstacle', (private.state_of_order(o)).cancel_by_staff,
    'changing', private.order_to_change(o),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', t.payment_method, 'reference', t.reference, 'transactionId', t.transaction_id, 'amountCents', c.cents,
        'paidAt', private.iso_time(t.decided_at),
        'settledOn', case t.source when 'recorded' then private.nairobi_day(t.decided_at) else t.settled_on end,
        'cardNumber', private.masked_card(t.response_data ->> 'cardNumber'),
        'authorisationCode', t.response_data ->> 'authorisationCode'
      ) order by t.decided_at, t.id), '[]')
      from private.payments_of_orders c join public.transactions t on t.id = c.transaction_id where c.order_id = o.id
    ),
    -- Those that staff recorded, the latest first.
    'recorded', private.recorded_payments(o.id),
    'transaction', (
      select jsonb_build_object(
        'status', t.status, 'description', t.response_data ->> 'description'
      )
      from public.transactions t
      where t.order_id = o.id and t.source = 'asked'
      order by t.created_at desc, t.id desc limit 1
    ),
    -- What the owner can give back now.
    'refundable', private.refundable_payments(o.id),
    'refundablePieces', private.refundable_pieces(o.id),
    'refunds', private.correctable_refunds(o.id),
    'papers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', private.paper_number(p), 'issuedAt', private.iso_time(p.issued_at), 'grossCents', p.gross_cents,
        'etims', private.etims_of(p.id)
      ) order by p.id), '[]')
      from private.papers p where p.order_id = o.id
    ),
    'tasks', (
      select coalesce(jsonb_agg(private.task_as_json(k) order by k.created_at), '[]')
      from public.owner_tasks k where k.order_id = o.id and k.closed_at is null
    ),
    'timeline', private.order_timeline(o.id)
  ))
  from public.orders o cross join lateral (
    select jsonb_object_agg(p.id, p.weight_grams) filter (where p.weight_grams is not null) as weights,
      jsonb_object_agg(p.id, p.model) filter (where p.model is not null) as models,
      jsonb_object_agg(
        p.id, jsonb_build_object('listPrice', i.list_price, 'reason', i.price_reason)
      ) filter (where i.list_price is not null) as special_prices
    from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id
  ) p
  where o.id = p_order_id;
$$;

comment on function public.order_details is 'The contract''s OrderDetails; null when there is no such order. PT403.';
grant execute on function public.order_details to authenticated;
