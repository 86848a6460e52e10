import { readdirSync } from 'node:fs';
import type postgres from 'postgres';
import type { ShopReport } from '../../supabase/functions/_shared/contract/health.ts';

/**
 * Lists the problems of a shop's database and what to do about each, one sentence each. Also schedules the jobs of a
 * hosted project; changes nothing else.
 * @param sql a connection as the owner of the database
 * @param isHosted whether the platform's scheduler calls the jobs
 */
export async function databaseFindings(sql: postgres.Sql, isHosted: boolean): Promise<string[]> {
  const missing = await missingMigrations(sql);
  // The other checks need the complete schema.
  if (missing.length > 0)
    return [
      `${missing.length} migrations are missing, the first ${missing[0]}: npx supabase db push --remote --yes.`,
    ];
  return [
    ...(isHosted ? await scheduleJobs(sql) : []),
    ...(await healthProblems(sql)),
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

async function scheduleJobs(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ problems: string[] }[]>`select public.schedule_jobs() as problems`;
  return (row?.problems ?? []).map((problem) => `${problem} See docs/deploy.md, The minute job.`);
}

/** The same messages as in the dashboard and for a monitor. */
async function healthProblems(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ report: ShopReport }[]>`select public.shop_health() as report`;
  return (row?.report.components ?? [])
    .filter(({ problem }) => problem !== null)
    .map(({ problem, advice }) => `${problem} ${advice}`);
}

async function access(sql: postgres.Sql, isHosted: boolean): Promise<string[]> {
  const [row] = await sql<{ hasAdmin: boolean; requiresSecondFactor: boolean }[]>`
    select exists (select from public.users where role = 'admin') as "hasAdmin",
      (select second_factor_required from private.settings) as "requiresSecondFactor"`;
  return [
    ...(row?.hasAdmin ? [] : ['Nobody is an admin: npm run shop -- make-admin <e-mail>.']),
    ...(isHosted && !row?.requiresSecondFactor
      ? ['Admins sign in without a second factor: update private.settings set second_factor_required = true.']
      : []),
  ];
}
