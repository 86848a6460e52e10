-- Customers: whose orders belong together, what the dashboard shows about them, and notes.
-- Who calls: admins with their own token, each function asks for its permission. Who writes notes: one function.
set check_function_bodies = off;

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
      select a.place, u.id as "accountId", u.name, u.email, u.phone, u.address, (
          select private.company_of(o) - 'purchaseOrder' from public.orders o
          where o.user_id = u.id and o.erased_at is null order by o.created_at desc limit 1
        ) as company
      from private.page_of_ids(
        'select r.id, r.created_at as place from public.users r where ' || private.conditions(words), true, 8,
        p_match_first => words is not null
      ) f cross join unnest(f.ids::uuid[]) with ordinality a (id, place) join public.users u on u.id = a.id
      union all
      select 1000 + row_number() over (order by g.created_at desc), null, g.customer_name, g.customer_email,
        g.customer_phone, g.customer_address, private.company_of(g) - 'purchaseOrder'
      from (
        select distinct on (o.customer_email, o.customer_phone) o.id
        from public.orders o where o.id = any (orders) and o.user_id is null and o.erased_at is null
        order by o.customer_email, o.customer_phone, o.created_at desc
      ) latest join public.orders g on g.id = latest.id
      union all
      select 2000 + row_number() over (order by t.created_at desc), null, '', null, null, null,
        jsonb_build_object('name', coalesce(t.company_name, t.company_pin), 'pin', t.company_pin)
      from private.terms_before_orders(p_search) t
    ) b
    where b.place < 1008 or b.place between 2000 and 2008
  );
end;
$$;

comment on function public.find_buyers is
  'Buyer[]: eight accounts at most, then eight guests of the latest orders, with what they typed last, and '
  'the organisation of the latest order; then eight organisations with terms and no order yet, without a contact. '
  'All words of p_search, in any of name, e-mail, phone. PT403.';
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
  'Whose an order is: an organisation is its PIN; a buyer without one the phone, else the e-mail.';

create index orders_by_customer on public.orders (private.customer_key_of(company_pin, customer_phone, customer_email))
where erased_at is null;

create function private.customer_key(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when o.erased_at is null then coalesce(
    private.customer_key_of(o.company_pin, o.customer_phone, o.customer_email), 'order ' || o.id
  ) end;
end;
$$;

comment on function private.customer_key is
  'As private.customer_key_of(), and the order itself of a buyer who gave nothing; null once its buyer was erased, '
  'nobody''s.';

create function private.orders_of_customer(p_key text) returns setof public.orders
language sql stable set search_path = '' as $$
  select o.* from public.orders o
  where o.erased_at is null and (
    private.customer_key_of(o.company_pin, o.customer_phone, o.customer_email) = p_key
    or o.id = substring(p_key from '^order (.+)')::uuid
  );
$$;

create function private.order_that_names(p_key text, p_asked_id uuid default null) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select o.id from private.orders_of_customer(p_key) o
    order by o.placed_by is not null desc, exists (select 1 from private.sold_lines l where l.order_id = o.id) desc,
      o.id = p_asked_id desc nulls last, o.created_at desc, o.id desc
    limit 1
  );
end;
$$;

comment on function private.order_that_names is
  'The order whose buyer a customer is called by: one that staff took, else one that was sold; of these the one that '
  'was asked about, else the latest. Anybody may type the PIN or the phone of another at the checkout.';

create function private.customer_key_by_id(p_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select private.customer_key(o) from public.orders o where o.id = p_id),
    (select 'pin ' || t.company_pin from private.customer_terms t where t.id = p_id)
  );
end;
$$;

comment on function private.customer_key_by_id is
  'The customer of an order, or the organisation of terms, which may have no order yet.';

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
          'id', t.id, 'name', coalesce(c.customer_name, ''), 'email', c.customer_email, 'phone', c.customer_phone,
          'address', c.customer_address,
          'company', case when coalesce(c.company_pin, a.company_pin) is not null then jsonb_build_object(
            'name', coalesce(c.company_name, a.company_name, a.company_pin),
            'pin', coalesce(c.company_pin, a.company_pin)) end,
          'orders', (select count(*) from private.orders_of_customer(private.customer_key(c))),
          'orderedAt', private.iso_time(c.created_at)
        ) order by t.place), '[]')
        from unnest(f.ids::uuid[]) with ordinality t (id, place)
        left join public.orders c on c.id = t.id left join private.customer_terms a on a.id = t.id
      )
    )
    from private.page_of_ids(format(
      '(select distinct on (private.customer_key(r)) r.id, r.created_at as place
      from public.orders r where r.id = any (%L::uuid[]) and r.erased_at is null
      order by private.customer_key(r), r.created_at desc, r.id desc)
      union all select a.id, a.created_at from private.terms_before_orders(%L) a', latest.ids, p_search
    ), true, least(p_limit, 100), p_after) f
  );
end;
$$;

comment on function public.find_customers is
  'CustomerPage: the buyers of the latest 2,000 orders in which all words of p_search are, whose latest such order '
  'comes first, and, by the day of their terms, organisations that have not ordered yet; isCut: there may be more '
  'buyers. PT403.';

