-- The dashboards tables of products, orders, transactions and users, a page at a time; exports; and everything about one order.
-- Who calls: admins with their own token; row-level security decides what there is to see.
set check_function_bodies = off;

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
create function public.list_order_page(
  p_filter jsonb default '{}', p_sort text default 'createdAt', p_descending boolean default true,
  p_page integer default 1, p_page_size integer default 50
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_size integer := least(greatest(p_page_size, 1), 200);
  ids uuid[];
  total bigint;
begin
  select f.ids, f.total into ids, total
  from private.find_orders(p_filter, p_sort, p_descending, page_size, (greatest(p_page, 1) - 1) * page_size) f;
  return jsonb_build_object(
    'total', total,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'createdAt', private.iso_time(o.created_at), 'updatedAt', private.iso_time(o.updated_at),
        'customerName', o.customer_name, 'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
        'totalAmount', o.total_amount, 'status', o.status, 'nextStep', private.payment_step(o.id), 'payment', private.payment_of_order(o.id), 'transaction', t.status, 'settledOn', private.order_settled_on(o.id),
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null),
        'lines', i.lines, 'items', i.items
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      left join lateral (
        select t.status from public.transactions t where t.order_id = o.id order by t.created_at desc, t.id desc limit 1
      ) t on true
      cross join lateral (
        select count(*) as lines, jsonb_agg(jsonb_build_object('productName', n.product_name, 'quantity', n.quantity)
          order by n.place) filter (where n.place <= 3) as items
        from (
          select i.*, row_number() over (order by i.product_name, i.id) as place
          from public.order_items i where i.order_id = o.id
        ) n
      ) i
    )
  );
end;
$$;

comment on function public.list_order_page is
  'p_filter: see private.order_conditions(). p_sort: createdAt or totalAmount. Returns {rows: OrderRow[], total}, 200 rows and three items of each at most. PT403.';
grant execute on function public.list_order_page to authenticated;

create function public.export_orders(p_filter jsonb default '{}', p_limit integer default 1000) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_size integer := least(greatest(p_limit, 1), 1000);
  ids uuid[];
begin
  perform private.require_password();
  ids := (select f.ids from private.find_orders(p_filter, 'createdAt', true, page_size, 0, p_count => false) f);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'createdAt', private.iso_time(o.created_at), 'status', o.status,
        'customerName', o.customer_name, 'customerPhone', o.customer_phone, 'customerEmail', o.customer_email,
        'customerAddress', o.customer_address, 'totalAmount', o.total_amount,
        'countyName', (select c.name from public.delivery_counties c where c.code = o.county),
        'items', (
          select jsonb_agg(jsonb_build_object('productName', i.product_name, 'quantity', i.quantity, 'price', i.price)
            order by i.product_name, i.id)
          from public.order_items i where i.order_id = o.id
        ),
        'paidAt', private.iso_time(t.decided_at), 'reference', t.reference, 'transactionId', t.transaction_id,
        'openTasks', (select count(*) from public.owner_tasks k where k.order_id = o.id and k.closed_at is null)
      ) order by place), '[]')
      from unnest(ids) with ordinality found (id, place)
      join public.orders o on o.id = found.id
      left join lateral (
        select t.decided_at, t.reference, t.transaction_id from public.transactions t
        where t.order_id = o.id and t.status = 'completed' limit 1
      ) t on true
    ),
    -- To the microsecond, or the next order would be exported twice or never.
    'after', (
      select jsonb_build_object('at', o.created_at::text, 'id', o.id)
      from public.orders o where o.id = ids[page_size]
    )
  );
end;
$$;

comment on function public.export_orders is
  'Newest first: {rows: ExportedOrder[], after}. after goes into the next call''s p_filter; null when these were the last. 1,000 rows at most. PT403, also password_required.';
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
comment on column public.order_notes.author_id is 'The account that wrote it. No foreign key: a note outlives accounts, as the history does.';

create index order_notes_by_order on public.order_notes (order_id, created_at);

alter table public.order_notes enable row level security;
grant select on public.order_notes to authenticated;
grant insert (id, order_id, text) on public.order_notes to authenticated;

create policy "Admins read notes about orders" on public.order_notes
  for select to authenticated
  using ((select private.is_admin()));

