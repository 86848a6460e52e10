import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, generateApiKey, setExperimental, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../stack/postgres-server.ts';
import { dataApi } from '../stack/data-api.ts';
import { runSqlFile } from '../stack/schema-migrations.ts';
import { freePorts } from '../stack/shop-ports.ts';
import {
  isExpected,
  keepGrants,
  keepObjectsIn,
  setStatementTimeouts,
  allowErrorWarnings,
  withLostCode,
} from '../stack/supabase-lite-internals.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-lite-'));
let server: PostgresServer;
let sql: postgres.Sql;
let secretKey: string;
let publishableKey: string;

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
    create function public.fail() returns integer language sql as $$ select 1 / 0 $$;
    create function public.limit_now() returns text language sql as $$ select current_setting('statement_timeout') $$;
    create function public.own_limit() returns text language sql set statement_timeout = '30s' as
      $$ select current_setting('statement_timeout') $$;
    create function public.sleep_until_ended() returns text language sql set statement_timeout = '50ms' as
      $$ select pg_sleep(20)::text $$;
    create table public.counted (amount integer check (amount > 0));
    create function public.count_nothing() returns void language sql security definer as
      $$ insert into public.counted values (0) $$;
    create view public.many_rows as select n from generate_series(1, 1500) n;
    grant select on public.many_rows to service_role;`);
  secretKey = (await generateApiKey('secret')).key;
  publishableKey = (await generateApiKey('publishable')).key;
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

/** Runs Lite with its defaults, prepared by the function under test. */
async function withLite(
  prepare: (app: App, connection: object) => void,
  use: (send: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
): Promise<void> {
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: server.url, postgresOptions: { onnotice: () => {} } });
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: dataApi.maxRows },
    auth: {
      enabled: true,
      jwt_secret: 'secret'.repeat(8),
      secret_key: secretKey,
      publishable_key: publishableKey,
    },
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

test('Lite warns once that Storage is experimental, and logs refusals of SQL like failures', async () => {
  // Lite does not warn under a test runner.
  vi.stubEnv('NODE_ENV', 'production');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await withLite(
    (_, connection) => keepGrants(connection),
    async (send) => {
      expect(warn.mock.calls.map(isExpected.warn)).toEqual([true]);

      expect((await send('/rest/v1/rpc/refuse', { method: 'POST' })).status).toBe(409);
      expect(error.mock.calls.map(isExpected.error)).toEqual([true]);

      await send('/rest/v1/rpc/fail', { method: 'POST' });
      expect(error.mock.calls.map(isExpected.error)).toEqual([true, false]);
    },
  );
});

test('Lite grants everything to everybody, unless the connection is marked as granted', async () => {
  const read = (send: (path: string) => Promise<Response>) => send('/rest/v1/shelf').then(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await withLite((_, connection) => keepGrants(connection), read);
  expect(await visitorMayRead()).toBe(false);
  await withLite(() => {}, read);
  expect(await visitorMayRead()).toBe(true);
});

test('Lite sets no statement timeout; setStatementTimeouts sets that of the role or the function', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await withLite(
    (_, connection) => keepGrants(connection),
    async (send) => expect(await (await send('/rest/v1/rpc/limit_now')).json()).toBe('0'),
  );
  await withLite(
    (_, connection) => {
      keepGrants(connection);
      setStatementTimeouts(connection);
    },
    async (send) => {
      const call = async (name: string, init?: RequestInit) =>
        (await send(`/rest/v1/rpc/${name}`, init)).json() as Promise<unknown>;
      expect(await call('limit_now')).toBe('8s');
      expect(await call('limit_now', { headers: { apikey: publishableKey } })).toBe('3s');
      expect(await call('own_limit')).toBe('30s');
      const ended = await send('/rest/v1/rpc/sleep_until_ended');
      expect(await ended.clone().json()).toMatchObject({ code: 'SUP' });
      expect(await (await withLostCode(ended)).json()).toMatchObject({ code: '57014' });
      const refused = await withLostCode(await send('/rest/v1/rpc/count_nothing', { method: 'POST' }));
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: '23514' }]);
    },
  );
});

test('Lite returns no more rows than a hosted project', async () => {
  await withLite(
    (_, connection) => keepGrants(connection),
    async (send) => expect(await (await send('/rest/v1/many_rows')).json()).toHaveLength(dataApi.maxRows),
  );
});

test('the database has the locale of a hosted one', async () => {
  expect(
    await sql`select datlocprovider, datlocale, lower('ÉÜ') as small from pg_database where datname = current_database()`,
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8', small: 'éü' }]);
});

test('Lite stores the objects of Storage in the given folder', async () => {
  const objects = join(folder, 'objects');
  await withLite(
    (app) => keepObjectsIn(app, objects),
    async (send) => {
      const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
      await send('/storage/v1/bucket', { ...json, body: '{"id":"pictures","name":"pictures"}' });
      await send('/storage/v1/object/pictures/a.txt', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'a picture',
      });
      expect(await (await send('/storage/v1/object/pictures/a.txt')).text()).toBe('a picture');
    },
  );
  expect(existsSync(join(objects, 'pictures'))).toBe(true);
});

test('Lite breaks Node’s own warnings, unless allowErrorWarnings fixes it', async () => {
  const warned = once(process, 'warning');
  const warning = new Error('too many listeners');
  expect(() => process.emitWarning(warning)).toThrow('includes is not a function');
  allowErrorWarnings();
  process.emitWarning(warning);
  expect(await warned).toEqual([warning]);
});
