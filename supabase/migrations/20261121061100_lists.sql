-- Lists of what is on sale: filtered, sorted, a page at a time, what they can be narrowed by,
-- and the index for offline use.
-- Who reads: everybody. Nothing is written.
set check_function_bodies = off;

create function private.searched_products(p_filter jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_json(p_filter, 'object');
  return case when p_filter ? 'search' then array(
    select h.product_id from private.search_hits(p_filter ->> 'search', coalesce(p_filter -> 'wish', '{}'), 1000) h
    where h.is_hit order by h.place
  ) end;
end;
$$;

comment on function private.searched_products is
  'What the search of a filter finds, best first; null when it searches for nothing.';

create function private.spec_condition(p_key text, p_range jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select 1 from public.attributes a where a.key = p_key and a.kind in ('number', 'yes or no')) then
    raise sqlstate 'PT400' using message = 'unknown_filter';
  end if;
  -- Ranges that touch: a device for 40 to 60 V is one for 48 V.
  return format(
    'exists (select 1 from private.product_figures f where f.product_id = r.id and f.key = %L and %s)',
    p_key,
    private.conditions('f.high >= ' || (p_range ->> 0)::numeric, 'f.low <= ' || (p_range ->> 1)::numeric)
  );
end;
$$;

create function private.text_condition(p_key text, p_slugs jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select 1 from public.attributes a where a.key = p_key and a.kind = 'text') then
    raise sqlstate 'PT400' using message = 'unknown_filter';
  end if;
  return format(
    'exists (select 1 from private.product_texts x where x.product_id = r.id and x.category = r.category and x.key = '
    '%L and x.slug = any (%L::text[]))',
    p_key,
    array(select jsonb_array_elements_text(p_slugs))
  );
end;
$$;

create function private.is_available(p_held uuid[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'r.stock > 0' || case when p_held <> '{}' then format(' and r.id <> all (%L::uuid[])', p_held) else '' end;
end;
$$;

create function private.product_conditions(p_filter jsonb, p_found uuid[], p_held uuid[], p_without text default null)
returns text
language plpgsql stable set search_path = '' as $$
begin
  -- What the contract's readProductFilter() accepts is shorter; whoever asks the database itself may send anything.
  perform private.refuse_invalid(
    length(p_filter::text) > 20000 or jsonb_array_length(coalesce(p_filter -> 'brands', '[]')) > 20, 'a shorter filter'
  );
  return (
    select private.conditions(
      'r.is_active',
      case when p_found is not null then format('r.id = any (%L::uuid[])', p_found) end,
      case
        when p_without is distinct from 'category' then 'r.category = ' || quote_literal(p_filter ->> 'category')
      end,
      case when p_without is distinct from 'brand' and p_filter ? 'brands' then format('r.brand = any (%L::text[])',
        array(select jsonb_array_elements_text(p_filter -> 'brands'))) end,
      case when p_without is distinct from 'price' then 'r.price >= ' || (p_filter ->> 'minPrice')::integer end,
      case when p_without is distinct from 'price' then 'r.price <= ' || (p_filter ->> 'maxPrice')::integer end,
      case
        when p_without is distinct from 'inStock' and p_filter -> 'inStock' = 'true' then private.is_available(p_held)
      end,
      (select string_agg(private.spec_condition(s.key, s.value), ' and ' order by s.key)
        from jsonb_each(p_filter -> 'specs') s where p_without is distinct from 'spec.' || s.key),
      (select string_agg(private.text_condition(t.key, t.value), ' and ' order by t.key)
        from jsonb_each(p_filter -> 'texts') t where p_without is distinct from 'spec.' || t.key)
    )
  );
end;
$$;

comment on function private.product_conditions is
  'The condition, about public.products r, of a filter: {search, category, brands, minPrice, maxPrice, inStock, specs: '
  '{key: [lowest, highest]}, texts: {key: [slug, …]}}. What is absent does not filter; p_found: what the search '
  'finds; p_without: a part that is left out. PT400 unknown_filter, invalid_request.';

create function private.sort_steps(p_sort text, p_found uuid[], p_held uuid[])
returns table (step integer, source text, condition text, key text, key_type text, is_descending boolean)
language plpgsql stable set search_path = '' as $$
declare
  available text := private.is_available(p_held);
  sold_out text := case
    when p_held = '{}' then 'r.stock = 0'
    else format('(r.stock = 0 or r.id = any (%L::uuid[]))', p_held)
  end;
  compared text := format(
    'private.product_figures s join public.products r on r.id = s.product_id and s.key = %L and s.place = 1', p_sort
  );
  not_compared text := format(
    ' and not exists (select 1 from private.product_figures s where s.product_id = r.id and s.key = %L)', p_sort
  );
begin
  if p_sort = 'relevance' and p_found is not null then
    -- Who asks for a part number means that part, in stock or not.
    return query
    select 1, 'public.products r', 'true', format('array_position(%L::uuid[], r.id)', p_found), 'integer', false;
  elsif p_sort in ('price_per_kwh', 'price_per_ah', 'price_per_watt') then
    return query values
      (1, compared, available, 's.low', 'numeric', false),
      (2, 'public.products r', available || not_compared, 'r.price', 'integer', false),
      (3, compared, sold_out, 's.low', 'numeric', false),
      (4, 'public.products r', sold_out || not_compared, 'r.price', 'integer', false);
  else
    -- The specified orders, by exactly their field: a sold-out product keeps its place.
    return query
    select 1, 'public.products r', 'true', k.key, k.key_type, k.is_descending
    from (values
      ('catalogue', 'r.created_at', 'timestamptz', false), ('price', 'r.price', 'integer', false),
      ('rating', 'r.rating', 'numeric', true), ('name', 'lower(r.name) collate private.natural_order', 'text', false)
    ) k (name, key, key_type, is_descending)
    where k.name = p_sort;
    perform private.refuse_invalid(not found, 'unknown order');
  end if;
end;
$$;

comment on function private.sort_steps is
  'A sorted list in steps, each of which reads products r under a condition in the order of key, then of ids. One step '
  'for most orders; by a price per unit what can be ordered, then what is sold out, and within each what has that '
  'price, then what has none. PT400 invalid_request.';

create function private.after_place(p_key text, p_key_type text, p_is_descending boolean, p_id text, p_after jsonb)
returns text
language plpgsql stable set search_path = '' as $$
begin
  if not coalesce(pg_input_is_valid(p_after ->> 1, p_key_type) and pg_input_is_valid(p_after ->> 2, 'uuid'), false) then
    raise sqlstate 'PT400' using message = 'invalid_cursor';
  end if;
  return format('(%s, %s) %s (%L::%s, %L::uuid)', p_key, p_id, case when p_is_descending then '<' else '>' end,
    p_after ->> 1, p_key_type, p_after ->> 2);
end;
$$;

create function private.sorted_products(p_filter jsonb, p_sort text, p_limit integer, p_after jsonb)
returns table (product_id uuid, step integer, key text)
-- Definer: conditions that are not leakproof could use no index under row-level security.
-- It reads what is on sale alone.
language plpgsql stable security definer set search_path = '' as $$
declare
  found_products uuid[] := private.searched_products(p_filter);
  held uuid[] := private.wholly_held_products();
  conditions text := private.product_conditions(p_filter, found_products, held);
  first_step integer := 1;
  missing integer := p_limit;
  got integer;
  s record;
begin
  if p_after is not null then
    if not coalesce(pg_input_is_valid(p_after ->> 0, 'integer'), false) then
      raise sqlstate 'PT400' using message = 'invalid_cursor';
    end if;
    first_step := (p_after ->> 0)::integer;
  end if;
  for s in
    select t.*, case when t.source like '% s join %' then 's.product_id' else 'r.id' end as id
    from private.sort_steps(p_sort, found_products, held) t where t.step >= first_step order by t.step
  loop
    return query execute format(
      'select r.id, %1$s, (%2$s)::text from %3$s where %4$s and %5$s and %6$s order by %2$s %7$s, %8$s %7$s limit %9$s',
      s.step, s.key, s.source, s.condition, conditions,
      case when p_after is not null and s.step = first_step
        then private.after_place(s.key, s.key_type, s.is_descending, s.id, p_after) else 'true' end,
      case when s.is_descending then 'desc' else 'asc' end, s.id, missing);
    get diagnostics got = row_count;
    missing := missing - got;
    exit when missing <= 0;
  end loop;
end;
$$;

comment on function private.sorted_products is
  'Products on sale under a filter, in the order of private.sort_steps(), from behind p_after: [step, key, id] of the '
  'last one that was shown. PT400 invalid_cursor, invalid_request, unknown_filter.';

create function public.count_products(p_filter jsonb default '{}') returns integer
-- Definer: as private.sorted_products().
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  total integer;
begin
  execute 'select count(*) from public.products r where '
    || private.product_conditions(
      p_filter, private.searched_products(p_filter), private.wholly_held_products()
    ) into total;
  return total;
end;
$$;

create function public.list_products(
  p_filter jsonb default '{}', p_sort text default 'catalogue', p_limit integer default 48, p_after jsonb default null,
  p_count boolean default false
) returns json
-- Definer: the shop's functions reach no table.
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    with read as materialized (
      -- One more than is shown: whether the list goes on.
      select t.*, row_number() over () as place
      from private.sorted_products(p_filter, p_sort, least(greatest(p_limit, 1), 1000) + 1, p_after) t
    ), shown as (
      select * from read where place <= least(greatest(p_limit, 1), 1000)
    )
    select json_build_object(
      'products', coalesce((
        select json_agg(case
          when a.key is null then p.product
          else p.product || jsonb_build_object('comparedValue', replace(
            a.key_words, '%', private.figure_text(s.key::numeric, a.unit)
          ))
        end order by s.place)
        from shown s
        join private.products_on_sale(array(select o.product_id from shown o)) p on p.product_id = s.product_id
        -- Sorted by a price per unit: products that have one are in the odd steps, the others in the even ones.
        left join public.attributes a on a.key = p_sort and s.step % 2 = 1
      ), '[]'),
      'next', case when (select count(*) from read) > (select count(*) from shown) then
        (select json_build_array(s.step, s.key, s.product_id) from shown s order by s.place desc limit 1) end,
      'total', case when p_count then public.count_products(p_filter) end
    )
  );
end;
$$;

comment on function public.list_products is
  '{products: Product[], 1,000 at most; next: the p_after of the next page, '
  'null on the last; total: with p_count how many products the filter leaves}. PT400 as private.sorted_products().';

comment on function public.count_products is
  'How many products a filter leaves. PT400 as private.product_conditions().';
grant execute on function public.list_products, public.count_products to service_role;

create function public.product_index() returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  with read as materialized (
    select p.slug, p.name, p.category, p.brand, p.model, p.price, p.key_values, p.keywords,
      row_number() over (order by p.created_at, p.id) as place
    from public.products p where p.is_active
    -- One more than is sent: whether there are others.
    order by p.created_at, p.id limit 1001
  )
  select jsonb_build_object(
    'products', coalesce(jsonb_agg(jsonb_build_object(
      'slug', r.slug, 'name', r.name, 'category', r.category, 'brand', r.brand, 'model', r.model, 'price', r.price,
      'keyValues', to_jsonb(r.key_values), 'keywords', r.keywords
    ) order by r.place) filter (where r.place <= 1000), '[]'),
    'isWhole', count(*) <= 1000
  )
  from read r;
$$;

comment on function public.product_index is
  'The contract''s ProductIndex: the first 1,000 products on sale, in the shop''s own order, '
  'without anything that an order changes.';
grant execute on function public.product_index to service_role;

create function private.figure_facets(p_conditions text, p_keys text[])
returns table (key text, known integer, low numeric, high numeric, options jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format($query$
    select k.key, k.known, k.low, k.high, o.options
    from (
      select f.key, count(distinct f.product_id)::integer as known, min(f.low) as low, max(f.high) as high,
        count(distinct (f.low, f.high)) as written, array_agg(f) as figures
      from public.products r join private.product_figures f on f.product_id = r.id
      where %s and f.key = any (%L::text[]) group by f.key
    ) k cross join lateral (
      select jsonb_agg(
        jsonb_build_object('low', c.low, 'high', c.high, 'count', c.count) order by c.low, c.high
      ) as options
      from (
        select t.low, t.high, count(distinct f.product_id) as count
        from (
          -- Up to six different figures are offered one by one; more are grouped into five ranges of about one size.
          select d.low, d.high from unnest(k.figures) d where k.written <= 6 group by d.low, d.high
          union all
          select min(d.low), max(d.low) from (
            select d.low, ntile(5) over (order by d.low) as range
            from unnest(k.figures) d where k.written > 6 group by d.low
          ) d group by d.range
        ) t join unnest(k.figures) f on f.high >= t.low and f.low <= t.high
        group by t.low, t.high
      ) c
    ) o
  $query$, p_conditions, p_keys);
end;
$$;

comment on function private.figure_facets is
  'For each attribute that products r under a condition have: how many have it, the least and the greatest figure, '
  'and ranges to choose from.';

create function private.spec_facets(p_filter jsonb, p_found uuid[], p_held uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with offered as (
      select a.* from public.attributes a
      where a.kind in ('number', 'yes or no') and p_filter ->> 'category' = any (a.categories)
        or p_filter -> 'specs' ? a.key
    ), rounds as (
      -- A figure that is filtered by is counted as if it were not, so that its other ranges can be chosen.
      select array_agg(o.key) as keys, null::text as without
      from offered o
      where not coalesce(p_filter -> 'specs' ? o.key, false)
      union all
      select array[s], 'spec.' || s from jsonb_object_keys(p_filter -> 'specs') s
    ), facets as (
      select f.* from rounds r
      cross join lateral private.figure_facets(
        private.product_conditions(p_filter, p_found, p_held, r.without), r.keys
      ) f
      where r.keys is not null
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', a.key, 'label', a.label, 'unit', a.unit, 'kind', a.kind, 'known', f.known, 'low', f.low, 'high', f.high,
      'options', f.options
    ) order by a.key_place is null and a.unit is distinct from 'KES', a.key_place, a.place), '[]')
    from facets f join offered a on a.key = f.key
    -- What all products share or one alone has is nothing to choose by.
    where p_filter -> 'specs' ? a.key or (f.known > 1 and jsonb_array_length(f.options) > 1)
  );
end;
$$;

create function private.text_counts(p_conditions text, p_keys text[])
returns table (key text, slug text, value text, count bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format($query$
    select x.key, x.slug, min(x.value), count(*)
    from public.products r join private.product_texts x on x.product_id = r.id and x.category = r.category
    where %s and x.key = any (%L::text[]) group by x.key, x.slug
  $query$, p_conditions, p_keys);
end;
$$;

create function private.text_facets(p_filter jsonb, p_found uuid[], p_held uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with offered as (
      select a.* from public.attributes a
      where a.kind = 'text'
        and (p_filter ->> 'category' = any (a.categories) or coalesce(p_filter -> 'texts' ? a.key, false))
    ), rounds as (
      -- As for figures: what is filtered by is counted as if it were not.
      select array_agg(o.key) as keys, null::text as without
      from offered o
      where not coalesce(p_filter -> 'texts' ? o.key, false)
      union all
      select array[t], 'spec.' || t from jsonb_object_keys(p_filter -> 'texts') t
    ), counts as (
      select c.* from rounds r
      cross join lateral private.text_counts(private.product_conditions(p_filter, p_found, p_held, r.without), r.keys) c
      where r.keys is not null
    ), facets as (
      select
        c.key,
        jsonb_agg(jsonb_build_object(
          'value', c.value, 'slug', c.slug, 'count', c.count
        ) order by c.count desc, c.slug) as options,
        count(*) as different, sum(c.count) as known
      from counts c group by c.key
    )
    select coalesce(jsonb_agg(
      jsonb_build_object('key', a.key, 'label', a.label, 'options', f.options)
      order by a.key_place is null, a.key_place, a.place
    ), '[]')
    from facets f join offered a on a.key = f.key
    -- What each product says in its own words is nothing to choose by, nor is what all of them share.
    where p_filter -> 'texts' ? a.key or (f.different between 2 and 12 and f.known > f.different)
  );
end;
$$;

comment on function private.text_facets is
  'For each attribute with few different texts: each of them and how many products have it.';

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
    execute 'select count(*) from public.products r where '
      || private.product_conditions(p_filter, p_found, p_held, part) into count;
    if count > 0 then
      counts := counts || jsonb_build_object(part, count);
    end if;
  end loop;
  return counts;
end;
$$;

comment on function private.counts_without is
  'How many products would be left if one part of a filter were dropped, where there would be any: '
  '{brand, spec.energy, …}.';

create function public.product_facets(p_filter jsonb default '{}') returns jsonb
-- Definer: as private.sorted_products().
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  found_products uuid[] := private.searched_products(p_filter);
  held uuid[] := private.wholly_held_products();
  own jsonb := p_filter - array['specs', 'texts'];
  facets jsonb;
begin
  -- The products are read once, with the conditions that all parts share;
  -- then each part is counted without its own condition.
  execute format(
    $query$with r as materialized (
      select r.id, r.is_active, r.category, r.brand, r.price, r.stock from public.products r where %s
    )
    select jsonb_build_object(
      'total', (select count(*) from r where %s),
      'inStock', (select count(*) from r where %s and %s),
      'price', (select jsonb_build_object('low', min(r.price), 'high', max(r.price)) from r where %s),
      'brands', (select coalesce(jsonb_agg(to_jsonb(b) order by b.count desc, b.brand), '[]')
        from (
          select r.brand, count(*) from r where %s and r.brand is not null group by r.brand order by 2 desc, 1 limit 100
        ) b),
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
    'without', case
      when facets -> 'total' = '0' then private.counts_without(p_filter, found_products, held)
      else '{}'
    end
  );
end;
$$;

comment on function public.product_facets is
  'The contract''s ProductFacets: each part is counted as if it were not filtered by, all others as they are. PT400 as '
  'private.product_conditions().';
grant execute on function public.product_facets to service_role;
