-- Orders and their items: what a buyer agreed to, with the price, name and address at that time.
-- Who reads: the buyer and admins; guests by session. Who writes: public.place_order(), settlement, the steps of an order.

create table public.orders (
  id uuid primary key default private.time_ordered_uuid(),
  user_id uuid references public.users (id) on delete set null,
  customer_name text not null check (char_length(trim(customer_name)) between 1 and 121),
  customer_email text not null check (char_length(customer_email) between 3 and 254),
  customer_phone text not null check (customer_phone is not distinct from private.normal_phone_number(customer_phone)),
  customer_address text not null check (char_length(trim(customer_address)) between 1 and 500),
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
  delivery_promise text not null default '2-3 business days' check (char_length(delivery_promise) between 1 and 100),
  delivery_low integer check (delivery_low >= 0),
  delivery_high integer check (delivery_high >= delivery_low),
  delivery_free_because text,
  delivery_price integer check (delivery_price between 0 and 999999),
  search_text text not null generated always as (
    '#ic-' || right(id::text, 8) || ' ' || private.normalize_for_search(customer_name)
    || ' ' || private.normalize_for_search(customer_email) || ' ' || private.phone_search_text(customer_phone)
  ) stored
);

comment on table public.orders is 'One row per order. A guest''s order has no user_id; private.session_orders says whose session may see it.';
comment on column public.orders.total_amount is 'KES; always the sum of the items and of delivery_price (constraint trigger).';
comment on column public.orders.completion_reason is 'Why an admin completed the order before its payment was settled, where a reason was needed.';
comment on column public.orders.link_version is 'The key of the order''s link is made for this version; a renewed link has the next one.';
comment on column public.orders.claimed_at is 'When an account took over this order of a guest; null for an order that is still a guest''s, or was the account''s from the start.';
comment on column public.orders.hold_released_at is 'When an admin put its pieces on sale again: they are not held any more, and it can be paid while the shop has enough.';
comment on column public.orders.language is 'In which the buyer is written to.';
comment on column public.orders.whatsapp_consent_at is 'When the buyer ticked that the shop may write on WhatsApp about this order; null without consent.';
comment on column public.orders.erased_at is 'When the buyer was erased: name, e-mail, phone and address are gone, and nobody is written to.';
comment on column public.orders.county is 'Where it goes, as the buyer chose; null when they did not. What follows is what private.delivery_quote() said then.';
comment on column public.orders.delivery_low is 'KES: the quoted range; 0 to 0 when free, null when the county is unknown.';
comment on column public.orders.delivery_price is 'KES: the part of the total that is for delivery; null when delivery stays outside the total.';
comment on column public.orders.search_text is 'Derived from number, name, e-mail and phone for the dashboard''s search.';

create index orders_by_user on public.orders (user_id, created_at desc);
create index orders_by_county on public.orders (county);
-- A person types the number of an order, not its id.
create index orders_by_number on public.orders (right(id::text, 8));
-- One for each way the dashboard sorts, for all orders and for those of one status; the id breaks ties.
-- Ascending, and read backwards for the newest: new rows are appended and fill the pages; inserted at the start they would
-- leave them half empty.
create index orders_newest on public.orders (created_at, id) include (status);
create index orders_by_total on public.orders (total_amount desc, id desc);
create index orders_by_status_newest on public.orders (status, created_at, id) where status <> 'completed';
-- Most orders are completed: without their status, and at the end, they take half the space.
create index orders_completed_newest on public.orders (created_at, id) where status = 'completed';
-- Without the majority: among all orders, nearly every next one is completed.
create index orders_by_status_total on public.orders (status, total_amount desc, id desc) where status <> 'completed';
create index orders_by_words on public.orders using gin (search_text extensions.gin_trgm_ops);

create table public.order_items (
  id uuid primary key default private.time_ordered_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete restrict,
  product_name text not null,
  quantity integer not null check (quantity between 1 and 999),
  price integer not null check (price > 0),
  created_at timestamptz not null default now(),
  unique (order_id, product_id) include (quantity, price)
);

comment on table public.order_items is 'One row per product of an order: the same product on two lines of a cart is one row here.';
comment on column public.order_items.price is 'KES for one piece at the moment of ordering.';

create index order_items_by_product on public.order_items (product_id);

alter table public.orders enable row level security;
alter table public.order_items enable row level security;
grant select on public.orders, public.order_items to authenticated;
grant select, insert on public.orders, public.order_items to service_role;
grant update (status, completion_reason, language, whatsapp_consent_at) on public.orders to service_role;

create policy "A buyer reads their own orders and an admin reads all" on public.orders
  for select to authenticated
  using (user_id = (select private.caller_id()) or (select private.is_admin()));

-- Not "order_id in (all orders I may read)": that would read all orders for every order shown to an admin.
create policy "Who may read an order may read its items" on public.order_items
  for select to authenticated
  using ((select private.is_admin()) or exists (select 1 from public.orders o where o.id = order_id));

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

comment on function private.check_order_total is 'At commit the total of an order is the sum of its items and its delivery, or nothing is written.';

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
  -- Once all its money was given back.
  ('order', 'cancel refunded', 'paid', 'cancelled'),
  -- Marked as completed by mistake; the money is received either way.
  ('order', 'take back', 'completed', 'paid');

create trigger guard_status before insert or update of status on public.orders
  for each row execute function private.guard_status('order');
