import { expect, test } from 'vitest';
import { stockLabel } from './stock-label.ts';

test('shows the stock, with the number when few are left', () => {
  const label = (stock: number, moreOn: string | null = null) => stockLabel({ stock, moreOn });
  expect(label(0)).toBe('None in stock');
  expect(label(1)).toBe('Last one in stock');
  expect(label(4)).toBe('Only 4 in stock');
  expect(label(5)).toBe('Only 5 in stock');
  expect(label(6)).toBe('In stock');
  expect(label(34)).toBe('In stock');
  expect(label(0, '2026-12-12')).toBe('More on 12 Dec 2026');
  expect(label(1, '2026-12-12')).toBe('Last one in stock');
});
