-- The page of a product: its data sheet, what fits it, similar products, and where a former address leads.
-- Who reads: everybody. Who writes: the trigger that keeps former addresses.
set check_function_bodies = off;

create view private.shown_products as
select p.id, p.is_active, s.summary,
  s.summary || jsonb_build_object(
    'description', p.description, 'specs', private.specs_with_labels(p.specs), 'warrantyYears', p.warranty_years,
    'weightGrams', p.weight_grams, 'isActive', p.is_active,
    'moreOn', case when p.more_on >= private.nairobi_day(now()) then p.more_on end,
    'createdAt', private.iso_time(p.created_at), 'updatedAt', private.iso_time(p.updated_at)
  ) || case
    when p.is_active and p.stock > 0 and h.quantity >= p.stock
      then jsonb_build_object('reservedUntil', private.iso_time(h.until))
    else '{}'
  end as product,
  private.product_sheet(p) as sheet
from public.products p
left join private.held_pieces h on h.product_id = p.id
cross join lateral (
  select jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'category', p.category, 'brand', p.brand, 'model', p.model,
    'price', p.price, 'imageUrl', p.image_url, 'keyValues', to_jsonb(p.key_values),
    'stock', case when p.is_active then greatest(p.stock - coalesce(h.quantity, 0), 0) else 0 end,
    'rating', p.rating::text, 'isService', p.is_service,
    'toOrder', case when p.is_active then private.public_offer(p.to_order) end
  ) as summary
) s;

comment on view private.shown_products is
  'What is shown of each product. No role may read it, only functions that choose the rows: '
  'it has products that are not on sale, too.';
comment on column private.shown_products.summary is
  'The contract''s ProductSummary: what a line or a tile shows of a product. stock is what can be ordered now; '
  'toOrder is what shoppers may order besides.';
comment on column private.shown_products.product is 'The contract''s Product.';
comment on column private.shown_products.sheet is 'The contract''s SheetGroup[].';

create function private.products_on_sale(p_ids uuid[]) returns table (product_id uuid, product jsonb)
-- Definer: no role reads private.shown_products.
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.id, s.product from private.shown_products s where s.id = any (p_ids) and s.is_active;
end;
$$;

comment on function private.products_on_sale is
  'What is shown of these products, of those that are on sale, in any order.';

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

comment on table private.fitting_rules is
  'What fits what, and why in words. A rule needs both facts: where one is unknown nothing is said.';

create index fitting_rules_by_outer_key on private.fitting_rules (outer_key);

insert into private.fitting_rules (inner_key, outer_key, kind, reason) values
  ('nominal_voltage', 'battery_voltage', 'within', 'A %1$s battery, for a device that takes %2$s batteries'),
  ('nominal_voltage', 'input_voltage', 'within', 'A %1$s battery, for a converter that takes %2$s'),
  ('array_power', 'maximum_solar_input', 'up to', '%1$sp of panels, for an inverter that takes up to %2$s'),
  ('array_power', 'solar_power_48v', 'up to', '%1$sp of panels, for a controller that takes up to %2$s at 48 V'),
  ('array_power', 'solar_power_24v', 'up to', '%1$sp of panels, for a controller that takes up to %2$s at 24 V'),
  ('open_circuit_voltage', 'maximum_solar_voltage', 'up to', 'Panels of %1$s each, for a solar input of up to %2$s');

create function private.value_fits_range(p_kind text, p_inner numeric, p_low numeric, p_high numeric) returns boolean
language sql immutable set search_path = '' as $$
  -- A lithium bank of sixteen cells reads 51.2 V and belongs to the 48 V class,
  -- one of eight cells 25.6 V to the 24 V class.
  select case p_kind
    when 'within' then p_inner between p_low and greatest(p_high, p_low * 16 / 15)
    else p_inner <= p_high
  end;
$$;

create function private.values_fit(
  p_goes_in boolean, p_kind text, p_low numeric, p_high numeric, p_other_place smallint, p_other_low numeric,
  p_other_high numeric
) returns boolean
language sql immutable set search_path = '' as $$
  select case when p_goes_in then private.value_fits_range(p_kind, p_low, p_other_low, p_other_high)
    else p_other_place = 1 and private.value_fits_range(p_kind, p_other_low, p_low, p_high) end;
$$;

comment on function private.values_fit is
  'private.value_fits_range() for a product that goes in, or for one that others go into. '
  'Of what goes in its first figure counts.';

create function private.is_sold_alone(p_product uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from public.products q where q.id = p_product and q.is_active)
    and not exists (
      select 1 from private.product_figures k
      where k.product_id = p_product and k.key in ('inverter_power', 'drive_rating')
    );
$$;

comment on function private.is_sold_alone is
  'Whether a product is on sale and no kit: a kit has its inverter and battery.';

create function private.model_name(p_model text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select substring(w.words from '(?:\S+ )?\S+$')
    from (select btrim(regexp_replace(private.normalize_for_search(p_model), '[,;:()]+|\s+', ' ', 'g')) as words) w
    where char_length(w.words) >= 4
  );
end;
$$;

comment on function private.model_name is
  'What a model is called in a text: its last two words, "sas 1000" of Terrameter SAS 1000; '
  'null for one too short to be recognised.';
