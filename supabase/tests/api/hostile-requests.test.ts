import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { registration } from '../api-customer.ts';
import { type Answer, Visitor } from '../api-visitor.ts';
import { operationsOfContract } from '../proofs/generated-requests.ts';
import { chanceFrom, validValue } from '../proofs/generated-values.ts';
import { seededRandom } from '../proofs/seeded-random.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Visitor;
let id: string;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
  ({ id } = await newProduct(sql));
});

const form = {
  name: 'Auger',
  category: 'fridges',
  description: 'Drills by hand.',
  price: 5000,
  stock: 4,
  imageUrl: '/auger.webp',
};
const keyed = () => ({ 'idempotency-key': randomUUID() });
const order = (over: object = {}) => {
  const request = orderRequest([{ productId: id, quantity: 1, price: 1000 }]);
  return { ...request, orderData: { ...request.orderData, ...over } };
};

describe('a character that Postgres cannot store, or that is invisible,', () => {
  it.each<[string, string, (text: string) => Promise<Answer<unknown>>]>([
    ['of a product', 'name', (name) => admin.post('/api/products', { ...form, name, isActive: false })],
    [
      'of a data sheet',
      'label',
      (label) => admin.post('/api/products', { ...form, specs: [{ label, value: '3 m' }], isActive: false }),
    ],
    [
      'of an account',
      'name',
      (name) => new Visitor().post('/api/auth/register', { ...registration(), name }),
    ],
    [
      'of a profile',
      'name',
      (name) => admin.put('/api/auth/me', { name, phone: '0712345678', address: 'Milimani, Kisumu' }),
    ],
  ])('is not part of a text %s', async (_, field, send) => {
    const { status, body } = await send('Ada\u0000 \ud800Wa\u200bnjik\u0169\u202e');
    expect(status).toBeLessThan(300);
    expect(JSON.stringify(body)).toContain(`"${field}":"Ada Wanjik\u0169"`);
  });

  it('is not part of an order’s name, and not a name by itself', async () => {
    const buyer = new Visitor();
    const send = (customerName: string) =>
      buyer.post<ErrorReply & { order: { id: string } }>('/api/orders', order({ customerName }), keyed());
    expect((await send('\u200b\u0000\ud800')).body.fields).toEqual({
      'orderData.customerName': 'Please fill in all required fields',
    });
    const { status } = await send('Ada\u0000\u200b Juma');
    expect(status).toBe(201);
    const [row] = await sql`select customer_name from public.orders order by created_at desc limit 1`;
    expect(row).toEqual({ customer_name: 'Ada Juma' });
  });

  it.each<[string, string, (text: string) => Promise<Answer<ErrorReply>>]>([
    [
      'that an editor saw',
      'seen.name',
      (name) => admin.put(`/api/products/${id}`, { ...form, seen: { name } }),
    ],
    [
      'of a password',
      'password',
      (password) => new Visitor().post('/api/auth/register', { ...registration(), password }),
    ],
  ])('is refused in a text %s, which is compared as it is', async (_, field, send) => {
    for (const text of ['secret\u0000b', 'secret\ud800b', '\udc00\ud800secret']) {
      const { status, body } = await send(text);
      expect([status, body.code, body.fields]).toEqual([
        400,
        'invalid_request',
        { [field]: 'Contains a character that cannot be stored' },
      ]);
      expect(JSON.stringify(body)).not.toContain('secret');
    }
  });

  it('a complete surrogate pair is accepted', async () => {
    const made = await admin.post('/api/products', { ...form, name: 'Auger 🔩', isActive: false });
    expect(made).toMatchObject({ status: 201, body: { name: 'Auger 🔩' } });
  });
});

describe('TRACE', () => {
  const { addresses } = stackUnderTest();
  it.each([
    ...['/', '/category/solar', '/api/products', '/payment/success', '/release.txt'].map(
      (path) => addresses.site + path,
    ),
    `${addresses.supabase}/functions/v1/api/products`,
  ])('is not allowed at %s', async (address) => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(address, { method: 'TRACE' }, (reply) => resolve(reply.resume().statusCode));
      sent.on('error', reject).end();
    });
    // Without the edge proxy's secret a function says nothing else.
    expect(status).toBe(address.includes('/functions/') ? 403 : 405);
  });
});

describe('an address that no product can have', () => {
  it.each(['__proto__', 'constructor', '%00', 'a%00b', '%ED%A0%80', '%', `${'x'.repeat(7000)}`, 'a,b)(%22'])(
    '%s',
    async (name) => {
      expect((await new Visitor().get(`/api/products/${name}`)).status).toBe(404);
      expect(await new Visitor().get(`/api/products/category/${name}`)).toMatchObject({
        status: 200,
        body: [],
      });
    },
  );
});

it('a NUL in any part of an address is no failure of the shop', async () => {
  const chance = chanceFrom(seededRandom(1));
  const failures: string[] = [];
  for (const { name, method, path, parameters, body } of await operationsOfContract()) {
    for (const nul of parameters.filter(({ place }) => place !== 'header')) {
      let address = path;
      const query = new URLSearchParams();
      for (const { name: parameter, place } of parameters) {
        const value = parameter === nul.name ? 'a\0b' : id;
        if (place === 'path') address = address.replace(`:${parameter}`, encodeURIComponent(value));
        else if (parameter === nul.name) query.set(parameter, value);
      }
      const sent = body ? validValue(body, chance, () => id) : undefined;
      const { status } = await admin.call(method, `${address}?${query.toString()}`, sent);
      if (status >= 500) failures.push(`${name}: ${nul.name}`);
    }
  }
  expect(failures).toEqual([]);
});

