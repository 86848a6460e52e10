-- The mail about a sign-in to a staff account on a device that it has not signed in on before.
-- Who writes: a trigger, in the transaction that makes the device known.

create function private.queue_new_device_mail() returns trigger
-- Definer: only this trigger writes the outbox about a sign-in.
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.messages (kind, subject, user_id, channel, recipient, language, next_attempt_at)
  select 'new_device', gen_random_uuid() || ' ' || new.device, u.id, 'email', u.email, coalesce((
    select o.language from public.orders o where o.user_id = u.id order by o.created_at desc, o.id desc limit 1
  ), 'en'), now()
  from public.users u
  where u.role = 'admin' and encode(sha256(convert_to(u.email, 'UTF8')), 'hex') = new.email_hash;
  return null;
end;
$$;

comment on function private.queue_new_device_mail is
  'The subject of the message is an id and the device in words: it says the same when session and device are long forgotten.';

create trigger new_device after insert on private.sign_in_attempts
  for each row when (new.device is not null and new.signed_in_at is not null)
  execute function private.queue_new_device_mail();
-- A device is known for half a year, as public.take_sign_in() has it.
create trigger new_device_again after update of signed_in_at on private.sign_in_attempts
  for each row when (new.device is not null and old.signed_in_at < now() - interval '180 days')
  execute function private.queue_new_device_mail();