-- The index runs it with the rights of whoever writes the product.
grant execute on function private.model_name to authenticated, service_role;

create index products_by_model_name on public.products (brand, private.model_name(model));

create function private.names_in(p_text text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(w.word) || array_agg(w.word || ' ' || w.next) filter (where w.next is not null)
  from (
    select t.word, lead(t.word) over (order by t.at) as next
    from regexp_split_to_table(
      btrim(regexp_replace(private.normalize_for_search(p_text), '[,;:()]+|\s+', ' ', 'g')), ' +'
    ) with ordinality t (word, at)
  ) w;
$$;

create function private.products_named_in(p_text text, p_brand text) returns setof uuid
-- Definer: a condition that is not leakproof could use no index under row-level security.
-- It looks at what is on sale alone.
language sql stable security definer set search_path = '' as $$
  select o.id from public.products o
  where o.brand = p_brand and o.is_active and private.model_name(o.model) = any (private.names_in(p_text));
$$;

comment on function private.products_named_in is
  'The models of a brand that a text names: "SAS 1000 and SAS 4000 imaging systems".';
comment on function private.names_in is
  'Each word of a text, and each two that follow one another: the names of models that it may name.';

create function private.watts_in_unit(p_key text) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((
    select u.factor
    from public.attributes a join private.units u on u.unit = a.unit
    where a.key = p_key and u.dimension like '%power'
  ), 1);
$$;

comment on function private.watts_in_unit is
  'The watts of one unit in which a power is stored; 1 for any other figure.';

create function private.fitting_products(p public.products, p_near integer) returns table (product_id uuid, reason text)
-- Few rows: Postgres assumes a thousand for a function, and would then scan all products of a medium-sized shop.
language plpgsql stable rows 40 set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with wanted as materialized (
    -- Both directions: what this product fits into, and what fits into this product.
    select r.*, v.goes_in, v.other_key, own.low, own.high, w.outer_watts,
      own.low * case when v.goes_in then w.inner_watts else w.outer_watts end as low_watts,
      own.high * w.outer_watts as high_watts,
      case when v.goes_in then w.outer_watts else w.inner_watts end as other_watts
    from private.product_figures own
    join private.fitting_rules r on own.key in (r.inner_key, r.outer_key)
    cross join lateral (
      select own.key = r.inner_key as goes_in,
        case when own.key = r.inner_key then r.outer_key else r.inner_key end as other_key
    ) v
    cross join lateral (
      select private.watts_in_unit(r.inner_key) as inner_watts, private.watts_in_unit(r.outer_key) as outer_watts
    ) w
    where own.product_id = p.id and (own.place = 1 or not v.goes_in)
      -- A kit has its inverter and battery.
      and not exists (
        select 1 from private.product_figures k
        where k.product_id = p.id and k.key in ('inverter_power', 'drive_rating')
      )
  ), near as (
    -- In each category those that fit and are dearer, and those that are cheaper.
    select w.*, f.product_id, f.low as other_low, f.high as other_high
    from wanted w
    join public.attributes a on a.key = w.other_key
    cross join lateral unnest(a.categories) c (category)
    cross join lateral (
      (select g.product_id, g.low, g.high from private.product_figures g
        where g.key = w.other_key and g.category = c.category and g.price >= p.price and private.values_fit(
          w.goes_in, w.kind, w.low_watts, w.high_watts, g.place, g.low * w.other_watts, g.high * w.outer_watts)
          and private.is_sold_alone(g.product_id)
        order by g.price, g.product_id limit p_near)
      union all
      (select g.product_id, g.low, g.high from private.product_figures g
        where g.key = w.other_key and g.category = c.category and g.price < p.price and private.values_fit(
          w.goes_in, w.kind, w.low_watts, w.high_watts, g.place, g.low * w.other_watts, g.high * w.outer_watts)
          and private.is_sold_alone(g.product_id)
        order by g.price desc, g.product_id desc limit p_near)
      union
      -- The maker's own at whatever price.
      (select g.product_id, g.low, g.high from public.products q join private.product_figures g on g.product_id = q.id
        where q.brand = p.brand and q.category = c.category and g.key = w.other_key and private.values_fit(
          w.goes_in, w.kind, w.low_watts, w.high_watts, g.place, g.low * w.other_watts, g.high * w.outer_watts)
          and private.is_sold_alone(g.product_id)
        order by abs(q.price - p.price), q.id limit p_near)
    ) f
  ), by_figures as (
    select distinct on (n.product_id) n.product_id,
      case
        when n.goes_in then format(
          n.reason,
          private.figure_range(n.low, n.high, replace(i.unit, 'kWp', 'kW')),
          private.figure_range(n.other_low, n.other_high, o.unit)
        )
        else format(
          n.reason,
          private.figure_range(n.other_low, n.other_high, replace(i.unit, 'kWp', 'kW')),
          private.figure_range(n.low, n.high, o.unit)
        )
      end || coalesce(
        '; ' || private.charger_text(
          c.device, 1, private.charge_amps(c.battery, private.bank_rows(c.battery, 1, c.device, n.outer_key))
        ),
        ''
      ) as reason
    from near n
    cross join lateral (
      select case when n.goes_in then p.id else n.product_id end as battery,
        case when n.goes_in then n.product_id else p.id end as device
    ) c
    join public.attributes i on i.key = n.inner_key
    join public.attributes o on o.key = n.outer_key
    -- Where a device says how much power it takes, that decides.
    where n.inner_key <> 'open_circuit_voltage' or not exists (
      select 1
      from private.fitting_rules r join private.product_figures f on f.product_id = c.device and f.key = r.outer_key
      where r.inner_key = 'array_power'
    )
    order by n.product_id, n.outer_key
  ), by_name as (
    -- An accessory names in its data sheet what it fits: the last two words of a model of the same brand.
    select o.id, 'Made for ' || (l ->> 'value') as reason
    from jsonb_array_elements(p.specs) l cross join lateral private.products_named_in(l ->> 'value', p.brand) o (id)
    where l ->> 'key' = 'fits' and o.id <> p.id
    union
    select o.id, 'Made for ' || (l ->> 'value')
    from public.products o cross join lateral jsonb_array_elements(o.specs) l
    where o.brand = p.brand and o.id <> p.id and o.specs @> '[{"key": "fits"}]'
      and l ->> 'key' = 'fits' and private.model_name(p.model) = any (private.names_in(l ->> 'value'))
  ), kit as (
    -- A kit of the shop shows that its inverter takes panels of this power, as many or fewer.
    select i.id as inverter, m.low as module, a.low as array
    from private.product_figures g
    join public.products k on k.id = g.product_id and k.is_active
    join private.product_figures m on m.product_id = k.id and m.key = 'module_power' and m.place = 1
    join private.product_figures a on a.product_id = k.id and a.key = 'array_power' and a.place = 1
    cross join lateral jsonb_array_elements(k.specs) l
    cross join lateral private.products_named_in(l ->> 'value', k.brand) i (id)
    where g.key = 'inverter_power'
      and l ->> 'key' = 'inverter'
      and case p.category
        when 'invertors' then k.brand = p.brand
        when 'solar' then exists (
          select 1 from private.product_figures o where o.product_id = p.id and o.key = 'module_power' and o.low = m.low
        )
      end
  ), by_kit as (
    select case when m.product_id = p.id then k.inverter else m.product_id end as product_id,
      format(
        '%s W panels, of which our kit with this inverter has %s kWp', trim_scale(k.module), trim_scale(k.array)
      ) as reason
    from kit k
    join private.product_figures m on m.key = 'module_power'
      and m.low = k.module
      and m.place = 1
      and p.id in (m.product_id, k.inverter)
    join private.product_figures a on a.product_id = m.product_id
      and a.key = 'array_power'
      and a.place = 1
      and a.low <= k.array
    where private.is_sold_alone(m.product_id) order by abs(m.price - p.price), m.product_id limit p_near * 2
  )
  select distinct on (s.id) s.id, s.reason
  from (
    select 1 as place, n.id, n.reason from by_name n
    union all
    select 2, f.product_id, f.reason from by_figures f
    union all
    select 3, k.product_id, k.reason from by_kit k
  ) s (place, id, reason)
  where coalesce(private.strings_fit(p.id, 1, s.id, 1), 'yes') = 'yes'
  order by s.id, s.place, s.reason;
end;
$$;

comment on function private.fitting_products is
  'What fits a product by name, by private.fitting_rules (p_near dearer, p_near cheaper and p_near of the same maker '
  'in each category and rule), or as in a kit of the shop; with the reason in words.';
create index products_by_series on public.products (brand, category, substring(model from '^[[:alpha:]]{2,}'));

create function private.family_of(p public.products) returns uuid[]
language sql stable set search_path = '' as $$
  -- The first figure of a data sheet is what the series differs by: the depth of a water detector,
  -- the energy of a battery.
  select case when count(*) between 3 and 16
    then array_agg(f.id order by substring(f.key_values[1] from '^[0-9.]+')::numeric, f.price, f.id) else '{}' end
  from (
    select q.id, q.key_values, q.price from public.products q
    where q.brand = p.brand
      and q.category = p.category
      and substring(q.model from '^[[:alpha:]]{2,}') = substring(p.model from '^[[:alpha:]]{2,}')
      and q.is_active
    limit 17
  ) f;
$$;

comment on function private.family_of is
  'The products on sale of one series: of one brand and category, with models that begin with the same letters '
  '(Orion-Tr, PQWT), by their first key value. None of fewer than three, or more than a table can compare.';

create function private.kind_words(p_text text, p_specs jsonb) returns text[]
language sql immutable set search_path = '' as $$
  -- Data sheets of one kind have the same lines; what most of them have says nothing about it.
  select array(
    select distinct w.word from regexp_split_to_table(btrim(p_text), ' +') w (word)
    union
    select 'line ' || (l ->> 'key') from jsonb_array_elements(p_specs) l
    where l ->> 'key' not in ('sold_separately', 'in_the_box')
  );
$$;

comment on function private.kind_words is
  'What tells of which kind a product is: the words of its name, brand, model and keywords, '
  'and the lines of its data sheet.';

create function private.similar_products(p public.products) returns table (product_id uuid, kinship numeric)
language plpgsql stable rows 6 set search_path = '' as $$
#variable_conflict use_column
declare
  own constant text[] := private.kind_words((private.words_of_product(p)).text, p.specs);
  -- What is made for another product is no choice beside that.
  is_accessory constant boolean := p.specs @> '[{"key": "fits"}]';
  family constant uuid[] := private.family_of(p);
begin
  return query
  with near as materialized (
    (select q.id, q.specs from public.products q
      where q.category = p.category
        and q.is_active
        and q.price >= p.price
        and q.id <> p.id
        and (q.specs @> '[{"key": "fits"}]') = is_accessory
      order by q.price, q.id limit 24)
    union all
    (select q.id, q.specs from public.products q
      where q.category = p.category
        and q.is_active
        and q.price < p.price
        and (q.specs @> '[{"key": "fits"}]') = is_accessory
      order by q.price desc, q.id desc limit 24)
  ), shared as materialized (
    select n.id, w.word from near n join private.product_words t on t.product_id = n.id
    cross join lateral unnest(private.kind_words(t.text, n.specs)) w (word) where w.word = any (own)
  ), rarity as (
    select s.word, 1.0 / count(*) as weight from shared s group by s.word
  )
  select s.id, sum(r.weight) from shared s join rarity r on r.word = s.word
  where s.id <> all (family)
  -- A single word that two products share is chance; one that several do names a kind.
  group by s.id having count(*) > 1 or min(r.weight) <= 1.0 / 3 order by 2 desc, s.id limit 6;
end;
$$;

comment on function private.similar_products is
  'The six of its category, of the 48 nearest in price, that have most in common with a product; what few of them have '
  'counts most. Without its family.';

create function private.text_of_figures(p_product uuid, p_key text) returns text
language sql stable set search_path = '' as $$
  select string_agg(private.figure_range(f.low, f.high, a.unit), ' or ' order by f.place)
  from private.product_figures f join public.attributes a on a.key = f.key
  where f.product_id = p_product and f.key = p_key;
$$;

create function private.bank_rows(p_battery uuid, p_quantity integer, p_device uuid, p_device_key text) returns integer
language sql stable set search_path = '' as $$
  -- Lead-acid batteries are sets of 12 V units, which can be wired anew; lithium ones are not put in series.
  select max(u.count / series.n)
  from private.product_figures i
  join private.fitting_rules r on r.inner_key = i.key and r.outer_key = p_device_key and r.kind = 'within'
  join private.product_figures o on o.product_id = p_device and o.key = p_device_key
  left join private.product_figures unit on unit.product_id = p_battery and unit.key = 'unit_voltage' and unit.place = 1
  left join private.product_figures units on units.product_id = p_battery
    and units.key = 'units_in_set'
    and units.place = 1
  cross join lateral (
    select case
      when unit.low is null then p_quantity
      else least(coalesce(units.low, 1)::integer * p_quantity, 100)
    end as count
  ) u
  cross join generate_series(1, case when unit.low is null then 1 else u.count end) series (n)
  where i.product_id = p_battery and i.place = 1 and u.count % series.n = 0
    and private.value_fits_range(r.kind, coalesce(unit.low, i.low) * series.n, o.low, o.high);
$$;

comment on function private.bank_rows is
  'In how many rows at most so many of a battery make a bank that a device takes, in series that use all of their '
  'units; null when in none, or when a figure is unknown.';

create function private.charger_text(p_device uuid, p_quantity integer, p_amps numeric) returns text
language sql stable set search_path = '' as $$
  select format('set its charger, %s A, to at most %s A', trim_scale(max(f.low) * p_quantity), trim_scale(p_amps))
  from private.product_figures f
  where f.product_id = p_device and f.key in ('charger_current', 'mains_charging_current')
  having max(f.low) * p_quantity > p_amps;
$$;

comment on function private.charger_text is
  'What to set when so many chargers give more than the amperes that the batteries take; null when they do not, '
  'or when either is unknown.';

create function private.charge_amps(p_battery uuid, p_rows integer) returns numeric
language sql stable set search_path = '' as $$
  select min(f.low) * p_rows from private.product_figures f
  where f.product_id = p_battery and f.key in ('maximum_charge_current', 'rated_charge_current');
$$;

comment on function private.charge_amps is
  'The amperes that so many rows of a battery may be charged with; null when its data sheet does not say.';

create function private.strings_fit(p_panels uuid, p_packs integer, p_device uuid, p_devices integer) returns text
language sql stable set search_path = '' as $$
  with known as (
    select least(max(f.low) filter (where f.key = 'modules_in_pack') * p_packs, 500)::integer as modules,
      max(f.low) filter (where f.key = 'open_circuit_voltage') as least_volts,
      max(f.high) filter (where f.key = 'open_circuit_voltage') as most_volts,
      max(f.low) filter (where f.key = 'short_circuit_current') as least_amps,
      max(f.high) filter (where f.key = 'short_circuit_current') as most_amps,
      max(f.low) filter (where f.key = 'module_power') as watts,
      max(f.high) filter (where f.key = 'maximum_solar_voltage') as input_volts,
      max(f.low) filter (where f.key = 'start_up_voltage') as start_volts,
      max(f.low) filter (where f.key = 'mppt_range') as mppt_low,
      max(f.high) filter (where f.key = 'mppt_range') as mppt_high,
      max(f.high) filter (where f.key = 'maximum_solar_current') as input_amps,
      max(f.high) filter (where f.key = 'maximum_solar_short_circuit') as input_short,
      (
        select max(substring(l ->> 'value' from '([0-9.]+) A per tracker')::numeric)
        from public.products d cross join lateral jsonb_array_elements(d.specs) l
        where d.id in (p_panels, p_device) and l ->> 'key' = 'maximum_solar_current'
      ) as tracker_amps
    from private.product_figures f where f.product_id in (p_panels, p_device) and f.place = 1
  ), arrangement as (
    -- In operation a panel has less than its open-circuit voltage and its short-circuit current,
    -- and its power is their product.
    select
      long * k.least_volts <= coalesce(k.input_volts, 'infinity')
        and short * k.most_volts >= greatest(k.mppt_low, k.start_volts, 0)
        and coalesce(rows * k.watts / k.most_volts <= k.input_amps, true)
        and coalesce(rows * k.least_amps <= k.input_short, true) as is_possible,
      -- Rows of one length, whatever is on one tracker. A cold morning adds up to a tenth of the voltage.
      k.modules % n = 0 and coalesce(k.most_amps <= k.tracker_amps, k.tracker_amps is null)
        and long * k.most_volts
          * case when k.input_volts is null then 1 else 1.1 end <= coalesce(k.input_volts, k.mppt_high)
        and (k.mppt_low is null or short * k.watts / k.most_amps >= k.mppt_low)
        and short * k.least_volts >= coalesce(k.start_volts, 0)
        and (k.input_amps is null or rows * k.most_amps <= k.input_amps)
        and (k.input_short is null or rows * k.most_amps <= k.input_short) as is_certain
    from known k cross join generate_series(1, k.modules) n
    cross join lateral (
      select k.modules / n as short, (k.modules + n - 1) / n as long, (n + p_devices - 1) / p_devices as rows
    ) s
    where k.most_volts is not null
      and coalesce(k.input_volts, k.mppt_low, k.start_volts, k.input_amps, k.input_short) is not null
  )
  select case
    when bool_or(a.is_certain) then 'yes'
    when bool_or(a.is_possible) then 'unknown'
    when count(*) > 0 then 'no'
  end
  from arrangement a;
$$;

comment on function private.strings_fit is
  'Whether all modules of so many packs make strings that so many solar inputs take: at most their voltage and '
  'current, and no less than start-up and MPPT voltage. yes; no; unknown where the data sheets do not decide; null '
  'where they have nothing to compare. For one of each, in either order.';

create function private.solar_input_text(p_device uuid) returns text
language sql stable set search_path = '' as $$
  select concat_ws(
    ', ', private.text_of_figures(p_device, 'mppt_range'),
    'from ' || private.text_of_figures(p_device, 'start_up_voltage'),
    'up to ' || private.text_of_figures(p_device, 'maximum_solar_voltage'),
    'up to ' || private.text_of_figures(p_device, 'maximum_solar_current'),
    'up to ' || private.text_of_figures(p_device, 'maximum_solar_short_circuit')
  );
$$;

create function private.solar_watts(p_parts jsonb) returns table (panels numeric, inputs numeric, is_unknown boolean)
language sql stable set search_path = '' as $$
  with part as (
    select t.id, t.quantity, p.category
    from jsonb_to_recordset(p_parts) t (id uuid, quantity integer) join public.products p on p.id = t.id
  )
  select
    (
      select sum(f.low * p.quantity * private.watts_in_unit(f.key))
      from part p join private.product_figures f on f.product_id = p.id and f.key = 'array_power' and f.place = 1
    ),
    (select sum(x.watts * p.quantity) from part p cross join lateral (
      select max(f.high * private.watts_in_unit(f.key)) as watts from private.product_figures f
      join private.fitting_rules r on r.outer_key = f.key and r.inner_key = 'array_power' where f.product_id = p.id
    ) x),
    -- What an inverter takes is often not in its data sheet.
    exists (select 1 from part p where p.category = 'invertors' and not exists (
      select 1 from private.product_figures f where f.product_id = p.id and f.key = 'maximum_solar_input'));
$$;

comment on function private.solar_watts is
  'The power of the panels among {id, quantity}[] and what the solar inputs take together; '
  'is_unknown where an inverter does not say.';

create function private.takes_panels(p_product uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from public.products p where p.id = p_product and p.category = 'invertors') or exists (
    select 1 from private.product_figures f
    where f.product_id = p_product and f.key in ('maximum_solar_voltage', 'solar_power_24v', 'solar_power_48v')
  );
$$;

create function private.panels_fit(p_panels uuid, p_were_too_many boolean, p_parts jsonb) returns boolean
language sql stable set search_path = '' as $$
  -- Where only their number was too large, fewer watts are enough, if nothing else is known.
  select coalesce(bool_or(coalesce(
    private.strings_fit(p.id, p.quantity, d.id, d.quantity),
    case when p_were_too_many and not s.is_unknown then 'yes' end
  ) = 'yes'), false)
  from private.solar_watts(p_parts) s
  cross join jsonb_to_recordset(p_parts) p (id uuid, quantity integer)
  join jsonb_to_recordset(p_parts) d (id uuid, quantity integer) on private.takes_panels(d.id)
  where p.id = p_panels and (s.is_unknown or s.panels <= s.inputs);
$$;

comment on function private.panels_fit is
  'Whether some solar input among {id, quantity}[] certainly takes these panels of them, '
  'and all inputs together all panels.';

create function private.could_replace(
  p_product uuid, p_others jsonb, p_panels uuid default null, p_were_too_many boolean default null
) returns setof uuid
language sql stable set search_path = '' as $$
  -- A device that some battery here fits, or a battery that fits some device here; of panels, or for them,
  -- one with which they fit.
  select c.id
  from public.products p
  cross join lateral (
    -- The nearest alone: anybody may ask, and each is compared with each.
    select q.* from public.products q where q.category = p.category and q.id <> p.id and q.is_active and q.stock > 0
    order by abs(ln(q.price::numeric / p.price)), q.id limit 32
  ) c
  cross join lateral (
    select exists (
      select 1 from jsonb_to_recordset(p_others) t (id uuid, quantity integer), private.product_figures f
      where (
        f.product_id = c.id
        and f.key in ('battery_voltage', 'input_voltage')
        and private.bank_rows(t.id, t.quantity, c.id, f.key) is not null
      )
        or (
          f.product_id = t.id
          and f.key in ('battery_voltage', 'input_voltage')
          and private.bank_rows(c.id, 1, t.id, f.key) is not null
        )
    ) as one, exists (
      select 1 from jsonb_to_recordset(p_others) t (id uuid, quantity integer)
      join private.product_figures f on f.product_id = t.id
        and f.key = 'nominal_voltage'
        and t.id not in (p_panels, p_product)
    ) as needed
  ) battery
  where p.id = p_product and c.stock > private.held_quantity(c.id) and private.is_sold_alone(c.id) and case
    when p_panels is null then battery.one
    when p_panels <> p_product and battery.needed and not battery.one then false
    else private.panels_fit(case when p_panels = p_product then c.id else p_panels end, p_were_too_many, (
      select jsonb_agg(jsonb_build_object(
        'id', case when t.id = p_product then c.id else t.id end, 'quantity', t.quantity
      ))
      from jsonb_to_recordset(p_others) t (id uuid, quantity integer)))
  end
  order by (
    select abs(a.low - b.low)
    from private.product_figures a join private.product_figures b on b.key = a.key and b.place = a.place
    where a.product_id = c.id and b.product_id = p.id and a.key = 'array_power' and a.place = 1 and p_panels = p.id
  ), abs(ln(c.price::numeric / p.price)), c.id limit 3;
$$;

comment on function private.could_replace is
  'Up to three products in stock of the same category, of the 32 nearest in price, that fit one of the others: {id, '
  'quantity}[]; or with which p_panels of the others fit, other panels of the nearest power first.';

create function public.fit_of_items(p_items jsonb) returns jsonb
-- Definer: no role reads private.shown_products.
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  parts jsonb;
  misfits jsonb;
  to_set jsonb;
begin
  perform private.require_json(p_items, 'array');
  -- A kit has its inverter and battery: nothing is said about it.
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'quantity', w.quantity) order by w.place), '[]') into parts
  from (
    select (e ->> 'productId')::uuid as id, sum((e ->> 'quantity')::integer) as quantity, min(n) as place
    from jsonb_array_elements(p_items) with ordinality t (e, n) group by 1
  ) w where private.is_sold_alone(w.id);
  if jsonb_array_length(parts) > 16 then
    parts := '[]';
  end if;
  with part as materialized (
    select t.id, t.quantity, p.name, p.category, p.brand, p.specs, p.model
    from jsonb_to_recordset(parts) t (id uuid, quantity integer) join public.products p on p.id = t.id
  ), device as (
    select distinct d.id, d.quantity, f.key
    from part d join private.product_figures f on f.product_id = d.id and f.key in ('battery_voltage', 'input_voltage')
  ), battery as (
    select b.id, b.quantity
    from part b join private.product_figures f on f.product_id = b.id and f.key = 'nominal_voltage' and f.place = 1
  ), pair as materialized (
    select d.id as device, d.quantity, d.key, b.id as battery, r.rows, r.rows is not null as fits
    from device d
    cross join battery b
    cross join lateral (select private.bank_rows(b.id, b.quantity, d.id, d.key) as rows) r
  ), solar as materialized (
    select s.panels, s.inputs, s.panels > s.inputs and not s.is_unknown as are_too_many
    from private.solar_watts(parts) s
  ), stuck as materialized (
    -- A device that none of the batteries fits, and whether another would do.
    select p.device, exists (select 1 from private.could_replace(p.device, parts)) as has_other
    from pair p
    group by p.device having not bool_or(p.fits)
  ), misfit as (
    select
      1 as place, p.device as id,
      format(
        'It takes %s, and the batteries here have %s',
        private.text_of_figures(p.device, min(p.key)),
        string_agg(distinct private.text_of_figures(p.battery, 'nominal_voltage'), ' and ')
      ) as reason
    from pair p join stuck s on s.device = p.device and s.has_other group by p.device
    union all
    -- While nothing fits, the device is the thing to change, if there is another.
    select
      2, p.battery,
      format(
        'It has %s, and what it would be for here takes %s',
        private.text_of_figures(p.battery, 'nominal_voltage'),
        string_agg(distinct private.text_of_figures(p.device, p.key), ' and ')
      )
    from pair p where exists (select 1 from pair q where q.fits) or exists (select 1 from stuck s where not s.has_other)
    group by p.battery having not bool_or(p.fits)
    union all
    select
      3,
      (
        select p.id
        from part p join private.product_figures f on f.product_id = p.id and f.key = 'array_power'
        order by f.low * p.quantity desc, p.id limit 1
      ),
      format(
        'The panels here have %s kW together, and the solar input takes %s kW',
        trim_scale(round(s.panels / 1000, 2)),
        trim_scale(round(s.inputs / 1000, 2))
      )
    from solar s where s.are_too_many
    union all
    select
      3, p.id,
      format(
        'In no strings do its %s panels of %s suit a solar input of %s',
        trim_scale(m.low * p.quantity),
        concat_ws(
          ' and ',
          private.text_of_figures(p.id, 'open_circuit_voltage'),
          private.text_of_figures(p.id, 'short_circuit_current')
        ),
        string_agg(distinct private.solar_input_text(d.id), ' or ')
      )
    from part p
    join private.product_figures m on m.product_id = p.id and m.key = 'modules_in_pack' and m.place = 1
    join part d on private.takes_panels(d.id)
    where not exists (select 1 from solar s where s.are_too_many)
    group by p.id, p.quantity, m.low
    having bool_and(coalesce(private.strings_fit(p.id, p.quantity, d.id, d.quantity), 'yes') = 'no')
    union all
    select 4, a.id, format('It is made for %s', l ->> 'value')
    from part a cross join lateral jsonb_array_elements(a.specs) l
    where l ->> 'key' = 'fits'
      and exists (select 1 from part b where b.id <> a.id and b.brand = a.brand and b.category = a.category)
      and not exists (select 1 from part b where b.id in (select private.products_named_in(l ->> 'value', a.brand)))
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', m.id, 'reason', m.reason, 'replaces', coalesce(o.replaces, m.id),
    'replacements', coalesce(o.products, '[]')
  ) order by m.place, m.id), '[]'), (
    select coalesce(jsonb_agg(format('%s: %s for the batteries here', d.name, c.text) order by d.name), '[]')
    from (
      select p.device,
        private.charger_text(p.device, p.quantity, case when bool_and(a.amps is not null) then sum(a.amps) end) as text
      from pair p cross join lateral (select private.charge_amps(p.battery, p.rows) as amps) a
      where p.fits
      group by p.device, p.quantity
    ) c join part d on d.id = c.device where c.text is not null
  ) into misfits, to_set
  from misfit m left join lateral (
    -- In place of panels other ones, else another inverter for them where these are all;
    -- of several inverters it is unknown which is to go.
    select w.id as replaces, jsonb_agg(s.product order by r.place) as products
    from part w
    cross join lateral private.could_replace(
      w.id, parts, case m.place when 3 then m.id end, (select s.are_too_many from solar s)
    ) with ordinality r (id, place)
    join private.shown_products s on s.id = r.id
    where m.place < 3 and w.id = m.id
      or m.place = 3
        and (select count(*) from part d where private.takes_panels(d.id)) = 1
        and (
          w.id = m.id or private.takes_panels(w.id) and (
            select count(*)
            from part o join private.product_figures f on f.product_id = o.id and f.key = 'array_power' and f.place = 1
          ) = 1
        )
    group by w.id order by w.id <> m.id limit 1
  ) o on true;
  return jsonb_build_object(
    'misfits', misfits,
    'toSet', to_set,
    'site', (
      select jsonb_build_object(
        'panelWatts', sum(f.watts) filter (where f.key = 'array_power'),
        'batteryWattHours', sum(f.watts) filter (where f.key = 'energy'),
        'inverterWatts', sum(f.watts) filter (
          where f.key in ('rated_power', 'inverter_power') and f.category in ('invertors', 'solar')
        )
      )
      from (
        select
          g.key, g.category,
          round(
            g.low * case g.key when 'energy' then 1000 else private.watts_in_unit(g.key) end
            * (e ->> 'quantity')::integer
          ) as watts
        from jsonb_array_elements(p_items) e
        join private.product_figures g on g.product_id = (e ->> 'productId')::uuid and g.place = 1
        where g.key in ('array_power', 'energy', 'rated_power', 'inverter_power')
      ) f
    )
  );
