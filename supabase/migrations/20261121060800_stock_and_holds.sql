-- Pieces held for a buyer who is paying, and the ledger of the stock. Available = stock less live holds, computed when read.
-- Who reads: anyone, as a sum per product. Who writes: holds by placing and settling orders; the ledger by its trigger alone.
set check_function_bodies = off;

create table private.stock_holds (
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete restrict,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  is_taken_over boolean not null default false,
  primary key (order_id, product_id)
);

comment on table private.stock_holds is 'Pieces held for an order that is being paid. A hold past expires_at counts for nothing; no job needs to delete it.';
comment on column private.stock_holds.is_taken_over is 'Another order of the same buyer needed the pieces, so it ended early.';

create index stock_holds_by_product on private.stock_holds (product_id, expires_at);
create index stock_holds_by_expiry on private.stock_holds (expires_at);

grant select, insert, update, delete on private.stock_holds to service_role;

create view private.held_pieces with (security_invoker = true) as
select h.product_id, sum(h.quantity)::integer as quantity from private.stock_holds h where h.expires_at > now() group by h.product_id;

comment on view private.held_pieces is 'Pieces under holds that have not expired, of each product that has any.';
grant select on private.held_pieces to service_role;

create function private.held_quantity(product uuid) returns integer
-- Definer: visitors may know how many pieces are held, but not by whom.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select h.quantity from private.held_pieces h where h.product_id = product), 0);
end;
$$;

comment on function private.held_quantity is 'Pieces of a product under holds that have not expired.';
grant execute on function private.held_quantity to anon, authenticated, service_role;

create function private.available_quantity(p_product_id uuid) returns integer
-- Definer: visitors may know how many pieces they can order, not how many are on the shelf.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(p.stock - private.held_quantity(p.id), 0) from public.products p where p.id = p_product_id and p.is_active
  );
end;
$$;

comment on function private.available_quantity is 'Pieces of a product on sale that can be ordered now.';
grant execute on function private.available_quantity to anon, authenticated, service_role;

create function private.wholly_held_products() returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select h.product_id from private.held_pieces h join public.products p on p.id = h.product_id
    where p.stock > 0 and h.quantity >= p.stock
    order by h.product_id
  );
end;
$$;

comment on function private.wholly_held_products is 'Products that are in stock, but all pieces of which somebody is paying for: as sold out while that lasts.';

create function private.stock_shortages(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'productId', p.id, 'name', p.name, 'problem', 'out_of_stock', 'quantity', i.quantity,
      'available', greatest(p.stock - private.held_quantity(p.id), 0), 'price', p.price
    ) order by p.name)
    from public.order_items i join public.products p on p.id = i.product_id
    where i.order_id = p_order_id and i.quantity > p.stock - private.held_quantity(p.id)
  );
end;
$$;

comment on function private.stock_shortages is 'The contract''s LineProblem[] of an order''s items that are not available any more; null when all are.';
grant execute on function private.stock_shortages to service_role;

create view public.shop_products
with (security_invoker = true)
as
select
  p.id, p.slug, p.name, p.category, p.description, p.price, p.image_url,
  private.available_quantity(p.id) as stock,
  p.rating::text as rating,
  p.is_active, p.brand, p.model, private.specs_with_labels(p.specs) as specs, p.key_figures, p.warranty_years, p.weight_grams,
  private.iso_time(p.created_at) as created_at, private.iso_time(p.updated_at) as updated_at
from public.products p
where p.is_active;
comment on view public.shop_products is 'Products on sale as a shopper sees them: stock is what can be ordered now.';
grant select on public.shop_products to anon, authenticated, service_role;

-- Every change of the stock: it is always the sum of its movements (private.invariants).
create table private.stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  change integer not null check (change <> 0),
  reason text not null check (reason in ('opening', 'correction', 'sale', 'return')),
  order_id uuid references public.orders (id) on delete restrict,
  at timestamptz not null default now(),
  check ((reason in ('sale', 'return')) = (order_id is not null))
);

comment on table private.stock_movements is 'Append-only ledger of the stock, written by the trigger on public.products alone.';

-- With the change: the movements of a product are added up from the index alone.
create index stock_movements_by_product on private.stock_movements (product_id) include (change);
-- Sold once for an order, and put back once when it is cancelled after its money was given back.
create unique index stock_movements_once on private.stock_movements (order_id, product_id, reason) where order_id is not null;

create trigger append_only before update or delete or truncate on private.stock_movements
  for each statement execute function private.refuse_change();

