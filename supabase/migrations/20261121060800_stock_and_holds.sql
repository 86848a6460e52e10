-- Pieces held for a buyer who is paying, and the ledger of the stock. Available = stock less live holds,
-- computed when read.
-- Who reads: anyone, as a sum per product. Who writes: holds by these functions, and what ends an order, its payment or
-- its parcels ends or prolongs them; the ledger by its trigger alone.
set check_function_bodies = off;

create table private.stock_holds (
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete restrict,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  is_taken_over boolean not null default false,
  times_held integer not null default 0,
  primary key (order_id, product_id)
);

comment on table private.stock_holds is
  'Pieces held for an order that is being paid. A hold past expires_at counts for nothing; no job needs to delete it.';
comment on column private.stock_holds.is_taken_over is
  'Another order of the same buyer needed the pieces, so it ended early.';
comment on column private.stock_holds.times_held is
  'How often its buyer, who went to pay, got the pieces held; 0 of an order that never did.';

create index stock_holds_by_product on private.stock_holds (product_id, expires_at);
create index stock_holds_by_expiry on private.stock_holds (expires_at);

create view private.held_pieces with (security_invoker = true) as
select h.product_id, sum(h.quantity)::integer as quantity, min(h.expires_at) as until
from private.stock_holds h
where h.expires_at > now()
group by h.product_id;

comment on view private.held_pieces is
  'Pieces under holds that have not expired, of each product that has any, and when the first of these ends.';

create function private.held_quantity(product uuid) returns integer
-- Definer: staff may know how many pieces are held, whoever holds them.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select h.quantity from private.held_pieces h where h.product_id = product), 0);
end;
$$;

comment on function private.held_quantity is 'Pieces of a product under holds that have not expired.';
grant execute on function private.held_quantity to authenticated;

create function private.is_low(p public.products) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p.is_active and p.stock > 0 and p.stock - private.held_quantity(p.id) <= private.low_stock();
end;
$$;

comment on function private.is_low is
  'Whether a product on sale runs out: it is in stock, and few or none of its pieces are free.';

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

comment on function private.wholly_held_products is
  'Products that are in stock, but all pieces of which somebody is paying for: as sold out while that lasts.';

create function private.stock_shortages(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'productId', p.id, 'name', p.name, 'problem', 'out_of_stock', 'quantity', i.quantity,
      'available', greatest(available.pieces, 0) + i.quantity - i.lacking, 'price', p.price
    ) order by p.name)
    from private.ordered_pieces i join public.products p on p.id = i.product_id
    cross join lateral (select p.stock - private.held_quantity(p.id) as pieces offset 0) available
    where i.order_id = p_order_id and i.lacking - i.awaited > available.pieces
  );
end;
$$;

comment on function private.stock_shortages is
  'The contract''s LineProblem[] of an order''s items that are not available any more; null when all are.';

create function private.from_prices() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.category, cheapest.price), '{}')
  from unnest(array['solar', 'batteries', 'instruments', 'invertors', 'converters', 'pqwt', 'gps']) c (category)
  cross join lateral (
    select p.price from public.products p
    where p.category = c.category and p.is_active
      and (private.public_offer(p.to_order) is not null or p.stock > 0 and p.stock > private.held_quantity(p.id))
    order by p.price limit 1
  ) cheapest;
$$;

comment on function private.from_prices is
  'In KES, by category of the shop, the lowest price at which something can be ordered; none where nothing can.';

