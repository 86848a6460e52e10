-- Accounts of the stand-in as Supabase Auth stores its own, so that a backup of either opens in the other. Auth finds no
-- account of another instance, and a missing token that is null ends its request.
alter table auth.users
  add column if not exists instance_id uuid default '00000000-0000-0000-0000-000000000000',
  add column if not exists is_super_admin boolean;

create or replace function auth.empty_tokens() returns trigger language plpgsql as $$
begin
  new.confirmation_token := coalesce(new.confirmation_token, '');
  new.recovery_token := coalesce(new.recovery_token, '');
  new.email_change := coalesce(new.email_change, '');
  new.email_change_token_new := coalesce(new.email_change_token_new, '');
  new.email_change_token_current := coalesce(new.email_change_token_current, '');
  new.phone_change := coalesce(new.phone_change, '');
  new.phone_change_token := coalesce(new.phone_change_token, '');
  new.reauthentication_token := coalesce(new.reauthentication_token, '');
  return new;
end $$;

create or replace trigger empty_tokens before insert or update on auth.users for each row execute function auth.empty_tokens();

-- Of a shop that is older than this file.
update auth.users set id = id where confirmation_token is null;
