-- Orders that staff make for a buyer, and what they change of an order before it is sent.
-- Who calls: admins with their own token. Who reads the changes: the page of the order.
set check_function_bodies = off;

create function private.require_agreed_request(p_request jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- Null: the buyer has none.
  perform private.refuse_invalid(
    not private.is_email(p_request -> 'orderData' ->> 'customerEmail'), 'the e-mail address of the buyer'
  );
  perform private.refuse_invalid(exists (
    select 1 from jsonb_path_query(p_request, '$.specialPrices.*') s
    where (s @@ 'strict $.price >= 1 && $.price <= 99999999 && $.price % 1 == 0 && $.reason like_regex "[^[:space:]]"')
      is not true or char_length(s ->> 'reason') > 1000
  ), 'a special price has a sum and a reason');
end;
$$;

comment on function private.require_agreed_request is
  'What an order must say that staff make, or change, for a buyer. PT400 invalid_request.';

create function public.place_order_as_staff(p_id uuid, p_request jsonb) returns jsonb
-- Definer: orders are written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  seller constant uuid := (select auth.uid());
  request_hash constant text := private.request_hash(p_request);
  details constant jsonb := p_request -> 'orderData';
  earlier private.idempotency_keys;
  placed public.orders;
begin
  perform private.require_permission('orders.write');
  if coalesce(p_request -> 'specialPrices', '{}') <> '{}' then
    perform private.require_permission('orders.special_price');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.idempotency_keys ' || p_id, 0));
  select * into earlier from private.idempotency_keys k where k.key = p_id;
  if found then
    perform private.refuse_reused_key(earlier.request_hash <> request_hash or earlier.user_id is distinct from seller);
    return (
      select private.order_as_json(o) from public.orders o where o.id = (earlier.reply -> 'order' ->> 'id')::uuid
    );
  end if;

  perform private.require_agreed_request(p_request);
  perform private.refuse_invalid(
    (details @@ 'strict $.holdHours >= 1 && $.holdHours <= 168 && $.holdHours % 1 == 0') is not true,
    'an order is held for a week at most'
  );
  perform private.refuse_invalid(not pg_input_is_valid(details ->> 'accountId', 'uuid'), 'no such account');
  placed := private.make_order(
    null, p_request, null, (details ->> 'accountId')::uuid,
    true, seller, now() + make_interval(hours => (details -> 'holdHours')::integer),
    private.agreed_terms(details, (details ->> 'accountId')::uuid, details -> 'company' ->> 'pin'), true
  );
  perform private.store_reply(
    p_id, request_hash, seller, jsonb_build_object('order', jsonb_build_object('id', placed.id))
  );
  return private.order_as_json(placed);
end;
$$;

comment on function public.place_order_as_staff is
  'An order that a seller makes by phone or at the counter. p_request: as the buyer''s, and specialPrices ({product '
  'id: {price in KES, reason}}); orderData also has accountId (whose My Orders it is in; null for a guest), '
  'deliveryPrice (KES as agreed; null leaves delivery outside the total), holdHours (1 to 168) and termsDays as in '
  'private.agreed_terms(). No payment is '
  'opened. p_id: the same twice is one. Returns AdminOrder. PT400 invalid_request, total_too_large; PT403; PT409 '
  'out_of_stock, price_changed, product_unavailable (detail: LineProblem[]), key_reused; 55P03.';
grant execute on function public.place_order_as_staff to authenticated;

create table private.order_changes (
  -- The key under which the browser sent it: sent twice, it is one change.
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  request_hash text not null,
  effect jsonb not null,
  changed_by uuid not null default auth.uid(),
  created_at timestamptz not null default now()
);

comment on table private.order_changes is
  'What staff changed about orders after they were placed; append-only. Names and addresses are in public.history '
  'alone, where they can be erased.';
comment on column private.order_changes.request_hash is 'What the browser asked for under this key.';
comment on column private.order_changes.effect is
  'The contract''s OrderChangeEffect, as it was shown before it was saved.';
comment on column private.order_changes.changed_by is
  'The account that changed it. No foreign key: the list outlives accounts.';

create index order_changes_by_order on private.order_changes (order_id, created_at);

create trigger append_only before update or delete or truncate on private.order_changes
  for each statement execute function private.refuse_change();

create function private.order_to_change(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select c.seen || jsonb_build_object('version', md5(c.seen::text), 'changeKey', (
      select k.id from private.order_changes k where k.order_id = o.id order by k.created_at desc, k.id limit 1
    ))
    from (
      select jsonb_build_object(
        'obstacle', case when o.erased_at is not null then 'change_closed' else k.change end,
        'sumObstacle', k.change_sum, 'customerName', o.customer_name, 'customerEmail', o.customer_email,
        'customerPhone', o.customer_phone, 'customerAddress', o.customer_address,
        'company', private.company_of(o), 'county', o.county, 'deliveryPrice', o.delivery_price,
        'isCollected', coalesce(o.delivery_zone = 'collected', false),
        'termsDays', o.terms_days, 'lines', (
          select jsonb_agg(jsonb_build_object(
            'productId', i.product_id, 'productName', i.product_name, 'quantity', i.quantity, 'price', i.price,
            -- What was sold has its price on an invoice.
            'isPriceOpen', o.status in ('pending', 'failed')
              and not exists (select 1 from private.sold_lines l where l.order_id = o.id),
            'least', greatest(
              i.packed + i.unsent, i.refunded,
              -- The line of a parcel that was taken back names it for ever.
              case when exists (select 1 from private.shipment_lines l where l.order_item_id = i.id) then 1 else 0 end
            )
          ) order by i.product_name, i.id)
          from private.ordered_pieces i where i.order_id = o.id
        )
      ) as seen
      from private.state_of_order(o) k
    ) c
  );
end;
$$;

comment on function private.order_to_change is
  'The contract''s OrderToChange: what can be changed of an order, what stands in the way of changing anything or its '
  'sum, and how many pieces must stay of each line. Its version says whether that is still so.';

create function private.change_contact(o public.orders, p_details jsonb, p_was_work boolean) returns void
language plpgsql set search_path = '' as $$
declare
  email constant text := private.normal_recipient('email', p_details ->> 'customerEmail');
  phone constant text := p_details ->> 'customerPhone';
  is_collected constant boolean := p_details @> '{"isCollected": true}';
  is_moved constant boolean := o.county is distinct from p_details ->> 'county'
    or is_collected <> coalesce(o.delivery_zone = 'collected', false);
  quote jsonb;
begin
  perform private.refuse_invalid(
    email is null and o.customer_email is not null or phone is null and o.customer_phone is not null,
    'an e-mail address or phone number is replaced, never taken away'
  );
  update public.orders c set
    customer_name = p_details ->> 'customerName', customer_email = p_details ->> 'customerEmail',
    customer_phone = phone, customer_address = p_details ->> 'customerAddress', county = p_details ->> 'county',
    company_name = p_details -> 'company' ->> 'name',
    company_pin = p_details -> 'company' ->> 'pin', purchase_order = p_details -> 'company' ->> 'purchaseOrder',
    terms_days = (p_details ->> 'termsDays')::integer,
    is_pin_known = c.is_pin_known or (p_details ->> 'termsDays')::integer is not null
      and c.terms_days is distinct from (p_details ->> 'termsDays')::integer,
    -- Consent was given for one number.
    whatsapp_consent_at = case when o.customer_phone = phone then o.whatsapp_consent_at end
  where c.id = o.id;
  -- Given terms, it waits from now on.
  update public.order_items i set awaited_since = now()
  where i.order_id = o.id and i.awaited > 0 and i.awaited_since is null and (p_details ->> 'termsDays') is not null;
  -- Goods may have been added to work, of which nothing is delivered.
  if is_moved or p_was_work then
    quote := public.delivery_quote((
      select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity))
      from public.order_items i
      where i.order_id = o.id
    ), p_details ->> 'county');
    update public.orders c set
      delivery_zone = case when is_collected then 'collected' else quote ->> 'zone' end,
      delivery_promise = case when not is_moved then c.delivery_promise end,
      delivery_by = case when not is_moved then c.delivery_by end,
      delivery_low = (quote ->> 'low')::integer,
      delivery_high = (quote ->> 'high')::integer,
      delivery_free_because = case when coalesce(c.delivery_price, 0) = 0 then quote ->> 'freeBecause' end
    where c.id = o.id;
  end if;
  -- What was written and not sent yet goes to the right address, and what an admin had corrected is corrected now.
  insert into private.order_addresses (order_id, channel, address)
  select o.id, t.channel, t.address
  from (
    values ('email', email, o.customer_email is distinct from p_details ->> 'customerEmail'),
      ('sms', private.normal_recipient('sms', phone), o.customer_phone is distinct from phone)
  ) t (channel, address, is_changed)
  where t.is_changed and t.address is not null
  on conflict on constraint order_addresses_pkey do update set address = excluded.address;
  if o.customer_phone is distinct from phone then
    delete from private.order_addresses a where a.order_id = o.id and a.channel = 'whatsapp';
    update private.messages m set
      state = 'skipped', reason = 'no_longer_true', next_attempt_at = null, finished_at = now()
    where m.order_id = o.id and m.state = 'waiting' and not private.is_for_owner(m.kind)
      and (m.channel = 'whatsapp' or m.channel = 'sms' and phone !~ '^\+254[17]');
  end if;
