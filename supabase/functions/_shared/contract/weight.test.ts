import { expect, test } from 'vitest';
import { formatWeight, packedWeight } from './weight.ts';

const items = [
  { productId: 'a', quantity: 2 },
  { productId: 'b', quantity: 1 },
];

test('the weight of a parcel is the sum of its pieces', () => {
  expect(formatWeight(items, { a: 10_600, b: 45 })).toBe('21.2\u00a0kg');
  expect(formatWeight(items, { a: 10, b: 5 })).toBe('25\u00a0g');
});

test('an unknown weight is not guessed', () => {
  expect(formatWeight(items, { a: 10_600 })).toBe('at least 21.2\u00a0kg');
  expect(formatWeight(items, {})).toBe('');
});

test.each([
  [450, '450 g'],
  [10_600, '10.6 kg'],
  [1_250_000, '1,250 kg'],
  [null, null],
])('%s grams are shown as %s', (weightGrams, text) => {
  expect(packedWeight({ weightGrams })?.replace('\u00a0', ' ') ?? null).toBe(text);
});
