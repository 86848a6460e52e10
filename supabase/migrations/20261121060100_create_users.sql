-- The profile of an auth user: name, phone, address, role.
-- Who reads: its owner and admins. Who writes: the sign-up trigger; role changes are for later migrations.

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 120),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  phone text check (char_length(phone) <= 40),
  role text not null default 'customer' check (role in ('customer', 'admin')),
  address text check (char_length(address) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.users is 'One row per account; passwords live in auth.users.';
comment on column public.users.phone is 'In one form, +254712345678, as the API stores it.';
comment on column public.users.role is 'customer or admin; decides what row-level security allows.';

alter table public.users enable row level security;

create function private.is_admin() returns boolean
language sql
stable
-- Definer, because the policies of public.users themselves ask this question.
security definer
set search_path = ''
as $$
  select exists (select 1 from public.users u where u.id = (select auth.uid()) and u.role = 'admin')
    -- The dashboard keeps a copy of its sign-in's token, which nobody can call back; the sign-in itself can be ended.
    and (claims.session_id is null or exists (
      select 1 from auth.sessions s where s.id = claims.session_id and s.user_id = (select auth.uid())
    ))
  from (
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid as session_id
  ) claims;
$$;

comment on function private.is_admin() is 'Is the caller an admin? Looked up at every question: a role taken away is gone at once, and so is a sign-in that was ended.';
grant execute on function private.is_admin() to authenticated;

grant select on public.users to authenticated;
grant select on public.users to service_role;

create policy "A person reads their own profile and an admin reads all" on public.users
  for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create trigger touch_updated_at before update on public.users
  for each row execute function private.touch_updated_at();
