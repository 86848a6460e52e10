import type { AdminProduct } from '@contract/admin.ts';
import { expect, test } from 'vitest';
import { type BulkAction, figureOf, previewOf } from './bulk-action.ts';

const product = (over: Partial<AdminProduct>) =>
  ({ id: 'p1', name: 'Panel', price: 1000, stock: 10, held: 0, isActive: true, ...over }) as AdminProduct;
const outcome = (action: BulkAction, figure: number, over: Partial<AdminProduct> = {}) => {
  const { change, refusal } = previewOf(action, figure, product(over));
  return refusal ?? change?.set ?? 'stays';
};

test.each([
  [10, 1000, 1100],
  [-10, 1000, 900],
  [7.5, 85_000, 91_375],
  [0.05, 1000, 1001],
  [33.33, 99, 132],
])('%s %% on KES %i is KES %i, rounded to whole shillings', (percent, price, next) => {
  expect(outcome('price', percent, { price })).toEqual({ price: next });
});

test.each([
  [1000, 5, 500, 1000],
  [1000, 30, 500, 1500],
  [99_500, 5, 500, 104_500],
  [100, -60, 500, 500],
  [1234, 0, 500, 1234],
])('KES %i and %i %%, rounded to %i, is KES %i', (price, percent, round, next) => {
  const { change } = previewOf('price', percent, product({ price }), round);
  expect(change?.set ?? { price }).toEqual({ price: next });
});

test('a price below KES 1, or too high for one card payment, is refused in the preview', () => {
  expect(outcome('price', -100)).toBe('The price would be below KES 1');
  expect(outcome('price', -60, { price: 1 })).toBe('The price would be below KES 1');
  expect(outcome('price', 50, { price: 90_000_000 })).toBe('The price would be above KES\u00a099,999,999');
});

test('stock is set or added to, never below the pieces on hold', () => {
  expect(outcome('set-stock', 4)).toEqual({ stock: 4 });
  expect(outcome('add-stock', -3)).toEqual({ stock: 7 });
  expect(outcome('add-stock', -11)).toBe('The stock would be below zero');
  expect(outcome('set-stock', 2, { held: 3 })).toBe('3 are held for buyers who are paying');
  expect(outcome('set-stock', 3, { held: 3 })).toEqual({ stock: 3 });
});

test('a product that would not change is not sent', () => {
  expect(outcome('price', 0)).toBe('stays');
  expect(outcome('set-stock', 10)).toBe('stays');
  expect(outcome('archive', 0, { isActive: false })).toBe('stays');
  expect(outcome('restore', 0, { isActive: false })).toEqual({ isActive: true });
});

test('a change contains the value that was seen, of the changed field only', () => {
  expect(previewOf('price', 10, product({})).change).toEqual({
    id: 'p1',
    seen: { price: 1000 },
    set: { price: 1100 },
  });
});

test.each([
  ['price', ' -10 % ', { figure: -10 }],
  ['price', '+7.5', { figure: 7.5 }],
  ['price', 'ten', { wrong: 'Type a percentage such as 5, -10 or 7.5' }],
  ['price', '7.125', { wrong: 'Type a percentage such as 5, -10 or 7.5' }],
  ['set-stock', '-1', { wrong: 'Stock cannot be negative' }],
  ['set-stock', '1,000', { figure: 1000 }],
  ['set-stock', '12.000', { wrong: 'Is “12.000” 12 or 12,000? Write thousands with a comma' }],
  ['set-stock', '+12', { wrong: '“+12” is not added here: write the new figure' }],
  ['add-stock', '+12', { figure: 12 }],
  ['add-stock', '−3', { figure: -3 }],
  ['add-stock', '1.5', { wrong: 'Type a whole number of pieces' }],
  ['add-stock', '', { wrong: '' }],
  ['archive', '', { figure: 0 }],
] as const)('%s of "%s"', (action, typed, answer) => {
  expect(figureOf(action, typed)).toEqual(answer);
});
