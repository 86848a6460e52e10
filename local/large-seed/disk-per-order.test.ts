import { expect, test } from 'vitest';
import { diskPerOrder } from './disk-per-order.ts';

const tables = [
  { name: 'orders', bytes: 200_000 },
  { name: 'history', bytes: 430_000 },
];

test('an order may take 6,300 bytes over all tables', () => {
  const { lines, isTooMuch } = diskPerOrder(tables, { orders: 100, products: 10 });
  expect(lines).toEqual([
    '    history: 4300 bytes',
    '    orders: 2000 bytes',
    '    6300 bytes in all, of 6300 at most',
  ]);
  expect(isTooMuch).toBe(false);
  expect(diskPerOrder(tables, { orders: 99, products: 9 }).isTooMuch).toBe(true);
});

test('a shop with few orders per product is not checked', () => {
  expect(diskPerOrder(tables, { orders: 89, products: 10 }).isTooMuch).toBe(false);
});