create function private.stock_sign(p_kind text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_kind in ('opening', 'return', 'received') then 1
    when p_kind in ('sale', 'damaged') then -1
    when p_kind in ('correction', 'counted') then 0
  end;
end;
$$;

comment on function private.stock_sign is
  'How a kind of movement changes the stock, as the contract''s stockSigns: 1 adds pieces, -1 takes them away, 0 may '
  'do either; null is no kind.';

-- A delivery, a stock-take or a breakage that staff wrote down: one entry, a movement per product.
create table private.stock_entries (
  -- The key under which the browser sent it: sent twice, it is one entry.
  id uuid primary key,
  kind text not null check (kind in ('received', 'counted', 'damaged')),
  supplier text check (supplier ~ '\S' and char_length(supplier) <= 100),
  reference text check (reference ~ '\S' and char_length(reference) <= 100),
  booked_by uuid references public.users (id) on delete set null,
  request_hash text not null,
  at timestamptz not null default now(),
  check (kind = 'received' or supplier is null)
);

comment on table private.stock_entries is 'Written by public.book_stock() alone; a wrong one is answered by another.';
comment on column private.stock_entries.reference is 'The number of the delivery note, or what staff noted.';
comment on column private.stock_entries.request_hash is 'What the browser asked for under this key.';

create index stock_entries_by_person on private.stock_entries (booked_by);

-- Every change of the stock: it is always the sum of its movements (private.invariants).
create table private.stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  change integer not null check (change <> 0),
  -- No kind has no sign, which a check would let pass.
  reason text not null check (coalesce(private.stock_sign(reason) in (0, sign(change)), false)),
  order_id uuid references public.orders (id) on delete restrict,
  entry_id uuid references private.stock_entries (id) on delete restrict,
  unit_cost_cents bigint check (unit_cost_cents is null or unit_cost_cents > 0 and reason = 'received'),
  at timestamptz not null default now(),
  check ((reason in ('sale', 'return')) = (order_id is not null)),
  check ((reason in ('received', 'counted')) <= (entry_id is not null))
);

comment on table private.stock_movements is
  'Append-only ledger of the stock, written by the trigger on public.products alone.';
comment on column private.stock_movements.unit_cost_cents is
  'What the shop paid for one piece, where staff wrote it down.';

-- With the change: the movements of a product are added up from the index alone.
create index stock_movements_by_product on private.stock_movements (product_id) include (change);
create index stock_movements_by_order on private.stock_movements (order_id, product_id) include (change)
  where order_id is not null;

create index stock_movements_by_entry on private.stock_movements (entry_id) where entry_id is not null;

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
    raise sqlstate 'PT409' using
      message = 'stock_is_held',
      detail = held || ' pieces are held for buyers who are paying';
  end if;
  -- Sold once for an order, and put back once; whoever sells or puts back has locked the product.
  if moved_for is not null and not exists (
    select 1 from public.order_items i
    where i.order_id = moved_for and i.product_id = new.id and change + (
      select coalesce(sum(m.change), 0)
      from private.stock_movements m
      where m.order_id = moved_for and m.product_id = new.id
    ) between -i.quantity and 0
  ) then
    raise exception 'order % moves % pieces of product % twice', moved_for, change, new.id
      using errcode = 'check_violation';
  end if;
  insert into private.stock_movements (product_id, change, reason, order_id, entry_id, unit_cost_cents)
  values (
    new.id, change,
    case
      when moved_for is not null then case when change < 0 then 'sale' else 'return' end
      when tg_op = 'INSERT' then 'opening'
      else coalesce(nullif(current_setting('shop.stock_reason', true), ''), 'correction')
    end,
    moved_for, nullif(current_setting('shop.stock_entry', true), '')::uuid,
    nullif(current_setting('shop.unit_cost_cents', true), '')::bigint
  );
  return null;
end;
$$;

create trigger record_stock_movement after insert or update of stock, is_service on public.products
  for each row execute function private.record_stock_movement();

create function private.has_proven_buyer(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders o left join public.users u on u.id = o.user_id
    where o.id = p_order_id and (u.email_confirmed_at is not null or o.placed_by is not null)
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
  'Whether the buyer of an order has confirmed their e-mail address, has paid another order with the account or in the '
  'browser, or is known to the seller who made the order.';

create function private.attempts_at_bank(p_order_id uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*)::integer from private.known_attempts a where a.order_id = p_order_id);
end;
$$;

comment on function private.attempts_at_bank is 'How many private.known_attempts there are of an order.';

create function private.lines_held_from(p_cause text, p_besides uuid, p_most integer) returns bigint
language sql stable set search_path = '' as $$
  -- Products are locked meanwhile: of many who are at the bank each is found by joining, without a call of its own, and
  -- no more of the others than one beyond what they may hold.
  with untried as materialized (
    select h.order_id from private.stock_holds h
    where h.expires_at > now()
      and h.order_id <> p_besides
      and exists (select 1 from private.order_causes c where c.cause = p_cause and c.order_id = h.order_id)
      and not exists (select 1 from private.known_attempts a where a.order_id = h.order_id)
  )
  select count(*) from (
    select 1 from untried u where not private.has_proven_buyer(u.order_id) limit p_most + 1
  ) l;
$$;

