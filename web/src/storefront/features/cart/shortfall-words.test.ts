import { expect, test } from 'vitest';
import { shortfallWords } from './shortfall-words.ts';

test('a shopper is told why no more goes in, with the figure', () => {
  expect(shortfallWords('stock-limit', { stock: 1 })).toBe(
    'There is only 1 in stock, and it is in your cart.',
  );
  expect(shortfallWords('stock-limit', { stock: 4 })).toBe(
    'There are only 4 in stock, and they are in your cart.',
  );
  expect(shortfallWords('sold-out', { stock: 0 })).toBe('This item is out of stock.');
  expect(shortfallWords('quantity-limit', { stock: 5000 })).toContain('999');
  expect(shortfallWords(null, { stock: 4 })).toBeNull();
});
