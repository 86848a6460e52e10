-- Holding the pieces of an unpaid order. Two rules limit the hold, never the order: where they forbid it, the order stands
-- without a hold, and the stock is checked again when it is paid. What a buyer's own unpaid orders hold never counts against
-- that buyer: the shop shows it as available, and where the stock is too small for both orders, the newer takes it over.
-- Who calls: public.place_order() and public.pay_again(); the api function with the secret key.

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
