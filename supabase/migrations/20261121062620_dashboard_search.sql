-- The search of the dashboard: orders with their papers and parcels, quotations, customers, payments, products and
-- serial numbers.
-- Who calls: admins with their own token; each group asks for its permission.
set check_function_bodies = off;

create function private.products_of_desk(p_query text) returns table (id uuid, place bigint)
language sql stable set search_path = '' as $$
  select h.product_id, h.place from private.search_hits(p_query, '{}', 5) h where h.is_hit
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

create function private.orders_by_name(p_typed text) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select p.order_id
    from regexp_match(lower(p_typed), '^(inv|cn)?\W*(20\d\d)\W*(\d{1,9})$') m
    join private.papers p on p.year = m[2]::integer and p.number = m[3]::integer and p.kind = any (
      case m[1] when 'inv' then '{invoice}' when 'cn' then '{credit_note}' else '{invoice,credit_note}' end::text[]
    )
    limit 5
  ) || array(
    select s.order_id from private.shipments s
    where private.bare_code(s.waybill) = private.bare_code(p_typed) limit 5
  ) || array(
    select o.id from public.orders o
    where o.county = (
      select c.code from public.delivery_counties c
      where private.person_search_text(c.name, null) = private.person_search_text(p_typed, null)
    )
    order by o.created_at desc limit 5
  );
$$;

comment on function private.orders_by_name is
  'The orders of an invoice or credit note (inv 2026 7), of a waybill, and the newest to a county: five of each.';

create function private.orders_by_due(p_typed text) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  typed constant text[] := regexp_match(
    lower(p_typed), '^(?:kes|kshs?)?[. ]*([1-9][0-9,]{0,10})(?:\.([0-9]{2}))?(?:/[=-])?$'
  );
  wanted constant bigint := replace(typed[1], ',', '') || coalesce(typed[2], '00');
begin
  if wanted is null then
    return '{}';
  end if;
  return array(
    select o.id
    from unnest(array['pending', 'failed', 'paid', 'completed']) u (status) cross join lateral (
      -- The book of all orders would be read for each search.
      select x.id, x.created_at from public.orders x
      where x.status = u.status and x.total_amount * 100::bigint > wanted - 100
      order by x.created_at desc limit 100
    ) o
    where private.is_sum_due(o.id, wanted)
    order by o.created_at desc limit 5
  );
end;
$$;

comment on function private.orders_by_due is
  'The newest five orders of which this sum is asked for now, of the newest hundred of each status that cost as much.';

create function public.search_dashboard(p_query text) returns jsonb
-- Definer: serial numbers and archived products are read with their roles alone. Each group asks for its permission.
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := regexp_replace(btrim(left(p_query, 200)), '^([0-9]+)[.]00$', '\1');
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
    select coalesce(s.order_id, t.order_id)
    from unnest(payments) with ordinality p (id, place) join public.transactions t on t.id = p.id
    left join private.shares s on s.transaction_id = t.id
    order by p.place
  ) || private.orders_by_name(typed) || private.orders_by_due(typed) || (
    select f.ids
    from private.find_orders(jsonb_build_object('text', typed), 'createdAt', true, 5) f
  );
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'customerName', o.customer_name, 'totalAmount', o.total_amount,
        'dueCents', private.asked_cents(o.id)
      ) || private.status_to_show(o.id) order by f.place), '[]')
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
        'id', t.id, 'method', t.payment_method, 'reference', t.reference,
        'cents', coalesce(t.bank_amount_cents, t.amount * 100), 'orderId', t.order_id
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
        where private.bare_code(n.serial) like '%' || joined || '%'
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
  'as in the shop''s search; .00 does not make a sum an order''s number; and a search without a result is no miss of '
  'a shopper. PT403.';

