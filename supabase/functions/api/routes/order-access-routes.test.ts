import { describe, expect, it } from 'vitest';
import { Refusal } from '../../_shared/http/refusal.ts';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie, links, order, orderId, tokens } from '../../../tests/api-under-test.ts';
import { answeredAfterPause, endPauses } from '../../../../local/testing/pauses.ts';

describe('an order that somebody looks for', () => {
  const found = { orderNumber: '#IC-0000000F', contact: '0712 345 678' };

  it('is found by number and contact in any form, as its link', async () => {
    endPauses();
    const { call, limits, orders } = api();
    orders.lookUp.mockResolvedValue({ orderId, linkVersion: 4 });
    const device = 'd'.repeat(43);
    const { status, body } = await call('POST', '/api/orders/find', found, {
      'x-shop-client-address': '10.0.0.7',
      cookie: `device=${device}; sid=${cookie}`,
    });
    expect([status, body]).toEqual([200, { orderId, linkKey: links.keyOf(orderId, 4) }]);
    expect(orders.lookUp).toHaveBeenCalledWith({ orderNumber: '0000000F', contact: '+254712345678' });
    expect(limits.take.mock.calls).toEqual([
      [
        'find_order',
        {
          address: '10.0.0.7',
          device,
          session: sessionId(cookie),
          order: '0000000F',
          phone: '+254712345678',
        },
      ],
    ]);
    await call('POST', '/api/orders/find', { ...found, contact: ' Ada@Example.com ' });
    expect(orders.lookUp.mock.calls[1]?.[0]).toMatchObject({ contact: 'ada@example.com' });
  });

  it('is not looked for after too many guesses', async () => {
    const { call, calls, limits } = api();
    limits.take.mockRejectedValue(new Refusal('too_many_requests'));
    expect((await call('POST', '/api/orders/find', found)).status).toBe(429);
    expect(calls).toEqual([]);
  });

  it('gets the same reply for every wrong guess, which takes as long as a right one', async () => {
    const { call } = api();
    for (const contact of ['ada@example.com', 'bob@example.com']) {
      const guess = () => call('POST', '/api/orders/find', { ...found, contact });
      const { status, body } = await answeredAfterPause(guess);
      expect([status, body]).toEqual([
        404,
        {
          code: 'not_found',
          message: 'We found no order with this number and contact.',
          requestId: expect.any(String) as string,
        },
      ]);
    }
  });

  it.each([
    [{ orderNumber: '' }, 'orderNumber', 'Enter the order number'],
    [{ orderNumber: '12345' }, 'orderNumber', 'Enter the eight characters of the order number'],
    [{ contact: '' }, 'contact', 'Enter the e-mail or the phone number of the order'],
    [{ contact: 'nobody' }, 'contact', 'Enter the e-mail or the phone number of the order'],
  ])('with %j is refused at the field', async (over, field, message) => {
    const { call, calls } = api();
    const { status, body } = await call('POST', '/api/orders/find', { ...found, ...over });
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
    expect(calls).toEqual([]);
  });
});

describe('an order of this browser', () => {
  const path = `/api/orders/${orderId}/claim`;

  it('is claimed by who is signed in, with its contact', async () => {
    const { call, limits, orders } = api(tokens());
    orders.claim.mockResolvedValue(order());
    expect(await call('POST', path, { contact: '0712345678' })).toMatchObject({
      status: 200,
      body: { id: orderId, view: 'full' },
    });
    expect(orders.claim.mock.calls[0]?.[2]).toEqual({ contact: '+254712345678' });
    expect(limits.take.mock.calls).toEqual([
      ['claim_order', { address: '', session: sessionId(cookie), order: orderId }],
    ]);
    expect(await api({}).call('POST', path, { contact: '0712345678' })).toMatchObject({ status: 401 });
  });

  it('is not claimed with another contact, and the field says so', async () => {
    const { call } = api(tokens());
    const { status, body } = await call('POST', path, { contact: 'bob@example.com' });
    expect([status, body.code, Object.keys(body.fields as object)]).toEqual([
      403,
      'contact_mismatch',
      ['contact'],
    ]);
  });
});

describe('the short link of an SMS', () => {
  const open = async (shortKey: string, found = [{ orderId, linkVersion: 2 }], number = '00000001') => {
    const { call, orders } = api();
    orders.linksOfNumber.mockResolvedValue(found);
    return call('GET', `/api/short-links/${number}`, undefined, { 'x-order-key': shortKey });
  };

  it.each(['%00', '0000001', '000000012', '0000000g'])('has no number like %s', async (number) => {
    const shortKey = links.shortKeyOf(orderId, 2);
    expect(await open(shortKey, undefined, number)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('gives the key of the order’s link, without any session', async () => {
    const { status, body } = await open(links.shortKeyOf(orderId, 2));
    expect([status, body]).toEqual([200, { orderId, linkKey: links.keyOf(orderId, 2) }]);
  });

  it('shows the right one of two orders with the same number', async () => {
    const other = { orderId: orderId.replace('b5', 'c6'), linkVersion: 1 };
    const { body } = await open(links.shortKeyOf(orderId, 2), [other, { orderId, linkVersion: 2 }]);
    expect(body.orderId).toBe(orderId);
  });

  it('does not work once it was replaced, with another key or without one', async () => {
    for (const wrong of [links.shortKeyOf(orderId, 1), links.keyOf(orderId, 2), '']) {
      expect(await open(wrong)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await open(links.shortKeyOf(orderId, 2), [])).status).toBe(404);
  });
});
