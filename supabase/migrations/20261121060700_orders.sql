-- Orders and their items: what a buyer agreed to, with the price, name and address at that time; how they are shown.
-- Who reads: the buyer and admins; guests by session. Who writes: public.place_order(), what the bank says, the steps.
set check_function_bodies = off;

create table public.orders (
  id uuid primary key default private.time_ordered_uuid(),
  user_id uuid references public.users (id) on delete set null,
  customer_name text not null
    check (char_length(trim(customer_name)) between 1 and 121 and private.is_visible(customer_name)),
  customer_email text check (private.is_email(customer_email)),
  customer_phone text check (customer_phone is not distinct from private.normal_phone_number(customer_phone)),
  customer_address text not null
    check (char_length(trim(customer_address)) between 1 and 500 and private.is_visible(customer_address)),
  company_name text check (char_length(trim(company_name)) between 1 and 200 and private.is_visible(company_name)),
  company_pin text check (company_pin ~ '^[A-Z]\d{9}[A-Z]$'),
  purchase_order text check (char_length(trim(purchase_order)) between 1 and 60 and private.is_visible(purchase_order)),
  total_amount integer not null check (total_amount > 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'completed', 'failed', 'cancelled')),
  completion_reason text check (completion_reason ~ '\S' and char_length(completion_reason) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  link_version integer not null default 1 check (link_version > 0),
  claimed_at timestamptz,
  hold_released_at timestamptz,
  language text not null default 'en' check (language in ('en', 'sw')),
  whatsapp_consent_at timestamptz,
  erased_at timestamptz,
  county text references public.delivery_counties (code),
  delivery_zone text,
  delivery_promise text check (char_length(delivery_promise) between 1 and 100),
  delivery_by date check (delivery_by is null or delivery_promise is not null),
  delivery_low integer check (delivery_low >= 0),
  delivery_high integer check (delivery_high >= delivery_low),
  delivery_free_because text,
  delivery_price integer check (delivery_price between 0 and 999999),
  placed_by uuid,
  agreed_until timestamptz check (agreed_until <= created_at + interval '7 days'),
  terms_days integer check (terms_days between 1 and 180),
  is_pin_known boolean not null default false,
  reminders_stopped_at timestamptz,
  check ((placed_by is null) = (agreed_until is null)),
  check (customer_email is not null and customer_phone is not null or placed_by is not null),
  check (company_name is not null or (company_pin is null and purchase_order is null)),
  search_text text not null generated always as (
    '#ic-' || right(id::text, 8) || ' =' || total_amount::text || ' '
    || private.person_search_text(
      customer_name || ' ' || coalesce(customer_email || ' ', '') || customer_address
        || coalesce(' ' || company_name, '') || coalesce(' ' || company_pin, '')
        || coalesce(' ' || purchase_order || ' ' || regexp_replace(purchase_order, '\W', '', 'g'), ''), customer_phone
    )
  ) stored
);

comment on table public.orders is
  'One row per order. A guest''s order has no user_id; private.session_orders says whose session may see it.';
comment on column public.orders.customer_email is
  'Null of a buyer on the phone or at the counter who gave none: they are written to by phone alone.';
comment on column public.orders.customer_phone is 'Null of a buyer at the counter who gave none.';
comment on column public.orders.total_amount is
  'KES; always the sum of the items and of delivery_price (constraint trigger).';
comment on column public.orders.company_name is
  'The organisation for which it was ordered; null for a person. Its papers name it.';
comment on column public.orders.company_pin is
  'The organisation''s PIN at the Kenya Revenue Authority: a letter, nine digits, a letter.';
comment on column public.orders.purchase_order is 'The organisation''s own number of this order.';
comment on column public.orders.completion_reason is
  'Why an admin completed the order before its payment was settled, where a reason was needed.';
comment on column public.orders.link_version is
  'The key of the order''s link is made for this version; a renewed link has the next one.';
comment on column public.orders.claimed_at is
  'When an account took over this order of a guest; null for an order that is still a guest''s, '
  'or was the account''s from the start.';
comment on column public.orders.terms_days is
  'On account: so many days after it left it is to be paid, as agreed for this order; null of one that is paid first.';
comment on column public.orders.reminders_stopped_at is
  'When staff stopped reminding its buyer of what is owed; null while they are reminded.';
comment on column public.orders.hold_released_at is
  'When an admin put its pieces on sale again: they are not held any more, '
  'and it can be paid while the shop has enough.';
