import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import type { Request } from './http-line.ts';

type OrderedProduct = { id: string; price: number };

/** So many pieces of one product that they do not run out. */
export async function productForOrders(databaseUrl: string): Promise<OrderedProduct> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [product] = await sql<OrderedProduct[]>`
    update public.products set stock = 1000000 where slug = 'pqwt-tc300' returning id, price`;
  await sql.end();
  if (!product) throw new Error('The seed lacks pqwt-tc300.');
  return product;
}

/** A new buyer each time: without a cookie, under another e-mail. */
export function orderRequest(product: OrderedProduct): Request {
  return { method: 'POST', path: '/api/orders', body: orderOf(product) };
}

/**
 * The same order as the api function hands it to Postgres, from an address of its own: a hosted shop holds pieces for 40
 * orders of one address, and on a developer's machine, where nobody meets that limit, each order would count all before it.
 */
export function placeOrderInSql(product: OrderedProduct): (sql: postgres.Sql) => Promise<void | 503> {
  return async (sql) => {
    const [row] = await sql`
      select public.place_order_within_limits(
        p_address_hash => ${hex()}, p_sid => ${hex()}, p_request_hash => ${hex()},
        p_request => ${orderOf(product)}::text::jsonb, p_session_days => 30) as answer`;
    const { refusal } = row?.answer as { refusal?: string };
    if (refusal === 'shop_busy') return 503;
    if (refusal) throw new Error(refusal);
    return undefined;
  };
}

/** Places orders, and gives of each what is asked about it. @throws Error with the shop's reply when one is refused */
export async function ordersToCheck(
  site: string,
  product: OrderedProduct,
  count: number,
): Promise<{ reply: string; checks: Request[] }> {
  const checks: Request[] = [];
  let reply = '';
  while (checks.length < count) {
    const { method, path, body } = orderRequest(product);
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

let buyer = 0;
function orderOf({ id, price }: OrderedProduct): string {
  buyer += 1;
  const orderData = {
    customerName: 'Ada Lovelace',
    customerEmail: `ada-${buyer}@example.com`,
    customerPhone: '+254712345678',
    customerAddress: 'Milimani, Kisumu',
    totalAmount: price,
    status: 'pending',
  };
  return JSON.stringify({ orderData, items: [{ productId: id, quantity: 1, price }] });
}

const hex = () => randomBytes(32).toString('hex');
