-- The mail with the link that confirms an e-mail address.
-- Who calls: the api function with the secret key, at registration and when the person asks for it.

create function public.request_email_confirmation(p_user_id uuid, p_email text default null) returns boolean
-- Definer: nobody else writes the confirmations.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  wanted text;
  confirmation_id uuid;
begin
  select * into person from public.users u where u.id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  wanted := coalesce(lower(p_email), person.email);
  if wanted = person.email and person.email_confirmed_at is not null then
    return false;
  end if;
  if exists (select 1 from public.users u where u.email = wanted and u.id <> p_user_id) then
    raise sqlstate 'PT409' using message = 'email_taken';
  end if;
  insert into private.email_confirmations (user_id, email) values (p_user_id, wanted) returning id into confirmation_id;
  insert into private.messages (kind, subject, user_id, channel, recipient, language, next_attempt_at)
  values ('confirm_email', confirmation_id::text, p_user_id, 'email', wanted, coalesce((
    select o.language from public.orders o where o.user_id = p_user_id order by o.created_at desc, o.id desc limit 1
  ), 'en'), now());
  return true;
end;
$$;

comment on function public.request_email_confirmation is
  'Puts a link into the outbox: to the account''s address, or to the one that it is to change to (p_email). Earlier links work until they '
  'expire. False when the address is confirmed already. PT404; PT409 email_taken.';
grant execute on function public.request_email_confirmation to service_role;
