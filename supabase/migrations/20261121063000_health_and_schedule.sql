-- How the shop is, component by component, and the scheduled jobs: each minute the database calls reconcile and send-messages, each night it
-- checks the rules about money and stock. Elsewhere than on hosted Supabase there is no pg_cron, and a timer of the local stack calls.
-- Who reads: the api function, admins, a monitor with a key, npm run shop -- doctor. Who writes: the jobs and the backup, when they have run.
set check_function_bodies = off;

create table private.heartbeats (
  job text primary key check (job in ('reconcile', 'send-messages', 'backup', 'bank-silent')),
  at timestamptz not null default now()
);

comment on table private.heartbeats is 'When each job that runs every minute ran last, and when npm run shop -- backup last finished. A new shop has five minutes to begin. '
  'bank-silent: since when the bank has answered no query; there is no such row while it answers.';
grant select, insert, update, delete on private.heartbeats to service_role;

insert into private.heartbeats (job) values ('reconcile'), ('send-messages');

create function public.record_heartbeat(p_job text) returns void
language sql set search_path = '' as $$
  insert into private.heartbeats (job, at) values (p_job, now()) on conflict (job) do update set at = excluded.at;
$$;

comment on function public.record_heartbeat is 'Notes that a scheduled job has just run.';
grant execute on function public.record_heartbeat to service_role;

create function private.bank_silence(out since timestamptz, out payments bigint)
language sql stable set search_path = '' as $$
  select h.at, count(*) from private.heartbeats h
  -- Queried since then, in vain, and to be queried again.
  join public.transactions t on t.next_ask_at is not null and t.asked_at >= h.at - interval '1 minute'
  where h.job = 'bank-silent' and h.at < now() - interval '10 minutes'
  group by h.at;
$$;

comment on function private.bank_silence is
  'Since when the bank gives no answer, or errors only, once that is ten minutes, and about how many payments; null while it answers and when nobody waits for it.';
grant execute on function private.bank_silence to service_role;

create function private.stored_pictures(out pictures bigint, out bytes bigint)
-- Definer: what is stored belongs to the platform.
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Only where the platform has Storage.
  if to_regclass('storage.objects') is not null then
    select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0) into pictures, bytes from storage.objects o;
  end if;
end;
$$;

comment on function private.stored_pictures is 'How many files there are, of how many bytes; null where there is no Storage.';

create function private.check_component(p_component text, out cases bigint, out problem text, out advice text, out since timestamptz)
-- Definer: it counts in tables that the shop's functions may not read as a whole.
language plpgsql stable security definer set search_path = '' as $$
declare
  mb constant bigint := 1000000;
  limits private.settings;
