-- The dashboard's tables of products, orders, transactions and users, a page at a time; exports.
-- Who calls: admins with their own token; row-level security decides what there is to see.
set check_function_bodies = off;

-- Definer, all that search: LIKE is not leakproof, so under row-level security Postgres asks the policy first and no
-- search could use an index of words. Each asks first whether an admin calls.

create function private.check_cursor(p_after jsonb) returns void
-- Stable: an immutable one would be asked while a query is planned, before whether the caller may ask at all.
language plpgsql stable set search_path = '' as $$
begin
  if not (
    coalesce(jsonb_typeof(p_after), 'null') = 'null'
    or p_after @? 'strict $ ? (@.type() == "number" && @ >= 0 && @ < 2147483648)'
    or jsonb_typeof(p_after) = 'array' and jsonb_array_length(p_after) = 2
      and not p_after @? '$[*] ? (@.type() != "string")'
  ) then
    raise sqlstate 'PT400' using message = 'invalid_cursor';
  end if;
end;
$$;

comment on function private.check_cursor is
  'Refuses what is no p_after of private.page_of_ids(): place and id of a row, or a number of rows. PT400.';

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
  perform private.check_cursor(p_after);
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
    case when jsonb_typeof(p_after) = 'number' then p_after::integer else 0 end
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
    -- In a search for a model, what has it comes before what only begins so.
    when 'name' then case when words is null then 'lower(r.name)' else format(
      'case lower(r.model) when %L then '''' else lower(r.name) end', lower(btrim(p_search))
    ) end || ' collate private.natural_order'
    when 'price' then 'r.price'
    when 'stock' then 'r.stock' when 'free' then 'r.stock - private.held_quantity(r.id)'
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
        when 'low' then 'private.is_low(r)'
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
  'sale, with missing); p_stock: in, low (private.is_low()), out; p_sort: name, price, stock, free, '
  'updatedAt, createdAt. All words of p_search, in any of name, brand, model, slug, keywords. PT400, PT403.';
grant execute on function public.find_products to authenticated;

create function private.has_pieces_to_send(p_order_id uuid) returns boolean
-- No SQL function: pieces would be added up for all orders at once.
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1 from private.ordered_pieces i
    where i.order_id = p_order_id and i.quantity - i.unsent - i.gone > greatest(i.lacking, 0)
  );
end;
$$;

comment on function private.has_pieces_to_send is
  'Whether pieces of an order are there, paid for, and have not left.';

create function private.is_work_left(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select bool_and(p.is_service) from private.ordered_pieces i join public.products p on p.id = i.product_id
    where i.order_id = p_order_id and i.quantity - i.unsent - i.gone > 0
  );
end;
$$;

comment on function private.is_work_left is
  'Whether work, such as an installation, is all that is left of an order; null when nothing is.';

create view private.orders_to_send as
select o.id, o.created_at, o.delivery_by from public.orders o
-- The money is added up for the few orders with a refund only.
where o.status = 'paid' and case when exists (
  select 1 from private.shares s where s.order_id = o.id and s.refund_id is not null
) then (private.book_of_order(o.id)).has_money else true end
  -- Nor do pieces wait in it that have not come, or for their payment, and nothing else.
  and case when exists (
    select 1 from public.order_items w where w.order_id = o.id and w.to_order is not null
  ) then private.has_pieces_to_send(o.id) else true end
  and o.id not in (select private.orders_taken_back())
union all
select o.id, o.created_at, o.delivery_by from public.orders o
where o.status in ('pending', 'failed') and o.terms_days is not null;

comment on view private.orders_to_send is
  'The orders that are to be packed: paid ones whose money was not all given back, nor is taken back by a line of a '
  'statement that nobody has answered, and those on account.';

create function private.to_send_of(p_ids uuid[]) returns table (id uuid, is_work boolean)
-- Definer: no role reads the view.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('orders.read');
  select s.id, private.is_work_left(s.id) from private.orders_to_send s where s.id = any (p_ids);
$$;

comment on function private.to_send_of is
  'Of these orders those of private.orders_to_send, and whether work is all that is left. PT403.';
grant execute on function private.to_send_of to authenticated;

create view private.orders_partly_paid as
select o.id, o.created_at from public.orders o
-- Of nearly all that are open nothing was ever paid, and nearly all others are paid in full.
where o.status in ('pending', 'failed', 'paid') and case when (
    select o.status <> 'paid' and count(*) > 0 or sum(s.cents) < o.total_amount * 100::bigint
      or count(s.refund_id) > 0
    from private.shares s where s.order_id = o.id
  ) then (select b.has_money and b.due_kes > 0 from private.book_of_order(o.id) b)
    and (select private.is_money_awaited(w) from public.orders w where w.id = o.id) end;

comment on view private.orders_partly_paid is
  'The orders with a part of their money, of which the rest is awaited: for a paid one, for what was added to it or '
  'has come from the maker; for one on account, once its day is over.';

create function private.order_conditions(p_filter jsonb) returns text
language sql stable set search_path = '' as $$
  select private.conditions(
    private.matches_words('r.search_text', private.customer_search_patterns(p_filter ->> 'text')),
    private.matches_filter(p_filter, 'total_amount'),
    case when (p_filter ->> 'hasTask')::boolean then
      'exists (select 1 from public.owner_tasks k where k.order_id = r.id and k.closed_at is null)' end,
    case when (p_filter ->> 'toSend')::boolean then
      $text$r.status in ('paid', 'pending', 'failed') and r.id in (select s.id from private.orders_to_send s)$text$ end,
    case when (p_filter ->> 'isUnpaid')::boolean then
      $text$(r.status in ('pending', 'failed') or r.id in (select d.order_id from private.debts d))$text$ end,
    case when (p_filter ->> 'isOwed')::boolean then
      'r.id in (select d.order_id from private.debts d union all select s.id from private.orders_partly_paid s)' end,
    case when (p_filter ->> 'certificate')::boolean then
      'r.id in (select e.order_id from private.expected_withheld e)' end,
    case when (p_filter ->> 'partlyPaid')::boolean then 'r.id in (select s.id from private.orders_partly_paid s)' end,
    case when (p_filter ->> 'waits')::boolean or p_filter ->> 'waitsFor' is not null then format(
      'r.id in (select w.order_id from private.waiting_lines(%L) w)',
      case when p_filter ->> 'waitsFor' is not null then array[(p_filter ->> 'waitsFor')::uuid] end
    ) end
  );
$$;

comment on function private.order_conditions is
  'A filter of orders (r): text, hasTask, toSend (as private.orders_to_send), isUnpaid, isOwed, '
  'partlyPaid, certificate (of what was withheld is expected), waits (for pieces from the maker), waitsFor (those of '
  'a product), and as private.matches_filter().';

create function private.find_orders(
  p_filter jsonb, p_sort text, p_descending boolean, p_limit integer, p_after jsonb default null,
  out ids uuid[], out after jsonb
)
language sql stable security definer set search_path = '' as $$
  select private.require_permission('orders.read');
  select f.ids::uuid[], f.after from private.page_of_ids(
    format(
      'select r.id, %s as place from public.orders r where ', case p_sort
        when 'totalAmount' then 'r.total_amount'
        -- What was promised without a day comes last.
        when 'deliverBy' then $text$coalesce(r.delivery_by, 'infinity')$text$
        else 'r.created_at'
      end
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
  -- Given back, also a part of it.
  is_back constant boolean := coalesce(p_filter ->> 'status' = 'returned', false);
  any_kind text := private.conditions(
    private.matches_filter(case when is_back then p_filter - 'status' else p_filter end, 'amount'),
    case when is_back then $text$(r.status = 'returned' or (
      select sum(g.amount_cents) from private.standing_refunds g
      where g.transaction_id = r.id and g.bank_cause is null
    ) > 0)$text$ end,
    'r.id in (select t.id from private.transactions_of_order(' || quote_literal((p_filter ->> 'orderId')::uuid)
      || ') t)',
    case when (p_filter ->> 'hasRest')::boolean then 'r.order_id is null and private.rest_left(r.id) > 0' end
  );
  filter text := private.conditions(any_kind, 'not private.is_withheld(r.payment_method)');
begin
  perform private.require_permission('payments.read');
  select f.ids, f.after into ids, after from private.page_of_ids(
    case when typed is null then 'select r.id, r.created_at as place from public.transactions r where ' || filter
    -- By its reference, which staff may spell otherwise, by its order, by what the bank calls it or any other
    -- transaction that it named for it, or a refund of it.
    else format('
      select r.id, r.created_at as place from public.transactions r
      where (r.reference like %1$L or r.trace = lower(%5$L)) and %8$s
      union
      select r.id, r.created_at from public.transactions r
      where r.payment_method in (''mpesa'', ''transfer'', ''cash'', ''cheque'') and r.transaction_id = %6$L
        and r.status <> ''reversed'' and %4$s
      union
      select r.id, r.created_at from public.refunds f join public.transactions r on r.id = f.transaction_id
      where lower(f.bank_reference) like %3$L and %4$s
      union
      select r.id, r.created_at from public.orders o join public.transactions r on r.order_id = o.id where %2$s and %4$s
      union
      select r.id, r.created_at from public.orders o join private.shares s on s.order_id = o.id
      join public.transactions r on r.id = s.transaction_id where %2$s and %4$s
      union
      select r.id, r.created_at from public.transactions r where r.order_id is null and %7$s and %4$s
      union
      select r.id, r.created_at from private.gateway_answers a join public.transactions r on r.id = a.transaction_id
      where private.bank_numbers(a.answer) like %3$L and %4$s',
      private.like_pattern(upper(typed)),
      coalesce(words, 'false'), private.like_pattern(lower(typed)), filter, p_filter ->> 'code',
      upper(private.bare_code(typed)),
      coalesce(private.matches_words('r.search_text', private.customer_search_patterns(typed)), 'false'), any_kind)
    end, true, p_limit, p_after, typed is not null) f;
end;
$$;

comment on function private.find_transactions is
  'The ids of one page of transactions, newest first, as private.page_of_ids(). p_filter: orderId, hasRest (some of it '
  'has no order), as private.matches_filter(), and text: words of the order as private.order_conditions(), or any part '
  'of the reference, the bank''s index, its reference, its authorisation code or its reference of a refund, of one '
  'without an order its sum or words of its note, or code: the same without the words of the order, or the whole '
  'trace. A certificate of what was withheld, which is no money, is found by its number alone. PT403.';
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
  select jsonb_build_object('total', (
    -- Two counts of an index; the second is of few.
    (select count(*) from public.transactions)
      - (select count(*) from public.transactions t where private.is_withheld(t.payment_method))
  ), 'after', f.after, 'rows', coalesce((
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
      select jsonb_agg(private.user_as_json(u) order by t.place)
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
        'company', private.company_of(o),
        'totalAmount', o.total_amount, 'status', o.status, 'nextStep', k.pay, 'word', k.word,
        'payment', private.payment_of_order(o, k.asked), 'transaction', t.status,
        'settledOn', private.order_settled_on(o.id),
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null),
        'lines', i.lines, 'items', i.items,
        'sent', case
          when n.order_id is not null
            then jsonb_build_object('pieces', n.pieces, 'total', n.total, 'isOnWay', n.is_on_way)
        end,
        'toSend', w.id is not null, 'isWorkLeft', w.id is not null and coalesce(w.is_work, false),
        'deliverBy', d.promised,
        'lateSince', case
          when o.status in ('pending', 'failed', 'paid') and k.goods in ('none', 'packed', 'some')
            and k.word <> 'refunded' and d.promised < private.nairobi_day(now()) and w.is_work is not true
            then d.promised
        end
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      cross join lateral private.state_of_order(o) k
      cross join lateral (select case when not private.is_promise_over(o) then o.delivery_by end as promised) d
      left join private.pieces_sent(ids) n on n.order_id = o.id
      left join private.to_send_of(ids) w on w.id = o.id
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
  'p_filter: see private.order_conditions(). p_sort: createdAt, totalAmount or deliverBy. PageOfRows of OrderRow, 500 '
  'and three items of each at most. PT403.';
grant execute on function public.list_order_page to authenticated;

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
        'id', o.id, 'createdAt', private.iso_time(o.created_at),
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
          select private.day_or_time(max(l.sold_at)) from private.sold_lines l where l.order_id = o.id and l.orders = 1
        ) end, 'reference', t.reference, 'transactionId', t.transaction_id,
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null)
      ) || private.status_to_show(o.id) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      left join lateral (
        select string_agg(p.reference, ', ' order by p.decided_at, p.created_at, p.id) as reference,
          string_agg(p.transaction_id, ', ' order by p.decided_at, p.created_at, p.id) as transaction_id
        from private.payments_of_orders c join public.transactions p on p.id = c.transaction_id where c.order_id = o.id
      ) t on true
    )
  );
end;
$$;

comment on function public.export_orders is
  'PageOfRows of ExportedOrder, newest first, 1,000 at most. PT403, also password_required.';
grant execute on function public.export_orders to authenticated;
