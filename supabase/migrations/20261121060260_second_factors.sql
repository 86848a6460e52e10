-- The second factor of admins: a code of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone.
-- Who reads and writes: the api function with the secret key, which checks the codes. Nobody else.

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
