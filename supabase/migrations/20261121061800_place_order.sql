-- Placing an order: prices read, stock checked and held, order, items and first transaction written, together or not at
-- all; and changing one before it is sent.
-- Who calls: the api function with the secret key, within the limits; admins for buyers.
set check_function_bodies = off;

create function private.price_is_still_guaranteed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.created_at > now() - interval '72 hours' or coalesce(o.agreed_until > now(), false)
    -- Staff have agreed with the buyer on all of it anew.
    or exists (
      select 1 from private.order_changes c where c.order_id = o.id and c.created_at > now() - interval '72 hours'
    );
end;
$$;

comment on function private.price_is_still_guaranteed is
  'Whether an unpaid order can be paid at the prices at which it was placed, whatever things cost now.';

create function private.ordered_products(p_request jsonb, p_is_priced boolean default true)
returns table (product_id uuid, quantity integer, lowest_price integer, highest_price integer, place integer)
language plpgsql immutable set search_path = '' as $$
declare
  lines constant jsonb := p_request -> 'items';
  wrong bigint;
begin
  perform private.refuse_invalid(
    (lines @@ 'strict $.size() >= 1 && $.size() <= 100') is not true, 'not 1 to 100 lines'
  );
  select min(n) into wrong from jsonb_array_elements(lines) with ordinality e (l, n)
  where (l @@ 'strict $.quantity >= 1 && $.quantity <= 999 && $.quantity % 1 == 0
      && $.productId like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" flag "i"') is not true
    or p_is_priced and (l @@ 'strict $.price >= 0 && $.price <= 2000000000 && $.price % 1 == 0') is not true;
  perform private.refuse_invalid(
    wrong is not null, format('line %s: not a product with 1 to 999 pieces and a price', wrong)
  );
  perform private.refuse_invalid(exists (
    select 1 from jsonb_array_elements(lines) l
    group by lower(l ->> 'productId') having sum((l -> 'quantity')::integer) > 999
  ), 'more than 999 pieces of one product');
  return query
  select (l ->> 'productId')::uuid, sum((l -> 'quantity')::integer)::integer, min(price), max(price), min(n)::integer
  from jsonb_array_elements(lines) with ordinality e (l, n)
  cross join lateral (select case when p_is_priced then (l -> 'price')::integer end as price) p
  group by 1;
end;
$$;

comment on function private.ordered_products is
  'The one reader of lines, of orders, changes and quotations: items {productId, quantity, price in KES}[], '
  'price if p_is_priced. A product on two lines is one row, at the place of the first, from 1. PT400 invalid_request.';

create function private.same_unpaid_order(p_sid text, p_buyer uuid, p_request jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  wanted constant jsonb := p_request -> 'orderData';
  earlier public.orders;
begin
  select o.* into earlier
  from private.session_orders so
  join public.orders o on o.id = so.order_id
  where so.sid = p_sid and (o.user_id is null or o.user_id = p_buyer)
    -- Whoever comes back later than that, after a refused card, orders anew.
    and o.status in ('pending', 'failed') and private.price_is_still_guaranteed(o)
    and (o.customer_name, o.customer_email, o.customer_phone, o.customer_address) = (
      wanted ->> 'customerName', wanted ->> 'customerEmail', wanted ->> 'customerPhone', wanted ->> 'customerAddress'
    )
    and (o.company_name, o.company_pin, o.purchase_order) is not distinct from (
      wanted -> 'company' ->> 'name', wanted -> 'company' ->> 'pin', wanted -> 'company' ->> 'purchaseOrder'
    )
    and o.total_amount - coalesce(o.delivery_price, 0) = (wanted ->> 'totalAmount')::bigint
    and o.county is not distinct from wanted ->> 'county'
    and o.delivery_price is not distinct from (wanted ->> 'deliveryPrice')::bigint
    and not exists (
      select 1
      from private.ordered_products(p_request) w
      full join (select i.product_id, i.quantity from public.order_items i where i.order_id = o.id) i using (product_id)
      where w.quantity is distinct from i.quantity
    )
  order by o.created_at desc, o.id
  limit 1;
  return earlier;
end;
$$;

comment on function private.same_unpaid_order is
  'The newest unpaid order of the session with exactly these items, for the same person, place and total; else a row '
  'of nulls. An order that differs in anything is another one.';

create function private.payable_again(o public.orders, p_view text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  transaction public.transactions;
begin
  if private.may_pay(o) = 'wait' then
    raise sqlstate 'PT409' using message = 'payment_undecided', detail = private.order_as_seen(o, p_view)::text;
  end if;
  select * into transaction
  from public.transactions t
  where t.order_id = o.id and t.status = 'pending' and t.created_at > now() - private.hold_time()
    -- Once a part was accepted, the full price is too much.
    and t.amount = private.amount_due(o.id)
    and not exists (
      select 1 from private.ordered_pieces i left join private.stock_holds h using (order_id, product_id)
      where i.order_id = o.id and i.lacking > 0 and (h.expires_at <= now() or h.order_id is null)
    );
  if not found then
    return jsonb_build_object('order', private.order_as_seen(o, p_view), 'transaction', null);
  end if;
  -- The same transaction goes on: the bank takes the money of one trace once.
  return private.payment_as_json(o, transaction, now(), p_view);
end;
$$;

comment on function private.payable_again is
  'An unpaid order with its transaction that can be paid now; without one when the bank must be asked first '
  '(public.pay_again()). PT409 payment_undecided (detail: the order).';

create function private.repeated_reply(p_sid text, p_reply jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  placed public.orders;
  seen text;
  answer jsonb;
begin
  select * into placed from public.orders o where o.id = (p_reply -> 'order' ->> 'id')::uuid for update;
  -- An account may have claimed it since.
  seen := coalesce(private.order_view(p_sid, placed), 'reduced');
  if placed.status not in ('pending', 'failed') then
    raise sqlstate 'PT409' using message = 'order_closed', detail = private.order_as_seen(placed, seen)::text;
  end if;
  answer := private.payable_again(placed, seen);
  return case
    when answer -> 'transaction' ->> 'trace' = p_reply -> 'transaction' ->> 'trace' then p_reply
    else answer
  end;
end;
$$;

comment on function private.repeated_reply is
  'What a request gets that is sent again with its key: the same reply as long as that can still be paid, else as '
  'private.payable_again(). PT409 order_closed (detail: the order): paid or cancelled meanwhile; payment_undecided.';
grant execute on function
  private.price_is_still_guaranteed, private.ordered_products, private.same_unpaid_order, private.payable_again,
  private.repeated_reply
to service_role;
create function private.note_message_wishes(p_order_id uuid, p_request jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  update public.orders o set
    language = coalesce(d ->> 'language', o.language),
    whatsapp_consent_at = case (d ->> 'whatsAppConsent')::boolean
      when true then coalesce(o.whatsapp_consent_at, now())
      when false then null
      else o.whatsapp_consent_at
    end
  from (select p_request -> 'orderData' as d) request
  where o.id = p_order_id and (d ? 'language' or d ? 'whatsAppConsent');
end;
$$;

comment on function private.note_message_wishes is
  'How the buyer wants to be written to about an order; what the request leaves out stays.';
grant execute on function private.note_message_wishes to service_role;

create function private.limit_concurrent_orders() returns void
language plpgsql set search_path = '' as $$
begin
  for slot in 1..8 loop
    if pg_try_advisory_xact_lock(hashtext('private.limit_concurrent_orders'), slot) then
      return;
    end if;
  end loop;
  raise sqlstate 'PT503' using message = 'shop_busy', detail = 'all slots are taken';
end;
$$;

comment on function private.limit_concurrent_orders is
  'Bounds how many orders are placed at once, less than half of what the Data API has connections for: '
  'reading goes on. PT503 shop_busy.';

create function private.require_time_left(p_answer_by timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if clock_timestamp() > p_answer_by then
    -- By which the caller knows how far its own clock is behind.
    raise sqlstate 'PT503' using message = 'shop_busy', detail = (extract(epoch from clock_timestamp()) * 1000)::bigint;
  end if;
end;
$$;

comment on function private.require_time_left is
  'Refuses to go on after the caller has been told that it did not work. PT503 shop_busy (detail: the time here, in '
  'milliseconds since 1970).';
grant execute on function private.limit_concurrent_orders, private.require_time_left to service_role;

create function private.store_reply(p_key uuid, p_request_hash text, p_buyer uuid, p_reply jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_key is not null then
    insert into private.idempotency_keys (key, request_hash, user_id, reply)
    values (p_key, p_request_hash, p_buyer, p_reply);
  end if;
end;
$$;

comment on function private.store_reply is
  'What the same request gets when it is sent again with its key; without a key nothing is stored.';
grant execute on function private.store_reply to service_role;

create function private.refuse_lines(p_problems jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_problems is not null then
    raise sqlstate 'PT409' using
      message = case
        when p_problems @> '[{"problem": "product_unavailable"}]' then 'product_unavailable'
        when p_problems @> '[{"problem": "out_of_stock"}]' then 'out_of_stock'
        else 'price_changed'
      end,
      detail = p_problems::text;
  end if;
end;
$$;

comment on function private.refuse_lines is
  'PT409 with the worst of LineProblem[]: product_unavailable, out_of_stock or price_changed; null refuses nothing.';

create function private.require_orderable(
  p_request jsonb, p_besides_claims_for text default null, p_special_prices jsonb default null
) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  total bigint;
  problems jsonb;
begin
  -- One query, since each order asks twice.
  select
    sum(j.quantity::bigint * coalesce((p_special_prices -> j.product_id::text ->> 'price')::integer, j.price)),
    jsonb_agg(jsonb_build_object(
      'productId', j.product_id, 'name', coalesce(j.name, ''), 'problem', j.problem, 'quantity', j.quantity,
      'available', greatest(j.available, 0), 'price', j.price
    ) order by j.name, j.product_id) filter (where j.problem is not null)
  into total, problems
  from (
    select w.product_id, w.quantity, p.name, p.price, available.pieces as available,
      case
        when p.id is null then 'product_unavailable'
        when w.quantity > available.pieces then 'out_of_stock'
        when w.lowest_price <> p.price or w.highest_price <> p.price then 'price_changed'
      end as problem
    from private.ordered_products(p_request) w
    left join public.products p on p.id = w.product_id and p.is_active
    cross join lateral (
      select coalesce(
        p.stock - coalesce((select h.quantity from private.held_pieces h where h.product_id = p.id), 0), 0
      )
        - case
          when p_besides_claims_for is null then 0
          else private.claimed_quantity(p.id, p_besides_claims_for)
        end as pieces
    ) available
  ) j;
  perform private.refuse_lines(problems);
  if total <> (p_request -> 'orderData' ->> 'totalAmount')::bigint then
    raise sqlstate 'PT409' using message = 'price_changed', detail = '[]';
  end if;
  return total;
end;
$$;

comment on function private.require_orderable is
  'The sum in KES of products that can be ordered now (p_besides_claims_for: in a session of which nothing is known), '
  'at these prices and this total; p_special_prices, which no buyer sends, are charged in their place: {product id: '
  '{price in KES, reason}}. PT409 out_of_stock, price_changed, product_unavailable (detail: LineProblem[]). The answer '
  'stands once the products are locked.';
grant execute on function private.refuse_lines, private.require_orderable to service_role;

create function private.is_news(p_sid text, p_key uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select 1 from private.idempotency_keys k where k.key = p_key)
    and not exists (select 1 from private.orders_of_session(p_sid) o where o.status in ('pending', 'failed'));
end;
$$;

comment on function private.is_news is
  'Whether a request to place an order was not sent before, by somebody whose own unpaid orders hold nothing.';

create function private.is_stranger(p_sid text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select 1 from private.session_orders so where so.sid = p_sid)
    and not exists (select 1 from private.sessions s where s.sid = p_sid and s.sess ? 'userId');
end;
$$;

comment on function private.is_stranger is
  'Whether a session has neither an account nor an order: its buyer can have proven nothing.';
grant execute on function private.is_news, private.is_stranger to service_role;

create function private.write_items(p_order_id uuid, p_request jsonb, p_special_prices jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select w.product_id from private.ordered_products(p_request) w));
  -- A separate statement: it sees what those who held the locks before have written.
  perform private.require_orderable(p_request, null, p_special_prices);
  insert into public.order_items (order_id, product_id, product_name, quantity, price, list_price, price_reason)
  select p_order_id, p.id, p.name, w.quantity, coalesce((s.special ->> 'price')::integer, p.price),
    case when s.special is not null then p.price end, s.special ->> 'reason'
  from private.ordered_products(p_request) w join public.products p on p.id = w.product_id
  cross join lateral (select p_special_prices -> p.id::text as special) s;
end;
$$;

comment on function private.write_items is
  'The items of an order that is being placed. Its products stay locked until the transaction ends; whether they can '
  'be ordered is asked again. As private.require_orderable().';

create function private.make_order(
  p_sid text, p_request jsonb, p_goods bigint, p_buyer uuid,
  p_is_agreed boolean default false, p_seller uuid default null, p_agreed_until timestamptz default null
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  special_prices constant jsonb := case when p_is_agreed then p_request -> 'specialPrices' end;
  total bigint;
  delivery jsonb;
  placed public.orders;
begin
  -- Orders of the same products wait for the one that has locked them until it is committed. So whatever can be refused
  -- or written before the lock, is; what is sold out is refused without waiting.
  begin
    total := coalesce(p_goods, private.require_orderable(p_request, null, special_prices));
    delivery := private.agreed_delivery(p_request, p_is_agreed);
    total := total + coalesce((delivery ->> 'price')::bigint, 0);
    -- The bank's form accepts ten digits of cents.
    if total > 99999999 then
      raise sqlstate 'PT400' using message = 'total_too_large';
    end if;
    insert into public.orders (
      user_id, customer_name, customer_email, customer_phone, customer_address, company_name, company_pin,
      purchase_order, total_amount, language, whatsapp_consent_at, county, delivery_zone, delivery_promise,
      delivery_low, delivery_high, delivery_free_because, delivery_price, placed_by, agreed_until
    )
    select p_buyer, d ->> 'customerName', d ->> 'customerEmail', d ->> 'customerPhone', d ->> 'customerAddress',
      d -> 'company' ->> 'name', d -> 'company' ->> 'pin', d -> 'company' ->> 'purchaseOrder', total,
      coalesce(d ->> 'language', 'en'), case when (d ->> 'whatsAppConsent')::boolean then now() end,
      delivery ->> 'county', delivery ->> 'zone', delivery ->> 'promise', (delivery ->> 'low')::integer,
      (delivery ->> 'high')::integer, delivery ->> 'freeBecause', (delivery ->> 'price')::integer,
      p_seller, p_agreed_until
    from (select p_request -> 'orderData' as d) request
    returning * into placed;
  exception
    when integrity_constraint_violation or data_exception then
      -- Not the database's own words: they repeat the whole row, also in its log.
      raise sqlstate 'PT400' using message = 'invalid_request', detail = 'the buyer or the delivery';
  end;
  if p_sid is not null then
    insert into private.session_orders (sid, order_id) values (p_sid, placed.id);
  end if;
  if not p_is_agreed then
    perform private.open_transaction(placed.id, placed.total_amount);
  end if;
  perform private.write_items(placed.id, p_request, special_prices);
  if p_agreed_until is not null then
    -- Of products that are locked, all pieces were there a moment ago.
    perform private.hold_order(placed.id, p_agreed_until);
  else
    perform private.hold_pieces(p_sid, placed.id, p_claimed_until => now() + private.hold_time() / 3);
  end if;
  return placed;
end;
$$;

comment on function private.make_order is
  'The one maker of orders: writes that of a request, and holds its pieces until p_agreed_until, else as a buyer''s. '
  'p_sid: whose session sees it, or null; p_goods: KES, if private.require_orderable() was just asked. p_is_agreed: '
  'special prices and delivery are as the request says, and no card payment is opened. p_seller: who stands behind it. '
  'PT400 invalid_request, total_too_large; PT409 as private.require_orderable() and private.agreed_delivery().';
grant execute on function private.write_items, private.make_order to service_role;

create function private.begin_order_session(p_sid text, p_session_days integer) returns uuid
language plpgsql set search_path = '' as $$
declare
  buyer uuid;
begin
  loop
    insert into private.sessions as s (sid, expire) values (p_sid, private.session_end(now(), p_session_days))
    on conflict (sid) do update set expire = private.session_end(s.signed_in_at, p_session_days) where s.expire > now()
    returning (s.sess ->> 'userId')::uuid into buyer;
    exit when found;
    -- What an ended session remembered is gone.
    delete from private.sessions s where s.sid = p_sid and s.expire <= now();
  end loop;
  return buyer;
end;
$$;

comment on function private.begin_order_session is
  'The session in which an order is placed lives on, or begins. Returns the account that is signed in, '
  'null for a guest.';
grant execute on function private.begin_order_session to service_role;

create function public.place_order(
  p_sid text, p_request_hash text, p_request jsonb, p_session_days integer, p_key uuid default null,
  p_answer_by timestamptz default null
) returns jsonb
-- Whoever waits longer for a locked row gets 55P03, which the api answers as shop_busy.
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  buyer uuid;
  earlier private.idempotency_keys;
  unpaid public.orders;
  total bigint;
  placed public.orders;
  transaction public.transactions;
  answer jsonb;
begin
  perform private.require_time_left(p_answer_by);
  -- What is sold out is said so before a place in the queue is asked for. In one statement: whoever sends a request
  -- again is told of their order as soon as it can be why the pieces are gone.
  total := case
    when private.is_news(p_sid, p_key)
      then private.require_orderable(p_request, case when private.is_stranger(p_sid) then p_sid end)
  end;
  perform private.limit_concurrent_orders();

  -- The row is written with the first thing to remember. Orders of one browser are placed one after the other, so the
  -- second sees the first.
  buyer := private.begin_order_session(p_sid, p_session_days);

  if p_key is not null then
    -- The same request sent twice waits here until the first one has committed or failed. Not for the row itself:
    -- written here and again with the reply, it would be two versions in three indexes.
    perform pg_advisory_xact_lock(hashtextextended('private.idempotency_keys ' || p_key, 0));
    select * into earlier from private.idempotency_keys k where k.key = p_key;
    if found then
      perform private.refuse_reused_key(
        earlier.request_hash <> p_request_hash or earlier.user_id is distinct from buyer
      );
      -- A first order that was sent twice before any cookie has two sessions; the key is secret, so both see the order.
      insert into private.session_orders (sid, order_id) values (p_sid, (earlier.reply -> 'order' ->> 'id')::uuid)
      on conflict do nothing;
      return private.repeated_reply(p_sid, earlier.reply);
    end if;
  end if;

  -- Most buyers order for the first time.
  if buyer is not null or exists (select 1 from private.session_orders so where so.sid = p_sid) then
    unpaid := private.same_unpaid_order(p_sid, buyer, p_request);
    if unpaid.id is not null then
      perform private.note_message_wishes(unpaid.id, p_request);
      answer := private.payable_again(unpaid, private.order_view(p_sid, unpaid));
      perform private.store_reply(p_key, p_request_hash, buyer, answer);
      return answer;
    end if;
    perform private.make_room_for_order(p_sid, p_request);
  end if;

  placed := private.make_order(p_sid, p_request, total, buyer);
  -- Several locked rows may have taken their time one after the other.
  perform private.require_time_left(p_answer_by);
  select * into transaction from public.transactions t where t.order_id = placed.id;
  answer := private.payment_as_json(placed, transaction, transaction.created_at);
  perform private.store_reply(p_key, p_request_hash, buyer, answer);
  return answer;
end;
$$;

comment on function public.place_order is
  'Returns {order, transaction: {trace, reference, amount in KES, email, openedAt in Unix seconds}}; transaction is '
  'null for an earlier order that pay_again() must take up. Refuses with PT409 out_of_stock, price_changed, '
  'product_unavailable (detail: LineProblem[]), delivery_changed (detail: DeliveryQuote), key_reused, '
  'payment_undecided, order_closed (detail: the order); PT400 invalid_request, total_too_large; PT503 shop_busy, '
  '55P03. p_answer_by: nothing is written after this moment.';
grant execute on function public.place_order to service_role;

create function private.require_agreed_request(p_request jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- Null: the buyer has none.
  perform private.refuse_invalid(
    p_request -> 'orderData' ->> 'customerEmail' !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$', 'the e-mail address of the buyer'
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
    true, seller, now() + make_interval(hours => (details -> 'holdHours')::integer)
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
  'deliveryPrice (KES as agreed; null leaves delivery outside the total) and holdHours (1 to 168). No payment is '
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
grant select on private.order_changes to service_role;

create function private.order_to_change(o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select c.seen || jsonb_build_object('version', md5(c.seen::text), 'changeKey', (
    select k.id from private.order_changes k where k.order_id = o.id order by k.created_at desc, k.id limit 1
  ))
  from (
    select jsonb_build_object(
      'obstacle', case when o.erased_at is not null then 'change_closed' else k.change end, 'sumObstacle', k.change_sum,
      'customerName', o.customer_name, 'customerEmail', o.customer_email, 'customerPhone', o.customer_phone,
      'customerAddress', o.customer_address,
      'company', private.company_of(o), 'county', o.county, 'deliveryPrice', o.delivery_price,
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'productId', i.product_id, 'productName', i.product_name, 'quantity', i.quantity, 'price', i.price,
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
  ) c;
$$;

comment on function private.order_to_change is
  'The contract''s OrderToChange: what can be changed of an order, what stands in the way of changing anything or its '
  'sum, and how many pieces must stay of each line. Its version says whether that is still so.';

create function private.change_contact(o public.orders, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  email constant text := private.normal_recipient('email', p_details ->> 'customerEmail');
  phone constant text := p_details ->> 'customerPhone';
  quote jsonb;
begin
  perform private.refuse_invalid(
    email is null and o.customer_email is not null, 'an e-mail address is replaced, never taken away'
  );
  update public.orders c set
    customer_name = p_details ->> 'customerName', customer_email = p_details ->> 'customerEmail',
    customer_phone = phone, customer_address = p_details ->> 'customerAddress', county = p_details ->> 'county',
    company_name = p_details -> 'company' ->> 'name',
    company_pin = p_details -> 'company' ->> 'pin', purchase_order = p_details -> 'company' ->> 'purchaseOrder',
    -- Consent was given for one number.
    whatsapp_consent_at = case when o.customer_phone = phone then o.whatsapp_consent_at end
  where c.id = o.id;
  if o.county is distinct from p_details ->> 'county' then
    quote := public.delivery_quote((
      select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity))
      from public.order_items i
      where i.order_id = o.id
    ), p_details ->> 'county');
    update public.orders c set
      delivery_zone = quote ->> 'zone', delivery_promise = quote ->> 'promise',
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
      ('sms', private.normal_recipient('sms', phone), o.customer_phone <> phone)
  ) t (channel, address, is_changed)
  where t.is_changed and t.address is not null
  on conflict on constraint order_addresses_pkey do update set address = excluded.address;
  if o.customer_phone <> phone then
    delete from private.order_addresses a where a.order_id = o.id and a.channel = 'whatsapp';
    update private.messages m set
      state = 'skipped', reason = 'No longer true', next_attempt_at = null, finished_at = now()
    where m.order_id = o.id and m.channel = 'whatsapp' and m.state = 'waiting' and not private.is_for_owner(m.kind);
  end if;
end;
$$;

comment on function private.change_contact is
  'Who gets an order, and where: it is found by the new contact from now on, and written to there.';

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
  -- More of what was ordered costs what it did then.
  update public.order_items i set quantity = w.quantity from private.ordered_products(p_request) w
  where i.order_id = o.id and i.product_id = w.product_id and i.quantity <> w.quantity;
  if added -> 'items' <> '[]' then
    perform private.write_items(o.id, added, p_request -> 'specialPrices');
  end if;
end;
$$;

comment on function private.change_lines is
  'The items of an order, whose products the caller has locked, are these now. As private.require_orderable() '
  'for those that are new.';

create function private.check_change(
  o public.orders, p_offered jsonb, p_before jsonb, p_wanted jsonb, p_charge integer
) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_offered ->> 'obstacle' is not null then
    raise sqlstate 'PT409' using message = p_offered ->> 'obstacle';
  elsif (p_wanted <> p_before or p_charge is distinct from o.delivery_price)
    and p_offered ->> 'sumObstacle' is not null then
    raise sqlstate 'PT409' using message = p_offered ->> 'sumObstacle';
  elsif exists (
    select 1 from jsonb_to_recordset(p_offered -> 'lines') l ("productId" text, least integer)
    where coalesce((p_wanted ->> l."productId")::integer, 0) < l.least
  ) then
    raise sqlstate 'PT409' using message = 'pieces_stay';
  elsif exists (
    -- A special price was agreed on for so many pieces.
    select 1 from public.order_items i
    where i.order_id = o.id and i.list_price is not null and (p_wanted ->> i.product_id::text)::integer > i.quantity
  ) then
    perform private.require_permission('orders.special_price');
  end if;
end;
$$;

comment on function private.check_change is
  'What stands in the way of a change. p_offered: private.order_to_change(); p_before, p_wanted: {product id: pieces}; '
  'p_charge: what delivery shall cost. PT409 with what it is; PT403 without the right to special prices.';

create function private.change_in_lines(p_before jsonb, p_wanted jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', p.id, 'productName', p.name, 'change', n.change,
    'available', greatest(p.stock - private.held_quantity(p.id), 0)
  ) order by p.name, p.id), '[]')
  from (
    select k::uuid as product_id,
      coalesce((p_wanted ->> k)::integer, 0) - coalesce((p_before ->> k)::integer, 0) as change
    from jsonb_object_keys(p_before || p_wanted) k
  ) n join public.products p on p.id = n.product_id
  where n.change <> 0;
$$;

comment on function private.change_in_lines is
  'How many pieces of which products more or less an order has: [{productId, productName, change, available}].';

create function private.total_of_change(p_order_id uuid, p_request jsonb) returns bigint
language sql stable set search_path = '' as $$
  select sum(
    w.quantity::bigint
    * coalesce(i.price, (p_request -> 'specialPrices' -> w.product_id::text ->> 'price')::integer, w.highest_price)
  )
  from private.ordered_products(p_request) w
  left join public.order_items i on i.order_id = p_order_id and i.product_id = w.product_id;
$$;

comment on function private.total_of_change is
  'KES of the lines that an order shall have: what was in it keeps its price.';

create function private.apply_change(o public.orders, p_request jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  details constant jsonb := p_request -> 'orderData';
  charge constant integer := (details ->> 'deliveryPrice')::integer;
  before constant jsonb := (
    select jsonb_object_agg(i.product_id, i.quantity) from public.order_items i where i.order_id = o.id
  );
  wanted jsonb;
  book constant private.books := private.book_of_order(o.id);
  is_partly_paid constant boolean := o.status in ('pending', 'failed') and book.has_money;
  is_enough boolean := true;
  total bigint;
  due bigint;
  changed public.orders;
begin
  select jsonb_object_agg(w.product_id, w.quantity) into wanted from private.ordered_products(p_request) w;
  perform private.check_change(o, private.order_to_change(o), before, wanted, charge);
  perform private.lock_products(array(select k::uuid from jsonb_object_keys(before || wanted) k));
  total := private.total_of_change(o.id, p_request) + coalesce(charge, 0);
  if total > 99999999 then
    raise sqlstate 'PT400' using message = 'total_too_large';
  end if;

  due := book.due + (total - o.total_amount) * 100;
  if o.status = 'paid' and private.asked_for(due) > 0 and total > o.total_amount then
    -- It waits for what was added; what was sold stays sold.
    if (private.state_of_order(o)).change_dearer is not null then
      raise sqlstate 'PT409' using message = 'change_after_sent';
    end if;
    update public.orders c set status = 'pending' where c.id = o.id;
  end if;
  perform private.put_order_back_on_sale(
    o.id, array(select k::uuid from jsonb_object_keys(before - array(select jsonb_object_keys(wanted))) k)
  );
  perform private.change_lines(o, p_request);
  update public.orders c set
    total_amount = total, delivery_price = charge,
    delivery_free_because = case when coalesce(charge, 0) = 0 then c.delivery_free_because end
  where c.id = o.id returning c.* into changed;
  perform private.change_contact(o, details);
  if book.reduced > total * 100 then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = 'more was given back than would be left to pay';
  end if;

  if total <> o.total_amount and changed.status in ('pending', 'failed') then
    -- An amount never changes while it is being paid: what is still approved of the earlier one counts,
    -- and is too much or not enough.
    update public.transactions t set status = 'expired', decided_at = now()
    where t.order_id = o.id and t.status = 'pending' and t.amount <> private.amount_due(o.id);
  end if;
  if changed.status = 'paid'
    or is_partly_paid and private.asked_for(due) = 0 and (wanted <> before or total <> o.total_amount) then
    is_enough := private.take_order_from_stock(o.id);
  elsif wanted <> before or o.status = 'paid' then
    perform private.take_order_from_stock(o.id, false);
    perform private.write_sold(o.id, 'kept', now());
    is_enough := private.hold_order(o.id, (
      select greatest(
        max(h.expires_at),
        now() + case when book.has_money then make_interval(days => s.part_hold_days) else private.hold_time() end
      )
      from private.settings s left join private.stock_holds h on h.order_id = o.id and h.expires_at > now()
      group by s.part_hold_days
    ));
  end if;
  if not is_enough then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = private.stock_shortages(o.id)::text;
  end if;
  perform private.follow_book(o.id);

  return jsonb_build_object(
    'totalBefore', o.total_amount, 'totalAfter', total, 'deliveryBefore', o.delivery_price, 'deliveryAfter', charge,
    'dueAmount', private.amount_due(o.id), 'overpaidCents', private.overpaid_cents(o.id),
    'lines', private.change_in_lines(before, wanted)
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
      raise sqlstate 'PT400' using message = 'invalid_request', detail = 'the buyer or the delivery';
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
  'items (of those that it has, the price stays as it was), specialPrices of new ones, and orderData with contact, '
  'county and deliveryPrice. p_version: of OrderToChange, as the person saw it. A paid order that costs more waits for '
  'the rest, one that costs less is a task; an open card payment of another amount ends. p_tells: the buyer gets a '
  'message. p_is_preview: nothing is written. p_id: the same twice is one. Returns OrderChangeEffect. PT400 '
  'invalid_request, total_too_large; PT403; PT404; PT409 order_changed (by somebody else meanwhile), change_closed, '
  'change_undecided, change_after_sent, pieces_stay, refund_too_large, out_of_stock, price_changed, '
  'product_unavailable (detail: LineProblem[]), key_reused; 55P03.';
grant execute on function public.change_order to authenticated;
create function private.limit_keys(p_address_hash text, p_sid text, p_order_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'address', p_address_hash,
    'session', nullif(p_sid, ''),
    'account', (
      select encode(sha256(convert_to(s.sess ->> 'userId', 'utf8')), 'hex')
      from private.sessions s where s.sid = p_sid and s.expire > now()
    ),
    -- Of an order that exists: otherwise each id that somebody makes up would be a row.
    'order', (select encode(sha256(convert_to(o.id::text, 'utf8')), 'hex') from public.orders o where o.id = p_order_id)
  ));
end;
$$;

comment on function private.limit_keys is
  'By what a request about orders is counted. Never by an e-mail or a phone that somebody typed.';

create function private.require_no_wait(p_seconds integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_seconds > 0 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = p_seconds;
  end if;
end;
$$;

comment on function private.require_no_wait is
  'PT429 (detail: seconds to wait). Asked twice: first of private.wait_for_limits(), which locks nothing, then of '
  'private.take_limits() as the last thing a transaction does. Thousands of people share an address, and nobody waits '
  'for its count while a product is locked.';

create function private.count_and_return_refusal(p_action text, p_keys jsonb, p_state text, p_code text, p_details text)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  -- Not counted: a request for which the shop was too busy, and one that must wait for the bank,
  -- since it is sent again.
  if p_state not in ('PT429', 'PT503', '55P03') and p_code <> 'payment_undecided' then
    perform private.take_limits(p_action, p_keys);
  end if;
  return jsonb_build_object(
    'refusal', case when p_state = '55P03' then 'shop_busy' else p_code end, 'details', nullif(p_details, '')
  );
end;
$$;

comment on function private.count_and_return_refusal is
  'A refusal as a value, {refusal: the code, details: text or null}: raised, it would take its count back.';
grant execute on function private.limit_keys, private.require_no_wait, private.count_and_return_refusal to service_role;

create function private.session_of_order(p_sid text, p_new_sid text, p_key uuid) returns text
language plpgsql set search_path = '' as $$
declare
  present private.sessions;
  moved text;
begin
  select * into present from private.sessions s where s.sid = p_sid and s.expire > now();
  if present.sess ? 'userId' then
    return p_sid;
  end if;
  update private.sessions s set sid = p_new_sid where s.sid = p_sid and s.expire > now();
  if not found then
    -- Another order of this browser gave it a new id at this very moment, whose cookie comes with that reply.
    select s.sid into moved from private.sessions s where s.id = present.id;
    if found then
      return moved;
    end if;
    -- The reply with the new cookie was lost, or comes with the other one of two: whoever has the key of an order sees
    -- all that its session does.
    select s.* into present
    from private.idempotency_keys k join private.session_orders so on so.order_id = (k.reply -> 'order' ->> 'id')::uuid
    join private.sessions s on s.sid = so.sid and s.expire > now() and not s.sess ? 'userId'
    where k.key = p_key order by s.sid limit 1;
    if found then
      insert into private.sessions (sid, signed_in_at, expire) values (p_new_sid, present.signed_in_at, present.expire);
      insert into private.session_orders (sid, order_id)
      select p_new_sid, so.order_id from private.session_orders so where so.sid = present.sid;
    end if;
  end if;
  return p_new_sid;
end;
$$;

comment on function private.session_of_order is
  'The session in which an order is placed: that of who is signed in, whose id is new since then. A guest''s gets a '
  'new id with each order: whoever planted or copied the cookie before sees nothing of the order, and an id that no '
  'session has is never taken over. Two orders sent at the same moment stay in one session. p_key: '
  'of an order whose reply was lost.';
grant execute on function private.session_of_order to service_role;

create function public.place_order_within_limits(
  p_address_hash text, p_sid text, p_new_sid text, p_request_hash text, p_request jsonb, p_session_days integer,
  p_key uuid default null, p_answer_by timestamptz default null
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(p_address_hash, p_sid);
  sid text;
  answer jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('place_order', keys));
  sid := private.session_of_order(p_sid, p_new_sid, p_key);
  answer := public.place_order(sid, p_request_hash, p_request, p_session_days, p_key, p_answer_by);
  perform private.require_no_wait(private.take_limits('place_order', keys || jsonb_build_object('session', sid)));
  perform private.require_time_left(p_answer_by);
  return answer || jsonb_build_object('sid', sid);
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

comment on function public.place_order_within_limits is
  'As public.place_order(), in the session that private.session_of_order() says, which is sid. Its refusals come back '
  'as {refusal: the code, details: text or null}, and too_many_requests (details: seconds to wait).';

create function public.begin_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(p_address_hash, p_sid, p_order_id);
  answer jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('pay_order', keys));
  answer := public.begin_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('pay_order', keys));
  return answer;
exception
  when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate 'PT503' or lock_not_available then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal('pay_order', keys, sqlstate, sqlerrm, details);
end;
$$;

comment on function public.begin_payment_within_limits is
  'As public.begin_payment(), with refusals as public.place_order_within_limits().';

create function public.check_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  keys jsonb := private.limit_keys(p_address_hash, p_sid, p_order_id);
  answer jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('check_payment', keys));
  answer := public.check_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('check_payment', keys));
  return answer;
exception
  when sqlstate 'PT429' then
    get stacked diagnostics details = pg_exception_detail;
    return private.count_and_return_refusal('check_payment', keys, 'PT429', 'too_many_requests', details);
end;
$$;

comment on function public.check_payment_within_limits is
  'As public.check_payment(), or {refusal: too_many_requests, details: seconds to wait}.';
grant execute on function
  public.place_order_within_limits, public.begin_payment_within_limits, public.check_payment_within_limits
to service_role;
