import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { gatewaySettings } from '../../functions/_shared/card-gateway/gateway-settings.ts';
import { buildPaymentForm } from '../../functions/_shared/card-gateway/payment-form.ts';
import { paymentDecisions } from '../../functions/_shared/card-gateway/payment-decision.ts';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import type { SearchReply } from '../../functions/_shared/contract/products.ts';
import { orderLinks } from '../../functions/_shared/secrets/order-link.ts';
import type { PlacedOrder } from '../../functions/_shared/supabase/sql-replies.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';
import { createApp } from '../../functions/api/app.ts';
import { supabaseCatalogue } from '../../functions/api/data/supabase-catalogue.ts';
import { supabaseLimits } from '../../functions/api/data/supabase-limits.ts';
import { supabaseOrders } from '../../functions/api/data/supabase-orders.ts';
import type { Deps } from '../../functions/api/deps.ts';
import { payAtTheBank } from '../api-visitor.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

/*
 * The api function as it is, in this process, with every call that it makes written down. Each call to Supabase is one
 * SQL function, so one statement.
 */
const sql = openTestDatabase();
const { addresses, keys, dataFolder } = stackUnderTest();
const secrets = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as Record<string, string>;
const env = new Map([
  ['SUPABASE_URL', addresses.supabase],
  ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
  ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
  ['CARD_GATEWAY_URL', addresses.gateway],
  ['CARD_GATEWAY_APPLICATION_ID', secrets.gatewayApplicationId ?? ''],
  ['CARD_GATEWAY_SECRET', secrets.gatewaySecret ?? ''],
]);
// supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
vi.stubGlobal('WebSocket', class {});
const clients = supabaseClients(env);
const gateway = gatewaySettings(env);
const app = createApp({
  edgeProxySecret: 'secret',
  orders: supabaseOrders(clients),
  payments: paymentDecisions(
    clients.asShop,
    gateway,
    null,
    () => {},
    () => {},
  ),
  paymentForms: {
    build: ({ order, transaction }: PlacedOrder, siteOrigin: string) =>
      buildPaymentForm(gateway, { ...transaction, orderId: order.id }, siteOrigin),
  },
  orderLinks: orderLinks('the secret of the links'),
  catalogue: supabaseCatalogue(clients),
  limits: supabaseLimits(clients),
  sendMessages: () => {},
  log: () => {},
} as unknown as Deps);

let cookie = '';
const calls: string[] = [];
beforeEach(() => {
  cookie = `sid=${randomBytes(32).toString('base64url')}`;
  const reallyFetch = fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    calls.push(url.origin === new URL(addresses.gateway).origin ? 'the bank' : url.pathname);
    return reallyFetch(input, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** @returns the reply, and the calls that it took */
async function post<T>(
  path: string,
  body: unknown = {},
  method = 'POST',
): Promise<{ body: T; calls: string[] }> {
  calls.length = 0;
  const response = await app.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method,
      body: method === 'GET' ? null : JSON.stringify(body),
      headers: {
        'x-shop-secret': 'secret',
        'x-shop-origin': addresses.site,
        'content-type': 'application/json',
        cookie,
      },
    }),
  );
  cookie = /sid=[^;]+/.exec(response.headers.get('x-shop-cookie') ?? '')?.[0] ?? cookie;
  return { body: (await response.json()) as T, calls: [...calls] };
}

const get = <T>(path: string) => post<T>(path, undefined, 'GET');

const rpc = (name: string) => `/rest/v1/rpc/${name}`;

async function placeOne() {
  const product = await newProduct(sql, { price: 5000 });
  return post<PlaceOrderReply>(
    '/api/orders',
    orderRequest([{ productId: product.id, quantity: 1, price: 5000 }]),
  );
}

it('a search takes one call after its limits, and one more to note that it found nothing', async () => {
  const found = await get<SearchReply>('/api/search?q=terrameter');
  expect(found.calls).toEqual([rpc('take_limits'), rpc('search_products')]);
  expect(found.body.products.length).toBeGreaterThan(0);
  const missed = await get<SearchReply>('/api/search?q=quokka');
  expect(missed.calls).toEqual([rpc('take_limits'), rpc('search_products'), rpc('record_search_miss')]);
  expect(missed.body.products).toEqual([]);
});

it('placing an order takes one call', async () => {
  const { body, calls } = await placeOne();
  expect(body.success).toBe(true);
  expect(calls).toEqual([rpc('place_order_within_limits')]);
});

it.each([
  ['a minute behind', -60_000, 2],
  ['a day behind', -86_400_000, 2],
  ['a minute ahead', 60_000, 1],
])('a function whose clock is %s still takes orders', async (_, wrongBy, times) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongBy });
  const { body, calls } = await placeOne().finally(() => vi.useRealTimers());
  expect(calls).toEqual(Array(times).fill(rpc('place_order_within_limits')));
  expect(body.success).toBe(true);
  const orders = await sql`
    select 1 from public.order_items i where i.order_id = ${body.order.id}`;
  expect(orders).toHaveLength(1);
});

it('checking a payment takes one call, the bank, and one more; only one when no query is due', async () => {
  const { body: placed } = await placeOne();
  const path = `/api/orders/${placed.order.id}/check`;
  await payAtTheBank(placed.payment, '4242424242424242');
  const first = await post<Order>(path);
  expect(first.calls).toEqual([
    rpc('check_payment_within_limits'),
    'the bank',
    rpc('decide_checked_payment'),
  ]);
  expect(first.body.status).toBe('paid');
  const second = await post<Order>(path);
  expect([second.calls, second.body.status]).toEqual([[rpc('check_payment_within_limits')], 'paid']);
});

it('paying again takes one call, the bank, and one more; only one when no query is due', async () => {
  const { body: placed } = await placeOne();
  const path = `/api/orders/${placed.order.id}/payment`;
  const first = await post<PlaceOrderReply>(path);
  expect(first.calls).toEqual([rpc('begin_payment_within_limits'), 'the bank', rpc('decide_and_pay_again')]);
  const second = await post<PlaceOrderReply>(path);
  expect([second.calls, second.body.order.id]).toEqual([
    [rpc('begin_payment_within_limits')],
    placed.order.id,
  ]);
});

it('a payment that is refused after a bank query stores the bank’s answer', async () => {
  const { body: placed } = await placeOne();
  await payAtTheBank(placed.payment, '4242424242424242');
  const { body, calls } = await post<{ code: string }>(`/api/orders/${placed.order.id}/payment`);
  expect(body.code).toBe('order_closed');
  expect(calls).toHaveLength(3);
  expect(await sql`select status from public.orders where id = ${placed.order.id}`).toEqual([
    { status: 'paid' },
  ]);
});
