import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import type { LocalSecrets } from './local-secrets.ts';
import { openOwnerDatabase } from './owner-database.ts';

export type LocalDatabase = { sql: postgres.Sql; close(): Promise<void> };

/**
 * The database of `DATABASE_URL`, or else that of the shop on this machine.
 * @throws Error with a message for the user
 */
export async function openShopDatabase(env: Record<string, string | undefined>): Promise<LocalDatabase> {
  if (!env.DATABASE_URL) return openLocalDatabase(env.SHOP_FOLDER ?? '.shop', console.log);
  const sql = openOwnerDatabase(env.DATABASE_URL);
  return { sql, close: () => sql.end({ timeout: 2 }) };
}

/**
 * The shop's database on this machine: connects to the one running in the folder, or starts it until `close`.
 * @throws Error with a message for the user when it is not on 127.0.0.1
 */
export async function openLocalDatabase(
  folder: string,
  onStep: (text: string) => void,
): Promise<LocalDatabase> {
  const running = urlOfRunning(folder);
  if (running) {
    const sql = await connect(running).catch(() => null);
    if (sql) {
      await refuseRemote(sql, running);
      return { sql, close: () => sql.end({ timeout: 2 }) };
    }
  }
  // Loaded only when needed: a running shop has a stack already.
  const { startStack } = await import('./start-stack.ts');
  const stack = await startStack({ ports: 'free', dataFolder: folder, build: false, onStep });
  const sql = await connect(stack.addresses.postgres);
  await refuseRemote(sql, stack.addresses.postgres);
  return {
    sql,
    close: async () => {
      await sql.end({ timeout: 2 });
      await stack.stop();
    },
  };
}

/** Postgres writes its port to the fourth line of this file; the password is stored next to the data. */
function urlOfRunning(folder: string): string | null {
  const pidFile = join(resolve(folder), 'postgres', 'postmaster.pid');
  const secretsFile = join(resolve(folder), 'secrets.json');
  if (!existsSync(pidFile) || !existsSync(secretsFile)) return null;
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]?.trim();
  const { postgresPassword } = JSON.parse(readFileSync(secretsFile, 'utf8')) as LocalSecrets;
  return `postgres://postgres:${postgresPassword}@127.0.0.1:${port}/postgres`;
}

/** One connection: temporary tables and settings belong to it. */
async function connect(url: string): Promise<postgres.Sql> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 3,
    idle_timeout: 0,
    onnotice: () => {},
  });
  try {
    await sql`select 1`;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** Both ends must be 127.0.0.1: the address could be that of a tunnel. */
async function refuseRemote(sql: postgres.Sql, url: string): Promise<void> {
  const [row] = await sql<{ address: string | null }[]>`select host(inet_server_addr()) as address`;
  if (new URL(url).hostname === '127.0.0.1' && row?.address === '127.0.0.1') return;
  await sql.end({ timeout: 1 });
  throw new Error('This database is not on 127.0.0.1; nothing was changed.');
}
