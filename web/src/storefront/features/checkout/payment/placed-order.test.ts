import { expect, it } from 'vitest';
import { parsePlacedOrder } from './placed-order.ts';

const product = { id: 'p', slug: 's', name: 'GPS', category: 'gps', price: 85_000, imageUrl: null, stock: 3 };
const stored = { orderId: 'o', key: 'k', lines: [{ product, quantity: 2 }] };

it('the lines of an unpaid order are restored', () => {
  expect(parsePlacedOrder(stored)).toEqual({ orderId: 'o', key: 'k', lines: stored.lines });
});

it('invalid lines are not restored', () => {
  expect(parsePlacedOrder({ ...stored, key: 2 })).toBeNull();
  expect(parsePlacedOrder({ ...stored, lines: [] })).toBeNull();
  expect(parsePlacedOrder({ ...stored, lines: [{ product, quantity: -1 }] })).toBeNull();
  expect(parsePlacedOrder({ ...stored, lines: [...stored.lines, { quantity: 1 }] })).toBeNull();
});