begin
  cases := 0;
  case p_component
    when 'reconcile', 'send-messages' then
      select h.at into since from private.heartbeats h where h.job = p_component;
      if since < now() - interval '5 minutes' then
        cases := 1;
        problem := p_component || ' ran last ' || floor(extract(epoch from now() - since) / 60) || ' minutes ago.';
        advice := 'Read the log of that function, and docs/deploy.md, The minute job.';
      end if;
    when 'check-invariants' then
      select c.at into since from private.invariant_check c;
      if since < now() - interval '36 hours' then
        cases := 1;
        problem := 'The rules about money and stock were last checked ' || floor(extract(epoch from now() - since) / 3600) || ' hours ago.';
        advice := 'Check them now: Dashboard → Transactions. Then read docs/deploy.md, The minute job.';
      end if;
    when 'payments' then
      select count(*), min(w.since) into cases, since
      from public.transactions t
      cross join lateral (
        -- Nobody asked the bank, or it did not answer.
        select least(t.next_ask_at, case when t.bank_status = 'no answer' then coalesce(t.answered_at, t.created_at) end) as since
      ) w
      where t.status = 'pending' and w.since < now() - interval '15 minutes';
      problem := cases || case cases when 1 then ' payment has' else ' payments have' end || ' been without an answer of the bank for 15 minutes or longer.';
      if exists (select 1 from private.bank_silence() b where b.since is not null) then
        select b.payments, b.since, 'The bank gave no answer for ' || floor(extract(epoch from now() - b.since) / 60) || ' minutes.'
        into cases, since, problem from private.bank_silence() b;
      end if;
      advice := 'Ask the bank whether it has trouble, and read the log of reconcile.';
    when 'tasks' then
      select count(*), min(w.since) into cases, since
      from private.open_money_tasks w
      where w.since < now() - interval '1 day';
      problem := cases || case cases when 1 then ' task about money is' else ' tasks about money are' end || ' older than a day.';
      advice := 'Dashboard → Transactions, and its Settlement, list what to do.';
    when 'outbox' then
      select count(*), min(w.since) into cases, since
      from private.messages m
      cross join lateral (
        -- Nobody sent it, or it was refused and no message of its channel got through since.
        select least(m.next_attempt_at, case when m.state = 'waiting' and not exists (
          select 1 from private.messages o
          where o.content is not null and o.finished_at > m.first_sent_at and o.channel = m.channel and o.state in ('accepted', 'delivered')
        ) then m.first_sent_at end) as since
      ) w
      where m.next_attempt_at is not null and w.since < now() - interval '15 minutes';
      problem := cases || case cases when 1 then ' message has' else ' messages have' end || ' been waiting to be sent for 15 minutes or longer.';
      advice := 'Dashboard → Messages says why; read the log of send-messages.';
    when 'messages' then
      select count(*), min(m.finished_at) into cases, since
      from private.messages m where m.state = 'failed' and m.dismissed_at is null and m.finished_at > now() - interval '1 day';
      problem := cases || case cases when 1 then ' message' else ' messages' end || ' failed since yesterday.';
      advice := 'Dashboard → Messages says why.';
    when 'rules' then
      select c.broken, c.at, format('%s with money or stock, the first: %s (%s).',
        c.broken || case c.broken when 1 then ' problem' else ' problems' end, c.rows -> 0 ->> 'broken', c.rows -> 0 ->> 'subject')
      into cases, since, problem from private.invariant_check c;
      advice := 'Ship nothing of it before you know why.';
    when 'papers' then
      select count(*), min(u.since) into cases, since from private.unissued_papers u;
      select format('%s, the first: #IC-%s (%s).', case cases when 1 then '1 order is without its invoice or credit note' else cases || ' orders are without their invoices or credit notes' end,
        upper(right(u.order_id::text, 8)), rtrim(u.problem, '.')) into problem
      from private.unissued_papers u order by u.since, u.order_id limit 1;
      advice := 'They are tried again tonight. Until then open the papers on the page of that order.';
    when 'space' then
      select * into limits from private.settings;
      select count(*), string_agg(format('%s %s MB of %s MB.', u.what, u.bytes / mb, u.most), ' ' order by u.what) into cases, problem
      from (
        select 'The database has', pg_catalog.pg_database_size(current_database()), limits.database_limit_mb where limits.database_limit_mb is not null
        union all
        select 'The pictures have', (private.stored_pictures()).bytes, limits.pictures_limit_mb where limits.pictures_limit_mb is not null
      ) u (what, bytes, most)
      where u.bytes >= u.most * mb * 0.8;
      advice := 'Take a larger plan, or delete what nobody needs: docs/deploy.md, Space.';
    when 'backup' then
      select * into limits from private.settings;
      select h.at into since from private.heartbeats h where h.job = 'backup';
      if limits.backup_limit_days is not null and coalesce(since < now() - make_interval(days => limits.backup_limit_days), true) then
        cases := 1;
        problem := 'npm run shop -- backup ' || coalesce('finished last ' || floor(extract(epoch from now() - since) / 86400) || ' days ago.', 'has never finished.');
        advice := 'Make a backup, and see why none was made: docs/deploy.md, Backups.';
      end if;
  end case;
  if cases = 0 then
    problem := null;
    advice := null;
    since := null;
  end if;
end;
$$;

comment on function private.check_component is
  'A component of the shop as it is now: how many cases, the problem and what to do about it in a sentence each, and since when. Without a case all but that are null. '
  'Of the rules it says what the last check has found.';
grant execute on function private.check_component to service_role;

