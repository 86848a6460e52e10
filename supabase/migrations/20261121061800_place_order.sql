-- Placing an order: prices read, stock checked and held, order, items and first transaction written, together or not at all.
-- Who calls: the api function with the secret key, within the limits.
set check_function_bodies = off;

create function private.price_is_still_guaranteed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.created_at > now() - interval '72 hours';
end;
$$;

comment on function private.price_is_still_guaranteed is 'Whether an unpaid order can be paid at the prices at which it was placed, whatever things cost now.';

create function private.ordered_products(p_request jsonb) returns table (product_id uuid, quantity integer, lowest_price integer, highest_price integer)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  select i."productId", sum(i.quantity)::integer, min(i.price), max(i.price)
  from jsonb_to_recordset(p_request -> 'items') i ("productId" uuid, quantity integer, price integer)
  group by i."productId";
end;
$$;

comment on function private.ordered_products is 'The items of a request to place an order: the same product on two lines is one row.';

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
  'The newest unpaid order of the session with exactly these items, for the same person, place and total; else a row of nulls. An order that differs in anything is another one.';

create function private.payable_again(o public.orders, p_view text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  transaction public.transactions;
begin
  if private.payment_step(o.id) = 'wait' then
    raise sqlstate 'PT409' using message = 'payment_undecided', detail = private.order_as_seen(o, p_view)::text;
  end if;
  select * into transaction
  from public.transactions t
  where t.order_id = o.id and t.status = 'pending' and t.created_at > now() - private.hold_time()
    and not exists (
      select 1 from public.order_items i left join private.stock_holds h using (order_id, product_id)
      where i.order_id = o.id and (h.expires_at <= now() or h.order_id is null)
    );
  if not found then
    return jsonb_build_object('order', private.order_as_seen(o, p_view), 'transaction', null);
  end if;
  -- The same transaction goes on: the bank takes the money of one trace once.
  return private.payment_as_json(o, transaction, now(), p_view);
end;
$$;

comment on function private.payable_again is
  'An unpaid order with its transaction that can be paid now; without one when the bank must be asked first (public.pay_again()). PT409 payment_undecided (detail: the order).';

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
  return case when answer -> 'transaction' ->> 'trace' = p_reply -> 'transaction' ->> 'trace' then p_reply else answer end;
end;
$$;

comment on function private.repeated_reply is
  'What a request gets that is sent again with its key: the same reply as long as that can still be paid, else as private.payable_again(). '
  'PT409 order_closed (detail: the order): paid or cancelled meanwhile; payment_undecided.';
grant execute on function
  private.price_is_still_guaranteed, private.ordered_products, private.same_unpaid_order, private.payable_again, private.repeated_reply
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

comment on function private.note_message_wishes is 'How the buyer wants to be written to about an order; what the request leaves out stays.';
grant execute on function private.note_message_wishes to service_role;

create function private.take_order_slot() returns void
language plpgsql set search_path = '' as $$
begin
  for slot in 1..8 loop
    if pg_try_advisory_xact_lock(hashtext('private.take_order_slot'), slot) then
      return;
    end if;
  end loop;
  raise sqlstate 'PT503' using message = 'shop_busy', detail = 'all slots are taken';
end;
$$;

comment on function private.take_order_slot is
  'Bounds how many orders are placed at once, less than half of what the Data API has connections for: reading goes on. PT503 shop_busy.';

create function private.require_time_left(p_answer_by timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if clock_timestamp() > p_answer_by then
    -- By which the caller knows how far its own clock is behind.
    raise sqlstate 'PT503' using message = 'shop_busy', detail = (extract(epoch from clock_timestamp()) * 1000)::bigint;
  end if;
end;
$$;

comment on function private.require_time_left is 'Refuses to go on after the caller has been told that it did not work. PT503 shop_busy (detail: the time here, in milliseconds since 1970).';
grant execute on function private.take_order_slot, private.require_time_left to service_role;

create function private.store_reply(p_key uuid, p_request_hash text, p_buyer uuid, p_reply jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_key is not null then
    insert into private.idempotency_keys (key, request_hash, user_id, reply) values (p_key, p_request_hash, p_buyer, p_reply);
  end if;
end;
$$;

comment on function private.store_reply is 'What the same request gets when it is sent again with its key; without a key nothing is stored.';
grant execute on function private.store_reply to service_role;

create function private.require_orderable(p_request jsonb) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  total bigint;
  problems jsonb;
begin
  -- One query, since each order asks twice.
  select sum(j.quantity::bigint * j.price), jsonb_agg(jsonb_build_object(
    'productId', j.product_id, 'name', coalesce(j.name, ''), 'problem', j.problem,
    'quantity', j.quantity, 'available', greatest(j.available, 0), 'price', j.price
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
      select coalesce(p.stock - coalesce((select h.quantity from private.held_pieces h where h.product_id = p.id), 0), 0) as pieces
    ) available
  ) j;
  if problems is not null then
    raise sqlstate 'PT409' using
      message = case
        when problems @> '[{"problem": "product_unavailable"}]' then 'product_unavailable'
        when problems @> '[{"problem": "out_of_stock"}]' then 'out_of_stock'
        else 'price_changed'
      end,
      detail = problems::text;
  end if;
  if total <> (p_request -> 'orderData' ->> 'totalAmount')::bigint then
    raise sqlstate 'PT409' using message = 'price_changed', detail = '[]';
  end if;
  return total;
end;
$$;

comment on function private.require_orderable is
  'The sum in KES of products that can be ordered now, at these prices and this total. PT409 out_of_stock, price_changed, product_unavailable (detail: LineProblem[]). '
  'The answer stands once the products are locked.';
grant execute on function private.require_orderable to service_role;

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
  delivery jsonb;
  placed public.orders;
  transaction public.transactions;
  answer jsonb;
begin
  perform private.require_time_left(p_answer_by);
  perform private.take_order_slot();

  -- The browser got its cookie before; the row is written with the first thing to remember. Orders of one browser are
  -- placed one after the other, so the second sees the first.
  loop
    insert into private.sessions as s (sid, expire) values (p_sid, private.session_end(now(), p_session_days))
    on conflict (sid) do update set expire = private.session_end(s.signed_in_at, p_session_days) where s.expire > now()
    returning (s.sess ->> 'userId')::uuid into buyer;
    exit when found;
    -- What an ended session remembered is gone.
    delete from private.sessions s where s.sid = p_sid and s.expire <= now();
  end loop;

  if p_key is not null then
    -- The same request sent twice waits here until the first one has committed or failed. Not for the row itself: written
    -- here and again with the reply, it would be two versions in three indexes.
    perform pg_advisory_xact_lock(hashtextextended('private.idempotency_keys ' || p_key, 0));
    select * into earlier from private.idempotency_keys k where k.key = p_key;
    if found then
      if earlier.request_hash <> p_request_hash or earlier.user_id is distinct from buyer then
        raise sqlstate 'PT409' using message = 'key_reused';
      end if;
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

  -- Orders of the same products wait for the one that has locked them until it is committed. So whatever can be refused or
  -- written before the lock, is; what is sold out is refused without waiting.
  total := private.require_orderable(p_request);
  delivery := private.agreed_delivery(p_request);
  total := total + coalesce((delivery ->> 'price')::bigint, 0);
  -- The bank's form accepts ten digits of cents.
  if total > 99999999 then
    raise sqlstate 'PT400' using message = 'total_too_large';
  end if;

  insert into public.orders (
    user_id, customer_name, customer_email, customer_phone, customer_address, total_amount, language, whatsapp_consent_at,
    county, delivery_zone, delivery_promise, delivery_low, delivery_high, delivery_free_because, delivery_price
  )
  select buyer, d ->> 'customerName', d ->> 'customerEmail', d ->> 'customerPhone', d ->> 'customerAddress', total::integer,
    coalesce(d ->> 'language', 'en'), case when (d ->> 'whatsAppConsent')::boolean then now() end,
    delivery ->> 'county', delivery ->> 'zone', delivery ->> 'promise', (delivery ->> 'low')::integer, (delivery ->> 'high')::integer,
    delivery ->> 'freeBecause', (delivery ->> 'price')::integer
  from (select p_request -> 'orderData' as d) request
  returning * into placed;
  insert into private.session_orders (sid, order_id) values (p_sid, placed.id);
  transaction := private.open_transaction(placed.id, placed.total_amount);

  perform private.lock_products(array(select w.product_id from private.ordered_products(p_request) w));
  -- A separate statement: it sees what those who held the locks before have written.
  perform private.require_orderable(p_request);
  insert into public.order_items (order_id, product_id, product_name, quantity, price)
  select placed.id, p.id, p.name, w.quantity, p.price
  from private.ordered_products(p_request) w join public.products p on p.id = w.product_id;

  perform private.hold_pieces(p_sid, placed.id);

  -- Several locked rows may have taken their time one after the other.
  perform private.require_time_left(p_answer_by);
  answer := private.payment_as_json(placed, transaction, transaction.created_at);
  perform private.store_reply(p_key, p_request_hash, buyer, answer);
  return answer;
end;
$$;

comment on function public.place_order is
  'Returns {order, transaction: {trace, reference, amount in KES, email, openedAt in Unix seconds}}; transaction is null for an earlier order '
  'that pay_again() must take up. Refuses with PT409 out_of_stock, price_changed, product_unavailable (detail: LineProblem[]), delivery_changed (detail: DeliveryQuote), key_reused, '
  'payment_undecided, order_closed (detail: the order); PT400 total_too_large; '
  'PT503 shop_busy, 55P03. p_answer_by: nothing is written after this moment.';
grant execute on function public.place_order to service_role;
create function private.limit_keys(p_address_hash text, p_sid text, p_order_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'address', p_address_hash, 'address_day', p_address_hash,
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

comment on function private.limit_keys is 'By what a request about orders is counted. Never by an e-mail or a phone that somebody typed.';

create function private.require_no_wait(p_seconds integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_seconds > 0 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = p_seconds;
  end if;
end;
$$;

comment on function private.require_no_wait is
  'PT429 (detail: seconds to wait). Asked twice: first of private.wait_for_limits(), which locks nothing, then of private.take_limits() as the '
  'last thing a transaction does. Thousands of people share an address, and nobody waits for its count while a product is locked.';

create function private.counted_refusal(p_action text, p_keys jsonb, p_state text, p_code text, p_details text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  -- Not counted: a request for which the shop was too busy, and one that must wait for the bank, since it is sent again.
  if p_state not in ('PT429', 'PT503', '55P03') and p_code <> 'payment_undecided' then
    perform private.take_limits(p_action, private.known_keys(p_action, p_keys));
  end if;
  return jsonb_build_object(
    'refusal', case when p_state = '55P03' then 'shop_busy' else p_code end, 'details', nullif(p_details, '')
  );
end;
$$;

comment on function private.counted_refusal is 'A refusal as a value, {refusal: the code, details: text or null}: raised, it would take its count back.';
grant execute on function private.limit_keys, private.require_no_wait, private.counted_refusal to service_role;

create function public.place_order_within_limits(
  p_address_hash text, p_sid text, p_request_hash text, p_request jsonb, p_session_days integer, p_key uuid default null,
  p_answer_by timestamptz default null, p_is_human boolean default false
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(case when not p_is_human then p_address_hash end, p_sid);
  answer jsonb;
  state text;
  code text;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('place_order', keys));
  answer := public.place_order(p_sid, p_request_hash, p_request, p_session_days, p_key, p_answer_by);
  perform private.require_no_wait(private.take_limits('place_order', keys));
  perform private.require_time_left(p_answer_by);
  return answer;
exception
  when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate 'PT503' or lock_not_available then
    get stacked diagnostics state = returned_sqlstate, code = message_text, details = pg_exception_detail;
    return private.counted_refusal('place_order', keys, state, code, details);
end;
$$;

comment on function public.place_order_within_limits is
  'As public.place_order(). Its refusals come back as {refusal: the code, details: text or null}, and too_many_requests (details: seconds to wait). '
  'p_is_human: a challenge was solved, so the limit for the address does not count.';

create function public.begin_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null, p_is_human boolean default false
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  keys jsonb := private.limit_keys(case when not p_is_human then p_address_hash end, p_sid, p_order_id);
  answer jsonb;
  state text;
  code text;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('pay_order', keys));
  answer := public.begin_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('pay_order', private.known_keys('pay_order', keys)));
  return answer;
exception
  when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' or sqlstate 'PT503' or lock_not_available then
    get stacked diagnostics state = returned_sqlstate, code = message_text, details = pg_exception_detail;
    return private.counted_refusal('pay_order', keys, state, code, details);
end;
$$;

comment on function public.begin_payment_within_limits is 'As public.begin_payment(), with refusals as public.place_order_within_limits().';

create function public.check_payment_within_limits(
  p_address_hash text, p_sid text, p_order_id uuid, p_link_version integer default null, p_is_human boolean default false
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  keys jsonb := private.limit_keys(case when not p_is_human then p_address_hash end, p_sid, p_order_id);
  answer jsonb;
  details text;
begin
  perform private.require_no_wait(private.wait_for_limits('check_payment', keys));
  answer := public.check_payment(p_sid, p_order_id, p_link_version);
  perform private.require_no_wait(private.take_limits('check_payment', private.known_keys('check_payment', keys)));
  return answer;
exception
  when sqlstate 'PT429' then
    get stacked diagnostics details = pg_exception_detail;
    return private.counted_refusal('check_payment', keys, 'PT429', 'too_many_requests', details);
end;
$$;

comment on function public.check_payment_within_limits is
  'As public.check_payment(), or {refusal: too_many_requests, details: seconds to wait}.';
grant execute on function
  public.place_order_within_limits, public.begin_payment_within_limits, public.check_payment_within_limits
to service_role;
