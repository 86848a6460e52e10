-- Where the shop delivers, when an order arrives and what delivery costs: one rule for every page, message and paper,
-- and for placing an order.
-- Who reads: everybody. Who writes: admins the counties.
set check_function_bodies = off;

create table public.delivery_counties (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^0[0-4][0-9]$'),
  name text not null unique,
  towns text[] not null default '{}',
  zone text not null check (zone in ('nairobi', 'city', 'town', 'remote')),
  days_from smallint not null check (days_from between 1 and 60),
  days_to smallint not null check (days_to between days_from and 60),
  same_day_before time check (same_day_before between '06:00' and '20:00'),
  low integer not null check (low between 0 and 999999),
  high integer not null check (high between low and 999999),
  free_above integer check (free_above between 0 and 99999999),
  fixed_price integer check (fixed_price between 0 and 999999),
  updated_at timestamptz not null default now()
);

comment on table public.delivery_counties is
  'One row per county: the one place that says how long delivery takes and what it costs.';
comment on column public.delivery_counties.code is
  'The official number of the county, from 001 Mombasa to 047 Nairobi. Not the code of ISO 3166-2, '
  'which is alphabetical.';
comment on column public.delivery_counties.towns is 'Places by which people look for the county: Lodwar is in Turkana.';
comment on column public.delivery_counties.days_from is
  'Business days, counted from the confirmed payment; so days_to.';
comment on column public.delivery_counties.same_day_before is
  'Ordered before this time in Nairobi, Monday to Saturday, goods arrive the same day; null where that is not offered.';
comment on column public.delivery_counties.low is 'KES: what delivery costs, from low to high by weight and distance.';
comment on column public.delivery_counties.free_above is
  'KES: an order of more than this is delivered free; null where no sum is enough.';
comment on column public.delivery_counties.fixed_price is
  'KES: charged with the order once private.settings.fixed_delivery_prices is on; '
  'null keeps delivery outside the total.';

alter table public.delivery_counties enable row level security;
grant select on public.delivery_counties to authenticated;
grant update (
  zone, days_from, days_to, same_day_before, low, high, free_above, fixed_price
) on public.delivery_counties to authenticated;

create policy "Who is signed in reads where the shop delivers" on public.delivery_counties
  for select to authenticated using (true);
create policy "Admins change how long delivery takes and what it costs" on public.delivery_counties
  for update to authenticated using ((select private.may('settings')));

create trigger set_updated_at before update on public.delivery_counties
  for each row execute function private.set_updated_at();

create function public.list_county_settings() returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('dashboard');
  select jsonb_agg(jsonb_build_object(
    'id', c.id, 'code', c.code, 'name', c.name, 'zone', c.zone, 'daysFrom', c.days_from, 'daysTo', c.days_to,
    'sameDayBefore', c.same_day_before, 'low', c.low, 'high', c.high, 'freeAbove', c.free_above,
    'fixedPrice', c.fixed_price, 'updatedAt', c.updated_at
  ) order by c.code)
  from public.delivery_counties c;
$$;

comment on function public.list_county_settings is 'The contract''s CountySettings[], by number. PT403.';

