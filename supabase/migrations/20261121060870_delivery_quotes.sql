-- When an order arrives and what its delivery costs: one rule for every page, and for placing an order.
-- Who calls: everybody, through public.delivery_quote(); public.place_order().

create function private.is_delivery_day(p_day date) returns boolean
-- Definer: row-level security would hide the holidays from whoever is not an admin.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select extract(isodow from p_day) < 7 and not exists (select 1 from public.bank_holidays h where h.day = p_day)
  );
end;
$$;

comment on function private.is_delivery_day is 'Drivers work from Monday to Saturday, and not on holidays.';

create function private.delivery_promise(c public.delivery_counties, p_at timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    -- Without a county: the promise for the major cities.
    when c.code is null then '2-3 business days'
    when (p_at at time zone 'Africa/Nairobi')::time < c.same_day_before and private.is_delivery_day(private.nairobi_day(p_at))
      then 'Same day, ordered before ' || trim(to_char(c.same_day_before, 'FMHH12:MI AM'))
    when c.days_to = 1 then 'Next business day'
    when c.days_from = c.days_to then c.days_to || ' business days'
    else c.days_from || '-' || c.days_to || ' business days'
  end;
end;
$$;

comment on function private.delivery_promise is 'How long an order placed at this moment takes to a county, in words; a row of nulls is an unknown county.';

create function private.delivered_free_because(p_product_id uuid, p_brand text, p_name text, p_category text) returns text
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
  'Why an order with this product is delivered free wherever it goes; null when it is not. A full solar system has an inverter and panels in its data sheet.';

create function private.delivery_quote(p_items jsonb, p_county text, p_at timestamptz default now()) returns jsonb
-- Definer: nobody reads the settings themselves.
language plpgsql stable security definer set search_path = '' as $$
declare
  county public.delivery_counties;
  goods bigint;
  free_because text;
begin
  select * into county from public.delivery_counties c where c.code = p_county;
  if p_county is not null and not found then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'no such county';
  end if;
  select sum(p.price * (l ->> 'quantity')::bigint), min(private.delivered_free_because(p.id, p.brand, p.name, p.category)) into goods, free_because
  from jsonb_array_elements(p_items) l join public.products p on p.id = (l ->> 'productId')::uuid and p.is_active;
  if free_because is null and goods > county.free_above then
    free_because := format('every order over KES %s to %s', to_char(county.free_above, 'FM99,999,999'), county.name);
  end if;
  return jsonb_build_object(
    'county', county.code, 'countyName', county.name, 'zone', county.zone,
    'promise', private.delivery_promise(county, p_at),
    'low', case when free_because is null then county.low else 0 end,
    'high', case when free_because is null then county.high else 0 end,
    'freeBecause', free_because,
    'price', (
      select case when free_because is null then county.fixed_price else 0 end
      from private.settings s where s.fixed_delivery_prices and county.code is not null
    )
  );
end;
$$;

comment on function private.delivery_quote is
  'The contract''s DeliveryQuote for products and quantities ({productId, quantity}[]) to a county; null: nobody has said where to. PT400 for no such county.';
grant execute on function private.delivery_quote to anon, authenticated, service_role;

create function public.delivery_quote(p_items jsonb, p_county text default null) returns jsonb
language sql stable set search_path = '' as $$
  select private.delivery_quote(p_items, p_county);
$$;

comment on function public.delivery_quote is 'When these products arrive in a county and what delivery costs: DeliveryQuote. PT400.';
grant execute on function public.delivery_quote to anon, authenticated, service_role;

create function private.agreed_delivery(p_request jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details jsonb := p_request -> 'orderData';
  quote jsonb := private.delivery_quote(p_request -> 'items', details ->> 'county');
begin
  -- Only what the buyer has seen and accepted is charged; without a figure delivery stays outside the total.
  if details ->> 'deliveryPrice' is null then
    return quote || '{"price": null}';
  end if;
  if (details ->> 'deliveryPrice')::bigint is distinct from (quote ->> 'price')::bigint then
    raise sqlstate 'PT409' using message = 'delivery_changed', detail = quote::text;
  end if;
  return quote;
end;
$$;

comment on function private.agreed_delivery is
  'The delivery of an order that is being placed; price is the part of its total, null when it stays outside. PT409 delivery_changed (detail: DeliveryQuote).';
grant execute on function private.agreed_delivery to service_role;
