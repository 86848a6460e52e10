-- The index of the shop: what a browser stores of everything on sale, to list and search it offline.
-- Who reads: everybody. Who writes: nobody.

create function private.product_index() returns jsonb
-- Definer: visitors read no keywords elsewhere. It looks at what is on sale alone.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with read as materialized (
      select p.slug, p.name, p.category, p.brand, p.model, p.price, p.key_figures, p.keywords,
        row_number() over (order by p.created_at, p.id) as place
      from public.products p where p.is_active
      -- One more than is sent: whether there are others.
      order by p.created_at, p.id limit 1001
    )
    select jsonb_build_object(
      'products', coalesce(jsonb_agg(jsonb_build_object(
        'slug', r.slug, 'name', r.name, 'category', r.category, 'brand', r.brand, 'model', r.model, 'price', r.price,
        'keyFigures', to_jsonb(r.key_figures), 'keywords', r.keywords
      ) order by r.place) filter (where r.place <= 1000), '[]'),
      'isWhole', count(*) <= 1000
    )
    from read r
  );
end;
$$;

create function public.product_index() returns jsonb
language sql stable set search_path = '' as $$
  select private.product_index();
$$;

comment on function public.product_index is
  'The contract''s ProductIndex: the first 1,000 products on sale, in the shop''s own order, without anything that an order changes.';
grant execute on function private.product_index, public.product_index to anon, authenticated, service_role;