comment on function private.lines_held_from is
  'For so many lines of orders that were placed from an address, but for one order, pieces are held for nothing: for '
  'buyers who have proven nothing and have not been at the bank. Beyond p_most they are not counted.';

create function private.may_hold_pieces(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  most_lines constant integer := 30;
begin
  return not exists (select 1 from public.orders o where o.id = p_order_id and o.hold_released_at is not null)
    -- A browser or an account holds pieces for three unpaid orders, whoever pays one of them by its link.
    and (
      select count(distinct h.order_id)
      from (
        select o.id from public.orders mine join public.orders o on o.user_id = mine.user_id where mine.id = p_order_id
        union all
        select other.order_id from private.session_orders so join private.session_orders other on other.sid = so.sid
        where so.order_id = p_order_id
      ) o join private.stock_holds h on h.order_id = o.id
      where o.id <> p_order_id and h.expires_at > now()
    ) < 3
    -- Buyers without a paid order or a confirmed e-mail hold two thirds of a product together, but always one piece.
    and (private.has_proven_buyer(p_order_id) or not exists (
      select 1 from public.order_items i
      join public.products p on p.id = i.product_id
      cross join lateral (
        select greatest(p.stock * 2::bigint / 3, 1) - i.quantity + i.awaited as most_of_others
      ) l
      -- First the cheap comparison, which is mostly enough.
      where i.order_id = p_order_id and private.held_quantity(p.id) > l.most_of_others and l.most_of_others < (
        select coalesce(sum(h.quantity), 0) from private.stock_holds h
        where h.product_id = p.id and h.expires_at > now() and not private.has_proven_buyer(h.order_id)
      )
    -- And for thirty lines from one address, which in Kenya thousands of phones share.
    ) and (private.attempts_at_bank(p_order_id) > 0 or most_lines >= (
      select max(private.lines_held_from(c.cause, p_order_id, most_lines))
      from private.order_causes c where c.order_id = p_order_id
    ) + (select count(*) from public.order_items i where i.order_id = p_order_id) is not false));
end;
$$;

comment on function private.may_hold_pieces is
  'Whether the pieces of an order that holds none may be held for it: the owner has not released them; its browser or '
  'account holds pieces for fewer than three others; and buyers who have proven nothing then hold at most two thirds '
  'of the stock of each product, or one piece, and from one address 30 lines, but for those who have been at the bank.';

create function private.lock_holds_of_buyer(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.hold_pieces ' || coalesce(
    (select o.user_id::text from public.orders o where o.id = p_order_id),
    (select min(so.sid) from private.session_orders so where so.order_id = p_order_id), p_order_id::text
  ), 0));
end;
$$;

comment on function private.lock_holds_of_buyer is
  'Orders of one browser or account count each other''s holds. Nothing is waited for after this.';

create function private.hold_pieces(
  p_order_id uuid, p_held_until timestamptz default null, p_times_held integer default 0
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_holds_of_buyer(p_order_id);
  -- A separate statement: it sees what those who held the lock before have written.
  insert into private.stock_holds (order_id, product_id, quantity, expires_at, times_held)
  select i.order_id, i.product_id, i.lacking - i.awaited,
    -- Of a partly paid order they are held for longer.
    coalesce(
      case when l.may then greatest(p_held_until, now() + private.hold_time()) else p_held_until end, '-infinity'
    ),
    p_times_held + l.may::integer
  from private.ordered_pieces i
  cross join (
    -- Held, renewed twice, and three times more for each attempt of which the bank knows.
    select p_times_held < 3 * (1 + private.attempts_at_bank(p_order_id))
      and private.may_hold_pieces(p_order_id) as may
    offset 0
  ) l
  where i.order_id = p_order_id and i.lacking > i.awaited;
end;
$$;

comment on function private.hold_pieces is
  'Holds the available pieces of an order, whose products the caller has locked. Only as long as they were held anyway '
  'where private.may_hold_pieces() forbids it, or they were held three times, and three times more for each attempt of '
  'which the bank knows.';

create function private.await_pieces(p_order_id uuid) returns void
-- Definer: no role writes items.
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set awaited = i.awaited + s.short
  from (
    select x.id, x.lacking - x.awaited - greatest(p.stock - private.held_quantity(p.id) + coalesce((
      select h.quantity from private.stock_holds h
      where h.order_id = p_order_id and h.product_id = p.id and h.expires_at > now()
    ), 0), 0) as short
    from private.ordered_pieces x join public.products p on p.id = x.product_id
    -- What has left and is not taken out of the stock yet has to be there.
    where x.order_id = p_order_id and x.to_order is not null and x.quantity - x.unsent - x.gone > x.awaited
  ) s
  where i.id = s.id and s.short > 0;
end;
$$;

comment on function private.await_pieces is
  'Of what an order has to order, pieces that were there and are gone are to come from the maker, too. '
  'The caller has locked the products.';

create function private.await_pieces_of(o public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  if o.status in ('pending', 'failed', 'paid') and exists (
    select 1 from public.order_items i where i.order_id = o.id and i.to_order is not null
  ) then
    perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = o.id));
    -- What left was not awaited.
    update public.order_items i set awaited = greatest(x.quantity - x.unsent - x.gone, 0)
    from private.ordered_pieces x
    where x.order_id = o.id and i.id = x.id and i.awaited > greatest(x.quantity - x.unsent - x.gone, 0);
    perform private.await_pieces(o.id);
  end if;
