import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, generateApiKey, setExperimental, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../stack/postgres-server.ts';
import { runSqlFile } from '../stack/schema-migrations.ts';
import { freePorts } from '../stack/shop-ports.ts';
import {
  isExpected,
  keepGrants,
  keepObjectsIn,
  letErrorsBeWarnings,
} from '../stack/supabase-lite-internals.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-lite-'));
let server: PostgresServer;
let sql: postgres.Sql;
let secretKey: string;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  server = await startPostgres({
    folder: join(folder, 'data'),
    port: (await freePorts(0)).postgres,
    password: 'postgres',
    logFile: join(folder, 'postgres.log'),
    throwAway: true,
  });
  sql = postgres(server.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(SUPABASE_AUTH_HELPERS_SQL);
  await runSqlFile(server.url, 'local/stack/platform-roles.sql');
  await sql.unsafe(`
    create table public.shelf (id integer primary key);
    alter table public.shelf enable row level security;
    create function public.refuse() returns void language plpgsql as
      $$ begin raise sqlstate 'PT409' using message = 'out_of_stock'; end $$;
    create function public.fail() returns integer language sql as $$ select 1 / 0 $$;`);
  secretKey = (await generateApiKey('secret')).key;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await server?.child.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Lite with its defaults, prepared by the function under test, for as long as it is used. */
async function withLite(
  prepare: (app: App, connection: object) => void,
  use: (ask: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
): Promise<void> {
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: server.url, postgresOptions: { onnotice: () => {} } });
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: 'secret'.repeat(8), secret_key: secretKey },
    storage: { enabled: true },
  });
  prepare(app, connection);
  try {
    await app.ensureSystemSchema();
    await use((path, init) =>
      app.fetch(
        new Request(`http://127.0.0.1${path}`, { ...init, headers: { apikey: secretKey, ...init?.headers } }),
      ),
    );
  } finally {
    await connection.driver.end({ timeout: 2 });
  }
}

const visitorMayRead = async () =>
  (await sql`select has_table_privilege('anon', 'public.shelf', 'select') as may`)[0]?.may as boolean;

test('Lite warns once that Storage is experimental, and prints refusals of SQL like failures', async () => {
  // Lite does not warn under a test runner.
  vi.stubEnv('NODE_ENV', 'production');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await withLite(
    (_, connection) => keepGrants(connection),
    async (ask) => {
      expect(warn.mock.calls.map(isExpected.warn)).toEqual([true]);

      expect((await ask('/rest/v1/rpc/refuse', { method: 'POST' })).status).toBe(409);
      expect(error.mock.calls.map(isExpected.error)).toEqual([true]);

      await ask('/rest/v1/rpc/fail', { method: 'POST' });
      expect(error.mock.calls.map(isExpected.error)).toEqual([true, false]);
    },
  );
});

test('Lite grants everything to everybody, unless the connection says that it has', async () => {
  const read = (ask: (path: string) => Promise<Response>) => ask('/rest/v1/shelf').then(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await withLite((_, connection) => keepGrants(connection), read);
  expect(await visitorMayRead()).toBe(false);
  await withLite(() => {}, read);
  expect(await visitorMayRead()).toBe(true);
});

test('Lite keeps the objects of Storage in the folder it is given', async () => {
  const objects = join(folder, 'objects');
  await withLite(
    (app) => keepObjectsIn(app, objects),
    async (ask) => {
      const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
      await ask('/storage/v1/bucket', { ...json, body: '{"id":"pictures","name":"pictures"}' });
      await ask('/storage/v1/object/pictures/a.txt', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'a picture',
      });
      expect(await (await ask('/storage/v1/object/pictures/a.txt')).text()).toBe('a picture');
    },
  );
  expect(existsSync(join(objects, 'pictures'))).toBe(true);
});

test('Lite breaks Node’s own warnings, unless they are let through', async () => {
  const warned = once(process, 'warning');
  const warning = new Error('too many listeners');
  expect(() => process.emitWarning(warning)).toThrow('includes is not a function');
  letErrorsBeWarnings();
  process.emitWarning(warning);
  expect(await warned).toEqual([warning]);
});
