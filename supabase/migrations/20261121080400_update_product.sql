-- Changing a product, and taking one away: erased when nobody ever ordered it, else withdrawn.
-- Who calls: admins with their own token; row-level security decides.

create function public.update_product(p_id uuid, p_changes jsonb, p_seen timestamptz default null) returns jsonb
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
  edited := jsonb_populate_record(product, p_changes);
  -- A form sent twice has changed nothing the second time, whatever it saw.
  if edited is not distinct from product then
    return private.product_as_json(product);
  end if;
  -- Milliseconds are what the treaty's times carry.
  if date_trunc('milliseconds', product.updated_at) <> date_trunc('milliseconds', p_seen) then
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

comment on function public.update_product(uuid, jsonb, timestamptz) is
  'p_changes: columns by name, absent ones stay. p_seen: the updatedAt the editor saw. Returns AdminProduct. PT403; PT404; '
  'PT409 changed_meanwhile (detail: AdminProduct), slug_taken, stock_is_held.';
grant execute on function public.update_product(uuid, jsonb, timestamptz) to authenticated;

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
