-- What a list can be narrowed by: its brands, prices, categories and figures, each with the number of products it would leave.
-- Who reads: everybody, beside every list. Who writes: nobody.

create function private.figure_facets(p_conditions text, p_keys text[])
returns table (key text, known integer, low numeric, high numeric, options jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format($query$
    with figures as materialized (
      select f.key, f.product_id, f.low, f.high from public.products r join private.product_figures f on f.product_id = r.id
      where %s and f.key = any (%L::text[])
    ), written as (
      select f.key, f.low, f.high from figures f group by f.key, f.low, f.high
    ), known as (
      select f.key, count(distinct f.product_id)::integer as known, min(f.low) as low, max(f.high) as high,
        (select count(*) from written w where w.key = f.key) as written
      from figures f group by f.key
    ), options as (
      -- Up to six different figures are offered one by one; more are grouped into five ranges of about the same size.
      select w.key, w.low, w.high from written w join known k on k.key = w.key where k.written <= 6
      union all
      select t.key, min(t.low), max(t.low) from (
        select d.key, d.low, ntile(5) over (partition by d.key order by d.low) as part from (
          select distinct w.key, w.low from written w join known k on k.key = w.key where k.written > 6
        ) d
      ) t group by t.key, t.part
    ), counted as (
      select o.key, o.low, o.high, count(distinct f.product_id) as count
      from options o join figures f on f.key = o.key and f.high >= o.low and f.low <= o.high group by o.key, o.low, o.high
    )
    select k.key, k.known, k.low, k.high,
      (select jsonb_agg(jsonb_build_object('low', c.low, 'high', c.high, 'count', c.count) order by c.low, c.high) from counted c where c.key = k.key)
    from known k
  $query$, p_conditions, p_keys);
end;
$$;

comment on function private.figure_facets is
  'For each attribute that products r under a condition have: how many have it, the least and the greatest figure, and ranges to choose from.';

create function private.spec_facets(p_filter jsonb, p_found uuid[], p_held uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  with offered as (
    select a.* from public.attributes a
    where a.kind in ('number', 'yes or no') and p_filter ->> 'category' = any (a.categories) or p_filter -> 'specs' ? a.key
  ), rounds as (
    -- A figure that is filtered by is counted as if it were not, so that its other ranges can be chosen.
    select array_agg(o.key) as keys, null::text as without from offered o where not coalesce(p_filter -> 'specs' ? o.key, false)
    union all
    select array[s], 'spec.' || s from jsonb_object_keys(p_filter -> 'specs') s
  ), facets as (
    select f.* from rounds r
    cross join lateral private.figure_facets(private.product_conditions(p_filter, p_found, p_held, r.without), r.keys) f
    where r.keys is not null
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'key', a.key, 'label', a.label, 'unit', a.unit, 'kind', a.kind, 'known', f.known, 'low', f.low, 'high', f.high, 'options', f.options
  ) order by a.key_place is null and a.group_name <> 'Price compared', a.key_place, a.place), '[]')
  from facets f join offered a on a.key = f.key
  -- What all products share or one alone has is nothing to choose by.
  where p_filter -> 'specs' ? a.key or (f.known > 1 and jsonb_array_length(f.options) > 1);
$$;

