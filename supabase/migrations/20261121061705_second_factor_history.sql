-- The history of second factors: when an admin's app was set up, and when it was removed. Never what is in it.
-- Who reads: admins, as all of public.history. Who writes: the triggers below alone.

create function private.record_second_factor() returns trigger
-- Definer: whoever makes a change, only triggers write the history.
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  is_set_up boolean := tg_op = 'UPDATE';
begin
  insert into public.history (actor_id, actor_role, table_name, row_id, operation, before, after)
  select coalesce(private.history_actor(), new.user_id), coalesce(nullif(current_setting('role', true), 'none'), session_user),
    'users', u.id, 'update', jsonb_build_object('second_factor', not is_set_up), jsonb_build_object('second_factor', is_set_up)
  -- An account that is deleted takes its factor along, and has an entry of its own.
  from public.users u where u.id = person;
  return null;
end;
$$;

comment on function private.record_second_factor is
  'Writes into the history of an account that its second factor was set up, which nobody else can do for it, or removed, as `npm run shop -- make-admin` with --new-factor does.';

create trigger record_set_up after update of confirmed_at on private.second_factors
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function private.record_second_factor();

create trigger record_removal after delete on private.second_factors
  for each row when (old.confirmed_at is not null) execute function private.record_second_factor();
