-- Messages about accounts: an address to confirm, invitations of staff, a new device, a changed address or password.
-- Who calls: the shop's functions; admins invite; triggers.
set check_function_bodies = off;

create function private.queue_account_mail(
  p_kind text, p_subject text, p_user_id uuid, p_recipient text, p_delay interval default '0',
  p_language text default null
) returns private.messages
language plpgsql set search_path = '' as $$
declare
  mail private.messages;
begin
  insert into private.messages (kind, subject, user_id, channel, recipient, language, cause, next_attempt_at)
  values (p_kind, p_subject, p_user_id, 'email', p_recipient, coalesce(p_language, (
    select o.language from public.orders o where o.user_id = p_user_id order by o.created_at desc, o.id desc limit 1
  ), 'en'), private.message_cause(p_kind, null), now() + p_delay) returning * into mail;
  return mail;
end;
$$;

comment on function private.queue_account_mail is
  'Puts a mail about an account into the outbox, in p_language, else in that of its latest order.';

create function public.request_email_confirmation(
  p_user_id uuid, p_email text default null, p_address_hash text default null
) returns jsonb
-- Definer: no other function writes the confirmations.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  wanted text;
  confirmation_id uuid;
  mail private.messages;
  waits boolean;
begin
  select * into person from public.users u where u.id = p_user_id;
  perform private.refuse_missing(not found);
  wanted := coalesce(lower(p_email), person.email);
  if wanted = person.email and person.email_confirmed_at is not null then
    return jsonb_build_object('sent', false, 'waits', false);
  end if;
  if exists (select 1 from public.users u where u.email = wanted and u.id <> p_user_id) then
    raise sqlstate 'PT409' using message = 'email_taken';
  end if;
  insert into private.email_confirmations (user_id, email) values (p_user_id, wanted) returning id into confirmation_id;
  perform set_config('shop.cause', private.cause_of(person, p_address_hash), true);
  mail := private.queue_account_mail('confirm_email', confirmation_id::text, p_user_id, wanted);
  select private.wait_for_limits(l.action, l.keys) > 0 into waits from private.limits_of_message(mail) l;
  -- The link works for a day once it has arrived.
  update private.email_confirmations c set expires_at = c.expires_at + interval '1 day'
  where c.id = confirmation_id and waits;
  return jsonb_build_object('sent', not waits, 'waits', waits);
end;
$$;

comment on function public.request_email_confirmation is
  'Puts a link into the outbox: to the account''s address, or to the one that it is to change to (p_email). Earlier '
  'links work until they expire. p_address_hash: from where it was asked for. Returns MailRequest. PT404; PT409 '
  'email_taken.';
grant execute on function public.request_email_confirmation to service_role;

create function public.invite_staff(p_name text, p_email text, p_role text) returns jsonb
-- Definer: no role writes the links and the outbox.
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := private.normal_recipient('email', p_email);
  invitation_id uuid;
begin
  perform private.require_password('people');
  perform private.refuse_invalid(
    wanted is null or coalesce(p_name, '') !~ '\S' or not private.role_may(p_role, 'dashboard'),
    'name, address and role'
  );
  if exists (select 1 from public.users u where u.email = wanted and u.role <> 'customer') then
    raise sqlstate 'PT409' using message = 'already_staff';
  end if;
  delete from private.email_confirmations c where c.opens = 'invitation' and c.email = wanted;
  insert into private.email_confirmations (user_id, email, opens, role, name, expires_at)
  values (private.caller_id(), wanted, 'invitation', p_role, btrim(p_name), now() + interval '72 hours')
  returning id into invitation_id;
  perform private.queue_account_mail('staff_invited', invitation_id::text, null, wanted);
  perform private.log_security('staff_invited');
  return public.list_invitations();
end;
$$;

comment on function public.invite_staff is
  'Mails a link for 72 hours with which the account of the address gets a role of staff; an earlier one to it ends. '
  'Returns Invitation[]. PT400 invalid_request; PT403, also password_required; PT409 already_staff.';

