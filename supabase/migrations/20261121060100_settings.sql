-- The settings that rules depend on; and what the shop is called, how it is reached and the texts of five pages: one
-- row each, with the history of every change.
-- Who reads: rules; admins the settings; everybody the rest, through functions. Who writes: admins through
-- public.change_settings() and public.change_shop_details().
set check_function_bodies = off;

create table private.settings (
  -- One row. The id is what its history is found by.
  id uuid primary key default 'a0000000-0000-4000-8000-000000000001'
    check (id = 'a0000000-0000-4000-8000-000000000001'),
  hold_minutes integer not null default 30 check (hold_minutes between 10 and 240),
  partial_payment_hold_days integer not null default 7 check (partial_payment_hold_days between 1 and 60),
  ship_when text not null default 'approved' check (ship_when in ('approved', 'settled')),
  approved_ships_below integer not null default 50000 check (approved_ships_below between 0 and 99999999),
  ships_unpaid boolean not null default false,
  fixed_delivery_prices boolean not null default false,
  terms_approved_on date check (terms_approved_on between '2020-01-01' and '2099-12-31'),
  second_factor_required boolean not null default true,
  database_limit_mb integer check (database_limit_mb between 1 and 100000000),
  pictures_limit_mb integer check (pictures_limit_mb between 1 and 100000000),
  backup_limit_days integer check (backup_limit_days between 1 and 365),
  prompts_are_on boolean not null default false,
  mpesa_limit integer not null default 250000 check (mpesa_limit between 1 and 1000000),
  withheld_vat_rate integer not null default 200 check (withheld_vat_rate between 0 and 10000),
  withheld_tax_rate integer not null default 500 check (withheld_tax_rate between 0 and 10000),
  updated_at timestamptz not null default now()
);

comment on table private.settings is 'One row of settings; every change is in public.history.';
comment on column private.settings.hold_minutes is
  'Minutes for which the pieces of an order are held while its buyer pays.';
comment on column private.settings.partial_payment_hold_days is
  'Days for which the pieces of an order are held once a part of its price was accepted, while the rest is awaited.';
comment on column private.settings.ship_when is
  'What completing an order needs: the bank''s approval, or the payment in its settlement statement.';
comment on column private.settings.approved_ships_below is
  'KES. An order of less may be completed when its payment is approved, which may be a mere reservation; of as much or '
  'more, not settled, with a reason only.';
comment on column private.settings.ships_unpaid is
  'Parcels of an order that is not paid may be sent, each with a reason.';
comment on column private.settings.fixed_delivery_prices is
  'Delivery is part of an order''s total where the county has a fixed price and the buyer has accepted it; otherwise '
  'it is agreed after ordering.';

comment on column private.settings.terms_approved_on is
  'When the owner''s lawyer approved Terms of Sale and Privacy; until then the overview asks for it.';
comment on column private.settings.second_factor_required is
  'Admins prove a second factor in each sign-in. Only the seed of a local shop switches it off; '
  'the dashboard does not.';

comment on column private.settings.database_limit_mb is
  'What the plan has for the database, in millions of bytes; null: no warning. This and the next two limits are set in '
  'SQL, see docs/deploy.md.';
comment on column private.settings.pictures_limit_mb is 'The same for the pictures.';
comment on column private.settings.backup_limit_days is
  'How old the last backup by npm run shop -- backup may be; null: backups are made another way.';

comment on column private.settings.prompts_are_on is
  'Buyers may pay by a prompt of M-Pesa on their phone; Safaricom''s keys are settings of the deployment.';
comment on column private.settings.mpesa_limit is
  'KES: the most that Safaricom takes in one payment by M-Pesa.';
comment on column private.settings.withheld_vat_rate is
  'Basis points of the price before VAT that buyers withhold as VAT, or as income tax; set in SQL too.';

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

create function private.hold_time(p_is_partly_paid boolean default false) returns interval
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when p_is_partly_paid then make_interval(days => s.partial_payment_hold_days)
      else make_interval(mins => s.hold_minutes)
    end
    from private.settings s
  );
end;
$$;

comment on function private.hold_time is
  'How long the pieces of an order are held while its buyer pays, or once they have paid some of it.';

create function private.waits_for_bank_from() returns integer
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select case s.ship_when when 'settled' then 0 else s.approved_ships_below end from private.settings s);
end;
$$;

comment on function private.waits_for_bank_from is
  'KES: an order of as much that is paid by card is usually sent once the bank''s statement has the money.';