end;
$$;

comment on function private.await_pieces_of is
  'private.await_pieces() of an order whose book is about to be read; what has left is awaited no more.';

create function private.agreed_hold(p_terms_days integer) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_terms_days is not null then interval '30 days' else interval '7 days' end;
end;
$$;

comment on function private.agreed_hold is
  'How long the pieces of what a seller agreed on are held: on account (p_terms_days), or until it is paid, which is '
  'as long as the checkout promises for a transfer: the contract''s maxHoldHours.';

create function private.hold_order(p_order_id uuid, p_until timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  delete from private.stock_holds h where h.order_id = p_order_id;
  perform private.await_pieces(p_order_id);
  if private.stock_shortages(p_order_id) is not null then
    return false;
  end if;
  insert into private.stock_holds (order_id, product_id, quantity, expires_at)
  select i.order_id, i.product_id, i.lacking - i.awaited,
    -- Not for less than a seller has promised.
    greatest(p_until, o.agreed_until, case
      -- They were got for this buyer, or some of it is there already.
      when i.to_order is not null and o.status = 'paid' or private.has_left(p_order_id) then now() + interval '1 year'
      when private.may_hold_on_account(o) then now() + private.agreed_hold(o.terms_days)
    end)
  from private.ordered_pieces i join public.orders o on o.id = i.order_id
  where i.order_id = p_order_id and i.lacking > i.awaited;
  return true;
end;
$$;

comment on function private.hold_order is
  'Holds the pieces of an order until then, or for longer as a seller has promised, on account as '
  'private.may_hold_on_account() says, or of one that is sent before it is paid for a year, whatever it held before; '
  'false, with nothing held, when they are not available.';

create function private.payable_orders_of_buyer(p_sid text) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  select o.id from private.orders_of_session(p_sid) o
  where o.status in ('pending', 'failed') and case
    -- Asked first: a buyer has three of these, and any number of others.
    when exists (select 1 from private.stock_holds h where h.order_id = o.id and h.expires_at > now())
      -- What the bank may have charged needs its pieces, and so does what is partly paid, or sent.
      then private.may_pay(o) = 'pay' and private.may_give_up_pieces(o)
  end;
end;
$$;

comment on function private.payable_orders_of_buyer is
  'The orders of a session and its account that hold pieces and of which nothing is paid or sent.';

create function public.holds_of_same_buyer(p_sid text) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', own.product_id, 'quantity', own.quantity
  ) order by own.product_id), '[]')
  from (
    select h.product_id, sum(h.quantity) as quantity
    from private.stock_holds h
    where h.expires_at > now() and h.order_id in (select private.payable_orders_of_buyer(p_sid))
    group by h.product_id
  ) own;
$$;

comment on function public.holds_of_same_buyer is
  '{productId, quantity}[]: the pieces held for the unpaid orders of a session and its account.';
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
    and (select private.may_pay(o) from public.orders o where o.id = h.order_id) = 'pay';
end;
$$;

comment on function private.take_over_holds is
  'The unpaid orders of a session, but for one, give up their pieces of these products. '
  'They can still be paid while the shop has enough.';

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
  'Where the stock is too small for a new order beside the unpaid ones of the same buyer, '
  'these give up their pieces of it.';