end;
$$;

comment on function public.fit_of_items is
  'The contract''s ItemsFit of {productId, quantity}[]: which of them do not fit the others, with both values, by '
  'private.fitting_rules; silent where a value is unknown, and about more than 16 products. '
  'What does not exist does not count.';

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

create function private.shares_a_word(p_text text, p_other text) returns boolean
language sql immutable set search_path = '' as $$
  select tsvector_to_array(to_tsvector('pg_catalog.english', p_text))
    && tsvector_to_array(to_tsvector('pg_catalog.english', p_other));
$$;

comment on function private.shares_a_word is
  'Whether two English texts have a word in common, in whatever form ("cables", "cable"); '
  '"and" and the like are no words.';

create function private.sold_separately(p public.products) returns text
language sql stable set search_path = '' as $$
  select string_agg(l ->> 'value', ', ') from jsonb_array_elements(p.specs) l where l ->> 'key' = 'sold_separately';
$$;

comment on function private.sold_separately is
  'What a product needs and does not bring, in the words of its data sheet; null when it names nothing.';

create function private.product_named(p_name text) returns uuid
-- Definer: no role reads former addresses.
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (
      select q.id from public.products q
      where q.slug = p_name
        or q.id = case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_name::uuid end
    ),
    (select f.product_id from private.former_slugs f where f.slug = p_name)
  );
