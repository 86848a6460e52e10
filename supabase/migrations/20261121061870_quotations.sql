-- Quotations: what products cost somebody for some days, with delivery, on a page of its own; accepted, it is an order
-- at exactly these prices.
-- Who reads and writes: the api function with the secret key for whoever has the link, within the limits;
-- sellers in the dashboard.
set check_function_bodies = off;

create sequence private.quotation_numbers;

create function private.goods_of_quotation(p_lines jsonb) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select sum(l.quantity::bigint * l.price) from jsonb_to_recordset(p_lines) l (quantity integer, price integer)
  );
end;
$$;

comment on function private.goods_of_quotation is 'KES: the lines of a quotation, without delivery.';

create table private.quotations (
  -- The key under which the browser asked for it: sent twice, it is one quotation.
  id uuid primary key,
  request_hash text not null,
  number text not null unique,
  version integer not null default 1 check (version > 0),
  link_version integer not null default 1 check (link_version > 0),
  user_id uuid references public.users (id) on delete set null,
  customer_name text not null
    check (char_length(trim(customer_name)) between 1 and 121 and private.is_visible(customer_name)),
  customer_email text check (private.is_email(customer_email)),
  customer_phone text check (customer_phone is not distinct from private.normal_phone_number(customer_phone)),
  customer_address text
    check (char_length(trim(customer_address)) between 1 and 500 and private.is_visible(customer_address)),
  company_name text check (char_length(trim(company_name)) between 1 and 200 and private.is_visible(company_name)),
  company_pin text check (company_pin ~ '^[A-Z]\d{9}[A-Z]$'),
  purchase_order text check (char_length(trim(purchase_order)) between 1 and 60 and private.is_visible(purchase_order)),
  language text check (language in ('en', 'sw')),
  whatsapp_consent boolean not null default false,
  county text not null,
  delivery_price integer check (delivery_price between 0 and 999999),
  lines jsonb not null check (jsonb_array_length(lines) between 1 and 100),
  is_for_several_sites boolean not null default false,
  note text not null default '' check (char_length(note) <= 1000),
  payment_terms text not null default '' check (char_length(payment_terms) <= 200),
  terms_days integer check (terms_days between 1 and 180),
  delivery_time text not null default '' check (char_length(delivery_time) <= 100),
  valid_until timestamptz not null,
  withdrawn_at timestamptz,
  seller_id uuid,
  is_pin_known boolean not null default false,
  order_id uuid unique references public.orders (id) on delete restrict,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (
    lower(number) || ' ' || regexp_replace(lower(number), '\W', '', 'g')
    || ' =' || (private.goods_of_quotation(lines) + coalesce(delivery_price, 0))::text || ' '
    || private.person_search_text(
      customer_name || coalesce(' ' || customer_email, '') || coalesce(' ' || company_name, '')
        || coalesce(' ' || company_pin, '')
        || coalesce(' ' || purchase_order || ' ' || regexp_replace(purchase_order, '\W', '', 'g'), ''), customer_phone
    )
  ) stored,
  check (company_name is not null or (company_pin is null and purchase_order is null)),
  check (customer_email is not null or customer_phone is not null)
);

comment on table private.quotations is
  'Nothing is held for a quotation: its pieces are held by the order that accepting it makes.';
comment on column private.quotations.version is 'Goes up with each change, so that a buyer accepts what they saw.';
comment on column private.quotations.link_version is
  'The only version of its link that opens it: goes up when staff renew the link.';
comment on column private.quotations.user_id is 'The account that was signed in when it was asked for.';
comment on column private.quotations.customer_address is 'Where in the county, if a seller has typed it.';
comment on column private.quotations.purchase_order is
  'The organisation''s own number of what it asked for: of its RFQ, tender or purchase order.';
comment on column private.quotations.whatsapp_consent is
  'The buyer agreed to be written to at this phone number about the order.';
comment on column private.quotations.payment_terms is
  'As a seller typed them, besides terms_days; both empty: paid before the goods leave.';
comment on column private.quotations.terms_days is
  'As in orders: its order is paid in so many days of delivery. Null of one that no seller stands behind.';
comment on column private.quotations.delivery_time is 'As a seller typed it; empty: as long as the county takes.';
comment on column private.quotations.county is 'Where it goes: public.delivery_quote() knows no other.';
comment on column private.quotations.delivery_price is
  'KES, a part of the total; null leaves delivery outside, as in orders.';
comment on column private.quotations.lines is
  '{productId, name, quantity, price in KES, reason of a price that a seller agreed on or null}[]: each product once.';
