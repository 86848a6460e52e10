-- The dashboard's table of products: one page of it, filtered, searched and sorted, and how many there are.
-- Who calls: admins with their own token.

create function private.find_products(
  p_search text, p_category text, p_state text, p_stock text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, out ids uuid[], out total bigint
)
language plpgsql
stable
-- Definer: under row-level security Postgres asks the policy before any "like", so no index could find a word.
-- Names and counts alone; the rows themselves are read by the caller.
security definer
set search_path = ''
as $$
declare
  direction text := case when p_descending then 'desc' else 'asc' end;
  sorted_by text := case p_sort
    when 'name' then 'lower(p.name)' when 'price' then 'p.price' when 'stock' then 'p.stock'
    when 'updatedAt' then 'p.updated_at' when 'createdAt' then 'p.created_at'
  end;
  wanted text := 'true';
  page_size integer := least(p_limit, 500);
  page_start integer := greatest(p_offset, 0);
  word text;
  has_words boolean := false;
begin
  perform private.require_admin();
  if sorted_by is null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
  end if;
  if p_category <> '' then
    wanted := wanted || format(' and p.category = %L', p_category);
  end if;
  wanted := wanted
    || case p_state when 'active' then ' and p.is_active' when 'withdrawn' then ' and not p.is_active' else '' end
    || case p_stock when 'in' then ' and p.stock > 0' when 'low' then ' and p.stock between 1 and 5'
      when 'out' then ' and p.stock = 0' else '' end;
  -- Every word, wherever it stands. More than eight narrow nothing down that eight do not.
  for word in
    select w from regexp_split_to_table(private.folded(left(p_search, 200)), '\s+') w where w <> '' limit 8
  loop
    has_words := true;
    wanted := wanted || format(' and p.search_text like %L',
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end loop;
  if has_words then
    -- Found through their words first: walking the order until fifty fit may walk nearly all of it.
    execute format('with found as materialized (select p.id, %s as place from public.products p where %s)
      select array(select f.id from found f order by f.place %s, f.id %s limit %s offset %s), (select count(*) from found)',
      sorted_by, wanted, direction, direction, page_size, page_start) into ids, total;
  else
    execute format('select array(select p.id from public.products p where %s order by %s %s, p.id %s limit %s offset %s),
      (select count(*) from public.products p where %s)',
      wanted, sorted_by, direction, direction, page_size, page_start, wanted) into ids, total;
  end if;
end;
$$;

comment on function private.find_products(text, text, text, text, text, boolean, integer, integer) is
  'Which products stand on a page of the dashboard''s table, and how many on all. PT400, PT403.';
grant execute on function private.find_products(text, text, text, text, text, boolean, integer, integer) to authenticated;

create function public.find_products(
  p_search text default '', p_category text default '', p_state text default '', p_stock text default '',
  p_sort text default 'name', p_descending boolean default false, p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('total', f.total, 'products', coalesce((
    select jsonb_agg(private.product_as_json(p) order by t.place)
    from unnest(f.ids) with ordinality t (id, place) join public.products p on p.id = t.id
  ), '[]'))
  from private.find_products(p_search, p_category, p_state, p_stock, p_sort, p_descending, p_limit, p_offset) f;
$$;

comment on function public.find_products(text, text, text, text, text, boolean, integer, integer) is
  '{total, products: AdminProduct[]}. p_state: active, withdrawn; p_stock: in, low (1 to 5 on the shelf), out; p_sort: name, price, stock, '
  'updatedAt, createdAt. All words of p_search, in any of name, brand, model, slug, keywords. PT400, PT403.';
grant execute on function public.find_products(text, text, text, text, text, boolean, integer, integer) to authenticated;

-- With a default: the embedded stack answers a browser's question before the call only for what can be called bare.
create function public.products_by_ids(p_ids uuid[] default '{}') returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.product_as_json(p) order by t.place), '[]')
    from unnest(p_ids[1:500]) with ordinality t (id, place) join public.products p on p.id = t.id
  );
end;
$$;

comment on function public.products_by_ids(uuid[]) is 'These products as they are now: AdminProduct[], in the order asked for; 500 at most. PT403.';
grant execute on function public.products_by_ids(uuid[]) to authenticated;
