import postgres from 'postgres';
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
  if (setting === 'strict') {
    const sql = postgres(databaseUrl, { max: 1 });
    await sql`update private.rate_limits set most = suggested`;
    await sql.end({ timeout: 2 });
  }
}
