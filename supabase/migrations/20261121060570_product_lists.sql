-- Lists of what is on sale: filtered, sorted, a page at a time, and how many products a filter leaves.
-- Who reads: everybody, shelves, search and the API alike. Who writes: nobody.

create function private.searched_products(p_filter jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return case when p_filter ? 'search' then array(
    select h.product_id from private.search_hits(p_filter ->> 'search', 1000) h where h.is_hit order by h.place
  ) end;
end;
$$;

comment on function private.searched_products is 'What the search of a filter finds, best first; null when it searches for nothing.';

create function private.spec_condition(p_key text, p_range jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select 1 from public.attributes a where a.key = p_key and a.kind in ('number', 'yes or no')) then
    raise sqlstate 'PT400' using message = 'unknown_filter';
  end if;
  -- Ranges that touch: a device for 40 to 60 V is one for 48 V.
  return format('exists (select 1 from private.product_figures f where f.product_id = r.id and f.key = %L and %s)', p_key, private.conditions(
    'f.high >= ' || (p_range ->> 0)::numeric, 'f.low <= ' || (p_range ->> 1)::numeric
  ));
end;
$$;

create function private.text_condition(p_key text, p_slugs jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select 1 from public.attributes a where a.key = p_key and a.kind = 'text') then
    raise sqlstate 'PT400' using message = 'unknown_filter';
  end if;
  return format('exists (select 1 from private.product_texts x where x.product_id = r.id and x.category = r.category and x.key = %L and x.slug = any (%L::text[]))',
    p_key, array(select jsonb_array_elements_text(p_slugs)));
end;
$$;

create function private.is_available(p_held uuid[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'r.stock > 0' || case when p_held <> '{}' then format(' and r.id <> all (%L::uuid[])', p_held) else '' end;
end;
$$;

create function private.product_conditions(p_filter jsonb, p_found uuid[], p_held uuid[], p_without text default null) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.conditions(
      'r.is_active',
      case when p_found is not null then format('r.id = any (%L::uuid[])', p_found) end,
      case when p_without is distinct from 'category' then 'r.category = ' || quote_literal(p_filter ->> 'category') end,
      case when p_without is distinct from 'brand' and p_filter ? 'brands' then format('r.brand = any (%L::text[])',
        array(select jsonb_array_elements_text(p_filter -> 'brands'))) end,
      case when p_without is distinct from 'price' then 'r.price >= ' || (p_filter ->> 'minPrice')::integer end,
      case when p_without is distinct from 'price' then 'r.price <= ' || (p_filter ->> 'maxPrice')::integer end,
      case when p_without is distinct from 'inStock' and p_filter -> 'inStock' = 'true' then private.is_available(p_held) end,
      (select string_agg(private.spec_condition(s.key, s.value), ' and ' order by s.key)
        from jsonb_each(p_filter -> 'specs') s where p_without is distinct from 'spec.' || s.key),
      (select string_agg(private.text_condition(t.key, t.value), ' and ' order by t.key)
        from jsonb_each(p_filter -> 'texts') t where p_without is distinct from 'spec.' || t.key)
    )
  );
end;
$$;

comment on function private.product_conditions is
  'The condition, about public.products r, of a filter: {search, category, brands, minPrice, maxPrice, inStock, specs: {key: [lowest, highest]}, texts: {key: [slug, …]}}. '
  'What is absent does not filter; p_found: what the search finds; p_without: a part that is left out. PT400 unknown_filter.';

create function private.sort_steps(p_sort text, p_found uuid[], p_held uuid[])
returns table (step integer, source text, condition text, key text, key_type text, is_descending boolean)
language plpgsql stable set search_path = '' as $$
declare
  available text := private.is_available(p_held);
  sold_out text := case when p_held = '{}' then 'r.stock = 0' else format('(r.stock = 0 or r.id = any (%L::uuid[]))', p_held) end;
  compared text := format('private.product_figures s join public.products r on r.id = s.product_id and s.key = %L and s.place = 1', p_sort);
  not_compared text := format(' and not exists (select 1 from private.product_figures s where s.product_id = r.id and s.key = %L)', p_sort);
begin
  if p_sort = 'relevance' and p_found is not null then
    -- Who asks for a part number means that part, in stock or not.
    return query select 1, 'public.products r', 'true', format('array_position(%L::uuid[], r.id)', p_found), 'integer', false;
  elsif p_sort in ('price_per_kwh', 'price_per_ah', 'price_per_watt') then
    return query values
      (1, compared, available, 's.low', 'numeric', false),
      (2, 'public.products r', available || not_compared, 'r.price', 'integer', false),
      (3, compared, sold_out, 's.low', 'numeric', false),
      (4, 'public.products r', sold_out || not_compared, 'r.price', 'integer', false);
  else
    return query
    select t.step, 'public.products r', t.condition, k.key, k.key_type, k.is_descending
    from (values
      ('catalogue', 'r.created_at', 'timestamptz', false), ('price', 'r.price', 'integer', false), ('rating', 'r.rating', 'numeric', true),
      ('name', 'lower(r.name) collate private.natural_order', 'text', false)
    ) k (name, key, key_type, is_descending)
    cross join (values (1, available), (2, sold_out)) t (step, condition)
    where k.name = p_sort;
    if not found then
      raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
    end if;
  end if;
end;
$$;

comment on function private.sort_steps is
  'A sorted list in steps: what can be ordered, then what is sold out; within each, what has the figure sorted by, then what has not. A step reads '
  'products r under a condition in the order of key, then of ids. PT400 invalid_request.';

create function private.after_place(p_key text, p_key_type text, p_is_descending boolean, p_id text, p_after jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not coalesce(pg_input_is_valid(p_after ->> 1, p_key_type) and pg_input_is_valid(p_after ->> 2, 'uuid'), false) then
    raise sqlstate 'PT400' using message = 'invalid_cursor';
  end if;
  return format('(%s, %s) %s (%L::%s, %L::uuid)', p_key, p_id, case when p_is_descending then '<' else '>' end,
    p_after ->> 1, p_key_type, p_after ->> 2);
end;
$$;

create function private.list_products(p_filter jsonb, p_sort text, p_limit integer, p_after jsonb)
returns table (product_id uuid, step integer, key text)
-- Definer: conditions that are not leakproof could use no index under row-level security. It reads what is on sale alone.
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

comment on function private.list_products is
  'Products on sale under a filter, in the order of private.sort_steps(), from behind p_after: [step, key, id] of the last one that was shown. '
  'PT400 invalid_cursor, invalid_request, unknown_filter.';

create function private.count_products(p_filter jsonb) returns integer
-- Definer: as private.list_products().
language plpgsql stable security definer set search_path = '' as $$
declare
  total integer;
begin
  execute 'select count(*) from public.products r where '
    || private.product_conditions(p_filter, private.searched_products(p_filter), private.wholly_held_products()) into total;
  return total;
end;
$$;

create function public.list_products(
  p_filter jsonb default '{}', p_sort text default 'catalogue', p_limit integer default 48, p_after jsonb default null, p_count boolean default false
) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    with read as materialized (
      -- One more than is shown: whether the list goes on.
      select t.*, row_number() over () as place from private.list_products(p_filter, p_sort, least(greatest(p_limit, 1), 1000) + 1, p_after) t
    ), shown as (
      select * from read where place <= least(greatest(p_limit, 1), 1000)
    )
    select json_build_object(
      'products', coalesce((
        select json_agg(case when a.key is null then p.product
          else p.product || jsonb_build_object(
            'comparedFigure', replace(a.key_words, '%', private.figure_text(s.key::numeric, a.unit))) end order by s.place)
        from shown s
        join private.products_on_sale(array(select o.product_id from shown o)) p on p.product_id = s.product_id
        -- Sorted by a price per unit: products that have one are in the odd steps, the others in the even ones.
        left join public.attributes a on a.key = p_sort and s.step % 2 = 1
      ), '[]'),
      'next', case when (select count(*) from read) > (select count(*) from shown) then
        (select json_build_array(s.step, s.key, s.product_id) from shown s order by s.place desc limit 1) end,
      'total', case when p_count then private.count_products(p_filter) end
    )
  );
end;
$$;

comment on function public.list_products is '{products: Product[], 1,000 at most; next: the p_after of the next page, null on the last; total: with p_count how many products the filter leaves}. PT400 as private.list_products().';

create function public.count_products(p_filter jsonb default '{}') returns integer
language sql stable set search_path = '' as $$
  select private.count_products(p_filter);
$$;

comment on function public.count_products is 'How many products a filter leaves. PT400 unknown_filter.';
grant execute on function
  private.list_products, private.count_products, public.list_products, public.count_products
to anon, authenticated, service_role;
