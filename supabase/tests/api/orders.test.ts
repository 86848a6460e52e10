import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { orderRequest } from '../shop-cast.ts';

const visitor = new Visitor();
const key = () => ({ 'idempotency-key': randomUUID() });

describe('POST /api/orders', () => {
  it('answers {success, order, payment} with the whole form for the bank', async () => {
    const ada = new Visitor();
    const product = await ada.someProduct();
    const { status, body, headers } = await ada.placeOrder([
      { productId: product.id, quantity: 2, price: product.price },
    ]);
    expect(status).toBe(201);
    expect(headers.get('set-cookie')).toMatch(
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/,
    );
    expect(body.success).toBe(true);
    expect(body.order).toMatchObject({
      status: 'pending',
      totalAmount: product.price * 2,
      customerPhone: '+254712345678',
    });
    const cents = String(product.price * 200);
    const { site, gateway } = stackUnderTest().addresses;
    const { fields } = body.payment;
    expect(body.payment).toMatchObject({ action: `${gateway}/Lite/Authorise.aspx`, method: 'POST' });
    expect(fields).toMatchObject({
      Lite_Order_Amount: cents,
      Lite_Order_LineItems_Product_1: 'Purchase',
      Lite_Order_LineItems_Quantity_1: '1',
      Lite_Order_LineItems_Amount_1: cents,
      Lite_ConsumerOrderID_PreFix: 'DONATION',
      Lite_Currency_AlphaCode: 'KES',
      Ecom_BillTo_Online_Email: 'ada@example.com',
      MerchantReference: fields.Ecom_ConsumerOrderID,
      Lite_Website_Successful_Url: `${site}/payment/success?order=${body.order.id}`,
      Lite_Website_Fail_Url: `${site}/payment/failed?order=${body.order.id}`,
      Lite_Website_TryLater_Url: `${site}/payment/try-later?order=${body.order.id}`,
      Lite_Website_Error_Url: `${site}/payment/error?order=${body.order.id}`,
    });
    expect(fields.Ecom_ConsumerOrderID).toMatch(/^DON-\d{1,6}$/);
    expect(fields.Lite_Merchant_ApplicationId).toMatch(/^\{[0-9A-F-]{36}\}$/);
    expect(fields.Lite_Merchant_Trace).toMatch(/^[0-9a-f]{64}$/);
    expect(fields.Lite_Transaction_Token).toMatch(/^\d{10}:[0-9a-f]{64}$/);
  });

  it('a double click without a session yet is one order that the visitor sees', async () => {
    const product = await visitor.someProduct();
    const line = [{ productId: product.id, quantity: 1, price: product.price }];
    const once = randomUUID();
    const [first, second] = [new Visitor(), new Visitor()];
    const [a, b] = await Promise.all([first.placeOrder(line, once), second.placeOrder(line, once)]);
    expect(b.body).toEqual(a.body);
    for (const one of [first, second]) {
      const { body } = await one.get<Order[]>('/api/orders');
      expect(body.map((order) => order.id)).toEqual([a.body.order.id]);
    }
  });

  it('with the specification’s payload alone, and no key, is made; sent again it is the same order', async () => {
    const ada = new Visitor();
    const product = await ada.someProduct();
    const payload = orderRequest([{ productId: product.id, quantity: 1, price: product.price }]);
    const first = await ada.post<PlaceOrderReply>('/api/orders', payload);
    expect(first).toMatchObject({ status: 201, body: { success: true, order: { status: 'pending' } } });
    const second = await ada.post<PlaceOrderReply>('/api/orders', payload);
    expect([second.status, second.body.order.id]).toEqual([201, first.body.order.id]);
    expect(second.body.payment.fields.Lite_Merchant_Trace).toBe(
      first.body.payment.fields.Lite_Merchant_Trace,
    );
  });

  it('with the items of an unpaid order and other details is another order beside it', async () => {
    const ada = new Visitor();
    const product = await ada.someProduct();
    const items = [{ productId: product.id, quantity: 1, price: product.price }];
    const payload = orderRequest(items);
    const customerAddress = 'Moi Avenue, Nakuru';
    const elsewhere = { ...payload, orderData: { ...payload.orderData, customerAddress } };
    const first = await ada.placeOrder(items);
    const second = await ada.post<PlaceOrderReply>('/api/orders', elsewhere, key());
    expect(second).toMatchObject({ status: 201, body: { order: { customerAddress } } });
    expect((await ada.orderOf(first.body.order.id)).status).toBe('pending');
  });

  it('while its payment is at the bank goes on with the same transaction, which the bank takes once', async () => {
    const ada = new Visitor();
    const product = await ada.someProduct();
    const items = [{ productId: product.id, quantity: 1, price: product.price }];
    const { order, payment } = (await ada.placeOrder(items)).body;
    await payAtTheBank(payment, '5454545454545454');
    const again = await ada.post<PlaceOrderReply>('/api/orders', orderRequest(items));
    expect(again).toMatchObject({ status: 201, body: { order: { id: order.id, status: 'pending' } } });
    expect(again.body.payment.fields.Lite_Merchant_Trace).toBe(payment.fields.Lite_Merchant_Trace);
  });

  it('after a refused card the same request takes the same order up again', async () => {
    const ada = new Visitor();
    const product = await ada.someProduct();
    const items = [{ productId: product.id, quantity: 1, price: product.price }];
    const { order, payment } = (await ada.placeOrder(items)).body;
    await comeBack(await payAtTheBank(payment, '2121212121212121'));
    const again = await ada.placeOrder(items);
    expect(again).toMatchObject({ status: 201, body: { order: { id: order.id, status: 'pending' } } });
    expect(again.body.payment.fields.Lite_Merchant_Trace).not.toBe(payment.fields.Lite_Merchant_Trace);
  });

  it('is seen by its own session alone; to everybody else it does not exist', async () => {
    const ada = new Visitor();
    const product = await ada.someProduct();
    const { body } = await ada.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    expect((await ada.orderOf(body.order.id)).id).toBe(body.order.id);
    const bob = new Visitor();
    await bob.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    for (const stranger of [bob, new Visitor()]) {
      expect(await stranger.get(`/api/orders/${body.order.id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });

  const line = { productId: randomUUID(), quantity: 1, price: 1000 };
  const cases: [string, unknown, number, string, string?][] = [
    ['no body', '', 400, 'invalid_json'],
    ['broken JSON', '{"orderData":', 400, 'invalid_json'],
    ['an array', [], 400, 'invalid_request', 'body'],
    ['null', null, 400, 'invalid_request', 'body'],
    ['no items', { ...orderRequest([line]), items: [] }, 400, 'invalid_request', 'items'],
    ['items that are no list', { ...orderRequest([line]), items: 'many' }, 400, 'invalid_request', 'items'],
    ['no order details', { items: [line] }, 400, 'invalid_request', 'orderData.customerName'],
    [
      'quantity 0',
      orderRequest([{ ...line, quantity: 0 }], 1000),
      400,
      'invalid_request',
      'items[0].quantity',
    ],
    [
      'quantity 1.5',
      orderRequest([{ ...line, quantity: 1.5 }], 1000),
      400,
      'invalid_request',
      'items[0].quantity',
    ],
    [
      'quantity -1',
      orderRequest([{ ...line, quantity: -1 }], 1000),
      400,
      'invalid_request',
      'items[0].quantity',
    ],
    [
      'quantity 10^9',
      orderRequest([{ ...line, quantity: 1e9 }], 1000),
      400,
      'invalid_request',
      'items[0].quantity',
    ],
    [
      'quantity as text',
      orderRequest([{ ...line, quantity: '1' as unknown as number }], 1000),
      400,
      'invalid_request',
      'items[0].quantity',
    ],
    [
      'a price of 1e308',
      orderRequest([{ ...line, price: 1e308 }], 1000),
      400,
      'invalid_request',
      'items[0].price',
    ],
    ['200 lines', orderRequest(Array.from({ length: 200 }, () => line)), 400, 'invalid_request', 'items'],
    [
      'a product id that is not a UUID',
      orderRequest([{ ...line, productId: "1'; drop table orders" }]),
      400,
      'invalid_request',
      'items[0].productId',
    ],
    ['an unknown product', orderRequest([line]), 409, 'product_unavailable', 'items[0].productId'],
    [
      'a name that is a number',
      withDetails({ customerName: 5 }),
      400,
      'invalid_request',
      'orderData.customerName',
    ],
    [
      'a name of spaces',
      withDetails({ customerName: '   ' }),
      400,
      'invalid_request',
      'orderData.customerName',
    ],
    [
      'an e-mail that is not an address',
      withDetails({ customerEmail: 'ada' }),
      400,
      'invalid_request',
      'orderData.customerEmail',
    ],
    [
      'a phone that is not a number',
      withDetails({ customerPhone: '12' }),
      400,
      'invalid_request',
      'orderData.customerPhone',
    ],
    [
      'an address of 5,000 letters',
      withDetails({ customerAddress: 'x'.repeat(5000) }),
      400,
      'invalid_request',
      'orderData.customerAddress',
    ],
    ['the status paid', withDetails({ status: 'paid' }), 400, 'invalid_request', 'orderData.status'],
    ['a negative total', withDetails({ totalAmount: -5 }), 400, 'invalid_request', 'orderData.totalAmount'],
    ['two megabytes', JSON.stringify({ x: 'x'.repeat(2_000_000) }), 413, 'body_too_large'],
  ];
  it.each(cases)('with %s is refused by name', async (_, body, status, code, field) => {
    const answer = await visitor.post<ErrorReply>('/api/orders', body, key());
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
    if (field) expect(Object.keys(answer.body.fields ?? {})).toContain(field);
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|postgres|select |PT4/i);
  });

  function withDetails(over: Record<string, unknown>) {
    const request = orderRequest([line]);
    return { ...request, orderData: { ...request.orderData, ...over } };
  }

  it('with a key that is not a UUID, another content type, or from another site is refused', async () => {
    const body = orderRequest([line]);
    expect(await visitor.post('/api/orders', body, { 'idempotency-key': 'once' })).toMatchObject({
      status: 400,
      body: { fields: { 'Idempotency-Key': expect.any(String) as string } },
    });
    expect(
      await visitor.call('POST', '/api/orders', JSON.stringify(body), {
        ...key(),
        'content-type': 'text/plain',
      }),
    ).toMatchObject({ status: 415 });
    expect(
      await visitor.post('/api/orders', body, { ...key(), origin: 'https://evil.example' }),
    ).toMatchObject({ status: 403 });
    expect(
      await visitor.post('/api/orders', body, { ...key(), 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403 });
  });

  it('prices and totals of the browser are compared, never used', async () => {
    const product = await visitor.someProduct();
    const cheap = await visitor.post<ErrorReply>(
      '/api/orders',
      orderRequest([{ productId: product.id, quantity: 1, price: 1 }]),
      key(),
    );
    expect(cheap).toMatchObject({
      status: 409,
      body: { code: 'price_changed', lines: [{ productId: product.id, price: product.price }] },
    });
    const lowTotal = orderRequest([{ productId: product.id, quantity: 1, price: product.price }], 1);
    expect(await visitor.post('/api/orders', lowTotal, key())).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    });
  });

  it('names what is out of stock, line by line', async () => {
    const product = await visitor.someProduct(1);
    const reply = orderRequest([
      { productId: product.id, quantity: product.stock + 1, price: product.price },
    ]);
    expect(await visitor.post('/api/orders', reply, key())).toMatchObject({
      status: 409,
      body: {
        code: 'out_of_stock',
        lines: [{ productId: product.id, quantity: product.stock + 1, problem: 'out_of_stock' }],
      },
    });
  });
});

describe('GET /api/orders', () => {
  it('is empty for a visitor without a session', async () => {
    expect(await new Visitor().get('/api/orders')).toMatchObject({ status: 200, body: [] });
  });

  it('does not accept an invented cookie', async () => {
    const thief = new Visitor();
    thief.cookie = `sid=${'A'.repeat(43)}`;
    expect(await thief.get('/api/orders')).toMatchObject({ status: 200, body: [] });
  });

  it('an invalid order id is not found', async () => {
    expect(await visitor.get('/api/orders/1%27%20or%201=1')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});
