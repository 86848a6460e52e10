-- The settings that rules depend on: one row, and one typed column for each, so that a rule never reads a text.
-- Who reads: the rules in later files. Who writes: public.change_settings(), in the file about changing them.

create table private.settings (
  -- One row. The id is what its history is found by.
  id uuid primary key default 'a0000000-0000-4000-8000-000000000001' check (id = 'a0000000-0000-4000-8000-000000000001'),
  hold_minutes integer not null default 30 check (hold_minutes between 10 and 240),
  ship_when text not null default 'approved' check (ship_when in ('approved', 'settled')),
  settlement_required_above integer not null default 500000 check (settlement_required_above between 0 and 99999999),
  fixed_delivery_prices boolean not null default false,
  second_factor_required boolean not null default true,
  database_limit_mb integer check (database_limit_mb between 1 and 100000000),
  pictures_limit_mb integer check (pictures_limit_mb between 1 and 100000000),
  backup_limit_days integer check (backup_limit_days between 1 and 365),
  updated_at timestamptz not null default now()
);

comment on table private.settings is 'One row of settings; every change is in public.history.';
comment on column private.settings.hold_minutes is 'Minutes for which the pieces of an order are kept while its buyer pays.';
comment on column private.settings.ship_when is 'What completing an order needs: the bank''s approval, or the payment in its settlement statement.';
comment on column private.settings.settlement_required_above is 'KES. Above it, completing an order that is not settled needs a reason.';
comment on column private.settings.fixed_delivery_prices is
  'Delivery is part of an order''s total where the county has a fixed price and the buyer has accepted it; otherwise it is agreed after ordering.';

comment on column private.settings.second_factor_required is
  'Admins prove a second factor in each sign-in. Only the seed of a local shop switches it off; the dashboard does not.';

comment on column private.settings.database_limit_mb is
  'What the plan has for the database, in millions of bytes; null: nobody warns. These three are set in SQL, see docs/deploy.md.';
comment on column private.settings.pictures_limit_mb is 'The same for the pictures.';
comment on column private.settings.backup_limit_days is 'How old the last backup by npm run shop -- backup may be; null: backups are made another way.';

insert into private.settings default values;

create trigger set_updated_at before update on private.settings
  for each row execute function private.set_updated_at();

create function private.is_second_factor_required() returns boolean
-- Definer: nobody reads the settings themselves.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.second_factor_required from private.settings s);
end;
$$;

comment on function private.is_second_factor_required is 'Do admins of this shop prove a second factor?';
grant execute on function private.is_second_factor_required to service_role;

create function private.hold_time() returns interval
-- Definer: nobody reads the settings themselves.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select make_interval(mins => s.hold_minutes) from private.settings s
  );
end;
$$;

comment on function private.hold_time is 'How long the pieces of an order are kept while its buyer pays.';
grant execute on function private.hold_time to service_role;