create function public.list_invitations() returns jsonb
-- Definer: no role reads the links.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('people');
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'role', c.role,
    'expiresAt', private.iso_time(c.expires_at)) order by c.created_at desc), '[]')
  from private.email_confirmations c where c.opens = 'invitation' and c.expires_at > now();
$$;

comment on function public.list_invitations is 'Invitation[]: those that wait for an answer, the latest first. PT403.';

create function public.withdraw_invitation(p_id uuid) returns jsonb
-- Definer: no role writes the links.
language sql security definer set search_path = '' as $$
  select private.require_permission('people');
  delete from private.email_confirmations c where c.id = p_id and c.opens = 'invitation';
  select public.list_invitations();
$$;

comment on function public.withdraw_invitation is
  'The link of an invitation opens nothing any more. Returns Invitation[]. PT403.';
grant execute on function public.invite_staff, public.list_invitations, public.withdraw_invitation to authenticated;

create function private.queue_new_device_mail() returns trigger
-- Definer: only this trigger writes the outbox about a sign-in.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_account_mail('new_device', gen_random_uuid() || ' ' || new.device, u.id, u.email)
  from public.users u
  where private.role_may(u.role, 'dashboard') and encode(sha256(convert_to(u.email, 'UTF8')), 'hex') = new.email_hash;
  return null;
end;
$$;

comment on function private.queue_new_device_mail is
  'The subject of the message is an id and the device in words: it says the same when session and device are long '
  'forgotten.';

create trigger new_device after insert on private.sign_in_attempts
  for each row when (new.device is not null and new.signed_in_at is not null)
  execute function private.queue_new_device_mail();
-- A device is known for half a year, as public.take_sign_in() has it.
create trigger new_device_again after update of signed_in_at on private.sign_in_attempts
  for each row when (new.device is not null and old.signed_in_at < now() - interval '180 days')
  execute function private.queue_new_device_mail();

create function private.announce_account_change() returns trigger
-- Definer: the auth service's role may not read or write what is the shop's.
language plpgsql security definer set search_path = '' as $$
declare
  because constant text := nullif(current_setting('shop.account_change', true), '');
  is_new_address constant boolean := new.email is distinct from old.email;
  person public.users;
  link_id uuid;
begin
  select * into person from public.users u where u.id = new.id;
  -- The auth service itself changes both for whoever has a token, and a stolen password gets one.
  if because is null and private.has_second_factor(new.id) then
    update private.staff_activity s set may_change_until = null where s.user_id = new.id and s.may_change_until > now();
    if not found then
      raise sqlstate 'PT403' using message = 'second_factor_required';
    end if;
  end if;
  if because = 'undone' or person.id is null then
    return new;
  end if;
  -- The auth service has no limit of its own, and no link is dropped for a later one:
  -- the first is the rightful owner's.
  if (
    select count(*) from private.email_confirmations c
    where c.user_id = new.id and c.opens in ('undo', 'nothing') and c.history_id is null and c.expires_at > now()
  ) >= 20 then
    raise sqlstate 'PT429' using message = 'too_many_requests';
  end if;
  insert into private.email_confirmations (user_id, email, opens, expires_at)
  values (
    person.id, person.email,
    case when is_new_address and person.email_confirmed_at is null then 'nothing' else 'undo' end,
    now() + interval '72 hours'
  )
  returning id into link_id;
  perform private.queue_account_mail(
    case when is_new_address then 'email_changed' else 'password_changed' end, link_id::text, person.id, person.email
  );
  return new;
end;
$$;

comment on function private.announce_account_change is
  'Tells the address that an account has had until now of a new address or a new password, with a link that undoes it. '
  'For staff with a second factor it refuses a change that the api function has not let through with '
  'public.record_password_entry(), once each.';

-- Before the profile has the new address.
create trigger announce_account_change before update of email, encrypted_password on auth.users
  for each row when (
    new.email is distinct from old.email or new.encrypted_password is distinct from old.encrypted_password
  ) execute function private.announce_account_change();
