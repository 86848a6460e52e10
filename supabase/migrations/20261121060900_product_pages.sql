-- The page of a product: its data sheet, similar products, and where a former address leads; the data sheets from which
-- the api judges what fits.
-- Who reads: everybody. Who writes: the trigger that keeps former addresses.
set check_function_bodies = off;

create view private.shown_products as
select p.id, p.is_active, s.summary,
  s.summary || jsonb_build_object(
    'description', p.description, 'specs', private.specs_with_labels(p.specs) || private.worked_out_specs(p.id),
    'warrantyYears', p.warranty_years,
    'weightGrams', p.weight_grams, 'isActive', p.is_active,
    'moreOn', case when p.more_on >= private.nairobi_day(now()) then p.more_on end,
    'createdAt', private.iso_time(p.created_at), 'updatedAt', private.iso_time(p.updated_at)
  ) || case
    when p.is_active and p.stock > 0 and h.quantity >= p.stock
      then jsonb_build_object('reservedUntil', private.iso_time(h.until))
    else '{}'
  end as product,
  private.product_sheet(p) as sheet
from public.products p
left join private.held_pieces h on h.product_id = p.id
cross join lateral (
  select jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'brand', p.brand, 'model', p.model,
    'price', p.price, 'imageUrl', p.image_url, 'keyValues', to_jsonb(p.key_values),
    'stock', case when p.is_active then greatest(p.stock - coalesce(h.quantity, 0), 0) else 0 end,
    'rating', p.rating::text, 'isService', p.is_service,
    'toOrder', case when p.is_active then private.public_offer(p.to_order) end
  ) as summary
) s;

comment on view private.shown_products is
  'What is shown of each product. No role may read it, only functions that choose the rows: '
  'it has products that are not on sale, too.';
comment on column private.shown_products.summary is
  'The contract''s ProductSummary: what a line or a tile shows of a product. stock is what can be ordered now; '
  'toOrder is what shoppers may order besides.';
comment on column private.shown_products.product is 'The contract''s Product.';
comment on column private.shown_products.sheet is 'The contract''s SheetGroup[].';

create function private.products_on_sale(p_ids uuid[]) returns table (product_id uuid, product jsonb)
-- Definer: no role reads private.shown_products.
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.id, s.product from private.shown_products s where s.id = any (p_ids) and s.is_active;
end;
$$;

comment on function private.products_on_sale is
  'What is shown of these products, of those that are on sale, in any order.';

create function public.shown_products_by_ids(p_ids uuid[]) returns jsonb
-- Definer: as private.products_on_sale().
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(p.product), '[]') from private.products_on_sale(p_ids) p;
$$;

comment on function public.shown_products_by_ids is 'Product[]: private.products_on_sale().';

create function private.model_name(p_model text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select substring(w.words from '(?:\S+ )?\S+$')
    from (select btrim(regexp_replace(private.normalize_for_search(p_model), '[,;:()]+|\s+', ' ', 'g')) as words) w
    where char_length(w.words) >= 4
  );
end;
$$;

comment on function private.model_name is
  'What a model is called in a text: its last two words, "sas 1000" of Terrameter SAS 1000; '
  'null for one too short to be recognised.';
-- The index runs it with the rights of whoever writes the product.
grant execute on function private.model_name to authenticated;

create function private.names_in(p_text text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(w.word) || array_agg(w.word || ' ' || w.next) filter (where w.next is not null)
  from (
    select t.word, lead(t.word) over (order by t.at) as next
    from regexp_split_to_table(
      btrim(regexp_replace(private.normalize_for_search(p_text), '[,;:()]+|\s+', ' ', 'g')), ' +'
    ) with ordinality t (word, at)
  ) w;
$$;

comment on function private.names_in is
  'Each word of a text, and each two that follow one another: the names of models that it may name.';

create index products_by_series on public.products (brand, category, substring(model from '^[[:alpha:]]{2,}'));

create function private.family_of(p public.products) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    -- The first figure of a data sheet is what the series differs by: the depth of a water detector,
    -- the energy of a battery.
    select case when count(*) between 3 and 16
      then array_agg(f.id order by substring(f.key_values[1] from '^[0-9.]+')::numeric, f.price, f.id) else '{}' end
    from (
      select q.id, q.key_values, q.price from public.products q
      where q.brand = p.brand
        and q.category = p.category
        and substring(q.model from '^[[:alpha:]]{2,}') = substring(p.model from '^[[:alpha:]]{2,}')
        and q.is_active
      limit 17
    ) f
  );
end;
$$;

