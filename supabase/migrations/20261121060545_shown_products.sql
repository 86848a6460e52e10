-- What replies say of a product, with what is in stock now.
-- Who reads: everybody, through the functions of lists and pages. Who writes: nobody.

create view private.shown_products as
select p.id, p.is_active, s.summary,
  s.summary || jsonb_build_object(
    'description', p.description, 'specs', private.specs_with_labels(p.specs), 'warrantyYears', p.warranty_years, 'weightGrams', p.weight_grams, 'isActive', p.is_active,
    'createdAt', private.iso_time(p.created_at), 'updatedAt', private.iso_time(p.updated_at)
  ) as product,
  private.product_sheet(p) as sheet
from public.products p
left join private.held_pieces h on h.product_id = p.id
cross join lateral (
  select jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'brand', p.brand, 'model', p.model, 'price', p.price,
    'imageUrl', p.image_url, 'keyFigures', to_jsonb(p.key_figures),
    'stock', case when p.is_active then greatest(p.stock - coalesce(h.quantity, 0), 0) else 0 end,
    'rating', case when p.rating > 0 then p.rating::text end
  ) as summary
) s;

comment on view private.shown_products is 'What is shown of each product. Nobody may read it but functions that say whose: it has those that are not on sale, too.';
comment on column private.shown_products.summary is 'The contract''s ProductSummary: what a line or a tile shows of a product. stock is what can be ordered now.';
comment on column private.shown_products.product is 'The contract''s Product.';
comment on column private.shown_products.sheet is 'The contract''s SheetGroup[].';

create function private.products_on_sale(p_ids uuid[]) returns table (product_id uuid, product jsonb)
-- Definer: visitors read no stock.
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.id, s.product from private.shown_products s where s.id = any (p_ids) and s.is_active;
end;
$$;

comment on function private.products_on_sale is 'What is shown of these products, of those that are on sale, in any order.';
