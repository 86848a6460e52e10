-- What admins do with products: add, change one or several at once, delete.
-- Who calls: admins with their own token; row-level security decides.

create function private.product_as_json(p public.products) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'description', p.description, 'price', p.price,
    'imageUrl', p.image_url, 'pictures', p.pictures, 'stock', p.stock, 'held', private.held_quantity(p.id), 'rating', case when p.rating > 0 then p.rating::text end,
    'isActive', p.is_active, 'brand', p.brand, 'model', p.model, 'specs', private.specs_with_labels(p.specs), 'warrantyYears', p.warranty_years,
    'weightGrams', p.weight_grams, 'keywords', p.keywords,
    'createdAt', private.iso_time(p.created_at), 'updatedAt', private.iso_time(p.updated_at)
  );
end;
$$;

comment on function private.product_as_json is 'The contract''s AdminProduct: stock is the pieces in the warehouse, held those that buyers are paying for.';
grant execute on function private.product_as_json to authenticated;

create view public.products_to_edit
with (security_invoker = true)
as
select p.id, p.slug, p.name, p.category, p.description, p.price, p.stock, p.image_url, p.is_active, p.brand, p.model,
  private.specs_with_labels(p.specs) as specs, p.warranty_years, p.weight_grams, p.keywords, p.rating, p.created_at, p.updated_at, p.search_text
from public.products p;
comment on view public.products_to_edit is 'Products for the spreadsheet, their data sheets with labels.';
grant select on public.products_to_edit to authenticated;

create function public.products_by_ids(p_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(private.product_as_json(p) order by t.place), '[]')
  from unnest(p_ids[1:500]) with ordinality t (id, place) join public.products p on p.id = t.id;
$$;

comment on function public.products_by_ids is 'AdminProduct[] of these ids, in their order; 500 at most. PT403.';
grant execute on function public.products_by_ids to authenticated;

create function private.slug_of(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Whatever is neither letter nor digit becomes a hyphen.
  return coalesce(nullif(trim(both '-' from left(regexp_replace(private.normalize_for_search(p_name), '[^a-z0-9]+', '-', 'g'), 100)), ''), 'product');
end;
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
      brand, model, specs, warranty_years, weight_grams, keywords)
    values (p_id, coalesce(wanted.slug, private.unused_slug(private.slug_of(wanted.name))), wanted.name, wanted.category,
      coalesce(wanted.description, ''), wanted.price, wanted.image_url, coalesce(wanted.pictures, '[]'), coalesce(wanted.stock, 0),
      coalesce(wanted.is_active, true), wanted.brand, wanted.model, coalesce(wanted.specs, '[]'),
      wanted.warranty_years, wanted.weight_grams, coalesce(wanted.keywords, ''))
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
  perform private.require_admin();
  return private.product_as_json(private.insert_product(p_product, p_id));
end;
$$;

comment on function public.create_product is
  'p_product: columns by name. The same p_id twice is one product. Returns AdminProduct. PT403; PT409 slug_taken, changed_meanwhile (detail: AdminProduct).';
grant execute on function public.create_product to authenticated;