describe('what is not a row, a number or a moment is refused, never a failure of the shop:', () => {
  it.each<[string, () => Promise<Answer<ErrorReply>>, string]>(
    ['2026-02-30T10:00:00Z', '2026-01-01T25:61:00Z', '0000-01-01T00:00:00Z'].map((seenUpdatedAt) => [
      `seen at ${seenUpdatedAt}`,
      () => admin.put(`/api/products/${id}`, { ...form, seenUpdatedAt }),
      'seenUpdatedAt',
    ]),
  )('%s', async (_, send, field) => {
    const { status, body } = await send();
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });
});

it('more pieces of one product than an order may have are refused, also on two lines', async () => {
  const { id: many, price: each } = await newProduct(sql, { stock: 5000, price: 10 });
  const line = { productId: many, quantity: 500, price: each };
  expect(await new Visitor().placeOrder([line, { ...line, productId: many.toUpperCase() }])).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', fields: { items: 'An order has at most 999 pieces of one product' } },
  });
  expect((await new Visitor().placeOrder([line, { ...line, quantity: 499 }])).status).toBe(201);
});

describe('a very long list', () => {
  const zeros = (max: number) => `[${'0,'.repeat(max - 1)}0]`;
  it.each<[string, () => Promise<Answer<ErrorReply>>, string, number]>([
    [
      'of an order',
      () =>
        new Visitor().post(
          '/api/orders',
          `{"orderData":${JSON.stringify(order().orderData)},"items":${zeros(49_000)}}`,
          keyed(),
        ),
      'An order has at most 100 lines',
      102,
    ],
    [
      'of a cart',
      () => admin.call('PUT', '/api/cart', `{"items":${zeros(49_000)}}`),
      'A cart has at most 100 lines',
      102,
    ],
    [
      'of a data sheet',
      () => admin.post('/api/products', JSON.stringify(form).replace('}', `,"specs":${zeros(49_000)}}`)),
      'A data sheet has at most 60 lines',
      62,
    ],
  ])('%s is refused by its length, without checking each line', async (_, send, tooLong, max) => {
    const { status, body } = await send();
    expect(status).toBe(400);
    expect(Object.values(body.fields ?? {})).toContain(tooLong);
    expect(Object.keys(body.fields ?? {}).length).toBeLessThanOrEqual(max);
  });
});

describe('what no form of the dashboard sends is refused by Postgres, never a failure of the shop:', () => {
  const row = (over: object = {}) => ({ id, seen: { price: 1000 }, set: { price: 1001 }, ...over });
  const change = (changes: unknown) => ['change_products', { p_changes: changes }] as const;
  const sheet = (rows: unknown, over: object = {}) =>
    ['import_products', { p_id: id, p_file_name: 'a.csv', p_unchanged: 0, p_rows: rows, ...over }] as const;
  const refund = (over: object) =>
    [
      'record_refund',
      {
        p_id: id,
        p_transaction_id: id,
        p_amount_cents: 1,
        p_day: '2026-11-22',
        p_bank_reference: 'FT1',
        p_reason: 'x',
        ...over,
      },
    ] as const;
  it.each<[string, () => readonly [string, Record<string, unknown>]]>([
    ['a NUL', () => ['add_order_note', { p_order_id: id, p_id: id, p_text: 'a\u0000b' }]],
    ['half a character', () => sheet([{ line: 2, id: null, set: { name: 'a\ud800b' } }])],
    ['changes that are no list', () => change({})],
    ['no changes', () => change([])],
    ['a change of nothing', () => change([null])],
    ['a product by no id', () => change([row({ id: 'x' })])],
    ['one product twice', () => change([row(), row({ id: id.toUpperCase() })])],
    ['a price of half a shilling', () => change([row({ set: { price: 0.5 } })])],
    ['a price that no card pays', () => change([row({ set: { price: 100_000_000 } })])],
    ['more pieces than there can be', () => change([row({ set: { stock: 1_000_001 } })])],
    ['too many products', () => change(Array(501).fill(row()))],
    ['too many rows', () => sheet(Array(1001).fill({ line: 2, id: null, set: {} }))],
    ['a new product among changes', () => change([row({ id: null })])],
    ['a change of more than figures', () => change([row({ set: { name: 'x' } })])],
    ['too many lines of the bank', () => ['preview_bank_statement', { p_lines: Array(1001).fill({}) }]],
    ['lines of the bank that are no list', () => ['preview_bank_statement', { p_lines: {} }]],
    ['a row of nothing', () => sheet([{ id: null, set: {} }])],
    ['a file without a name', () => sheet([{ line: 2, id: null, set: {} }], { p_file_name: null })],
    ['a day that there is not', () => refund({ p_day: '2026-02-30' })],
    ['half a cent', () => refund({ p_amount_cents: 0.5 })],
  ])('%s', async (_, call) => {
    expect((await callSqlAs(admin, ...call())).status).toBe(400);
  });
});
