import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/**
 * Sends an order whose head announces `missing` bytes more than are sent, and ends the connection.
 * @returns how many orders of its e-mail address there are after another order was placed
 */
async function ordersAfter(missing: number, how: 'end' | 'resetAndDestroy' | 'destroy'): Promise<number> {
  const { hostname, port } = new URL(stackUnderTest().addresses.site);
  const { id } = await newProduct(sql, { stock: 9 });
  const send = async (more: number, ends: typeof how) => {
    const request = orderRequest([{ productId: id, quantity: 1, price: 1000 }]);
    const customerEmail = `${randomUUID()}@example.com`;
    const body = JSON.stringify({ ...request, orderData: { ...request.orderData, customerEmail } });
    const socket = connect(Number(port), hostname)
      .setNoDelay(true)
      .on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const lines = ['POST /api/orders HTTP/1.1', 'host: shop', 'content-type: application/json'];
    const head = `${lines.join('\r\n')}\r\ncontent-length: ${body.length + more}\r\nconnection: close\r\n\r\n`;
    await new Promise((resolve) => socket.resume().write(head + body, resolve));
    if (more > 0) socket[ends]();
    await closed;
    return customerEmail;
  };
  const broken = await send(missing, how);
  if (missing > 0) await send(0, how);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from public.orders where customer_email = ${broken}`;
  return row?.count ?? 0;
}

it.each([
  ['closed', 'destroy'],
  ['half closed', 'end'],
  ['reset', 'resetAndDestroy'],
] as const)(
  'an order whose connection is %s before its end is not placed, though what arrived could be read',
  async (_, how) => {
    expect(await ordersAfter(500, how)).toBe(0);
    expect(await ordersAfter(0, how)).toBe(1);
  },
);
