-- What the shop sells: products, their pictures, and what admins do with them.
-- Who reads: staff; everybody else what is on sale, through functions. Who writes: admins with their own token;
-- settlement takes out what was sold.
set check_function_bodies = off;

create function private.is_data_sheet(p_specs jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_specs) is distinct from 'array' then false else
    jsonb_array_length(p_specs) <= 60
    and not exists (
      select 1 from jsonb_array_elements(p_specs) l
      where coalesce(
        jsonb_typeof(l) <> 'object'
        or l - array['key', 'value', 'source', 'isSecondHand'] <> '{}' and l - array['label', 'value'] <> '{}'
        or coalesce(jsonb_typeof(l -> 'source') <> 'string' or char_length(l ->> 'source') > 500, false)
        or coalesce(jsonb_typeof(l -> 'isSecondHand') <> 'boolean', false)
        or jsonb_typeof(coalesce(l -> 'key', l -> 'label')) <> 'string'
        or char_length(coalesce(l ->> 'key', l ->> 'label')) not between 1 and 120
        or jsonb_typeof(l -> 'value') <> 'string' or char_length(l ->> 'value') not between 1 and 500, true)
    )
  end;
end;
$$;

comment on function private.is_data_sheet is
  'An array of {key, value} (an attribute) or {label, value} (a line of the owner''s own), texts and nothing else, '
  '60 lines at most. An attribute may have its source, and isSecondHand where that is not the maker.';
-- The check runs with the rights of whoever writes the product.
grant execute on function private.is_data_sheet to authenticated;

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
        or jsonb_typeof(k -> 'url') <> 'string'
        or k ->> 'url' !~ '^(https://[^\s/?#]+([/?#]\S*)?|http://(127\.0\.0\.1|localhost):\d+/\S*|/[^/\\\s]\S*)$'
        or char_length(k ->> 'url') > 2000
        or jsonb_typeof(k -> 'alt') <> 'string' or char_length(k ->> 'alt') > 200, true)
    )
    and (select count(distinct k -> 'url') from jsonb_array_elements(p_pictures) k) = jsonb_array_length(p_pictures)
  end;
end;
$$;

comment on function private.is_gallery is
  'An array of {url, alt}, each address once, 8 at most, in the order in which they are shown.';
grant execute on function private.is_gallery to authenticated;

create function private.is_to_order(p_offer jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_offer @@ 'strict $.low >= 1 && $.low <= 52 && $.low % 1 == 0 && $.high >= $.low && $.high <= 104
      && $.high % 1 == 0 && $.deposit >= 1 && $.deposit <= 100 && $.deposit % 1 == 0'
    and jsonb_typeof(p_offer -> 'isPublic') = 'boolean'
    and p_offer - array['low', 'high', 'deposit', 'isPublic'] = '{}';
end;
$$;

comment on function private.is_to_order is
  '{low, high, deposit, isPublic}: weeks until it comes, per cent of the price that are paid first, and whether '
  'shoppers may order it, not staff alone.';
grant execute on function private.is_to_order to authenticated;

create function private.public_offer(p_offer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when (p_offer -> 'isPublic')::boolean then p_offer - 'isPublic' end;
$$;

comment on function private.public_offer is
  '{low, high, deposit} of what shoppers may order from the maker; null of what staff alone may.';

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
  image_url text,
  pictures jsonb not null default '[]' check (private.is_gallery(pictures)),
  stock integer not null default 0 check (stock >= 0),
  rating numeric(3, 2) not null default 0.00 check (rating between 0 and 5),
  is_active boolean not null default true,
  brand text check (char_length(brand) <= 120),
  model text check (char_length(model) <= 120),
  specs jsonb not null default '[]' check (private.is_data_sheet(specs)),
  warranty_years integer check (warranty_years between 0 and 99),
  weight_grams integer check (weight_grams > 0),
  more_on date,
  replaced_by text check (char_length(replaced_by) <= 120),
  to_order jsonb check (coalesce(private.is_to_order(to_order), to_order is null)),
  is_service boolean not null default false check (not is_service or to_order is null),
  keywords text not null default '' check (char_length(keywords) <= 1000),
  key_values text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    private.normalize_for_search(
      name || ' ' || coalesce(brand, '') || ' ' || coalesce(model, '') || ' ' || slug || ' ' || keywords
    )
  ) stored,
  constraint image_url_is_the_first_picture check (image_url is not distinct from pictures -> 0 ->> 'url')
);

