import { expect, test } from 'vitest';
import { shortfallMessage } from './shortfall-message.ts';

test('says why no more pieces can be added, with the number', () => {
  expect(shortfallMessage('stock-limit', { stock: 1 })).toBe(
    'There is only 1 in stock, and it is in your cart.',
  );
  expect(shortfallMessage('stock-limit', { stock: 4 })).toBe(
    'There are only 4 in stock, and they are in your cart.',
  );
  expect(shortfallMessage('sold-out', { stock: 0 })).toBe('This item is out of stock.');
  expect(shortfallMessage('quantity-limit', { stock: 5000 })).toContain('999');
  expect(shortfallMessage(null, { stock: 4 })).toBeNull();
});
