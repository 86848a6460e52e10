import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newProduct, openDatabase } from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());
afterEach(async () => {
  expect(await sql`select * from private.invariants`).toEqual([]);
});

const { addresses, dataFolder } = stackUnderTest();

async function newOrder(price = 5000) {
  const visitor = new Visitor();
  const product = await newProduct(sql, { price });
  const { body } = await visitor.placeOrder([{ productId: product.id, quantity: 1, price }]);
  return { visitor, product, order: body.order, payment: body.payment };
}

const reconcile = (key?: string) => {
  const secrets = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as {
    reconcileKey: string;
  };
  return fetch(`${addresses.supabase}/functions/v1/reconcile`, {
    method: 'POST',
    headers: { 'x-reconcile-key': key ?? secrets.reconcileKey },
  });
};

describe('paying again', () => {
  it('after a denied card: the same order, a new form, paid', async () => {
    const { visitor, order, payment } = await newOrder();
    await comeBack(await payAtTheBank(payment, '2121212121212121'));
    expect(await visitor.orderOf(order.id)).toMatchObject({ status: 'failed', nextStep: 'pay' });
    const again = await visitor.post<PlaceOrderReply>(`/api/orders/${order.id}/payment`, {});
    expect(again).toMatchObject({
      status: 200,
      body: { success: true, order: { id: order.id, status: 'pending' } },
    });
    const { fields } = again.body.payment;
    expect(fields.Lite_Merchant_Trace).not.toBe(payment.fields.Lite_Merchant_Trace);
    expect(fields.Lite_Order_Amount).toBe(payment.fields.Lite_Order_Amount);
    const target = await comeBack(await payAtTheBank(again.body.payment, '4242424242424242'));
    expect(target.pathname).toBe('/payment/success');
    expect(await visitor.orderOf(order.id)).toMatchObject({ status: 'paid', nextStep: 'none' });
  });

  it('after the bank’s page was left: the very same transaction', async () => {
    const { visitor, order, payment } = await newOrder();
    const again = await visitor.post<PlaceOrderReply>(`/api/orders/${order.id}/payment`, {});
    expect(again.body.payment.fields.Lite_Merchant_Trace).toBe(payment.fields.Lite_Merchant_Trace);
  });

  it('is not offered while the bank is undecided', async () => {
    const { visitor, order, payment } = await newOrder();
    await comeBack(await payAtTheBank(payment, '5454545454545454'));
    expect(await visitor.orderOf(order.id)).toMatchObject({ status: 'pending', nextStep: 'wait' });
    expect(await visitor.post(`/api/orders/${order.id}/payment`, {})).toMatchObject({
      status: 409,
      body: { code: 'payment_undecided' },
    });
  });

  it('finds out first that it was paid: a lost return is not paid twice', async () => {
    const { visitor, order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    expect(await visitor.post(`/api/orders/${order.id}/payment`, {})).toMatchObject({
      status: 409,
      body: { code: 'order_closed' },
    });
    expect((await visitor.orderOf(order.id)).status).toBe('paid');
  });

  it('is for the buyer alone', async () => {
    const { order } = await newOrder();
    for (const path of [
      `/api/orders/${order.id}/payment`,
      `/api/orders/${order.id}/payment?key=${order.linkKey}`,
    ]) {
      expect(await new Visitor().post(path, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

describe('a return that was lost', () => {
  it('is made good when the page asks', async () => {
    const { visitor, order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    expect((await visitor.orderOf(order.id)).status).toBe('pending');
    expect((await visitor.post<Order>(`/api/orders/${order.id}/check`, {})).body.status).toBe('paid');
  });

  it('asks the bank once in ten seconds, however many pages wait', async () => {
    const { visitor, order } = await newOrder();
    await Promise.all(Array.from({ length: 10 }, () => visitor.post(`/api/orders/${order.id}/check`, {})));
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from private.gateway_answers a
      join public.transactions t on t.id = a.transaction_id where t.order_id = ${order.id}`;
    expect(row?.n).toBe(1);
  });

  it('is made good by reconciliation, with nobody looking', async () => {
    const { visitor, order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    await sql`update public.transactions set next_ask_at = now() where order_id = ${order.id}`;
    const answer = await reconcile();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ failed: 0 });
    expect((await visitor.orderOf(order.id)).status).toBe('paid');
  });

  it('reconciliation opens to its own key only', async () => {
    expect((await reconcile('guess')).status).toBe(403);
    expect((await fetch(`${addresses.supabase}/functions/v1/reconcile`, { method: 'POST' })).status).toBe(
      403,
    );
  });
});

describe('the link of an order', () => {
  it('opens it on another device and nothing else', async () => {
    const { order } = await newOrder();
    const other = await newOrder();
    const device = new Visitor();
    expect((await device.get<Order>(`/api/orders/${order.id}?key=${order.linkKey}`)).body.id).toBe(order.id);
    expect((await device.post<Order>(`/api/orders/${order.id}/check?key=${order.linkKey}`, {})).status).toBe(
      200,
    );
    expect((await device.get(`/api/orders/${other.order.id}?key=${order.linkKey}`)).status).toBe(404);
    expect((await device.get(`/api/orders/${order.id}?key=${'A'.repeat(43)}`)).status).toBe(404);
    expect((await device.get('/api/orders')).body).toEqual([]);
  });
});
