import { expect, test } from 'vitest';
import { diskPerOrder } from './disk-per-order.ts';

const tables = [
  { name: 'orders', bytes: 200_000 },
  { name: 'history', bytes: 360_000 },
];

test('an order may take 5,600 bytes over all tables', () => {
  const { lines, isTooMuch } = diskPerOrder(tables, { orders: 100, products: 10 });
  expect(lines).toEqual([
    '    history: 3600 bytes',
    '    orders: 2000 bytes',
    '    5600 bytes in all, of 5600 at most',
  ]);
  expect(isTooMuch).toBe(false);
  expect(diskPerOrder(tables, { orders: 99, products: 9 }).isTooMuch).toBe(true);
});

test('a shop with few orders per product is not checked', () => {
  expect(diskPerOrder(tables, { orders: 89, products: 10 }).isTooMuch).toBe(false);
});
