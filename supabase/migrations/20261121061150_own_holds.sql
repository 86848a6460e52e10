-- Pieces that a buyer's own unpaid orders hold. They never count against that buyer: the shop shows them as available, and
-- another order of the same browser or account takes them over.
-- Who calls: the api function with the secret key; public.place_order() and public.pay_again().

create function private.own_unpaid_orders(p_sid text) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  select o.id from private.orders_of_session(p_sid) o
  where o.status in ('pending', 'failed')
    -- What the bank may have charged needs its pieces.
    and private.payment_step(o.id) = 'pay';
end;
$$;

comment on function private.own_unpaid_orders is 'The orders of a session and its account that nobody has paid.';
grant execute on function private.own_unpaid_orders to service_role;

create function public.own_holds(p_sid text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('productId', own.product_id, 'quantity', own.quantity) order by own.product_id), '[]')
  from (
    select h.product_id, sum(h.quantity) as quantity
    from private.stock_holds h
    where h.expires_at > now() and h.order_id in (select private.own_unpaid_orders(p_sid))
    group by h.product_id
  ) own;
$$;

comment on function public.own_holds is '{productId, quantity}[]: the pieces held for the unpaid orders of a session and its account.';
grant execute on function public.own_holds to service_role;

create function private.release_own_holds(p_sid text, p_product_ids uuid[], p_except uuid) returns void
language plpgsql set search_path = '' as $$
declare
  mine uuid[];
begin
  -- An order that is being settled or paid at this moment is left alone. Waiting for it could end in a deadlock: the
  -- caller has locked the products, which settling locks after the order.
  mine := array(select u from private.own_unpaid_orders(p_sid) u);
  if mine = '{}' then
    return;
  end if;
  mine := array(
    select o.id from public.orders o where o.id = any (mine) and o.id is distinct from p_except for update skip locked
  );
  -- A separate statement: it sees what those who held the locks before have written.
  delete from private.stock_holds h
  where h.order_id = any (mine) and h.product_id = any (p_product_ids) and private.payment_step(h.order_id) = 'pay';
end;
$$;

comment on function private.release_own_holds is
  'The other unpaid orders of a session, but for one, give up their pieces of these products. They can still be paid while the shop has enough.';
grant execute on function private.release_own_holds to service_role;
