-- The figures of products: data sheets as numbers in the vocabulary's units, and what the shop works out of them.
-- Who reads: everybody for what is on sale, through the shop's functions. Who writes: the triggers on public.products alone.

create table private.product_figures (
  product_id uuid not null references public.products (id) on delete cascade deferrable initially deferred,
  key text not null references public.attributes (key),
  place smallint not null,
  low numeric not null,
  high numeric not null check (high >= low),
  is_worked_out boolean not null default false,
  -- Of the product: what fits another one is looked for at the nearest prices.
  category text not null,
  price integer not null,
  primary key (product_id, key, place)
);

comment on table private.product_figures is 'One row for a number or a range, several for alternatives and sizes, in public.attributes.unit.';

create index product_figures_by_value on private.product_figures (key, low, product_id) include (high, place);
create index product_figures_by_price on private.product_figures (key, category, price, product_id) include (place, low, high);

grant select on private.product_figures to anon, authenticated, service_role;

create table private.product_texts (
  product_id uuid not null references public.products (id) on delete cascade deferrable initially deferred,
  key text not null references public.attributes (key),
  -- Of the product: a shelf's texts are counted without those of other shelves.
  category text not null,
  value text not null,
  slug text not null,
  primary key (product_id, key)
);

comment on table private.product_texts is 'Short texts of data sheets, for filters: "AGM lead-acid" as Chemistry. Longer ones are sentences, and nobody chooses by them.';
comment on column private.product_texts.slug is 'The value as it stands in addresses: agm-lead-acid. Values that differ only in capitals or signs are one.';

create index product_texts_by_key on private.product_texts (key);
create index product_texts_by_slug on private.product_texts (category, key, slug, product_id) include (value);

