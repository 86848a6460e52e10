-- The page of a product: its data sheet, what fits it and why, similar products, and where a former address leads.
-- Who reads: everybody. Who writes: nobody but the trigger that keeps former addresses.

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

create function private.product_summary(p public.products) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'brand', p.brand, 'model', p.model, 'price', p.price,
    'imageUrl', p.image_url, 'stock', case when p.is_active then greatest(p.stock - private.held_quantity(p.id), 0) else 0 end,
    'rating', case when p.rating > 0 then p.rating::text end, 'keyFigures', to_jsonb(p.key_figures)
  );
$$;

comment on function private.product_summary is 'The contract''s ProductSummary: what a line or a tile shows of a product. stock is what can be ordered now.';

create function private.shown_product(p public.products) returns jsonb
language sql stable set search_path = '' as $$
  select private.product_summary(p) || jsonb_build_object(
    'description', p.description, 'specs', p.specs, 'isActive', p.is_active, 'warrantyYears', p.warranty_years,
    'weightGrams', p.weight_grams, 'createdAt', private.iso_time(p.created_at), 'updatedAt', private.iso_time(p.updated_at)
  );
$$;

comment on function private.shown_product is 'The contract''s Product.';

create function private.figure_range(p_low numeric, p_high numeric, p_unit text) returns text
language sql immutable set search_path = '' as $$
  select trim_scale(p_low) || case when p_high > p_low then ' to ' || trim_scale(p_high) else '' end || ' ' || p_unit;
$$;

-- One rule: a figure of one product lies within a figure of another. Both must be known.
create table private.fitting_rules (
  inner_key text not null references public.attributes (key),
  outer_key text not null references public.attributes (key),
  -- 'within': the inner figure lies in the outer range; 'up to': it is at most the outer figure.
  kind text not null check (kind in ('within', 'up to')),
  -- %1$s is the inner figure, %2$s the outer one.
  reason text not null,
  primary key (inner_key, outer_key)
);

comment on table private.fitting_rules is 'What fits what, and why in words. A rule needs both facts: where one is unknown nothing is said.';

create index fitting_rules_by_outer_key on private.fitting_rules (outer_key);

insert into private.fitting_rules (inner_key, outer_key, kind, reason) values
  ('nominal_voltage', 'battery_voltage', 'within', 'A %1$s battery, for a device that takes %2$s batteries'),
  ('nominal_voltage', 'input_voltage', 'within', 'A %1$s battery, for a converter that takes %2$s'),
  ('array_power', 'maximum_solar_input', 'up to', '%1$sp of panels, for an inverter that takes up to %2$s'),
  ('array_power', 'solar_power_48v', 'up to', '%1$sp of panels, for a controller that takes up to %2$s at 48 V'),
  ('array_power', 'solar_power_24v', 'up to', '%1$sp of panels, for a controller that takes up to %2$s at 24 V');

create function private.fits_figure(p_kind text, p_inner numeric, p_low numeric, p_high numeric) returns boolean
language sql immutable set search_path = '' as $$
  -- A lithium bank of sixteen cells reads 51.2 V and belongs to the 48 V class, one of eight cells 25.6 V to the 24 V class.
  select case p_kind when 'within' then p_inner between p_low and greatest(p_high, p_low * 16 / 15) else p_inner <= p_high end;
$$;

create function private.watts(p_key text, p_figure numeric) returns numeric
language sql stable set search_path = '' as $$
  select p_figure * coalesce((
    select u.factor from public.attributes a join private.units u on u.unit = a.unit where a.key = p_key and u.dimension like '%power'
  ), 1);
$$;

comment on function private.watts is 'A power in W, whatever unit its attribute is stored in; any other figure as it is.';

