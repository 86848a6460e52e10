import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { registered } from '../admin-visitor.ts';
import { registration } from '../api-customer.ts';
import { type Answer, Visitor } from '../api-visitor.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
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
const importRows = (rows: unknown, over: object = {}) =>
  admin.post<ErrorReply>(
    '/api/admin/products/import',
    { fileName: 'prices.csv', unchanged: 0, rows, ...over },
    keyed(),
  );
const price = (over: object = {}) => ({ line: 2, id, seen: { price: 1000 }, set: { price: 1001 }, ...over });
const order = (over: object = {}) => {
  const request = orderRequest([{ productId: id, quantity: 1, price: 1000 }]);
  return { ...request, orderData: { ...request.orderData, ...over } };
};

describe('a text with a character that Postgres cannot store is refused at its field:', () => {
  it.each<[string, string, (text: string) => Promise<Answer<ErrorReply>>]>([
    ['of a product', 'name', (name) => admin.post('/api/products', { ...form, name })],
    [
      'of a data sheet',
      'specs[0].label',
      (label) => admin.post('/api/products', { ...form, specs: [{ label, value: '3 m' }] }),
    ],
    [
      'that an editor saw',
      'seen.name',
      (name) => admin.put(`/api/products/${id}`, { ...form, seen: { name } }),
    ],
    ['of a spreadsheet', 'fileName', (fileName) => importRows([price()], { fileName })],
    [
      'of its rows',
      'rows[0].set.name',
      (name) => importRows([{ line: 2, id: null, set: { ...form, name } }]),
    ],
    ['that its preview saw', 'rows[0].seen.brand', (brand) => importRows([price({ seen: { brand } })])],
    [
      'of an order',
      'orderData.customerName',
      (customerName) => new Visitor().post('/api/orders', order({ customerName }), keyed()),
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
  ])('%s', async (_, field, send) => {
    for (const text of ['a\u0000b', 'a\ud800b', '\udc00\ud800']) {
      const { status, body } = await send(text);
      expect([status, body.code, body.fields]).toEqual([
        400,
        'invalid_request',
        { [field]: 'Contains a character that cannot be stored' },
      ]);
    }
  });

  it('a complete surrogate pair is accepted', async () => {
    const made = await admin.post('/api/products', { ...form, name: 'Auger 🔩', isActive: false });
    expect(made).toMatchObject({ status: 201, body: { name: 'Auger 🔩' } });
  });
});

describe('an address that no product can have', () => {
  it.each(['%00', 'a%00b', '%ED%A0%80', '%', `${'x'.repeat(7000)}`, 'a,b)(%22'])('%s', async (name) => {
    expect((await new Visitor().get(`/api/products/${name}`)).status).toBe(404);
    expect(await new Visitor().get(`/api/products/category/${name}`)).toMatchObject({
      status: 200,
      body: [],
    });
  });
});

describe('what is not a row, a number or a moment is refused, never a failure of the shop:', () => {
  it.each<[string, () => Promise<Answer<ErrorReply>>, string]>([
    ['a row of nothing', () => importRows([null]), 'rows[0]'],
    ['a line beyond all lines', () => importRows([price({ line: 3_000_000_000 })]), 'rows[0].line'],
    ['more rows than there are', () => importRows([price()], { unchanged: 1e300 }), 'unchanged'],
    [
      'a change of nothing',
      () => admin.post('/api/admin/products/change', { changes: [null] }),
      'changes[0]',
    ],
    [
      'a change of no product',
      () => admin.post('/api/admin/products/change', { changes: [{ seen: {}, set: { price: 5 } }] }),
      'changes[0].id',
    ],
    [
      'a product by no id',
      () => admin.post('/api/admin/products/change', { changes: [{ id: {}, seen: {}, set: { price: 5 } }] }),
      'changes[0].id',
    ],
    ...['2026-02-30T10:00:00Z', '2026-01-01T25:61:00Z', '0000-01-01T00:00:00Z'].map(
      (seenUpdatedAt): [string, () => Promise<Answer<ErrorReply>>, string] => [
        `seen at ${seenUpdatedAt}`,
        () => admin.put(`/api/products/${id}`, { ...form, seenUpdatedAt }),
        'seenUpdatedAt',
      ],
    ),
  ])('%s', async (_, send, field) => {
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
      'of changes',
      () => admin.post('/api/admin/products/change', `{"changes":${zeros(49_000)}}`),
      'At most 500 products at once',
      502,
    ],
    [
      'of a data sheet',
      () => admin.post('/api/products', JSON.stringify(form).replace('}', `,"specs":${zeros(49_000)}}`)),
      'A data sheet has at most 60 lines',
      62,
    ],
    [
      'of rows',
      () =>
        admin.post(
          '/api/admin/products/import',
          `{"fileName":"a.csv","unchanged":0,"rows":${zeros(3_900_000)}}`,
          keyed(),
        ),
      'At most 5000 rows at once',
      5002,
    ],
  ])('%s is refused by its length, without checking each line', async (_, send, tooLong, max) => {
    const { status, body } = await send();
    expect(status).toBe(400);
    expect(Object.values(body.fields ?? {})).toContain(tooLong);
    expect(Object.keys(body.fields ?? {}).length).toBeLessThanOrEqual(max);
  });

  it('of errors is reported as one error', async () => {
    const specs = Array.from({ length: 60 }, () => 0);
    const rows = Array.from({ length: 2500 }, (_, i) => ({ line: i + 2, id: null, set: { specs } }));
    const { status, body } = await importRows(rows);
    expect([status, body.fields]).toEqual([400, { body: 'There are too many errors to list' }]);
  });
});