$$;

comment on function private.product_named is 'The id of a product by slug, former slug or id; null when none has it.';

create function private.follower_chain(p_name text) returns setof public.products
-- Definer: no role reads former addresses.
language sql stable security definer set search_path = '' rows 2 as $$
  with recursive chain as (
    select q.* from public.products q where q.id = private.product_named(p_name)
    union
    select n.* from chain c join public.products n on n.id = private.product_named(c.replaced_by)
  )
  select * from chain;
$$;

comment on function private.follower_chain is
  'A product, its follower, the follower of that one and so on; ends where it would begin again.';
grant execute on function private.follower_chain to authenticated, service_role;

create function private.refuse_circle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select 1 from private.follower_chain(new.replaced_by) c where c.id = new.id) then
    raise sqlstate 'PT409' using message = 'follower_wrong';
  end if;
  return new;
end;
$$;

create trigger refuse_circle before insert or update of replaced_by on public.products
  for each row when (new.replaced_by is not null) execute function private.refuse_circle();

create function private.follower_of(p public.products) returns uuid
language sql stable set search_path = '' as $$
  select c.id from private.follower_chain(p.replaced_by) with ordinality c
  where c.is_active and not p.is_active order by c.ordinality limit 1;
$$;

comment on function private.follower_of is 'The first on sale that replaces a withdrawn product; null when none does.';