create function private.fitting_products(p public.products) returns table (product_id uuid, reason text)
language sql stable set search_path = '' as $$
  with pairs as (
    -- Seen from the product that goes in, and from the one it goes into.
    select other.product_id, r.reason, r.kind, r.inner_key, r.outer_key, own.low as inner_low, own.low as inner_high, other.low, other.high
    from private.product_figures own
    join private.fitting_rules r on r.inner_key = own.key
    join private.product_figures other on other.key = r.outer_key
    where own.product_id = p.id and own.place = 1
      and private.fits_figure(r.kind, private.watts(r.inner_key, own.low), private.watts(r.outer_key, other.low), private.watts(r.outer_key, other.high))
    union all
    select other.product_id, r.reason, r.kind, r.inner_key, r.outer_key, other.low, other.low, own.low, own.high
    from private.product_figures own
    join private.fitting_rules r on r.outer_key = own.key
    join private.product_figures other on other.key = r.inner_key and other.place = 1
    where own.product_id = p.id
      and private.fits_figure(r.kind, private.watts(r.inner_key, other.low), private.watts(r.outer_key, own.low), private.watts(r.outer_key, own.high))
  ), by_figures as (
    select distinct on (t.product_id) t.product_id,
      format(t.reason,
        private.figure_range(t.inner_low, t.inner_high, replace(i.unit, 'kWp', 'kW')),
        private.figure_range(t.low, t.high, o.unit)) as reason
    from pairs t
    join public.attributes i on i.key = t.inner_key
    join public.attributes o on o.key = t.outer_key
    -- A kit has its inverter and battery.
    where not exists (
      select 1 from private.product_figures k
      where k.product_id in (t.product_id, p.id) and k.key in ('inverter_power', 'drive_rating')
    )
    order by t.product_id, t.outer_key
  ), by_name as (
    -- An accessory names in its data sheet what it fits: the last two words of a model of the same brand.
    select o.id, 'Made for ' || l.fits as reason
    from public.products o
    cross join lateral (
      select s ->> 'value' as fits, case when side = 'this fits' then o.model else p.model end as model
      from (values ('this fits', p.specs), ('that fits', o.specs)) v (side, specs)
      cross join lateral jsonb_array_elements(v.specs) s
      where s ->> 'label' = 'Fits'
    ) l
    where o.brand = p.brand and o.id <> p.id
      and char_length(l.model) >= 4
      and private.normalize_for_search(l.fits) like '%' || substring(private.normalize_for_search(l.model) from '(\S+ \S+|\S+)$') || '%'
  )
  select * from by_name
  union all
  select f.product_id, f.reason from by_figures f where f.product_id not in (select n.id from by_name n);
$$;

comment on function private.fitting_products is 'What fits a product by private.fitting_rules or by name, with the reason in words.';

create function private.page_product(p_name text) returns public.products
-- Definer: a product that somebody has bought keeps its page after it was withdrawn.
language sql stable security definer set search_path = '' as $$
  select p.* from public.products p
  where p.id = coalesce(
    (select q.id from public.products q
      where q.slug = p_name or q.id = case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_name::uuid end),
    (select f.product_id from private.former_slugs f where f.slug = p_name)
  ) and (p.is_active or exists (select 1 from public.order_items i where i.product_id = p.id));
$$;

comment on function private.page_product is 'The product of a page, by slug, former slug or id; none when it was never sold and is not on sale.';

create function public.product_page(p_name text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  p public.products := private.page_product(lower(p_name));
begin
  if p.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'product', private.shown_product(p),
    'sheet', private.product_sheet(p),
    'fits', case when p.is_active then (
      select coalesce(jsonb_agg(jsonb_build_object('product', private.product_summary(o), 'reason', f.reason)
        order by o.stock = 0, o.category, abs(ln(o.price::numeric / p.price)), o.id), '[]')
      from (
        select t.*, row_number() over (partition by c.category order by c.stock = 0, abs(ln(c.price::numeric / p.price)), c.id) as place
        from private.fitting_products(p) t join public.products c on c.id = t.product_id and c.is_active
      ) f join public.products o on o.id = f.product_id
      where f.place <= 4
    ) else '[]' end,
    'related', (
      select coalesce(jsonb_agg(private.product_summary(o) order by o.stock = 0, abs(ln(o.price::numeric / p.price)), o.id), '[]')
      from (
        (select q.* from public.products q where q.category = p.category and q.is_active and q.price >= p.price and q.id <> p.id
          order by q.price, q.id limit 3)
        union all
        (select q.* from public.products q where q.category = p.category and q.is_active and q.price < p.price
          order by q.price desc, q.id desc limit 3)
      ) o
    )
  );
end;
$$;

comment on function public.product_page is 'The contract''s ProductPage by slug, former slug or id; null when no product has it.';

grant select on private.fitting_rules to anon, authenticated, service_role;
grant execute on function
  private.product_summary, private.shown_product, private.figure_range, private.fits_figure, private.watts, private.fitting_products, private.page_product,
  public.product_page
to anon, authenticated, service_role;
