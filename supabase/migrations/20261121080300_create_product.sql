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

create function public.create_product(p_product jsonb, p_id uuid default gen_random_uuid()) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wanted public.products;
  made public.products;
  base text;
begin
  perform private.require_admin();
  wanted := jsonb_populate_record(null::public.products, p_product);
  base := coalesce(wanted.slug, private.slug_of(wanted.name));
  for number in 1..1000 loop
    insert into public.products (id, slug, name, category, description, price, image_url, stock, is_active,
      brand, model, specs, warranty_years, weight_grams, keywords)
    values (p_id, base || case when number = 1 then '' else '-' || number end, wanted.name, wanted.category,
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
