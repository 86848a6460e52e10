-- Products, the best-selling ones first. Three in five are older than the first order, the others came since.

create temp table goods as
with kinds (place, category, brands, kinds, attribute, unit, lowest, highest) as (values
  (1, 'solar', array['JA Solar', 'Jinko', 'Canadian Solar', 'Longi', 'Trina'], array['mono panel', 'bifacial panel', 'roof kit', 'pump kit'], 'module_power', 'W', 9000, 240000),
  (2, 'batteries', array['Pylontech', 'Felicity', 'Ritar', 'Dyness'], array['lithium battery', 'gel battery', 'tubular battery'], 'capacity', 'Ah', 14000, 380000),
  (3, 'instruments', array['ABEM', 'Leica', 'Topcon', 'Sokkia', 'Iris'], array['total station', 'auto level', 'resistivity meter', 'tripod', 'prism'], 'reflectorless_range', 'm', 6000, 1850000),
  (4, 'invertors', array['Growatt', 'Deye', 'Victron', 'Must'], array['hybrid inverter', 'off-grid inverter', 'grid inverter'], 'rated_power', 'W', 18000, 420000),
  (5, 'converters', array['Victron', 'Mean Well', 'Cotek'], array['DC converter', 'charger', 'isolated converter'], 'output_current', 'A', 2500, 65000),
  (6, 'pqwt', array['PQWT', 'ADMT', 'Geotech'], array['water detector', 'underground mapper', 'cable set'], 'exploration_depth', 'm', 38000, 950000),
  (7, 'gps', array['Garmin', 'Emlid', 'CHC', 'Trimble'], array['handheld', 'RTK receiver', 'base antenna', 'data logger'], 'accuracy', 'mm', 8000, 620000)
), chosen as (
  select n, k.*, pg_temp.pick(k.brands, 'brand', n) as brand, pg_temp.pick(k.kinds, 'kind', n) as kind,
    chr(65 + floor(pg_temp.chance('letter', n) * 26)::integer) || chr(65 + floor(pg_temp.chance('letter two', n) * 26)::integer)
      || '-' || n as model,
    50 * (1 + floor(pg_temp.chance('figure', n) * 119)::integer) as figure,
    -- Many cheap ones, few dear ones.
    (lowest + (highest - lowest) * power(pg_temp.chance('price', n), 3))::integer as rough_price,
    greatest(0, (n::double precision / pg_temp.count_of('products') - 0.6) / 0.4) as began
  from generate_series(1, pg_temp.count_of('products')) n
  join kinds k on k.place = 1 + floor(pg_temp.chance('category', n) * 7)::integer
)
select t.n, pg_temp.id_of('product', n) as id,
  trim(both '-' from regexp_replace(lower(brand || ' ' || kind || ' ' || model), '[^a-z0-9]+', '-', 'g')) as slug,
  brand || ' ' || model || ' ' || kind || ', ' || figure || ' ' || unit as name,
  category, brand, model,
  'A ' || kind || ' by ' || brand || ' for work in the field and on the roof. Checked before it leaves the shop and sent with its papers.' as description,
  rough_price / 50 * 50 as price,
  case when pg_temp.chance('new price', n) < 0.08 then (rough_price * 0.9)::integer / 50 * 50 end as price_before,
  pg_temp.moment(began + (1 - began) * pg_temp.chance('price day', n)) as priced_at,
  case when began = 0 then pg_temp.moment(-0.2 * pg_temp.chance('before', n)) else pg_temp.moment(began) end as created_at,
  case
    when pg_temp.chance('stock', n) < 0.04 then 0
    when pg_temp.chance('stock', n) < 0.09 then 1 + floor(pg_temp.chance('few', n) * 3)::integer
    else 4 + floor(pg_temp.chance('many', n) * 190)::integer
  end as stock,
  pg_temp.chance('archived', n) >= 0.03 as is_active,
  private.specs_with_keys(case when category = 'batteries' then jsonb_build_array(
    jsonb_build_object('key', 'nominal_voltage', 'value', pg_temp.pick(array['12 V', '24 V', '48 V', '51.2 V'], 'voltage', n)),
    jsonb_build_object('key', 'energy', 'value', round(figure * 0.048, 2) || ' kWh'),
    jsonb_build_object('key', 'chemistry', 'value', pg_temp.pick(array['LiFePO4', 'AGM lead-acid', 'Gel lead-acid', 'Tubular lead-acid'], 'chemistry', n))
  ) else '[]' end || jsonb_build_array(
    jsonb_build_object('key', attribute, 'value', figure || ' ' || unit),
    jsonb_build_object('label', 'Model', 'value', model),
    jsonb_build_object('key', 'in_the_box', 'value', pg_temp.pick(array['Hard case', 'Carton', 'Carton and manual', 'Pallet'], 'box', n)),
    jsonb_build_object('label', 'Enclosure', 'value', pg_temp.pick(array['IP20', 'IP54', 'IP65', 'IP67'], 'enclosure', n))
  )) as specs,
  1 + floor(pg_temp.chance('warranty', n) * 10)::integer as warranty_years,
  200 + floor(pg_temp.chance('weight', n) * 60000)::integer as weight_grams
from chosen t;

alter table goods add primary key (n);
create unique index on goods (id);
analyze goods;
