-- Stand-ins of pg_cron, pg_net and Vault as far as the shop speaks to them: names, parameters and columns are those of
-- the extensions (citusdata/pg_cron, supabase/pg_net, supabase/vault), what is called is only noted.

create schema cron;
create table cron.job (
  jobid bigint generated always as identity primary key,
  schedule text not null,
  command text not null,
  jobname text unique,
  username text not null default current_user
);
create table cron.job_run_details (
  jobid bigint,
  runid bigint generated always as identity primary key,
  status text,
  start_time timestamptz,
  end_time timestamptz
);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
  returning jobid
$$;

create schema net;
create table net.http_request_queue (
  id bigint generated always as identity primary key,
  url text not null,
  headers jsonb,
  body jsonb,
  timeout_milliseconds integer not null
);
create table net._http_response (id bigint, status_code integer, created timestamptz not null default now());
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 2000
) returns bigint language sql as $$
  insert into net.http_request_queue (url, headers, body, timeout_milliseconds) values (url, headers, body, timeout_milliseconds)
  returning id
$$;

create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as $$
  insert into vault.secrets (name, secret) values (new_name, new_secret) returning id
$$;
create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as $$
  update vault.secrets set secret = new_secret where id = secret_id
$$;
