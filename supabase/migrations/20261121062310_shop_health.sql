-- How the shop is, part by part: what waits too long, what failed, what contradicts the rules, what is nearly full.
-- Who reads: the api function, for admins and for a monitor with a key; npm run shop -- doctor. Who writes: send-messages, which tells the owner.

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

create function private.look_at_part(p_part text, out cases bigint, out problem text, out advice text, out since timestamptz)
-- Definer: it counts in tables that the shop's functions may not read as a whole.
language plpgsql stable security definer set search_path = '' as $$
declare
  mb constant bigint := 1000000;
  limits private.settings;
  checked record;
begin
  cases := 0;
  case p_part
    when 'reconcile', 'send-messages' then
      select h.at into since from private.heartbeats h where h.job = p_part;
      if since is null or since < now() - interval '5 minutes' then
        cases := 1;
        problem := p_part || coalesce(' ran last ' || floor(extract(epoch from now() - since) / 60) || ' minutes ago.', ' has never run.');
        advice := 'Read the log of that function, and docs/deploy.md, The minute job.';
      end if;
    when 'payments' then
      select count(*), min(t.next_ask_at) into cases, since
      from public.transactions t where t.status = 'pending' and t.next_ask_at < now() - interval '15 minutes';
      problem := cases || case cases when 1 then ' payment waits' else ' payments wait' end || ' for a question to the bank that is overdue.';
      advice := 'Read the log of reconcile.';
    when 'tasks' then
      select count(*), min(k.created_at) into cases, since
      from public.owner_tasks k where k.closed_at is null and k.created_at < now() - interval '1 day';
      problem := cases || case cases when 1 then ' task about money is' else ' tasks about money are' end || ' older than a day.';
      advice := 'Dashboard → Transactions lists what to do.';
    when 'outbox' then
      select count(*), min(m.next_attempt_at) into cases, since
      from private.messages m where m.next_attempt_at < now() - interval '15 minutes';
      problem := cases || case cases when 1 then ' message' else ' messages' end || ' should have gone out a quarter of an hour ago.';
      advice := 'Read the log of send-messages.';
    when 'messages' then
      select count(*), min(m.finished_at) into cases, since
      from private.messages m where m.state = 'failed' and m.answered_at is null and m.finished_at > now() - interval '1 day';
      problem := cases || case cases when 1 then ' message' else ' messages' end || ' failed since yesterday.';
      advice := 'Dashboard → Messages says why.';
    when 'rules' then
      select coalesce(sum(k.cases), 0), 'Rules about money or stock are broken: '
        || string_agg(format('%s (%s, first %s)', k.broken, k.cases, k.subject), '; ' order by k.broken) || '.', min(k.since)
      into cases, problem, since
      from (
        select f.broken, count(*) as cases, min(f.subject) as subject, min(f.found_at) as since from private.rule_findings f group by f.broken
      ) k;
      advice := 'Ship nothing of it before you know why.';
      -- What nobody has checked is not well.
      checked := private.when_rules_were_checked();
      if checked.changes_at < now() - interval '1 hour' then
        cases := cases + 1;
        problem := concat_ws(' ', problem, 'Changes of money and stock were last checked '
          || floor(extract(epoch from now() - checked.changes_at) / 60) || ' minutes ago.');
      end if;
      if checked.everything_at < now() - interval '36 hours' then
        cases := cases + 1;
        problem := concat_ws(' ', problem, 'The rules about money and stock were last checked for everything '
          || floor(extract(epoch from now() - checked.everything_at) / 3600) || ' hours ago.');
      end if;
      if since is null then
        since := least(checked.changes_at, checked.everything_at);
        advice := 'Read the log of send-messages.';
      end if;
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

comment on function private.look_at_part is
  'A part of the shop as it is now: how many cases, the problem and what to do about it in a sentence each, and since when. Without a case all but that are null. '
  'Of the rules what the checks have found, and whether they are made.';

