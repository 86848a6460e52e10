-- What a Supabase project has before its first migration and the embedded API does not bring: roles, and their rights
-- in the platform's own schemas. In public and private nothing is granted: the migrations do that, as on a hosted project.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end;
$$;

grant usage on schema auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_namespace where nspname = 'storage') then
    grant usage on schema storage to anon, authenticated, service_role;
    grant all on all tables in schema storage to anon, authenticated, service_role;
    grant execute on all functions in schema storage to anon, authenticated, service_role;
  end if;
end;
$$;
