-- Price, stock and sale of many products at once: all or nothing, exactly what the preview showed.
-- Who calls: admins with their own token; row-level security decides.

create function public.change_products(p_changes jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  refused jsonb;
begin
  perform private.require_admin();
  -- In the order of ids, like every lock on products: two admins wait for each other, never forever.
  perform 1 from public.products p
  where p.id in (select (c ->> 'id')::uuid from jsonb_array_elements(p_changes) c)
  order by p.id for no key update;

  select jsonb_agg(jsonb_build_object('productId', c ->> 'id', 'problem', found.problem, 'product',
    case when p.id is not null then private.product_as_json(p) end) order by place) into refused
  from jsonb_array_elements(p_changes) with ordinality t (c, place)
  left join public.products p on p.id = (c ->> 'id')::uuid
  cross join lateral (select case
    when p.id is null then 'not_found'
    -- Somebody else's figure, which is neither what was seen nor what is wanted (then it is done already).
    when exists (
      select 1 from jsonb_each(c -> 'seen') seen
      where to_jsonb(p) -> seen.key not in (seen.value, coalesce(c -> 'set' -> seen.key, seen.value))
    ) then 'changed_meanwhile'
    when (c -> 'set' ->> 'stock')::integer <> p.stock
      and (c -> 'set' ->> 'stock')::integer < private.held_quantity(p.id) then 'stock_is_held'
  end as problem) found
  where found.problem is not null;
  if refused is not null then
    raise sqlstate 'PT409' using message = 'products_refused', detail = refused::text;
  end if;

  update public.products p set
    price = coalesce((c -> 'set' ->> 'price')::integer, p.price),
    stock = coalesce((c -> 'set' ->> 'stock')::integer, p.stock),
    is_active = coalesce((c -> 'set' ->> 'is_active')::boolean, p.is_active)
  from jsonb_array_elements(p_changes) c
  where p.id = (c ->> 'id')::uuid
    -- A double click changes nothing the second time, not even the time of the last change.
    and not to_jsonb(p) @> (c -> 'set');

  return (
    select coalesce(jsonb_agg(private.product_as_json(p) order by place), '[]')
    from jsonb_array_elements(p_changes) with ordinality t (c, place)
    join public.products p on p.id = (c ->> 'id')::uuid
  );
end;
$$;

comment on function public.change_products(jsonb) is
  '[{id, seen, set}], both of them columns price, stock, is_active by name. Returns AdminProduct[]. PT403; PT409 products_refused '
  '(detail: [{productId, problem, product}], problem one of not_found, changed_meanwhile, stock_is_held).';
grant execute on function public.change_products(jsonb) to authenticated;
