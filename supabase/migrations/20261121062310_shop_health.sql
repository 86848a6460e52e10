-- How the shop is, in figures: what waits too long, what failed, what contradicts the rules.
-- Who reads: the api function, for admins and for a monitor with a key.

create function private.shop_health() returns jsonb
-- Definer: the figures come from tables that the shop's functions may not read as a whole.
language plpgsql stable security definer set search_path = '' as $$
declare
  migration text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    select max(m.version) into migration from supabase_migrations.schema_migrations m;
  end if;
  return jsonb_build_object(
    'migration', migration,
    'jobs', (
      select jsonb_agg(jsonb_build_object('job', j.job, 'ranAt', private.iso_time(h.at)) order by j.job)
      from unnest(array['reconcile', 'send-messages']) as j (job) left join private.heartbeats h on h.job = j.job
    ),
    'overduePayments', (
      select count(*) from public.transactions t where t.status = 'pending' and t.next_ask_at < now() - interval '15 minutes'
    ),
    'oldestTaskAt', (select private.iso_time(min(k.created_at)) from public.owner_tasks k where k.closed_at is null),
    'failedMessages', (
      select count(*) from private.messages m where m.state = 'failed' and m.finished_at > now() - interval '1 day'
    ),
    'brokenRules', (select count(*) from private.invariants)
  );
end;
$$;

comment on function private.shop_health is 'The contract''s ShopFigures.';
grant execute on function private.shop_health to service_role;

create function public.shop_health() returns jsonb
-- It reads every order, as public.broken_invariants() does.
language sql stable set search_path = '' set statement_timeout = '30s' as $$
  select private.shop_health();
$$;

comment on function public.shop_health is 'The contract''s ShopFigures.';
grant execute on function public.shop_health to service_role;