create function private.shop_health() returns jsonb
-- Definer: the same.
language plpgsql stable security definer set search_path = '' as $$
declare
  migration text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    select max(m.version) into migration from supabase_migrations.schema_migrations m;
  end if;
  return jsonb_build_object(
    'parts', (
      select jsonb_agg(jsonb_build_object(
        'part', p.part, 'cases', l.cases, 'problem', l.problem, 'advice', l.advice,
        'since', private.iso_time(coalesce(l.since, case when l.cases > 0 then case when w.is_unwell then w.since else w.changing_since end end))
      ) order by p.place)
      from unnest(array['reconcile', 'send-messages', 'payments', 'tasks', 'outbox', 'messages', 'rules', 'space', 'backup'])
        with ordinality p (part, place)
      cross join lateral private.look_at_part(p.part) l
      left join private.watched_parts w on w.part = p.part
    ),
    'figures', jsonb_build_object(
      'migration', migration,
      'postgres', current_setting('server_version'),
      'ranAt', (
        select jsonb_object_agg(j.job, private.iso_time(h.at))
        from unnest(array['reconcile', 'send-messages', 'backup']) j (job) left join private.heartbeats h on h.job = j.job
      ),
      'oldestTaskAt', (select private.iso_time(min(k.created_at)) from public.owner_tasks k where k.closed_at is null),
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

comment on function private.shop_health is 'The contract''s ShopReport.';

create function public.shop_health() returns jsonb
language sql stable set search_path = '' as $$
  select private.shop_health();
$$;

comment on function public.shop_health is 'The contract''s ShopReport.';
grant execute on function private.shop_health, public.shop_health to service_role;

create function private.watch_part(p_part text) returns void
-- Definer: nobody writes what the owner was told.
language plpgsql security definer set search_path = '' as $$
declare
  -- How many checks in a row must find nothing until the part counts as healthy again.
  calm constant integer := 3;
  w private.watched_parts;
  seen record;
begin
  -- Whoever finds the row locked leaves the look to the other.
  select * into w from private.watched_parts p
  where p.part = p_part and coalesce(p.looked_at <= now() - case when p.looks > 0 then interval '50 seconds' else p.every end, true)
  for update skip locked;
  if not found then
    return;
  end if;
  if p_part = 'rules' then
    perform private.check_changes();
  end if;
  select * into seen from private.look_at_part(p_part);
  w.looked_at := now();
  if (seen.problem is not null) = w.is_unwell then
    w.looks := 0;
    w.changing_since := null;
  else
    w.looks := w.looks + 1;
    w.changing_since := coalesce(w.changing_since, seen.since, now());
  end if;
  if w.looks >= (case when w.is_unwell then calm else w.patience end) then
    w.is_unwell := not w.is_unwell;
    w.since := w.changing_since;
    w.looks := 0;
    w.changing_since := null;
    perform private.queue_message('owner_health', private.told_of_part(w));
  end if;
  update private.watched_parts p set
    is_unwell = w.is_unwell, since = w.since, looks = w.looks, changing_since = w.changing_since, looked_at = w.looked_at,
    problem = case when w.is_unwell then coalesce(seen.problem, p.problem) end,
    advice = case when w.is_unwell then coalesce(seen.advice, p.advice) end
  where p.part = p_part;
end;
$$;

comment on function private.watch_part is
  'Looks at a part when its time has come. The owner is told once that it is not well, after so many looks in a row that found a problem '
  '(watched_parts.patience), and once that it is well again, after three that found none.';

create function public.watch_health() returns void
language sql set search_path = '' as $$
  select private.watch_part(w.part) from private.watched_parts w where w.part <> 'rules' order by w.part;
$$;

comment on function public.watch_health is 'Every minute: looks at all that is quickly seen, and puts what the owner must know into the outbox.';

create function public.watch_rules() returns void
-- A part of the check of everything reads thousands of orders.
language sql set search_path = '' set statement_timeout = '30s' as $$
  select private.check_next_part();
  select private.watch_part('rules');
$$;

comment on function public.watch_rules is
  'The same for the rules about money and stock, which takes longer: what has changed every quarter of an hour, at night a part of everything with each call.';
grant execute on function private.check_next_part to service_role;
grant execute on function private.watch_part, public.watch_health, public.watch_rules to service_role;
