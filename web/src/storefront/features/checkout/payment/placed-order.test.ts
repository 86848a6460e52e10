import { expect, it } from 'vitest';
import { parsePlacedOrder } from './placed-order.ts';

const product = { id: 'p', slug: 's', name: 'GPS', category: 'gps', price: 85_000, imageUrl: null, stock: 3 };
const kept = { orderId: 'o', key: 'k', lines: [{ product, quantity: 2 }] };

it('the lines of an unpaid order come back as they were', () => {
  expect(parsePlacedOrder(kept)).toEqual({ orderId: 'o', key: 'k', lines: kept.lines });
});

it('lines that cannot be trusted are not put back', () => {
  expect(parsePlacedOrder({ ...kept, key: 2 })).toBeNull();
  expect(parsePlacedOrder({ ...kept, lines: [] })).toBeNull();
  expect(parsePlacedOrder({ ...kept, lines: [{ product, quantity: -1 }] })).toBeNull();
  expect(parsePlacedOrder({ ...kept, lines: [...kept.lines, { quantity: 1 }] })).toBeNull();
});
