-- Scheduled jobs: each minute the database calls reconcile and send-messages, each night it deletes its own
-- logs of that. Elsewhere than on hosted Supabase there is no pg_cron, and a timer of the stack calls.
-- Who calls: every deploy and `private.schedule_jobs()` here; the functions are called through pg_net, with a narrow key
-- from Vault (secrets project_url and reconcile_key, see docs/deploy.md).

create function private.call_function(p_name text) returns void
-- Invoker: pg_cron runs it as the owner of the database, who alone may.
language plpgsql set search_path = '' as $$
begin
  perform net.http_post(
    url := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'project_url') || '/functions/v1/' || p_name,
    headers := jsonb_build_object(
      'content-type', 'application/json',
      'x-reconcile-key', (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'reconcile_key')
    ),
    body := '{}'::jsonb,
    timeout_milliseconds := 60000
  );
end;
$$;

comment on function private.call_function is 'Calls a function of the shop after the transaction; its answer is not waited for.';

create function private.forget_job_logs(p_limit integer) returns integer
-- Invoker: as above.
language plpgsql set search_path = '' as $$
declare
  forgotten integer := 0;
  part integer;
begin
  if to_regclass('cron.job_run_details') is not null then
    delete from cron.job_run_details d where d.runid in (
      select o.runid from cron.job_run_details o where o.start_time < now() - interval '7 days' order by o.runid limit p_limit
    );
    get diagnostics forgotten = row_count;
  end if;
  -- pg_net deletes them itself after six hours, as long as its worker runs.
  if to_regclass('net._http_response') is not null then
    delete from net._http_response r where r.id in (
      select o.id from net._http_response o where o.created < now() - interval '1 day' limit p_limit
    );
    get diagnostics part = row_count;
    forgotten := forgotten + part;
  end if;
  return forgotten;
end;
$$;

comment on function private.forget_job_logs is
  'Deletes what the platform noted of the jobs, so many rows of each kind: runs after seven days, answers to their calls after one. Returns how many.';

create function private.schedule_jobs() returns text[]
-- Definer: only the owner of the database may schedule, and the jobs run as who scheduled them.
language plpgsql security definer set search_path = '' as $$
declare
  problems text[] := '{}';
  wanted record;
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = 'pg_cron' and e.installed_version is null) then
    create extension pg_cron with schema pg_catalog;
  end if;
  if exists (select from pg_catalog.pg_available_extensions e where e.name = 'pg_net' and e.installed_version is null) then
    create extension pg_net with schema extensions;
  end if;
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return array['No job is scheduled: switch the extension pg_cron on.'];
  end if;
  for wanted in
    select * from (values
      ('reconcile', '* * * * *', $job$select private.call_function('reconcile')$job$),
      ('send-messages', '* * * * *', $job$select private.call_function('send-messages')$job$),
      -- Five past three at night in Nairobi.
      ('forget-job-logs', '5 0 * * *', 'select private.forget_job_logs(20000)')
    ) as jobs (name, clock, command)
  loop
    perform cron.schedule(wanted.name, wanted.clock, wanted.command);
  end loop;
  if to_regnamespace('net') is null then
    problems := problems || 'The functions are not called: switch the extension pg_net on.'::text;
  end if;
  if to_regclass('vault.decrypted_secrets') is null then
    return problems || 'The functions are not called: switch Vault on.'::text;
  end if;
  return problems || array(
    select format('The functions are not called: Vault has no secret %s.', n.name)
    from (values ('project_url'), ('reconcile_key')) as n (name)
    where not exists (
      select from vault.decrypted_secrets s where s.name = n.name and s.decrypted_secret <> ''
    )
    order by n.name
  );
end;
$$;

comment on function private.schedule_jobs is
  'Schedules the jobs, anew each time, so that no lost job stays lost. Returns one sentence for each thing that stands in the way.';
grant execute on function private.schedule_jobs to service_role;

create function public.schedule_jobs() returns text[]
language sql set search_path = '' as $$
  select private.schedule_jobs();
$$;

comment on function public.schedule_jobs is 'After each deploy: schedules the jobs; one sentence for each thing that stands in the way.';
grant execute on function public.schedule_jobs to service_role;

do $$
begin
  perform private.schedule_jobs();
end;
$$;
