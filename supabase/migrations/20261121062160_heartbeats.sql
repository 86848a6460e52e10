-- When each job ran last, and what the owner was told of each part of the shop that the database can judge.
-- Who writes: the functions with the secret key, and npm run shop -- backup. Who reads: what queues messages, and the dashboard.

create table private.heartbeats (
  job text primary key check (job in ('reconcile', 'send-messages', 'backup')),
  at timestamptz not null default now()
);

comment on table private.heartbeats is 'When each job that runs every minute ran last, and when npm run shop -- backup last finished.';
grant select, insert, update on private.heartbeats to service_role;

create function private.heartbeat_of(p_job text) returns timestamptz
-- Definer: nobody may read the table; admins see how old it is.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select h.at from private.heartbeats h where h.job = p_job);
end;
$$;

comment on function private.heartbeat_of is 'When a job ran last; null when it never did. PT403.';
grant execute on function private.heartbeat_of to authenticated;

create function public.record_heartbeat(p_job text) returns void
language sql set search_path = '' as $$
  insert into private.heartbeats (job, at) values (p_job, now()) on conflict (job) do update set at = excluded.at;
$$;

comment on function public.record_heartbeat is 'Notes that a scheduled job has just run.';
grant execute on function public.record_heartbeat to service_role;

create table private.watched_parts (
  part text primary key,
  every interval not null,
  patience integer not null check (patience > 0),
  is_unwell boolean not null default false,
  since timestamptz,
  problem text,
  advice text,
  looks integer not null default 0,
  changing_since timestamptz,
  looked_at timestamptz
);

comment on table private.watched_parts is
  'The parts of the shop whose troubles the owner is told of, and what was told last. Written by private.watch_part() alone.';
comment on column private.watched_parts.every is 'How long after a look the next one comes; after one that says otherwise it comes within the minute.';
comment on column private.watched_parts.patience is 'Looks in a row that find a problem until the owner is told. A silent job has used up its five minutes already.';
comment on column private.watched_parts.is_unwell is 'As the owner was told; the problem is that of the last look.';
comment on column private.watched_parts.looks is 'Looks in a row that say otherwise, the first of them at changing_since.';

insert into private.watched_parts (part, every, patience) values
  ('reconcile', '50 seconds', 1),
  ('send-messages', '50 seconds', 1),
  ('payments', '50 seconds', 3),
  ('messages', '50 seconds', 3),
  -- It reads all that has changed since.
  ('rules', '15 minutes', 3),
  ('space', '15 minutes', 3),
  ('backup', '15 minutes', 3);

grant select on private.watched_parts to service_role;

create function private.told_of_part(w private.watched_parts) returns text
language sql stable set search_path = '' as $$
  select w.part || case when w.is_unwell then ' unwell since ' else ' well since ' end || private.iso_time(w.since);
$$;

comment on function private.told_of_part is 'The subject of the message about the state in which a part is; null before there was any.';
grant execute on function private.told_of_part to service_role;
