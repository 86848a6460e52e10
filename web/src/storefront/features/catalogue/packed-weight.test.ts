import { expect, test } from 'vitest';
import { packedWeight } from './packed-weight.ts';

test.each([
  [450, '450 g'],
  [10_600, '10.6 kg'],
  [1_250_000, '1,250 kg'],
  [null, null],
])('%s grams are shown as %s', (weightGrams, text) => {
  expect(packedWeight({ weightGrams })?.replace('\u00a0', ' ') ?? null).toBe(text);
});