comment on table public.products is
  'The catalogue. stock is the pieces in the warehouse; what can be ordered is in private.shown_products.';
comment on column public.products.price is 'KES, whole shillings, for one piece.';
comment on column public.products.image_url is
  'The address of the first picture; writing either one changes the other. Null: the shop shows a drawing.';
comment on column public.products.pictures is
  'The gallery: [{"url": "https://…", "alt": "Seen from the front"}]. An empty alt: the product''s name says enough.';
comment on column public.products.specs is
  'The data sheet in the maker''s order: [{"key": "exploration_depth", "value": "300 m"}, {"label": "A line of the '
  'owner''s own", "value": "yes"}].';
comment on column public.products.keywords is
  'Search terms a shopper may type, Swahili and misspelt ones too; never shown.';
comment on column public.products.key_values is 'Derived from specs for cards: {"5.12 kWh", "51.2 V", "100 Ah"}.';
comment on column public.products.weight_grams is 'Packed for transport.';
comment on column public.products.more_on is
  'When the owner expects more pieces; shown while none can be ordered, until that day.';
comment on column public.products.replaced_by is
  'The address of the product that is sold in its place, shown once this one is withdrawn; where that one is withdrawn '
  'too, its own leads on.';
comment on column public.products.to_order is
  'private.is_to_order(): what is not in stock can be ordered from the maker against a deposit. Null: it cannot.';
comment on column public.products.is_service is
  'Installation, training, hire: it keeps no stock, which always is 1,000,000 at the start, and goes in no parcel.';
comment on column public.products.search_text is
  'Derived from name, brand, model, slug and keywords for the dashboard''s search.';

-- Natural order: "Growatt 3 kW" before "Growatt 12 kW".
create collation private.natural_order (provider = icu, locale = 'en-u-kn-true');

-- One for each way a shelf is sorted. They include what shelves are filtered by, so no row is read only to be skipped.
create index products_on_shelf_by_created_at on public.products (category, created_at, id) include (brand, stock, price)
  where is_active;
create index products_on_shelf_by_price on public.products (category, price, id) include (brand, stock, is_active)
  where is_active;
create index products_on_shelf_by_name on public.products (category, lower(name) collate private.natural_order, id)
  include (name, brand, stock, price) where is_active;
create index products_on_shelf_by_rating on public.products (category, rating, id) include (brand, stock, price)
  where is_active;
create index products_by_brand on public.products (brand) include (id, model, is_active);
create index products_that_fit_others on public.products (brand) where specs @> '[{"key": "fits"}]';
create index products_by_search_text on public.products using gin (search_text extensions.gin_trgm_ops);
-- One for each way the whole shop or the dashboard is sorted, the id breaking ties.
create index products_by_name on public.products (lower(name) collate private.natural_order, id)
  include (name, category, is_active, stock, brand, price);
create index products_by_price on public.products (price, id) include (category, is_active, stock, brand);
create index products_by_rating on public.products (rating, id) include (category, is_active, stock, brand, price);
create index products_by_stock on public.products (stock, id) include (category, is_active);
create index products_by_updated_at on public.products (updated_at, id) include (category, is_active, stock);
create index products_by_created_at on public.products (created_at, id)
  include (category, is_active, stock, brand, price);

alter table public.products enable row level security;
grant select on public.products to authenticated;
grant insert (id, slug, name, category, description, price, image_url, pictures, stock, is_active,
  brand, model, specs, warranty_years, weight_grams, more_on, replaced_by, to_order, is_service, keywords)
  on public.products to authenticated;
