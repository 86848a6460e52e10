-- How many pieces may be held for orders that nobody has paid: per browser and account, and per address. The limits cap the
-- hold, never the order: above them an order stands without one, and the stock is checked again when it is paid.
-- Who calls: public.place_order() and public.pay_again(). Who changes the limits: admins (private.rate_limits).

create function private.most_holds() returns integer
-- Definer: nobody reads the limits themselves.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select l.most from private.rate_limits l where l.action = 'hold_times' and l.subject = 'order'
  );
end;
$$;

comment on function private.most_holds is 'How often the pieces of one order may be held, the first time included.';
grant execute on function private.most_holds to service_role;

create function private.holds_too_much(p_order_id uuid, p_session_orders uuid[], p_address_orders uuid[]) returns boolean
-- Definer: the same. Planned anew for each list of orders, it took twenty times as long as it runs.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(bool_or(
      held.orders + 1 > l.orders or held.shelves > l.shelves
      -- A first order of a single product may hold all of it, such as all thirty panels. Ten pieces or fewer are never too
      -- large a share, and ten thousand products are enough to estimate the stock.
      or (l.subject <> 'session' or held.orders > 0 or held.lines > 1) and held.pieces > 10 and held.pieces * 100::bigint > l.share
        * (select sum(s.stock) from (select p.stock from public.products p where p.is_active and p.stock > 0 limit 10000) s)
    ), false)
    from (
      select r.subject, max(r.most) filter (where r.action = 'hold_orders') as orders,
        max(r.most) filter (where r.action = 'hold_shelves') as shelves, max(r.most) filter (where r.action = 'hold_share') as share
      from private.rate_limits r where r.action in ('hold_orders', 'hold_shelves', 'hold_share') group by r.subject
    ) l
    cross join lateral (
      with others as (
        select h.order_id, h.product_id, h.quantity from private.stock_holds h
        where h.order_id = any (case l.subject when 'session' then p_session_orders else p_address_orders end)
          and h.order_id <> p_order_id and h.expires_at > now()
      ), own as (
        select i.product_id, i.quantity from public.order_items i where i.order_id = p_order_id
      )
      select (select count(distinct o.order_id) from others o) as orders, (select count(*) from own) as lines,
        sum(t.quantity) as pieces, count(*) filter (where t.quantity >= p.stock) as shelves
      from (
        select b.product_id, sum(b.quantity) as quantity
        from (select o.product_id, o.quantity from others o union all select n.product_id, n.quantity from own n) b
        group by b.product_id
      ) t join public.products p on p.id = t.product_id
    ) held
  );
end;
$$;

comment on function private.holds_too_much is
  'Would an order and the other ones of its session, or those of its address, together hold more orders, whole shelves, or per cent of all pieces than the limits allow?';
grant execute on function private.holds_too_much to service_role;

create function private.hold_pieces(p_sid text, p_order_id uuid, p_held_until timestamptz default null) returns void
language plpgsql set search_path = '' as $$
declare
  earlier private.held_orders;
  address text;
  held_until timestamptz := p_held_until;
begin
  select * into earlier from private.held_orders h where h.order_id = p_order_id;
  address := coalesce(nullif(current_setting('shop.address_hash', true), ''), earlier.address_hash);
  if address is not null then
    -- Orders of one address count each other's holds. Nothing is waited for after this.
    perform pg_advisory_xact_lock(hashtextextended('private.hold_pieces ' || address, 0));
  end if;
  if coalesce(earlier.times, 0) < private.most_holds()
    and not private.holds_too_much(
      p_order_id,
      array(select o.id from private.orders_of_session(p_sid) o where o.status = 'pending'),
      array(select h.order_id from private.held_orders h where h.address_hash = address and h.held_at > now() - private.hold_time())
    )
  then
    insert into private.held_orders as h (order_id, address_hash) values (p_order_id, address)
    on conflict (order_id) do update set times = h.times + 1, address_hash = excluded.address_hash, held_at = now();
    held_until := now() + private.hold_time();
  end if;
  insert into private.stock_holds (order_id, product_id, quantity, expires_at)
  select i.order_id, i.product_id, i.quantity, held_until
  from public.order_items i where i.order_id = p_order_id and held_until is not null;
end;
$$;

comment on function private.hold_pieces is
  'Holds the pieces of an order whose products the caller has locked, unless a limit says no: then only as long as they were held anyway.';
grant execute on function private.hold_pieces to service_role;
