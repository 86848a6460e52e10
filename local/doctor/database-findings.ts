import { readdirSync } from 'node:fs';
import type postgres from 'postgres';

/**
 * What is wrong with a shop's database, and what to do about it, one sentence each. Puts the jobs of a hosted project
 * in their place while it looks; changes nothing else.
 * @param sql as the owner of the database
 * @param isHosted whether the platform's scheduler is to call the jobs
 */
export async function databaseFindings(sql: postgres.Sql, isHosted: boolean): Promise<string[]> {
  const missing = await missingMigrations(sql);
  // Without them nothing below need be there.
  if (missing.length > 0)
    return [
      `${missing.length} migrations are missing, the first ${missing[0]}: npx supabase db push --remote --yes.`,
    ];
  return [
    ...(isHosted ? await scheduled(sql) : []),
    ...(await silentJobs(sql)),
    ...(await brokenRules(sql)),
    ...(await overdue(sql)),
    ...(await access(sql, isHosted)),
  ];
}

async function missingMigrations(sql: postgres.Sql): Promise<string[]> {
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as found`;
  const applied = table?.found
    ? await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
    : [];
  const versions = new Set(applied.map(({ version }) => version));
  return readdirSync('supabase/migrations')
    .sort()
    .filter((file) => !versions.has(file.split('_')[0] ?? ''));
}

async function scheduled(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ problems: string[] }[]>`select private.schedule_jobs() as problems`;
  return (row?.problems ?? []).map((problem) => `${problem} See docs/deploy.md, The minute job.`);
}

async function silentJobs(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ job: string; minutes: number | null }[]>`
    select j.job, floor(extract(epoch from now() - h.at) / 60)::int as minutes
    from unnest(array['reconcile', 'send-messages']) as j (job) left join private.heartbeats h using (job)
    where h.at is null or h.at < now() - interval '5 minutes' order by j.job`;
  return rows.map(
    ({ job, minutes }) =>
      `${job} ${minutes === null ? 'has never run' : `ran last ${minutes} minutes ago`}: read the log of that function, and docs/deploy.md, The minute job.`,
  );
}

async function brokenRules(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ broken: string; cases: number; subject: string }[]>`
    select broken, count(*)::int as cases, min(subject::text) as subject from private.invariants group by broken order by broken`;
  return rows.map(
    ({ broken, cases, subject }) =>
      `A rule about money or stock is broken (${broken}, ${cases} times, first ${subject}): ship nothing of it before you know why.`,
  );
}

async function overdue(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ undecided: number; tasks: number; waiting: number; failed: number }[]>`
    select
      (select count(*)::int from public.transactions
        where status = 'pending' and next_ask_at < now() - interval '15 minutes') as undecided,
      (select count(*)::int from public.owner_tasks
        where closed_at is null and created_at < now() - interval '1 day') as tasks,
      (select count(*)::int from private.messages
        where state in ('waiting', 'sending') and next_attempt_at < now() - interval '15 minutes') as waiting,
      (select count(*)::int from private.messages
        where state = 'failed' and finished_at > now() - interval '1 day') as failed`;
  const { undecided = 0, tasks = 0, waiting = 0, failed = 0 } = row ?? {};
  return [
    ...some(
      undecided,
      'payments wait for a question to the bank that is overdue: read the log of reconcile.',
    ),
    ...some(tasks, 'tasks about money are older than a day: Dashboard → Transactions.'),
    ...some(
      waiting,
      'messages should have gone out a quarter of an hour ago: read the log of send-messages.',
    ),
    ...some(failed, 'messages failed since yesterday: Dashboard → Messages says why.'),
  ];
}

async function access(sql: postgres.Sql, isHosted: boolean): Promise<string[]> {
  const [row] = await sql<{ hasAdmin: boolean; asksSecondFactor: boolean }[]>`
    select exists (select from public.users where role = 'admin') as "hasAdmin",
      (select second_factor_required from private.settings) as "asksSecondFactor"`;
  return [
    ...(row?.hasAdmin ? [] : ['Nobody is an admin: npm run make-admin -- <e-mail>.']),
    ...(isHosted && !row?.asksSecondFactor
      ? ['Admins sign in without a second factor: update private.settings set second_factor_required = true.']
      : []),
  ];
}

const some = (count: number, rest: string): string[] => (count === 0 ? [] : [`${count} ${rest}`]);
