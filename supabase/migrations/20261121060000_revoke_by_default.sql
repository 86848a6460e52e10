-- Nothing is open unless it is granted by name. Schemas and defaults for all that follows.
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
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.touch_updated_at() is 'Keeps updated_at true whoever writes the row.';
