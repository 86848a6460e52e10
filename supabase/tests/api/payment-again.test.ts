import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { registered } from '../admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor, withLinkOf } from '../api-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newProduct } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);

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

  it('checks first whether it was paid: a lost return is not paid twice', async () => {
    const { visitor, order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    expect(await visitor.post(`/api/orders/${order.id}/payment`, {})).toMatchObject({
      status: 409,
      body: { code: 'order_closed' },
    });
    expect((await visitor.orderOf(order.id)).status).toBe('paid');
  });

  it('is for the buyer, and for holders of the link', async () => {
    const { order } = await newOrder();
    const path = `/api/orders/${order.id}/payment`;
    expect(await new Visitor().post(path, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const paying = await new Visitor().post<PlaceOrderReply>(path, {}, withLinkOf(order));
    expect(paying).toMatchObject({ status: 200, body: { order: { id: order.id, view: 'reduced' } } });
    expect(paying.body.order).not.toHaveProperty('customerAddress');
  });
});

describe('a return that was lost', () => {
  it('is recovered when the page checks the order', async () => {
    const { visitor, order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    expect((await visitor.orderOf(order.id)).status).toBe('pending');
    expect((await visitor.post<Order>(`/api/orders/${order.id}/check`, {})).body.status).toBe('paid');
  });

  it('queries the bank once in ten seconds, for any number of pages', async () => {
    const { visitor, order } = await newOrder();
    await Promise.all(Array.from({ length: 10 }, () => visitor.post(`/api/orders/${order.id}/check`, {})));
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from private.gateway_answers a
      join public.transactions t on t.id = a.transaction_id where t.order_id = ${order.id}`;
    expect(row?.n).toBe(1);
  });

  it('is recovered by reconciliation, without an open page', async () => {
    const { visitor, order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    await sql`update public.transactions set next_ask_at = now() where order_id = ${order.id}`;
    const answer = await reconcile();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ failed: 0 });
    expect((await visitor.orderOf(order.id)).status).toBe('paid');
  });

  it('reconciliation accepts only its own key', async () => {
    expect((await reconcile('guess')).status).toBe(403);
    expect((await fetch(`${addresses.supabase}/functions/v1/reconcile`, { method: 'POST' })).status).toBe(
      403,
    );
  });
});

describe('the link of an order', () => {
  it('shows it on another device without its contacts, and nothing else', async () => {
    const { visitor, order } = await newOrder();
    const other = await newOrder();
    const device = new Visitor();
    const link = withLinkOf(order);
    const path = `/api/orders/${order.id}`;
    const { body } = await device.get<Order>(path, link);
    expect(body).toMatchObject({ id: order.id, view: 'reduced' });
    expect(JSON.stringify(body)).not.toMatch(/customer|254712345678|Kisumu/);
    expect((await device.post<Order>(`${path}/check`, {}, link)).status).toBe(200);
    expect((await device.get(`/api/orders/${other.order.id}`, link)).status).toBe(404);
    expect((await device.get(path, { 'x-order-key': `1.${'A'.repeat(43)}` })).status).toBe(404);
    expect((await device.get(`${path}?key=${order.linkKey}`)).status).toBe(404);
    expect((await device.get('/api/orders')).body).toEqual([]);
    for (const step of ['cancel', 'link'])
      expect((await device.post(`${path}/${step}`, {}, link)).status).toBe(404);
    // The buyer sees all of it, with the link too.
    expect((await visitor.get<Order>(path, link)).body.view).toBe('full');
  });

  it('is renewed by the buyer, and by the owner', async () => {
    const { visitor, order } = await newOrder();
    const path = `/api/orders/${order.id}`;
    const renewed = await visitor.post<Order>(`${path}/link`, {});
    expect((await new Visitor().get(path, withLinkOf(order))).status).toBe(404);
    expect((await new Visitor().get(path, withLinkOf(renewed.body))).status).toBe(200);
    const owner = await registered(sql, 'admin');
    const ofOwner = `/api/admin/orders/${order.id}/link`;
    // The owner copies the very link that the buyer has, and renews it.
    expect((await owner.get(ofOwner)).body).toEqual({ linkKey: renewed.body.linkKey });
    const again = await owner.post<{ linkKey: string }>(ofOwner, {});
    expect((await new Visitor().get(path, withLinkOf(renewed.body))).status).toBe(404);
    expect((await new Visitor().get(path, withLinkOf(again.body))).status).toBe(200);
    expect((await visitor.get(ofOwner)).status).toBe(401);
  });
});

describe('an order that was lost', () => {
  it('is found by number and contact; a wrong guess gets the same answer, whatever was wrong', async () => {
    const { order } = await newOrder();
    const device = new Visitor();
    const orderNumber = `#IC-${order.id.slice(-8).toUpperCase()}`;
    const find = (over: object) =>
      device.post<{ orderId: string; linkKey: string }>('/api/orders/find', {
        orderNumber,
        contact: '0712 345 678',
        ...over,
      });
    const { body } = await find({});
    expect(body.orderId).toBe(order.id);
    const opened = await device.get<Order>(`/api/orders/${order.id}`, { 'x-order-key': body.linkKey });
    expect(opened.body.view).toBe('reduced');
    const wrong = await find({ contact: 'bob@example.com' });
    expect(wrong.status).toBe(404);
    // Every reply has its own request id.
    const again = (await find({ orderNumber: '00000000' })).body;
    expect({ ...again, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });
});
