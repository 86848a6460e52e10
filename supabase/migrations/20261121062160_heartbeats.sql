-- When each job that runs every minute ran last, so that a silent one is noticed.
-- Who writes: the functions with the secret key, at the end of each run. Who reads: what queues messages, and the dashboard.

create table private.heartbeats (
  job text primary key check (job in ('reconcile', 'send-messages')),
  at timestamptz not null default now()
);

comment on table private.heartbeats is 'When each job that runs every minute ran last.';
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

comment on function public.record_heartbeat is 'Notes that a job of the clock has just run.';
grant execute on function public.record_heartbeat to service_role;