comment on column private.quotations.search_text is 'Derived: number, sum, buyer and organisation, for the dashboard.';
comment on column private.quotations.is_pin_known is
  'A seller made it or agreed on its days to pay: its PIN is not just what somebody typed.';
comment on column private.quotations.seller_id is
  'Who changed or sent it last, and so stands behind it; null while only the buyer has. No foreign key: '
  'it outlives accounts.';

create index quotations_newest on private.quotations (created_at, id);
create index quotations_withdrawn on private.quotations (created_at, id) where withdrawn_at is not null;
create index quotations_by_words on private.quotations using gin (search_text extensions.gin_trgm_ops);
create index quotations_by_user on private.quotations (user_id) where user_id is not null;
create index quotations_to_purge on private.quotations (valid_until) where order_id is null;

create function private.state_of_quotation(q private.quotations) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when q.order_id is not null then 'accepted'
    when q.withdrawn_at is not null then 'withdrawn'
    when q.valid_until <= now() then 'expired'
    else 'open'
  end;
end;
$$;

comment on function private.state_of_quotation is 'The contract''s QuotationState.';

create function private.paper_lines_of_quotation(q private.quotations) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(p.line order by p.place)
    from (
      select e.place, private.line_at_rate(
        'goods', p.id, e.line ->> 'name', p.model, '[]', (e.line ->> 'quantity')::integer,
        (e.line ->> 'price')::bigint * 100, coalesce(v.class, 'standard'), private.nairobi_day(now())
      ) as line
      from jsonb_array_elements(q.lines) with ordinality e (line, place)
      left join public.products p on p.id = (e.line ->> 'productId')::uuid left join public.product_vat v on v.id = p.id
      union all
      select
        1000,
        private.line_at_rate(
          'delivery', null, 'Delivery', null, '[]', 1, q.delivery_price::bigint * 100, 'standard',
          private.nairobi_day(now())
        )
      where q.delivery_price > 0
    ) p
  );
end;
$$;

comment on function private.paper_lines_of_quotation is 'PaperLine[] of a quotation, with VAT at today''s rates.';

create function private.lines_of_quotation(q private.quotations, p_is_staff boolean default false) returns jsonb
-- Definer: a mail says what of it is due first.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_agg(
      (l - 'reason')
      || jsonb_build_object('missing', greatest(
        (l ->> 'quantity')::integer
          - greatest(case when p.is_active then p.stock - private.held_quantity(p.id) else 0 end, 0),
        0
      ), 'warrantyYears', p.warranty_years, 'toOrder', p.to_order - 'isPublic') || case
        when p_is_staff then jsonb_build_object('reason', l -> 'reason', 'todaysPrice', p.price)
        else '{}'
      end
      order by n
    )
    from jsonb_array_elements(q.lines) with ordinality e (l, n)
    left join public.products p on p.id = (l ->> 'productId')::uuid
  );
end;
$$;

comment on function private.lines_of_quotation is
  'QuotationLine[] of a quotation, with what of each is missing now; for staff with the reason of a special price.';

create function private.quotation_as_json(q private.quotations, p_is_staff boolean default false) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', q.id, 'number', q.number, 'version', q.version, 'state', private.state_of_quotation(q),
      'createdAt', private.iso_time(q.created_at), 'validUntil', private.iso_time(q.valid_until),
      'customerName', q.customer_name, 'customerEmail', q.customer_email, 'customerPhone', q.customer_phone,
      'customerAddress', q.customer_address,
      'company', case
        when q.company_name is not null
          then jsonb_build_object('name', q.company_name, 'pin', q.company_pin, 'purchaseOrder', q.purchase_order)
      end,
      -- Nobody knows the day of its payment.
      'delivery', public.delivery_quote(q.lines, q.county, null)
        || jsonb_build_object('price', q.delivery_price)
        || case when q.delivery_price > 0 then '{"freeBecause": null}' else '{}' end::jsonb,
      'lines', private.lines_of_quotation(q, p_is_staff),
      'totalAmount', private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0),
      'isForSeveralSites', q.is_for_several_sites,
      'note', q.note, 'paymentTerms', q.payment_terms, 'termsDays', q.terms_days, 'deliveryTime', q.delivery_time,
      -- Its first link: one that was renewed since is not for everybody who has that of the quotation.
      'order', (
        select jsonb_build_object('orderId', o.id, 'linkVersion', o.link_version)
          || case when p_is_staff then jsonb_build_object('purchaseOrder', o.purchase_order) else '{}' end
        from public.orders o where o.id = q.order_id and (p_is_staff or o.link_version = 1)
      )
    ) || case
      when p_is_staff then jsonb_build_object(
        'sellerName', (select u.name from public.users u where u.id = q.seller_id),
        'language', q.language, 'whatsAppConsent', q.whatsapp_consent, 'accountId', q.user_id,
        'isPinKnown', q.is_pin_known, 'acceptedTermsDays', t.days,
        'acceptedHoldDays', extract(epoch from private.agreed_hold(t.days))::integer / 86400
      )
      else jsonb_build_object(
        'totals', private.paper_totals(private.paper_lines_of_quotation(q)),
        'acceptedHoldDays', case when q.seller_id is not null
          then extract(epoch from private.agreed_hold(q.terms_days))::integer / 86400 end
      )
    end
    from (select private.terms_of_acceptance(q, q.user_id, q.company_pin) as days offset 0) t
  );
