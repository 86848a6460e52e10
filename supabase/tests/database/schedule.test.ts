import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { as, shop, type Sql } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

const stack = openTestDatabase();

const schedule = async (sql: Sql) =>
  (await as(sql, shop, (t) => t<{ missing: string[] }[]>`select public.schedule_jobs() as missing`))[0]
    ?.missing;

describe('without a scheduler', () => {
  it('the stack’s own database reports it, and has no job', async () => {
    expect(await schedule(stack)).toEqual(['pg_cron']);
  });
});

describe('on a hosted project', () => {
  let hosted: Awaited<ReturnType<typeof untouchedDatabase>>;
  let sql: Sql;
  beforeAll(async () => {
    hosted = await untouchedDatabase(stack, 'hosted-scheduler.sql');
    sql = hosted.sql;
    await hosted.migrate();
  });
  afterAll(() => hosted?.drop());

  const jobs = () => sql`select jobname, schedule, username from cron.job order by jobname`;

  it('the migration schedules the minute jobs and the nightly ones, as the owner', async () => {
    const [{ username } = { username: '' }] = await sql<
      { username: string }[]
    >`select current_user as username`;
    expect(await jobs()).toEqual([
      { jobname: 'check-invariants', schedule: '0 23 * * *', username },
      { jobname: 'forget-job-logs', schedule: '5 0 * * *', username },
      { jobname: 'issue-papers', schedule: '45 20 * * *', username },
      { jobname: 'reconcile', schedule: '* * * * *', username },
      { jobname: 'remind-debtors', schedule: '0 6 * * *', username },
      { jobname: 'send-messages', schedule: '* * * * *', username },
    ]);
  });

  it('scheduling again brings a lost job back and puts a changed one right, without a second copy', async () => {
    await sql`delete from cron.job where jobname = 'reconcile'`;
    await sql`update cron.job set schedule = '0 0 1 1 *', command = 'select 1' where jobname = 'send-messages'`;
    await schedule(sql);
    expect((await jobs()).map(({ jobname, schedule: clock }) => `${jobname} ${clock}`)).toEqual([
      'check-invariants 0 23 * * *',
      'forget-job-logs 5 0 * * *',
      'issue-papers 45 20 * * *',
      'reconcile * * * * *',
      'remind-debtors 0 6 * * *',
      'send-messages * * * * *',
    ]);
  });

  it('each secret that Vault lacks is named, until it is there', async () => {
    expect(await schedule(sql)).toEqual(['project_url', 'reconcile_key']);
    await sql`insert into vault.secrets (name, secret) values ('project_url', 'https://abc.supabase.co'), ('reconcile_key', '')`;
    onTestFinished(async () => {
      await sql`delete from vault.secrets`;
    });
    expect(await schedule(sql)).toEqual(['reconcile_key']);
    await sql`delete from vault.secrets where name = 'reconcile_key'`;
    await sql`insert into vault.secrets (name, secret) values ('reconcile_key', 'the key')`;
    expect(await schedule(sql)).toEqual([]);
  });

  it('a job calls its function with the key, and waits longer than the function may take', async () => {
    await sql`insert into vault.secrets (name, secret) values ('project_url', 'https://abc.supabase.co'), ('reconcile_key', 'the key')`;
    for (const { command } of await sql<
      { command: string }[]
    >`select command from cron.job where schedule = '* * * * *' order by jobname`)
      await sql.unsafe(command);
    const called = {
      headers: { 'content-type': 'application/json', 'x-reconcile-key': 'the key' },
      body: {},
    };
    expect(
      await sql`select url, headers, body, timeout_milliseconds as timeout from net.http_request_queue order by id`,
    ).toEqual(
      ['reconcile', 'send-messages'].map((name) => ({
        ...called,
        url: `https://abc.supabase.co/functions/v1/${name}`,
        timeout: 60_000,
      })),
    );
  });

  it('at night the platform’s own logs of the jobs are forgotten, so many at a time', async () => {
    await sql`insert into cron.job_run_details (start_time)
      select now() - make_interval(days => day) from generate_series(1, 20) as day`;
    await sql`insert into net._http_response (id, created)
      select day, now() - make_interval(days => day) + interval '1 hour' from generate_series(1, 5) as day`;
    const forget = async () =>
      (await sql<{ count: number }[]>`select private.forget_job_logs(10) as count`)[0]?.count;
    expect([await forget(), await forget(), await forget()]).toEqual([10 + 4, 4, 0]);
    expect(await sql`select count(*)::int as left from cron.job_run_details`).toEqual([{ left: 6 }]);
    expect(await sql`select id::int from net._http_response`).toEqual([{ id: 1 }]);
  });
});
