import { expect, test } from 'vitest';
import { rangeText } from './admin-table.tsx';

test('a table shows which of its rows are on the page', () => {
  expect(rangeText(0, 50, false, 'products', 100_000)).toBe('1–50 of 100,000 products');
  expect(rangeText(0, 0, true, 'orders')).toBe('No orders');
  expect(rangeText(0, 3, true, 'orders')).toBe('3 orders');
  expect(rangeText(0, 1, true, 'orders')).toBe('1 order');
  expect(rangeText(0, 1, true, 'people', 1)).toBe('1 person');
});

test('rows that nobody has counted are counted on the last page', () => {
  expect(rangeText(1000, 50, false, 'orders')).toBe('1,001–1,050 of more than 1,050 orders');
  expect(rangeText(100, 20, true, 'orders')).toBe('101–120 of 120 orders');
});

test('a page after the last one shows no rows', () => {
  expect(rangeText(400, 0, true, 'orders')).toBe('');
});