end;
$$;

comment on function private.quotation_as_json is
  'The contract''s Quotation, for staff with the reasons of special prices and what each product costs today. missing: '
  'so many pieces of a line are not in the shop now.';

create function private.quoted_lines(p_request jsonb, p_is_priced boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  quoted jsonb;
  problems jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'productId', p.id, 'name', p.name, 'quantity', w.quantity, 'price', p.price, 'reason', null
  ) order by w.place), jsonb_agg(jsonb_build_object(
    'productId', w.product_id, 'name', coalesce(p.name, ''),
    'problem', case when p.id is null then 'product_unavailable' else 'price_changed' end,
    'quantity', w.quantity, 'available', coalesce(p.stock, 0), 'price', p.price
  ) order by w.place) filter (where p.id is null or w.lowest_price <> p.price or w.highest_price <> p.price)
  into quoted, problems
  from private.ordered_products(p_request, p_is_priced) w
  left join public.products p on p.id = w.product_id and p.is_active;
  perform private.refuse_lines(problems);
  if private.goods_of_quotation(quoted) > 99000000 then
    raise sqlstate 'PT400' using message = 'total_too_large';
  end if;
  return quoted;
end;
$$;

comment on function private.quoted_lines is
  'The lines of a new quotation, at today''s prices; p_is_priced: the request says those that were seen. '
  'PT400 invalid_request, total_too_large; PT409 price_changed, product_unavailable (detail: LineProblem[]).';

create function private.end_of_last_day(p_day text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  until timestamptz;
begin
  until := (coalesce(p_day::date, private.nairobi_day(now()) + 14) + 1)::timestamp at time zone 'Africa/Nairobi';
  perform private.refuse_invalid(
    until > now() + interval '181 days', 'a quotation is valid for half a year at most'
  );
  return until;
exception when data_exception then
  perform private.refuse_invalid(true, 'the last day');
end;
$$;

comment on function private.end_of_last_day is
  'Until when a quotation stands whose last day this is; null: 14 days from now. PT400 invalid_request.';

create function private.ask_for_quotation(p_sid text, p_id uuid, p_request jsonb, p_seller uuid default null)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  hash constant text := private.request_hash(p_request);
  quoted jsonb;
  charge integer;
  known private.quotations;
  until constant timestamptz := private.end_of_last_day(p_request ->> 'lastDay');
begin
  perform pg_advisory_xact_lock(hashtextextended('private.quotations ' || p_id, 0));
  select * into known from private.quotations q where q.id = p_id;
  if found then
    perform private.refuse_reused_key(known.request_hash <> hash);
    return private.quotation_as_json(known);
  end if;
  perform private.refuse_invalid(until <= now(), 'the last day is over');
  quoted := private.quoted_lines(p_request, p_seller is not null);
  charge := (public.delivery_quote(quoted, p_request ->> 'county') ->> 'price')::integer;
  if p_seller is not null then
    known.lines := quoted;
    quoted := private.agreed_lines(known, p_request -> 'lines');
    charge := (p_request ->> 'deliveryPrice')::integer;
  end if;
  insert into private.quotations (
    id, request_hash, number, user_id, customer_name, customer_email, customer_phone, customer_address, company_name,
    company_pin, purchase_order, language, whatsapp_consent, county, delivery_price, lines,
    is_for_several_sites, note, payment_terms, terms_days, delivery_time, valid_until, seller_id, is_pin_known
  )
  select p_id, hash,
    format('Q-%s-%s', extract(year from private.nairobi_day(now())), lpad(n.next, greatest(4, length(n.next)), '0')),
    case
      when p_seller is not null then (p_request ->> 'accountId')::uuid
      else (select (s.sess ->> 'userId')::uuid from private.sessions s where s.sid = p_sid and s.expire > now())
    end,
    p_request ->> 'name', p_request ->> 'email', p_request ->> 'phone', p_request ->> 'address',
    p_request -> 'company' ->> 'name', p_request -> 'company' ->> 'pin', p_request -> 'company' ->> 'purchaseOrder',
    p_request ->> 'language', coalesce((p_request ->> 'whatsAppConsent')::boolean, false),
    p_request ->> 'county', charge, quoted, coalesce((p_request ->> 'isForSeveralSites')::boolean, false),
    coalesce(btrim(p_request ->> 'note'), ''),
    coalesce(btrim(p_request ->> 'paymentTerms'), ''), case
      when p_seller is not null
        then private.agreed_terms(p_request, (p_request ->> 'accountId')::uuid, p_request -> 'company' ->> 'pin')
    end, coalesce(btrim(p_request ->> 'deliveryTime'), ''), until, p_seller, p_seller is not null
  from (select nextval('private.quotation_numbers')::text as next) n
  returning * into known;
  return private.quotation_as_json(known);
exception
  when integrity_constraint_violation or data_exception then
    perform private.refuse_invalid(true, 'the buyer or the delivery');
end;
$$;

comment on function private.ask_for_quotation is
  'As public.ask_for_quotation_within_limits(), without the limits. With p_seller as public.quote_as_staff().';

create function public.ask_for_quotation_within_limits(p_address_hash text, p_sid text, p_id uuid, p_request jsonb)
returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  keys constant jsonb := private.limit_keys(p_address_hash, p_sid);
  reply jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('ask_quotation', keys));
  perform set_config('shop.cause', keys ->> 'cause', true);
  reply := private.ask_for_quotation(p_sid, p_id, p_request);
  perform private.require_no_wait(private.take_limits('ask_quotation', keys));
  return reply;