create policy "Admins write notes under their own name" on public.order_notes
  for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select auth.uid()));

create trigger append_only before update or delete or truncate on public.order_notes
  for each statement execute function private.refuse_change();

create trigger record_insert after insert on public.order_notes referencing new table as new_rows
  for each statement execute function private.record_history();

create function public.add_order_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  note public.order_notes;
begin
  perform private.require_admin();
  if not exists (select 1 from public.orders o where o.id = p_order_id) then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  insert into public.order_notes (id, order_id, text) values (p_id, p_order_id, p_text)
  on conflict (id) do nothing;
  select * into note from public.order_notes n where n.id = p_id;
  if note.order_id <> p_order_id or note.text <> p_text or note.author_id <> (select auth.uid()) then
    raise sqlstate 'PT409' using message = 'key_reused';
  end if;
  return jsonb_build_object(
    'id', note.id, 'orderId', note.order_id, 'authorId', note.author_id, 'text', note.text,
    'createdAt', private.iso_time(note.created_at)
  );
end;
$$;

comment on function public.add_order_note is 'The same p_id twice is one note. Returns OrderNote. PT403; PT404; PT409 key_reused for another text under it.';
grant execute on function public.add_order_note to authenticated;

create function private.order_timeline(p_order_id uuid) returns jsonb
-- Definer: nobody may read the bank's answers, the holds and the ledger; this shows what they say about one order.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  with transactions as (
    select t.* from public.transactions t where t.order_id = p_order_id
  ), changes as (
    select h.* from public.history h where h.table_name = 'orders' and h.row_id = p_order_id
  ), events (at, rank, kind, actor_id, details) as (
    select o.created_at, 0, 'ordered', coalesce((select c.actor_id from changes c where c.before is null), o.user_id),
      jsonb_build_object('amount', o.total_amount)
    from public.orders o where o.id = p_order_id
    union all
    select t.created_at, 1, 'transaction_opened', null, jsonb_build_object('reference', t.reference, 'amount', t.amount)
    from transactions t
    union all
    select h.expires_at, 2, 'hold_ended', null, jsonb_build_object('pieces', sum(h.quantity))
    from private.stock_holds h where h.order_id = p_order_id and h.expires_at <= now() group by h.expires_at
    union all
    -- What the bank answered, without the trace.
    select a.at, 3, 'bank_answered', null, jsonb_build_object(
      'reference', t.reference, 'askedBy', a.asked_by, 'verdict', a.verdict,
      'answer', private.gateway_answer_as_json(a.answer) - array['transactionDate', 'bankReference', 'authorisationCode']
    )
    from transactions t join private.gateway_answers a on a.transaction_id = t.id
    union all
    -- Ended without an answer: given up after three days, or replaced by a new transaction.
    select h.at, 4, 'transaction_expired', h.actor_id, jsonb_build_object('reference', t.reference)
    from transactions t
    join public.history h on h.table_name = 'transactions' and h.row_id = t.id and h.after ->> 'status' = 'expired'
    union all
    select m.at, 5, case m.reason when 'sale' then 'stock_taken' else 'stock_returned' end, null, jsonb_build_object('pieces', abs(sum(m.change)))
    from private.stock_movements m where m.order_id = p_order_id group by m.at, m.reason
    union all
    select r.created_at, 7, case when r.corrects is null then 'refunded' else 'refund_corrected' end, r.recorded_by, jsonb_build_object(
      'amountCents', r.amount_cents, 'day', r.day, 'bankReference', r.bank_reference, 'reason', r.reason)
    from public.refunds r where r.order_id = p_order_id
    union all
    select c.at, 6, 'status_changed', c.actor_id, jsonb_build_object('from', c.before ->> 'status', 'to', c.after ->> 'status', 'reason', c.after ->> 'completion_reason')
    from changes c where c.after ? 'status'
    union all
    select c.at, 6, 'claimed', (c.after ->> 'user_id')::uuid, '{}'
    from changes c where c.before ->> 'user_id' is null and c.after ->> 'user_id' is not null
    union all
    select s.at, 7, 'settled', s.actor_id, jsonb_build_object('reference', t.reference, 'day', l.day, 'fileName', s.file_name)
    from transactions t join public.statement_lines l on l.transaction_id = t.id join public.bank_statements s on s.id = l.statement_id
    union all
    select k.created_at, 7, 'task_opened', null, jsonb_build_object('title', k.title, 'taskKind', k.kind)
    from public.owner_tasks k where k.order_id = p_order_id
    union all
    select k.closed_at, 8, 'task_closed', k.closed_by, jsonb_build_object('title', k.title, 'reason', k.closing_reason, 'outcome', k.outcome)
    from public.owner_tasks k where k.order_id = p_order_id and k.closed_at is not null
    union all
    select n.created_at, 9, 'noted', n.author_id, jsonb_build_object('id', n.id, 'text', n.text)
    from public.order_notes n where n.order_id = p_order_id
    union all
    select coalesce(m.finished_at, m.created_at), 10, 'message', null, jsonb_build_object(
      'id', m.id, 'message', m.kind, 'channel', m.channel, 'recipient', private.recipient_of(m),
      'state', m.state, 'reason', m.reason, 'blocked', private.block_reason(m)
    )
    from private.messages m where m.order_id = p_order_id
  )
  select coalesce(jsonb_agg(
    jsonb_build_object('at', private.iso_time(e.at), 'kind', e.kind, 'by', case when e.actor_id is not null
      then jsonb_build_object('id', e.actor_id, 'name', u.name) end) || e.details
    order by e.at, e.rank
  ), '[]')
  from events e left join public.users u on u.id = e.actor_id;
