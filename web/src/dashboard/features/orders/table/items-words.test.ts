import { expect, test } from 'vitest';
import { itemsWords } from './items-words.ts';

const items = [
  { quantity: 2, productName: 'Power cable' },
  { quantity: 1, productName: 'GPSMAP 65s' },
];

test('a row of the table names some products of an order, and how many more there are', () => {
  expect(itemsWords({ items, lines: 2 })).toBe('2 × Power cable, 1 × GPSMAP 65s');
  expect(itemsWords({ items, lines: 3 })).toBe('2 × Power cable, 1 × GPSMAP 65s and 1 more product');
  expect(itemsWords({ items, lines: 9 })).toBe('2 × Power cable, 1 × GPSMAP 65s and 7 more products');
});
