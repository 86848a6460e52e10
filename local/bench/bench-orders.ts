import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import type { Request } from './http-connection.ts';

type OrderedProduct = { id: string; price: number };

/** A product with so much stock that it does not run out. */
export async function productForOrders(databaseUrl: string): Promise<OrderedProduct> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [product] = await sql<OrderedProduct[]>`
    update public.products set stock = 1000000 where slug = 'pqwt-tc300' returning id, price`;
  await sql.end();
  if (!product) throw new Error('The seed lacks pqwt-tc300.');
  return product;
}

/** Each request is from a new buyer: without a cookie, with a different e-mail address. */
export function orderRequest(product: OrderedProduct): Request {
  return { method: 'POST', path: '/api/orders', body: newOrder(product) };
}

/**
 * The same order as the api function passes it to Postgres, each from a different address: a hosted shop allows holds for
 * 40 orders of one address; a local one has no such limit, so each order would count all earlier ones.
 */
export function placeOrderInSql(product: OrderedProduct): (sql: postgres.Sql) => Promise<void | 503> {
  return async (sql) => {
    const [row] = await sql`
      select public.place_order_within_limits(
        p_address_hash => ${randomHex()}, p_sid => ${randomHex()}, p_request_hash => ${randomHex()},
        p_request => ${newOrder(product)}::text::jsonb, p_session_days => 30) as answer`;
    const { refusal } = row?.answer as { refusal?: string };
    if (refusal === 'shop_busy') return 503;
    if (refusal) throw new Error(refusal);
    return undefined;
  };
}

/** Places orders and returns a payment check for each. @throws Error with the shop's reply when one is refused */
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

let buyerNumber = 0;
function newOrder({ id, price }: OrderedProduct): string {
  buyerNumber += 1;
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
