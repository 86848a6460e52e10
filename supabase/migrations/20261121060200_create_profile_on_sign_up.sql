-- A new account gets its profile in the same transaction, and an address that the auth service changes is its profile's too.
-- Who calls: the triggers on auth.users alone. It must never fail, or nobody could sign up: all is cut and coalesced.

create function private.create_profile() returns trigger
language plpgsql
-- Definer: the auth service's role may not write public.users.
security definer
set search_path = ''
as $$
declare
  meta jsonb := coalesce(to_jsonb(new) -> 'raw_user_meta_data', '{}');
begin
  insert into public.users (id, name, email, phone, address)
  values (
    new.id,
    left(coalesce(trim(meta ->> 'name'), ''), 120),
    lower(new.email),
    left(nullif(trim(meta ->> 'phone'), ''), 40),
    left(nullif(trim(meta ->> 'address'), ''), 500)
  )
  on conflict (id) do nothing;
  return new;
end;
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.follow_email() returns trigger
language plpgsql
-- Definer: as above.
security definer
set search_path = ''
as $$
begin
  -- Else the profile would show an address that signs nobody in, and keep it from who registers with it.
  update public.users u set email = lower(new.email) where u.id = new.id and new.email is not null;
  return new;
end;
$$;

create trigger follow_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.follow_email();
