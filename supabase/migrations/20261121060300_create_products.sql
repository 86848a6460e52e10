-- What the shop sells.
-- Who reads: everybody what is active, admins all. Who writes: the seed; the dashboard's rights come with it.

create function private.is_data_sheet(p_specs jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_specs) is distinct from 'array' then false else
    jsonb_array_length(p_specs) <= 60
    and not exists (
      select 1 from jsonb_array_elements(p_specs) l
      where coalesce(
        jsonb_typeof(l) <> 'object'
        or l - array['label', 'value'] <> '{}'
        or jsonb_typeof(l -> 'label') <> 'string' or char_length(l ->> 'label') not between 1 and 120
        or jsonb_typeof(l -> 'value') <> 'string' or char_length(l ->> 'value') not between 1 and 500, true)
    )
  end;
$$;

comment on function private.is_data_sheet(jsonb) is 'An array of {label, value}, two texts and nothing else, 60 lines at most: pages show it as it is.';
-- Whoever writes a product has its data sheet looked at.
grant execute on function private.is_data_sheet(jsonb) to authenticated, service_role;

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
  price integer not null check (price > 0),
  image_url text check (image_url ~ '^(https?://|/)' and char_length(image_url) <= 2000),
  stock integer not null default 0 check (stock >= 0),
  rating numeric(3, 2) not null default 0.00 check (rating between 0 and 5),
  is_active boolean not null default true,
  brand text check (char_length(brand) <= 120),
  model text check (char_length(model) <= 120),
  specs jsonb not null default '[]' check (private.is_data_sheet(specs)),
  warranty_years integer check (warranty_years between 0 and 99),
  weight_grams integer check (weight_grams > 0),
  keywords text not null default '' check (char_length(keywords) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.products is 'The catalogue. stock is what stands on the shelf; what can be ordered is public.shop_products.stock.';
comment on column public.products.price is 'KES, whole shillings, for one piece.';
comment on column public.products.specs is 'The data sheet in the maker''s order: [{"label": "Exploration depth", "value": "300 m"}].';
comment on column public.products.keywords is 'Search terms a shopper may type, Swahili and misspelt ones too; never shown.';
comment on column public.products.weight_grams is 'Packed for transport.';

create index products_by_category on public.products (category, created_at, id) where is_active;

alter table public.products enable row level security;

grant select on public.products to anon, authenticated;
grant select, update on public.products to service_role;

create policy "Visitors read what is on sale" on public.products
  for select to anon
  using (is_active);

create policy "Customers read what is on sale and admins read all" on public.products
  for select to authenticated
  using (is_active or (select private.is_admin()));

create trigger touch_updated_at before update on public.products
  for each row execute function private.touch_updated_at();
