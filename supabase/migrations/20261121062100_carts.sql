-- The cart of an account: which products and how many pieces, no prices, so that every device sees the same one.
-- Who reads and writes: its owner with their own token; what is paid for is taken out by a trigger on public.orders.
set check_function_bodies = off;

create function private.is_cart(p_items jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_items) is distinct from 'array' then false else
    jsonb_array_length(p_items) <= 100
    and not exists (
      select 1 from jsonb_array_elements(p_items) l
      where coalesce(
        jsonb_typeof(l) <> 'object'
        or l - array['productId', 'quantity'] <> '{}'
        or l ->> 'productId' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        or jsonb_typeof(l -> 'quantity') <> 'number'
        or l ->> 'quantity' !~ '^[1-9][0-9]{0,2}$', true)
    )
    and (select count(distinct l ->> 'productId') = count(*) from jsonb_array_elements(p_items) l)
  end;
$$;

comment on function private.is_cart is
  'An array of {productId, quantity} and nothing else: 100 lines at most, each product once, 1 to 999 pieces.';
grant execute on function private.is_cart to authenticated;

create table public.carts (
  user_id uuid primary key references public.users (id) on delete cascade,
  items jsonb not null default '[]' check (private.is_cart(items)),
  merged_tokens uuid[] not null default '{}' check (cardinality(merged_tokens) <= 50),
  updated_at timestamptz not null default now()
);

comment on table public.carts is 'One row per account that ever had something in its cart.';
comment on column public.carts.items is
  '[{"productId": "...", "quantity": 2}] in the order in which they were added; a price is looked up when it is shown.';
comment on column public.carts.merged_tokens is
  'Tokens of guests'' carts that were added to this one, newest first, so that none is added twice.';

alter table public.carts enable row level security;
grant select, insert, update on public.carts to authenticated;

create policy "A user reads and writes their own cart" on public.carts
  for all to authenticated
  using (user_id = (select private.caller_id()));

create trigger set_updated_at before update on public.carts
  for each row execute function private.set_updated_at();

create function public.save_cart(p_items jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.require_json(p_items, 'array');
  insert into public.carts as c (user_id, items)
  select private.require_account(), coalesce(
    jsonb_agg(jsonb_build_object('productId', l.product_id, 'quantity', l.quantity) order by l.place), '[]'
  )
  from (
    select lower(line ->> 'productId') as product_id, least(sum((line ->> 'quantity')::integer), 999) as quantity,
      min(place) as place
    from jsonb_array_elements(p_items) with ordinality as t (line, place)
    group by 1
  ) l
  on conflict (user_id) do update set items = excluded.items;
exception when check_violation or data_exception then
  perform private.refuse_invalid(true, 'lines of a cart');
end;
$$;

comment on function public.save_cart is
  'The caller''s cart becomes exactly these lines; the last device to save wins. PT400; PT401.';
grant execute on function public.save_cart to authenticated;

create function private.merged_cart(p_kept jsonb, p_added jsonb) returns jsonb
-- Definer: a customer reads no products.
language sql stable security definer set search_path = '' as $$
  with kept as (
    select line ->> 'productId' as product_id, (line ->> 'quantity')::integer as quantity, place
    from jsonb_array_elements(p_kept) with ordinality as t (line, place)
  ), asked as (
    select lower(line ->> 'productId') as product_id, sum((line ->> 'quantity')::integer)::integer as quantity,
      min(place) as place
    from jsonb_array_elements(p_added) with ordinality as t (line, place)
    group by 1
  ), added as (
    select a.product_id, a.quantity, a.place,
      case when p.summary -> 'toOrder' = 'null' then (p.summary ->> 'stock')::integer else 999 end as stock
    from asked a join private.shown_products p on p.id = a.product_id::uuid and p.is_active
  ), merged as (
    -- Lines that only the account has stay as they are. Nothing disappears because it is sold out: one piece stays,
    -- and the cart shows that it is not available.
    select k.product_id, k.place,
      case
        when a.product_id is null then k.quantity
        else greatest(least(k.quantity + a.quantity, a.stock, 999), 1)
      end as quantity
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

comment on function private.merged_cart is
  'Two carts in one: quantities of the same product are added, up to what can be ordered now; '
  'the first cart''s lines come first.';
grant execute on function private.merged_cart to authenticated;

create function public.merge_cart(p_token uuid, p_items jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  caller uuid := private.require_account();
  mine public.carts;
begin
  insert into public.carts (user_id) values (caller) on conflict (user_id) do nothing;
  -- A second tab with the same cart waits here and then finds that its token is known.
  select * into mine from public.carts c where c.user_id = caller for update;
  if p_token <> all (mine.merged_tokens) then
    update public.carts c
    set items = private.merged_cart(mine.items, p_items),
      merged_tokens = (array_prepend(p_token, mine.merged_tokens))[1:50]
    where c.user_id = caller
    returning * into mine;
  end if;
  return mine.items;
exception when check_violation or not_null_violation or data_exception then
  perform private.refuse_invalid(true, 'lines of a cart');
end;
$$;

comment on function public.merge_cart is
  'Adds a guest''s cart, known by its token, to the caller''s; the same token adds nothing a second time. '
  'Returns the cart''s lines. PT401.';
grant execute on function public.merge_cart to authenticated;

create function private.remove_paid_items_from_cart() returns trigger
-- Definer: the function that settles may not read carts.
language plpgsql security definer set search_path = '' as $$
begin
  -- Only lines with the same quantity: a different one was entered since.
  update public.carts c
  set items = coalesce((
    select jsonb_agg(t.line order by t.place)
    from jsonb_array_elements(c.items) with ordinality as t (line, place)
    where not exists (
      select 1 from public.order_items i
      where i.order_id = new.id
        and i.product_id = (t.line ->> 'productId')::uuid
        and i.quantity = (t.line ->> 'quantity')::integer
    )
  ), '[]')
  where c.user_id = new.user_id;
  return null;
end;
$$;

create trigger remove_paid_items_from_cart after update of status on public.orders
  for each row when (new.status = 'paid' and old.status <> 'paid' and new.user_id is not null)
  execute function private.remove_paid_items_from_cart();
