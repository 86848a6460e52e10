-- Signing in adds the cart of this browser to the cart of the account, once.
-- Who calls: the api function with the caller's own token.

create function private.merged_cart(p_kept jsonb, p_added jsonb) returns jsonb
language sql
stable
set search_path = ''
as $$
  with kept as (
    select line ->> 'productId' as product_id, (line ->> 'quantity')::integer as quantity, place
    from jsonb_array_elements(p_kept) with ordinality as t (line, place)
  ), asked as (
    select lower(line ->> 'productId') as product_id, sum((line ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_added) with ordinality as t (line, place)
    group by 1
  ), added as (
    select a.product_id, a.quantity, a.place, p.stock
    from asked a join public.shop_products p on p.id = a.product_id::uuid
  ), merged as (
    -- What the guest did not touch stays as it is. Nothing vanishes for want of stock: one piece stays, and the
    -- cart says beside it that it is sold out.
    select k.product_id, k.place,
      case when a.product_id is null then k.quantity else greatest(least(k.quantity + a.quantity, a.stock, 999), 1) end as quantity
    from kept k left join added a on a.product_id = k.product_id
    union all
    select a.product_id, 1000 + a.place, greatest(least(a.quantity, a.stock, 999), 1)
    from added a where not exists (select 1 from kept k where k.product_id = a.product_id)
    order by place
    limit 100
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('productId', m.product_id, 'quantity', m.quantity) order by m.place), '[]'
  )
  from merged m;
$$;

comment on function private.merged_cart(jsonb, jsonb) is 'Two carts in one: pieces of the same product are added, to no more than can be ordered now; the first cart''s lines come first.';
grant execute on function private.merged_cart(jsonb, jsonb) to authenticated;

create function public.merge_cart(p_token uuid, p_items jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  caller uuid := (select auth.uid());
  mine public.carts;
begin
  insert into public.carts (user_id) values (caller) on conflict (user_id) do nothing;
  -- A second tab with the same cart waits here, and then finds its token.
  select * into mine from public.carts c where c.user_id = caller for update;
  if p_token <> all (mine.merged_tokens) then
    update public.carts c
    set items = private.merged_cart(mine.items, p_items),
      merged_tokens = (array_prepend(p_token, mine.merged_tokens))[1:50]
    where c.user_id = caller
    returning * into mine;
  end if;
  return mine.items;
end;
$$;

comment on function public.merge_cart(uuid, jsonb) is 'Adds a guest''s cart, known by its token, to the caller''s; the same token adds nothing a second time. Returns the cart''s lines.';
grant execute on function public.merge_cart(uuid, jsonb) to authenticated;
