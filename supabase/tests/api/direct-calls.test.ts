import postgres from 'postgres';
import { afterEach, expect, it, vi } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';
import {
  type CallAsVisitor,
  type OpenPool,
  visitorCalls,
  visitorPool,
} from '../../functions/_shared/supabase/visitor-calls.ts';
import type { LogEntry } from '../../functions/_shared/http/log.ts';

const { addresses, keys } = stackUnderTest();
// supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
vi.stubGlobal('WebSocket', class {});
const { asVisitor } = supabaseClients(
  new Map([
    ['SUPABASE_URL', addresses.supabase],
    ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
    ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
  ]),
);
const openVisitors = visitorPool(new Map([['SUPABASE_DB_URL', addresses.postgres]])) as OpenPool;

let pools: postgres.Sql[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  pools = [];
});

/** Calls the catalogue through `openPool` and counts what it opens, logs and asks the Data API. */
function callsThrough(openPool: OpenPool | null) {
  const logged: LogEntry[] = [];
  const dataApi = vi.fn(asVisitor);
  const open = vi.fn(() => {
    const pool = (openPool as OpenPool)();
    pools.push(pool);
    return pool;
  });
  const call = visitorCalls(dataApi as typeof asVisitor, openPool && open, (entry) => logged.push(entry));
  return { call, logged, dataApi, open };
}

const throughDataApi = callsThrough(null).call;

it.each<Parameters<CallAsVisitor>>([
  ['list_products', { p_filter: { category: 'batteries' }, p_sort: 'price', p_limit: 3, p_after: null }],
  ['list_products', { p_filter: { search: 'victron' }, p_sort: 'relevance', p_limit: 2, p_after: undefined }],
  ['count_products', { p_filter: { brands: ['Garmin'] } }],
  ['product_facets', { p_filter: { category: 'solar' } }],
  ['product_index', undefined],
  ['product_page', { p_name: 'pqwt-tc300' }],
  ['product_page', { p_name: 'no-such-product' }],
  ['search_products', { p_query: "Victron' --" }],
  ['suggest_products', { p_query: 'terra' }],
])('%s with %j answers as the Data API does, without it', async (name, args) => {
  const { call, dataApi, logged } = callsThrough(openVisitors);
  expect(await call(name, args)).toEqual(await throughDataApi(name, args));
  expect([dataApi.mock.calls.length, logged]).toEqual([0, []]);
});

it('a refusal of SQL is the same, and the connection goes on being used', async () => {
  const { call, dataApi, open } = callsThrough(openVisitors);
  const refused = { p_filter: { specs: { no_such_figure: [1, 2] } } };
  for (const count of [call, throughDataApi]) {
    await expect(count('count_products', refused)).rejects.toMatchObject({ code: 'unknown_filter' });
  }
  expect(await call('count_products')).toBeGreaterThan(80);
  expect([dataApi.mock.calls.length, open.mock.calls.length]).toEqual([0, 1]);
});

it('an error of SQL is not repeated through the Data API', async () => {
  const { call, dataApi } = callsThrough(openVisitors);
  await expect(call('search_products', { p_query: 'a\0b' })).rejects.toThrow('Database: 22021');
  expect(dataApi).not.toHaveBeenCalled();
});

it('nothing is called with other rights than a visitor’s', async () => {
  const { call, dataApi, logged } = callsThrough(() =>
    postgres(addresses.postgres, { max: 1, connection: { role: 'service_role' } }),
  );
  expect(await call('count_products')).toBe(await throughDataApi('count_products'));
  expect(dataApi).toHaveBeenCalledTimes(1);
  expect(logged).toMatchObject([
    { event: 'direct_reads_paused', reason: 'The connection has other rights than a visitor.' },
  ]);
});

it('without a connection the Data API answers, for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const closedPort = addresses.postgres.replace(/:\d+\//, ':1/');
  const { call, dataApi, open, logged } = callsThrough(() => postgres(closedPort, { max: 1 }));
  for (let calls = 0; calls < 3; calls += 1) expect(await call('count_products')).toBeGreaterThan(80);
  expect([open.mock.calls.length, dataApi.mock.calls.length]).toEqual([1, 3]);
  vi.advanceTimersByTime(30_000);
  expect(await call('count_products')).toBeGreaterThan(80);
  expect([open.mock.calls.length, logged.length]).toEqual([2, 2]);
});

it('calls at the moment at which Postgres ends the connections are answered', async () => {
  const { call } = callsThrough(openVisitors);
  await call('count_products');
  const owner = postgres(addresses.postgres, { max: 1 });
  pools.push(owner);
  const calls = Array.from({ length: 20 }, () => call('product_index'));
  await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'api' and pid <> pg_backend_pid()`;
  const answers = await Promise.all(calls);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

it('a call that Postgres does not answer in time is refused, and the next one goes through the Data API', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const end = vi.fn(() => Promise.resolve());
  const silent = { unsafe: () => new Promise(() => {}), end } as unknown as postgres.Sql;
  const logged: LogEntry[] = [];
  const call = visitorCalls(
    asVisitor,
    () => silent,
    (entry) => logged.push(entry),
  );
  const refused = expect(call('count_products')).rejects.toMatchObject({ code: 'service_unavailable' });
  await vi.advanceTimersByTimeAsync(7_000);
  await refused;
  expect(end).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  expect(await call('count_products')).toBeGreaterThan(80);
});

it('the owner can turn it off', () => {
  const env = new Map([['SUPABASE_DB_URL', addresses.postgres]]);
  expect(visitorPool(env)).not.toBeNull();
  expect(visitorPool(new Map([...env, ['DIRECT_READS', 'off']]))).toBeNull();
  expect(visitorPool(new Map())).toBeNull();
});