create function private.hold_obstacle(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    -- What the bank may have charged needs its pieces.
    when private.may_pay(o) <> 'pay' then 'cancel_undecided'
    when private.has_left(o.id) then 'order_sent'
  end;
end;
$$;

comment on function private.hold_obstacle is
  'The code with which staff may not put the held pieces of an order on sale; null when they may.';

create function public.release_holds(p_order_ids uuid[]) returns void
-- Definer: no admin writes the table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  refused text;
  released uuid[];
begin
  perform private.require_permission('orders.write');
  perform private.refuse_invalid(cardinality(p_order_ids) between 1 and 200 is not true, '1 to 200 orders');
  perform 1 from public.orders o where o.id = any (p_order_ids) order by o.id for update;
  select max(r.code), array_agg(o.id) filter (where r.code is null) into refused, released
  from public.orders o cross join lateral (select private.hold_obstacle(o) as code) r
  where o.id = any (p_order_ids);
  perform private.refuse_missing(refused is null and released is null);
  if released is null then
    raise sqlstate 'PT409' using message = refused;
  end if;
  with freed as (
    delete from private.stock_holds h where h.order_id = any (released) and h.expires_at > now() returning h.order_id
  )
  update public.orders u set hold_released_at = now() where u.id in (select f.order_id from freed f);
end;
$$;

comment on function public.release_holds is
  'The pieces of unpaid orders are on sale again. An order that the bank may have charged or that was sent keeps its '
  'pieces; PT409 cancel_undecided, order_sent when all do. PT400, PT403, PT404.';
grant execute on function public.release_holds to authenticated;

create function private.pieces_to_send(p_product_id uuid) returns integer
language sql stable set search_path = '' as $$
  -- What was sold, less what has left the shop and did not come back.
  select coalesce(sum(i.taken - i.gone + i.back - i.unsent), 0)::integer
  from private.ordered_pieces i join public.orders o on o.id = i.order_id and o.status in ('pending', 'failed', 'paid')
  where i.product_id = p_product_id;
$$;

comment on function private.pieces_to_send is
  'Pieces of a product that are sold but still in the shop: whoever counts finds them beside the stock. Negative when '
  'pieces left before they were paid for.';

create function public.find_stock(p_search text default '', p_ids uuid[] default null) returns jsonb
-- Definer: no admin reads the tables of movements and shipments.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('stock.write');
  select private.refuse_invalid(cardinality(p_ids) > 200, '200 products at most');
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', p.id, 'name', p.name, 'model', p.model, 'stock', p.stock, 'held', private.held_quantity(p.id),
    'toSend', private.pieces_to_send(p.id),
    'waiting', (select count(distinct w.order_id) from private.waiting_lines(array[p.id]) w)
  ) order by f.place), '[]')
  from (
    select (t.product ->> 'id')::uuid as id, t.place
    from jsonb_array_elements(
      public.find_products(p_search => p_search, p_limit => 8) -> 'rows'
    ) with ordinality t (product, place)
    where p_ids is null
    union all
    select g.id, g.place from unnest(p_ids) with ordinality g (id, place)
  ) f join public.products p on p.id = f.id and not p.is_service;
$$;

comment on function public.find_stock is
  'StockProduct[], without services: eight products with all words of p_search, or these. In the shop are stock and '
  'toSend together. '
  'PT400 for more than 200; PT403.';

create function public.book_stock(p_id uuid, p_kind text, p_supplier text, p_reference text, p_lines jsonb)
returns jsonb
-- Definer: no role writes entries.
language plpgsql security definer set search_path = '' as $$
declare
  request constant text := private.request_hash(jsonb_build_array(p_kind, p_supplier, p_reference, p_lines));
  sign constant integer := private.stock_sign(p_kind);
  line record;
