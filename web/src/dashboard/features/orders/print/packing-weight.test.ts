import { expect, test } from 'vitest';
import { weightWords } from './packing-weight.ts';

const items = [
  { productId: 'a', quantity: 2 },
  { productId: 'b', quantity: 1 },
];

test('a parcel weighs what its pieces weigh', () => {
  expect(weightWords(items, { a: 10_600, b: 45 })).toBe('21.2 kg');
  expect(weightWords(items, { a: 10, b: 5 })).toBe('25 g');
});

test('an unknown weight is not invented', () => {
  expect(weightWords(items, { a: 10_600 })).toBe('at least 21.2 kg');
  expect(weightWords(items, {})).toBe('');
});
