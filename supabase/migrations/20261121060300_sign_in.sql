-- Signing in: confirmed e-mail addresses, the second factor of staff, and attempts with a wrong password.
-- Who reads and writes: the api function with the secret key; admins reset a second factor.
set check_function_bodies = off;

create table private.email_confirmations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  opens text not null default 'confirmation' check (opens in ('confirmation', 'undo', 'nothing', 'invitation')),
  role text,
  name text check (char_length(name) <= 120),
  history_id bigint,
  -- Not now(): what waits for another transaction was written after it.
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default now() + interval '24 hours',
  check ((opens = 'invitation') = (role is not null and name is not null))
);

comment on table private.email_confirmations is
  'Links that were mailed and not used. Only the api function can make the link of a row: it signs the id with a '
  'secret that is not in the database.';
comment on column private.email_confirmations.email is
  'Where the link was sent: another address than the account''s is the one that it changes to.';
comment on column private.email_confirmations.opens is
  'confirmation: the address becomes the account''s. undo: it was told of a new password or a new address, and becomes '
  'the account''s again. nothing: the same, of an address that nobody had confirmed: its mailbox may be a stranger''s. '
  'invitation: the account with the address gets the role; user_id is the admin who invites it.';
comment on column private.email_confirmations.history_id is
  'The change of a setting that the link undoes; user_id is who made it.';
comment on column private.email_confirmations.name is 'Of who is invited, as the admin typed it.';

create index email_confirmations_by_user on private.email_confirmations (user_id);
create index email_confirmations_by_end on private.email_confirmations (expires_at);

create function private.change_sign_in_address(p_user_id uuid, p_email text, p_because text) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('shop.account_change', p_because, true);
  -- By which the person signs in; the profile follows.
  update auth.users u set email = p_email where u.id = p_user_id;
  update auth.identities i set identity_data = jsonb_set(i.identity_data::jsonb, '{email}', to_jsonb(p_email))
  where i.user_id = p_user_id and i.provider = 'email';
end;
$$;

comment on function private.change_sign_in_address is
  'p_because: confirmed or undone, for private.announce_account_change(); '
  'only functions of the owner of the database can say it.';

create function public.confirm_email(p_user_id uuid, p_id uuid) returns text
-- Definer: no role writes the confirmations, and no other caller may say that an address is confirmed.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  link private.email_confirmations;
begin
  -- Their password was chosen as a customer's: the next sign-in asks for one that staff may have.
  if exists (select 1 from private.email_confirmations c where c.id = p_id and c.opens = 'invitation') then
    perform private.end_sign_ins(p_user_id);
  end if;
  -- Of two clicks on the button the second waits here.
  select u.* into person from public.users u where u.id = p_user_id for update;
  select c.* into link from private.email_confirmations c
  where c.id = p_id and c.expires_at > now() and case c.opens
    when 'confirmation' then c.user_id = p_user_id
    when 'invitation' then c.email = person.email
      and exists (select 1 from public.users i where i.id = c.user_id and private.role_may(i.role, 'people'))
  end;
  if not found then
    raise sqlstate 'PT410' using message = 'confirmation_link_expired';
  end if;
  if link.opens = 'invitation' then
    delete from private.email_confirmations c where c.id = p_id;
    -- What an admin has given since stands.
    update public.users u set role = link.role where u.id = p_user_id and u.role = 'customer';
  elsif link.email <> person.email then
    begin
      perform private.change_sign_in_address(p_user_id, link.email, 'confirmed');
    exception when unique_violation then
      raise sqlstate 'PT409' using message = 'email_taken';
    end;
  end if;
  update public.users u set email_confirmed_at = now() where u.id = p_user_id and u.email_confirmed_at is null;
  delete from private.email_confirmations c where c.user_id = p_user_id and c.opens = 'confirmation';
  return link.role;
end;
$$;

comment on function public.confirm_email is
  'The signed-in person has used a link that was mailed to them: the address that it was sent to is the account''s, '
  'and confirmed. With an invitation the account has its role, which is returned, and is signed out everywhere; null '
  'otherwise. PT410 confirmation_link_expired, also for the link of somebody else; PT409 email_taken.';
grant execute on function public.confirm_email to service_role;

create function public.undo_account_change(p_id uuid) returns text
-- Definer: no role may change the address of an account.
language plpgsql security definer set search_path = '' as $$
declare
  link private.email_confirmations;
  occupant uuid;