create function public.shop_settings() returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('settings');
  select jsonb_build_object(
    'id', s.id, 'holdMinutes', s.hold_minutes,
    'partialPaymentHoldDays', s.partial_payment_hold_days, 'shipWhen', s.ship_when,
    'approvedShipsBelow', s.approved_ships_below,
    'shipsUnpaid', s.ships_unpaid, 'fixedDeliveryPrices', s.fixed_delivery_prices,
    'termsApprovedOn', s.terms_approved_on, 'promptsAreOn', s.prompts_are_on, 'mpesaLimit', s.mpesa_limit
  ) from private.settings s;
$$;

comment on function public.shop_settings is 'The contract''s Settings. PT403.';
grant execute on function public.shop_settings to authenticated;

create function private.change_row(p_table regclass, p_changes jsonb, p_id uuid default null) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1)) where t.id = coalesce($2, t.id)',
    p_table, (select string_agg(quote_ident(c), ', ') from jsonb_object_keys(p_changes) c)
  ) using p_changes, p_id;
exception when check_violation or not_null_violation or data_exception then
  perform private.refuse_invalid(true, sqlerrm);
end;
$$;

comment on function private.change_row is
  'Changes these columns of a row; without p_id, of a table of one row, as this file''s tables are. PT400 for '
  'what the table refuses.';

create function public.change_settings(p_changes jsonb, p_seen jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb;
begin
  perform private.require_password('settings');
  perform 1 from private.settings for update;
  present := public.shop_settings();
  perform private.require_json(p_changes, 'object');
  perform private.refuse_invalid(
    p_changes - 'id' <> p_changes or not present ?& array(select jsonb_object_keys(p_changes)), 'no such setting'
  );
  -- Sent twice, or somebody else wanted the same.
  if present @> p_changes then
    return present;
  end if;
  if not present @> p_seen then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
  perform private.change_row('private.settings', (
    select jsonb_object_agg(lower(regexp_replace(c.key, '([A-Z])', '_\1', 'g')), c.value) from jsonb_each(p_changes) c
  ));
  return public.shop_settings();
end;
$$;

comment on function public.change_settings is
  'p_changes: the settings to change. p_seen: what the person saw of them. Returns Settings. PT403, also '
  'password_required; PT400; PT409 changed_meanwhile.';
grant execute on function public.change_settings to authenticated;

create table private.shop_details (
  -- One row. The id is what its history is found by.
  id uuid primary key default 'a0000000-0000-4000-8000-000000000002'
    check (id = 'a0000000-0000-4000-8000-000000000002'),
  name text not null default 'Instruments & Current' check (name = btrim(name) and name ~ '^[^\n]{1,60}$'),
  phones text[] not null default '{+254700000000,+254711000000}'
    check (
      cardinality(phones) between 1 and 3
      and array_to_string(phones, ' ', '?') ~ format('^(\+?\d{8,15}( |$)){%s}$', cardinality(phones))
    ),
  whatsapp text not null default '' check (whatsapp ~ '^(\+\d{8,15})?$'),
  -- The bank's form has room for 40 characters.
  email text not null default 'sales@instruments-and-current.example'
    check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(email) <= 40),
  address text not null default 'Demonstration House, Industrial Area, Nairobi, Kenya'
    check (address = btrim(address) and address ~ '^[^\n]{1,200}$'),
  hours text not null default 'Monday-Friday, 8 AM-6 PM' check (hours = btrim(hours) and hours ~ '^[^\n]{1,100}$'),
  bank text not null default '' check (bank = btrim(bank) and char_length(bank) <= 500),
  paybill text not null default '' check (paybill ~ '^(\d{5,7})?$'),
  till text not null default '' check (till ~ '^(\d{5,7})?$'),
  pin text not null default '' check (pin ~ '^([A-Z]\d{9}[A-Z])?$'),
  announcement text not null default '' check (announcement = btrim(announcement) and announcement ~ '^[^\n]{0,120}$'),
  closes date,
  reopens date check (reopens > closes),
  -- The texts of pages. The first page has a slide, whose title is the page's own.
  home text not null default '# To be written.' check (home ~ '(^|\n)# +\S' and char_length(home) <= 40000),
  shipping text not null default '# To be written.' check (shipping ~ '\S' and char_length(shipping) <= 40000),
  returns text not null default '# To be written.' check (returns ~ '\S' and char_length(returns) <= 40000),
  warranty text not null default '# To be written.' check (warranty ~ '\S' and char_length(warranty) <= 40000),
  terms text not null default '# To be written.' check (terms ~ '\S' and char_length(terms) <= 40000),
  privacy text not null default '# To be written.' check (privacy ~ '\S' and char_length(privacy) <= 40000),
  updated_at timestamptz not null default now(),
  check ((closes is null) = (reopens is null))
);