create function private.record_stock_movement() returns trigger
-- Definer: whoever changes the stock, only this trigger writes the ledger.
language plpgsql security definer set search_path = '' as $$
declare
  moved_for uuid := nullif(current_setting('shop.pieces_of_order', true), '')::uuid;
  change integer := new.stock - case when tg_op = 'UPDATE' then old.stock else 0 end;
  held integer;
begin
  if change = 0 then
    return null;
  end if;
  -- A correction cannot take away pieces that somebody is paying for.
  held := private.held_quantity(new.id);
  if new.stock < held then
    raise sqlstate 'PT409' using message = 'stock_is_held', detail = held || ' pieces are held for buyers who are paying';
  end if;
  insert into private.stock_movements (product_id, change, reason, order_id)
  values (new.id, change, case when moved_for is not null then case when change < 0 then 'sale' else 'return' end
    when tg_op = 'INSERT' then 'opening' else 'correction' end, moved_for);
  return null;
end;
$$;

create trigger record_stock_movement after insert or update of stock on public.products
  for each row execute function private.record_stock_movement();
create function private.has_proven_buyer(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders o join public.users u on u.id = o.user_id
    where o.id = p_order_id and u.email_confirmed_at is not null
  ) or exists (
    select 1 from public.orders o join public.orders paid on paid.user_id = o.user_id
    where o.id = p_order_id and paid.status in ('paid', 'completed')
  ) or exists (
    select 1 from private.session_orders so
    join private.session_orders other on other.sid = so.sid
    join public.orders paid on paid.id = other.order_id
    where so.order_id = p_order_id and paid.status in ('paid', 'completed')
  );
end;
$$;

comment on function private.has_proven_buyer is
  'Whether the buyer of an order has confirmed their e-mail address, or has paid another order with the account or in the browser.';

create function private.may_hold_pieces(p_sid text, p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select 1 from public.orders o where o.id = p_order_id and o.hold_released_at is not null)
    -- A browser holds pieces for three unpaid orders.
    and (
      select count(distinct h.order_id) from private.orders_of_session(p_sid) o join private.stock_holds h on h.order_id = o.id
      where o.id <> p_order_id and h.expires_at > now()
    ) < 3
    -- Buyers of whom nothing is known hold two thirds of a product together, but always one piece.
    and (private.has_proven_buyer(p_order_id) or not exists (
      select 1 from public.order_items i
      join public.products p on p.id = i.product_id
      cross join lateral (select greatest(p.stock * 2::bigint / 3, 1) - i.quantity as left_for_others) l
      -- Mostly no buyer needs to be looked at.
      where i.order_id = p_order_id and private.held_quantity(p.id) > l.left_for_others and l.left_for_others < (
        select coalesce(sum(h.quantity), 0) from private.stock_holds h
        where h.product_id = p.id and h.expires_at > now() and not private.has_proven_buyer(h.order_id)
      )
    ));
end;
$$;

comment on function private.may_hold_pieces is
  'Whether the pieces of an order that holds none may be held for it: the owner has not released them, its browser holds pieces for fewer than three others, and '
  'buyers without a confirmed address or a paid order then hold at most two thirds of the stock of each product, or one piece.';

create function private.hold_pieces(p_sid text, p_order_id uuid, p_held_until timestamptz default null) returns void
language plpgsql set search_path = '' as $$
declare
  held_until timestamptz := p_held_until;
begin
  -- Orders of one browser or account count each other's holds. Nothing is waited for after this.
  perform pg_advisory_xact_lock(hashtextextended('private.hold_pieces ' || coalesce(
    (select s.sess ->> 'userId' from private.sessions s where s.sid = p_sid), p_sid
  ), 0));
  -- A separate statement: it sees what those who held the lock before have written.
  if private.may_hold_pieces(p_sid, p_order_id) then
    held_until := now() + private.hold_time();
  end if;
  insert into private.stock_holds (order_id, product_id, quantity, expires_at)
  select i.order_id, i.product_id, i.quantity, held_until
  from public.order_items i where i.order_id = p_order_id and held_until is not null;
end;
$$;

comment on function private.hold_pieces is
  'Holds the pieces of an order whose products the caller has locked, unless private.may_hold_pieces() forbids it: then only as long as they were held anyway.';
grant execute on function private.has_proven_buyer, private.may_hold_pieces, private.hold_pieces to service_role;

create function private.payable_orders_of_buyer(p_sid text) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  select o.id from private.orders_of_session(p_sid) o
  where o.status in ('pending', 'failed')
    -- What the bank may have charged needs its pieces.
    and private.payment_step(o.id) = 'pay';
end;
$$;

comment on function private.payable_orders_of_buyer is 'The orders of a session and its account that nobody has paid.';
grant execute on function private.payable_orders_of_buyer to service_role;