comment on column public.orders.language is 'In which the buyer is written to.';
comment on column public.orders.whatsapp_consent_at is
  'When the buyer ticked that the shop may write on WhatsApp about this order; null without consent.';
comment on column public.orders.erased_at is
  'When the buyer was erased: name, e-mail, phone and address are gone, and nobody is written to.';
comment on column public.orders.county is
  'Where it goes, as the buyer chose; null when they did not. What follows is what public.delivery_quote() said then.';
comment on column public.orders.delivery_promise is
  'How long it takes: of an order without delivery_by what a seller agreed on; null: as private.promise_of_order() '
  'says.';
comment on column public.orders.delivery_by is
  'By when it was promised, once it was paid, or its deposit, or goods may leave on account.';
comment on column public.orders.delivery_low is
  'KES: the quoted range; 0 to 0 when free, that of the whole country when the county is unknown.';
comment on column public.orders.delivery_price is
  'KES: the part of the total that is for delivery; null when delivery stays outside the total.';
comment on column public.orders.placed_by is
  'The account of the seller who made it by phone or at the counter; null when the buyer did. No foreign key: '
  'an order outlives accounts.';
comment on column public.orders.is_pin_known is
  'Staff typed its PIN, quoted for it or put the order on account: it is not just what its buyer typed.';
comment on column public.orders.agreed_until is
  'Of an order that a seller made: until then its pieces are held and its prices stand, a week at most.';
comment on column public.orders.search_text is 'Derived: number, sum, buyer and organisation, for the dashboard.';

create index orders_by_user on public.orders (user_id, created_at desc);
-- What an account ordered as a guest.
create index orders_by_guest_email on public.orders (customer_email) where user_id is null;
create index orders_by_county on public.orders (county, created_at);
-- A person types the number of an order, not its id.
create index orders_by_number on public.orders (right(id::text, 8));
-- One for each way the dashboard sorts, for all orders and for those of one status; the id breaks ties.
create index orders_newest on public.orders (created_at, id) include (status);
create index orders_by_total on public.orders (total_amount desc, id desc);
create index orders_by_status_newest on public.orders (status, created_at, id)
  include (terms_days, delivery_by, total_amount);
create index orders_unpaid_on_account on public.orders (created_at, id)
  where terms_days is not null and status in ('pending', 'failed');
create index orders_by_status_total on public.orders (status, total_amount desc, id desc);
create index orders_by_words on public.orders using gin (search_text extensions.gin_trgm_ops);

create table public.order_items (
  id uuid primary key default private.time_ordered_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete restrict,
  product_name text not null,
  quantity integer not null check (quantity between 1 and 999),
  price integer not null check (price > 0),
  list_price integer check (list_price > 0),
  price_reason text check (price_reason ~ '\S' and char_length(price_reason) <= 1000),
  to_order jsonb,
  awaited integer not null default 0,
  awaited_since timestamptz,
  created_at timestamptz not null default now(),
  check ((list_price is null) = (price_reason is null)),
  check (awaited between 0 and case when to_order is null then 0 else quantity end),
  unique (order_id, product_id) include (quantity, price)
);

comment on table public.order_items is
  'One row per product of an order: the same product on two lines of a cart is one row here.';
comment on column public.order_items.price is 'KES for one piece at the moment of ordering.';
comment on column public.order_items.list_price is
  'KES: what one piece cost in the shop when a seller agreed on another price; null without a special price.';
comment on column public.order_items.price_reason is
  'Why the seller agreed on a special price, in words for the staff.';

comment on column public.order_items.to_order is
  'Of pieces that were not in stock: {low, high, deposit} of the product, as it was agreed; see private.is_to_order().';
comment on column public.order_items.awaited is
  'So many pieces are to come from the maker: nothing is held for them, and only the deposit is due.';
comment on column public.order_items.awaited_since is
  'When the deposit was paid, or of an order on account when it was placed: from then its weeks and its place in the '
  'queue count.';

create index order_items_to_order on public.order_items (order_id) where to_order is not null;
create index order_items_by_product on public.order_items (product_id);

alter table public.orders enable row level security;
alter table public.order_items enable row level security;
grant select on public.orders to authenticated;
-- Why a seller agreed on a price is for the staff; who may read an order reads its items.
grant select (
  id, order_id, product_id, product_name, quantity, price, list_price, to_order, awaited, awaited_since, created_at
) on public.order_items to authenticated;