create function private.pieces_at_buyer(i public.order_items) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      -- Its goods came back, or never left.
      when o.status = 'cancelled' then 0
      when o.status = 'completed' and not private.has_left(o.id) then p.quantity - p.back
      else p.gone - (p.back - p.unsent)
    end
    from public.orders o join private.ordered_pieces p on p.order_id = o.id and p.id = i.id
    where o.id = i.order_id
  );
end;
$$;

comment on function private.pieces_at_buyer is
  'Pieces of an item that left the shop and did not come back, paid or not. Of an order that was completed without a '
  'parcel all have left.';

create function public.list_pieces_at_buyers(p_filter jsonb, p_limit integer default 50, p_after jsonb default null)
returns jsonb
-- Definer: no role reads parcels.
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[];
begin
  perform private.require_permission('customers.read');
  patterns := array(
    select c.code || '%'
    from (
      select p_filter ->> 'serials', 1
      union all
      -- A part of a number that has blanks would be the beginning of many.
      select w, 4 from regexp_split_to_table(p_filter ->> 'serials', '[\s,;]+') w
    ) t (typed, least)
    cross join lateral (select private.without_spaces(private.normalize_for_search(t.typed)) as code) c
    where char_length(c.code) >= t.least
  );
  perform private.refuse_invalid(p_filter ->> 'product' is null and patterns = '{}', 'a product or serial numbers');
  return (
    select jsonb_build_object('after', f.after, 'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'orderId', o.id, 'orderedAt', private.iso_time(o.created_at), 'productName', i.product_name,
        'pieces', private.pieces_at_buyer(i),
        'serials', (
          select coalesce(jsonb_agg(n.serial order by n.serial), '[]') from private.shipment_serials n
          where n.order_item_id = i.id and not n.is_back
            and (patterns = '{}' or private.bare_code(n.serial) like any (patterns))
        ),
        'customerName', o.customer_name, 'company', private.company_of(o), 'phone', o.customer_phone,
        'email', o.customer_email
      ) order by t.place)
      from unnest(f.ids::uuid[]) with ordinality t (id, place)
      join public.order_items i on i.id = t.id join public.orders o on o.id = i.order_id
    ), '[]'))
    from private.page_of_ids(
      'select r.id, r.created_at as place from public.order_items r where ' || private.conditions(
        'r.product_id = ' || quote_literal((p_filter ->> 'product')::uuid),
        case when patterns <> '{}' then format(
          'r.id in (select n.order_item_id from private.shipment_serials n where not n.is_back
          and private.bare_code(n.serial) like any (%L::text[]))', patterns
        ) end,
        'private.pieces_at_buyer(r) > 0'
      ), true, least(p_limit, 1000), p_after
    ) f
  );
end;
$$;

comment on function public.list_pieces_at_buyers is
  'PageOfRows of PiecesAtBuyer, the newest first, 1,000 at most: who has what left the shop. p_filter: product; '
  'serials, numbers or how they begin, with blanks or commas between them. PT400; PT403.';
grant execute on function public.list_pieces_at_buyers to authenticated;

create function private.notes_of_orders(p_order_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'text', n.text, 'createdAt', private.iso_time(n.created_at), 'byName', u.name
  ) order by n.created_at desc, n.id), '[]')
  from private.customer_notes n left join public.users u on u.id = n.author_id where n.order_id = any (p_order_ids);
$$;

comment on function private.notes_of_orders is 'What staff noted about the buyer of these orders, the latest first.';

create function private.messages_of_orders(p_order_ids uuid[]) returns jsonb
-- How many orders there are decides which index is read.
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'kind', m.kind, 'orderId', m.order_id, 'channel', m.channel, 'recipient', private.recipient_of(m),
      'state', m.state, 'reason', m.reason, 'attempts', m.attempts,
      'nextAttemptAt', private.iso_time(m.next_attempt_at),
      'at', private.iso_time(coalesce(m.finished_at, m.created_at))
    ) order by m.created_at desc, m.id), '[]')
    from (
      select t.* from private.messages t join private.message_rules r on r.kind = t.kind and r.audience = 'buyer'
      where t.order_id = any (p_order_ids) order by t.created_at desc limit 50
    ) l join private.messages s on s.id = l.id cross join lateral private.message_to_show(s) m
  );
end;
$$;

comment on function private.messages_of_orders is 'The latest 50 messages to the buyer of these orders.';

create function private.status_to_show(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'status', o.status, 'word', (private.state_of_order(o)).word,
      'payment', private.money_to_show(o, m.asked_cents, m.later_cents, m.refunded_cents)
    )
    from public.orders o cross join lateral private.money_of_order(o.id) m where o.id = p_order_id
  );
end;
$$;

comment on function private.status_to_show is
  'The contract''s StatusToShow: nothing is called paid of which something is due, now or later.';