end;
$$;

comment on function private.change_contact is
  'Who gets an order, and where: it is found by the new contact from now on, and written to there. p_was_work: it was '
  'of work alone before.';

create function private.change_lines(o public.orders, p_request jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  added constant jsonb := (
    select jsonb_build_object('items', coalesce(jsonb_agg(w), '[]')) from jsonb_array_elements(p_request -> 'items') w
    where not exists (
      select 1 from public.order_items i where i.order_id = o.id and i.product_id = (w ->> 'productId')::uuid
    )
  );
begin
  delete from public.order_items i
  where i.order_id = o.id and i.product_id not in (select w.product_id from private.ordered_products(p_request) w);
  -- More of what was ordered costs what it did then: private.check_change() asks who may say so.
  update public.order_items i set
    quantity = w.quantity, awaited = greatest(i.awaited - greatest(i.quantity - w.quantity, 0), 0)
  from private.ordered_products(p_request) w
  where i.order_id = o.id and i.product_id = w.product_id and i.quantity <> w.quantity;
  update public.order_items i set
    price = (s.agreed ->> 'price')::integer, list_price = p.price, price_reason = s.agreed ->> 'reason'
  from jsonb_each(p_request -> 'specialPrices') s (id, agreed) join public.products p on p.id::text = s.id
  where i.order_id = o.id and i.product_id = p.id;
  if added -> 'items' <> '[]' then
    perform private.write_items(o.id, added, p_request -> 'specialPrices', true);
    update public.order_items i set awaited_since = now()
    where i.order_id = o.id and i.awaited > 0 and i.awaited_since is null
      and (o.status = 'paid' or o.terms_days is not null);
  end if;
end;
$$;

comment on function private.change_lines is
  'The items of an order, whose products the caller has locked, are these now. As private.require_orderable() '
  'for those that are new.';

create function private.check_change(
  o public.orders, p_offered jsonb, p_before jsonb, p_wanted jsonb, p_charge integer, p_repriced text[]
) returns void
language plpgsql stable set search_path = '' as $$
declare
  is_other_sum constant boolean :=
    p_wanted <> p_before or p_charge is distinct from o.delivery_price or p_repriced <> '{}';
begin
  perform private.refuse_invalid(exists (
    select 1 from jsonb_to_recordset(p_offered -> 'lines') l ("productId" text, "isPriceOpen" boolean)
    where l."productId" = any (p_repriced) and not l."isPriceOpen"
  ), 'the price of what is sold');
  if p_offered ->> 'obstacle' is not null then
    raise sqlstate 'PT409' using message = p_offered ->> 'obstacle';
  elsif is_other_sum and p_offered ->> 'sumObstacle' is not null then
    raise sqlstate 'PT409' using message = p_offered ->> 'sumObstacle';
  elsif exists (
    select 1 from jsonb_to_recordset(p_offered -> 'lines') l ("productId" text, least integer)
    where coalesce((p_wanted ->> l."productId")::integer, 0) < l.least
  ) then
    raise sqlstate 'PT409' using message = 'pieces_stay';
  elsif exists (
    select 1 from public.order_items i join public.products p on p.id = i.product_id
    cross join lateral (select (p_wanted ->> i.product_id::text)::integer as pieces) w
    where i.order_id = o.id and w.pieces is not null and (
      -- A special price was agreed on for so many pieces.
      i.list_price is not null and w.pieces <> i.quantity
      -- An earlier price was promised for the pieces that were ordered, and for some days.
      or i.price <> p.price and (w.pieces > i.quantity or is_other_sum and private.is_outdated(o))
    )
  ) then
    perform private.require_permission('orders.special_price');
  end if;
end;
$$;

comment on function private.check_change is
  'What stands in the way of a change. p_offered: private.order_to_change(); p_before, p_wanted: {product id: pieces}; '
  'p_charge: what delivery shall cost; p_repriced: products of it that get another price. PT400; PT409 with what it '
  'is; PT403 without the right to special prices.';

create function private.change_in_lines(p_before jsonb, p_wanted jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', p.id, 'productName', p.name, 'change', n.change,
    'available', case when not p.is_service then greatest(p.stock - private.held_quantity(p.id), 0) end
  ) order by p.name, p.id), '[]')
  from (
    select k::uuid as product_id,
      coalesce((p_wanted ->> k)::integer, 0) - coalesce((p_before ->> k)::integer, 0) as change
    from jsonb_object_keys(p_before || p_wanted) k
  ) n join public.products p on p.id = n.product_id
  where n.change <> 0;
