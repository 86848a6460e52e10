import { beforeAll, describe, expect, it } from 'vitest';
import { registered } from '../admin-visitor.ts';
import { payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Visitor;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
});

describe('an order that the owner cancels', () => {
  it('is checked at the bank first: one that was just paid is not cancelled', async () => {
    const buyer = new Visitor();
    const product = await newProduct(sql, { price: 5000 });
    const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
    await payAtTheBank(body.payment, '4242424242424242');
    expect(await admin.post(`/api/admin/orders/${body.order.id}/cancel`, {})).toMatchObject({
      status: 409,
      body: { code: 'refund_first' },
    });
    expect((await buyer.orderOf(body.order.id)).status).toBe('paid');
  });
});
