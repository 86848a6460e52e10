-- Pieces held for a buyer who is paying, and the ledger of the stock. Available = stock less live holds, computed when read.
-- Who reads: anyone, as a sum per product. Who writes: holds by placing and settling orders; the ledger by its trigger alone.

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
