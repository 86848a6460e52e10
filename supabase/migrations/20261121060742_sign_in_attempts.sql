-- Attempts to sign in: how many wrong passwords in a row from one address or device, and which of them an account knows.
-- Who counts: the api function with the secret key. Nobody reads the attempts.

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
