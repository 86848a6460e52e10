import type { Socket } from 'node:net';
import postgres from 'postgres';
import { afterAll, expect, it, vi } from 'vitest';
import type { LogEntry } from '../../functions/_shared/http/log.ts';
import {
  type CallAsShop,
  type CallAsVisitor,
  directCalls,
  type DirectPool,
  directPool,
} from '../../functions/_shared/supabase/direct-calls.ts';
import {
  address,
  asShop,
  asVisitor,
  counting,
  env,
  opening,
  refused,
  serverThat,
  visitors,
  waitingFor,
} from './direct-pools.ts';

/** Calls as a visitor, and what is opened, logged and asked of the Data API for it. */
function callsThrough(given: DirectPool) {
  const logged: LogEntry[] = [];
  const dataApi = vi.fn(asVisitor);
  const direct = opening(given);
  const log = (entry: LogEntry) => logged.push(entry);
  const call: CallAsVisitor = directCalls(dataApi as typeof asVisitor, direct, log);
  return { call, logged, dataApi, opened: direct.open };
}

const owner = postgres(address, { max: 2 });
afterAll(() => owner.end());

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
    ...visitors,
    open: () => postgres(address, { max: 1, connection: { role: 'service_role' } }),
  });
  expect(await call('count_products')).toBe(await throughDataApi('count_products'));
  expect(dataApi).toHaveBeenCalledTimes(1);
  expect(logged).toMatchObject([
    { event: 'direct_calls_paused', reason: 'Error: The connection has other rights than anon.' },
  ]);
});

it('without a connection the Data API answers, for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const closedPort = address.replace(/:\d+\//, ':1/');
  const { call, dataApi, opened, logged } = callsThrough({
    ...visitors,
    open: () => postgres(closedPort, { max: 1 }),
  });
  for (let calls = 0; calls < 3; calls += 1) expect(await call('count_products')).toBeGreaterThan(80);
  expect([opened.mock.calls.length, dataApi.mock.calls.length]).toEqual([1, 3]);
  vi.advanceTimersByTime(30_000);
  expect(await call('count_products')).toBeGreaterThan(80);
  expect([opened.mock.calls.length, logged.length]).toEqual([2, 2]);
});

it('calls whose connection ends before the answer are repeated through the Data API', async () => {
  const { call, dataApi, logged } = callsThrough(visitors);
  let calls: Promise<unknown>[] = [];
  await owner.begin(async (t) => {
    await t`lock table public.products in access exclusive mode`;
    calls = Array.from({ length: 5 }, () => call('count_products'));
    const waiting = waitingFor(owner, 'count_products');
    await expect.poll(waiting).toHaveLength(3);
    for (const { pid } of await waiting()) await owner`select pg_terminate_backend(${pid})`;
  });
  expect(new Set(await Promise.all(calls)).size).toBe(1);
  expect([dataApi.mock.calls.length, logged.length]).toEqual([5, 1]);
});

it('a slow call delays none behind it, and what is too much goes through the Data API', async () => {
  const { call, dataApi } = callsThrough(visitors);
  // All connections are open, and know both statements.
  for (const name of ['product_index', 'product_facets'] as const)
    await Promise.all(Array.from({ length: 3 }, () => call(name)));
  await owner.begin(async (t) => {
    // The index does not read it.
    await t`lock table public.attributes in access exclusive mode`;
    const slow = call('product_facets');
    await expect.poll(waitingFor(owner, 'product_facets')).toHaveLength(1);
    await Promise.all(Array.from({ length: 5 }, () => call('product_index')));
    expect(dataApi).not.toHaveBeenCalled();
    await Promise.all(Array.from({ length: 9 }, () => call('product_index')));
    expect(dataApi).toHaveBeenCalledTimes(2);
    void slow.catch(() => {});
  });
});

it('a connection that is refused, whatever the code, leads to the Data API', async () => {
  const refusing = await serverThat(refused);
  const { call, logged } = callsThrough(refusing);
  expect(await call('count_products')).toBeGreaterThan(80);
  expect(logged[0]?.reason).toContain('Tenant or user not found');
});

it.each([
  ['answers nothing', 'CONNECT_TIMEOUT', () => {}],
  ['closes every connection', 'There was no answer in time.', (socket: Socket) => socket.destroy()],
])('a server that %s leads to the Data API in time: %s', async (_, reason, answers) => {
  const { call, dataApi, logged } = callsThrough(await serverThat(answers));
  expect(await call('count_products')).toBeGreaterThan(80);
  expect(dataApi).toHaveBeenCalledTimes(1);
  expect(logged).toMatchObject([{ reason: expect.stringContaining(reason) as string }]);
});

it('an address that cannot be read leads to the Data API', async () => {
  const unreadable = directPool(
    new Map([...env, ['SUPABASE_DB_URL', 'postgres://postgres:100%@127.0.0.1:1/postgres']]),
    'catalogue',
  ) as DirectPool;
  const { call, opened } = callsThrough(unreadable);
  for (let calls = 0; calls < 2; calls += 1) expect(await call('count_products')).toBeGreaterThan(80);
  expect(opened).toHaveBeenCalledTimes(1);
});

it('the shop counts requests with its own rights, and a visitor cannot', async () => {
  const counted = { p_action: 'search', p_keys: { session: crypto.randomUUID() } };
  const noDataApi = () => Promise.reject(new Error('The Data API was asked.'));
  const asTheShop: CallAsShop = directCalls(noDataApi, opening(counting), () => {});
  expect(await asTheShop('take_limits', counted)).toBe(0);
  const asAVisitor: CallAsShop = directCalls(asShop, opening(visitors), () => {});
  await expect(asAVisitor('take_limits', counted)).rejects.toThrow('Database: 42501');
});

it('the owner turns it on', () => {
  expect(directPool(env, 'orders')).not.toBeNull();
  expect(directPool(new Map([...env, ['DIRECT_CALLS', 'off']]), 'orders')).toBeNull();
  expect(directPool(new Map([['SUPABASE_DB_URL', address]]), 'orders')).toBeNull();
});
