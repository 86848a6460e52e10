-- What replies say of a product until it is edited, stored with it; and products on sale as shoppers see them, with what is in stock now.
-- Who reads: everybody, through the functions of lists and pages. Who writes: nobody but the trigger.

create table private.product_replies (
  product_id uuid primary key references public.products (id) on delete cascade,
  summary jsonb not null,
  product jsonb not null,
  sheet json not null
);

comment on table private.product_replies is
  'What replies say of a product until somebody edits it, written with the product: putting it together took most of the time of a list.';
comment on column private.product_replies.summary is 'The contract''s ProductSummary without stock and rating.';
comment on column private.product_replies.product is 'The contract''s Product without stock, rating, isActive and updatedAt.';
comment on column private.product_replies.sheet is 'The contract''s SheetGroup[].';

create function private.replies_of_product(p public.products) returns private.product_replies
language plpgsql stable set search_path = '' as $$
declare
  summary constant jsonb := jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'brand', p.brand, 'model', p.model, 'price', p.price,
    'imageUrl', p.image_url, 'keyFigures', to_jsonb(p.key_figures)
  );
begin
  return (
    p.id, summary,
    summary || jsonb_build_object(
      'description', p.description, 'specs', p.specs, 'warrantyYears', p.warranty_years, 'weightGrams', p.weight_grams,
      'createdAt', private.iso_time(p.created_at)
    ),
    private.product_sheet(p)
  )::private.product_replies;
end;
$$;

create function private.store_product_replies() returns trigger
-- Definer: whoever edits a product, only this trigger writes its replies.
language plpgsql security definer set search_path = '' as $$
declare
  replies private.product_replies := private.replies_of_product(new);
begin
  insert into private.product_replies values (replies.*)
  on conflict (product_id) do update set summary = excluded.summary, product = excluded.product, sheet = excluded.sheet;
  return null;
end;
$$;

-- Not with each piece sold.
create trigger store_product_replies
  after insert or update of slug, name, category, brand, model, price, image_url, pictures, description, specs, key_figures, warranty_years,
    weight_grams, created_at
  on public.products
  for each row execute function private.store_product_replies();

create view private.shown_products as
select p.id, p.is_active,
  -- Without stored replies, as after a product was written without triggers, they are put together.
  coalesce(r.summary, (private.replies_of_product(p)).summary) || f.facts as summary,
  coalesce(r.product, (private.replies_of_product(p)).product) || f.facts
    || jsonb_build_object('isActive', p.is_active, 'updatedAt', private.iso_time(p.updated_at)) as product,
  coalesce(r.sheet, (private.replies_of_product(p)).sheet) as sheet
from public.products p
left join private.product_replies r on r.product_id = p.id
left join private.held_pieces h on h.product_id = p.id
cross join lateral (
  select jsonb_build_object(
    'stock', case when p.is_active then greatest(p.stock - coalesce(h.quantity, 0), 0) else 0 end,
    'rating', case when p.rating > 0 then p.rating::text end
  ) as facts
) f;

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
