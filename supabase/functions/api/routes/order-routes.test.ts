import { describe, expect, it } from 'vitest';
import { Refusal } from '../../_shared/http/refusal.ts';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie, key, links, order, orderId, tokens } from '../../../tests/api-under-test.ts';

const orderBody = {
  orderData: {
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    customerPhone: '0712345678',
    customerAddress: 'Milimani, Kisumu',
    totalAmount: 5,
  },
  items: [{ productId: orderId, quantity: 1, price: 5 }],
};

describe('an order', () => {
  it('is placed in the caller’s session, under the key in small letters', async () => {
    const { call, orders } = api({});
    const { status, body } = await call('POST', '/api/orders', orderBody, {
      'idempotency-key': key.toUpperCase(),
    });
    expect(status).toBe(201);
    expect(orders.placeOrder.mock.calls[0]?.slice(0, 2)).toEqual([await sessionId(cookie), key]);
    expect(body).toMatchObject({
      success: true,
      order: { id: orderId, linkKey: await links.keyOf(orderId) },
    });
  });

  it('of a visitor gives a cookie; the session is written with the order, in one call', async () => {
    const { call, calls, orders } = api();
    const { headers } = await call('POST', '/api/orders', orderBody, { 'idempotency-key': key });
    const value = /^sid=([\w-]{43});/.exec(headers.get('x-shop-cookie') ?? '')?.[1] ?? '';
    expect(orders.placeOrder.mock.calls[0]?.[0]).toBe(await sessionId(value));
    expect(calls).toEqual(['placeOrder', 'build']);
  });

  it('gives the cookie also when it is refused', async () => {
    const { call, orders } = api();
    orders.placeOrder.mockRejectedValue(new Refusal('out_of_stock'));
    const { status, headers } = await call('POST', '/api/orders', orderBody);
    expect([status, headers.get('x-shop-cookie')]).toEqual([409, expect.stringMatching(/^sid=[\w-]{43};/)]);
  });

  it('needs no key, but one that is sent must be a UUID', async () => {
    const { call, calls, orders } = api({});
    expect((await call('POST', '/api/orders', orderBody)).status).toBe(201);
    expect(orders.placeOrder.mock.calls[0]?.[1]).toBeUndefined();
    calls.length = 0;
    for (const sent of ['once', '']) {
      const { status, body } = await call('POST', '/api/orders', orderBody, { 'idempotency-key': sent });
      expect([status, Object.keys(body.fields as object)]).toEqual([400, ['Idempotency-Key']]);
    }
    expect(calls).toEqual([]);
  });

  it('that was placed before is paid again, after the bank was asked', async () => {
    const { call, calls, orders } = api({});
    orders.placeOrder.mockResolvedValue({ order: order(), transaction: null } as never);
    expect((await call('POST', '/api/orders', orderBody)).status).toBe(201);
    expect(calls).toEqual(['refreshPayment', 'payAgain', 'build']);
  });

  it('that stands in the way is shown with its link', async () => {
    const { call, orders } = api({});
    orders.placeOrder.mockRejectedValue(new Refusal('similar_order_unpaid', { order: order() as never }));
    const { status, body } = await call('POST', '/api/orders', orderBody);
    expect(status).toBe(409);
    expect(body.order).toMatchObject({ id: orderId, linkKey: await links.keyOf(orderId) });
  });

  it('that is replaced is asked about first, unless it is somebody else’s', async () => {
    const own = api({});
    own.orders.listOfSession.mockResolvedValue([order()]);
    await own.call('POST', '/api/orders', { ...orderBody, replacesOrderId: orderId });
    expect(own.calls.indexOf('refreshPayment')).toBeLessThan(own.calls.indexOf('placeOrder'));
    expect(own.payments.refresh).toHaveBeenCalledWith(orderId);
    const strangers = api({});
    await strangers.call('POST', '/api/orders', { ...orderBody, replacesOrderId: orderId });
    expect(strangers.calls).not.toContain('refreshPayment');
  });

  it.each([
    ['out_of_stock', 'items[0].quantity'],
    ['price_changed', 'items[0].price'],
    ['product_unavailable', 'items[0].productId'],
  ] as const)('that is refused with %s names the field %s', async (problem, field) => {
    const { call, orders } = api({});
    const items = [...orderBody.items, { productId: key, quantity: 1, price: 5 }];
    const lines = [
      { productId: orderId, problem },
      { productId: 'another', problem },
    ] as never;
    orders.placeOrder.mockRejectedValue(new Refusal('out_of_stock', { lines }));
    const { body } = await call('POST', '/api/orders', { ...orderBody, items }, { 'idempotency-key': key });
    expect(body.fields).toEqual({ [field]: body.message });
    expect(body.lines).toHaveLength(2);
  });

  it('whose sum alone is another names the total; other refusals pass as they are', async () => {
    const { call, orders } = api({});
    orders.placeOrder.mockRejectedValueOnce(new Refusal('price_changed', { lines: [] }));
    const first = await call('POST', '/api/orders', orderBody, { 'idempotency-key': key });
    expect(first.body.fields).toEqual({ 'orderData.totalAmount': first.body.message });
    orders.placeOrder.mockRejectedValueOnce(new Refusal('key_reused'));
    const second = await call('POST', '/api/orders', orderBody, { 'idempotency-key': key });
    expect([second.status, second.body.fields]).toEqual([409, undefined]);
    orders.placeOrder.mockRejectedValueOnce(new Error('broken'));
    expect((await call('POST', '/api/orders', orderBody, { 'idempotency-key': key })).status).toBe(500);
  });

  it('is listed for its session and its account, each once, newest first', async () => {
    const { call, orders } = api(tokens());
    const late = order({ id: 'late', createdAt: '2026-11-21T11:00:00Z' });
    orders.listOfSession.mockResolvedValue([order(), late]);
    orders.listOfUser.mockResolvedValue([order()]);
    const { body } = await call('GET', '/api/orders');
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual(['late', orderId]);
    expect(orders.listOfUser.mock.calls[0]?.[0]).toMatchObject({ userId: 'ada' });
  });

  it('is not listed for a visitor without a session', async () => {
    const { call, calls } = api();
    expect((await call('GET', '/api/orders')).body).toEqual([]);
    expect((await call('GET', `/api/orders/${orderId}`)).status).toBe(404);
    expect(calls).toEqual([]);
    const guest = api({});
    await guest.call('GET', '/api/orders');
    expect(guest.calls).not.toContain('listOfUser');
  });

  it('opens with the key of its link, and with no other', async () => {
    const { call, calls } = api();
    const own = await links.keyOf(orderId);
    expect((await call('GET', `/api/orders/${orderId}?key=${own}`)).body).toMatchObject({ id: orderId });
    calls.length = 0;
    const foreign = await links.keyOf(key);
    for (const query of [`?key=${foreign}`, '?key=', '?key=x'])
      expect((await call('GET', `/api/orders/${orderId}${query}`)).status).toBe(404);
    expect((await call('GET', `/api/orders/1?key=${own}`)).body).toMatchObject({
      message: 'Order not found',
    });
    expect(calls).toEqual([]);
  });

  it('that is gone is not found, not even with its link; what cannot be an id is not looked for', async () => {
    const { call, calls, orders } = api({});
    orders.find.mockResolvedValue(null as never);
    const own = await links.keyOf(orderId);
    expect((await call('GET', `/api/orders/${orderId}?key=${own}`)).status).toBe(404);
    calls.length = 0;
    expect((await call('GET', '/api/orders/no-id')).status).toBe(404);
    expect(calls).toEqual([]);
  });

  it('is looked at again after the bank was asked, and the bank is asked about visible orders only', async () => {
    const { call, calls, orders } = api({});
    orders.listOfSession.mockResolvedValueOnce([order()]).mockResolvedValue([order({ status: 'paid' })]);
    expect((await call('POST', `/api/orders/${orderId}/check`)).body).toMatchObject({ status: 'paid' });
    expect(calls.filter((name) => name === 'refreshPayment')).toHaveLength(1);
    const stranger = api({});
    expect((await stranger.call('POST', `/api/orders/${orderId}/check`)).status).toBe(404);
    expect(stranger.calls).not.toContain('refreshPayment');
  });

  it('is paid again by its session, after the bank was asked', async () => {
    const { call, calls, orders, payments } = api({});
    orders.listOfSession.mockResolvedValue([order()]);
    expect((await call('POST', `/api/orders/${orderId}/payment`)).status).toBe(200);
    expect(calls.indexOf('refreshPayment')).toBeLessThan(calls.indexOf('payAgain'));
    expect(payments.refresh).toHaveBeenCalledWith(orderId);
    expect(orders.payAgain).toHaveBeenCalledWith(await sessionId(cookie), orderId);
  });

  it('that somebody sees by its link alone is not paid by them', async () => {
    const { call, calls } = api();
    const { status } = await call('POST', `/api/orders/${orderId}/payment?key=${await links.keyOf(orderId)}`);
    expect(status).toBe(404);
    expect(calls).not.toContain('payAgain');
    expect(calls).not.toContain('refreshPayment');
  });

  it('is not paid again while nobody could ask the bank', async () => {
    const { call, calls, orders, payments } = api({});
    orders.listOfSession.mockResolvedValue([order()]);
    payments.refresh.mockRejectedValue(new Refusal('service_unavailable'));
    expect((await call('POST', `/api/orders/${orderId}/payment`)).status).toBe(503);
    expect(calls).not.toContain('payAgain');
  });

  it('that is open is listed in one call to the database, for a session alone', async () => {
    const { call, calls, orders } = api({});
    expect((await call('GET', '/api/orders/open')).body).toEqual([]);
    expect(orders.listOpen).toHaveBeenCalledWith(await sessionId(cookie));
    expect(calls).toEqual(['listOpen']);
    const visitor = api();
    expect((await visitor.call('GET', '/api/orders/open')).body).toEqual([]);
    expect(visitor.calls).toEqual([]);
  });

  it('is cancelled by its session, after the bank was asked', async () => {
    const { call, calls, orders } = api({});
    orders.listOfSession.mockResolvedValue([order()]);
    expect((await call('POST', `/api/orders/${orderId}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    expect(calls.indexOf('refreshPayment')).toBeLessThan(calls.indexOf('cancel'));
    expect(orders.cancel).toHaveBeenCalledWith(await sessionId(cookie), orderId);
  });

  it('that somebody sees by its link alone, or not at all, is not cancelled by them', async () => {
    for (const query of ['', `?key=${await links.keyOf(orderId)}`]) {
      const { call, calls } = api();
      expect((await call('POST', `/api/orders/${orderId}/cancel${query}`)).status).toBe(404);
      expect(calls).not.toContain('cancel');
      expect(calls).not.toContain('refreshPayment');
    }
  });
});