create function public.change_counties(p_counties jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  changed integer;
begin
  perform private.require_permission('settings');
  perform private.require_json(p_counties, 'array', 100);
  perform private.refuse_invalid(exists (
    select 1 from jsonb_array_elements(p_counties) n where jsonb_typeof(n) <> 'object'
  ), 'counties');
  update public.delivery_counties c set
    zone = n.zone, days_from = n."daysFrom", days_to = n."daysTo", same_day_before = n."sameDayBefore", low = n.low,
    high = n.high, free_above = n."freeAbove", fixed_price = n."fixedPrice"
  from jsonb_to_recordset(p_counties) n (
    id uuid, "updatedAt" timestamptz, zone text, "daysFrom" smallint, "daysTo" smallint, "sameDayBefore" time,
    low integer, high integer, "freeAbove" integer, "fixedPrice" integer
  )
  where c.id = n.id and c.updated_at = n."updatedAt";
  get diagnostics changed = row_count;
  if changed <> jsonb_array_length(p_counties) then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
end;
$$;

comment on function public.change_counties is
  'p_counties: CountySettings[] as they are to be, all or none, each with the last change that the caller knows. '
  'PT403, PT409 changed_meanwhile.';
grant execute on function public.list_county_settings, public.change_counties to authenticated;

insert into public.delivery_counties (code, name, zone, days_from, days_to, same_day_before, low, high, free_above)
select c.code, c.name, c.zone, z.days_from, z.days_to, z.same_day_before::time, z.low, z.high, z.free_above
from (values
  ('001', 'Mombasa', 'city'), ('002', 'Kwale', 'town'), ('003', 'Kilifi', 'town'), ('004', 'Tana River', 'remote'),
  ('005', 'Lamu', 'remote'), ('006', 'Taita-Taveta', 'town'), ('007', 'Garissa', 'remote'), ('008', 'Wajir', 'remote'),
  ('009', 'Mandera', 'remote'), ('010', 'Marsabit', 'remote'), ('011', 'Isiolo', 'remote'), ('012', 'Meru', 'town'),
  ('013', 'Tharaka-Nithi', 'town'), ('014', 'Embu', 'town'), ('015', 'Kitui', 'town'), ('016', 'Machakos', 'town'),
  ('017', 'Makueni', 'town'), ('018', 'Nyandarua', 'town'), ('019', 'Nyeri', 'town'), ('020', 'Kirinyaga', 'town'),
  ('021', 'Murang''a', 'town'), ('022', 'Kiambu', 'town'), ('023', 'Turkana', 'remote'),
  ('024', 'West Pokot', 'remote'), ('025', 'Samburu', 'remote'), ('026', 'Trans Nzoia', 'town'),
  ('027', 'Uasin Gishu', 'city'), ('028', 'Elgeyo-Marakwet', 'town'),
  ('029', 'Nandi', 'town'), ('030', 'Baringo', 'town'), ('031', 'Laikipia', 'town'), ('032', 'Nakuru', 'city'),
  ('033', 'Narok', 'town'), ('034', 'Kajiado', 'town'), ('035', 'Kericho', 'town'), ('036', 'Bomet', 'town'),
  ('037', 'Kakamega', 'town'), ('038', 'Vihiga', 'town'), ('039', 'Bungoma', 'town'), ('040', 'Busia', 'town'),
  ('041', 'Siaya', 'town'), ('042', 'Kisumu', 'city'), ('043', 'Homa Bay', 'town'), ('044', 'Migori', 'town'),
  ('045', 'Kisii', 'town'), ('046', 'Nyamira', 'town'), ('047', 'Nairobi', 'nairobi')
) c (code, name, zone)
join (values
  ('nairobi', 1, 1, '14:00', 500, 1500, 50000),
  ('city', 2, 3, null, 1500, 3000, null),
  ('town', 3, 5, null, 1500, 3000, null),
  ('remote', 5, 7, null, 3000, 5000, null)
) z (zone, days_from, days_to, same_day_before, low, high, free_above) using (zone)
order by c.code;

-- Constituencies and wards of the IEBC's order of 2012 (Legal Notice 14): Westlands, Karen, Embakasi and the others of
-- Nairobi; Juja, Kikuyu; Rongai in Nakuru, and the ward Ongata Rongai in Kajiado; Mumias; Bondo. Nyahururu is a
-- sub-county of Laikipia in the census of 2019 (KNBS, volume I).
update public.delivery_counties c set towns = t.towns::text[]
from (values
  ('002', '{Ukunda,Diani}'), ('003', '{Malindi}'), ('004', '{Hola}'), ('006', '{Voi,Wundanyi}'),
  ('010', '{Moyale}'), ('012', '{Maua}'), ('013', '{Chuka}'), ('015', '{Mwingi}'),
  ('016', '{Athi River,Mlolongo}'), ('017', '{Wote}'), ('018', '{Ol Kalou}'), ('020', '{Kerugoya,Kutus}'),
  ('022', '{Thika,Ruiru,Limuru,Juja,Kikuyu}'), ('023', '{Lodwar,Kakuma}'), ('024', '{Kapenguria}'),
  ('025', '{Maralal}'),
  ('026', '{Kitale}'), ('027', '{Eldoret}'), ('028', '{Iten}'), ('029', '{Kapsabet}'),
  ('030', '{Kabarnet}'), ('031', '{Nanyuki,Rumuruti,Nyahururu}'), ('032', '{Nakuru,Naivasha,Rongai}'),
  ('034', '{Kitengela,Ngong,Ongata Rongai,Rongai}'), ('037', '{Mumias}'),
  ('038', '{Mbale}'), ('039', '{Webuye}'), ('040', '{Malaba}'), ('041', '{Bondo}'), ('044', '{Rongo}'),
  ('047', '{Westlands,Karen,Embakasi,Dagoretti,Kasarani,Langata,Roysambu}')
) t (code, towns) where t.code = c.code;

create function private.delivery_day(p_from date, p_days integer) returns date
-- Definer: row-level security would hide the holidays from whoever is not an admin.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select d.day::date
    from private.shop_details s cross join generate_series(p_from, p_from + 250, interval '1 day') d (day)
    where extract(isodow from d.day) < 7
      and (d.day < s.closes or d.day >= s.reopens) is not false
      and not exists (select 1 from public.bank_holidays h where h.day = d.day::date)
    order by d.day offset p_days limit 1
  );
