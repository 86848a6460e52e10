-- Giving and taking the admin role.
-- Who calls: admins with their own token. No role may write public.users.role; the one sentence below may.

create function private.set_user_role(p_user_id uuid, p_role text) returns public.users
language plpgsql
-- Definer: the column is nobody's to write, or a person could make themselves an admin.
security definer
set search_path = ''
as $$
declare
  person public.users;
begin
  -- Asked first, so that nobody else makes anybody wait.
  perform private.require_admin();
  -- Two admins who take each other's role at once wait here; the second then is no admin any more.
  perform 1 from public.users u where u.role = 'admin' order by u.id for update;
  perform private.require_admin();
  select * into person from public.users u where u.id = p_user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  if person.role = 'admin' and p_role <> 'admin'
    and not exists (select 1 from public.users u where u.role = 'admin' and u.id <> p_user_id) then
    raise sqlstate 'PT409' using message = 'last_admin';
  end if;
  if person.role <> p_role then
    update public.users u set role = p_role where u.id = p_user_id returning * into person;
  end if;
  return person;
end;
$$;

comment on function private.set_user_role(uuid, text) is 'For admins; the shop never is without one. What the person may do changes with their next question.';
grant execute on function private.set_user_role(uuid, text) to authenticated;

create function public.set_user_role(p_user_id uuid, p_role text) returns jsonb
language sql
set search_path = ''
as $$
  select private.user_as_json(u) from private.set_user_role(p_user_id, p_role) u;
$$;

comment on function public.set_user_role(uuid, text) is 'Returns the User. PT403; PT404; PT409 last_admin.';
grant execute on function public.set_user_role(uuid, text) to authenticated;
