-- A new product, with an address made of its name when none is given.
-- Who calls: admins with their own token; row-level security decides.

create function private.slug_of(p_name text) returns text
language sql
immutable
set search_path = ''
as $$
  -- Letters lose their accents; whatever is no letter or digit becomes a hyphen.
  select coalesce(nullif(trim(both '-' from left(
    regexp_replace(regexp_replace(lower(normalize(p_name, nfkd)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g')
  , 100)), ''), 'product');
$$;

comment on function private.slug_of(text) is 'The address a product''s name suggests, 100 letters at most.';
grant execute on function private.slug_of(text) to authenticated;

create function private.free_slug(p_base text) returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  taken integer := 1;
  free integer := 2;
  middle integer;
begin
  if not exists (select 1 from public.products p where p.slug = p_base) then
    return p_base;
  end if;
  -- Twice as far each time, then halved: the thousandth of one name costs twenty questions, not a thousand.
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

comment on function private.free_slug(text) is 'An address that no product has: this one, or with a number behind it.';
grant execute on function private.free_slug(text) to authenticated;

create function public.create_product(p_product jsonb, p_id uuid default gen_random_uuid()) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wanted public.products;
  made public.products;
begin
  perform private.require_admin();
  wanted := jsonb_populate_record(null::public.products, p_product);
  -- More than once only when another takes the address in between.
  for try in 1..100 loop
    insert into public.products (id, slug, name, category, description, price, image_url, stock, is_active,
      brand, model, specs, warranty_years, weight_grams, keywords)
    values (p_id, coalesce(wanted.slug, private.free_slug(private.slug_of(wanted.name))), wanted.name, wanted.category,
      coalesce(wanted.description, ''), wanted.price, wanted.image_url, coalesce(wanted.stock, 0),
      coalesce(wanted.is_active, true), wanted.brand, wanted.model, coalesce(wanted.specs, '[]'),
      wanted.warranty_years, wanted.weight_grams, coalesce(wanted.keywords, ''))
    on conflict do nothing
    returning * into made;
    if found then
      return private.product_as_json(made);
    end if;
    select * into made from public.products p where p.id = p_id;
    if found then
      -- The same form sent twice is one product; another form under its key is a second opinion about it.
      if made is distinct from jsonb_populate_record(made, p_product) then
        raise sqlstate 'PT409' using message = 'changed_meanwhile', detail = private.product_as_json(made)::text;
      end if;
      return private.product_as_json(made);
    end if;
    if wanted.slug is not null then
      raise sqlstate 'PT409' using message = 'slug_taken';
    end if;
  end loop;
  raise sqlstate 'PT409' using message = 'slug_taken';
end;
$$;

comment on function public.create_product(jsonb, uuid) is
  'p_product: columns by name. The same p_id twice is one product. Returns AdminProduct. PT403; PT409 slug_taken, changed_meanwhile (detail: AdminProduct).';
grant execute on function public.create_product(jsonb, uuid) to authenticated;