end;
$$;

comment on function private.delivery_day is
  'So many delivery days after the first from p_from on: Monday to Saturday, no holidays, no closed days.';

create function private.delivery_promise(
  p_county text, p_at timestamptz, p_method text, p_waits boolean, p_weeks integer default null,
  p_paid_on date default null, p_has_rest boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  c public.delivery_counties;
  day constant date := private.nairobi_day(p_at);
  paid_on constant date := coalesce(p_paid_on, day);
  -- What came another way than by card is with the shop at once, and on account nothing is to come.
  waits constant boolean := p_waits and coalesce(p_method, 'card') = 'card';
  ready constant date := greatest(
    day, case when waits then private.bank_days_after(paid_on, 2) end, paid_on + p_weeks * 7
  );
  starts constant date := private.delivery_day(ready, 0);
  is_on_first_day boolean;
begin
  select * into c from public.delivery_counties x where x.code = p_county;
  -- What is ordered while nobody delivers is as if it came in when the next delivery day begins.
  is_on_first_day := not waits and p_weeks is null
    and (starts > day or (p_at at time zone 'Africa/Nairobi')::time < c.same_day_before)
    and c.same_day_before is not null;
  return jsonb_build_object(
    'promise', case
      -- Without a county: the promise for the major cities.
      when c.code is null then '2-3 business days'
      when is_on_first_day and starts = day
        then 'Same day, ordered before ' || trim(to_char(c.same_day_before, 'FMHH12:MI AM'))
      when is_on_first_day or c.days_to = 1 then 'Next business day'
      when c.days_from = c.days_to then c.days_to || ' business days'
      else c.days_from || '-' || c.days_to || ' business days'
    end,
    'by', case
      when p_has_rest then null
      when is_on_first_day then starts else private.delivery_day(ready, coalesce(c.days_to, 3))
    end,
    'after', case
      when p_has_rest then 'rest' when p_weeks is not null then 'maker' when waits then 'bank'
      when starts > day + 1 then 'closed'
    end
  ) || case when waits and p_method is null and p_weeks is null then jsonb_build_object(
    'otherwise', private.delivery_promise(p_county, p_at, 'transfer', false) - 'after'
  ) else '{}' end;
end;
$$;

comment on function private.delivery_promise is
  'The one promise for delivery of what is paid at p_at: {promise, by, after} of the contract''s DeliveryPromise. '
  'p_method: of payment, null: by card, and otherwise. p_waits: by card, it is to be in the bank''s statement first. '
  'p_weeks: of the maker. p_paid_on: paid on that day, and still awaited at p_at. p_has_rest: a part is paid once the '
  'goods have come, nobody knows when, so there is no day. p_at null: the period alone.';

create function private.delivered_free_because(p_product_id uuid, p_brand text, p_name text, p_category text)
returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_brand = 'ABEM' and p_name ilike 'ABEM Terrameter%' then 'every ABEM Terrameter'
    when p_category = 'solar' and (
      select count(distinct f.key) from private.product_figures f
      where f.product_id = p_product_id and f.key in ('inverter_power', 'array_power')
    ) = 2 then 'every full solar system'
  end;
end;
$$;

comment on function private.delivered_free_because is
  'Why an order with this product is delivered free wherever it goes; null when it is not. A full solar system has an '
  'inverter and panels in its data sheet.';

create view private.delivery_offers as
select c.code, c.name, c.towns, c.zone, c.days_from, c.days_to, c.same_day_before, c.free_above,
  coalesce(fixed.price, c.low) as low, coalesce(fixed.price, c.high) as high
from public.delivery_counties c
cross join private.settings s
cross join lateral (select case when s.fixed_delivery_prices then c.fixed_price end as price) fixed;

comment on view private.delivery_offers is
  'The counties as everybody is told of them: where fixed prices are on, a county''s stands in place of its range.';

create function public.list_delivery_counties() returns jsonb
-- Definer: no role reads the settings.
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'code', o.code, 'name', o.name, 'towns', o.towns, 'zone', o.zone, 'daysFrom', o.days_from, 'daysTo', o.days_to,
    'sameDayBefore', o.same_day_before, 'low', o.low, 'high', o.high, 'freeAbove', o.free_above
  ) order by o.code)
  from private.delivery_offers o;
$$;