grant update (slug, name, category, description, price, image_url, pictures, stock, is_active,
  brand, model, specs, warranty_years, weight_grams, more_on, replaced_by, to_order, is_service, keywords)
  on public.products to authenticated;
grant delete on public.products to authenticated;

create function private.low_stock() returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return 5;
end;
$$;

comment on function private.low_stock is
  'Stock is low when so many pieces or fewer are free. The contract''s lowStock; a test compares the two.';

create function private.lock_products(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- In the order of ids: two who need the same products wait for each other, never in a circle.
  perform 1 from public.products p where p.id = any (p_ids) order by p.id for no key update;
end;
$$;

comment on function private.lock_products is 'Every function that changes several products locks them with this first.';

create policy "Staff read products" on public.products
  for select to authenticated
  using ((select private.may('products.read')));

create policy "Admins add products" on public.products
  for insert to authenticated
  with check ((select private.may('products.write')));

create policy "Admins change products" on public.products
  for update to authenticated
  using ((select private.may('products.write')));

create policy "Admins erase products that were never ordered" on public.products
  for delete to authenticated
  using ((select private.may('products.write')));

create trigger set_updated_at before update on public.products
  for each row execute function private.set_updated_at();

create function private.keep_service_in_stock() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Whatever asks whether there are enough finds enough. One that becomes goods is counted anew.
  if new.is_service and (tg_op = 'INSERT' or not old.is_service) then
    new.stock := 1000000;
  elsif tg_op = 'UPDATE' and old.is_service and not new.is_service and new.stock = old.stock then
    new.stock := private.held_quantity(new.id);
  elsif new.is_service and nullif(current_setting('shop.pieces_of_order', true), '') is null then
    new.stock := old.stock;
  end if;
  return new;
end;
$$;

create trigger keep_service_in_stock before insert or update of is_service, stock on public.products
  for each row execute function private.keep_service_in_stock();

create function private.with_first_picture(p_pictures jsonb, p_url text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(k order by place), '[]')
    from (
      select 1 as place, jsonb_build_object('url', p_url, 'alt', coalesce((
        select same ->> 'alt' from jsonb_array_elements(p_pictures) same where same ->> 'url' = p_url
      ), '')) as k
      where p_url is not null
      union all
      select place, k from jsonb_array_elements(p_pictures) with ordinality t (k, place)
      where place > 1 and k ->> 'url' is distinct from p_url
    ) pictures
  );
end;
$$;

comment on function private.with_first_picture is
  'A gallery whose first picture is replaced by another one; one that it has already comes to the front. '
  'Null takes the first one away.';
grant execute on function private.with_first_picture to authenticated;

create function private.keep_first_picture() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Whoever knows of one picture only (the specification's imageUrl, a spreadsheet)
  -- replaces the first and leaves the others.
  if tg_op = 'INSERT' then
    if new.pictures = '[]' then
      new.pictures := private.with_first_picture('[]', new.image_url);
    end if;
  elsif new.pictures = old.pictures then
    if new.image_url is distinct from old.image_url then
      new.pictures := private.with_first_picture(old.pictures, new.image_url);
    end if;
  end if;
  new.image_url := new.pictures -> 0 ->> 'url';
  return new;
end;
$$;

create trigger keep_first_picture before insert or update of image_url, pictures on public.products
  for each row execute function private.keep_first_picture();

-- Only where the platform has Storage: everybody reads a picture by its address, admins list and remove. Only the shop
-- writes, because it checks the bytes: Storage believes the type that it is told.
do $$
begin
  if to_regclass('storage.objects') is null then
    return;
  end if;

  -- The dashboard scales photos to some hundred kilobytes, as JPEG where a browser cannot write WebP. In the other an
  -- operator puts the logo of the shop's papers.
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values
    ('products', 'products', true, 2000000, array['image/webp', 'image/jpeg']),
    ('shop', 'shop', true, 200000, array['image/jpeg'])
  on conflict (id) do update set
    file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

  -- Reading a public bucket's files needs no policy; listing them does.
  create policy "Admins list product pictures" on storage.objects
    for select to authenticated
    using (bucket_id = 'products' and (select private.may('products.write')));

  create policy "Admins remove product pictures" on storage.objects
    for delete to authenticated
    using (bucket_id = 'products' and (select private.may('products.write')));
end;
$$;

create function private.product_as_json(p public.products) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'description', p.description, 'price', p.price,
    'imageUrl', p.image_url, 'pictures', p.pictures, 'stock', p.stock, 'held', private.held_quantity(p.id),
    'rating', p.rating::text, 'isActive', p.is_active, 'brand', p.brand, 'model', p.model,
    'specs', private.specs_with_labels(p.specs), 'warrantyYears', p.warranty_years,
    'weightGrams', p.weight_grams, 'moreOn', p.more_on, 'replacedBy', p.replaced_by, 'keywords', p.keywords,
    'toOrder', p.to_order, 'isService', p.is_service,
    'createdAt', private.iso_time(p.created_at), 'updatedAt', private.iso_time(p.updated_at)
  );
