import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { quotedItems } from '../../functions/_shared/contract/delivery.ts';
import { orderLinks } from '../../functions/_shared/secrets/order-link.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';
import { createApp } from '../../functions/api/app.ts';
import { supabaseCatalogue, supabaseDelivery } from '../../functions/api/data/supabase-catalogue.ts';
import { supabaseLimits } from '../../functions/api/data/supabase-limits.ts';
import { supabaseOrders } from '../../functions/api/data/supabase-orders.ts';
import type { Deps } from '../../functions/api/deps.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

/*
 * What somebody with one address, nine or a hundred can make Postgres compute: the api function as it is, in this
 * process, with the limits of a hosted shop divided by twenty. Nothing is given back while a test runs.
 */
const sql = openTestDatabase();
const { addresses, keys } = stackUnderTest();
const parts = 20;
// supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
vi.stubGlobal('WebSocket', class {});
const clients = supabaseClients(
  new Map([
    ['SUPABASE_URL', addresses.supabase],
    ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
    ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
  ]),
);
const app = createApp({
  edgeProxySecret: 'secret',
  catalogue: supabaseCatalogue(clients),
  delivery: supabaseDelivery(clients),
  limits: supabaseLimits(clients),
  orders: supabaseOrders(clients),
  orderLinks: orderLinks('the secret of the links'),
  sessions: { read: () => Promise.resolve({}) },
  log: () => {},
} as unknown as Deps);

const before = await sql<{ action: string; subject: string; most: number; seconds: number }[]>`
  select action, subject, most, seconds from private.rate_limits`;
const asBefore = async () => {
  await sql`delete from private.rate_counts`;
  for (const { action, subject, most, seconds } of before)
    await sql`update private.rate_limits set most = ${most}, seconds = ${seconds}
      where action = ${action} and subject = ${subject}`;
};
const computed: string[] = [];
beforeEach(async () => {
  await sql`update private.rate_limits set most = greatest(suggested / ${parts}, 1), seconds = 7200`;
  await sql`delete from private.rate_counts`;
  computed.length = 0;
  const reallyFetch = fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const name = new URL(input instanceof Request ? input.url : input).pathname.split('/').at(-1) ?? '';
    if (name !== 'take_limits') computed.push(name);
    return reallyFetch(input, init);
  });
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(asBefore);

/** How often Postgres was asked for more than a count by so many requests, one after the other from each address. */
async function costOf(path: string, from: number, requests = 130): Promise<number> {
  const send = async (i: number) =>
    app.fetch(
      new Request(`http://127.0.0.1${path.replace('#', String(i))}`, {
        headers: {
          'x-shop-secret': 'secret',
          'x-shop-origin': addresses.site,
          'x-shop-client-address': `197.136.0.${i % from}`,
          cookie: `sid=${'c'.repeat(43)}`,
        },
      }),
    );
  for (let i = 0; i < requests; i += 10) await Promise.all(Array.from({ length: 10 }, (_, n) => send(i + n)));
  return computed.length;
}

const pair = quotedItems([
  { productId: (await newProduct(sql)).id, quantity: 1 },
  { productId: (await newProduct(sql)).id, quantity: 2 },
]);

describe.each([
  // A read of two rows each, and once the sheets of all: what fits is computed in the function.
  ['what fits in a cart', `/api/fit?items=${pair}`, [61, 131, 131]],
  ['whole lists that no cache has', '/api/products?minPrice=#&count=no', [3, 6, 6]],
  ['whole lists with a parameter that nothing reads', '/api/products?x=#', [0, 0, 0]],
  ['their orders', '/api/orders', [6, 54, 60]],
] as const)('somebody makes the shop compute %s', (_, path, [one, nine, hundred]) => {
  it.each([
    [1, one],
    [9, nine],
    [100, hundred],
  ])('from %i addresses no more often than %i times', async (from, most) => {
    expect(await costOf(path, from)).toBeLessThanOrEqual(most);
    expect(computed.length > 0 || most === 0).toBe(true);
  });
});
