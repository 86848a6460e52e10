-- What the shop sells.
-- Who reads: everybody what is on sale, admins all. Who writes: admins with their own token; settlement takes out what was sold.

create function private.is_data_sheet(p_specs jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_specs) is distinct from 'array' then false else
    jsonb_array_length(p_specs) <= 60
    and not exists (
      select 1 from jsonb_array_elements(p_specs) l
      where coalesce(
        jsonb_typeof(l) <> 'object'
        or l - array['key', 'value'] <> '{}' and l - array['label', 'value'] <> '{}'
        or jsonb_typeof(coalesce(l -> 'key', l -> 'label')) <> 'string' or char_length(coalesce(l ->> 'key', l ->> 'label')) not between 1 and 120
        or jsonb_typeof(l -> 'value') <> 'string' or char_length(l ->> 'value') not between 1 and 500, true)
    )
  end;
end;
$$;

comment on function private.is_data_sheet is 'An array of {key, value} (an attribute) or {label, value} (a line of the owner''s own), texts and nothing else, 60 lines at most.';
-- The check runs with the rights of whoever writes the product.
grant execute on function private.is_data_sheet to authenticated, service_role;

create function private.is_gallery(p_pictures jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_pictures) is distinct from 'array' then false else
    jsonb_array_length(p_pictures) <= 8
    and not exists (
      select 1 from jsonb_array_elements(p_pictures) k
      where coalesce(
        jsonb_typeof(k) <> 'object'
        or k - array['url', 'alt'] <> '{}'
        or jsonb_typeof(k -> 'url') <> 'string' or k ->> 'url' !~ '^(https?://|/)' or char_length(k ->> 'url') > 2000
        or jsonb_typeof(k -> 'alt') <> 'string' or char_length(k ->> 'alt') > 200, true)
    )
    and (select count(distinct k -> 'url') from jsonb_array_elements(p_pictures) k) = jsonb_array_length(p_pictures)
  end;
end;
$$;

comment on function private.is_gallery is 'An array of {url, alt}, each address once, 8 at most, in the order in which they are shown.';
grant execute on function private.is_gallery to authenticated, service_role;

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  name text not null check (char_length(trim(name)) between 1 and 200),
  category text not null check (category in (
    'solar', 'batteries', 'instruments', 'invertors', 'converters', 'pqwt', 'gps',
    -- The product form of the specification offers these four as well; no shelf of the shop shows them.
    'fridges', 'tvs', 'cooking', 'washing'
  )),
  description text not null default '' check (char_length(description) <= 5000),
  -- One piece can be paid with one card payment.
  price integer not null check (price between 1 and 99999999),
  image_url text check (image_url ~ '^(https?://|/)' and char_length(image_url) <= 2000),
  pictures jsonb not null default '[]' check (private.is_gallery(pictures)),
  stock integer not null default 0 check (stock >= 0),
  rating numeric(3, 2) not null default 0.00 check (rating between 0 and 5),
  is_active boolean not null default true,
  brand text check (char_length(brand) <= 120),
  model text check (char_length(model) <= 120),
  specs jsonb not null default '[]' check (private.is_data_sheet(specs)),
  warranty_years integer check (warranty_years between 0 and 99),
  weight_grams integer check (weight_grams > 0),
  keywords text not null default '' check (char_length(keywords) <= 1000),
  key_figures text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    private.normalize_for_search(name || ' ' || coalesce(brand, '') || ' ' || coalesce(model, '') || ' ' || slug || ' ' || keywords)
  ) stored,
  constraint image_url_is_the_first_picture check (image_url is not distinct from pictures -> 0 ->> 'url')
);

