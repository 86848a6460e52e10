import { expect, test } from 'vitest';
import { itemsText } from './order-columns.tsx';

const items = [
  { quantity: 2, productName: 'Power cable' },
  { quantity: 1, productName: 'GPSMAP 65s' },
];

test('a table row names some products of an order, and how many more there are', () => {
  expect(itemsText({ items, lines: 2 })).toBe('2 × Power cable, 1 × GPSMAP 65s');
  expect(itemsText({ items, lines: 3 })).toBe('2 × Power cable, 1 × GPSMAP 65s and 1 more product');
  expect(itemsText({ items, lines: 9 })).toBe('2 × Power cable, 1 × GPSMAP 65s and 7 more products');
});
