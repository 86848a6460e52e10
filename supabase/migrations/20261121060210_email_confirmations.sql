-- Links that show that an e-mail address belongs to an account: for the address it has, or for the one it is to have.
-- Who reads and writes: the api function through the functions below and public.request_email_confirmation(). Nobody else.

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