begin
  -- Of two clicks on the button the second waits here, and finds nothing.
  select c.* into link from private.email_confirmations c
  where c.id = p_id and c.opens = 'undo' and c.expires_at > now() for update;
  if not found then
    raise sqlstate 'PT410' using message = 'confirmation_link_expired';
  end if;
  if link.history_id is not null then
    perform private.undo_settings_change(link);
    return null;
  end if;
  perform private.end_sign_ins(link.user_id);
  perform 1 from public.users u where u.id = link.user_id for update;
  -- Whoever took the account may have registered its address anew, so that it cannot be given back.
  select u.id into occupant from public.users u
  where u.email = link.email and u.id <> link.user_id and u.email_confirmed_at is null;
  if found then
    perform private.end_sign_ins(occupant);
    perform private.change_sign_in_address(occupant, occupant || '@given-back.invalid', 'undone');
  end if;
  begin
    perform private.change_sign_in_address(link.user_id, link.email, 'undone');
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'email_taken';
  end;
  -- Neither the new password opens it nor the old one, which somebody knew;
  -- nor a link for a new password that was asked for.
  update auth.users u
  set encrypted_password = null,
    recovery_token = encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex'),
    recovery_sent_at = null
  where u.id = link.user_id;
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens t where t.user_id = $1' using link.user_id;
  end if;
  -- Of somebody who signed in with it meanwhile.
  perform private.end_sign_ins(link.user_id);
  update public.users u set email_confirmed_at = now() where u.id = link.user_id and u.email_confirmed_at is null;
  delete from private.email_confirmations c
  where c.user_id = link.user_id and c.history_id is null
    and (c.opens = 'confirmation' or c.created_at >= link.created_at);
  return link.email;
end;
$$;

comment on function public.undo_account_change is
  'Whoever was told of a new password or address takes the account back: it has the address again to which the link '
  'was sent, no password, and nobody is signed in. Returns the address, to which a link for a new password goes; null '
  'when the link was about a setting: see private.undo_settings_change(). PT410 confirmation_link_expired; PT409 '
  'email_taken.';
grant execute on function public.undo_account_change to service_role;

create table private.second_factors (
  user_id uuid primary key references public.users (id) on delete cascade,
  sealed_secret text,
  new_secret text,
  begun_in uuid not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  check ((confirmed_at is null) = (sealed_secret is null))
);

comment on table private.second_factors is
  'One row for each of staff who has set up an authenticator app. A lost phone without recovery codes: another admin '
  'resets it in People; that of the only admin: npm run shop -- make-admin <e-mail> --new-factor.';
comment on column private.second_factors.sealed_secret is
  'Encrypted by the api function; the key is not in the database.';
comment on column private.second_factors.new_secret is
  'The same, of an app that is being set up: it replaces the other once its first code was typed.';
comment on column private.second_factors.begun_in is
  'The sign-in that was shown the secret: another one gets another secret, so nobody knows it beforehand.';
comment on column private.second_factors.last_step is
  'The half minute whose code was accepted last, counted from 1970: none is accepted twice.';