create policy "A buyer reads their own orders and an admin reads all" on public.orders
  for select to authenticated
  using (user_id = (select private.caller_id()) or (select private.may('orders.read')));

-- Not "order_id in (all orders I may read)": that would read all orders for every order shown to an admin.
create policy "Who may read an order may read its items" on public.order_items
  for select to authenticated
  using ((select private.may('orders.read')) or exists (select 1 from public.orders o where o.id = order_id));

create trigger set_updated_at before update on public.orders
  for each row execute function private.set_updated_at();

create function private.check_order_total() returns trigger
-- Definer: the sum must see every item, whoever writes.
language plpgsql security definer set search_path = '' as $$
declare
  checked uuid;
  total bigint;
  delivery bigint;
  items_sum bigint;
begin
  if tg_table_name = 'orders' then
    checked := new.id;
  else
    checked := coalesce(new.order_id, old.order_id);
  end if;
  select o.total_amount, coalesce(o.delivery_price, 0),
    (select coalesce(sum(i.quantity::bigint * i.price), 0) from public.order_items i where i.order_id = o.id)
  into total, delivery, items_sum
  from public.orders o where o.id = checked;
  -- All are null once the order is deleted, and its items with it.
  if total <> items_sum + delivery then
    raise exception 'order % says KES %, its items and delivery are KES %', checked, total, items_sum + delivery
      using errcode = 'check_violation';
  end if;
  return null;
end;
$$;

comment on function private.check_order_total is
  'At commit the total of an order is the sum of its items and its delivery, or nothing is written.';

create constraint trigger order_total_is_sum after insert or update on public.orders
  deferrable initially deferred
  for each row execute function private.check_order_total();

create constraint trigger order_total_is_sum after insert or update or delete on public.order_items
  deferrable initially deferred
  for each row execute function private.check_order_total();

insert into private.status_transitions (subject, name, from_status, to_status) values
  ('order', 'pay', 'pending', 'paid'),
  ('order', 'fail', 'pending', 'failed'),
  ('order', 'cancel', 'pending', 'cancelled'),
  ('order', 'try again', 'failed', 'pending'),
  ('order', 'late money', 'failed', 'paid'),
  ('order', 'cancel failed', 'failed', 'cancelled'),
  ('order', 'complete', 'paid', 'completed'),
  -- All of it has left before it was paid, and did not after all.
  ('order', 'send on account', 'pending', 'completed'),
  ('order', 'send failed on account', 'failed', 'completed'),
  ('order', 'take back from account', 'completed', 'pending'),
  -- Once all its money was given back.
  ('order', 'cancel refunded', 'paid', 'cancelled'),
  ('order', 'cancel returned', 'completed', 'cancelled'),
  -- Marked as completed by mistake; the money is received either way.
  ('order', 'take back', 'completed', 'paid'),
  -- Money has gone again, or the order costs more than was paid.
  ('order', 'payment reversed', 'paid', 'pending');

create trigger guard_status before insert or update of status on public.orders
  for each row execute function private.guard_status('order');

create function private.bank_has_answered(p_order_id uuid) returns boolean
-- Definer: a buyer may not read transactions, only what follows from them.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select t.asking_until is null and coalesce(t.answered_at > now() - interval '1 minute', false)
    from public.transactions t
    where t.order_id = p_order_id and t.status in ('pending', 'expired')
    order by t.created_at desc
    limit 1
  ), true);
end;
$$;

comment on function private.bank_has_answered is
  'Is it known now what the bank knows? True when it answered within the last minute, or has decided everything.';

create function private.held_until(p_order_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.iso_time(min(h.expires_at)) from private.stock_holds h
    where h.order_id = p_order_id and h.expires_at > now()
  );
end;
$$;

comment on function private.held_until is
  'ISO 8601: until when pieces are kept for an unpaid order; null when none are.';