create function private.payments_that_fit(p_payments uuid[], p_orders uuid[])
returns table (transaction_id uuid, order_id uuid, cents bigint, due_now bigint, fits integer)
language sql stable set search_path = '' as $$
  with orders as materialized (
    select o.*, b.due_now, private.sums_due(o.id) as sums,
      array[
        private.like_pattern(right(regexp_replace(o.customer_phone, '\D', '', 'g'), 9)),
        private.like_pattern(right(o.id::text, 8)),
        private.like_pattern(lower(o.company_pin))
      ] as codes
    from public.orders o cross join lateral private.book_of_order(o.id) b
    where o.id = any (p_orders) and o.status <> 'cancelled'
  )
  select t.id, o.id, l.cents, o.due_now, case when o.sums = '{}' then 0 else
    coalesce(l.cents = any (o.sums), false)::integer + (
      coalesce(said.text like any (o.codes), false)
        or said.text like all (private.search_patterns(coalesce(o.company_name, o.customer_name)))
    )::integer
  end
  from public.transactions t
  cross join lateral private.rest_left(t.id) l (cents)
  cross join lateral (
    -- What is known of who paid.
    select concat_ws(' ', lower(t.reference), t.search_text, (
      select string_agg(x.search_text, ' ')
      from private.shares s join public.orders x on x.id = s.order_id where s.transaction_id = t.id
    )) as text
  ) said
  cross join orders o
  where t.id = any (p_payments);
$$;

comment on function private.payments_that_fit is
  'Each of these payments with each of these orders: cents that no order has, due_now of the order, and how well they '
  'fit: 1 for exactly its sum, 1 for a note that names its phone, number, KRA PIN or buyer; 0 once nothing is due.';

create function private.payments_for_order(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'method', t.payment_method, 'reference', t.reference, 'note', t.note,
    'day', private.nairobi_day(t.decided_at), 'cents', least(f.cents, f.due_now), 'leftCents', f.cents
  ) order by f.fits desc, t.created_at desc), '[]')
  from private.payments_that_fit(array(
    select n.id from public.transactions n where n.order_id is null and n.status = 'completed'
    order by n.created_at desc, n.id desc limit 200
  ), array[p_order_id]) f join public.transactions t on t.id = f.transaction_id
  where f.fits > 0 and f.cents > 0;
$$;

comment on function private.payments_for_order is
  'FittingPayment[]: of the latest 200 payments that came without an order, those that fit this one, the best first.';

create function public.orders_to_pay(p_transaction_id uuid, p_text text default null) returns jsonb
-- Definer: admins may not read the book.
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant bigint := private.rest_left(p_transaction_id);
  ids uuid[];
begin
  perform private.require_permission('payments.record');
  if p_text is null then
    ids := array(
      (select o.id from public.orders o where o.total_amount = private.asked_for(wanted) order by o.id desc limit 200)
      union
      (select o.id from public.orders o where o.status = 'pending' order by o.created_at desc limit 500)
    );
  else
    select f.ids into ids from private.find_orders(jsonb_build_object('text', p_text), 'createdAt', true, 100) f;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'orderId', o.id, 'customerName', o.customer_name, 'company', private.company_of(o), 'word', k.word,
      'payment', private.payment_of_order(o, k.asked)
    ) order by f.place), '[]')
    from (
      select x.id, row_number() over (
        order by p.fits desc, private.asked_for(p.due_now) > 0 desc, x.created_at desc
      ) as place
      from private.payments_that_fit(array[p_transaction_id], ids) p join public.orders x on x.id = p.order_id
      where p_text is not null or p.fits > 0
      order by place limit 10
    ) f join public.orders o on o.id = f.id cross join lateral private.state_of_order(o) k
  );
end;
$$;

comment on function public.orders_to_pay is
  'OrderToPay[], ten at most, what fits best first: which orders a payment may be for, since exactly its rest is due, '
  'or since its note names their phone, number, KRA PIN or buyer; with p_text, what is found by that, the orders that '
  'owe something first. PT403.';

grant execute on function
  public.find_customers, public.customer_details, public.add_customer_note, public.search_dashboard,
  public.orders_to_pay
to authenticated;
