-- What is on hold for orders that nobody has paid, as the owner sees it, and putting it back on sale.
-- Who calls: admins with their own token.

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
