import { expect, test } from 'vitest';
import { rangeText } from './table-pager.tsx';

test('a table shows which of its rows are on the page', () => {
  expect(rangeText(1, 50, 100_000, 'products')).toBe('1–50 of 100,000 products');
  expect(rangeText(3, 50, 120, 'orders')).toBe('101–120 of 120 orders');
  expect(rangeText(1, 50, 0, 'orders')).toBe('No orders');
});

test('a page after the last one still shows how many rows there are', () => {
  expect(rangeText(9, 50, 120, 'orders')).toBe('120 orders');
});
