-- On hosted Supabase the database calls reconcile and send-messages every minute; elsewhere a timer of the stack does.
-- Who calls: pg_cron through pg_net, with a narrow key from Vault (secrets project_url and reconcile_key, see README).

do $$
declare
  job text;
begin
  if exists (select from pg_available_extensions where name = 'pg_cron')
    and exists (select from pg_available_extensions where name = 'pg_net')
    and to_regclass('vault.decrypted_secrets') is not null then
    create extension if not exists pg_cron;
    create extension if not exists pg_net;
    foreach job in array array['reconcile', 'send-messages'] loop
      perform cron.schedule(job, '* * * * *', format($job$
        select net.http_post(
          url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/%s',
          headers := jsonb_build_object(
            'content-type', 'application/json',
            'x-reconcile-key', (select decrypted_secret from vault.decrypted_secrets where name = 'reconcile_key')
          ),
          body := '{}'::jsonb,
          timeout_milliseconds := 60000
        )
      $job$, job));
    end loop;
  end if;
end;
$$;