comment on function public.list_delivery_counties is 'The counties in the order of their numbers: DeliveryCounty[].';
grant execute on function public.list_delivery_counties to service_role;

create function public.delivery_quote(p_items jsonb, p_county text default null, p_at timestamptz default now())
returns jsonb
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
declare
  county public.delivery_counties;
  goods bigint;
  free_because text;
  weeks integer;
  has_rest boolean;
  is_sold_out boolean;
  has_goods boolean;
  has_prices boolean := (select s.fixed_delivery_prices from private.settings s);
  range_of record;
  price integer;
begin
  select * into county from public.delivery_counties c where c.code = p_county;
  perform private.refuse_invalid(p_county is not null and not found, 'no such county');
  -- Its days would be looked for without end.
  perform private.refuse_invalid(not isfinite(p_at), 'no such moment');
  -- The lines of an order.
  perform private.require_json(coalesce(p_items, '[]'), 'array', 100);
  select sum(p.price * i.quantity), min(private.delivered_free_because(p.id, p.brand, p.name, p.category)),
    max((p.to_order ->> 'high')::integer) filter (where i.is_short),
    coalesce(bool_or(i.is_short and (p.to_order ->> 'deposit')::integer < 100), false),
    coalesce(bool_or(i.is_short and p.to_order is null), false), bool_or(not p.is_service)
  into goods, free_because, weeks, has_rest, is_sold_out, has_goods
  from jsonb_array_elements(p_items) l join public.products p on p.id = (l ->> 'productId')::uuid and p.is_active
  cross join lateral (select (l ->> 'quantity')::bigint as quantity) q
  cross join lateral (select q.quantity, q.quantity > p.stock - private.held_quantity(p.id) as is_short) i;
  if not has_goods then
    free_because := 'work without goods';
  elsif free_because is null and goods > county.free_above then
    free_because := format('every order over KES %s to %s', to_char(county.free_above, 'FM99,999,999'), county.name);
  end if;
  price := case
    when has_prices and has_goods is not false and county.code is not null
      then case when free_because is null then county.fixed_price else 0 end
  end;
  -- Without a county: the range of the whole country.
  select min(o.low) as low, max(o.high) as high into range_of
  from private.delivery_offers o
  where p_county is null or o.code = p_county;
  return jsonb_build_object(
    'county', county.code, 'countyName', county.name, 'zone', county.zone,
    'low', case when free_because is null then range_of.low else 0 end,
    'high', case when free_because is null then range_of.high else 0 end,
    'freeBecause', free_because, 'price', price, 'isPromised', false, 'isWork', not coalesce(has_goods, true)
  ) || private.delivery_promise(
    county.code, case when not is_sold_out then p_at end, null,
    coalesce(goods, 0) + coalesce(price, 0) >= private.waits_for_bank_from(), weeks, p_has_rest => has_rest
  );
end;
$$;

comment on function public.delivery_quote is
  'When these products ({productId, quantity}[]), paid at p_at, arrive in a county and what delivery costs: '
  'DeliveryQuote; without a day when p_at is null or one is sold out. p_county is null where nobody has said where to. '
  'Without it low and high are those of the whole country. Work without goods is never charged for delivery. PT400 for '
  'no such county or moment.';
grant execute on function public.delivery_quote to authenticated, service_role;

create function private.agreed_delivery(p_request jsonb, p_is_agreed boolean default false) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details constant jsonb := p_request -> 'orderData';
  quote constant jsonb := public.delivery_quote(p_request -> 'items', details ->> 'county');
  price constant integer := details ->> 'deliveryPrice';
begin
  if p_is_agreed and details @> '{"isCollected": true}' then
    return quote || '{"zone": "collected", "price": 0, "freeBecause": null}';
  end if;
  -- Only what the buyer has seen and accepted is charged; without a figure delivery stays outside the total.
  if p_is_agreed or price is null then
    return quote || jsonb_build_object(
      'price', price, 'agreed', case when p_is_agreed then details ->> 'deliveryPromise' end
    ) || case when price > 0 then '{"freeBecause": null}' else '{}' end::jsonb;
  end if;
  if price is distinct from (quote ->> 'price')::integer then
    raise sqlstate 'PT409' using message = 'delivery_changed', detail = quote::text;
  end if;
  return quote;
end;
$$;

comment on function private.agreed_delivery is
  'DeliveryQuote of an order that is being placed; price is the part of its total in KES, null when it stays outside. '
  'p_is_agreed: staff or a quotation say the price, and if they want deliveryPromise (agreed), or that it is collected '
  '(isCollected: its zone, for nothing), else PT409 delivery_changed (detail: DeliveryQuote).';