create function private.text_counts(p_conditions text, p_keys text[]) returns table (key text, slug text, value text, count bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format($query$
    select x.key, x.slug, min(x.value), count(*) from public.products r join private.product_texts x on x.product_id = r.id and x.category = r.category
    where %s and x.key = any (%L::text[]) group by x.key, x.slug
  $query$, p_conditions, p_keys);
end;
$$;

create function private.text_facets(p_filter jsonb, p_found uuid[], p_held uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  with offered as (
    select a.* from public.attributes a
    where a.kind = 'text' and (p_filter ->> 'category' = any (a.categories) or coalesce(p_filter -> 'texts' ? a.key, false))
  ), rounds as (
    -- As for figures: what is filtered by is counted as if it were not.
    select array_agg(o.key) as keys, null::text as without from offered o where not coalesce(p_filter -> 'texts' ? o.key, false)
    union all
    select array[t], 'spec.' || t from jsonb_object_keys(p_filter -> 'texts') t
  ), counts as (
    select c.* from rounds r
    cross join lateral private.text_counts(private.product_conditions(p_filter, p_found, p_held, r.without), r.keys) c
    where r.keys is not null
  ), facets as (
    select c.key, jsonb_agg(jsonb_build_object('value', c.value, 'slug', c.slug, 'count', c.count) order by c.count desc, c.slug) as options,
      count(*) as different, sum(c.count) as known
    from counts c group by c.key
  )
  select coalesce(jsonb_agg(jsonb_build_object('key', a.key, 'label', a.label, 'options', f.options) order by a.key_place is null, a.key_place, a.place), '[]')
  from facets f join offered a on a.key = f.key
  -- What each product says in its own words is nothing to choose by, nor is what all of them share.
  where p_filter -> 'texts' ? a.key or (f.different between 2 and 12 and f.known > f.different);
$$;

comment on function private.text_facets is 'For each attribute with few different texts: each of them and how many products have it.';

create function private.counts_without(p_filter jsonb, p_found uuid[], p_held uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  counts jsonb := '{}';
  part text;
  count integer;
begin
  for part in
    select u.name from unnest(array['category', 'brand', 'price', 'inStock']) u (name) union all
    select 'spec.' || k from jsonb_object_keys(p_filter -> 'specs') k union all
    select 'spec.' || k from jsonb_object_keys(p_filter -> 'texts') k
  loop
    execute 'select count(*) from public.products r where ' || private.product_conditions(p_filter, p_found, p_held, part) into count;
    if count > 0 then
      counts := counts || jsonb_build_object(part, count);
    end if;
  end loop;
  return counts;
end;
$$;

comment on function private.counts_without is 'How many products would be left if one part of a filter were dropped, where there would be any: {brand, spec.energy, …}.';

create function private.product_facets(p_filter jsonb) returns jsonb
-- Definer: as private.list_products().
language plpgsql stable security definer set search_path = '' as $$
declare
  found_products uuid[] := private.searched_products(p_filter);
  held uuid[] := private.wholly_held_products();
  own jsonb := p_filter - array['specs', 'texts'];
  facets jsonb;
begin
  -- The products are read once, with the conditions that all parts share; then each part is counted without its own condition.
  execute format(
    $query$with r as materialized (
      select r.id, r.is_active, r.category, r.brand, r.price, r.stock from public.products r where %s
    )
    select jsonb_build_object(
      'total', (select count(*) from r where %s),
      'inStock', (select count(*) from r where %s and %s),
      'price', (select jsonb_build_object('low', min(r.price), 'high', max(r.price)) from r where %s),
      'brands', (select coalesce(jsonb_agg(to_jsonb(b) order by b.count desc, b.brand), '[]')
        from (select r.brand, count(*) from r where %s and r.brand is not null group by r.brand order by 2 desc, 1 limit 100) b),
      'categories', (select coalesce(jsonb_agg(to_jsonb(c) order by c.count desc, c.category), '[]')
        from (select r.category, count(*) from r where %s group by r.category) c)
    )$query$,
    private.product_conditions(p_filter - array['brands', 'minPrice', 'maxPrice', 'inStock']
      || case when p_filter ? 'search' then '{"category": null}' else '{}' end::jsonb, found_products, held),
    private.product_conditions(own, null, held),
    private.product_conditions(own, null, held, 'inStock'), private.is_available(held),
    private.product_conditions(own, null, held, 'price'),
    private.product_conditions(own, null, held, 'brand'),
    private.product_conditions(own, null, held, 'category')
  ) into facets;
  return facets || jsonb_build_object(
    'specs', private.spec_facets(p_filter, found_products, held),
    'texts', private.text_facets(p_filter, found_products, held),
    -- Only where nothing is left does anybody ask which filter to drop.
    'without', case when facets -> 'total' = '0' then private.counts_without(p_filter, found_products, held) else '{}' end
  );
end;
$$;

create function public.product_facets(p_filter jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  select private.product_facets(p_filter);
$$;

comment on function public.product_facets is
  'The contract''s ProductFacets: each part is counted as if it were not filtered by, all others as they are. PT400 unknown_filter.';
grant execute on function private.product_facets, public.product_facets to anon, authenticated, service_role;