comment on table public.products is 'The catalogue. stock is the pieces in the warehouse; what can be ordered is public.shop_products.stock.';
comment on column public.products.price is 'KES, whole shillings, for one piece.';
comment on column public.products.image_url is 'The address of the first picture; writing either one changes the other. Null: the shop shows a drawing.';
comment on column public.products.pictures is 'The gallery: [{"url": "https://…", "alt": "Seen from the front"}]. An empty alt: the product''s name says enough.';
comment on column public.products.specs is 'The data sheet in the maker''s order: [{"key": "exploration_depth", "value": "300 m"}, {"label": "A line of the owner''s own", "value": "yes"}].';
comment on column public.products.keywords is 'Search terms a shopper may type, Swahili and misspelt ones too; never shown.';
comment on column public.products.key_figures is 'Derived from specs for cards: {"5.12 kWh", "51.2 V", "100 Ah"}.';
comment on column public.products.weight_grams is 'Packed for transport.';
comment on column public.products.search_text is 'Derived from name, brand, model, slug and keywords for the dashboard''s search.';

-- Natural order: "Growatt 3 kW" before "Growatt 12 kW".
create collation private.natural_order (provider = icu, locale = 'en-u-kn-true');

-- One for each way a shelf is sorted. They include what shelves are filtered by, so no row is read only to be skipped.
create index products_on_shelf_by_created_at on public.products (category, created_at, id) include (brand, stock, price) where is_active;
create index products_on_shelf_by_price on public.products (category, price, id) include (brand, stock, is_active) where is_active;
create index products_on_shelf_by_name on public.products (category, lower(name) collate private.natural_order, id)
  include (name, brand, stock, price) where is_active;
create index products_on_shelf_by_rating on public.products (category, rating, id) include (brand, stock, price) where is_active;
create index products_by_brand on public.products (brand) include (id, model, is_active);
create index products_that_fit_others on public.products (brand) where specs @> '[{"key": "fits"}]';
create index products_by_search_text on public.products using gin (search_text extensions.gin_trgm_ops);
-- One for each way the whole shop or the dashboard is sorted, the id breaking ties.
create index products_by_name on public.products (lower(name) collate private.natural_order, id) include (name, category, is_active, stock, brand, price);
create index products_by_price on public.products (price, id) include (category, is_active, stock, brand);
create index products_by_rating on public.products (rating, id) include (category, is_active, stock, brand, price);
create index products_by_stock on public.products (stock, id) include (category, is_active);
create index products_by_updated_at on public.products (updated_at, id) include (category, is_active, stock);
create index products_by_created_at on public.products (created_at, id) include (category, is_active, stock, brand, price);

alter table public.products enable row level security;
grant select on public.products to authenticated;
-- All but keywords, search_text and stock, and none that is added later by itself. What can be ordered: public.shop_products.
grant select (id, slug, name, category, description, price, image_url, pictures, rating, is_active, brand, model, specs,
  warranty_years, weight_grams, key_figures, created_at, updated_at) on public.products to anon;
grant select, update on public.products to service_role;
grant insert (id, slug, name, category, description, price, image_url, pictures, stock, is_active,
  brand, model, specs, warranty_years, weight_grams, keywords) on public.products to authenticated;
grant update (slug, name, category, description, price, image_url, pictures, stock, is_active,
  brand, model, specs, warranty_years, weight_grams, keywords) on public.products to authenticated;
grant delete on public.products to authenticated;

create function private.low_stock() returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return 5;
end;
$$;

comment on function private.low_stock is 'Stock is low from 1 to this many pieces. The contract''s lowStock; a test compares the two.';
grant execute on function private.low_stock to authenticated, service_role;

create function private.lock_products(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- In the order of ids: two who need the same products wait for each other, never in a circle.
  perform 1 from public.products p where p.id = any (p_ids) order by p.id for no key update;
end;
$$;

comment on function private.lock_products is 'Every function that changes several products locks them with this first.';
grant execute on function private.lock_products to authenticated, service_role;

create policy "Visitors read what is on sale" on public.products
  for select to anon
  using (is_active);

create policy "Customers read what is on sale and admins read all" on public.products
  for select to authenticated
  using (is_active or (select private.is_admin()));

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

create trigger set_updated_at before update on public.products
  for each row execute function private.set_updated_at();
