-- Admins add, change, withdraw and erase products; a product that was ever ordered cannot be erased (foreign keys).
-- Who writes: admins with their own token, through the functions below or straight from the dashboard's tables.

grant insert (id, slug, name, category, description, price, image_url, stock, is_active,
  brand, model, specs, warranty_years, weight_grams, keywords) on public.products to authenticated;
grant update (slug, name, category, description, price, image_url, stock, is_active,
  brand, model, specs, warranty_years, weight_grams, keywords) on public.products to authenticated;
grant delete on public.products to authenticated;

create policy "Admins add products" on public.products
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change products" on public.products
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins erase products that were never ordered" on public.products
  for delete to authenticated
  using ((select private.is_admin()));

create function private.require_admin() returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'forbidden';
  end if;
end;
$$;

comment on function private.require_admin() is 'Refuses by name who is no admin. Row-level security refuses them too, but says nothing.';
grant execute on function private.require_admin() to authenticated;

create function private.iso_time(p_at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select to_char(p_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
$$;

comment on function private.iso_time(timestamptz) is 'A moment as the treaty writes it: ISO 8601, UTC, milliseconds.';
grant execute on function private.iso_time(timestamptz) to authenticated;

create function private.product_as_json(p public.products) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p.id,
    'slug', p.slug,
    'name', p.name,
    'category', p.category,
    'description', p.description,
    'price', p.price,
    'imageUrl', p.image_url,
    'stock', p.stock,
    'held', private.held_quantity(p.id),
    'rating', case when p.rating > 0 then p.rating::text end,
    'isActive', p.is_active,
    'brand', p.brand,
    'model', p.model,
    'specs', p.specs,
    'warrantyYears', p.warranty_years,
    'weightGrams', p.weight_grams,
    'keywords', p.keywords,
    'createdAt', private.iso_time(p.created_at),
    'updatedAt', private.iso_time(p.updated_at)
  );
$$;

comment on function private.product_as_json(public.products) is 'The treaty''s AdminProduct: stock is what stands on the shelf, held what buyers are paying for.';
grant execute on function private.product_as_json(public.products) to authenticated;
