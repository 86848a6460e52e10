-- Changing a product: what its editor changed is written, and compared with what its editor saw, so that a sale in between is
-- no conflict. And taking one away: erased when nobody ever ordered it, else withdrawn.
-- Who calls: admins with their own token; row-level security decides.

create function public.update_product(
  p_id uuid, p_changes jsonb, p_seen timestamptz default null, p_seen_values jsonb default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  product public.products;
  edited public.products;
begin
  perform private.require_admin();
  select * into product from public.products p where p.id = p_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- What the editor left as it was is not written: the stock of a form would put back what was sold meanwhile.
  edited := jsonb_populate_record(product, (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(p_changes) c
    where p_seen_values -> c.key is distinct from c.value
  ));
  -- A form sent twice has changed nothing the second time, whatever it saw.
  if edited is not distinct from product then
    return private.product_as_json(product);
  end if;
  if exists (
    select 1 from jsonb_each(p_seen_values) seen
    where to_jsonb(product) -> seen.key not in (seen.value, coalesce(p_changes -> seen.key, seen.value))
    -- The shelf moves by itself: stock that the editor left alone is nobody's conflict.
    and not (seen.key = 'stock' and p_changes -> 'stock' = seen.value)
  -- Milliseconds are what the treaty's times carry.
  ) or (p_seen_values is null and date_trunc('milliseconds', product.updated_at) <> date_trunc('milliseconds', p_seen)) then
    raise sqlstate 'PT409' using message = 'changed_meanwhile', detail = private.product_as_json(product)::text;
  end if;
  begin
    update public.products p set
      slug = edited.slug, name = edited.name, category = edited.category, description = edited.description,
      price = edited.price, image_url = edited.image_url, stock = edited.stock, is_active = edited.is_active,
      brand = edited.brand, model = edited.model, specs = edited.specs, warranty_years = edited.warranty_years,
      weight_grams = edited.weight_grams, keywords = edited.keywords
    where p.id = p_id
    returning * into product;
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end;
  return private.product_as_json(product);
end;
$$;

comment on function public.update_product(uuid, jsonb, timestamptz, jsonb) is
  'p_changes: columns by name, absent ones stay. p_seen_values: those the editor saw; where p_changes says the same, nothing is written, and where '
  'the product now says something else than both, it is a conflict. Without them p_seen, the updatedAt the editor saw, is compared. '
  'Returns AdminProduct. PT403; PT404; PT409 changed_meanwhile (detail: AdminProduct), slug_taken, stock_is_held.';
grant execute on function public.update_product(uuid, jsonb, timestamptz, jsonb) to authenticated;

create function public.delete_product(p_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  begin
    delete from public.products p where p.id = p_id;
    if not found then
      raise sqlstate 'PT404' using message = 'not_found';
    end if;
    return jsonb_build_object('success', true, 'withdrawn', false);
  -- An order names it. The foreign key knows that for certain, also when the order was placed a moment ago.
  exception when foreign_key_violation or restrict_violation then
    update public.products p set is_active = false where p.id = p_id and p.is_active;
    return jsonb_build_object('success', true, 'withdrawn', true);
  end;
end;
$$;

comment on function public.delete_product(uuid) is 'Returns {success, withdrawn}: erased, or withdrawn because it was ordered once. PT403, PT404.';
grant execute on function public.delete_product(uuid) to authenticated;