create index products_replaced on public.products (id) where replaced_by is not null and not is_active;

create function private.followers_named(p_query text) returns table (id uuid, replaces text)
-- Definer: no role reads what is not on sale.
language sql stable security definer set search_path = '' rows 1 as $$
  select f.id, p.name
  from public.products p cross join lateral private.follower_of(p) f (id)
  where p.replaced_by is not null and not p.is_active and f.id is not null
    and private.without_spaces(coalesce(private.model_name(p.model), private.model_name(p.name))) in (
      select private.without_spaces(n) from unnest(private.names_in(left(p_query, 200))) n
    );
$$;

comment on function private.followers_named is
  'The products that are sold in place of a withdrawn one whose model stands in these words, with the name of that.';
grant execute on function private.followers_named to service_role;

create function private.page_product(p_name text) returns public.products
-- Definer: a product that somebody has bought keeps its page after it was withdrawn.
language plpgsql stable security definer set search_path = '' as $$
declare
  found_product public.products;
begin
  select p.* into found_product from public.products p
  where p.id = private.product_named(p_name)
    and (
      p.is_active or p.replaced_by is not null
      or exists (select 1 from public.order_items i where i.product_id = p.id)
    );
  return found_product;
end;
$$;

comment on function private.page_product is
  'The product of a page, by slug, former slug or id; none when it was never sold, is not on sale and is not replaced.';

