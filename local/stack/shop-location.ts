import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import { listen } from './http-listener.ts';
import { localSecrets } from './local-secrets.ts';
import { inDatabase } from './owner-database.ts';
import { startPostgres } from './postgres-server.ts';
import { runnerOf, takeRunLock } from './run-lock.ts';
import { portsFromEnvironment, type ShopPorts } from './shop-ports.ts';

/** Where a shop's data is. */
export type ShopLocation = { databaseUrl: string; supabaseUrl: string; secretKey: string };

type Env = Record<string, string | undefined>;

/** What is needed of a shop: its database alone, its pictures too, or to write these. */
type Need = 'database' | 'read' | 'write';

/** Works in the database of `DATABASE_URL`, or else in that of the shop on this machine. @throws Error with a message for the user */
export function inShopDatabase<T>(env: Env, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  return atShop(env, 'database', ({ databaseUrl }) => inDatabase(databaseUrl, work));
}

/**
 * Works with the shop of `DATABASE_URL` and `SUPABASE_URL`, or without the first with the one on this machine, which need
 * not run. To write pictures, `SUPABASE_SECRET_KEY` is needed too.
 * @throws Error with a message for the user
 */
export async function atShop<T>(
  env: Env,
  need: Need,
  work: (location: ShopLocation) => Promise<T>,
): Promise<T> {
  const location = await shopLocation(env, need);
  const folder = env.SHOP_FOLDER ?? '.shop';
  if (env.DATABASE_URL || (await runnerOf(folder)) !== null) return work(location);
  const ends: (() => unknown)[] = [];
  try {
    await openData(folder, portsFromEnvironment(env), ends);
    return await work(location);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/**
 * Opens database and pictures of a shop that does not run, as they are: no file is migrated, so that data of another
 * version can be read too, and no function runs.
 * @returns the address of the database
 */
export async function openData(folder: string, ports: ShopPorts, ends: (() => unknown)[]): Promise<string> {
  // Loaded only when needed: a shop elsewhere has both already.
  const { openSupabaseLite } = await import('./supabase-lite.ts');
  ends.push(await takeRunLock(folder, console.log));
  const secrets = await localSecrets(folder);
  const { url, child } = await startPostgres({
    folder: join(folder, 'postgres'),
    port: ports.postgres,
    password: secrets.postgresPassword,
    logFile: join(folder, 'logs', 'postgres.log'),
    throwAway: false,
  });
  ends.push(() => child.stop());
  const supabase = await openSupabaseLite({
    databaseUrl: url,
    secrets,
    siteUrl: `http://127.0.0.1:${ports.site}`,
    storageFolder: join(folder, 'storage'),
    email: { send: () => Promise.reject(new Error('No mail is sent.')) },
  });
  ends.push(() => supabase.close());
  const server = await listen(ports.supabase, (request) => supabase.fetch(request));
  ends.push(() => server.stop());
  return url;
}

/** @throws Error with a message for the user */
async function shopLocation(env: Env, need: Need): Promise<ShopLocation> {
  if (env.DATABASE_URL) {
    const { SUPABASE_URL: url = '', SUPABASE_SECRET_KEY: secretKey = '' } = env;
    if (!url && need !== 'database')
      throw new Error('Set SUPABASE_URL of the same project too: the pictures are not in the database.');
    if (need === 'write' && !secretKey)
      throw new Error(
        'Set SUPABASE_SECRET_KEY of the same project too: pictures cannot be stored without it.',
      );
    return { databaseUrl: env.DATABASE_URL, supabaseUrl: url.replace(/\/+$/, ''), secretKey };
  }
  const folder = env.SHOP_FOLDER ?? '.shop';
  if (!existsSync(folder)) throw new Error('There is no shop here: type npm start, or set DATABASE_URL.');
  const ports = portsFromEnvironment(env);
  const { postgresPassword, secretKey } = await localSecrets(folder);
  return {
    databaseUrl: `postgres://postgres:${postgresPassword}@127.0.0.1:${ports.postgres}/postgres`,
    supabaseUrl: `http://127.0.0.1:${ports.supabase}`,
    secretKey,
  };
}
