import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { maxImportRows, type ProductImport } from '../../functions/_shared/contract/product-imports.ts';
import { registered } from '../admin-visitor.ts';
import { Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Visitor;
let ada: Visitor;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
  ada = await registered(sql);
});

const send = <T = ProductImport>(rows: unknown[], key: string = randomUUID(), who = admin) =>
  who.post<T>(
    '/api/admin/products/import',
    { fileName: 'prices.csv', unchanged: 1, rows },
    { 'idempotency-key': key },
  );
const beginUndoing = (id: string, leaveChanged = false, who = admin) =>
  who.post<ProductImport>(`/api/admin/products/imports/${id}/undo`, { leaveChanged });
const goOn = (id: string, who = admin) =>
  who.post<ProductImport>(`/api/admin/products/imports/${id}/continue`, {});
/** As the page does: until no row is waiting. */
async function finish(begun: ProductImport): Promise<ProductImport> {
  let one = begun;
  while (one.waiting > 0) {
    const { status, body } = await goOn(one.id);
    expect(status).toBe(200);
    expect(body.waiting).toBeLessThan(one.waiting);
    one = body;
  }
  return one;
}
const undo = async (id: string) => finish((await beginUndoing(id)).body);
const form = (over: object = {}) => ({
  name: `Auger ${randomUUID()}`,
  category: 'fridges',
  description: 'Drills by hand.',
  price: 5000,
  stock: 4,
  imageUrl: '/a.webp',
  ...over,
});

describe('a spreadsheet sent to the shop', () => {
  it('changes and makes products, is listed, and is undone', async () => {
    const { id } = await newProduct(sql);
    const key = randomUUID();
    const rows = [
      { line: 2, id, seen: { price: 1000, warrantyYears: null }, set: { price: 900, warrantyYears: 2 } },
      { line: 3, id: null, set: form({ specs: [{ label: 'Depth', value: '3 m' }], isActive: false }) },
    ];
    const { status, body } = await send(rows, key);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      id: key,
      fileName: 'prices.csv',
      total: 2,
      waiting: 2,
      made: 0,
      changed: 0,
    });
    const made = await finish(body);
    expect(made).toMatchObject({ id: key, waiting: 0, made: 1, changed: 1, unchanged: 1, left: [] });
    expect((await send(rows, key)).body).toEqual(made);
    // From a second tab, or after a reload that lost the answer: the same rows, another key.
    expect((await send(rows)).body).toEqual(made);
    const { body: list } = await admin.get<ProductImport[]>('/api/admin/products/imports');
    expect(list[0]).toEqual(made);
    expect((await undo(key)).undone).toEqual({ putBack: 1, erased: 1, archived: 0, left: 0 });
  });

  it('is refused row by row, with the messages of the form', async () => {
    const { id } = await newProduct(sql);
    const { status, body } = await send<ErrorReply>([
      { line: 2, id, seen: { price: 1000 }, set: { price: 0 } },
      { line: 3, id: null, set: form({ name: '', imageUrl: undefined }) },
      { line: 4, id: 'x', seen: {}, set: { stock: -1 } },
      { line: 5, id: randomUUID(), seen: {}, set: {} },
    ]);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.fields).toMatchObject({
      'rows[0].set.price': 'Price must be at least KES 1',
      'rows[1].set.name': 'Name is required',
      'rows[1].set.imageUrl': 'Image URL is required',
      'rows[2].id': 'Unknown product',
      'rows[2].set.stock': 'Stock cannot be negative',
      'rows[3].set': 'Nothing to change',
    });
    const row = { line: 2, id, seen: { price: 1000 }, set: { price: 5 } };
    expect((await send<ErrorReply>([row, row])).body.fields).toEqual({ rows: 'Each product only once' });
    expect((await send<ErrorReply>([])).status).toBe(400);
    expect((await admin.post('/api/admin/products/import', {})).status).toBe(400);
    expect(await send([{ ...row, seen: { price: 1 } }])).toMatchObject({
      status: 409,
      body: { code: 'import_refused', rows: [{ line: 2, productId: id, problem: 'changed_meanwhile' }] },
    });
  });

  it('may leave the id of a new product out; an invalid id is refused', async () => {
    const { body: begun } = await send([{ line: 2, set: form() }]);
    expect(await finish(begun)).toMatchObject({ made: 1, changed: 0 });
    const { status, body } = await send<ErrorReply>([{ line: 2, id: {}, set: form() }]);
    expect([status, body.fields]).toEqual([400, { 'rows[0].id': 'Unknown product' }]);
  });

  it('is an admin’s alone', async () => {
    const { id } = await newProduct(sql);
    const row = { line: 2, id, seen: { price: 1000 }, set: { price: 5 } };
    expect(await send([row], randomUUID(), ada)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await send([row], randomUUID(), new Visitor())).toMatchObject({ status: 401 });
    for (const [who, status] of [
      [ada, 403],
      [new Visitor(), 401],
    ] as const) {
      expect((await who.get('/api/admin/products/imports')).status).toBe(status);
      expect((await beginUndoing(randomUUID(), false, who)).status).toBe(status);
      expect((await goOn(randomUUID(), who)).status).toBe(status);
    }
    expect((await beginUndoing(randomUUID())).status).toBe(404);
    expect((await goOn(randomUUID())).status).toBe(404);
  });

  it('may be as large as five thousand new products, and no larger', async () => {
    const mark = randomUUID();
    const large = (i: number) => ({
      line: i + 2,
      id: null,
      set: form({
        name: `Bulk ${mark} ${i}`,
        slug: `bulk-${mark}-${i}`,
        isActive: false,
        description: 'x'.repeat(700),
        specs: Array.from({ length: 6 }, (_, k) => ({ label: `Label ${k}`, value: `${k} m` })),
      }),
    });
    const rows = Array.from({ length: maxImportRows }, (_, i) => large(i));
    const { status, body } = await send(rows);
    expect([status, body.waiting]).toEqual([202, maxImportRows]);
    expect(await finish(body)).toMatchObject({ made: maxImportRows, left: [] });
    expect((await undo(body.id)).undone).toMatchObject({ erased: maxImportRows });
    expect((await send<ErrorReply>([...rows, large(maxImportRows)])).body.fields).toEqual({
      rows: `At most ${maxImportRows} rows at once`,
    });
    const huge = rows.map((row) => ({ ...row, set: { ...row.set, description: 'x'.repeat(2000) } }));
    expect(await send(huge)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  }, 120_000);
});