comment on table private.shop_details is
  'One row; every change is in public.history. Empty text: the shop has none. Its first texts: supabase/seed/texts.';
comment on column private.shop_details.whatsapp is
  'The number on which the shop answers WhatsApp, in international form.';
comment on column private.shop_details.bank is 'How to pay by bank transfer, in lines.';
comment on column private.shop_details.paybill is 'Of M-Pesa: buyers name their order as the account.';
comment on column private.shop_details.till is 'Of M-Pesa''s Buy Goods, which asks for no account.';
comment on column private.shop_details.pin is 'The shop''s own PIN at the Kenya Revenue Authority.';
comment on column private.shop_details.announcement is 'A line above the header of every page of the shop.';
comment on column private.shop_details.closes is 'From this day until reopens the shop is closed.';

insert into private.shop_details default values;

create trigger set_updated_at before update on private.shop_details
  for each row execute function private.set_updated_at();

create function public.shop_details() returns jsonb
-- Definer: no role reads the table.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_jsonb(d) - array['id', 'updated_at', 'home', 'shipping', 'returns', 'warranty', 'terms', 'privacy']
      || jsonb_build_object(
        'promptsAreOn', s.prompts_are_on, 'mpesaLimit', s.mpesa_limit,
        'isMpesaSilent', (private.mpesa_silence()).since is not null, 'waitsForBankFrom', private.waits_for_bank_from(),
        'fromPrices', private.from_prices()
      )
    from private.shop_details d, private.settings s
  );
end;
$$;

comment on function public.shop_details is 'The contract''s ShopDetails.';
grant execute on function public.shop_details to authenticated, service_role;

create function private.shop_on_papers() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(d.key, d.value) from jsonb_each(public.shop_details()) d
    where d.key in (
      'name', 'phones', 'email', 'address', 'hours', 'bank', 'paybill', 'till', 'pin', 'mpesaLimit', 'promptsAreOn'
    )
  );
end;
$$;

comment on function private.shop_on_papers is
  'The seller of the contract''s PaperContent: of the shop''s details those that papers print.';

create function public.shop_text(p_page text) returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select to_jsonb(d) -> p_page from private.shop_details d
  where p_page in ('home', 'shipping', 'returns', 'warranty', 'terms', 'privacy');
$$;

comment on function public.shop_text is
  'The text of a page, as typed: home, shipping, returns, warranty, terms or privacy; null for any other.';
grant execute on function public.shop_text to authenticated, service_role;

create function private.call_build_hook() returns void
language plpgsql set search_path = '' as $$
begin
  -- A platform without Vault has no hook.
  if to_regclass('vault.decrypted_secrets') is not null then
    perform net.http_post(url := s.decrypted_secret, body := '{}'::jsonb)
    from vault.decrypted_secrets s where s.name = 'build_hook' and s.decrypted_secret like 'https://%';
  end if;
end;
$$;

comment on function private.call_build_hook is
  'After the transaction, and without waiting for a reply: tells the host of the site to build it again, at the '
  'address in Vault''s secret build_hook. Nothing without one.';

create function public.change_shop_details(p_changes jsonb, p_seen jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb;
begin
  perform private.require_password('settings');
  perform 1 from private.shop_details for update;
  select to_jsonb(d) - array['id', 'updated_at'] into present from private.shop_details d;
  perform private.require_json(p_changes, 'object');
  perform private.refuse_invalid(not present ?& array(select jsonb_object_keys(p_changes)), 'no such detail');
  -- Sent twice, or somebody else wanted the same.
  if present || p_changes = present then
    return public.shop_details();
  end if;
  if present || p_seen <> present then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
  perform private.change_row('private.shop_details', p_changes);
  perform private.call_build_hook();
  return public.shop_details();
end;
$$;

comment on function public.change_shop_details is
  'p_changes: the details and texts to change. p_seen: what the person saw of them. Returns ShopDetails. PT403, '
  'also password_required; PT400; PT409 changed_meanwhile.';
grant execute on function public.change_shop_details to authenticated;