create function private.money_of_order(p_order_id uuid)
returns table (
  received_cents bigint, accepted_cents bigint, refunded_cents bigint, returned_cents bigint, bounced_cents bigint,
  asked_cents bigint, recorded_cents bigint, overpaid_cents bigint, refunds jsonb, withheld_cents bigint,
  later_cents bigint
)
-- Definer: a buyer may not read transactions, tasks and refunds, only what follows from them.
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select
    b.received - b.given_back - s.withheld + q.cents, b.received - b.given_back - s.withheld, r.refunded, r.returned,
    r.bounced, private.asked_cents(o.id), s.recorded - s.withheld, private.overpaid_cents(o.id), r.refunds, s.withheld,
    b.later
  from public.orders o join private.books b on b.order_id = o.id
  cross join lateral (
    select coalesce(sum(t.bank_amount_cents), 0)::bigint as cents
    from public.transactions t
    where t.order_id = o.id and t.status = 'review'
  ) q
  cross join lateral (
    select coalesce(sum(x.cents) filter (where x.counts and x.is_by_shop), 0)::bigint as refunded,
      coalesce(sum(x.cents) filter (where not x.counts and x.is_by_shop), 0)::bigint as returned,
      coalesce(sum(x.cents) filter (where not x.is_by_shop), 0)::bigint as bounced,
      coalesce(jsonb_agg(jsonb_build_object(
        'cents', x.cents, 'day', x.day, 'method', x.method, 'reference', x.bank_reference
      ) order by x.day, x.created_at) filter (where x.cents > 0 and x.is_by_shop), '[]') as refunds
    from private.refunds_of_orders x where x.order_id = o.id and x.stands
  ) r
  cross join lateral (
    select coalesce(sum(c.cents), 0)::bigint as recorded,
      coalesce(sum(c.cents) filter (where private.is_withheld(t.payment_method)), 0)::bigint as withheld
    from private.counting_shares c join public.transactions t on t.id = c.transaction_id and t.payment_method <> 'card'
    where c.order_id = o.id
      and not exists (select 1 from private.refunds_of_orders f where f.id = c.refund_id and f.is_by_shop)
  ) s
  where o.id = p_order_id;
end;
$$;

comment on function private.money_of_order is
  'What pages say about the money of an order. received_cents: what came and nobody took or gave back, money in '
  'question included. accepted_cents: what of it counts. refunded_cents: what the shop gave back of what counted; '
  'what bounced or was charged back (bounced_cents) did not come. returned_cents: given back of what never counted. '
  'asked_cents: what is asked for now. recorded_cents: what of it did not come by card, before refunds; the '
  'rest the bank approved. overpaid_cents: to be given back. refunds: what the shop gave back, as OrderPayment has it. '
  'withheld_cents: what counts besides, and never came. later_cents: to be paid when what is to order has come.';

create function private.money_to_show(
  o public.orders, p_asked_cents bigint, p_later_cents bigint, p_refunded_cents bigint
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  asked constant integer := private.asked_for(p_asked_cents);
begin
  return jsonb_build_object(
    'refundedCents', p_refunded_cents, 'dueAmount', asked, 'roundedCents', asked * 100::bigint - p_asked_cents,
    'expectedCents', private.expected_cents(o.id), 'laterCents', p_later_cents, 'termsDays', o.terms_days,
    'owedBy', case when asked > 0 and private.due_of_order(o) in ('nothing', 'part') then private.owed_by(o) end
  );
end;
$$;

comment on function private.money_to_show is
  'The contract''s MoneyToShow, of the sums of private.money_of_order().';

create function private.payment_of_order(placed public.orders, p_asked text) returns jsonb
-- Definer: a buyer may not read transactions and holds, only this about their own order.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select jsonb_build_object(
      'transaction', t.status, 'method', t.payment_method,
      -- Of a prompt it is the account until its receipt is known.
      'reference', case when k.sees_codes and (t.phone is null or private.has_receipt(t)) then t.reference end,
      'refusal', case when t.status = 'failed' then
        jsonb_build_object('code', t.response_data ->> 'status', 'description', t.response_data ->> 'description') end,
      'lastCents', coalesce((
        select p.cents from private.payments_of_orders p
        where p.order_id = placed.id and p.transaction_id = t.id
      ), 0),
      'isInQuestion', p_asked = 'question',
      'receivedCents', m.received_cents, 'acceptedCents', m.accepted_cents,
      'returnedCents', m.returned_cents, 'bouncedCents', m.bounced_cents,
      'bouncedMethod', case when m.bounced_cents > 0 then (
        select max(r.method) from private.refunds_of_orders r
        where r.order_id = placed.id and r.stands and not r.is_by_shop
      ) end,
      'unsentCents', case when private.asked_for(k.due_now - m.asked_cents) > 0
        then k.due_now - m.asked_cents else 0 end,
      'writtenOffCents', k.written_off, 'creditedCents', k.credited,
      'recordedCents', m.recorded_cents, 'withheldCents', m.withheld_cents,
      'announcedCents', private.announced_cents(placed.id),
      'prompt', private.prompt_as_json(t),
      'nextAskAt', case when t.status in ('pending', 'expired') then private.iso_time(t.next_ask_at) end,
      'heldUntil', private.held_until(placed.id),
      'isHoldTakenOver', exists (select 1 from private.stock_holds h where h.order_id = placed.id and h.is_taken_over),
      'hasBankAnswered', private.bank_has_answered(placed.id),
      'isBankSilent', exists (
        select 1 from public.transactions s
        where s.order_id = placed.id and s.status in ('pending', 'expired') and s.bank_status = 'no answer'
      ),
      'overpaidCents', m.overpaid_cents,
      'refunds', case when k.sees_codes then m.refunds else private.without_codes(m.refunds) end
    ) || private.money_to_show(placed, m.asked_cents, m.later_cents, m.refunded_cents)
    from private.money_of_order(placed.id) m
    cross join lateral (
      select private.asked_for(m.asked_cents) as asked, (private.book_of_order(placed.id)).due_now, (
        select coalesce(sum(r.cents), 0) from private.reductions r
        where r.order_id = placed.id and r.cause = 'written_off'
      ) as written_off, private.credited_cents(placed.id) as credited,
      -- A buyer sees their own; of staff, who may see payments.
      private.may('payments.read') or not private.may('dashboard') as sees_codes
      offset 0
    ) k
    left join lateral (
      select * from private.transactions_of_order(placed.id) c where c.status <> 'reversed'
      order by c.status = 'review' or c.status = 'completed' and k.asked = 0 desc, c.created_at desc, c.id desc limit 1
    ) t on true
  );
