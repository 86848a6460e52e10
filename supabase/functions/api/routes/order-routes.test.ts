import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '../../_shared/supabase/sql-replies.ts';
import { defaultShopDetails } from '../../_shared/contract/shop-details.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie, key, links, order, orderId, placed, tokens } from '../../../tests/api-under-test.ts';

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

/** What a link shows. */
const reduced = { id: orderId, view: 'reduced' } as StoredOrder;

const paperOf = (orderId: string) => ({
  kind: 'invoice',
  issuedAt: '2026-11-27T08:00:00Z',
  corrects: null,
  correctsEtims: null,
  etims: null,
  cause: null,
  content: {
    lines: [],
    totals: { grossCents: 0, netCents: 0, vatCents: 0, rates: [] },
    reason: null,
    orderId,
    orderedAt: null,
    seller: defaultShopDetails,
    payments: [],
    day: '2026-11-27',
    buyer: null,
  },
});

/** What the proxy says of a caller's address here. */
const nowhere = '';

describe('an order', () => {
  it('is placed with the key in lower case; the session is named by its hash', async () => {
    const { call, orders } = api({});
    const { status, headers, body } = await call('POST', '/api/orders', orderBody, {
      'idempotency-key': key.toUpperCase(),
    });
    expect(status).toBe(201);
    const [old, , ...rest] = orders.placeOrder.mock.calls[0] ?? [];
    expect([old, ...rest.slice(0, 2)]).toEqual([sessionId(cookie), nowhere, key]);
    expect(headers.get('x-shop-cookie')).toBeNull();
    expect(body).toMatchObject({
      success: true,
      order: { id: orderId, linkKey: links.keyOf(orderId, 1) },
    });
  });

  it.each([
    ['a visitor', null],
    ['a guest', {}],
  ])('of %s sets a cookie; the session is written with the order, in one call', async (_, session) => {
    const { call, calls, orders } = api(session);
    orders.placeOrder.mockImplementation((_, sid) => Promise.resolve({ ...placed(), sid: String(sid) }));
    const { headers } = await call('POST', '/api/orders', orderBody, { 'idempotency-key': key });
    const value = /^sid=([\w-]{43});/.exec(headers.get('x-shop-cookie') ?? '')?.[1] ?? '';
    expect(value).not.toBe(cookie);
    expect(orders.placeOrder.mock.calls[0]?.[1]).toBe(sessionId(value));
    expect(calls).toEqual(['build']);
  });

  it('sets no cookie when it is refused: nothing of the session has changed', async () => {
    const { call, orders } = api({});
    orders.placeOrder.mockRejectedValue(new Refusal('out_of_stock'));
    const { status, headers } = await call('POST', '/api/orders', orderBody);
    expect([status, headers.get('x-shop-cookie')]).toEqual([409, null]);
  });

  it('needs no key, but one that is sent must be a UUID', async () => {
    const { call, calls, orders } = api({});
    expect((await call('POST', '/api/orders', orderBody)).status).toBe(201);
    expect(orders.placeOrder.mock.calls[0]?.[3]).toBeUndefined();
    calls.length = 0;
    for (const sent of ['once', '']) {
      const { status, body } = await call('POST', '/api/orders', orderBody, { 'idempotency-key': sent });
      expect([status, Object.keys(body.fields as object)]).toEqual([400, ['Idempotency-Key']]);
    }
    expect(calls).toEqual([]);
  });

  it('that was placed before is paid again', async () => {
    const { call, calls, orders } = api({});
    orders.placeOrder.mockResolvedValue({ order: order(), transaction: null } as never);
    expect((await call('POST', '/api/orders', orderBody)).status).toBe(201);
    expect(calls).toEqual(['payAgain', 'build']);
  });

  it('that conflicts is returned with its link', async () => {
    const { call, orders } = api({});
    orders.placeOrder.mockRejectedValue(new Refusal('payment_undecided', { order: order() as never }));
    const { status, body } = await call('POST', '/api/orders', orderBody);
    expect(status).toBe(409);
    expect(body.order).toMatchObject({ id: orderId, linkKey: links.keyOf(orderId, 1) });
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

  it('with only a different total is refused at the total; other refusals are passed on', async () => {
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

  it('is listed a page at a time, in one order for session and account, with the way to the next page', async () => {
    const { call, orders } = api(tokens());
    const ids = ['1', '2', '3'].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
    orders.listOfSession.mockResolvedValue([order({ id: ids[1]! })]);
    orders.listOfUser.mockResolvedValue([order({ id: ids[2]! }), order({ id: ids[0]! })]);
    const before = `2026-11-21T10:00:00.123Z,${orderId}`;
    const { body, headers } = await call('GET', `/api/orders?limit=2&before=${before}`);
    expect(headers.get('link')).toBe(
      `</api/orders?limit=2&before=2026-11-21T10:00:00Z,${ids[1]}>; rel="next"`,
    );
    const all = await call('GET', '/api/orders');
    expect(all.headers.get('link')).toBeNull();
    expect(orders.listOfSession).toHaveBeenLastCalledWith(expect.anything(), { limit: 21, before: null });
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const page = { limit: 2, before: { createdAt: '2026-11-21T10:00:00.123Z', id: orderId } };
    expect([orders.listOfSession, orders.listOfUser].map(({ mock }) => mock.calls[0]?.[1])).toEqual([
      page,
      page,
    ]);
    for (const wrong of [
      'limit=0',
      'limit=22',
      `before=${orderId}`,
      `before=2026-02-31T10:00:00.123Z,${orderId}`,
    ])
      expect((await call('GET', `/api/orders?${wrong}`)).status).toBe(400);
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

  it('is shown with the key of its link, which SQL compares with the current version', async () => {
    const { call, calls, orders } = api();
    orders.find.mockResolvedValue(reduced);
    const own = { 'x-order-key': links.keyOf(orderId, 3) };
    expect((await call('GET', `/api/orders/${orderId}`, undefined, own)).body).toEqual(reduced);
    expect(orders.find).toHaveBeenCalledWith({ sid: null, orderId, linkVersion: 3 });
    calls.length = 0;
    for (const wrong of [links.keyOf(key, 1), '', 'x']) {
      expect((await call('GET', `/api/orders/${orderId}`, undefined, { 'x-order-key': wrong })).status).toBe(
        404,
      );
    }
    expect((await call('GET', `/api/orders/${orderId}?key=${own['x-order-key']}`)).status).toBe(404);
    expect((await call('GET', '/api/orders/1', undefined, own)).body).toMatchObject({
      message: 'Order not found',
    });
    expect(calls).toEqual([]);
  });

  it('has papers in a file that is called after the paper, or after the order where they are several', async () => {
    const { call, orders } = api();
    const own = { 'x-order-key': links.keyOf(orderId, 3) };
    const nameOf = async (...numbers: string[]) => {
      orders.papers.mockResolvedValue(numbers.map((number) => ({ ...paperOf(orderId), number })));
      const path = `/api/orders/${orderId}/papers/invoice`;
      return (await call('POST', path, { contact: 'ada@example.com' }, own)).body.name;
    };
    expect(await nameOf('INV-2026-00001')).toBe('INV-2026-00001.pdf');
    expect(await nameOf('INV-2026-00001', 'CN-2026-00001')).toMatch(/^Invoices-IC-[0-9A-F]{8}\.pdf$/);
  });

  it('is counted and read in one call each, and is not found when the database shows nothing', async () => {
    const { call, calls, orders } = api({});
    expect((await call('GET', `/api/orders/${orderId}`)).status).toBe(404);
    expect(orders.find).toHaveBeenCalledWith({ sid: sessionId(cookie), orderId, linkVersion: null });
    expect(calls).toEqual(['takeLimits', 'find']);
  });

  it('is checked as far as its caller sees it, in one step', async () => {
    const { call, calls, payments } = api({});
    payments.check.mockResolvedValueOnce(order({ status: 'paid' }));
    const { body } = await call('POST', `/api/orders/${orderId}/check`);
    expect(body).toMatchObject({ status: 'paid', linkKey: links.keyOf(orderId, 1) });
    const seen = { sid: sessionId(cookie), orderId, linkVersion: null };
    expect(payments.check).toHaveBeenCalledWith(seen, nowhere);
    expect((await call('POST', `/api/orders/${orderId}/check`)).body).toMatchObject({
      message: 'Order not found',
    });
    expect(payments.check).toHaveBeenCalledTimes(2);
    expect(calls).toEqual(['checkPayment']);
  });

  it('is paid again by its session or its link, in one step, and by nobody else', async () => {
    const own = api({});
    expect((await own.call('POST', `/api/orders/${orderId}/payment`)).status).toBe(200);
    const seen = { sid: sessionId(cookie), orderId, linkVersion: null };
    expect(own.payments.payAgain).toHaveBeenCalledWith(seen, nowhere);
    expect(own.calls).toEqual(['payAgain', 'build']);
    const linked = api();
    const link = { 'x-order-key': links.keyOf(orderId, 1) };
    expect((await linked.call('POST', `/api/orders/${orderId}/payment`, undefined, link)).status).toBe(200);
    expect(linked.payments.payAgain).toHaveBeenCalledWith({ sid: null, orderId, linkVersion: 1 }, nowhere);
    const stranger = api();
    for (const step of ['payment', 'check'])
      expect((await stranger.call('POST', `/api/orders/${orderId}/${step}`)).status).toBe(404);
    expect(stranger.calls).toEqual([]);
  });

  it('that is seen by its link alone, or without its contacts, is neither cancelled nor given a new link', async () => {
    const link = { 'x-order-key': links.keyOf(orderId, 1) };
    for (const session of [null, {}]) {
      for (const step of ['cancel', 'link']) {
        const { call, calls, orders } = api(session);
        orders.find.mockResolvedValue(reduced);
        expect((await call('POST', `/api/orders/${orderId}/${step}`, undefined, link)).status).toBe(404);
        for (const name of ['cancel', 'renewLink', 'refreshPayment']) expect(calls).not.toContain(name);
      }
    }
  });

  it('is given a new link by its buyer', async () => {
    const { call, orders } = api({});
    orders.find.mockResolvedValue(order());
    const { body } = await call('POST', `/api/orders/${orderId}/link`);
    expect(body).toMatchObject({ id: orderId, linkKey: links.keyOf(orderId, 2) });
    expect(body).not.toHaveProperty('linkVersion');
  });

  it('is not paid again while the bank cannot be queried', async () => {
    const { call, calls, payments } = api({});
    payments.payAgain.mockRejectedValue(new Refusal('service_unavailable'));
    expect((await call('POST', `/api/orders/${orderId}/payment`)).status).toBe(503);
    expect(calls).not.toContain('build');
  });

  it('that is open is counted and listed in one call each, for a session alone', async () => {
    const { call, calls, orders } = api({});
    expect((await call('GET', '/api/orders/open')).body).toEqual([]);
    expect(orders.listOpen).toHaveBeenCalledWith(sessionId(cookie));
    expect(calls).toEqual(['takeLimits', 'listOpen']);
    const visitor = api();
    expect((await visitor.call('GET', '/api/orders/open')).body).toEqual([]);
    expect(visitor.calls).toEqual([]);
  });

  it('is cancelled by its session after querying the bank, and its message is sent immediately', async () => {
    const { call, calls, orders, sendMessages } = api({});
    orders.find.mockResolvedValue(order());
    expect((await call('POST', `/api/orders/${orderId}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    expect(calls.indexOf('refreshPayment')).toBeLessThan(calls.indexOf('cancel'));
    expect(orders.cancel).toHaveBeenCalledWith(sessionId(cookie), orderId);
    expect(sendMessages).toHaveBeenCalledTimes(1);
  });
});