create function public.product_page(p_name text) returns json
-- Definer: no role reads private.shown_products. It shows what is on sale alone, besides the product itself.
language plpgsql stable security definer set search_path = '' as $$
declare
  p public.products := private.page_product(lower(p_name));
  shown record;
begin
  if p.id is null then
    return null;
  end if;
  select s.product, s.sheet into shown from private.shown_products s where s.id = p.id;
  return json_build_object(
    'product', shown.product,
    'pictures', p.pictures,
    'sheet', shown.sheet,
    'replacedBy', (select s.summary from private.shown_products s where s.id = private.follower_of(p)),
    'fits', case when p.is_active then (
      select coalesce(json_agg(
        json_build_object(
          'product', (select s.summary from private.shown_products s where s.id = (f.o).id), 'reason', f.reason,
          'isNeeded', coalesce(private.shares_a_word(private.sold_separately(p), (f.o).name), false)
        )
        -- The maker's own first. What runs a site comes before what takes a little of its current.
        order by (f.o).stock = 0, (f.o).brand is distinct from p.brand, (f.o).category = 'converters', (f.o).category,
          (f.o).price, (f.o).id
      ), '[]')
      from (
        select o, t.reason, row_number() over (
          partition by o.category
          order by o.stock = 0, o.brand is distinct from p.brand, abs(ln(o.price::numeric / p.price)), o.id
        ) as place
        from private.fitting_products(p, 4) t join public.products o on o.id = t.product_id and o.is_active
      ) f
      where f.place <= 4
    ) else '[]' end,
    'family', (
      select coalesce(json_agg(s.summary order by f.place), '[]')
      from unnest(private.family_of(p)) with ordinality f (id, place) join private.shown_products s on s.id = f.id
    ),
    'related', (
      select coalesce(json_agg((select s.summary from private.shown_products s where s.id = o.id)
        order by o.stock = 0, k.kinship desc, abs(ln(o.price::numeric / p.price)), o.id), '[]')
      from private.similar_products(p) k join public.products o on o.id = k.product_id
    )
  );
end;
$$;

comment on function public.product_page is
  'The contract''s ProductPage by slug, former slug or id; null when no product has it.';

grant execute on function
  private.products_on_sale, public.product_page, public.fit_of_items
to service_role;