end;
$$;

comment on function private.payment_of_order is
  'The contract''s OrderPayment: the transaction that paid the order or needs a person, else the latest, '
  'and how long the pieces are held.';
grant execute on function private.payment_of_order to authenticated;

create function private.has_come(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(i.to_order) > 0 and max(i.awaited) = 0 from public.order_items i where i.order_id = p_order_id
  );
end;
$$;

comment on function private.has_come is 'Whether all that was to come from the maker for an order has come.';

create function private.waits_for_rest(o public.orders) returns boolean
-- Definer: as private.promise_of_order().
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.status = 'paid' and o.terms_days is null and exists (
    select 1 from private.ordered_pieces i where i.order_id = o.id and i.to_order is not null and i.lacking > i.awaited
  );
end;
$$;

comment on function private.waits_for_rest is
  'Whether pieces have come from the maker for an order whose rest is to be paid, whatever else was added to it.';
grant execute on function private.waits_for_rest to authenticated;

create function private.is_promise_over(o public.orders) returns boolean
-- Definer: as private.promise_of_order().
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.waits_for_rest(o) and private.has_come(o.id) and private.due_of_order(o) = 'added';
end;
$$;

comment on function private.is_promise_over is
  'What was promised for the weeks of the maker is over with them: it has come, and the rest is to be paid before it '
  'leaves.';
grant execute on function private.is_promise_over to authenticated;

create function private.promise_of_order(o public.orders, p_waits boolean default null, p_moves boolean default null)
returns jsonb
-- Definer: a buyer may know this of their order, and not read its payments and the holidays.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when o.delivery_zone = 'collected' then jsonb_build_object(
        'promise', 'Collected at the shop', 'by', null, 'isPromised', true,
        -- Only a card waits for the bank.
        'after', case when o.status = 'paid' or c.counted ->> 'otherwise' is null then c.counted ->> 'after' end
      )
      -- As a seller has typed it.
      when o.delivery_by is null and (o.delivery_promise is not null or o.status = 'cancelled') then jsonb_build_object(
        'promise', coalesce(o.delivery_promise, ''), 'by', null, 'after', null, 'isPromised', true
      )
      when p_moves is null and private.is_promise_over(o) then c.counted || '{"isPromised": false}'
      else case when o.delivery_by is null then c.counted else c.counted - 'otherwise' end || jsonb_build_object(
        'promise', coalesce(o.delivery_promise, c.counted ->> 'promise'),
        'by', case
          when c.counted ->> 'after' = 'rest' then null
          when p_moves and private.has_come(o.id) then (c.counted ->> 'by')::date
          when coalesce(p_moves, w.waits) or o.delivery_by is null
            then greatest(o.delivery_by, (c.counted ->> 'by')::date)
          else o.delivery_by
        end,
        'isPromised', o.delivery_by is not null
      )
    end
    from (select coalesce(p_waits, private.is_settlement_awaited(o)) as waits offset 0) w cross join (
      select max((i.to_order ->> 'high')::integer) filter (where i.awaited > 0) as weeks,
        private.nairobi_day(min(i.awaited_since) filter (where i.awaited > 0)) as since
      from public.order_items i where i.order_id = o.id
    ) i cross join (
      select max(private.nairobi_day(t.decided_at)) as day
      from private.payments_of_orders p join public.transactions t on t.id = p.transaction_id
      where p.order_id = o.id and t.payment_method = 'card' and o.status = 'paid'
    ) t cross join lateral (
      select private.delivery_promise(
        -- Money that came by card is waited for, whichever way the rest comes.
        o.county, now(), case when t.day is not null then 'card' end, w.waits, i.weeks, coalesce(i.since, t.day),
        -- Not what is written down: staff go by the weeks of the maker.
        p_moves is null and i.weeks is not null and o.terms_days is null and (private.book_of_order(o.id)).later > 0
      ) as counted
      offset 0
    ) c
  );
