import postgres from 'postgres';
import { afterEach, expect, it, vi } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import type { LogEntry } from '../../functions/_shared/http/log.ts';
import {
  type CallAsShop,
  type CallAsVisitor,
  directCalls,
  type DirectPool,
  directPool,
} from '../../functions/_shared/supabase/direct-calls.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';

const { addresses, keys } = stackUnderTest();
const env = new Map([
  ['SUPABASE_URL', addresses.supabase],
  ['SUPABASE_DB_URL', addresses.postgres],
  ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
  ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
]);
// supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
vi.stubGlobal('WebSocket', class {});
const { asVisitor, asShop } = supabaseClients(env);
const visitors = directPool(env, 'anon') as DirectPool;

let pools: postgres.Sql[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  pools = [];
});

/** Calls as a visitor, and what is opened, logged and asked of the Data API for it. */
function callsThrough({ role, open }: DirectPool) {
  const logged: LogEntry[] = [];
  const dataApi = vi.fn(asVisitor);
  const opened = vi.fn(() => {
    const pool = open();
    pools.push(pool);
    return pool;
  });
  const log = (entry: LogEntry) => logged.push(entry);
  const call: CallAsVisitor = directCalls(dataApi as typeof asVisitor, { role, open: opened }, log);
  return { call, logged, dataApi, opened };
}

const throughDataApi: CallAsVisitor = directCalls(asVisitor, null, () => {});

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
  const { call, dataApi, logged } = callsThrough(visitors);
  expect(await call(name, args)).toEqual(await throughDataApi(name, args));
  expect([dataApi.mock.calls.length, logged]).toEqual([0, []]);
});

it('a refusal of SQL is the same, and the connection goes on being used', async () => {
  const { call, dataApi, opened } = callsThrough(visitors);
  const refused = { p_filter: { specs: { no_such_figure: [1, 2] } } };
  for (const count of [call, throughDataApi]) {
    await expect(count('count_products', refused)).rejects.toMatchObject({ code: 'unknown_filter' });
  }
  expect(await call('count_products')).toBeGreaterThan(80);
  expect([dataApi.mock.calls.length, opened.mock.calls.length]).toEqual([0, 1]);
});

it('an error of SQL is not repeated through the Data API', async () => {
  const { call, dataApi } = callsThrough(visitors);
  await expect(call('search_products', { p_query: 'a\0b' })).rejects.toThrow('Database: 22021');
  expect(dataApi).not.toHaveBeenCalled();
});

it('nothing is called with other rights than a visitor’s', async () => {
  const { call, dataApi, logged } = callsThrough({
    role: 'anon',
    open: () => postgres(addresses.postgres, { max: 1, connection: { role: 'service_role' } }),
  });
  expect(await call('count_products')).toBe(await throughDataApi('count_products'));
  expect(dataApi).toHaveBeenCalledTimes(1);
  expect(logged).toMatchObject([
    { event: 'direct_calls_paused', reason: 'The connection has other rights than anon.' },
  ]);
});

it('without a connection the Data API answers, for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const closedPort = addresses.postgres.replace(/:\d+\//, ':1/');
  const { call, dataApi, opened, logged } = callsThrough({
    role: 'anon',
    open: () => postgres(closedPort, { max: 1 }),
  });
  for (let calls = 0; calls < 3; calls += 1) expect(await call('count_products')).toBeGreaterThan(80);
  expect([opened.mock.calls.length, dataApi.mock.calls.length]).toEqual([1, 3]);
  vi.advanceTimersByTime(30_000);
  expect(await call('count_products')).toBeGreaterThan(80);
  expect([opened.mock.calls.length, logged.length]).toEqual([2, 2]);
});

it('calls at the moment at which Postgres ends the connections are answered', async () => {
  const { call } = callsThrough(visitors);
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
  const call: CallAsVisitor = directCalls(asVisitor, { role: 'anon', open: () => silent }, () => {});
  const refused = expect(call('count_products')).rejects.toMatchObject({ code: 'service_unavailable' });
  await vi.advanceTimersByTimeAsync(7_000);
  await refused;
  expect(end).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  expect(await call('count_products')).toBeGreaterThan(80);
});

it('the shop counts requests with its own rights, and a visitor cannot', async () => {
  const openedAs = (role: 'anon' | 'service_role') => {
    const { open } = directPool(env, role) as DirectPool;
    const pool = open();
    pools.push(pool);
    return { role, open: () => pool };
  };
  const counted = { p_action: 'search', p_keys: { session: crypto.randomUUID() } };
  const noDataApi = () => Promise.reject(new Error('The Data API was asked.'));
  const asTheShop: CallAsShop = directCalls(noDataApi, openedAs('service_role'), () => {});
  expect(await asTheShop('take_limits', counted)).toBe(0);
  const asAVisitor: CallAsShop = directCalls(asShop, openedAs('anon'), () => {});
  await expect(asAVisitor('take_limits', counted)).rejects.toThrow('Database: 42501');
});

it('the owner can turn it off', () => {
  expect(directPool(env, 'anon')).not.toBeNull();
  expect(directPool(new Map([...env, ['DIRECT_CALLS', 'off']]), 'anon')).toBeNull();
  expect(directPool(new Map(), 'anon')).toBeNull();
});
