-- Who gives and takes the admin role.
-- Who calls: admins; an owner of the database makes the first one (npm run shop -- make-admin).

create function private.end_sign_ins(p_user_id uuid) returns void
language sql set search_path = '' as $$
  delete from private.sessions s where s.sess ->> 'userId' = p_user_id::text;
  delete from auth.sessions s where s.user_id = p_user_id;
$$;

comment on function private.end_sign_ins is
  'Signs a person out everywhere. To be called before their account is locked: an order is placed with its session locked, and then with its account.';

create function public.set_user_role(p_user_id uuid, p_role text) returns jsonb
-- Definer: nobody may write the column, or a person could make themselves an admin.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
begin
  -- Checked before locking, so that only admins make anybody wait.
  perform private.require_password();
  -- Their password was chosen as a customer's: the next sign-in asks for one that staff may have.
  if p_role = 'admin' and exists (select 1 from public.users u where u.id = p_user_id and u.role <> 'admin') then
    perform private.end_sign_ins(p_user_id);
  end if;
  -- When two admins take each other's role at the same time, the second waits here and is no longer an admin afterwards.
  perform 1 from public.users u where u.role = 'admin' order by u.id for update;
  perform private.require_admin();
  select * into person from public.users u where u.id = p_user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  if person.role <> 'admin' and p_role = 'admin' and person.email_confirmed_at is null then
    raise sqlstate 'PT409' using message = 'email_unconfirmed';
  end if;
  if person.role = 'admin' and p_role <> 'admin'
    and not exists (select 1 from public.users u where u.role = 'admin' and u.id <> p_user_id) then
    raise sqlstate 'PT409' using message = 'last_admin';
  end if;
  if person.role <> p_role then
    update public.users u set role = p_role where u.id = p_user_id returning * into person;
    perform private.log_security('role_changed');
  end if;
  return private.user_as_json(person);
end;
$$;

comment on function public.set_user_role is
  'The last admin keeps the role, and nobody gets it before their e-mail address is confirmed. Whoever gets it has to sign in again; whoever loses it has '
  'no rights from the next request on. Returns the User. PT403, also password_required; PT404; PT409 last_admin, email_unconfirmed.';
grant execute on function public.set_user_role to authenticated;