comment on function private.family_of is
  'The products on sale of one series: of one brand and category, with models that begin with the same letters '
  '(Orion-Tr, PQWT), by their first key value. None of fewer than three, or more than a table can compare.';

create function private.kind_words(p_text text, p_specs jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  -- Data sheets of one kind have the same lines; what most of them have says nothing about it.
  return array(
    select distinct w.word from regexp_split_to_table(btrim(p_text), ' +') w (word)
    union
    select 'line ' || (l ->> 'key') from jsonb_array_elements(p_specs) l
    where l ->> 'key' not in ('sold_separately', 'in_the_box')
  );
end;
$$;

comment on function private.kind_words is
  'What tells of which kind a product is: the words of its name, brand, model and keywords, '
  'and the lines of its data sheet.';

create function private.similar_products(p public.products, p_family uuid[])
returns table (product_id uuid, kinship numeric)
language plpgsql stable rows 6 set search_path = '' as $$
#variable_conflict use_column
declare
  own constant text[] := private.kind_words(coalesce(
    (select w.text from private.product_words w where w.product_id = p.id),
    -- What is not on sale is not found by its words.
    (private.words_of_product(p)).text
  ), p.specs);
  -- What is made for another product is no choice beside that.
  is_accessory constant boolean := p.specs @> '[{"key": "fits"}]';
begin
  return query
  with near as materialized (
    (select q.id, q.specs from public.products q
      where q.category = p.category
        and q.is_active
        and q.price >= p.price
        and q.id <> p.id
        and (q.specs @> '[{"key": "fits"}]') = is_accessory
      order by q.price, q.id limit 24)
    union all
    (select q.id, q.specs from public.products q
      where q.category = p.category
        and q.is_active
        and q.price < p.price
        and (q.specs @> '[{"key": "fits"}]') = is_accessory
      order by q.price desc, q.id desc limit 24)
  ), shared as materialized (
    select n.id, w.word from near n join private.product_words t on t.product_id = n.id
    cross join lateral unnest(private.kind_words(t.text, n.specs)) w (word) where w.word = any (own)
  ), rarity as (
    select s.word, 1.0 / count(*) as weight from shared s group by s.word
  )
  select s.id, sum(r.weight) from shared s join rarity r on r.word = s.word
  where s.id <> all (p_family)
  -- A single word that two products share is chance; one that several do names a kind.
  group by s.id having count(*) > 1 or min(r.weight) <= 1.0 / 3 order by 2 desc, s.id limit 6;
end;
$$;

comment on function private.similar_products is
  'The six of its category, of the 48 nearest in price, that have most in common with a product; what few of them have '
  'counts most. Without its family, p_family.';

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

create function private.product_named(p_name text) returns uuid
-- Definer: no role reads former addresses.
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (
      select q.id from public.products q
      where q.slug = p_name
        or q.id = case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_name::uuid end
    ),
    (select f.product_id from private.former_slugs f where f.slug = p_name)
  );
$$;

comment on function private.product_named is 'The id of a product by slug, former slug or id; null when none has it.';

create function private.follower_chain(p_name text) returns setof public.products
-- Definer: no role reads former addresses.
language sql stable security definer set search_path = '' rows 2 as $$
  with recursive chain as (
    select q.* from public.products q where q.id = private.product_named(p_name)
    union
    select n.* from chain c join public.products n on n.id = private.product_named(c.replaced_by)
  )
  select * from chain;
$$;

comment on function private.follower_chain is
  'A product, its follower, the follower of that one and so on; ends where it would begin again.';
grant execute on function private.follower_chain to authenticated;

create function private.refuse_circle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select 1 from private.follower_chain(new.replaced_by) c where c.id = new.id) then
    raise sqlstate 'PT409' using message = 'follower_wrong';
  end if;
  return new;
end;
$$;

create trigger refuse_circle before insert or update of replaced_by on public.products
  for each row when (new.replaced_by is not null) execute function private.refuse_circle();

create function private.follower_of(p public.products) returns uuid
language sql stable set search_path = '' as $$
  select c.id from private.follower_chain(p.replaced_by) with ordinality c
  where c.is_active and not p.is_active order by c.ordinality limit 1;
$$;

comment on function private.follower_of is 'The first on sale that replaces a withdrawn product; null when none does.';

create index products_replaced on public.products (id) where replaced_by is not null and not is_active;