exception
  when sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT429' or lock_not_available then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal('ask_quotation', keys, sqlstate, sqlerrm, details);
end;
$$;

comment on function public.ask_for_quotation_within_limits is
  'A quotation at today''s prices for 14 days. p_request: {name, email or phone, company, county, items: {productId, '
  'quantity}[]}. p_id: the same twice is one. Returns Quotation, or as public.place_order_within_limits() key_reused, '
  'product_unavailable, invalid_request, total_too_large, too_many_requests.';

create function public.quotation_by_link(p_id uuid, p_link_version integer default 1) returns jsonb
-- Definer: no role reads the table. The api has checked the key of the link.
language sql stable security definer set search_path = '' as $$
  select private.quotation_as_json(q) from private.quotations q
  where q.id = p_id and q.link_version = p_link_version;
$$;

comment on function public.quotation_by_link is
  'Quotation; null when it does not exist, or its link was renewed since, as erasing its buyer does.';

create function public.quotation_paper(p_id uuid, p_link_version integer default 1) returns jsonb
-- Definer: no role reads the table. The api has checked the key of the link.
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', 'quotation', 'number', q.number, 'cause', null, 'issuedAt', private.iso_time(q.created_at),
    'corrects', null, 'etims', null, 'correctsEtims', null,
    -- As the order that it may become.
    'content', private.paper_content(
      jsonb_populate_record(null::public.orders, to_jsonb(q)), l.lines, private.nairobi_day(q.created_at)
    ) || jsonb_build_object(
      'orderId', null, 'orderedAt', null, 'quotation', private.quotation_as_json(q) - 'order'
    )
  )
  from private.quotations q
  cross join lateral (select private.paper_lines_of_quotation(q) as lines) l
  where q.id = p_id and q.link_version = p_link_version;
$$;

comment on function public.quotation_paper is
  'The contract''s Paper of a quotation as it is now, with VAT at today''s rates; null as public.quotation_by_link().';

create function private.order_of_quotation(q private.quotations, p_details jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'items', jsonb_agg(jsonb_build_object('productId', l.product_id, 'quantity', l.quantity, 'price', l.todays)),
    'specialPrices', coalesce(jsonb_object_agg(
      l.product_id, jsonb_build_object('price', l.price, 'reason', coalesce(l.reason, 'Quotation ' || q.number))
    ) filter (where l.price <> l.todays), '{}'),
    'orderData', jsonb_build_object(
      'language', q.language,
      -- Given for one number.
      'whatsAppConsent', q.whatsapp_consent and q.customer_phone = p_details ->> 'customerPhone'
    ) || p_details || jsonb_build_object(
      'county', q.county, 'deliveryPrice', q.delivery_price, 'deliveryPromise', nullif(q.delivery_time, ''),
      'totalAmount', private.goods_of_quotation(q.lines)
    )
  )
  from (
    select (e ->> 'productId')::uuid as product_id, (e ->> 'quantity')::integer as quantity,
      (e ->> 'price')::integer as price, e ->> 'reason' as reason,
      coalesce(p.price, (e ->> 'price')::integer) as todays
    from jsonb_array_elements(q.lines) e left join public.products p on p.id = (e ->> 'productId')::uuid
  ) l;