begin
  perform private.require_permission('stock.write');
  begin
    insert into private.stock_entries (id, kind, supplier, reference, booked_by, request_hash)
    values (p_id, p_kind, nullif(btrim(p_supplier), ''), nullif(btrim(p_reference), ''), (select auth.uid()), request)
    on conflict (id) do nothing;
  exception when check_violation or not_null_violation then
    perform private.refuse_invalid(true, sqlerrm);
  end;
  if not found then
    perform private.refuse_reused_key(
      (select e.request_hash from private.stock_entries e where e.id = p_id) <> request
    );
    return private.stock_entry_as_json(p_id);
  end if;
  perform private.refuse_invalid(
    jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 200 or exists (
      select 1 from private.stock_lines(p_lines) l
      where l.product_id is null
        or l.quantity is null
        or l.quantity not between abs(sign) and 99999
        or (l.expected is null) = (sign = 0)
        or l.cost_cents <= 0
        or l.cost_cents is not null and p_kind <> 'received'
        or exists (select 1 from public.products p where p.id = l.product_id and p.is_service)
    ) or (select count(distinct l.product_id) < count(*) from private.stock_lines(p_lines) l),
    '1 to 200 lines, each product once, with what its kind needs'
  );
  perform private.lock_products(array(select l.product_id from private.stock_lines(p_lines) l));
  perform private.refuse_missing(exists (
    select 1 from private.stock_lines(p_lines) l
    where not exists (select 1 from public.products p where p.id = l.product_id)
  ));
  -- What was counted is compared with what the person saw: what moved since then is counted again.
  if exists (
    select 1 from private.stock_lines(p_lines) l join public.products p on p.id = l.product_id
    where p.stock + private.pieces_to_send(p.id) <> l.expected
  ) then
    raise sqlstate 'PT409' using message = 'stock_meanwhile';
  end if;
  perform set_config('shop.stock_reason', p_kind, true), set_config('shop.stock_entry', p_id::text, true);
  for line in
    select
      l.*, p.name, p.stock,
      case sign when 0 then l.quantity - l.expected else sign * l.quantity end as change
    from private.stock_lines(p_lines) l join public.products p on p.id = l.product_id
  loop
    if line.stock + line.change < private.held_quantity(line.product_id) then
      raise sqlstate 'PT409' using message = 'pieces_missing', detail = line.name;
    end if;
    perform set_config('shop.unit_cost_cents', coalesce(line.cost_cents::text, ''), true);
    update public.products p set stock = p.stock + line.change where p.id = line.product_id and line.change <> 0;
  end loop;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_entry', '', true),
    set_config('shop.unit_cost_cents', '', true);
  return private.stock_entry_as_json(p_id);
end;
$$;

create function private.stock_lines(p_lines jsonb)
returns table (product_id uuid, quantity integer, expected integer, cost_cents bigint)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  select l."productId", l.quantity, l.expected, l."costCents"
  from jsonb_to_recordset(p_lines) l ("productId" uuid, quantity integer, expected integer, "costCents" bigint);
exception when invalid_text_representation or invalid_parameter_value or numeric_value_out_of_range then
  perform private.refuse_invalid(true, sqlerrm);
end;
$$;

create function private.stock_entry_as_json(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', m.product_id, 'name', p.name, 'change', m.change, 'served', (
      select coalesce(jsonb_agg(distinct a.order_id), '[]') from private.arrivals(null, m.product_id) a
      where a.at = m.at
    )
  ) order by m.id), '[]')
  from private.stock_movements m join public.products p on p.id = m.product_id where m.entry_id = p_id;
$$;

comment on function private.stock_entry_as_json is 'The contract''s BookedPieces[]: what an entry moved.';
comment on function public.book_stock is
  'Writes down a delivery (p_kind received), a stock-take (counted) or breakage (damaged). p_lines: [{productId, '
  'quantity, expected (counted: what the person saw in the shop), costCents (received: paid for a piece, or none)}]. '
  'p_id: the same twice is one. Returns BookedPieces[]. PT400 invalid_request; PT403; PT404; PT409 stock_meanwhile '
  '(something moved since it was counted), pieces_missing (detail: '
  'a product of which less would be left than is held), key_reused.';

create function public.list_stock_movements(p_product_id uuid) returns jsonb
-- Definer: no admin reads the ledger.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('stock.write');
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', private.iso_time(m.at), 'reason', m.reason, 'change', m.change, 'stock', m.stock, 'orderId', m.order_id,
    'supplier', e.supplier, 'reference', e.reference, 'costCents', m.unit_cost_cents, 'byName', u.name
  ) order by m.id desc), '[]')
  from (
    select l.*, sum(l.change) over (order by l.id) as stock from private.stock_movements l
    where l.product_id = p_product_id
      and not exists (select 1 from public.products p where p.id = p_product_id and p.is_service)
    order by l.id desc limit 100
  ) m left join private.stock_entries e on e.id = m.entry_id left join public.users u on u.id = e.booked_by;
$$;

comment on function public.list_stock_movements is
  'StockMovement[]: the last 100 movements of a product, newest first. PT403.';
grant execute on function public.find_stock, public.book_stock, public.list_stock_movements to authenticated;
