import { defaultShopDetails } from '../../_shared/contract/shop-details.ts';
import { describe, expect, it } from 'vitest';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie, key, links, orderId } from '../../../tests/api-under-test.ts';

const asked = {
  name: ' Ada ',
  contact: '0712 345 678',
  companyName: 'County',
  pin: 'p051234567x',
  county: '042',
  items: [{ productId: orderId, quantity: 2 }],
};
const accepted = {
  version: 3,
  customerName: 'Ada',
  customerEmail: 'ada@example.com',
  customerPhone: '0712345678',
  customerAddress: 'Milimani, Kisumu',
};
const path = `/api/quotations/${key}`;
const own = { 'x-order-key': links.quotationKeyOf(key, 2) };

describe('a quotation', () => {
  it('has the id of the key with which it is asked for, and a link that only the shop can make', async () => {
    const { call, orders } = api();
    const { status, body } = await call('POST', '/api/quotations', asked, { 'idempotency-key': key });
    expect([status, body]).toEqual([201, { id: key, linkKey: links.quotationKeyOf(key, 1) }]);
    expect(orders.askForQuotation.mock.calls[0]?.slice(2)).toMatchObject([
      key,
      { name: 'Ada', contact: '+254712345678', pin: 'P051234567X', items: [{ quantity: 2 }] },
    ]);
  });

  it.each([
    [{ name: '' }, 'name', 'Enter your name'],
    [{ contact: 'me' }, 'contact', 'Enter your phone number or e-mail address'],
    [{ county: '' }, 'county', 'Choose the county'],
    [{ county: '048' }, 'county', 'Choose one of the 47 counties'],
    [{ pin: '1' }, 'pin', 'A KRA PIN is a letter, nine digits and a letter, such as P051234567X'],
    [{ items: [] }, 'items', 'Your cart is empty'],
  ])('with %j is refused at the field', async (over, field, message) => {
    const { call, calls } = api();
    const { status, body } = await call('POST', '/api/quotations', { ...asked, ...over });
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
    expect(calls).toEqual([]);
  });

  it('is opened by the key of its link, and by no other one', async () => {
    const { call, calls, orders } = api();
    orders.quotation.mockResolvedValue({ id: key, order: { orderId, linkVersion: 2 } });
    expect((await call('GET', path, undefined, own)).body).toEqual({
      id: key,
      order: { orderId, linkKey: links.keyOf(orderId, 2) },
    });
    calls.length = 0;
    for (const wrong of [
      '',
      links.quotationKeyOf(orderId, 2),
      links.keyOf(key, 2),
      `3.${links.quotationKeyOf(key, 2).slice(2)}`,
    ]) {
      for (const [method, address, body] of [
        ['GET', path, undefined],
        ['POST', `${path}/acceptance`, accepted],
      ] as const) {
        expect(await call(method, address, body, { 'x-order-key': wrong })).toMatchObject({
          status: 404,
          body: { message: 'Quotation not found' },
        });
      }
    }
    expect(calls).toEqual([]);
  });

  it('is a PDF, for whoever has its link', async () => {
    const { call, orders } = api();
    const at = `${path}/paper`;
    expect((await call('GET', at, undefined, own)).status).toBe(404);
    const line = {
      name: 'Meter',
      model: null,
      serials: [],
      quantity: 1,
      unitCents: 11_600,
      vatClass: 'standard',
      basisPoints: 1600,
      grossCents: 11_600,
      netCents: 10_000,
      vatCents: 1600,
    };
    orders.quotationPaper.mockResolvedValue({
      kind: 'quotation',
      number: 'Q-2026-0007',
      issuedAt: '2026-11-27T08:00:00Z',
      corrects: null,
      cause: null,
      content: {
        lines: [line],
        totals: { ...line, rates: [line] },
        reason: 'Valid',
        orderId: null,
        orderedAt: null,
        seller: defaultShopDetails,
        payments: [],
        day: '2026-11-27',
        buyer: { name: 'Ada', email: null, phone: null, address: null, company: null },
      },
    });
    const { body } = await call('GET', at, undefined, own);
    expect(body.name).toBe('Q-2026-0007.pdf');
    expect(atob(String(body.base64)).slice(0, 5)).toBe('%PDF-');
    expect((await call('GET', at, undefined, { 'x-order-key': 'x' })).status).toBe(404);
  });

  it('that is accepted is an order of this session, with its link', async () => {
    const { call, orders } = api({});
    orders.acceptQuotation.mockImplementation((_, fresh) =>
      Promise.resolve({ orderId, linkVersion: 4, sid: String(fresh) }),
    );
    const { body, headers } = await call('POST', `${path}/acceptance`, accepted, own);
    expect(body).toEqual({ orderId, linkKey: links.keyOf(orderId, 4) });
    const value = /^sid=([\w-]{43});/.exec(headers.get('x-shop-cookie') ?? '')?.[1] ?? '';
    const [old, fresh, , link, request] = orders.acceptQuotation.mock.calls[0] ?? [];
    expect([old, fresh, link]).toEqual([sessionId(cookie), sessionId(value), { id: key, version: 2 }]);
    expect(request).toMatchObject({ version: 3, customerPhone: '+254712345678' });
  });

  it('gives its link to nobody who is not staff', async () => {
    const { call } = api({});
    expect((await call('GET', `/api/admin/quotations/${key}/link`)).status).toBe(401);
  });
});