create table private.recovery_codes (
  user_id uuid not null references private.second_factors (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

comment on table private.recovery_codes is 'SHA-256 of ten codes of 80 random bits; each opens one sign-in.';

create function public.second_factor_of(p_user_id uuid, p_session_id uuid) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'isRequired', private.role_may(u.role, 'dashboard') and private.is_second_factor_required(),
    'sealedSecret', f.sealed_secret,
    'newSecret', f.new_secret,
    'isConfirmed', f.confirmed_at is not null,
    'isVerified', exists (
      select 1 from private.verified_sign_ins v where v.session_id = p_session_id and v.user_id = u.id
    ),
    'codesLeft', (select count(*) from private.recovery_codes c where c.user_id = u.id and c.used_at is null)
  )
  from public.users u
  left join private.second_factors f on f.user_id = u.id
  where u.id = p_user_id;
$$;

create function public.begin_second_factor(p_user_id uuid, p_session_id uuid, p_sealed_secret text) returns text
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  -- Locked: nobody confirms one between this look and the new secret.
  present constant private.second_factors := (
    select f from private.second_factors f where f.user_id = p_user_id for update
  );
  refusal constant text := case
    when not exists (select 1 from public.users u where u.id = p_user_id and private.role_may(u.role, 'dashboard'))
      then 'forbidden'
    when present.confirmed_at is not null then coalesce(
      private.staff_refusal(p_user_id, p_session_id, 'dashboard'),
      case when not private.is_password_fresh(p_session_id) then 'password_required' end
    )
  end;
begin
  if refusal is not null then
    raise sqlstate 'PT403' using message = refusal;
  end if;
  insert into private.second_factors as f (user_id, begun_in, new_secret)
  values (p_user_id, p_session_id, p_sealed_secret)
  on conflict (user_id) do update set begun_in = excluded.begun_in, new_secret = excluded.new_secret
    where (f.new_secret is null or f.begun_in <> excluded.begun_in)
      and (f.confirmed_at is null or present.confirmed_at is not null);
  return (select f.new_secret from private.second_factors f where f.user_id = p_user_id);
end;
$$;

create function private.verify_sign_in(p_user_id uuid, p_session_id uuid) returns void
language sql set search_path = '' as $$
  insert into private.verified_sign_ins (session_id, user_id) values (p_session_id, p_user_id) on conflict do nothing;
$$;

comment on function private.verify_sign_in is
  'The second factor was proved in this sign-in: its tokens have the rights of staff.';

create function public.confirm_second_factor(p_user_id uuid, p_session_id uuid, p_step bigint, p_code_hashes text[])
returns boolean
-- Definer: no role ends sign-ins.
language plpgsql security definer set search_path = '' as $$
begin
  update private.second_factors f set
    confirmed_at = now(), last_step = p_step, sealed_secret = f.new_secret, new_secret = null
  where f.user_id = p_user_id and f.begun_in = p_session_id and f.new_secret is not null;
  if not found then
    return false;
  end if;
  -- Also on the phone that was lost.
  perform private.end_sign_ins(p_user_id, p_session_id);
  delete from private.recovery_codes c where c.user_id = p_user_id;
  insert into private.recovery_codes (user_id, code_hash) select p_user_id, h from unnest(p_code_hashes) h;
  perform private.verify_sign_in(p_user_id, p_session_id);
  return true;
end;
$$;

create function public.use_second_factor(p_user_id uuid, p_session_id uuid, p_step bigint) returns boolean
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two who send the same code at the same time, the second finds it used.
  update private.second_factors f set last_step = p_step
  where f.user_id = p_user_id and f.confirmed_at is not null and f.last_step < p_step;
  if not found then
    return false;
  end if;
  perform private.verify_sign_in(p_user_id, p_session_id);
  return true;
end;
$$;

create function public.use_recovery_code(p_user_id uuid, p_session_id uuid, p_code_hash text) returns boolean
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  update private.recovery_codes c set used_at = now()
  where c.user_id = p_user_id and c.code_hash = p_code_hash and c.used_at is null;
  if not found then
    return false;
  end if;
  perform private.verify_sign_in(p_user_id, p_session_id);
  return true;
end;
$$;

comment on function public.second_factor_of is
  '{isRequired, sealedSecret, newSecret, isConfirmed, isVerified, '
  'codesLeft} of an account in a sign-in; null for no such account.';
comment on function public.begin_second_factor is
  'Stores a new secret until it is confirmed; returns the one this sign-in was shown before. PT403 forbidden, and to '
  'replace an app not_signed_in, second_factor_required, password_required.';
comment on function public.confirm_second_factor is
  'After the first code, in the sign-in that was shown the secret: the app and the codes before and all other sign-ins '
  'end. False when there is nothing to confirm.';
comment on function public.use_second_factor is
  'After the code of this half minute was found right: false when it, or a later one, was used before.';
comment on function public.use_recovery_code is 'False when there is no such code or it was used before.';
grant execute on function
  public.second_factor_of, public.begin_second_factor, public.confirm_second_factor, public.use_second_factor,
  public.use_recovery_code
to service_role;

create function public.reset_second_factor(p_user_id uuid) returns void
-- Definer: no role deletes second factors.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_password('people');
  perform private.refuse_missing(not exists (
    select 1 from public.users u where u.id = p_user_id and private.role_may(u.role, 'dashboard')
  ));
  if p_user_id = private.caller_id() then
    raise sqlstate 'PT403' using message = 'forbidden';
  end if;
  perform private.end_sign_ins(p_user_id);
  delete from private.second_factors f where f.user_id = p_user_id;
  perform private.log_security('second_factor_reset');
end;
$$;

comment on function public.reset_second_factor is
  'Removes the app and the recovery codes of one of staff who has lost them, and signs them out everywhere; the '
  'trigger record_removal tells them. PT403, also password_required, and forbidden for oneself; PT404.';
grant execute on function public.reset_second_factor to authenticated;

create table private.sign_in_attempts (
  email_hash text not null,
  source_hash text not null,
  failures integer not null default 0,
  failed_at timestamptz,
  signed_in_at timestamptz,
  proved_at timestamptz,
  device text check (char_length(device) <= 60),
  primary key (email_hash, source_hash)
);

comment on table private.sign_in_attempts is
  'What became of attempts to sign in, for each e-mail and place they came from. Written by public.take_sign_in() and '
  'public.record_sign_in() alone.';
comment on column private.sign_in_attempts.source_hash is
  'SHA-256 of the address, and of the device''s cookie once it has signed in: a phone is known wherever it is.';
comment on column private.sign_in_attempts.failures is
  'In a row, since the last success; an attempt that is still being answered counts.';

comment on column private.sign_in_attempts.proved_at is
  'When the second factor was proved on this device: then it is its owner''s.';
comment on column private.sign_in_attempts.device is
  'Browser and system in words, empty when it did not say; null for an address. Its mail: see the trigger new_device.';

create index sign_in_attempts_by_age on private.sign_in_attempts (greatest(failed_at, signed_in_at));

create function private.sign_in_wait(a private.sign_in_attempts) returns integer
language sql stable set search_path = '' as $$
  select case
    when a.failures < l.most or a.failed_at < now() - make_interval(secs => l.seconds) then 0
    -- Of a clock that was ahead: nobody waits for it. Transactions at the same time differ by seconds.
    when a.failed_at > now() + interval '1 minute' then 0
    -- 1 s, then 2, 4, 8, up to five minutes.
    else greatest(
      ceil(extract(epoch from a.failed_at - now()) + least(power(2, least(a.failures - l.most, 9)), 300)), 0
    )::integer
  end
  from private.rate_limits l where l.action = 'sign_in' and l.subject = 'attempt';
$$;

comment on function private.sign_in_wait is
  'Seconds until the next attempt from there; 0 when there is no need to wait.';

create function public.take_sign_in(p_email_hash text, p_address_hash text, p_device_hash text) returns integer
-- Definer: no role reads or writes the attempts.
language plpgsql security definer set search_path = '' as $$
declare
  attempts private.sign_in_attempts;
  is_known boolean;
  wait integer;
begin
  select * into attempts from private.sign_in_attempts a
  where a.email_hash = p_email_hash and a.source_hash = p_device_hash and a.signed_in_at > now() - interval '180 days';
  is_known := found;
  if not found then
    select * into attempts from private.sign_in_attempts a
    where a.email_hash = p_email_hash and a.source_hash = p_address_hash;
  end if;
  wait := coalesce(private.sign_in_wait(attempts), 0);
  -- Who guesses somewhere else, or behind the same address, does not lock the owner of the account out.
  if wait = 0 and not is_known then
    wait := private.take_limits('sign_in', jsonb_build_object('address', p_address_hash) || case
      when attempts.signed_in_at > now() - interval '180 days' then '{}'
      else jsonb_build_object('email', p_email_hash)
    end);
  end if;
  if wait > 0 then
    return wait;
  end if;
  -- Before the password is tried: of many attempts at once only so many are.
  insert into private.sign_in_attempts as a (email_hash, source_hash, failures, failed_at)
  values (p_email_hash, case when is_known then p_device_hash else p_address_hash end, 1, now())
  on conflict (email_hash, source_hash) do update set
    failed_at = now(),
    failures = case
      when a.failed_at < now() - (
        select make_interval(secs => l.seconds) from private.rate_limits l
        where l.action = 'sign_in' and l.subject = 'attempt'
      )
      then 1 else a.failures + 1
    end
  where private.sign_in_wait(a) = 0;
  return case when found then 0 else 1 end;
end;
$$;

comment on function public.take_sign_in is
  'Counts an attempt to sign in, as a failure until public.record_sign_in() says otherwise. '
  'Returns 0, or the seconds until it may be tried again.';
grant execute on function public.take_sign_in to service_role;

create function public.record_proved_device(p_email_hash text, p_device_hash text) returns void
-- Definer: no role reads or writes the attempts.
language sql security definer set search_path = '' as $$
  update private.sign_in_attempts a set proved_at = now()
  where a.email_hash = p_email_hash and a.source_hash = p_device_hash;
$$;

comment on function public.record_proved_device is
  'The second factor of an account was proved on a device on which it has signed in: '
  'others use up no code of it there.';
grant execute on function public.record_proved_device to service_role;

create function public.record_sign_in(
  p_email_hash text, p_address_hash text, p_device_hash text, p_worked boolean, p_device text default null
) returns void
-- Definer: no role reads or writes the attempts.
language plpgsql security definer set search_path = '' as $$
begin
  if p_worked then
    insert into private.sign_in_attempts as a (email_hash, source_hash, signed_in_at, device)
    select p_email_hash, s.source_hash, now(), s.device
    from (values (p_address_hash, null), (p_device_hash, coalesce(p_device, ''))) s (source_hash, device)
    order by s.source_hash
    on conflict (email_hash, source_hash) do update set failures = 0, signed_in_at = now(), device = excluded.device;
  else
    update private.sign_in_attempts a set failures = greatest(a.failures - 1, 0)
    where a.email_hash = p_email_hash and a.source_hash in (p_address_hash, p_device_hash);
  end if;
end;
$$;

comment on function public.record_sign_in is
  'After public.take_sign_in(): it worked, which makes address and device (p_device: in words) known; or nobody could '
  'say, and the attempt counts for nothing.';
grant execute on function public.record_sign_in to service_role;
