-- The page of a product: its data sheet, what fits it, similar products, and where a former address leads.
-- Who reads: everybody. Who writes: nobody but the trigger that keeps former addresses.

create table private.former_slugs (
  slug text primary key,
  product_id uuid not null references public.products (id) on delete cascade
);

comment on table private.former_slugs is 'Addresses that products had: links and bookmarks still lead to the product.';

create index former_slugs_by_product on private.former_slugs (product_id);

create function private.keep_former_slug() returns trigger
-- Definer: whoever renames an address, only this trigger writes the list.
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.former_slugs (slug, product_id) values (old.slug, new.id)
  on conflict (slug) do update set product_id = excluded.product_id;
  return null;
end;
$$;

create trigger keep_former_slug after update of slug on public.products
  for each row when (old.slug <> new.slug) execute function private.keep_former_slug();

create function private.shares_a_word(p_text text, p_other text) returns boolean
language sql immutable set search_path = '' as $$
  select tsvector_to_array(to_tsvector('pg_catalog.english', p_text)) && tsvector_to_array(to_tsvector('pg_catalog.english', p_other));
$$;

comment on function private.shares_a_word is 'Whether two English texts have a word in common, in whatever form ("cables", "cable"); "and" and the like are no words.';

create function private.sold_separately(p public.products) returns text
language sql stable set search_path = '' as $$
  select string_agg(l ->> 'value', ', ') from jsonb_array_elements(p.specs) l where l ->> 'key' = 'sold_separately';
$$;

comment on function private.sold_separately is 'What a product needs and does not bring, in the words of its data sheet; null when it names nothing.';

create function private.page_product(p_name text) returns public.products
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

create function private.product_page(p_name text) returns json
-- Definer: visitors read no stock. It shows what is on sale alone, besides the product itself.
language plpgsql stable security definer set search_path = '' as $$
declare
  p public.products := private.page_product(lower(p_name));
  shown record;
begin
  if p.id is null then
    return null;
  end if;
  select s.product, s.sheet into shown from private.shown_products s where s.id = p.id;
  return json_build_object(
    'product', shown.product,
    'pictures', p.pictures,
    'sheet', shown.sheet,
    'fits', case when p.is_active then (
      select coalesce(json_agg(json_build_object('product', (select s.summary from private.shown_products s where s.id = (f.o).id), 'reason', f.reason,
          'isNeeded', coalesce(private.shares_a_word(private.sold_separately(p), (f.o).name), false))
        order by (f.o).stock = 0, (f.o).category, abs(ln((f.o).price::numeric / p.price)), (f.o).id), '[]')
      from (
        select o, t.reason, row_number() over (partition by o.category order by o.stock = 0, abs(ln(o.price::numeric / p.price)), o.id) as place
        from private.fitting_products(p, 4) t join public.products o on o.id = t.product_id and o.is_active
      ) f
      where f.place <= 4
    ) else '[]' end,
    'related', (
      select coalesce(json_agg((select s.summary from private.shown_products s where s.id = o.id)
        order by o.stock = 0, abs(ln(o.price::numeric / p.price)), o.id), '[]')
      from (
        (select q.* from public.products q where q.category = p.category and q.is_active and q.price >= p.price and q.id <> p.id
          order by q.price, q.id limit 3)
        union all
        (select q.* from public.products q where q.category = p.category and q.is_active and q.price < p.price
          order by q.price desc, q.id desc limit 3)
      ) o
    )
  );
end;
$$;

create function public.product_page(p_name text) returns json
language sql stable set search_path = '' as $$
  select private.product_page(p_name);
$$;

comment on function public.product_page is 'The contract''s ProductPage by slug, former slug or id; null when no product has it.';

grant select on private.fitting_rules to anon, authenticated, service_role;
grant execute on function
  private.products_on_sale, private.figure_range, private.fits_figure, private.fits, private.is_sold_alone,
  private.model_name, private.names_in, private.products_named_in, private.watts_in_unit, private.fitting_products, private.shares_a_word,
  private.sold_separately, private.page_product,
  private.product_page, public.product_page
to anon, authenticated, service_role;
