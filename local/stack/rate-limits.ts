import { inDatabase } from './owner-database.ts';
import { runSqlFile, seedOnce } from './schema-migrations.ts';

const localLimits = 'supabase/seed/local-limits.sql';

/** The rate limits of a local shop: those of a hosted shop, or higher ones that manual use does not reach. */
export type LimitsSetting = 'strict' | 'local';

/** @throws Error with a message for the user */
export function limitsFromEnvironment(env: Record<string, string | undefined>): LimitsSetting | undefined {
  const { LIMITS: limits } = env;
  if (!limits) return undefined;
  if (limits === 'strict' || limits === 'local') return limits;
  throw new Error(`LIMITS=${limits} is neither strict nor local.`);
}

/** Sets all limits; without a setting, a new database gets the local ones, and later changes are kept. */
export async function setRateLimits(databaseUrl: string, setting: LimitsSetting | undefined): Promise<void> {
  await seedOnce(databaseUrl, localLimits);
  if (setting === 'local') await runSqlFile(databaseUrl, localLimits);
  if (setting === 'strict')
    await inDatabase(databaseUrl, (sql) => sql`update private.rate_limits set most = suggested`);
}

/** How this shop differs from a hosted one, as names and sentences. */
export async function differencesFromHosted(databaseUrl: string): Promise<[string, string][]> {
  const [here] = await inDatabase(
    databaseUrl,
    (sql) => sql<{ factor: boolean; limits: boolean }[]>`
      select (select second_factor_required from private.settings) as factor,
        not exists (select from private.rate_limits where most <> suggested) as limits`,
  );
  const differences: [string, string][] = [];
  if (!here?.factor) differences.push(['Second factor', 'not asked of admins; a hosted shop asks for it']);
  if (!here?.limits)
    differences.push(['Rate limits', 'higher; LIMITS=strict npm start applies the real ones']);
  return differences;
}
