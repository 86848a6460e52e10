import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessToken } from '../../functions/_shared/contract/admin.ts';
import type { OrderDetails, OrderNote } from '../../functions/_shared/contract/admin-orders.ts';
import { registered } from '../admin-visitor.ts';
import { payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Awaited<ReturnType<typeof registered>>;
let ada: Awaited<ReturnType<typeof registered>>;
let orderId = '';
beforeAll(async () => {
  admin = await registered(sql, 'admin');
  ada = await registered(sql);
  const product = await newProduct(sql, { price: 5000 });
  const { body } = await ada.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
  orderId = body.order.id;
});

const note = (who: Visitor, text: unknown, { key = randomUUID() as string | null, order = orderId } = {}) =>
  who.post<OrderNote>(`/api/admin/orders/${order}/notes`, { text }, key ? { 'idempotency-key': key } : {});

describe('a note about an order', () => {
  it('is for admins: others are refused before the form is checked', async () => {
    expect(await note(new Visitor(), '')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await note(ada, '')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await note(admin, 'Seen', { order: randomUUID() })).status).toBe(404);
    expect((await note(admin, 'Seen', { order: 'nothing-of-ours' })).status).toBe(404);
  });

  it('says at the field what is wrong', async () => {
    for (const [text, message] of [
      ['   ', 'Please write a note'],
      [undefined, 'Please write a note'],
      ['x'.repeat(2001), 'Please use at most 2000 characters'],
    ])
      expect(await note(admin, text)).toMatchObject({ status: 400, body: { fields: { text: message } } });
    expect(await note(admin, 'Seen', { key: null })).toMatchObject({
      status: 400,
      body: { fields: { 'Idempotency-Key': expect.any(String) as string } },
    });
  });

  it('sent twice is one, and stands in the order’s story', async () => {
    const key = randomUUID();
    for (let press = 0; press < 2; press++)
      expect(await note(admin, '  Called the buyer  ', { key })).toMatchObject({
        status: 201,
        body: { id: key, orderId, authorId: admin.userId, text: 'Called the buyer' },
      });
    expect(await note(admin, 'Something else', { key })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    });
    const reply = await detailsOf(orderId);
    expect(reply.timeline.filter(({ kind }) => kind === 'noted')).toMatchObject([
      { text: 'Called the buyer', by: { id: admin.userId, name: 'Wanjiru Owner' } },
    ]);
  });
});

describe('an order that the owner cancels', () => {
  it('is checked at the bank first: one that was just paid is not cancelled', async () => {
    const buyer = new Visitor();
    const product = await newProduct(sql, { price: 5000 });
    const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
    await payAtTheBank(body.payment, '4242424242424242');
    expect(
      await admin.post(`/api/admin/orders/${body.order.id}/status`, { status: 'cancelled' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'refund_first' },
    });
    expect((await buyer.orderOf(body.order.id)).status).toBe('paid');
  });
});

/** As the dashboard reads it. */
async function detailsOf(id: string): Promise<OrderDetails> {
  const { body } = await admin.get<AccessToken>('/api/auth/token');
  const response = await fetch(`${body.url}/rest/v1/rpc/order_details`, {
    method: 'POST',
    headers: {
      apikey: body.publishableKey,
      authorization: `Bearer ${body.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_order_id: id }),
  });
  return (await response.json()) as OrderDetails;
}
