import type { HealthFinding } from '../../supabase/functions/_shared/contract/health.ts';
import {
  healthWords,
  type MissingForJobs,
  missingForJobs,
} from '../../supabase/functions/_shared/contract/health-text.ts';
import { migrationsIn, projectDatabase, type Query } from '../deploy/project-database.ts';

/**
 * Lists the problems of a shop's database and what to do about each, one sentence each. Also schedules the jobs of a
 * hosted project; changes nothing else.
 * @param query runs one statement as the owner of the database
 * @param isHosted whether the platform's scheduler calls the jobs
 */
export async function databaseFindings(query: Query, isHosted: boolean): Promise<string[]> {
  const { missing } = await projectDatabase(query).compare(migrationsIn('supabase/migrations'));
  // The other checks need the complete schema.
  if (missing.length > 0)
    return [`${missing.length} migrations are missing, the first ${missing[0]?.file}: npm run deploy.`];
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

async function scheduleJobs(query: Query): Promise<string[]> {
  const [row] = await query<{ missing: MissingForJobs[] }>('select public.schedule_jobs() as missing');
  return (row?.missing ?? []).map((key) => `${missingForJobs[key]} See docs/deploy.md, The minute job.`);
}

/** The same messages as in the dashboard and for a monitor. */
async function healthProblems(query: Query): Promise<string[]> {
  const [row] = await query<{ found: HealthFinding[] }>('select public.shop_health() as found');
  return (row?.found ?? [])
    .map(healthWords)
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