$$;

comment on function private.order_timeline is 'The contract''s OrderEvent[], oldest first: what happened to an order, when and by whom. No trace, no link key, cards masked. PT403.';

create function private.hold_ends_at(p_order_id uuid) returns timestamptz
-- Definer: nobody may read holds.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select min(h.expires_at) from private.stock_holds h where h.order_id = p_order_id and h.expires_at > now();
$$;

comment on function private.hold_ends_at is 'Until when an order''s pieces are held; null when they are not. PT403.';
grant execute on function private.order_timeline, private.hold_ends_at to authenticated;

create function public.order_details(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_admin();
  select jsonb_build_object(
    'order', private.order_as_json(o),
    'weights', coalesce(p.weights, '{}'), 'models', coalesce(p.models, '{}'),
    'heldUntil', private.iso_time(private.hold_ends_at(o.id)),
    'completionNeed', private.completion_needs_as_json(array[o.id]) -> 0 -> 'need',
    'payment', (
      select jsonb_build_object(
        'reference', t.reference, 'transactionId', t.transaction_id, 'amount', t.amount,
        'paidAt', private.iso_time(t.decided_at), 'settledOn', private.order_settled_on(o.id), 'cardNumber', private.masked_card(a.answer ->> 'cardNumber'),
        'authorisationCode', a.answer ->> 'authorisationCode'
      )
      from public.transactions t cross join private.deciding_answer_of(t.id) a (answer)
      where t.order_id = o.id and t.status = 'completed' limit 1
    ),
    'transaction', (
      select jsonb_build_object(
        'status', t.status, 'description', private.deciding_answer_of(t.id) ->> 'description', 'askedAt', private.iso_time(t.asked_at)
      )
      from public.transactions t where t.order_id = o.id order by t.created_at desc, t.id desc limit 1
    ),
    -- What the owner can give back now.
    'refundable', private.refundable_payments(o.id),
    'refunds', private.correctable_refunds(o.id),
    'tasks', (
      select coalesce(jsonb_agg(private.task_as_json(k) order by k.created_at), '[]')
      from public.owner_tasks k where k.order_id = o.id and k.closed_at is null
    ),
    'timeline', private.order_timeline(o.id)
  )
  from public.orders o cross join lateral (
    select jsonb_object_agg(p.id, p.weight_grams) filter (where p.weight_grams is not null) as weights,
      jsonb_object_agg(p.id, p.model) filter (where p.model is not null) as models
    from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id
  ) p
  where o.id = p_order_id;
$$;

comment on function public.order_details is 'The contract''s OrderDetails; null when there is no such order. PT403.';
grant execute on function public.order_details to authenticated;
