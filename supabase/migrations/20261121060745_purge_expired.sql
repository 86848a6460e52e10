-- Deletes what nobody needs any more: what each table keeps, and for how long, is in docs/retention.md.
-- Who calls: the shop's jobs, every minute.

create function public.purge_expired(p_limit integer default 500) returns integer
-- Definer: nobody writes these tables directly.
language plpgsql security definer set search_path = '' as $$
declare
  purged integer := 0;
  part integer;
  rule record;
begin
  for rule in
    select * from (values
      ('sessions', 1, 'expire < now() - interval ''1 day'''),
      ('idempotency_keys', 1, 'created_at < now() - interval ''30 days'''),
      -- Small rows, of which one address can write a thousand in a minute.
      ('rate_counts', 40, 'used_until < now()'),
      ('sign_in_attempts', 1, 'greatest(failed_at, signed_in_at) < now() - interval ''180 days'''),
      ('email_confirmations', 1, 'expires_at < now()'),
      -- Nobody can use a sign-in that the auth service has ended.
      ('verified_sign_ins', 1, 'not exists (select 1 from auth.sessions s where s.id = r.session_id)'),
      ('staff_uses', 1, 'not exists (select 1 from auth.sessions s where s.id = r.session_id)'),
      ('search_misses', 1, 'last_day < current_date - 90')
    ) t (name, share, is_over)
  loop
    execute format('delete from private.%1$I where ctid = any (array(select r.ctid from private.%1$I r where %2$s limit $1))', rule.name, rule.is_over)
    using p_limit * rule.share;
    get diagnostics part = row_count;
    purged := purged + part;
  end loop;
  return purged;
end;
$$;

comment on function public.purge_expired is
  'Deletes what nobody needs any more, so many rows of each kind (of the counts of limits, forty times as many): sessions a day after their end, idempotency keys after 30 days, limits '
  'that are not in use, attempts to sign in after 180 days, expired links to confirm an address, what is known about sign-ins of staff that have ended, searches without a result after 90 days. Returns how many.';
grant execute on function public.purge_expired to service_role;
