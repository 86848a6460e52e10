-- Placing an order: prices read, stock checked and held, order, items and first transaction written, together or not at
-- all.
-- Who calls: the api function with the secret key, within the limits.
set check_function_bodies = off;

create function private.price_is_still_guaranteed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.created_at > now() - interval '72 hours' or coalesce(o.agreed_until > now(), false)
    -- Staff have agreed with the buyer on all of it anew, which a corrected phone number does not say.
    or exists (
      select 1 from private.order_changes c
      where c.order_id = o.id and c.created_at > now() - interval '72 hours'
        and (c.effect -> 'lines' <> '[]' or c.effect -> 'totalBefore' <> c.effect -> 'totalAfter')
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
    -- What is due now was agreed, too.
    and (
      not wanted ? 'dueNow' and not exists (
        select 1 from public.order_items i where i.order_id = o.id and i.to_order is not null
      )
      or o.terms_days is not null
      or private.amount_due(o.id) = coalesce((wanted ->> 'dueNow')::bigint, o.total_amount)
    )
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
  where t.order_id = o.id and t.status = 'pending' and t.payment_method = 'card'
    and t.created_at > now() - private.hold_time()
    -- Once a part was accepted, the full price is too much.
    and t.amount = private.amount_due(o.id)
    and not exists (
      select 1 from private.ordered_pieces i left join private.stock_holds h using (order_id, product_id)
      where i.order_id = o.id and i.lacking > i.awaited and (h.expires_at <= now() or h.order_id is null)
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
  reply jsonb;
begin
  select * into placed from public.orders o where o.id = (p_reply -> 'order' ->> 'id')::uuid for update;
  -- An account may have claimed it since.
  seen := coalesce(private.order_view(p_sid, placed), 'reduced');
  if placed.status not in ('pending', 'failed') then
    raise sqlstate 'PT409' using message = 'order_closed', detail = private.order_as_seen(placed, seen)::text;
  end if;
  reply := private.payable_again(placed, seen);
  return case
    when reply -> 'transaction' ->> 'trace' = p_reply -> 'transaction' ->> 'trace' then p_reply
    else reply
  end;
end;
$$;

comment on function private.repeated_reply is
  'What a request gets that is sent again with its key: the same reply as long as that can still be paid, else as '
  'private.payable_again(). PT409 order_closed (detail: the order): paid or cancelled meanwhile; payment_undecided.';

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
  p_request jsonb, p_special_prices jsonb default null, p_is_agreed boolean default false
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
        when w.quantity > available.pieces
          and case when p_is_agreed then p.to_order else private.public_offer(p.to_order) end is null
          then 'out_of_stock'
        when w.lowest_price <> p.price or w.highest_price <> p.price then 'price_changed'
      end as problem
    from private.ordered_products(p_request) w
    left join public.products p on p.id = w.product_id and p.is_active
    cross join lateral (
      select coalesce(
        p.stock - coalesce((select h.quantity from private.held_pieces h where h.product_id = p.id), 0), 0
      ) as pieces
      offset 0
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
  'The sum in KES of products that can be ordered now, from the shelf or (by shoppers, or p_is_agreed) from the maker, '
  'at these prices and this total; p_special_prices, '
  'which no buyer sends, are charged in their place: {product id: '
  '{price in KES, reason}}. PT409 out_of_stock, price_changed, product_unavailable (detail: LineProblem[]). The reply '
  'stands once the products are locked.';

create function private.is_news(p_sid text, p_key uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select 1 from private.idempotency_keys k where k.key = p_key)
    and not exists (select 1 from private.orders_of_session(p_sid) o where o.status in ('pending', 'failed'));
end;
$$;

comment on function private.is_news is
  'Whether a request to place an order was not sent before, by somebody whose own unpaid orders hold nothing.';

create function private.write_items(
  p_order_id uuid, p_request jsonb, p_special_prices jsonb default null, p_is_agreed boolean default false
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select w.product_id from private.ordered_products(p_request) w));
  -- A separate statement: it sees what those who held the locks before have written.
  perform private.require_orderable(p_request, p_special_prices, p_is_agreed);
  insert into public.order_items (
    order_id, product_id, product_name, quantity, price, list_price, price_reason, to_order, awaited
  )
  select p_order_id, p.id, p.name, w.quantity, coalesce((s.special ->> 'price')::integer, p.price),
    case when s.special is not null then p.price end, s.special ->> 'reason',
    case when m.pieces > 0 then p.to_order - 'isPublic' end, m.pieces
  from private.ordered_products(p_request) w join public.products p on p.id = w.product_id
  cross join lateral (select p_special_prices -> p.id::text as special) s
  cross join lateral (
    select greatest(w.quantity - greatest(p.stock - private.held_quantity(p.id), 0), 0) as pieces offset 0
  ) m;
end;
$$;

comment on function private.write_items is
  'The items of an order that is being placed. Its products stay locked until the transaction ends; whether they can '
  'be ordered is asked again. As private.require_orderable().';

create function private.agree_on_deposit(placed public.orders, p_request jsonb, p_is_agreed boolean) returns void
-- Definer: no role writes items.
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant integer := coalesce((p_request -> 'orderData' ->> 'dueNow')::integer, placed.total_amount);
  due integer;
begin
  if agreed = placed.total_amount
    and not exists (select 1 from public.order_items i where i.order_id = placed.id and i.awaited > 0) then
    return;
  end if;
  -- On account nothing is due first; by card it may be paid all the same.
  due := case when placed.terms_days is null then private.amount_due(placed.id) else agreed end;
  -- Pieces have gone, or come, since the buyer saw what is to be paid first.
  if due <> agreed and not p_is_agreed then
    perform private.refuse_lines('[]');
  end if;
  update public.transactions t set amount = due where t.order_id = placed.id;
  update public.order_items i set awaited_since = now()
  where i.order_id = placed.id and i.awaited > 0 and placed.terms_days is not null;
end;
$$;

comment on function private.agree_on_deposit is
  'Of an order with pieces from the maker the buyer has agreed to what is due now (orderData.dueNow, KES). PT409 '
  'price_changed when it is another sum by now.';

create function private.make_order(
  p_sid text, p_request jsonb, p_goods bigint, p_buyer uuid,
  p_is_agreed boolean default false, p_seller uuid default null, p_agreed_until timestamptz default null,
  p_terms_days integer default null, p_is_pin_known boolean default false
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
    total := coalesce(p_goods, private.require_orderable(p_request, special_prices, p_is_agreed));
    delivery := private.agreed_delivery(p_request, p_is_agreed);
    total := total + coalesce((delivery ->> 'price')::bigint, 0);
    -- The bank's form accepts ten digits of cents.
    if total > 99999999 then
      raise sqlstate 'PT400' using message = 'total_too_large';
    end if;
    insert into public.orders (
      user_id, customer_name, customer_email, customer_phone, customer_address, company_name, company_pin,
      purchase_order, total_amount, language, whatsapp_consent_at, county, delivery_zone, delivery_promise,
      delivery_low, delivery_high, delivery_free_because, delivery_price, placed_by, agreed_until,
      terms_days, is_pin_known
    )
    select p_buyer, d ->> 'customerName', d ->> 'customerEmail', d ->> 'customerPhone', d ->> 'customerAddress',
      d -> 'company' ->> 'name', d -> 'company' ->> 'pin', d -> 'company' ->> 'purchaseOrder', total,
      coalesce(d ->> 'language', 'en'), case when (d ->> 'whatsAppConsent')::boolean then now() end,
      delivery ->> 'county', delivery ->> 'zone', delivery ->> 'agreed', (delivery ->> 'low')::integer,
      (delivery ->> 'high')::integer, delivery ->> 'freeBecause', (delivery ->> 'price')::integer,
      p_seller, p_agreed_until, p_terms_days, p_is_pin_known
    from (select p_request -> 'orderData' as d) request
    returning * into placed;
  exception
    when integrity_constraint_violation or data_exception then
      -- Not the database's own words: they repeat the whole row, also in its log.
      perform private.refuse_invalid(true, 'the buyer or the delivery');
  end;
  if p_sid is not null then
    insert into private.session_orders (sid, order_id) values (p_sid, placed.id);
  end if;
  if not p_is_agreed then
    perform private.open_transaction(placed.id, placed.total_amount);
  end if;
  perform private.write_items(placed.id, p_request, special_prices, p_is_agreed);
  perform private.agree_on_deposit(placed, p_request, p_is_agreed);
  if p_agreed_until is not null then
    -- Of products that are locked, all pieces were there a moment ago.
    perform private.hold_order(placed.id, p_agreed_until);
  else
    perform private.lock_holds_of_buyer(placed.id) where placed.terms_days is not null;
    -- A separate statement: it sees what those who held the lock before have written.
    perform private.hold_pieces(placed.id, case
      when private.may_hold_on_account(placed) then now() + private.agreed_hold(placed.terms_days)
    end);
  end if;
  perform private.promise_delivery(placed.id) where placed.terms_days is not null;
  return placed;
end;
$$;

comment on function private.make_order is
  'The one maker of orders: writes that of a request, and holds its pieces until p_agreed_until, else as a buyer''s. '
  'p_sid: whose session sees it, or null; p_goods: KES, if private.require_orderable() was just asked. p_is_agreed: '
  'special prices and delivery are as the request says, and no card payment is opened. p_seller: who stands behind it. '
  'p_terms_days: in how many days it is paid; null: first. p_is_pin_known: a seller stands behind its PIN. '
  'PT400 invalid_request, total_too_large; PT409 as private.require_orderable() and private.agreed_delivery().';

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

create function public.place_order(
  p_sid text, p_request_hash text, p_request jsonb, p_session_days integer, p_key uuid default null,
  p_answer_by timestamptz default null
) returns jsonb
-- Whoever waits longer for a locked row gets 55P03, which the api answers as shop_busy.
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  buyer uuid;
  earlier private.idempotency_keys;
  unpaid public.orders;
  total bigint;
  placed public.orders;
  transaction public.transactions;
  reply jsonb;
begin
  perform private.require_time_left(p_answer_by);
  -- What is sold out is said so before a place in the queue is asked for. In one statement: whoever sends a request
  -- again is told of their order as soon as it can be why the pieces are gone.
  total := case when private.is_news(p_sid, p_key) then private.require_orderable(p_request) end;
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
      reply := private.payable_again(unpaid, private.order_view(p_sid, unpaid));
      perform private.store_reply(p_key, p_request_hash, buyer, reply);
      return reply;
    end if;
    perform private.make_room_for_order(p_sid, p_request);
  end if;

  placed := private.make_order(
    p_sid, p_request, total, buyer, p_terms_days => (private.terms_of(buyer, null)).days
  );
  -- Several locked rows may have taken their time one after the other.
  perform private.require_time_left(p_answer_by);
  select * into transaction from public.transactions t where t.order_id = placed.id;
  reply := private.payment_as_json(placed, transaction, transaction.created_at);
  perform private.store_reply(p_key, p_request_hash, buyer, reply);
  return reply;
end;
$$;

comment on function public.place_order is
  'Returns {order, transaction: {trace, reference, amount in KES, email, openedAt in Unix seconds}}; transaction is '
  'null for an earlier order that pay_again() must take up. Refuses with PT409 out_of_stock, price_changed, '
  'product_unavailable (detail: LineProblem[]), delivery_changed (detail: DeliveryQuote), key_reused, '
  'payment_undecided, order_closed (detail: the order); PT400 invalid_request, total_too_large; PT503 shop_busy, '
  '55P03. p_answer_by: nothing is written after this moment.';
grant execute on function public.place_order to service_role;
