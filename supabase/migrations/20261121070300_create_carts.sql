-- The cart of an account: which products and how many pieces, no prices, so that every device sees the same one.
-- Who reads and writes: its owner, through the api function with their own token.

create function private.is_cart(p_items jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
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

comment on function private.is_cart(jsonb) is 'An array of {productId, quantity} and nothing else: 100 lines at most, each product once, 1 to 999 pieces.';
grant execute on function private.is_cart(jsonb) to authenticated;

create table public.carts (
  user_id uuid primary key references public.users (id) on delete cascade,
  items jsonb not null default '[]' check (private.is_cart(items)),
  merged_tokens uuid[] not null default '{}' check (cardinality(merged_tokens) <= 50),
  updated_at timestamptz not null default now()
);

comment on table public.carts is 'One row per account that ever kept something in its cart.';
comment on column public.carts.items is '[{"productId": "...", "quantity": 2}] in the order in which they were added; a price is looked up when it is shown.';
comment on column public.carts.merged_tokens is 'Names of the guests'' carts that were added to this one, newest first: none is added twice.';

alter table public.carts enable row level security;

grant select, insert, update on public.carts to authenticated;

create policy "A person keeps their own cart" on public.carts
  for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create trigger touch_updated_at before update on public.carts
  for each row execute function private.touch_updated_at();

create function public.save_cart(p_items jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.carts as c (user_id, items)
  select (select auth.uid()), coalesce(
    jsonb_agg(jsonb_build_object('productId', l.product_id, 'quantity', l.quantity) order by l.place), '[]'
  )
  from (
    select lower(line ->> 'productId') as product_id, least(sum((line ->> 'quantity')::integer), 999) as quantity, min(place) as place
    from jsonb_array_elements(p_items) with ordinality as t (line, place)
    group by 1
  ) l
  on conflict (user_id) do update set items = excluded.items;
$$;

comment on function public.save_cart(jsonb) is 'The caller''s cart becomes exactly these lines; the last device to save wins.';
grant execute on function public.save_cart(jsonb) to authenticated;
