import { readdirSync } from 'node:fs';
import type { ShopReport } from '../../supabase/functions/_shared/contract/health.ts';

type Query = <T>(sql: string) => Promise<T[]>;

/**
 * Lists the problems of a shop's database and what to do about each, one sentence each. Also schedules the jobs of a
 * hosted project; changes nothing else.
 * @param query runs one statement as the owner of the database
 * @param isHosted whether the platform's scheduler calls the jobs
 */
export async function databaseFindings(query: Query, isHosted: boolean): Promise<string[]> {
  const missing = await missingMigrations(query);
  // The other checks need the complete schema.
  if (missing.length > 0)
    return [`${missing.length} migrations are missing, the first ${missing[0]}: npm run deploy.`];
  return shopFindings(query, isHosted);
}

/** The same for a database that has all migrations. */
export async function shopFindings(query: Query, isHosted: boolean): Promise<string[]> {
  return [
    ...(isHosted ? await scheduleJobs(query) : []),
    ...(await healthProblems(query)),
    ...(await access(query, isHosted)),
  ];
}

async function missingMigrations(query: Query): Promise<string[]> {
  const [table] = await query<{ found: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as found`,
  );
  const applied = table?.found
    ? await query<{ version: string }>('select version from supabase_migrations.schema_migrations')
    : [];
  const versions = new Set(applied.map(({ version }) => version));
  return readdirSync('supabase/migrations')
    .sort()
    .filter((file) => !versions.has(file.split('_')[0] ?? ''));
}

async function scheduleJobs(query: Query): Promise<string[]> {
  const [row] = await query<{ problems: string[] }>('select public.schedule_jobs() as problems');
  return (row?.problems ?? []).map((problem) => `${problem} See docs/deploy.md, The minute job.`);
}

/** The same messages as in the dashboard and for a monitor. */
async function healthProblems(query: Query): Promise<string[]> {
  const [row] = await query<{ report: ShopReport }>('select public.shop_health() as report');
  return (row?.report.components ?? [])
    .filter(({ problem }) => problem !== null)
    .map(({ problem, advice }) => `${problem} ${advice}`);
}

async function access(query: Query, isHosted: boolean): Promise<string[]> {
  const [row] = await query<{ hasAdmin: boolean; requiresSecondFactor: boolean }>(`
    select exists (select from public.users where role = 'admin') as "hasAdmin",
      (select second_factor_required from private.settings) as "requiresSecondFactor"`);
  return [
    ...(row?.hasAdmin ? [] : ['Nobody is an admin: npm run shop -- make-admin <e-mail>.']),
    ...(isHosted && !row?.requiresSecondFactor
      ? ['Admins sign in without a second factor: update private.settings set second_factor_required = true.']
      : []),
  ];
}