$$;

comment on function private.change_in_lines is
  'How many pieces of which products more or less an order has: [{productId, productName, change, available}]; '
  'a service has no stock: null.';

create function private.special_prices(p_order_id uuid, p_product_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', i.product_id, 'productName', i.product_name, 'price', i.price, 'listPrice', i.list_price,
    'reason', i.price_reason
  ) order by i.product_name, i.id), '[]')
  from public.order_items i
  where i.order_id = p_order_id and i.product_id = any (p_product_ids) and i.list_price is not null;
$$;

comment on function private.special_prices is 'The contract''s AgreedPrice[]: those of these products in an order.';

create function private.total_of_change(p_order_id uuid, p_request jsonb) returns bigint
language sql stable set search_path = '' as $$
  select sum(
    w.quantity::bigint
    * coalesce((p_request -> 'specialPrices' -> w.product_id::text ->> 'price')::integer, i.price, w.highest_price)
  )
  from private.ordered_products(p_request) w
  left join public.order_items i on i.order_id = p_order_id and i.product_id = w.product_id;
$$;

comment on function private.total_of_change is
  'KES of the lines that an order shall have: what was in it keeps its price, unless a special one is agreed.';

create function private.check_changed_terms(o public.orders, p_details jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  pin constant text := p_details -> 'company' ->> 'pin';
begin
  if (p_details ->> 'termsDays')::integer is distinct from o.terms_days then
    perform private.require_permission('orders.special_price');
  elsif private.customer_key_of(pin, p_details ->> 'customerPhone', p_details ->> 'customerEmail')
    is distinct from private.customer_key_of(o.company_pin, o.customer_phone, o.customer_email) then
    -- As if it was made for the other buyer.
    perform private.agreed_terms(p_details, o.user_id, pin);
  end if;
end;
$$;

comment on function private.check_changed_terms is
  'Other days to pay need the right to special prices, and so do the same for another buyer who has fewer. PT403.';

create function private.apply_change(o public.orders, p_request jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  details constant jsonb := p_request -> 'orderData';
  charge constant integer := (details ->> 'deliveryPrice')::integer;
  before constant jsonb := (
    select jsonb_object_agg(i.product_id, i.quantity) from public.order_items i where i.order_id = o.id
  );
  is_other_terms constant boolean := (details ->> 'termsDays')::integer is distinct from o.terms_days;
  wanted jsonb;
  book constant private.books := private.book_of_order(o.id);
  is_enough boolean := true;
  total bigint;
begin
  select jsonb_object_agg(w.product_id, w.quantity) into wanted from private.ordered_products(p_request) w;
  perform private.check_change(o, private.order_to_change(o), before, wanted, charge, array(
    select k from jsonb_object_keys(coalesce(p_request -> 'specialPrices', '{}')) k where before ? k
  ));
  perform private.check_changed_terms(o, details);
  perform private.lock_products(array(select k::uuid from jsonb_object_keys(before || wanted) k));
  total := private.total_of_change(o.id, p_request) + coalesce(charge, 0);
  if total > 99999999 then
    raise sqlstate 'PT400' using message = 'total_too_large';
  end if;

  perform private.put_order_back_on_sale(
    o.id, array(select k::uuid from jsonb_object_keys(before - array(select jsonb_object_keys(wanted))) k)
  );
  perform private.change_lines(o, p_request);
  update public.orders c set
    total_amount = total, delivery_price = charge,
    delivery_free_because = case when coalesce(charge, 0) = 0 then c.delivery_free_because end
  where c.id = o.id;
  perform private.change_contact(o, details, not exists (
    select 1 from jsonb_object_keys(before) k join public.products p on p.id = k::uuid where not p.is_service
  ));
  if book.reduced > total * 100 then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = 'more was given back than would be left to pay';
  end if;

  if total <> o.total_amount then
    -- An amount never changes while it is being paid: what is still approved of the earlier one counts,
    -- and is too much or not enough.
    update public.transactions t set status = 'expired', decided_at = now()
    where t.order_id = o.id and t.status = 'pending' and t.amount <> private.amount_due(o.id);
  end if;
  perform private.await_pieces_of(x) from public.orders x where x.id = o.id;
  if (wanted <> before or total <> o.total_amount)
    and private.amount_due(o.id) = 0
    and (o.status = 'paid' or book.has_money) then
    is_enough := private.sell(o.id, 'all');
  elsif wanted <> before or is_other_terms then
    -- What is added to a paid order waits for its payment; what was sold stays sold.
    perform private.sell(o.id, 'kept');
    is_enough := private.hold_order(o.id, greatest(
      now() + private.hold_time(book.has_money),
      (select max(h.expires_at) from private.stock_holds h where h.order_id = o.id)
    ));
  end if;
  if not is_enough then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = private.stock_shortages(o.id)::text;
  end if;
  -- On account it is paid as the rest of it was, and leaves before.
  update public.orders c set status = 'pending'
  where c.id = o.id and c.status = 'paid' and c.terms_days is not null and private.amount_due(c.id) > 0;
  perform private.follow_book(o.id);
  perform private.promise_delivery(o.id, true)
  from public.order_items i where i.order_id = o.id and i.awaited > 0 limit 1;

  return jsonb_build_object(
    'word', (select (private.state_of_order(x)).word from public.orders x where x.id = o.id),
    'totalBefore', o.total_amount, 'totalAfter', total, 'deliveryBefore', o.delivery_price, 'deliveryAfter', charge,
    'dueAmount', private.amount_due(o.id), 'overpaidCents', private.overpaid_cents(o.id),
    'lines', private.change_in_lines(before, wanted),
    'specialPrices', private.special_prices(o.id, array(
      select k::uuid from jsonb_object_keys(coalesce(p_request -> 'specialPrices', '{}')) k
    ))
  );
end;
$$;

comment on function private.apply_change is
  'Makes an order what a request of staff says, with its stock and its money, and says what that did: '
  'OrderChangeEffect. As public.change_order().';

create function public.change_order(
  p_id uuid, p_order_id uuid, p_version text, p_request jsonb, p_tells boolean default false,
  p_is_preview boolean default false
) returns jsonb
-- Definer: orders are written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  request_hash constant text := private.request_hash(jsonb_build_array(p_order_id, p_request, p_tells));
  present public.orders;
  earlier private.order_changes;
  effect jsonb;
begin
  perform private.require_permission('orders.write');
  if coalesce(p_request -> 'specialPrices', '{}') <> '{}' then
    perform private.require_permission('orders.special_price');
  end if;
  perform private.require_agreed_request(p_request);
  -- The order first: everybody locks in this order.
  select * into present from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(not found);
  select * into earlier from private.order_changes c where c.id = p_id;
  if found then
    perform private.refuse_reused_key(earlier.request_hash <> request_hash);
    return earlier.effect;
  end if;
  -- Two people at the desk: the second sees first what the other did.
  if p_version is distinct from private.order_to_change(present) ->> 'version' then
    raise sqlstate 'PT409' using message = 'order_changed';
  end if;
  begin
    effect := private.apply_change(present, p_request);
    if p_is_preview then
      -- All of it was done, and is undone.
      raise sqlstate 'PT200';
    end if;
  exception
    when sqlstate 'PT200' then
      return effect;
    when integrity_constraint_violation or data_exception then
      perform private.refuse_invalid(true, 'the buyer or the delivery');
  end;
  insert into private.order_changes (id, order_id, request_hash, effect)
  values (p_id, p_order_id, request_hash, effect);
  if p_tells then
    perform private.queue_message('order_changed', p_id::text, p_order_id);
  end if;
  return effect;
end;
$$;

comment on function public.change_order is
  'Staff change an order that is not sent: p_request is what it is to be, as in public.place_order_as_staff(): all its '
  'items (of those that it has, the price stays as it was), specialPrices of new and unsold ones, and orderData with '
  'contact, county, deliveryPrice and termsDays (null: paid first; other days need the right to special prices, and so '
  'does another buyer who has fewer). '
  'p_version: of '
  'OrderToChange, as the person saw it. What is added to a paid order is a debt of that sum, and its pieces wait for '
  'it, not on account, where it is open again; one that costs less is a task; an open card payment of another '
  'amount ends. p_tells: the buyer gets a message. '
  'p_is_preview: nothing is written. p_id: the same twice is one. Returns '
  'OrderChangeEffect. PT400 invalid_request, total_too_large; PT403; PT404; PT409 order_changed (by somebody else '
  'meanwhile), change_closed, change_undecided, pieces_stay, refund_too_large, out_of_stock, price_changed, '
  'product_unavailable (detail: LineProblem[]), key_reused; 55P03.';
grant execute on function public.change_order to authenticated;
