-- The product of a page, with a plan that each connection keeps: as a function in SQL it was planned anew for every page.
-- Who reads: everybody, through public.product_page(). Who writes: nobody.

create or replace function private.page_product(p_name text) returns public.products
-- Definer: a product that somebody has bought keeps its page after it was withdrawn.
language plpgsql stable security definer set search_path = '' as $$
declare
  found_product public.products;
begin
  select p.* into found_product from public.products p
  where p.id = coalesce(
    (select q.id from public.products q
      where q.slug = p_name or q.id = case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_name::uuid end),
    (select f.product_id from private.former_slugs f where f.slug = p_name)
  ) and (p.is_active or exists (select 1 from public.order_items i where i.product_id = p.id));
  return found_product;
end;
$$;

comment on function private.page_product is 'The product of a page, by slug, former slug or id; none when it was never sold and is not on sale.';