$$;

comment on function private.order_of_quotation is
  'The request with which a seller would make the order of a quotation: today''s prices, and the quoted ones as '
  'special prices where they differ. p_details: the contact, as in a buyer''s order; what it does not say of messages '
  'is as the quotation says.';

create function private.terms_of_acceptance(q private.quotations, p_buyer uuid, p_pin text) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return case
    when q.seller_id is null then (private.terms_of(p_buyer, null)).days
    -- Anybody can type a PIN: what a customer of the shop may owe is not for others.
    when p_pin is not distinct from q.company_pin or private.terms_of(null, p_pin) is null then q.terms_days
  end;
end;
$$;

comment on function private.terms_of_acceptance is
  'In how many days the order of a quotation is paid, null: first. As a seller has quoted, unless another customer''s '
  'PIN is typed (p_pin); of what no seller stands behind, the terms of the account.';

create function private.quotation_to_accept(p_id uuid, p_version integer, p_link_version integer)
returns private.quotations
language plpgsql set search_path = '' as $$
declare
  q private.quotations;
begin
  -- Accepted twice at the same moment, the second waits here, and gets the order of the first.
  select * into q from private.quotations a
  where a.id = p_id and a.link_version = coalesce(p_link_version, a.link_version) for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  elsif q.order_id is not null then
    return q;
  elsif q.withdrawn_at is not null then
    raise sqlstate 'PT409' using message = 'quotation_withdrawn';
  elsif q.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'quotation_changed';
  elsif q.valid_until <= now() then
    raise sqlstate 'PT409' using message = 'quotation_expired';
  end if;
  return q;
end;
$$;

comment on function private.quotation_to_accept is
  'A quotation, locked, that can be accepted in this version, or that is an order already. p_link_version: of the link '
  'that the caller has; null: staff need none. PT404; PT409 quotation_withdrawn, quotation_changed, quotation_expired.';

