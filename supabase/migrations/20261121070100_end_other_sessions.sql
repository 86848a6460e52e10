-- A new password ends every other visit of the account.
-- Who calls: the api function with the secret key, after a password was changed or reset.

create index sessions_by_user on private.sessions ((sess ->> 'userId'));

create function public.end_other_sessions(p_sid text) returns integer
language plpgsql
set search_path = ''
as $$
declare
  ended integer;
begin
  -- The tokens live in these rows alone, so with the row the access is gone at once.
  delete from private.sessions s
  using private.sessions mine
  where mine.sid = p_sid and s.sid <> p_sid and s.sess ->> 'userId' = mine.sess ->> 'userId';
  get diagnostics ended = row_count;
  return ended;
end;
$$;

comment on function public.end_other_sessions(text) is 'Ends every other session of the account that is signed in to this one; how many.';
grant execute on function public.end_other_sessions(text) to service_role;