end;
$$;

comment on function private.promise_of_order is
  'DeliveryPromise of an order; not promised yet, or come from the maker and not all paid, as if it was paid now. '
  'Without a day while it waits for the maker, and then for its rest. p_moves: as counted now, if that is later, or '
  'the order waited for the maker before; so it is while a bank needs longer than p_waits expects.';

create function private.promise_delivery(p_order_id uuid, p_moves boolean default false) returns void
-- Definer: whoever moves an order, no role writes what follows from that.
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set delivery_promise = n.promise ->> 'promise', delivery_by = (n.promise ->> 'by')::date
  from (
    select x.id, case when k.is_due then private.promise_of_order(x, p_moves => p_moves) end as promise
    from public.orders x cross join lateral (
      select x.status in ('paid', 'completed') or x.terms_days is not null or private.has_left(x.id) as is_due
      offset 0
    ) k
    where x.id = p_order_id and x.status <> 'cancelled' and (x.delivery_promise is null or x.delivery_by is not null)
      and x.delivery_zone is distinct from 'collected'
      and (k.is_due <> (x.delivery_by is not null) or p_moves and x.status <> 'completed' and exists (
        -- What has left is not promised again.
        select 1 from private.ordered_pieces i left join public.products p on p.id = i.product_id
        where i.order_id = x.id and p.is_service is not true and i.gone + i.unsent < i.quantity
      ))
  ) n
  where o.id = n.id;
end;
$$;

comment on function private.promise_delivery is
  'Writes down the promise of an order once it is paid, or its deposit, or goods may leave on account; forgets it when '
  'that is no longer so. p_moves: it could not be sent until now.';