create function private.change_problem(p public.products, p_seen jsonb, p_set jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  known jsonb := to_jsonb(p);
begin
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
  end;
end;
$$;

comment on function private.change_problem is
  'Why columns p_set of a product cannot be written by somebody who saw p_seen: changed_meanwhile, stock_is_held, slug_taken; null when they can.';

create function private.save_products(p_products public.products[]) returns void
language sql set search_path = '' as $$
  update public.products p set
    slug = e.slug, name = e.name, category = e.category, description = e.description,
    price = e.price, image_url = e.image_url, pictures = e.pictures, stock = e.stock, is_active = e.is_active,
    brand = e.brand, model = e.model, specs = e.specs, warranty_years = e.warranty_years,
    weight_grams = e.weight_grams, keywords = e.keywords
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
  perform private.require_admin();
  select * into product from public.products p where p.id = p_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  p_changes := private.with_spec_keys(p_changes);
  p_seen_values := private.with_spec_keys(p_seen_values);
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
    or (p_seen_values is null and date_trunc('milliseconds', product.updated_at) <> date_trunc('milliseconds', p_seen)) then
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
end;
$$;

comment on function public.update_product is
  'p_changes: columns by name, absent ones stay. p_seen_values: those the editor saw; columns with the same value in p_changes are not written, and a '
  'product that has neither value now is a conflict. Without them p_seen, the updatedAt the editor saw, is compared. '
  'Returns AdminProduct. PT403; PT404; PT409 changed_meanwhile (detail: AdminProduct), slug_taken, stock_is_held; PT400 image_required.';
grant execute on function public.update_product to authenticated;

create function public.delete_product(p_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin();
  begin
    delete from public.products p where p.id = p_id;
    if not found then
      raise sqlstate 'PT404' using message = 'not_found';
    end if;
    return jsonb_build_object('success', true, 'archived', false);
  -- It was ordered. The foreign key notices an order that was placed a moment ago as well.
  exception when foreign_key_violation or restrict_violation then
    update public.products p set is_active = false where p.id = p_id and p.is_active;
    return jsonb_build_object('success', true, 'archived', true);
  end;
end;
$$;

comment on function public.delete_product is 'Returns {success, archived}: erased, or archived because it was ordered. PT403, PT404.';
grant execute on function public.delete_product to authenticated;

create function private.check_product_rows(p_rows jsonb, p_most integer) returns void
language plpgsql immutable set search_path = '' as $$
declare
  wrong text;
begin
  wrong := case
    when jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and p_most then format('1 to %s rows', p_most)
    when exists (select 1 from jsonb_array_elements(p_rows) r where jsonb_typeof(r -> 'set') is distinct from 'object') then 'a row without values'
    when exists (select 1 from jsonb_array_elements(p_rows) r group by lower(r ->> 'id') having count(r ->> 'id') > 1) then 'each product only once'
    when exists (select 1 from jsonb_array_elements(p_rows) r where (r -> 'set' ->> 'stock')::numeric > 1000000) then 'more than a million pieces'
  end;
  if wrong is not null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = wrong;
  end if;
end;
$$;

comment on function private.check_product_rows is 'Rows [{id, set}] of products to change: p_most at most, each product once. PT400.';
grant execute on function private.check_product_rows to authenticated;

create function public.change_products(p_changes jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  refused jsonb;
begin
  perform private.require_admin();
  perform private.check_product_rows(p_changes, 500);
  perform private.lock_products(array(select (c ->> 'id')::uuid from jsonb_array_elements(p_changes) c));

  select jsonb_agg(jsonb_build_object('productId', c ->> 'id', 'problem', found.problem, 'product',
    case when p.id is not null then private.product_as_json(p) end) order by place) into refused
  from jsonb_array_elements(p_changes) with ordinality t (c, place)
  left join public.products p on p.id = (c ->> 'id')::uuid
  cross join lateral (
    select case when p.id is null then 'not_found' else private.change_problem(p, c -> 'seen', c -> 'set') end as problem
  ) found
  where found.problem is not null;
  if refused is not null then
    raise sqlstate 'PT409' using message = 'products_refused', detail = refused::text;
  end if;

  update public.products p set
    price = coalesce((c -> 'set' ->> 'price')::integer, p.price),
    stock = coalesce((c -> 'set' ->> 'stock')::integer, p.stock),
    is_active = coalesce((c -> 'set' ->> 'is_active')::boolean, p.is_active)
  from jsonb_array_elements(p_changes) c
  where p.id = (c ->> 'id')::uuid
    -- A double click changes nothing the second time, not even the time of the last change.
    and not to_jsonb(p) @> (c -> 'set');

  return (
    select coalesce(jsonb_agg(private.product_as_json(p) order by place), '[]')
    from jsonb_array_elements(p_changes) with ordinality t (c, place)
    join public.products p on p.id = (c ->> 'id')::uuid
  );
end;
$$;

comment on function public.change_products is
  '[{id, seen, set}], both of them columns price, stock, is_active by name. Returns AdminProduct[]. PT400; PT403; PT409 products_refused '
  '(detail: [{productId, problem, product}], problem one of not_found, changed_meanwhile, stock_is_held).';
grant execute on function public.change_products to authenticated;
