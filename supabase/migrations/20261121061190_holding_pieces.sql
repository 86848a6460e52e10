-- Holding the pieces of an unpaid order. Two rules limit the hold, never the order: where they forbid it, the order stands
-- without a hold, and the stock is checked again when it is paid.
-- Who calls: public.place_order() and public.pay_again(), which have locked the products.

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
