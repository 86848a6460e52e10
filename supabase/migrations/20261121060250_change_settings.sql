-- Settings in the dashboard: what they are, and changing them.
-- Who reads: admins through public.shop_settings(). Who writes: admins through public.change_settings().

create function private.settings_as_json() returns jsonb
-- Definer: nobody reads the settings themselves.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select jsonb_build_object(
    'id', s.id, 'holdMinutes', s.hold_minutes, 'shipWhen', s.ship_when, 'settlementRequiredAbove', s.settlement_required_above,
    'fixedDeliveryPrices', s.fixed_delivery_prices
  ) from private.settings s;
$$;

grant execute on function private.settings_as_json to authenticated;

create function public.shop_settings() returns jsonb
language sql stable set search_path = '' as $$
  select private.settings_as_json();
$$;

comment on function public.shop_settings is 'The contract''s Settings. PT403.';
grant execute on function public.shop_settings to authenticated;

create function private.change_settings(p_changes jsonb, p_seen jsonb) returns void
-- Definer: nobody writes the settings themselves.
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb;
begin
  perform private.require_admin();
  perform 1 from private.settings for update;
  present := private.settings_as_json();
  if p_changes - 'id' <> p_changes or not present ?& array(select jsonb_object_keys(p_changes)) then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'no such setting';
  end if;
  -- Sent twice, or somebody else wanted the same.
  if present @> p_changes then
    return;
  end if;
  if not present @> p_seen then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
  begin
    update private.settings s set
      hold_minutes = coalesce((p_changes ->> 'holdMinutes')::integer, s.hold_minutes),
      ship_when = coalesce(p_changes ->> 'shipWhen', s.ship_when),
      settlement_required_above = coalesce((p_changes ->> 'settlementRequiredAbove')::integer, s.settlement_required_above),
      fixed_delivery_prices = coalesce((p_changes ->> 'fixedDeliveryPrices')::boolean, s.fixed_delivery_prices);
  exception when check_violation or invalid_text_representation or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
end;
$$;

grant execute on function private.change_settings to authenticated;

create function public.change_settings(p_changes jsonb, p_seen jsonb) returns jsonb
language sql set search_path = '' as $$
  select private.change_settings(p_changes, p_seen);
  select private.settings_as_json();
$$;

comment on function public.change_settings is
  'p_changes: the settings to change. p_seen: what the person saw of them. Returns Settings. PT403; PT400; PT409 changed_meanwhile.';
grant execute on function public.change_settings to authenticated;