create function private.text_slug(p_value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return trim(both '-' from regexp_replace(private.normalize_for_search(p_value), '[^a-z0-9]+', '-', 'g'));
end;
$$;

create function private.read_specs(
  p_specs jsonb, p_category text,
  out line integer, out key text, out place smallint, out low numeric, out high numeric, out written text, out note text
) returns setof record
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- The first line of an attribute counts.
  return query
  select distinct on (s.line, v.place) s.line::integer, a.key, v.place, v.low, v.high, v.written, v.note
  from (
    select distinct on (l ->> 'key') l ->> 'key' as key, l ->> 'value' as value, at as line
    from jsonb_array_elements(p_specs) with ordinality t (l, at) order by l ->> 'key', at
  ) s
  join public.attributes a on a.key = s.key and p_category = any (a.categories)
  cross join lateral private.read_value(a.kind, a.unit, s.value) v
  order by s.line, v.place;
end;
$$;

comment on function private.read_specs is 'The lines of a data sheet that are in the vocabulary and can be read.';

create type private.sheet_line as (
  line integer, key text, place smallint, low numeric, high numeric, written text, note text, is_worked_out boolean
);

comment on type private.sheet_line is 'What a data sheet says of one attribute; line is null where the shop worked it out.';

create function private.compared_price(p_price integer, p_figure numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  -- Whole shillings, and tenths of a price per watt, where whole ones would all be alike: as pages show it.
  return (
    select round(f.price, case when f.price < 100 then 1 else 0 end) from (select p_price / nullif(p_figure, 0) as price) f
  );
end;
$$;

comment on function private.compared_price is 'The price of one kWh, Ah or W, in KES.';

create function private.sheet_lines(p_product public.products) returns setof private.sheet_line
language plpgsql stable set search_path = '' as $$
begin
  return query
  with read as materialized (
    select * from private.read_specs(p_product.specs, p_product.category)
  ), known as (
    select jsonb_object_agg(r.key, r.low) filter (where r.low is not null and r.place = 1) as f from read r
  ), facts as (
    select
      (f ->> 'energy')::numeric as energy,
      coalesce((f ->> 'capacity')::numeric, round((f ->> 'energy')::numeric * 1000 / nullif((f ->> 'nominal_voltage')::numeric, 0))) as capacity,
      coalesce((f ->> 'array_power')::numeric, round((f ->> 'module_power')::numeric * (f ->> 'modules_in_pack')::numeric / 1000, 2)) as array_power,
      coalesce((f ->> 'total_takeouts')::numeric, (f ->> 'cables')::numeric * (f ->> 'takeouts_per_cable')::numeric) as takeouts,
      (f ->> 'rated_power')::numeric as rated_power,
      f ?| array['inverter_power', 'drive_rating'] as is_kit
    from known
  )
  select r.line, r.key, r.place, r.low, r.high, r.written, r.note, false from read r
  union all
  select null, w.key, 1::smallint, w.figure, w.figure, null, null, true
  from facts, lateral (values
    ('capacity', capacity), ('array_power', array_power), ('total_takeouts', takeouts),
    ('price_per_kwh', private.compared_price(p_product.price, energy)),
    ('price_per_ah', private.compared_price(p_product.price, capacity)),
    -- A kit's price pays for its battery and inverter too.
    ('price_per_watt', case when not is_kit then private.compared_price(p_product.price, coalesce(array_power, rated_power) * 1000) end)
  ) w (key, figure)
  join public.attributes a on a.key = w.key and p_product.category = any (a.categories)
  where w.figure > 0 and not exists (select 1 from read r where r.key = w.key);
end;
$$;

comment on function private.sheet_lines is
  'What a data sheet says, line by line, and what follows from it and the price where it does not say it. Reading takes milliseconds: once for a product.';

create function private.is_short_text(p_kind text, p_written text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  -- One without letters would read as a figure in an address.
  return p_kind = 'text' and char_length(p_written) <= 40 and private.text_slug(p_written) ~ '[a-z]';
end;
$$;

comment on function private.is_short_text is 'Whether a line of a data sheet goes into private.product_texts.';

create function private.figure_text(p_low numeric, p_unit text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- A price per watt is some tens of shillings: without a tenth most of a shelf would read the same.
  return case when p_unit = 'KES' then 'KES ' || case when p_low < 100 then to_char(p_low, 'FM990.0') else to_char(p_low, 'FM999,999,999,990') end
    else trim_scale(p_low) || coalesce(' ' || p_unit, '') end;
end;
$$;

comment on function private.figure_text is 'A figure that the shop worked out, with its unit: "74 Ah", "KES 55,775".';

create function private.key_figures_of(p_category text, p_sheet private.sheet_line[]) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(figure order by key_place, place), '{}')
    from (
      select a.key_place, a.place, replace(coalesce(a.key_words, '%'), '%', coalesce(s.written, private.figure_text(s.low, a.unit))) as figure
      from unnest(p_sheet) s join public.attributes a on a.key = s.key
      where s.place = 1 and a.key_place is not null and p_category = any (a.categories)
        -- Longer values are sentences; they stay in the data sheet.
        and char_length(coalesce(s.written, '')) <= 26
      order by a.key_place, a.place limit 3
    ) chosen
  );
end;
$$;

comment on function private.key_figures_of is 'What a buyer compares first, three at most: {"5.12 kWh", "51.2 V", "100 Ah"}.';

create function private.store_data_sheet() returns trigger
-- Definer: whoever edits a product, only this trigger writes its figures.
language plpgsql security definer set search_path = '' as $$
declare
  sheet private.sheet_line[];
begin
  new.specs := private.specs_with_keys(new.specs);
  sheet := array(select l from private.sheet_lines(new) l);
  new.key_figures := private.key_figures_of(new.category, sheet);
  -- An insert of a product that exists already will do nothing, so its figures stay as well.
  if tg_op = 'INSERT' and exists (select 1 from public.products p where p.id = new.id) then
    return new;
  end if;
  delete from private.product_figures f where f.product_id = new.id;
  insert into private.product_figures (product_id, key, place, low, high, is_worked_out, category, price)
  select new.id, s.key, s.place, s.low, s.high, s.is_worked_out, new.category, new.price from unnest(sheet) s where s.low is not null;
  delete from private.product_texts t where t.product_id = new.id;
  insert into private.product_texts (product_id, key, category, value, slug)
  select new.id, s.key, new.category, s.written, private.text_slug(s.written)
  from unnest(sheet) s join public.attributes a on a.key = s.key and private.is_short_text(a.kind, s.written);
  return new;
end;
$$;

-- Before the row is written: what is read once goes into the row and into both tables, whose foreign keys wait for the row.
create trigger store_data_sheet before insert or update of specs, category, price on public.products
  for each row execute function private.store_data_sheet();

create function private.product_sheet(p_product public.products) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with written as materialized (
      select a.key, a.group_name, a.place, a.label, coalesce(s.written, private.figure_text(s.low, a.unit)) as value, s.note,
        case when s.is_worked_out then a.worked_out_from end as worked_out_from
      from private.sheet_lines(p_product) s join public.attributes a on a.key = s.key
      where s.place = 1
    ), others as (
      -- Lines of the owner's own, and values that cannot be read: as they were typed.
      select null, 'More', 3000 + at, coalesce(a.label, l ->> 'label'), l ->> 'value', null, null
      from jsonb_array_elements(p_product.specs) with ordinality t (l, at) left join public.attributes a on a.key = l ->> 'key'
      where not exists (select 1 from written w where w.worked_out_from is null and w.key = l ->> 'key')
    ), lines (key, group_name, place, label, value, note, worked_out_from) as (
      select * from written union all select * from others
    ), groups as (
      select group_name, min(place) as place, jsonb_agg(jsonb_build_object(
        'key', key, 'label', label, 'value', value, 'note', note, 'workedOutFrom', worked_out_from
      ) order by place) as lines
      from lines group by group_name
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', group_name, 'lines', lines) order by place), '[]') from groups
  );
end;
$$;

comment on function private.product_sheet is 'The contract''s SheetGroup[]: a data sheet in groups, the figures that the shop worked out among it.';
grant execute on function
  private.read_specs, private.compared_price, private.sheet_lines, private.figure_text, private.key_figures_of, private.product_sheet
to anon, authenticated, service_role;

create function public.review_data_sheet(p_category text, p_specs jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  specs constant jsonb := private.specs_with_keys(p_specs);
  draft public.products := jsonb_populate_record(null::public.products, jsonb_build_object('category', p_category, 'specs', specs));
  sheet private.sheet_line[];
begin
  if not private.is_data_sheet(p_specs) then
    raise sqlstate 'PT400' using message = 'invalid_request';
  end if;
  sheet := array(select l from private.sheet_lines(draft) l);
  return jsonb_build_object(
    'keyFigures', to_jsonb(private.key_figures_of(p_category, sheet)),
    'unread', (
      select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'kind', a.kind, 'unit', a.unit) order by a.place), '[]')
      from public.attributes a
      where p_category = any (a.categories)
        and a.key in (select l ->> 'key' from jsonb_array_elements(specs) l)
        and a.key not in (select s.key from unnest(sheet) s where not s.is_worked_out)
    ),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'kind', a.kind, 'unit', a.unit) order by a.place), '[]')
      from public.attributes a
      where p_category = any (a.expected_in)
        and a.key not in (select s.key from unnest(sheet) s)
        and not exists (select 1 from jsonb_array_elements(specs) l where l ->> 'key' = a.key)
    )
  );
end;
$$;

comment on function public.review_data_sheet is
  'What the shop makes of a data sheet before it is saved: {keyFigures, unread: known labels whose value is no figure, missing: what buyers need}. PT400.';
grant execute on function public.review_data_sheet to authenticated;
