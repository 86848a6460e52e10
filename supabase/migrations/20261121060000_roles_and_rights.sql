-- Nothing is open unless it is granted by name: the schemas, the default rights, and what many tables use.
-- Who reads: nobody yet. Who writes: migrations.

create schema if not exists private;
comment on schema private is 'What the Data API never exposes: sessions, holds, idempotency, rules for policies.';

create schema if not exists extensions;

revoke all on schema private from public;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- Supabase grants everything on new objects of these schemas to its three roles on older projects; on newer ones it
-- does not. Both start from the same place here.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- Postgres itself lets everybody execute a new function.
alter default privileges revoke execute on functions from public;

grant usage on schema private to anon, authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.touch_updated_at is 'Keeps updated_at true whoever writes the row.';

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A product that never was in an order may be erased, and its movements with it: that delete comes from the foreign key.
  if tg_op = 'DELETE' and tg_table_name = 'stock_movements' and pg_trigger_depth() > 1 then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end;
$$;

create function private.iso_time(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
$$;

comment on function private.iso_time is 'A moment as the treaty writes it: ISO 8601, UTC, milliseconds.';
grant execute on function private.iso_time to authenticated;
