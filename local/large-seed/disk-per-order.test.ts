import { expect, test } from 'vitest';
import { diskPerOrder } from './disk-per-order.ts';

const tables = [
  { name: 'orders', bytes: 200_000 },
  { name: 'history', bytes: 310_000 },
];

test('an order may take 5,100 bytes over all tables', () => {
  const { lines, isTooMuch } = diskPerOrder(tables, { orders: 100, products: 10 });
  expect(lines).toEqual([
    '    history: 3100 bytes',
    '    orders: 2000 bytes',
    '    5100 bytes in all, of 5100 at most',
  ]);
  expect(isTooMuch).toBe(false);
  expect(diskPerOrder(tables, { orders: 99, products: 9 }).isTooMuch).toBe(true);
});

test('a shop with few orders per product is not checked', () => {
  expect(diskPerOrder(tables, { orders: 89, products: 10 }).isTooMuch).toBe(false);
});
