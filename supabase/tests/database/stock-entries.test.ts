import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  type BookedPieces,
  type StockProduct,
  type StockMovement,
  stockSigns,
} from '../../functions/_shared/contract/stock.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import { approved, available, newProduct, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refundScene } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { newOrder } = paymentScene(sql, 5);
const { owner } = refundScene(sql);

type Line = { productId: string; quantity: number; expected?: number; costCents?: number };

const book = (kind: string, lines: Line[], { id = randomUUID(), supplier = '', reference = '' } = {}) =>
  answerTo<BookedPieces[]>(
    sql,
    owner,
    'public.book_stock($1, $2, $3, $4, $5)',
    id,
    kind,
    supplier,
    reference,
    lines,
  );
const stockOf = async (productId: string) => {
  const [product] = await answerTo<StockProduct[]>(sql, owner, `public.find_stock('', $1)`, [productId]);
  return product;
};
const movementsOf = (productId: string) =>
  answerTo<StockMovement[]>(sql, owner, 'public.list_stock_movements($1)', productId);

it('what changes the stock, and how, is the same in the database and in the contract', async () => {
  const kinds = await sql<{ kind: string; sign: number }[]>`
    select k as kind, private.stock_sign(k) as sign from unnest(${[...Object.keys(stockSigns), 'stolen']}::text[]) k`;
  expect(Object.fromEntries(kinds.map(({ kind, sign }) => [kind, sign]))).toEqual({
    ...stockSigns,
    stolen: null,
  });
});

it('staff write down no sale and nothing unknown', async () => {
  const product = await newProduct(sql, { stock: 2 });
  for (const kind of ['sale', 'stolen'])
    expect(await refusalCode(book(kind, [{ productId: product.id, quantity: 1 }]))).toBe('invalid_request');
  expect(await available(sql, product.id)).toBe(2);
});

it('a product is found by its words', async () => {
  const { id } = await newProduct(sql, { stock: 2 });
  const model = `Probe ${id.slice(0, 8)}`;
  await sql`update public.products set model = ${model} where id = ${id}`;
  expect(await answerTo<StockProduct[]>(sql, owner, 'public.find_stock($1)', model)).toMatchObject([
    { productId: id, stock: 2 },
  ]);
});

it('goods that came in are in stock, with supplier, delivery note and what they cost', async () => {
  const [one, other] = [await newProduct(sql, { stock: 2 }), await newProduct(sql, { stock: 0 })];
  const id = randomUUID();
  const lines = [
    { productId: one.id, quantity: 3, costCents: 1_250_050 },
    { productId: other.id, quantity: 1 },
  ];
  const moved = [
    { productId: one.id, change: 3 },
    { productId: other.id, change: 1 },
  ];
  const as = { id, supplier: 'Guideline Geo', reference: 'DN 4711' };
  expect(await book('received', lines, as)).toMatchObject(moved);
  // Sent twice, it is one entry.
  expect(await book('received', lines, as)).toMatchObject(moved);
  expect([await available(sql, one.id), await available(sql, other.id)]).toEqual([5, 1]);
  const [latest, first] = await movementsOf(one.id);
  expect(latest).toMatchObject({
    reason: 'received',
    change: 3,
    stock: 5,
    supplier: 'Guideline Geo',
    reference: 'DN 4711',
    costCents: 1_250_050,
    byName: expect.any(String) as string,
    orderId: null,
  });
  expect(first).toMatchObject({ reason: 'opening', change: 2, stock: 2, supplier: null, byName: null });
  expect(await refusalCode(book('received', lines.slice(1), as))).toBe('key_reused');
});

it('a stock-take compares with what is in the shop: pieces that are sold are there until they are sent', async () => {
  const { placed, product } = await newOrder({ quantity: 2 });
  await bankDecides(sql, placed.transaction.trace, approved(placed));
  expect(await stockOf(product.id)).toMatchObject({ stock: 3, held: 0, toSend: 2 });
  // Five are counted as five: nothing moves.
  expect(await book('counted', [{ productId: product.id, quantity: 5, expected: 5 }])).toEqual([]);
  expect(await book('counted', [{ productId: product.id, quantity: 4, expected: 5 }])).toMatchObject([
    { change: -1 },
  ]);
  expect(await stockOf(product.id)).toMatchObject({ stock: 2, toSend: 2 });
  // The two that are sold are not to be counted away.
  expect(await refusalCode(book('counted', [{ productId: product.id, quantity: 1, expected: 4 }]))).toBe(
    'pieces_missing',
  );
  const [item] = await sql<
    { id: string }[]
  >`select id from public.order_items where order_id = ${placed.order.id}`;
  const itemId = item?.id ?? '';
  const lines = [{ itemId, quantity: 2, serials: [] }];
  await answerTo(
    sql,
    owner,
    `public.record_shipment($1, $2, $3, $4, 'delivered')`,
    randomUUID(),
    placed.order.id,
    lines,
    { [itemId]: 2 },
  );
  expect(await stockOf(product.id)).toMatchObject({ stock: 2, toSend: 0 });
});

it('what moved since it was counted is counted again', async () => {
  const product = await newProduct(sql, { stock: 4 });
  const count = { productId: product.id, quantity: 3, expected: 4 };
  const both = [1, 2].map(() => refusalCode(book('counted', [count])));
  expect((await Promise.all(both)).toSorted()).toEqual(['done', 'stock_meanwhile']);
  expect(await available(sql, product.id)).toBe(3);
});

it('what broke is taken off, and never what is held for a buyer who is paying', async () => {
  const { product } = await newOrder({ quantity: 2 });
  expect(await stockOf(product.id)).toMatchObject({ stock: 5, held: 2, toSend: 0 });
  expect(await refusalCode(book('damaged', [{ productId: product.id, quantity: 4 }]))).toBe('pieces_missing');
  await book('damaged', [{ productId: product.id, quantity: 3 }], { reference: 'Fell off the shelf' });
  expect(await available(sql, product.id)).toBe(0);
  expect((await movementsOf(product.id))[0]).toMatchObject({
    reason: 'damaged',
    change: -3,
    stock: 2,
    reference: 'Fell off the shelf',
  });
});

it('an entry of which a line is wrong moves nothing', async () => {
  const product = await newProduct(sql, { stock: 4 });
  const good = { productId: product.id, quantity: 1 };
  for (const [kind, lines] of [
    ['received', []],
    ['received', [good, good]],
    ['received', [{ ...good, quantity: 0 }]],
    ['received', [{ ...good, costCents: 0 }]],
    ['received', [{ ...good, expected: 4 }]],
    ['counted', [good]],
    ['counted', [{ ...good, expected: 4, costCents: 100 }]],
    ['counted', [{ ...good, quantity: -1, expected: 4 }]],
    ['damaged', [{ ...good, quantity: 1.5 }]],
    ['eaten', [good]],
    ['received', [{ ...good, productId: 'none' }]],
  ] as [string, Line[]][]) {
    expect([kind, lines, await refusalCode(book(kind, lines))]).toEqual([kind, lines, 'invalid_request']);
  }
  expect(await refusalCode(book('received', [good, { ...good, productId: randomUUID() }]))).toBe('not_found');
  expect(await movementsOf(product.id)).toHaveLength(1);
});

it.each([
  ['an unknown kind', 'stolen', -1],
  ['breakage that adds', 'damaged', 1],
])('no movement is of %s', async (_, reason, change) => {
  const { id } = await newProduct(sql, { stock: 2 });
  await expect(
    sql`insert into private.stock_movements (product_id, change, reason) values (${id}, ${change}, ${reason})`,
  ).rejects.toThrow('stock_movements_check');
});
