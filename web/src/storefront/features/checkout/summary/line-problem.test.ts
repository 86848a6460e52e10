import type { LineProblem } from '@contract/errors.ts';
import { expect, it } from 'vitest';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { fixForProblem, unresolvedProblems, fixLabel, problemMessage } from './line-problem.ts';

const product = { id: 'p', slug: 'p', name: 'Battery', category: 'batteries', imageUrl: null, stock: 9 };
const line = (quantity: number, price = 95_000): CartItem => ({
  product: { ...product, price },
  quantity,
});

const short: LineProblem = {
  productId: 'p',
  name: 'Battery',
  problem: 'out_of_stock',
  quantity: 3,
  available: 2,
  price: 95_000,
};
const soldOut: LineProblem = { ...short, available: 0 };
const dearer: LineProblem = { ...short, problem: 'price_changed', available: 9, price: 99_000 };
const gone: LineProblem = { ...short, problem: 'product_unavailable', available: 0, price: null };

/** Prices have a no-break space between currency and figure. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('a shortage is shown with its figures and corrected by taking what is left', () => {
  expect(problemMessage(short)).toBe('Only 2 left; you asked for 3');
  expect(fixForProblem(short)).toEqual({ kind: 'set-quantity', quantity: 2 });
  expect(fixLabel(fixForProblem(short))).toBe('Change to 2');
  const lastOne = { ...short, available: 1 };
  expect(problemMessage(lastOne)).toBe('Only 1 left; you asked for 3');
  expect(fixForProblem(lastOne)).toEqual({ kind: 'set-quantity', quantity: 1 });
});

it('a sold-out line can only be removed', () => {
  expect(problemMessage(soldOut)).toBe('None left; you asked for 3');
  expect(fixForProblem(soldOut)).toEqual({ kind: 'remove' });
});

it('a changed price is shown and must be accepted by the buyer', () => {
  expect(plain(problemMessage(dearer))).toBe('Price is now KES 99,000');
  expect(plain(fixLabel(fixForProblem(dearer)))).toBe('Accept KES 99,000');
});

it('an item that is no longer sold can only be removed', () => {
  expect(problemMessage(gone)).toBe('No longer sold');
  expect(fixForProblem(gone)).toEqual({ kind: 'remove' });
});

it('a corrected line is no longer marked', () => {
  expect(unresolvedProblems([short], [line(3)])).toEqual([short]);
  expect(unresolvedProblems([short], [line(2)])).toEqual([]);
  expect(unresolvedProblems([dearer], [line(3)])).toEqual([dearer]);
  expect(unresolvedProblems([dearer], [line(3, 99_000)])).toEqual([]);
  expect(unresolvedProblems([gone], [])).toEqual([]);
  expect(unresolvedProblems([gone], [line(1)])).toEqual([gone]);
  expect(unresolvedProblems([dearer], [line(3, 105_000)])).toEqual([dearer]);
});
