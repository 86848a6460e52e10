-- Signing in: confirmed e-mail addresses, the second factor of admins, and attempts with a wrong password.
-- Who reads and writes: the api function with the secret key. Nobody else.
set check_function_bodies = off;

create table private.email_confirmations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours'
);

comment on table private.email_confirmations is
  'Links that were mailed and not used. Only the api function can make the link of a row: it signs the id with a secret that is not in the database.';
comment on column private.email_confirmations.email is 'Where the link was sent: another address than the account''s is the one that it changes to.';

create index email_confirmations_by_user on private.email_confirmations (user_id);
create index email_confirmations_by_end on private.email_confirmations (expires_at);

grant select on private.email_confirmations to service_role;

create function public.confirm_email(p_user_id uuid, p_id uuid) returns void
-- Definer: nobody writes the confirmations, and nobody else may say that an address is confirmed.
language plpgsql security definer set search_path = '' as $$
declare
  present text;
  shown text;
begin
  -- Of two clicks on the button the second waits here.
  select u.email into present from public.users u where u.id = p_user_id for update;
  select c.email into shown from private.email_confirmations c
  where c.id = p_id and c.user_id = p_user_id and c.expires_at > now();
  if not found then
    raise sqlstate 'PT410' using message = 'confirmation_link_expired';
  end if;
  if shown <> present then
    begin
      -- By which the person signs in; the profile follows.
      update auth.users u set email = shown where u.id = p_user_id;
      update auth.identities i set identity_data = jsonb_set(i.identity_data::jsonb, '{email}', to_jsonb(shown))
      where i.user_id = p_user_id and i.provider = 'email';
    exception when unique_violation then
      raise sqlstate 'PT409' using message = 'email_taken';
    end;
  end if;
  update public.users u set email_confirmed_at = now() where u.id = p_user_id and u.email_confirmed_at is null;
  delete from private.email_confirmations c where c.user_id = p_user_id;
end;
$$;

comment on function public.confirm_email is
  'The signed-in person has used a link that was mailed to them: the address that it was sent to is the account''s, and confirmed. '
  'PT410 confirmation_link_expired, also for the link of somebody else; PT409 email_taken.';