end;
$$;

comment on function private.product_as_json is
  'The contract''s AdminProduct: stock is the pieces in the warehouse, held those that buyers are paying for.';
grant execute on function private.product_as_json to authenticated;

create function public.products_by_ids(p_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('products.read');
  select coalesce(jsonb_agg(private.product_as_json(p) order by t.place), '[]')
  from unnest(p_ids[1:500]) with ordinality t (id, place) join public.products p on p.id = t.id;
$$;

comment on function public.products_by_ids is 'AdminProduct[] of these ids, in their order; 500 at most. PT403.';

create function public.products_by_slugs(p_slugs text[]) returns jsonb
language sql stable set search_path = '' as $$
  select public.products_by_ids(array(select p.id from public.products p where p.slug = any (p_slugs[1:500])));
$$;

comment on function public.products_by_slugs is 'AdminProduct[] of these addresses, in any order; 500 at most. PT403.';
grant execute on function public.products_by_ids, public.products_by_slugs to authenticated;

create function private.slug_of(p_name text) returns text
language sql immutable set search_path = '' as $$
  -- Whatever is neither letter nor digit becomes a hyphen.
  select coalesce(nullif(
    trim(both '-' from left(regexp_replace(private.normalize_for_search(p_name), '[^a-z0-9]+', '-', 'g'), 100)), ''
  ), 'product');
$$;

comment on function private.slug_of is 'The address a product''s name suggests, 100 letters at most.';
grant execute on function private.slug_of to authenticated;

create function private.unused_slug(p_base text) returns text
language plpgsql stable set search_path = '' as $$
declare
  taken integer := 1;
  free integer := 2;
  middle integer;
begin
  if not exists (select 1 from public.products p where p.slug = p_base) then
    return p_base;
  end if;
  -- Doubling, then halving: the thousandth product of one name costs twenty look-ups, not a thousand.
  while exists (select 1 from public.products p where p.slug = p_base || '-' || free) loop
    taken := free;
    free := free * 2;
  end loop;
  while free - taken > 1 loop
    middle := (taken + free) / 2;
    if exists (select 1 from public.products p where p.slug = p_base || '-' || middle) then
      taken := middle;
    else
      free := middle;
    end if;
  end loop;
  return p_base || '-' || free;
end;
$$;

comment on function private.unused_slug is 'An address that no product has: this one, or with a number appended.';
grant execute on function private.unused_slug to authenticated;

create function private.insert_product(p_product jsonb, p_id uuid default gen_random_uuid()) returns public.products
language plpgsql set search_path = '' as $$
declare
  wanted public.products;
  made public.products;
begin
  p_product := private.with_spec_keys(p_product);
  wanted := jsonb_populate_record(null::public.products, p_product);
  -- More than once only when somebody else takes the address in between.
  for try in 1..100 loop
    insert into public.products (id, slug, name, category, description, price, image_url, pictures, stock, is_active,
      brand, model, specs, warranty_years, weight_grams, more_on, replaced_by, to_order, is_service, keywords)
    values (
      p_id, coalesce(wanted.slug, private.unused_slug(private.slug_of(wanted.name))), wanted.name, wanted.category,
      coalesce(wanted.description, ''), wanted.price, wanted.image_url, coalesce(wanted.pictures, '[]'),
      coalesce(wanted.stock, 0), coalesce(wanted.is_active, true), wanted.brand, wanted.model,
      coalesce(wanted.specs, '[]'), wanted.warranty_years, wanted.weight_grams, wanted.more_on,
      wanted.replaced_by, nullif(wanted.to_order, 'null'), coalesce(wanted.is_service, false),
      coalesce(wanted.keywords, '')
    )
    on conflict do nothing
    returning * into made;
    if found then
      return made;
    end if;
    select * into made from public.products p where p.id = p_id;
    if found then
      -- The same form sent twice is one product; a different form under the same id is a conflict.
      if made is distinct from jsonb_populate_record(made, p_product) then
        raise sqlstate 'PT409' using message = 'changed_meanwhile', detail = private.product_as_json(made)::text;
      end if;
      return made;
    end if;
    if wanted.slug is not null then
      raise sqlstate 'PT409' using message = 'slug_taken';
    end if;
  end loop;
  raise sqlstate 'PT409' using message = 'slug_taken';
end;
$$;

comment on function private.insert_product is 'As create_product(), for an admin who is known.';
grant execute on function private.insert_product to authenticated;

create function public.create_product(p_product jsonb, p_id uuid default gen_random_uuid()) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_permission('products.write');
  perform private.require_json(p_product, 'object');
  return private.product_as_json(private.insert_product(p_product, p_id));
exception when check_violation or not_null_violation or data_exception then
  perform private.refuse_invalid(true, 'a value of the product');
end;
$$;

comment on function public.create_product is
  'p_product: columns by name. The same p_id twice is one product. Returns AdminProduct. PT400; PT403; PT409 '
  'slug_taken, follower_wrong, changed_meanwhile (detail: AdminProduct).';
grant execute on function public.create_product to authenticated;

create function private.change_problem(p public.products, p_seen jsonb, p_set jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  known jsonb := to_jsonb(p);
begin
  -- What was seen and typed has labels.
  p_seen := private.with_spec_keys(p_seen, p.specs);
  p_set := private.with_spec_keys(p_set, p.specs);
  return case
    -- A value that is neither what was seen nor what is wanted; what is wanted already is no conflict.
    when exists (
      select 1 from jsonb_each(p_seen) seen
      where known -> seen.key not in (seen.value, coalesce(p_set -> seen.key, seen.value))
    ) then 'changed_meanwhile'
    when (p_set ->> 'stock')::integer < private.held_quantity(p.id) then 'stock_is_held'
    when exists (
      select 1 from public.products other where other.slug = p_set ->> 'slug' and other.id is distinct from p.id
    ) then 'slug_taken'
    when coalesce(
      (select bool_or(c.id is not distinct from p.id) from private.follower_chain(p_set ->> 'replaced_by') c),
      p_set ->> 'replaced_by' is not null
    ) then 'follower_wrong'
  end;
end;
$$;

comment on function private.change_problem is
  'Why columns p_set of a product cannot be written by somebody who saw p_seen: changed_meanwhile, stock_is_held, '
  'slug_taken, follower_wrong (no such product, or a circle); null when they can.';

create function private.save_products(p_products public.products[]) returns void
language sql set search_path = '' as $$
  update public.products p set
    slug = e.slug, name = e.name, category = e.category, description = e.description,
    price = e.price, image_url = e.image_url, pictures = e.pictures, stock = e.stock, is_active = e.is_active,
    brand = e.brand, model = e.model, specs = e.specs, warranty_years = e.warranty_years,
    weight_grams = e.weight_grams, more_on = e.more_on, replaced_by = e.replaced_by,
    to_order = nullif(e.to_order, 'null'), is_service = e.is_service, keywords = e.keywords
  from unnest(p_products) e
  where p.id = e.id;
$$;

comment on function private.save_products is 'Writes what an admin may edit of products that exist.';
grant execute on function private.change_problem, private.save_products to authenticated;

create function public.update_product(
  p_id uuid, p_changes jsonb, p_seen timestamptz default null, p_seen_values jsonb default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  product public.products;
  edited public.products;
begin
  perform private.require_permission('products.write');
  select * into product from public.products p where p.id = p_id for no key update;
  perform private.refuse_missing(not found);
  perform private.require_json(p_changes, 'object');
  perform private.require_json(coalesce(p_seen_values, '{}'), 'object');
  p_changes := private.with_spec_keys(p_changes, product.specs);
  p_seen_values := private.with_spec_keys(p_seen_values, product.specs);
  -- What the editor did not change is not written: the form's stock would undo what was sold meanwhile.
  edited := jsonb_populate_record(product, (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(p_changes) c
    where p_seen_values -> c.key is distinct from c.value
  ));
  -- A form sent twice changes nothing the second time, whatever it saw.
  if edited is not distinct from product then
    return private.product_as_json(product);
  end if;
  -- Sales change the stock at any time: stock that the editor left alone is no conflict.
  if p_changes -> 'stock' = p_seen_values -> 'stock' then
    p_seen_values := p_seen_values - 'stock';
  end if;
  if private.change_problem(product, p_seen_values, p_changes) = 'changed_meanwhile'
    -- The contract's times carry milliseconds.
    or (
      p_seen_values is null and date_trunc('milliseconds', product.updated_at) <> date_trunc('milliseconds', p_seen)
    ) then
    raise sqlstate 'PT409' using message = 'changed_meanwhile', detail = private.product_as_json(product)::text;
  end if;
  if product.pictures <> '[]'
    and (edited.pictures = '[]' or (edited.image_url is null and edited.pictures = product.pictures)) then
    raise sqlstate 'PT400' using message = 'image_required';
  end if;
  begin
    perform private.save_products(array[edited]);
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end;
  return (select private.product_as_json(p) from public.products p where p.id = p_id);
exception when check_violation or not_null_violation or data_exception then
  perform private.refuse_invalid(true, 'a value of the product');
end;
$$;

comment on function public.update_product is
  'p_changes: columns by name, absent ones stay. p_seen_values: those the editor saw; columns with the same value in '
  'p_changes are not written, and a product that has neither value now is a conflict. Without them p_seen, the '
  'updatedAt the editor saw, is compared. Returns AdminProduct. PT403; PT404; PT409 changed_meanwhile (detail: '
  'AdminProduct), slug_taken, follower_wrong, stock_is_held; PT400 image_required.';
grant execute on function public.update_product to authenticated;

create function public.delete_product(p_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_permission('products.write');
  begin
    delete from public.products p where p.id = p_id;
    perform private.refuse_missing(not found);
    return jsonb_build_object('success', true, 'archived', false);
  -- It was ordered. The foreign key notices an order that was placed a moment ago as well.
  exception when foreign_key_violation or restrict_violation then
    update public.products p set is_active = false where p.id = p_id and p.is_active;
    return jsonb_build_object('success', true, 'archived', true);
  end;
end;
$$;

comment on function public.delete_product is
  'Returns {success, archived}: erased, or archived because it was ordered. PT403, PT404.';
grant execute on function public.delete_product to authenticated;

create function private.check_product_rows(p_rows jsonb, p_most integer) returns void
language plpgsql immutable set search_path = '' as $$
declare
  wrong text;
begin
  wrong := case
    when jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and p_most
      then format('1 to %s rows', p_most)
    when exists (select 1 from jsonb_array_elements(p_rows) r where jsonb_typeof(r -> 'set') is distinct from 'object')
      then 'a row without values'
    when exists (select 1 from jsonb_array_elements(p_rows) r group by lower(r ->> 'id') having count(r ->> 'id') > 1)
      then 'each product only once'
    when exists (select 1 from jsonb_array_elements(p_rows) r where r -> 'set' -> 'stock' @@ '$ > 1000000')
      then 'more than a million pieces'
  end;
  perform private.refuse_invalid(wrong is not null, wrong);
end;
$$;

comment on function private.check_product_rows is
  'Rows [{id, set}] of products to change: p_most at most, each product once. PT400.';

create function public.change_products(p_changes jsonb, p_id uuid default null, p_what text default null) returns jsonb
-- Definer: admins may not write the imports.
language plpgsql security definer set search_path = '' as $$
declare
  problems jsonb;
begin
  perform private.require_permission('products.write');
  perform private.check_product_rows(p_changes, 500);
  perform private.refuse_invalid(exists (
    select 1 from jsonb_array_elements(p_changes) c
    where c ->> 'id' is null or (c -> 'set') - array['price', 'stock', 'is_active'] <> '{}'
  ), 'only price, stock and is_active of products that exist');
  -- Sent again under its key, it is done.
  if p_id is null or private.begin_import(p_id, left(coalesce(p_what, ''), 200), p_changes) is null then
    problems := private.write_rows(p_id, p_changes);
    if problems <> '[]' then
      raise sqlstate 'PT409' using message = 'products_refused', detail = (
        select jsonb_agg(jsonb_build_object('productId', r ->> 'productId', 'problem', r ->> 'problem', 'product',
          case when p.id is not null then private.product_as_json(p) end) order by place)
        from jsonb_array_elements(problems) with ordinality t (r, place)
        left join public.products p on p.id = (r ->> 'productId')::uuid
      )::text;
    end if;
    update public.product_imports i set
      changed = (select count(*) from private.product_import_rows r where r.import_id = p_id)
    where i.id = p_id;
  end if;

  return public.products_by_ids(array(select (c ->> 'id')::uuid from jsonb_array_elements(p_changes) c));
end;
$$;

comment on function public.change_products is
  '[{id, seen, set}], both of them columns price, stock, is_active by name. With p_id, its key, '
  'it is a bulk change that undo_product_import() can undo; p_what says what it does. Returns AdminProduct'
  '[]. PT400; PT403; PT409 key_reused; products_refused (detail: [{productId, problem, product}], '
  'problem one of not_found, changed_meanwhile, stock_is_held).';
grant execute on function public.change_products to authenticated;

create function public.unused_pictures() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('products.write');
  if to_regclass('storage.objects') is null then
    return '{}';
  end if;
  return array(
    with pictures_in_use as (
      select k ->> 'url' as url
      from public.products p cross join lateral jsonb_array_elements(p.pictures) k
      where p.pictures <> '[]'
      union all
      -- A change can be put back.
      select k ->> 'url'
      from public.history h cross join lateral jsonb_array_elements(h.before -> 'pictures') k
      where h.before ? 'pictures' and h.at > now() - interval '30 days'
    )
    select o.name
    from storage.objects o
    where o.bucket_id = 'products' and o.name ~ '^[0-9a-f]{64}-'
      -- Younger ones may belong to a form that is not saved yet.
      and greatest(o.created_at, o.updated_at) < now() - interval '1 day'
      and not exists (
        select 1 from pictures_in_use
        where substring(pictures_in_use.url from '/([0-9a-f]{64})-[^/]+$') = substring(o.name from '^[0-9a-f]{64}')
      )
    order by o.created_at, o.name
    limit 100
  );
end;
$$;

comment on function public.unused_pictures is
  'Names of files in the bucket of the products, 100 at most, the oldest first: no product has had them for 30 days, '
  'and nobody sent them within a day. PT403.';
grant execute on function public.unused_pictures to authenticated;