create function public.customer_details(p_id uuid) returns jsonb
-- Definer: accounts, messages and payments are read with their admin alone.
language plpgsql stable security definer set search_path = '' as $$
declare
  key constant text := private.customer_key_by_id(p_id);
  mine constant uuid[] := array(select o.id from private.orders_of_customer(key) o);
  named constant uuid := private.order_that_names(key);
  account constant uuid := private.account_with_terms(p_id, key);
  agreed private.customer_terms;
begin
  perform private.require_permission('customers.read');
  select t.* into agreed from private.customer_terms t
  where t.company_pin = substring(key from '^pin (.+)') or t.user_id = account;
  return (
    with own as materialized (
      select o.*, m.* from public.orders o cross join lateral private.money_of_order(o.id) m where o.id = any (mine)
    )
    select jsonb_build_object(
      'hasAccount', exists (
        select 1 from own o left join public.users u on u.email = o.customer_email and u.email_confirmed_at is not null
        where coalesce(o.user_id, u.id) is not null
      ),
      'company', coalesce(
        (select jsonb_build_object('name', o.company_name, 'pin', o.company_pin) from own o
          where o.id = named and o.company_pin is not null),
        case when agreed.company_pin is not null then jsonb_build_object(
          'name', coalesce(agreed.company_name, agreed.company_pin), 'pin', agreed.company_pin) end
      ),
      'canHaveTerms', key like 'pin %' or account is not null,
      'accountEmail', (
        select u.email from public.users u
        where u.id = account and u.email_confirmed_at is not null and private.may('orders.special_price')
      ),
      'terms', case when agreed.id is not null then
        jsonb_build_object('days', agreed.days, 'limit', agreed.credit_limit) end,
      'contacts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', c.customer_name, 'email', c.customer_email, 'phone', c.customer_phone, 'address', c.customer_address
        ) order by c.id = named desc, c.created_at desc), '[]')
        from (
          select * from (select distinct on (o.customer_email, o.customer_phone) o.* from own o
            order by o.customer_email, o.customer_phone, o.id = named desc, o.created_at desc) d
          order by d.id = named desc, d.created_at desc limit 5
        ) c
      ),
      'money', (
        select jsonb_build_object(
          'orders', count(*), 'orderedAmount', coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
          'paidCents', coalesce(sum(o.received_cents + o.refunded_cents), 0),
          'refundedCents', coalesce(sum(o.refunded_cents), 0),
          'dueCents', coalesce(
            sum(case when o.asked_cents > 0 then (private.book_of_order(o.id)).due_now else 0 end), 0),
          'owedCents', (select coalesce(sum(d.cents), 0) from private.debts d where d.order_id = any (mine)),
          'expectedCents', coalesce(sum(private.expected_cents(o.id)), 0),
          'creditedCents', coalesce(sum(private.credited_cents(o.id)), 0),
          'withheldCents', coalesce(sum(o.withheld_cents), 0), 'writtenOffCents', (select coalesce(sum(r.cents), 0)
            from private.reductions r where r.order_id = any (mine) and r.cause = 'written_off')
        ) from own o
      ),
      'orders', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', o.id, 'createdAt', private.iso_time(o.created_at), 'customerPhone', o.customer_phone,
          'customerEmail', o.customer_email, 'totalAmount', o.total_amount,
          'paidCents', o.received_cents + o.refunded_cents, 'refundedCents', o.refunded_cents, 'dueCents', o.asked_cents
        ) || private.status_to_show(o.id) order by o.created_at desc, o.id desc), '[]')
        from (select * from own order by created_at desc, id desc limit 100) o
      ),
      'notes', private.notes_of_orders(mine),
      'messages', private.messages_of_orders(mine)
    )
    where cardinality(mine) > 0 or agreed.id is not null
  );
end;
$$;

comment on function public.customer_details is
  'CustomerDetails of the buyer of an order, or of the organisation of terms: the latest 100 orders, the latest 50 '
  'messages, all notes. Null when there is neither, or the buyer was erased. PT403.';

create function public.add_customer_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  key constant text := private.customer_key_by_id(p_order_id);
  named constant uuid := private.order_that_names(key, p_order_id);
  note private.customer_notes;
begin
  perform private.require_permission('customers.write');
  perform private.require_text(p_text, 2000);
  perform private.refuse_invalid(p_id is null, 'an id');
  -- Locked, so that a buyer who is being erased gets no further note.
  perform 1 from public.orders o where o.id = named and o.erased_at is null for update;
  perform private.refuse_missing(not found);
  -- The account of its buyer reads it in its export.
  insert into private.customer_notes (id, order_id, author_id, text)
  values (p_id, named, private.caller_id(), p_text)
  on conflict (id) do nothing;
  select * into note from private.customer_notes n where n.id = p_id;
  perform private.refuse_reused_key(
    private.customer_key_by_id(note.order_id) <> key or note.text <> p_text or note.author_id <> private.caller_id()
  );
  return public.customer_details(p_order_id);
end;
$$;

comment on function public.add_customer_note is
  'Writes a note about the buyer of an order: CustomerDetails. PT400, PT403, PT404, PT409 key_reused.';
