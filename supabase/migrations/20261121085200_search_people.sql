-- What a person is found by: name, e-mail and phone, folded into one column with a trigram index.
-- Who reads: admins, through public.find_people(). Who writes: nobody; Postgres derives it from the profile.

create function private.person_search_text(p_name text, p_email text, p_phone text) returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  select private.folded(p_name) || ' ' || private.folded(p_email)
    -- Both ways in which a Kenyan number is said: 0712… and 254712….
    || case
      when digits like '254%' then ' 0' || substr(digits, 4) || ' ' || digits
      when digits like '0%' then ' ' || digits || ' 254' || substr(digits, 2)
      else ' ' || digits
    end
  from (select regexp_replace(coalesce(p_phone, ''), '\D', '', 'g') as digits) phone;
$$;

comment on function private.person_search_text(text, text, text) is 'The words of an account that a search looks at: name, e-mail, phone.';
-- Whoever changes their profile derives the column.
grant execute on function private.person_search_text(text, text, text) to authenticated, service_role;

alter table public.users add column search_text text not null
  generated always as (private.person_search_text(name, email, phone)) stored;

comment on column public.users.search_text is 'For finding the person; says nothing that the other columns do not say.';

create index users_by_words on public.users using gin (search_text extensions.gin_trgm_ops);
create index users_by_name on public.users (lower(name), id);
-- Few, and looked for among many.
create index users_admins on public.users (created_at desc, id desc) where role = 'admin';