create function private.has_words(p_name text, p_query text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(w.words) > 0 and char_length(concat(variadic w.words)) >= 3
    and w.words <@ regexp_split_to_array(private.normalize_for_search(p_name), '[^a-z0-9]+')
  from (
    select array_remove(regexp_split_to_array(private.normalize_for_search(left(p_query, 200)), '[^a-z0-9]+'), '')
  ) w (words);
$$;

comment on function private.has_words is 'Whether every word that was typed is a word of a name.';

create function private.followers_named(p_query text) returns table (id uuid, replaces text)
-- Definer: no role reads what is not on sale.
language sql stable security definer set search_path = '' rows 1 as $$
  select f.id, p.name
  from public.products p cross join lateral private.follower_of(p) f (id)
  where p.replaced_by is not null and not p.is_active and f.id is not null
    and (
      private.without_spaces(coalesce(private.model_name(p.model), private.model_name(p.name))) in (
        select private.without_spaces(n) from unnest(private.names_in(left(p_query, 200))) n
      )
      -- Words that no product on sale has in its name, too.
      or private.has_words(p.name, p_query)
        and not exists (
          select 1 from public.products a
          -- An index finds those with its longest word.
          where a.is_active and private.has_words(a.name, p_query) and a.search_text like '%' || (
            select w from regexp_split_to_table(private.normalize_for_search(left(p_query, 200)), '[^a-z0-9]+') w
            order by char_length(w) desc limit 1
          ) || '%'
        )
    );
$$;

comment on function private.followers_named is
  'The products that are sold in place of a withdrawn one whose model stands in these words, or whose name has all of '
  'them and that of no product on sale has, with the name of that.';

create function private.page_product(p_name text) returns public.products
-- Definer: a product that somebody has bought keeps its page after it was withdrawn.
language plpgsql stable security definer set search_path = '' as $$
declare
  found_product public.products;
begin
  select p.* into found_product from public.products p
  where p.id = private.product_named(p_name)
    and (
      p.is_active or p.replaced_by is not null
      or exists (select 1 from public.order_items i where i.product_id = p.id)
    );
  return found_product;
end;
$$;

comment on function private.page_product is
  'The product of a page, by slug, former slug or id; none when it was never sold, is not on sale and is not replaced.';

create function public.product_page(p_name text) returns json
-- Definer: no role reads private.shown_products. It shows what is on sale alone, besides the product itself.
language plpgsql stable security definer set search_path = '' as $$
declare
  p public.products := private.page_product(lower(p_name));
  family uuid[];
  shown record;
begin
  if p.id is null then
    return null;
  end if;
  family := private.family_of(p);
  select s.product, s.sheet into shown from private.shown_products s where s.id = p.id;
  return json_build_object(
    'product', shown.product,
    'pictures', p.pictures,
    'sheet', shown.sheet,
    'replacedBy', (select s.summary from private.shown_products s where s.id = private.follower_of(p)),
    'family', (
      select coalesce(json_agg(s.summary order by f.place), '[]')
      from unnest(family) with ordinality f (id, place) join private.shown_products s on s.id = f.id
    ),
    'related', (
      select coalesce(json_agg((select s.summary from private.shown_products s where s.id = o.id)
        order by o.stock = 0, k.kinship desc, abs(ln(o.price::numeric / p.price)), o.id), '[]')
      from private.similar_products(p, family) k join public.products o on o.id = k.product_id
    )
  );
end;
$$;

comment on function public.product_page is
  'The contract''s ProductPage without what fits, by slug, former slug or id; null when no product has it.';

create function public.fit_sheets(p_ids uuid[] default null) returns json
-- Definer: it shows what is on sale alone.
language sql stable security definer set search_path = '' as $$
  with shelves (category) as (
    values ('solar'), ('batteries'), ('invertors'), ('converters')
    union
    select unnest(a.categories) from public.attributes a where a.key = 'fits'
  ), chosen as (
    select p.* from public.products p where p.id = any (p_ids) and p.is_active
    union all
    select n.* from shelves s cross join lateral (
      select p.* from public.products p
      where p_ids is null and p.category = s.category and p.is_active
      order by p.stock = 0, p.price, p.id limit 200
    ) n
  )
  select coalesce(json_agg(json_build_object(
    'id', c.id, 'slug', c.slug, 'name', c.name, 'category', c.category, 'brand', c.brand, 'model', c.model,
    'price', c.price, 'specs', c.specs
  ) order by c.id), '[]')
  from chosen c;
$$;

comment on function public.fit_sheets is
  'The data sheets of these products; without ids those of the categories in which things fit each other, 200 of each, '
  'those in stock and the cheapest first: what the api judges and chooses replacements from.';

grant execute on function public.shown_products_by_ids, public.product_page, public.fit_sheets to service_role;
