import { readdirSync } from 'node:fs';
import type postgres from 'postgres';
import type { ShopReport } from '../../supabase/functions/_shared/contract/health.ts';

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
    ...(await partsInTrouble(sql)),
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

/** As the dashboard and a monitor are told, in the same sentences. */
async function partsInTrouble(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ report: ShopReport }[]>`select private.shop_health() as report`;
  return (row?.report.parts ?? [])
    .filter(({ problem }) => problem !== null)
    .map(({ problem, advice }) => `${problem} ${advice}`);
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
