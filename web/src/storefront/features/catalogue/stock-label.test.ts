import { expect, test } from 'vitest';
import { stockLabel } from './stock-label.ts';

test('shows the stock, with the number when few are left', () => {
  expect(stockLabel(0)).toBe('None in stock');
  expect(stockLabel(1)).toBe('Last one in stock');
  expect(stockLabel(4)).toBe('Only 4 in stock');
  expect(stockLabel(5)).toBe('Only 5 in stock');
  expect(stockLabel(6)).toBe('In stock');
  expect(stockLabel(34)).toBe('In stock');
});