create function public.holds_of_same_buyer(p_sid text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('productId', own.product_id, 'quantity', own.quantity) order by own.product_id), '[]')
  from (
    select h.product_id, sum(h.quantity) as quantity
    from private.stock_holds h
    where h.expires_at > now() and h.order_id in (select private.payable_orders_of_buyer(p_sid))
    group by h.product_id
  ) own;
$$;

comment on function public.holds_of_same_buyer is '{productId, quantity}[]: the pieces held for the unpaid orders of a session and its account.';
grant execute on function public.holds_of_same_buyer to service_role;

create function private.take_over_holds(p_sid text, p_product_ids uuid[], p_except uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  others uuid[];
begin
  -- An order that is being settled or paid at this moment is left alone. Waiting for it could end in a deadlock: the
  -- caller has locked the products, which settling locks after the order.
  others := array(
    select o.id from public.orders o
    where o.id in (select private.payable_orders_of_buyer(p_sid)) and o.id is distinct from p_except
    for update skip locked
  );
  -- A separate statement: it sees what those who held the locks before have written.
  update private.stock_holds h set expires_at = now(), is_taken_over = true
  where h.order_id = any (others) and h.product_id = any (p_product_ids) and h.expires_at > now()
    and private.payment_step(h.order_id) = 'pay';
end;
$$;

comment on function private.take_over_holds is
  'The unpaid orders of a session, but for one, give up their pieces of these products. They can still be paid while the shop has enough.';

create function private.make_room_for_order(p_sid text, p_request jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  too_few uuid[];
begin
  if not exists (select private.payable_orders_of_buyer(p_sid)) then
    return;
  end if;
  perform private.lock_products(array(select w.product_id from private.ordered_products(p_request) w));
  too_few := array(
    select p.id from private.ordered_products(p_request) w join public.products p on p.id = w.product_id
    where w.quantity > p.stock - private.held_quantity(p.id)
  );
  if too_few <> '{}' then
    perform private.take_over_holds(p_sid, too_few);
  end if;
end;
$$;

comment on function private.make_room_for_order is
  'Where the stock is too small for a new order beside the unpaid ones of the same buyer, these give up their pieces of it.';
grant execute on function private.take_over_holds, private.make_room_for_order to service_role;
create function private.live_holds_as_json() returns jsonb
-- Definer: nobody reads the holds themselves.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(h.hold order by h.pieces desc, h.order_id), '[]')
  from (
    select o.id as order_id, sum(h.quantity) as pieces, jsonb_build_object(
      'orderId', o.id, 'customerName', o.customer_name, 'placedAt', private.iso_time(o.created_at),
      'heldUntil', private.iso_time(min(h.expires_at)), 'isDecided', private.payment_step(o.id) = 'pay',
      'pieces', jsonb_agg(jsonb_build_object(
        'productId', p.id, 'name', p.name, 'quantity', h.quantity, 'stock', p.stock
      ) order by p.name, p.id)
    ) as hold
    from private.stock_holds h
    join public.orders o on o.id = h.order_id
    join public.products p on p.id = h.product_id
    where h.expires_at > now()
    group by o.id
    order by 2 desc, 1
    limit 200
  ) h;
$$;

grant execute on function private.live_holds_as_json to authenticated;

create function public.list_live_holds() returns jsonb
language sql stable set search_path = '' as $$
  select private.live_holds_as_json();
$$;

comment on function public.list_live_holds is 'LiveHold[]: the 200 orders with the most pieces on hold. PT403.';
grant execute on function public.list_live_holds to authenticated;

create function private.release_hold(p_order_id uuid) returns void
-- Definer: nobody writes the holds themselves.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform 1 from public.orders o where o.id = p_order_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- What the bank may have charged needs its pieces.
  if private.payment_step(p_order_id) = 'wait' then
    raise sqlstate 'PT409' using message = 'cancel_undecided';
  end if;
  delete from private.stock_holds h where h.order_id = p_order_id and h.expires_at > now();
  if found then
    update public.orders o set hold_released_at = now() where o.id = p_order_id;
  end if;
end;
$$;

grant execute on function private.release_hold to authenticated;

create function public.release_hold(p_order_id uuid) returns jsonb
language sql set search_path = '' as $$
  select private.release_hold(p_order_id);
  select private.live_holds_as_json();
$$;

comment on function public.release_hold is
  'The pieces of an unpaid order are on sale again; it stands, and can be paid while the shop has enough. Returns LiveHold[]. PT403, PT404, PT409 cancel_undecided.';
grant execute on function public.release_hold to authenticated;
