import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import type { Request } from './http-connection.ts';

type OrderedProduct = { id: string; price: number };

/** The products on sale, with so much stock that none runs out. */
export async function productsForOrders(databaseUrl: string): Promise<OrderedProduct[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  const products = await sql<OrderedProduct[]>`
    update public.products set stock = 1000000 where is_active returning id, price`;
  await sql.end();
  return products;
}

/**
 * Each request is from a new buyer, without a cookie, with a different e-mail address and on a connection of its own, who
 * orders the next of these products.
 */
export function orderRequest(products: readonly OrderedProduct[]): Request {
  return {
    method: 'POST',
    path: '/api/orders',
    headers: { connection: 'close', ...headersOfPhone },
    body: newOrder(products),
  };
}

/** As Chrome sends them on an Android phone. */
const headersOfPhone = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  accept: '*/*',
  'accept-language': 'en-KE,en-GB;q=0.9,en;q=0.8,sw;q=0.7',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

/** The same order as the api function passes it to Postgres, each from a different address and browser. */
export function placeOrderInSql(
  products: readonly OrderedProduct[],
): (sql: postgres.Sql) => Promise<void | 503> {
  return async (sql) => {
    const [row] = await sql`
      select public.place_order_within_limits(
        p_address_hash => ${randomHex()}, p_sid => ${randomHex()}, p_request_hash => ${randomHex()},
        p_request => ${newOrder(products)}::text::jsonb, p_session_days => 30) as answer`;
    const { refusal } = (row?.answer ?? {}) as { refusal?: string };
    if (refusal === 'shop_busy') return 503;
    if (refusal) throw new Error(refusal);
    return undefined;
  };
}

/**
 * Places orders in SQL and gives Postgres statistics of them. In its first minute, a new shop has plans for small tables,
 * which read all orders.
 */
export async function fillWithOrders(
  databaseUrl: string,
  products: readonly OrderedProduct[],
): Promise<void> {
  const sql = postgres(databaseUrl, { connection: { role: 'service_role' }, max: 8 });
  const place = placeOrderInSql(products);
  for (let orders = 0; orders < 3000; orders += 8)
    await Promise.all(Array.from({ length: 8 }, () => place(sql)));
  await sql.end();
  const owner = postgres(databaseUrl, { max: 1 });
  await owner`vacuum analyze`;
  await owner.end();
}

/** Places orders and returns a payment check for each. @throws Error with the shop's reply when one is refused */
export async function ordersToCheck(
  site: string,
  products: readonly OrderedProduct[],
  count: number,
): Promise<{ reply: string; checks: Request[] }> {
  const checks: Request[] = [];
  let reply = '';
  while (checks.length < count) {
    const { method, path, body } = orderRequest(products);
    const answer = await fetch(site + path, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    });
    reply = await answer.text();
    if (answer.status !== 201) throw new Error(`No order: ${reply}`);
    const { order } = JSON.parse(reply) as PlaceOrderReply;
    checks.push({
      method: 'POST',
      path: `/api/orders/${order.id}/check`,
      headers: { 'x-order-key': order.linkKey ?? '' },
    });
  }
  return { reply, checks };
}

let buyerNumber = 0;
function newOrder(products: readonly OrderedProduct[]): string {
  buyerNumber += 1;
  const { id, price } = products[buyerNumber % products.length] as OrderedProduct;
  const orderData = {
    customerName: 'Ada Lovelace',
    customerEmail: `ada-${buyerNumber}@example.com`,
    customerPhone: '+254712345678',
    customerAddress: 'Milimani, Kisumu',
    totalAmount: price,
    status: 'pending',
  };
  return JSON.stringify({ orderData, items: [{ productId: id, quantity: 1, price }] });
}

const randomHex = () => randomBytes(32).toString('hex');