grant execute on function public.confirm_email to service_role;
create table private.second_factors (
  user_id uuid primary key references public.users (id) on delete cascade,
  sealed_secret text not null,
  begun_in uuid not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

comment on table private.second_factors is 'One row per admin who has set up an authenticator app. A lost phone without recovery codes: npm run shop -- make-admin <e-mail> --new-factor.';
comment on column private.second_factors.sealed_secret is 'Encrypted by the api function; the key is not in the database.';
comment on column private.second_factors.begun_in is 'The sign-in that was shown the secret: another one gets another secret, so nobody knows it beforehand.';
comment on column private.second_factors.last_step is 'The half minute whose code was accepted last, counted from 1970: none is accepted twice.';

create table private.recovery_codes (
  user_id uuid not null references private.second_factors (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

comment on table private.recovery_codes is 'SHA-256 of ten codes of 80 random bits; each opens one sign-in.';

grant select, insert, update on private.second_factors to service_role;
grant select, insert, update on private.recovery_codes to service_role;

create function public.second_factor_of(p_user_id uuid, p_session_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'isRequired', u.role = 'admin' and private.is_second_factor_required(),
    'sealedSecret', f.sealed_secret,
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
language plpgsql set search_path = '' as $$
declare
  present private.second_factors;
begin
  if not exists (select 1 from public.users u where u.id = p_user_id and u.role = 'admin') then
    raise sqlstate 'PT403' using message = 'forbidden';
  end if;
  insert into private.second_factors as f (user_id, begun_in, sealed_secret) values (p_user_id, p_session_id, p_sealed_secret)
  on conflict (user_id) do update set begun_in = excluded.begun_in, sealed_secret = excluded.sealed_secret
    where f.confirmed_at is null and f.begun_in <> excluded.begun_in;
  select * into present from private.second_factors f where f.user_id = p_user_id;
  if present.confirmed_at is not null then
    raise sqlstate 'PT409' using message = 'transition_refused';
  end if;
  return present.sealed_secret;
end;
$$;

create function private.verify_sign_in(p_user_id uuid, p_session_id uuid) returns void
language sql set search_path = '' as $$
  insert into private.verified_sign_ins (session_id, user_id) values (p_session_id, p_user_id) on conflict do nothing;
$$;

comment on function private.verify_sign_in is 'The second factor was proved in this sign-in: its tokens have the rights of an admin.';
grant execute on function private.verify_sign_in to service_role;

create function public.confirm_second_factor(p_user_id uuid, p_session_id uuid, p_step bigint, p_code_hashes text[]) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.second_factors f set confirmed_at = now(), last_step = p_step
  where f.user_id = p_user_id and f.begun_in = p_session_id and f.confirmed_at is null;
  if not found then
    return false;
  end if;
  insert into private.recovery_codes (user_id, code_hash) select p_user_id, h from unnest(p_code_hashes) h;
  perform private.verify_sign_in(p_user_id, p_session_id);
  return true;
end;
$$;

create function public.use_second_factor(p_user_id uuid, p_session_id uuid, p_step bigint) returns boolean
language plpgsql set search_path = '' as $$
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
language plpgsql set search_path = '' as $$
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

comment on function public.second_factor_of is '{isRequired, sealedSecret, isConfirmed, isVerified, codesLeft} of an account in a sign-in; null for no such account.';
comment on function public.begin_second_factor is 'Keeps a new secret until it is confirmed; returns the one this sign-in was shown before. PT403; PT409 transition_refused once it is confirmed.';
comment on function public.confirm_second_factor is 'After the first code, in the sign-in that was shown the secret; false when there is nothing to confirm.';
comment on function public.use_second_factor is 'After the code of this half minute was found right: false when it, or a later one, was used before.';
comment on function public.use_recovery_code is 'False when there is no such code or it was used before.';
grant execute on function
  public.second_factor_of, public.begin_second_factor, public.confirm_second_factor, public.use_second_factor, public.use_recovery_code
to service_role;
create table private.sign_in_attempts (
  email_hash text not null,
  source_hash text not null,
  failures integer not null default 0,
  failed_at timestamptz,
  signed_in_at timestamptz,
  device text check (char_length(device) <= 60),
  primary key (email_hash, source_hash)
);

comment on table private.sign_in_attempts is
  'What became of attempts to sign in, for each e-mail and place they came from. Written by private.take_sign_in() and private.record_sign_in() alone.';
comment on column private.sign_in_attempts.source_hash is
  'SHA-256 of the address, and of the device''s cookie once it has signed in: a phone is known wherever it is.';
comment on column private.sign_in_attempts.failures is 'In a row, since the last success; an attempt that is still being answered counts.';

comment on column private.sign_in_attempts.device is 'Browser and system in words, empty when it did not say; null for an address. Its mail: see the trigger new_device.';

create index sign_in_attempts_by_age on private.sign_in_attempts (greatest(failed_at, signed_in_at));

create function private.sign_in_wait(a private.sign_in_attempts) returns integer
-- Definer: nobody reads the attempts, nor the limits.
language sql stable security definer set search_path = '' as $$
  select case
    when a.failures < l.most or a.failed_at < now() - make_interval(secs => l.seconds) then 0
    -- 1 s, then 2, 4, 8, up to five minutes.
    else greatest(ceil(extract(epoch from a.failed_at - now()) + least(power(2, least(a.failures - l.most, 9)), 300)), 0)::integer
  end
  from private.rate_limits l where l.action = 'sign_in' and l.subject = 'attempt';
$$;

comment on function private.sign_in_wait is 'Seconds until the next attempt from there; 0 when there is no need to wait.';

create function private.take_sign_in(p_email_hash text, p_address_hash text, p_device_hash text, p_is_human boolean) returns integer
-- Definer: nobody reads or writes the attempts themselves.
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
    select * into attempts from private.sign_in_attempts a where a.email_hash = p_email_hash and a.source_hash = p_address_hash;
  end if;
  wait := coalesce(private.sign_in_wait(attempts), 0);
  -- Who guesses somewhere else, or behind the same address, does not lock the owner of the account out.
  if wait = 0 and not is_known and not p_is_human then
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
      when a.failed_at < now() - (select make_interval(secs => l.seconds) from private.rate_limits l where l.action = 'sign_in' and l.subject = 'attempt')
      then 1 else a.failures + 1
    end
  where private.sign_in_wait(a) = 0;
  return case when found then 0 else 1 end;
end;
$$;

grant execute on function private.take_sign_in to service_role;

create function public.take_sign_in(p_email_hash text, p_address_hash text, p_device_hash text, p_is_human boolean default false) returns integer
language sql set search_path = '' as $$
  select private.take_sign_in(p_email_hash, p_address_hash, p_device_hash, p_is_human);
$$;

comment on function public.take_sign_in is
  'Counts an attempt to sign in, as a failure until public.record_sign_in() says otherwise. '
  'Returns 0, or the seconds until it may be tried again. p_is_human: a challenge was solved, so only wrong passwords in a row count.';
grant execute on function public.take_sign_in to service_role;

create function private.record_sign_in(
  p_email_hash text, p_address_hash text, p_device_hash text, p_worked boolean, p_device text
) returns void
-- Definer: nobody reads or writes the attempts themselves.
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

grant execute on function private.record_sign_in to service_role;

create function public.record_sign_in(
  p_email_hash text, p_address_hash text, p_device_hash text, p_worked boolean, p_device text default null
) returns void
language sql set search_path = '' as $$
  select private.record_sign_in(p_email_hash, p_address_hash, p_device_hash, p_worked, p_device);
$$;

comment on function public.record_sign_in is
  'After public.take_sign_in(): it worked, which makes address and device (p_device: in words) known; or nobody could say, and the attempt counts for nothing.';
grant execute on function public.record_sign_in to service_role;
