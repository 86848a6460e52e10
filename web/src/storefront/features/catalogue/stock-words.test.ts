import { expect, test } from 'vitest';
import { stockWords } from './stock-words.ts';

test('stock is told in words, with the number when few are left', () => {
  expect(stockWords(0)).toBe('None in stock');
  expect(stockWords(1)).toBe('Last one in stock');
  expect(stockWords(4)).toBe('Only 4 in stock');
  expect(stockWords(34)).toBe('In stock');
});
