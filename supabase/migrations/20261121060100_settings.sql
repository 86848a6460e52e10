-- The settings that rules depend on: one row, a typed column for each, with the history of every change.
-- Who reads: rules; admins through public.shop_settings(). Who writes: admins through public.change_settings().
set check_function_bodies = off;

create table private.settings (
  -- One row. The id is what its history is found by.
  id uuid primary key default 'a0000000-0000-4000-8000-000000000001' check (id = 'a0000000-0000-4000-8000-000000000001'),
  hold_minutes integer not null default 30 check (hold_minutes between 10 and 240),
  part_hold_days integer not null default 7 check (part_hold_days between 1 and 60),
  ship_when text not null default 'approved' check (ship_when in ('approved', 'settled')),
  approved_ships_below integer not null default 50000 check (approved_ships_below between 0 and 99999999),
  ships_unpaid boolean not null default false,
  fixed_delivery_prices boolean not null default false,
  second_factor_required boolean not null default true,
  database_limit_mb integer check (database_limit_mb between 1 and 100000000),
  pictures_limit_mb integer check (pictures_limit_mb between 1 and 100000000),
  backup_limit_days integer check (backup_limit_days between 1 and 365),
  updated_at timestamptz not null default now()
);

comment on table private.settings is 'One row of settings; every change is in public.history.';
comment on column private.settings.hold_minutes is 'Minutes for which the pieces of an order are held while its buyer pays.';
comment on column private.settings.part_hold_days is 'Days for which the pieces of an order are held once a part of its price was accepted, while the rest is awaited.';
comment on column private.settings.ship_when is 'What completing an order needs: the bank''s approval, or the payment in its settlement statement.';
comment on column private.settings.approved_ships_below is 'KES. An order of less may be completed when its payment is approved, which may be a mere reservation; of as much or more, not settled, with a reason only.';
comment on column private.settings.ships_unpaid is 'Parcels of an order that is not paid may be sent, each with a reason.';
comment on column private.settings.fixed_delivery_prices is
  'Delivery is part of an order''s total where the county has a fixed price and the buyer has accepted it; otherwise it is agreed after ordering.';

comment on column private.settings.second_factor_required is
  'Admins prove a second factor in each sign-in. Only the seed of a local shop switches it off; the dashboard does not.';

comment on column private.settings.database_limit_mb is
  'What the plan has for the database, in millions of bytes; null: no warning. This and the next two limits are set in SQL, see docs/deploy.md.';
comment on column private.settings.pictures_limit_mb is 'The same for the pictures.';
comment on column private.settings.backup_limit_days is 'How old the last backup by npm run shop -- backup may be; null: backups are made another way.';

insert into private.settings default values;

create trigger set_updated_at before update on private.settings
  for each row execute function private.set_updated_at();

create function private.is_second_factor_required() returns boolean
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.second_factor_required from private.settings s);
end;
$$;

comment on function private.is_second_factor_required is 'Do admins of this shop prove a second factor?';
grant execute on function private.is_second_factor_required to service_role;

create function private.hold_time() returns interval
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select make_interval(mins => s.hold_minutes) from private.settings s
  );
end;
$$;

comment on function private.hold_time is 'How long the pieces of an order are held while its buyer pays.';
grant execute on function private.hold_time to service_role;
create function public.shop_settings() returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('settings');
  select jsonb_build_object(
    'id', s.id, 'holdMinutes', s.hold_minutes, 'partHoldDays', s.part_hold_days, 'shipWhen', s.ship_when, 'approvedShipsBelow', s.approved_ships_below,
    'shipsUnpaid', s.ships_unpaid, 'fixedDeliveryPrices', s.fixed_delivery_prices
  ) from private.settings s;
$$;

comment on function public.shop_settings is 'The contract''s Settings. PT403.';
grant execute on function public.shop_settings to authenticated;

create function public.change_settings(p_changes jsonb, p_seen jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb;
begin
  perform private.require_permission('settings');
  perform 1 from private.settings for update;
  present := public.shop_settings();
  if p_changes - 'id' <> p_changes or not present ?& array(select jsonb_object_keys(p_changes)) then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'no such setting';
  end if;
  -- Sent twice, or somebody else wanted the same.
  if present @> p_changes then
    return present;
  end if;
  if not present @> p_seen then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
  begin
    update private.settings s set
      hold_minutes = coalesce((p_changes ->> 'holdMinutes')::integer, s.hold_minutes),
      part_hold_days = coalesce((p_changes ->> 'partHoldDays')::integer, s.part_hold_days),
      ship_when = coalesce(p_changes ->> 'shipWhen', s.ship_when),
      approved_ships_below = coalesce((p_changes ->> 'approvedShipsBelow')::integer, s.approved_ships_below),
      ships_unpaid = coalesce((p_changes ->> 'shipsUnpaid')::boolean, s.ships_unpaid),
      fixed_delivery_prices = coalesce((p_changes ->> 'fixedDeliveryPrices')::boolean, s.fixed_delivery_prices)
    where s.id is not null;
  exception when check_violation or invalid_text_representation or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
  return public.shop_settings();
end;
$$;

comment on function public.change_settings is
  'p_changes: the settings to change. p_seen: what the person saw of them. Returns Settings. PT403; PT400; PT409 changed_meanwhile.';
grant execute on function public.change_settings to authenticated;