create function private.delay_delivery(p_payments uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  moved record;
begin
  for moved in
    update public.orders o set delivery_by = (l.promise ->> 'by')::date
    from (
      select x.id, private.promise_of_order(x, true, true) as promise from public.orders x
      where x.id in (
          select s.order_id from private.shares s join public.transactions t on t.id = s.transaction_id
          where t.id = any (p_payments) and t.payment_method = 'card'
        )
        and x.status = 'paid' and x.total_amount >= private.waits_for_bank_from()
        and not private.is_settlement_awaited(x)
      order by x.id for update
    ) l
    where o.id = l.id and o.delivery_by < (l.promise ->> 'by')::date
    returning o.id, o.delivery_by
  loop
    perform private.queue_message('delivery_later', moved.id || ' ' || moved.delivery_by, moved.id);
  end loop;
end;
$$;

comment on function private.delay_delivery is
  'These payments are settled: buyers whose goods can leave only now, later than promised, are told the new day.';

create function private.order_delivery(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'county', o.county, 'countyName', (select c.name from public.delivery_counties c where c.code = o.county),
    'zone', o.delivery_zone, 'low', o.delivery_low, 'high', o.delivery_high,
    'freeBecause', o.delivery_free_because, 'price', o.delivery_price
  ) || private.promise_of_order(o);
end;
$$;

comment on function private.order_delivery is
  'The contract''s OrderDelivery: what was quoted when the order was placed, and by when it is promised.';
grant execute on function private.promise_of_order to authenticated;
grant execute on function private.order_delivery to authenticated;

create function private.company_of(o public.orders) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when o.company_name is not null
      then jsonb_build_object('name', o.company_name, 'pin', o.company_pin, 'purchaseOrder', o.purchase_order)
  end;
end;
$$;

comment on function private.company_of is 'The contract''s Company for which an order was placed, or null.';
grant execute on function private.company_of to authenticated;

create function private.awaited_of_item(p_to_order jsonb, p_awaited integer, p_since timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'toOrder', p_to_order, 'awaited', p_awaited,
    'expectedFrom', private.nairobi_day(p_since) + (p_to_order ->> 'low')::integer * 7,
    'expectedTo', private.nairobi_day(p_since) + (p_to_order ->> 'high')::integer * 7
  );
end;
$$;

comment on function private.awaited_of_item is
  '{toOrder, awaited, expectedFrom, expectedTo} of the contract''s OrderItem: what is to come from the maker.';
grant execute on function private.awaited_of_item to authenticated;

create function private.order_as_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  k constant private.order_state := private.state_of_order(o);
begin
  return jsonb_build_object(
    'id', o.id, 'userId', o.user_id, 'customerName', o.customer_name, 'customerEmail', o.customer_email,
    'customerPhone', o.customer_phone, 'customerAddress', o.customer_address, 'company', private.company_of(o),
    'totalAmount', o.total_amount, 'status', o.status, 'nextStep', k.pay, 'word', k.word, 'paper', k.paper,
    'payment', private.payment_of_order(o, k.asked), 'createdAt', private.iso_time(o.created_at),
    'updatedAt', private.iso_time(o.updated_at), 'delivery', private.order_delivery(o),
    'waitsForRest', private.waits_for_rest(o),
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'orderId', i.order_id, 'productId', i.product_id, 'productName', i.product_name,
        'quantity', i.quantity, 'price', i.price, 'createdAt', private.iso_time(i.created_at),
        'isService', coalesce(p.is_service, false)
      ) || private.awaited_of_item(i.to_order, i.awaited, i.awaited_since) || private.pieces_back(i.id)
        order by i.product_name, i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id
    ), '[]'),
    'shipments', private.shipments_of_order(o.id)
  );
end;
$$;

comment on function private.order_as_json is 'The contract''s Order: camelCase, ISO times in UTC, items by name.';
grant execute on function private.order_as_json to authenticated;

