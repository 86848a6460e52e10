import { expect, test } from 'vitest';
import { formatWeight } from './packing-weight.ts';

const items = [
  { productId: 'a', quantity: 2 },
  { productId: 'b', quantity: 1 },
];

test('the weight of a parcel is the sum of its pieces', () => {
  expect(formatWeight(items, { a: 10_600, b: 45 })).toBe('21.2 kg');
  expect(formatWeight(items, { a: 10, b: 5 })).toBe('25 g');
});

test('an unknown weight is not guessed', () => {
  expect(formatWeight(items, { a: 10_600 })).toBe('at least 21.2 kg');
  expect(formatWeight(items, {})).toBe('');
});
