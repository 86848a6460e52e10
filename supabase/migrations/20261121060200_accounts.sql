-- Accounts: the profile of an auth user with name, phone, address and role; what each role may do, and who gives one.
-- Who reads: its owner and admins. Who writes: sign-up, the owner (not the role), admins the role alone.
set check_function_bodies = off;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create function private.normalize_for_search(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Accents are removed, capitals become small.
  return lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g'));
end;
$$;

comment on function private.normalize_for_search is
  'A text without accents and capitals: "Théodolite" becomes "theodolite".';
-- Generated columns run it with the rights of whoever writes the row, searches with those of whoever searches.
grant execute on function private.normalize_for_search to authenticated;

create function private.person_search_text(p_words text, p_phone text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.normalize_for_search(
    -- Ng'ang'a, Ng’ang’a and Nganga are one name, and every dash is the one on the keyboard.
    regexp_replace(regexp_replace(p_words, '[''`´‘’‛ʹʻʼʽˈ′]', '', 'g'), '[\u2010-\u2015\u2212]', '-', 'g')
  ) || ' ' || (
    select case
      when digits like '254%' then '0' || substr(digits, 4) || ' ' || digits
      when digits like '0%' then digits || ' 254' || substr(digits, 2)
      else digits
    end
    from (select regexp_replace(coalesce(p_phone, ''), '\D', '', 'g') as digits) phone
  );
end;
$$;

comment on function private.person_search_text is
  'Names and addresses of a person without accents, capitals and apostrophes, and the phone number in both ways in '
  'which a Kenyan one is written: 0712345678 254712345678.';
-- Generated columns run it with the rights of whoever writes the row.
grant execute on function private.person_search_text to authenticated;

create function private.like_pattern(p_word text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return '%' || regexp_replace(p_word, '([\\%_])', '\\\1', 'g') || '%';
end;
$$;

comment on function private.like_pattern is 'The pattern of texts that contain a word, whatever characters are in it.';

create function private.search_patterns(p_text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select private.like_pattern(w)
    from regexp_split_to_table(private.normalize_for_search(left(p_text, 200)), '\s+') w
    where w <> ''
    limit 8
  );
$$;

comment on function private.search_patterns is
  'Each word of a search as a pattern. More than eight words find nothing that eight do not.';

create function private.customer_search_patterns(p_text text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  normalized text := private.person_search_text(left(p_text, 200), null);
  word text;
  number text := '';
  words text[] := '{}';
begin
  -- #IC-1A2B3C4D, IC 1A2B3C4D, #1A2B3C4D and the whole id that ends so are one order's number.
  normalized := regexp_replace(
    normalized, '(^|\s)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{4}([0-9a-f]{8})(?=\s|$)', '\1#ic-\2', 'g'
  );
  normalized := regexp_replace(normalized, '(^|\s)#?ic[ -]?(?=[0-9a-f]{8}(\s|$))', '\1#ic-', 'g');
  normalized := regexp_replace(normalized, '(^|\s)#\s*(?=[0-9a-f])', '\1#ic-', 'g');
  normalized := regexp_replace(normalized, '(^|\s)(?:kes|kshs?)[. ]*(?=[0-9])', '\1', 'g');
  -- The parts of a phone number, however it is spaced, are one word: +254 (0)712 345-678.
  foreach word in array regexp_split_to_array(trim(normalized), '\s+') || ''::text loop
    -- A sum stands in orders behind an equals sign: 47,350 is not 347,350.
    if word ~ '^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{2})?(/[=-])?$' then
      words := words || ('=' || replace(substring(word from '^[0-9,]+'), ',', '') || ' ');
      continue;
    end if;
    if word ~ '[0-9]' and word !~ '[^0-9().+/-]' then
      number := number || regexp_replace(word, '\D', '', 'g');
      continue;
    end if;
    if number <> '' then
      words := words || regexp_replace(regexp_replace(number, '^00(?=[1-9])', ''), '^2540', '254');
      number := '';
    end if;
    if word like '#ic-%' then
      words := words || word;
    else
      words := words || array_remove(regexp_split_to_array(word, '[-/]'), '');
    end if;
  end loop;
  return array(select private.like_pattern(w) from unnest(words[1:8]) w);
end;
$$;

comment on function private.customer_search_patterns is
  'As private.search_patterns(), for orders and accounts: order numbers, phone numbers and sums (47,350) are one '
  'word however they are typed, and a dash or slash is a space.';

create function private.conditions(variadic p_conditions text[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(c, ' and '), 'true') from unnest(p_conditions) c
  );
end;
$$;

comment on function private.conditions is 'All conditions together, joined by AND; a null is left out.';

create function private.normal_phone_number(p_typed text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select case
      when compact ~ kenyan
        then '+254' || regexp_replace(compact, '^((\+|\+?00)?2540?|\+?0)(?=([71]\d{8}|[2-6]\d{6,8})$)', '')
      when compact ~ '^(\+|\+?00)[1-9]\d{7,14}$' then '+' || regexp_replace(compact, '^(\+?00|\+)', '')
      when compact ~ '^\+?\d{10,15}$' then ltrim(compact, '+')
    end
    from (
      select
        regexp_replace(
          p_typed, '[\s().\-/\u00a0\u00ad\u200b-\u2015\u202a-\u202f\u2060-\u2069\u2212\ufeff]', '', 'g'
        ) as compact,
        '^((\+|\+?00)?2540?|\+?0)([71]\d{8}|[2-6]\d{6,8})$|^[71]\d{8}$' as kenyan
    ) typed
  );
end;
$$;

comment on function private.normal_phone_number is
  'As the contract''s normalisePhoneNumber(): a Kenyan number as +254712345678, one in international form with its +, '
  'any other ten to fifteen digits as they are; null for what is no phone number.';
-- The checks run with the rights of whoever writes the row.
grant execute on function private.normal_phone_number to authenticated;

create function private.is_email(p_text text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return char_length(p_text) <= 254
    and p_text ~ ($e$^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@$e$
      || '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=..)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$');
end;
$$;

comment on function private.is_email is 'The rule of the contract''s emailField().';

create function private.is_visible(p_text text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return p_text !~
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b'
    '\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]';
end;
$$;

comment on function private.is_visible is
  'Whether a text is free of the characters that the contract''s cleanText() removes; the joiner and the selector that '
  'shape an emoji may stay.';
grant execute on function private.is_visible to authenticated;

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 120),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  phone text check (phone is null or phone is not distinct from private.normal_phone_number(phone)),
  role text not null default 'customer' check (role in ('customer', 'admin', 'sales', 'warehouse', 'accounts')),
  address text check (char_length(address) <= 500),
  email_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    private.person_search_text(name || ' ' || email, phone)
  ) stored
);

comment on table public.users is 'One row per account; passwords live in auth.users.';
comment on column public.users.phone is 'As private.normal_phone_number() writes it: +254712345678.';
comment on column public.users.role is 'customer, or a role of staff: what it may do is in private.permissions.';
comment on column public.users.email_confirmed_at is
  'When a link that was mailed to the address was used; null again when the address changes. '
  'What belongs to an address needs it.';
comment on column public.users.search_text is 'Derived from name, e-mail and phone for the dashboard''s search.';

create index users_newest on public.users (created_at, id);
create index users_by_words on public.users using gin (search_text extensions.gin_trgm_ops);
create index users_by_name on public.users (lower(name), id);
-- The few of staff among many accounts.
create index users_staff on public.users (created_at desc, id desc) where role <> 'customer';

create table private.permissions (
  name text primary key,
  roles text[] not null check (roles <@ array['sales', 'warehouse', 'accounts'])
);

comment on table private.permissions is
  'What staff may do. Policies, functions and, through public.my_profile(), the menu and the buttons of the dashboard '
  'ask this list, and there is no other.';
comment on column private.permissions.roles is 'Who may do it besides the admin, who may do everything in this list.';

insert into private.permissions (name, roles) values
  -- The page of a buyer: all orders with their money, messages and notes.
  ('customers.read', '{sales, accounts}'),
  -- Notes about a buyer, and which orders are one person's.
  ('customers.write', '{sales}'),
  -- To open the dashboard at all: whoever may is staff.
  ('dashboard', '{sales, warehouse, accounts}'),
  -- With writing a note, which changes nothing.
  ('orders.read', '{sales, warehouse, accounts}'),
  ('orders.write', '{sales}'),
  ('orders.special_price', '{}'),
  ('parcels', '{warehouse}'),
  -- Codes of M-Pesa, references of the bank, refunds and tasks about money.
  ('payments.read', '{sales, accounts}'),
  ('payments.record', '{sales, accounts}'),
  -- Money goes back, or does not count: refunds, reversed payments, the end of a task about money.
  ('refunds', '{accounts}'),
  ('statements', '{accounts}'),
  ('reports', '{accounts}'),
  ('exports', '{accounts}'),
  ('messages', '{sales}'),
  ('products.read', '{sales, warehouse, accounts}'),
  ('products.write', '{}'),
  ('stock.write', '{warehouse}'),
  -- Who changed what, with the values before and after.
  ('history', '{}'),
  -- With the health of the shop and the rules of messages.
  ('settings', '{}'),
  ('people', '{}');

create function private.role_may(p_role text, p_permission text) returns boolean
-- Definer: no role reads the table.
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.permissions p where p.name = p_permission and (p_role = 'admin' or p_role = any (p.roles))
  );
end;
$$;

comment on function private.role_may is
  'Whether a role has a permission, whoever calls. With dashboard: whether it is a role of staff.';

alter table public.users enable row level security;
grant select on public.users to authenticated;
grant update (name, phone, address) on public.users to authenticated;

create function private.sign_in_id() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid;
end;
$$;

comment on function private.sign_in_id is
  'The sign-in at the auth service that the caller''s token names; null when it names none.';

create function private.caller_id() returns uuid
-- Definer: no role reads the auth service's sessions.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select caller.id
    from (
      select auth.uid() as id, private.sign_in_id() as session_id
    ) caller
    -- A token stays valid until it expires; ending its sign-in, as a new password does, ends its rights at once.
    where caller.session_id is null or exists (
      select 1 from auth.sessions s where s.id = caller.session_id and s.user_id = caller.id
    )
  );
end;
$$;

comment on function private.caller_id is
  'The account of the caller; null for a visitor and for a token whose sign-in was ended. In policies as (select '
  'private.caller_id()): once for a statement.';
grant execute on function private.caller_id to authenticated;

create function private.require_account() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  caller uuid := private.caller_id();
begin
  if caller is null then
    raise sqlstate 'PT401' using message = 'not_signed_in';
  end if;
  return caller;
end;
$$;

comment on function private.require_account is
  'The account of the caller. PT401 for a visitor, and when the sign-in was ended.';
grant execute on function private.require_account to authenticated;

create table private.verified_sign_ins (
  session_id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  verified_at timestamptz not null default now()
);

comment on table private.verified_sign_ins is
  'The sign-ins of the auth service in which somebody of staff has proved the second factor. '
  'Written by the functions about second factors.';

create index verified_sign_ins_by_user on private.verified_sign_ins (user_id);

create table private.staff_activity (
  session_id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  last_used_at timestamptz,
  password_at timestamptz,
  may_change_until timestamptz
);

comment on table private.staff_activity is
  'When somebody of staff was last at work in a sign-in of the auth service, and when they last typed their password '
  'in it. Written by public.record_staff_activity() and public.record_password_entry() alone.';

comment on column private.staff_activity.may_change_until is
  'Until then the auth service may change the password once: the api function has seen the password, '
  'or a mailed link, and the second factor.';

create index staff_activity_by_user on private.staff_activity (user_id);

create function private.staff_refusal(p_user_id uuid, p_sign_in_id uuid, p_permission text) returns text
-- Definer, because the policies of public.users use it themselves.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return case
    when not exists (
      select 1 from public.users u where u.id = p_user_id and private.role_may(u.role, p_permission)
    ) then 'forbidden'
    -- As OWASP ASVS 5.0, 7.3, asks. As a customer the same person stays signed in.
    when p_sign_in_id is not null and not exists (
      select 1 from auth.sessions s left join private.staff_activity used on used.session_id = s.id
      where s.id = p_sign_in_id and s.user_id = p_user_id and s.created_at > now() - interval '12 hours'
        and greatest(s.created_at, used.last_used_at) > now() - interval '30 minutes'
    ) then 'not_signed_in'
    -- The token has no claim that says so.
    when private.is_second_factor_required() and not exists (
      select 1 from private.verified_sign_ins v where v.session_id = p_sign_in_id and v.user_id = p_user_id
    ) then 'second_factor_required'
  end;
end;
$$;

comment on function private.staff_refusal is
  'What every door of staff asks: why an account lacks a permission in a sign-in (null: of a token that names none). '
  'forbidden; not_signed_in: over twelve hours ago, or not at work for 30 minutes; second_factor_required; null when '
  'it has it. Looked up for every statement: a role that is taken away is gone at once, and so is an ended sign-in.';

create function private.may(p_permission text) returns boolean
-- Definer: callers may not ask for others.
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.staff_refusal(private.caller_id(), private.sign_in_id(), p_permission) is null;
end;
$$;

comment on function private.may is 'Has the caller''s token this permission? As private.staff_refusal() says.';
grant execute on function private.may to authenticated;

create policy "A user reads their own profile and an admin reads all" on public.users
  for select to authenticated
  using (id = (select private.caller_id()) or (select private.may('people')));

create function private.has_second_factor(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.is_second_factor_required() and exists (
    select 1 from private.second_factors f join public.users u on u.id = f.user_id
    where u.id = p_user_id and f.confirmed_at is not null and private.role_may(u.role, 'dashboard')
  );
$$;

comment on function private.has_second_factor is 'Whether somebody is staff and is asked for the code of an app.';

create function private.lacks_second_factor() returns boolean
-- Definer: no caller reads second factors.
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_second_factor(auth.uid()) and not exists (
    select 1 from private.verified_sign_ins v where v.session_id = private.sign_in_id() and v.user_id = auth.uid()
  );
end;
$$;

comment on function private.lacks_second_factor is
  'Whether the caller has a second factor and has not proved it in this sign-in: perhaps a stolen password.';
grant execute on function private.lacks_second_factor to authenticated;

create policy "A user changes their own profile, staff with their second factor" on public.users
  for update to authenticated
  using (id = (select private.caller_id()) and not (select private.lacks_second_factor()));

create trigger set_updated_at before update on public.users
  for each row execute function private.set_updated_at();

create function private.create_profile() returns trigger
-- Definer: the auth service's role may not write public.users.
language plpgsql security definer set search_path = '' as $$
begin
  -- Name and address come after it, from the api: what the auth service is told is in every token.
  insert into public.users (id, name, email) values (new.id, '', lower(new.email)) on conflict (id) do nothing;
  return new;
end;
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.copy_email_to_profile() returns trigger
-- Definer: the auth service's role may not write public.users.
language plpgsql security definer set search_path = '' as $$
begin
  -- Otherwise the profile would show an address that cannot sign in, and nobody else could register with it.
  -- Whoever may have changed it, and however: nobody has shown yet that the new one is theirs.
  update public.users u set email = lower(new.email), email_confirmed_at = null
  where u.id = new.id and new.email is not null;
  return new;
end;
$$;

create trigger copy_email_to_profile after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.copy_email_to_profile();

create function private.log_security(p_what text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise log '%', jsonb_build_object('event', 'security', 'what', p_what,
    'account', left(encode(sha256(convert_to(auth.uid()::text, 'UTF8')), 'hex'), 16));
end;
$$;

comment on function private.log_security is
  'A line about security in the log of Postgres, as the functions write theirs: '
  'the account is the first 16 digits of the SHA-256 of its id.';

create function private.require_permission(p_permission text) returns void
-- Definer: no role writes lines of the log.
language plpgsql stable security definer set search_path = '' as $$
declare
  refusal constant text := private.staff_refusal(private.caller_id(), private.sign_in_id(), p_permission);
begin
  if refusal = 'not_signed_in' then
    raise sqlstate 'PT401' using message = refusal;
  elsif refusal is not null then
    perform private.log_security('forbidden');
    raise sqlstate 'PT403' using message = refusal;
  end if;
end;
$$;

comment on function private.require_permission is
  'Refuses a caller without a permission: PT403 forbidden or second_factor_required, PT401 for one who has it and must '
  'sign in again. Row-level security alone would return no rows.';
grant execute on function private.require_permission to authenticated;

create function public.require_permission(p_permission text) returns void
language sql stable set search_path = '' as $$
  select private.require_permission(p_permission);
$$;

comment on function public.require_permission is
  'For the dashboard and the api function: refuses a caller without a permission. PT403; '
  'PT401 when they have to sign in again.';
grant execute on function public.require_permission to authenticated;

create function public.record_staff_activity() returns void
-- Definer: no role writes the table.
language sql security definer set search_path = '' as $$
  select private.require_permission('dashboard');
  insert into private.staff_activity (session_id, user_id, last_used_at)
  select private.sign_in_id(), private.caller_id(), now() where private.sign_in_id() is not null
  on conflict (session_id) do update set last_used_at = now();
$$;

comment on function public.record_staff_activity is
  'The dashboard calls it while somebody works in it: a sign-in ends after 30 minutes without activity. An ended one '
  'is not renewed. PT401; PT403.';
grant execute on function public.record_staff_activity to authenticated;

create function public.record_password_entry(p_user_id uuid, p_session_id uuid, p_may_change boolean default false)
returns void
-- Definer: no role writes the table.
language sql security definer set search_path = '' as $$
  insert into private.staff_activity as s (session_id, user_id, password_at, may_change_until)
  select p_session_id, u.id, now(), case when p_may_change then now() + interval '1 minute' end
  from public.users u where u.id = p_user_id and private.role_may(u.role, 'dashboard')
  on conflict (session_id) do update set password_at = now(), may_change_until = excluded.may_change_until
    where s.user_id = p_user_id;
$$;

comment on function public.record_password_entry is
  'Somebody of staff has typed their password again in this sign-in, and it was right; p_may_change: to change it. '
  'This does not count as activity and does not renew an ended sign-in.';
grant execute on function public.record_password_entry to service_role;

create function private.is_password_fresh(p_sign_in_id uuid) returns boolean
-- Definer: no role reads the auth service's sessions.
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s left join private.staff_activity used on used.session_id = s.id
    where s.id = p_sign_in_id and greatest(s.created_at, used.password_at) > now() - interval '10 minutes'
  );
$$;

comment on function private.is_password_fresh is
  'Whether the password was typed within ten minutes in a sign-in, by signing in or again.';

create function private.require_password(p_permission text) returns void
-- Definer: no role writes lines of the log.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission(p_permission);
  if private.sign_in_id() is not null and not private.is_password_fresh(private.sign_in_id()) then
    perform private.log_security('forbidden');
    raise sqlstate 'PT403' using message = 'password_required';
  end if;
end;
$$;

comment on function private.require_password is
  'Refuses a caller without a permission, as private.require_permission() does, and one who has not typed their '
  'password within ten minutes, by signing in or again: PT403 password_required.';

create function private.user_as_json(u public.users) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'name', u.name, 'email', u.email, 'phone', u.phone, 'role', u.role, 'address', u.address,
    'emailConfirmed', u.email_confirmed_at is not null,
    'createdAt', private.iso_time(u.created_at), 'updatedAt', private.iso_time(u.updated_at)
  );
$$;

create function public.my_profile() returns jsonb
-- Definer: no role reads the permissions.
language sql stable security definer set search_path = '' as $$
  select private.user_as_json(u) || jsonb_build_object('permissions', array(
    select p.name from private.permissions p where private.role_may(u.role, p.name) order by p.name
  ), 'county', (
    select o.county from public.orders o
    where o.user_id = u.id and o.county is not null
    order by o.created_at desc limit 1
  ), 'company', (
    select private.company_of(o) - 'purchaseOrder'
    from public.orders o
    where o.user_id = u.id and o.company_name is not null
    order by o.created_at desc limit 1
  ))
  from public.users u where u.id = private.caller_id();
$$;

comment on function public.my_profile is
  'The contract''s SignedInUser: the caller''s own account and what its role may do; '
  'null for a visitor and once the sign-in was ended.';
grant execute on function public.my_profile to authenticated;

create function public.list_users(p_limit integer default 500, p_after jsonb default null) returns jsonb
-- Definer: as public.find_people().
language sql stable security definer set search_path = '' as $$
  select private.require_permission('people');
  select jsonb_build_object('total', (select count(*) from public.users), 'after', f.after, 'rows', coalesce((
    select jsonb_agg(private.user_as_json(u) order by p.place)
    from unnest(f.ids) with ordinality p (id, place) join public.users u on u.id = p.id::uuid
  ), '[]'))
  from private.page_of_ids(
    'select r.id, r.created_at as place from public.users r', true, least(p_limit, 500), p_after
  ) f;
$$;

comment on function public.list_users is 'All users: CountedPage of User, newest first, 500 at most. PT403.';
grant execute on function public.list_users to authenticated;

create function private.end_sign_ins(p_user_id uuid, p_but uuid default null) returns void
language sql set search_path = '' as $$
  delete from private.sessions s
  where s.sess ->> 'userId' = p_user_id::text
    and (p_but is null or s.sess ->> 'signInId' is distinct from p_but::text);
  delete from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_but;
$$;

comment on function private.end_sign_ins is
  'Signs a person out everywhere, but for one sign-in. To be called before their account is locked: an order is placed '
  'with its session locked, and then with its account.';

create function public.set_user_role(p_user_id uuid, p_role text) returns jsonb
-- Definer: no role may write the column, or a person could make themselves an admin.
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  person public.users;
begin
  -- Checked before locking, so that only admins make anybody wait.
  perform private.require_password('people');
  perform private.refuse_invalid(p_role !~ '^(customer|admin|sales|warehouse|accounts)$', 'no such role');
  -- Whoever joins chose their password as a customer: the next sign-in asks for one that staff may have.
  -- Whoever leaves is out at once.
  if exists (
    select 1 from public.users u where u.id = p_user_id and (u.role = 'customer') <> (p_role = 'customer')
  ) then
    perform private.end_sign_ins(p_user_id);
  end if;
  -- When two admins take each other's role at the same time, the second waits here and is no longer an admin
  -- afterwards.
  perform 1 from public.users u where u.role = 'admin' order by u.id for update;
  -- Whoever leaves by themselves has just been signed out.
  if p_user_id is distinct from caller or p_role <> 'customer' then
    perform private.require_permission('people');
  end if;
  select * into person from public.users u where u.id = p_user_id for update;
  perform private.refuse_missing(not found);
  if person.role = 'customer' and p_role <> 'customer' and person.email_confirmed_at is null then
    raise sqlstate 'PT409' using message = 'email_unconfirmed';
  end if;
  if person.role = 'admin' and p_role <> 'admin'
    and not exists (select 1 from public.users u where u.role = 'admin' and u.id <> p_user_id) then
    raise sqlstate 'PT409' using message = 'last_admin';
  end if;
  if person.role <> p_role then
    update public.users u set role = p_role where u.id = p_user_id returning * into person;
    -- An invitation that is not used would give the role back to who leaves.
    delete from private.email_confirmations c where c.opens = 'invitation' and c.email = person.email;
    perform private.log_security('role_changed');
  end if;
  return private.user_as_json(person);
end;
$$;

comment on function public.set_user_role is
  'The last admin keeps the role, and nobody gets it before their e-mail address is confirmed. Whoever joins the staff '
  'or leaves it is signed out everywhere and has its rights, or none, from the next request on; invitations to their '
  'address end. Returns the User. PT403, also password_required; PT404; PT409 last_admin, email_unconfirmed.';
grant execute on function public.set_user_role to authenticated;
