import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';

type Shapes = (productId: string) => unknown;

const price = 1000;
const one = (over: object) => (productId: string) => [{ productId, quantity: 1, price, ...over }];
const two =
  (...pieces: number[]) =>
  (productId: string) =>
    pieces.map((quantity, i) => ({
      productId: i > 0 ? productId.toUpperCase() : productId,
      quantity,
      price,
    }));

/** What is no list of lines of an order or of a quotation, each wrong in one thing. */
export const refusedLines: [string, Shapes][] = [
  ['none', () => null],
  ['a text', () => 'items'],
  ['one line without a list', (productId) => ({ productId, quantity: 1, price })],
  ['an empty list', () => []],
  ['101 lines', () => Array.from({ length: 101 }, () => ({ productId: randomUUID(), quantity: 1, price }))],
  ['a line that is null', () => [null]],
  ['a line that is a text', (productId) => [productId]],
  ['a line inside another list', (productId) => [one({})(productId)]],
  ['no product', one({ productId: undefined })],
  ['a product that is null', one({ productId: null })],
  ['a product that is no uuid', one({ productId: 'pump' })],
  ['a list of products', (productId) => one({ productId: [productId] })(productId)],
  ...[undefined, null, -1, 0, 1000, 1500, 1.5, 1e20, '2', 'two', true, [2], { pieces: 2 }].map(
    (quantity): [string, Shapes] => [`a quantity of ${JSON.stringify(quantity)}`, one({ quantity })],
  ),
  ['+10 and −9 pieces on two lines', two(10, -9)],
  ['500 and 500 pieces on two lines', two(500, 500)],
];

/** Of lines that say a price, which those of a buyer's quotation do not. */
export const refusedPrices: [string, Shapes][] = [undefined, null, -1, 10.5, 3e9, '1000', [1000], {}].map(
  (wrong) => [`a price of ${JSON.stringify(wrong)}`, one({ price: wrong })],
);

/** The refusal of such lines says what is wrong with which line, in the shop's words and not in the database's. */
export const refusedForLines = {
  code: 'PT400',
  message: 'invalid_request',
  detail: expect.stringMatching(
    /^(not 1 to 100 lines|line \d+: not a product with 1 to 999 pieces and a price|more than 999 pieces of one product)$/,
  ) as string,
};
