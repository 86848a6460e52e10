-- A person changes their own name, phone and address; the e-mail is the auth service's, the role nobody's to take.
-- Who writes: the owner of the row, through the api function with their own token.

grant update (name, phone, address) on public.users to authenticated;

create policy "A person changes their own profile" on public.users
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