create function private.reduced_delivery(p_delivery jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return p_delivery || jsonb_build_object(
    'county', null, 'countyName', null, 'promise', '', 'by', null, 'otherwise', null,
    'zone', case p_delivery ->> 'zone' when 'collected' then 'collected' end,
    'low', null, 'high', null, 'freeBecause', case when p_delivery ->> 'freeBecause' is not null then 'this order' end
  );
end;
$$;

comment on function private.reduced_delivery is
  'OrderDelivery for whoever has the link of an order: how long it takes, what it may cost and from which sum it is '
  'free say where it goes.';
grant execute on function private.reduced_delivery to authenticated;

create function private.order_as_seen(o public.orders, p_view text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  seen constant jsonb := private.order_as_json(o);
begin
  return case p_view
    when 'reduced' then
      seen - array['userId', 'customerName', 'customerEmail', 'customerPhone', 'customerAddress', 'company']
      || jsonb_build_object(
        'view', 'reduced', 'isByStaff', o.placed_by is not null and o.user_id is null,
        'delivery', private.reduced_delivery(seen -> 'delivery'),
        -- With its number a carrier names the recipient.
        'shipments', (
          select coalesce(jsonb_agg(s || jsonb_build_object('waybill', null, 'lines', (
            select jsonb_agg(l || '{"serials": []}' order by n)
            from jsonb_array_elements(s -> 'lines') with ordinality e (l, n)
          )) order by n), '[]')
          from jsonb_array_elements(seen -> 'shipments') with ordinality e (s, n)
        ),
        -- A code of M-Pesa leads to a person.
        'payment', seen -> 'payment'
          || case when seen -> 'payment' ->> 'method' = 'card' then '{}' else '{"reference": null}'::jsonb end
          -- Whose phone it was.
          || jsonb_build_object('prompt', nullif(seen -> 'payment' -> 'prompt', 'null') || '{"phone": ""}', 'refunds', (
            select coalesce(jsonb_agg(case r ->> 'method' when 'card' then r else r || '{"reference": ""}' end), '[]')
            from jsonb_array_elements(seen -> 'payment' -> 'refunds') r
          ))
      )
    when 'staff' then
      -- What a payment is known by is in the dashboard, for those who may see payments.
      seen || jsonb_build_object(
        'view', 'staff', 'payment', seen -> 'payment' || jsonb_build_object(
          'reference', null, 'refunds', private.without_codes(seen -> 'payment' -> 'refunds')
        )
      )
    when p_view then seen || jsonb_build_object('view', p_view, 'linkVersion', o.link_version)
  end;
end;
$$;

comment on function private.order_as_seen is
  'An order for a view of private.order_view(), or staff: with the version of its link, reduced without name, e-mail, '
  'phone, address, county, waybills, serial numbers and what another method than card is known by; staff see here '
  'neither a payment''s reference nor the link, which the dashboard gives to those who may.';
grant execute on function private.order_as_seen to authenticated;

create function public.list_my_orders(
  p_limit integer default 21, p_before_at timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.order_as_seen(own.o, 'full') order by own.at desc, (own.o).id desc), '[]')
  from (
    -- As exact as a reply says it, from which the next call gets its p_before_at.
    select o, date_trunc('milliseconds', o.created_at) as at
    from public.orders o
    where o.user_id = (select private.caller_id())
      and (date_trunc('milliseconds', o.created_at), o.id) < (p_before_at, p_before_id)
    order by 2 desc, o.id desc
    limit greatest(least(coalesce(p_limit, 21), 21), 0)
  ) own;
$$;

comment on function public.list_my_orders is
  'The caller''s orders, newest first, from after the one that p_before_at and p_before_id name; 21 at most.';
grant execute on function public.list_my_orders to authenticated;

create function public.list_session_orders(
  p_sid text,
  p_limit integer default 21, p_before_at timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    private.order_as_seen(seen.o, private.order_view(p_sid, seen.o)) order by seen.at desc, (seen.o).id desc
  ), '[]')
  from (
    select placed.*
    -- Sorted first: what a session sees is asked of those on the page alone.
    from (
      select o, date_trunc('milliseconds', o.created_at) as at
      from private.session_orders so join public.orders o on o.id = so.order_id
      where so.sid = p_sid and (date_trunc('milliseconds', o.created_at), o.id) < (p_before_at, p_before_id)
      order by 2 desc, o.id desc offset 0
    ) placed
    where private.order_view(p_sid, placed.o) is not null
    limit greatest(least(coalesce(p_limit, 21), 21), 0)
  ) seen;
$$;

comment on function public.list_session_orders is
  'The orders placed in this session, as far as it sees them; pages as those of list_my_orders.';
grant execute on function public.list_session_orders to service_role;

create function private.session_may(p_sid text, p_permission text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1 from private.sessions s
    where s.sid = p_sid and s.expire > now() and s.sess ->> 'signInId' is not null
      and private.staff_refusal((s.sess ->> 'userId')::uuid, (s.sess ->> 'signInId')::uuid, p_permission) is null
  );
end;
$$;

comment on function private.session_may is
  'Has the sign-in of this cookie the permission? As private.may() says it of a token: private.staff_refusal().';

create function public.visible_order(p_sid text, p_order_id uuid, p_link_version integer default null) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.order_as_seen(o, case
      when v.seen is distinct from 'full' and private.session_may(p_sid, 'orders.read') then 'staff'
      else v.seen
    end)
    from public.orders o cross join lateral private.order_view(p_sid, o, p_link_version) v (seen)
    where o.id = p_order_id
  );
end;
$$;

comment on function public.visible_order is
  'One order as a session sees it, or whoever shows the key of this version of its link; null when they see nothing. '
  'Staff read every order, and do here nothing else with it.';
grant execute on function public.visible_order to service_role;

create function public.list_all_orders(p_limit integer default 500, p_after jsonb default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from public.orders), 'after', f.after, 'rows', coalesce((
    select jsonb_agg(private.order_as_json(o) order by p.place)
    from unnest(f.ids) with ordinality p (id, place) join public.orders o on o.id = p.id
  ), '[]'))
  from private.find_orders('{}', 'createdAt', true, least(p_limit, 500), p_after) f;
$$;

comment on function public.list_all_orders is
  'All orders: CountedPage of AdminOrder, newest first, 500 at most. PT403.';
grant execute on function public.list_all_orders to authenticated;