create function private.make_order_of_quotation(
  q private.quotations, p_details jsonb, p_sid text, p_buyer uuid, p_seller uuid, p_is_pin_known boolean
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  request constant jsonb := private.order_of_quotation(q, p_details);
  placed public.orders;
  problems text;
begin
  if p_sid is not null then
    perform private.make_room_for_order(p_sid, request);
  end if;
  placed := private.make_order(
    p_sid, request, null, p_buyer, true, p_seller,
    case when p_seller is not null then now() + private.agreed_hold(null) end,
    case when p_details ? 'termsDays'
      then private.agreed_terms(p_details, p_buyer, p_details -> 'company' ->> 'pin')
      else private.terms_of_acceptance(q, p_buyer, p_details -> 'company' ->> 'pin')
    end, p_is_pin_known
  );
  update private.quotations a set order_id = placed.id where a.id = q.id;
  return placed;
exception when sqlstate 'PT409' then
  if sqlerrm <> 'product_unavailable' then
    raise;
  end if;
  -- What is not on sale has no name in the shop any more; here it has one.
  get stacked diagnostics problems = pg_exception_detail;
  raise sqlstate 'PT409' using message = 'quotation_unavailable', detail = (
    select jsonb_agg(p || jsonb_build_object('name', l ->> 'name'))
    from jsonb_array_elements(problems::jsonb) p
    join jsonb_array_elements(q.lines) l on l ->> 'productId' = p ->> 'productId'
  );
end;
$$;

comment on function private.make_order_of_quotation is
  'The order of a quotation that the caller has locked, in a session (null: in none), of an account '
  '(null: a guest''s), with a seller who stands behind it. p_is_pin_known and PT409 as in private.make_order(), and '
  'quotation_unavailable.';

create function private.accept_quotation(
  p_sid text, p_id uuid, p_version integer, p_details jsonb, p_session_days integer, p_answer_by timestamptz,
  p_link_version integer
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  q private.quotations;
  made jsonb;
  buyer uuid;
  is_for_buyer boolean;
  placed public.orders;
begin
  perform private.require_time_left(p_answer_by);
  q := private.quotation_to_accept(p_id, p_version, p_link_version);
  if q.order_id is not null then
    made := private.quotation_as_json(q) -> 'order';
    perform private.refuse_missing(made = 'null');
    return made;
  end if;
  perform private.limit_concurrent_orders();
  buyer := private.begin_order_session(p_sid, p_session_days);
  -- Whoever of staff opens a buyer's link accepts for that buyer.
  is_for_buyer := buyer is distinct from q.user_id
    and exists (select 1 from public.users u where u.id = buyer and u.role <> 'customer');
  placed := private.make_order_of_quotation(
    -- How it is paid is said by the shop alone.
    q, p_details - 'termsDays', case when not is_for_buyer then p_sid end,
    case when is_for_buyer then q.user_id else buyer end,
    case when is_for_buyer then buyer else q.seller_id end,
    q.is_pin_known and q.company_pin is not distinct from p_details -> 'company' ->> 'pin'
  );
  perform private.require_time_left(p_answer_by);
  return jsonb_build_object('orderId', placed.id, 'linkVersion', placed.link_version);
end;
$$;

comment on function private.accept_quotation is
  'As public.accept_quotation_within_limits(), in this session. In one of staff it is the order of the account '
  'that the quotation is for, or a guest''s, never theirs.';

create function public.accept_quotation_within_limits(
  p_address_hash text, p_sid text, p_new_sid text, p_id uuid, p_version integer, p_details jsonb,
  p_session_days integer, p_answer_by timestamptz default null, p_link_version integer default 1
) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(p_address_hash, p_sid);
  sid text;
  reply jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('place_order', keys));
  perform set_config('shop.cause', keys ->> 'cause', true);
  sid := private.session_of_order(p_sid, p_new_sid, null);
  reply := private.accept_quotation(sid, p_id, p_version, p_details, p_session_days, p_answer_by, p_link_version);
  perform private.require_no_wait(private.take_limits('place_order', keys || jsonb_build_object('session', sid)));
  perform private.require_time_left(p_answer_by);
  return reply || jsonb_build_object('sid', sid);
exception
  when sqlstate 'PT400'
    or sqlstate 'PT404'
    or sqlstate 'PT409'
    or sqlstate 'PT429'
    or sqlstate 'PT503'
    or lock_not_available then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal('place_order', keys, sqlstate, sqlerrm, details);
end;
$$;

comment on function public.accept_quotation_within_limits is
  'The order of a quotation, at its prices, for whoever has its link: {orderId, linkVersion, sid}; accepted again, the '
  'same order as long as its link was not renewed, else not_found. p_link_version: of the link that the caller has; '
  'p_version: as the buyer saw it. p_details: the contact, as in a buyer''s order. No payment is opened. One that a '
  'seller stands behind is held as private.agreed_hold() says, another as any unpaid order. Refusals as in '
  'public.place_order_within_limits(), and quotation_changed, quotation_expired, quotation_withdrawn; for '
  'product_unavailable, quotation_unavailable (detail: LineProblem[] with the names as quoted).';
grant execute on function
  public.ask_for_quotation_within_limits, public.quotation_by_link, public.quotation_paper,
  public.accept_quotation_within_limits
to service_role;

create function public.list_quotations(
  p_search text default '', p_state text default null, p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: no role reads the table.
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := private.matches_words('r.search_text', private.customer_search_patterns(p_search));
begin
  perform private.require_permission('orders.read');
  return (
    select jsonb_build_object('after', f.after, 'rows', coalesce((
      select jsonb_agg(private.quotation_as_json(q, true) order by p.place)
      from unnest(f.ids) with ordinality p (id, place) join private.quotations q on q.id = p.id::uuid
    ), '[]'))
    from private.page_of_ids(
      -- Of the open ones, what ends first.
      'select r.id, ' || case p_state when 'open' then 'r.valid_until' else 'r.created_at' end
      || ' as place from private.quotations r where ' || private.conditions(
        words, 'private.state_of_quotation(r) = ' || quote_literal(p_state),
        -- What an index knows of it. Nearly all that are left are expired.
        case p_state
          when 'accepted' then 'r.order_id is not null'
          when 'withdrawn' then 'r.withdrawn_at is not null'
          when 'open' then 'r.order_id is null and r.valid_until > now()'
        end
      ), p_state is distinct from 'open', least(p_limit, 100), p_after,
      words is not null or coalesce(p_state = 'open', false)) f
  );
end;
$$;

comment on function public.list_quotations is
  'PageOfRows of StaffQuotation, newest first, open ones by their last day; 100 at most. All words of p_search, in any '
  'of number, name, contact and organisation. PT403.';

create function public.quotation_as_staff(p_id uuid) returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('orders.read');
  select private.quotation_as_json(q, true) from private.quotations q where q.id = p_id;
$$;

comment on function public.quotation_as_staff is 'StaffQuotation; null when it does not exist. PT403.';

create function public.quotation_link_version(p_id uuid, p_is_renewed boolean default false) returns integer
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  link integer;
begin
  perform private.require_permission('orders.write');
  update private.quotations q set link_version = q.link_version + 1 where p_is_renewed and q.id = p_id;
  select q.link_version into link from private.quotations q where q.id = p_id;
  perform private.refuse_missing(not found);
  return link;
end;
$$;

comment on function public.quotation_link_version is
  'For which version the key of a quotation''s link is made. p_is_renewed: for a new one, and every earlier link opens '
  'nothing any more. PT403, PT404.';
grant execute on function public.quotation_link_version to authenticated;

create function private.agreed_lines(q private.quotations, p_lines jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  agreed jsonb;
  is_wrong boolean;
  is_special boolean;
  is_unexplained boolean;
begin
  -- What was quoted already stays; more pieces of it, or fewer at a price that was agreed on for so many, do not.
  select jsonb_agg(jsonb_build_object(
    'productId', p.id, 'name', coalesce(k.name, p.name), 'quantity', w.quantity, 'price', w.lowest_price,
    'reason', case when w.lowest_price = k.price then k.reason when w.lowest_price <> p.price then s.reason end
  ) order by w.place),
    bool_or(p.id is null or w.lowest_price <> w.highest_price or w.lowest_price not between 1 and 99999999),
    bool_or(w.lowest_price <> p.price and (
      k.price is distinct from w.lowest_price
      or w.quantity > k.quantity
      or w.quantity < k.quantity and k.reason is not null
    )),
    bool_or(w.lowest_price <> p.price and k.price is distinct from w.lowest_price
      and char_length(coalesce(s.reason, '')) not between 1 and 1000)
  into agreed, is_wrong, is_special, is_unexplained
  from private.ordered_products(jsonb_build_object('items', p_lines)) w
  cross join lateral (select btrim(p_lines -> (w.place - 1) ->> 'reason') as reason) s
  left join public.products p on p.id = w.product_id
  left join jsonb_to_recordset(q.lines) k ("productId" uuid, name text, quantity integer, price integer, reason text)
    on k."productId" = w.product_id;
  perform private.refuse_invalid(is_wrong, 'a product of the shop has one price');
  if is_special then
    perform private.require_permission('orders.special_price');
  end if;
  perform private.refuse_invalid(is_unexplained, 'a special price has a sum and a reason');
  if private.goods_of_quotation(agreed) > 99000000 then
    raise sqlstate 'PT400' using message = 'total_too_large';
  end if;
  return agreed;
end;
$$;

comment on function private.agreed_lines is
  'The lines of a quotation as a seller wants them, {productId, quantity, price, reason}[]. A price that was quoted '
  'stays as long as that said, whatever it costs now. PT400 invalid_request, total_too_large; PT403: a special price.';

create function public.quote_as_staff(p_id uuid, p_request jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
begin
  perform private.require_permission('orders.write');
  perform private.ask_for_quotation('', p_id, p_request, (select auth.uid()));
  return (
    select private.quotation_as_json(q, true) from private.quotations q where q.id = p_id and q.seller_id is not null
  );
end;
$$;

comment on function public.quote_as_staff is
  'A quotation that a seller makes from nothing. p_request: {accountId, name, email, phone (one of '
  'both may be null), address or null, company, language, whatsAppConsent, county, deliveryPrice in KES or null, '
  'items: {productId, quantity, price as the seller saw it}[]}; lines: {productId, quantity, price, reason}[], '
  'paymentTerms, deliveryTime, note and lastDay (null: 14 days) as in public.change_quotation(), termsDays as in '
  'private.agreed_terms(). '
  'p_id: the same twice is one. Returns StaffQuotation. PT400 invalid_request, total_too_large; PT403; PT409 '
  'price_changed (detail: LineProblem[]), product_unavailable, key_reused; 55P03.';
grant execute on function public.quote_as_staff to authenticated;

create function public.accept_quotation_as_staff(p_id uuid, p_version integer, p_details jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  q private.quotations;
begin
  perform private.require_permission('orders.write');
  perform private.require_agreed_request(jsonb_build_object('orderData', p_details));
  q := private.quotation_to_accept(p_id, p_version, null);
  if q.order_id is null then
    perform private.make_order_of_quotation(q, p_details, null, q.user_id, (select auth.uid()), true);
  end if;
  return public.quotation_as_staff(p_id);
end;
$$;

comment on function public.accept_quotation_as_staff is
  'A seller accepts a quotation for its buyer, who has said so by mail or phone: an order of the account that it is '
  'for, or a guest''s, held as private.agreed_hold() says. p_details: {customerName, customerEmail, customerPhone (one '
  'of both may be null), customerAddress, company}, and termsDays as in private.agreed_terms(), else as quoted. '
  'Accepted again, the same order. Returns StaffQuotation. PT400 invalid_request; '
  'PT403; PT404; PT409 as public.accept_quotation_within_limits(); 55P03.';
grant execute on function public.accept_quotation_as_staff to authenticated;

create function public.change_quotation(p_id uuid, p_version integer, p_request jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  present private.quotations;
  wanted private.quotations;
begin
  perform private.require_permission('orders.write');
  select * into present from private.quotations q where q.id = p_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  elsif present.order_id is not null then
    raise sqlstate 'PT409' using message = 'quotation_accepted';
  elsif present.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'quotation_changed';
  end if;
  begin
    wanted := present;
    wanted.lines := private.agreed_lines(present, p_request -> 'lines');
    wanted.county := p_request ->> 'county';
    wanted.delivery_price := (p_request ->> 'deliveryPrice')::integer;
    wanted.note := btrim(p_request ->> 'note');
    if p_request ? 'reference' then
      wanted.purchase_order := nullif(btrim(p_request ->> 'reference'), '');
    end if;
    wanted.payment_terms := btrim(p_request ->> 'paymentTerms');
    -- Of what a buyer asked for, the first seller says it; later, who says nothing changes nothing.
    if present.seller_id is null or p_request ? 'termsDays'
      and p_request -> 'termsDays' is distinct from coalesce(to_jsonb(present.terms_days), 'null') then
      wanted.terms_days := private.agreed_terms(
        p_request, present.user_id, case when present.is_pin_known then present.company_pin end
      );
      -- More days than the account has are said for the organisation.
      wanted.is_pin_known := present.is_pin_known
        or coalesce(wanted.terms_days, 0) > coalesce((private.terms_of(present.user_id, null)).days, 0);
    end if;
    wanted.delivery_time := btrim(p_request ->> 'deliveryTime');
    wanted.valid_until := private.end_of_last_day(p_request ->> 'lastDay');
    wanted.withdrawn_at := case
      when (p_request ->> 'isWithdrawn')::boolean then coalesce(present.withdrawn_at, now())
    end;
    if wanted = present then
      return private.quotation_as_json(present, true);
    end if;
    -- What was quoted stands as long as it said, and no longer at a price that only some may agree on.
    if wanted.valid_until > present.valid_until and exists (
      select 1
      from jsonb_to_recordset(wanted.lines) l ("productId" uuid, price integer)
      join public.products p on p.id = l."productId" and p.price <> l.price
    ) then
      perform private.require_permission('orders.special_price');
    end if;
    update private.quotations q set
      lines = wanted.lines, county = wanted.county, delivery_price = wanted.delivery_price, note = wanted.note,
      payment_terms = wanted.payment_terms, terms_days = wanted.terms_days, delivery_time = wanted.delivery_time,
      is_pin_known = wanted.is_pin_known, purchase_order = wanted.purchase_order, valid_until = wanted.valid_until,
      withdrawn_at = wanted.withdrawn_at,
      version = q.version + 1,
      seller_id = (select auth.uid())
    where q.id = p_id returning * into wanted;
  exception
    when integrity_constraint_violation or data_exception then
      perform private.refuse_invalid(true, 'the lines, the county, the delivery or the day');
  end;
  return private.quotation_as_json(wanted, true);
end;
$$;

comment on function public.change_quotation is
  'A seller changes a quotation, which then has the next version: p_request {lines: {productId, quantity, price, '
  'reason}[], county, deliveryPrice, paymentTerms, termsDays, deliveryTime, note, lastDay, isWithdrawn, and with an '
  'organisation reference} is what it is to be; the same changes nothing. Without termsDays they stay; what a buyer '
  'asked for has those of its account, since anybody can type a PIN. '
  'p_version: as the seller saw it. Returns StaffQuotation. PT400 invalid_request, total_too_large; PT403; PT404; '
  'PT409 quotation_changed, quotation_accepted; 55P03.';
grant execute on function public.list_quotations, public.quotation_as_staff, public.change_quotation to authenticated;