create function public.shop_health() returns jsonb
-- Definer: as private.check_component(), and sizes of tables that the shop may not read.
language plpgsql stable security definer set search_path = '' as $$
declare
  migration text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    select max(m.version) into migration from supabase_migrations.schema_migrations m;
  end if;
  return jsonb_build_object(
    'components', (
      select jsonb_agg(jsonb_build_object(
        'component', c.name, 'cases', h.cases, 'problem', h.problem, 'advice', h.advice, 'since', private.iso_time(h.since)
      ) order by c.place)
      from unnest(array['reconcile', 'send-messages', 'check-invariants', 'payments', 'tasks', 'outbox', 'messages', 'rules', 'papers', 'space', 'backup'])
        with ordinality c (name, place)
      cross join lateral private.check_component(c.name) h
    ),
    'facts', jsonb_build_object(
      'migration', migration,
      'postgres', current_setting('server_version'),
      'ranAt', (
        select jsonb_object_agg(j.job, private.iso_time(h.at))
        from unnest(array['reconcile', 'send-messages', 'backup']) j (job) left join private.heartbeats h on h.job = j.job
      ),
      'oldestTaskAt', (select private.iso_time(min(k.since)) from private.open_money_tasks k),
      'limitsHit', (
        select coalesce(jsonb_agg(jsonb_build_object('action', r.action, 'subject', r.subject, 'callers', r.callers)
          order by r.callers desc, r.action, r.subject), '[]')
        from (
          select c.action, c.subject, count(*) as callers from private.rate_counts c
          where c.refused_for is not null and c.used_until > now() group by c.action, c.subject
        ) r
      ),
      'sizes', jsonb_build_object(
        'databaseBytes', pg_catalog.pg_database_size(current_database()),
        'pictures', (private.stored_pictures()).pictures,
        'pictureBytes', (private.stored_pictures()).bytes,
        'tables', (
          select jsonb_agg(jsonb_build_object('table', t.name, 'bytes', t.bytes) order by t.bytes desc, t.name)
          from (
            select n.nspname || '.' || c.relname as name, pg_catalog.pg_total_relation_size(c.oid) as bytes
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'cron', 'net')
            order by 2 desc, 1 limit 5
          ) t
        )
      )
    )
  );
end;
$$;

comment on function public.shop_health is 'The contract''s ShopReport.';
grant execute on function public.shop_health to service_role;

create function public.queue_health_messages() returns void
language sql set search_path = '' as $$
  -- Once per component and beginning of its trouble.
  select private.queue_message('owner_health', c.name || ' since ' || private.iso_time(h.since))
  from unnest(array['reconcile', 'send-messages', 'check-invariants', 'payments', 'outbox', 'papers']) c (name)
  cross join lateral private.check_component(c.name) h
  where h.since < now() - interval '15 minutes';
$$;

comment on function public.queue_health_messages is 'Every minute: tells the owner when a job, the bank, the sending of messages or a paper has been failing for 15 minutes.';
grant execute on function public.queue_health_messages to service_role;

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

comment on function private.call_function is
  'Calls a function of the shop after the transaction, without waiting for its reply, with a narrow key from Vault (secrets project_url and reconcile_key, see docs/deploy.md).';

create function private.forget_job_logs(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer := 0;
  deleted integer;
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
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
  end if;
  return forgotten;
end;
$$;

comment on function private.forget_job_logs is
  'Deletes what the platform noted of the jobs, so many rows of each kind: runs after seven days, replies to their calls after one. Returns how many.';

create function private.issuing_papers() returns text
language sql immutable set search_path = '' as $$
  select 'do $job$ declare due uuid; begin'
    || ' foreach due in array array(select d from private.papers_due() d) loop perform private.issue_papers_at_night(due); commit; end loop;'
    || ' end $job$';
$$;

comment on function private.issuing_papers is
  'The statement that issues the papers which are due, each order in a transaction of its own: whoever opens a paper meanwhile waits for the number of one order. A function cannot commit.';

create function public.schedule_jobs() returns text[]
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
      -- Two o'clock at night in Nairobi, and five past three.
      ('check-invariants', '0 23 * * *', 'select private.check_invariants_at_night()'),
      -- A quarter to midnight in Nairobi: a sale's number is of the year of the sale.
      ('issue-papers', '45 20 * * *', private.issuing_papers()),
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

comment on function public.schedule_jobs is
  'Schedules the jobs, anew with each deploy, so that no lost job stays lost. Returns one sentence for each thing that stands in the way.';
grant execute on function public.schedule_jobs to service_role;

do $$
begin
  perform public.schedule_jobs();
end;
$$;
