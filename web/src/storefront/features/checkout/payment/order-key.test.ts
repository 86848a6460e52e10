import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { expect, it } from 'vitest';
import { keyFor, parseOrderKey } from './order-key.ts';

const request: PlaceOrderRequest = {
  orderData: {
    customerName: 'Ada Otieno',
    customerEmail: 'ada@example.com',
    customerPhone: '+254712345678',
    customerAddress: 'Moi Avenue',
    totalAmount: 200_000,
    status: 'pending',
  },
  items: [
    { productId: 'a', quantity: 1, price: 85_000 },
    { productId: 'b', quantity: 1, price: 115_000 },
  ],
};

const first = keyFor(request, null, () => 'first');
const product = { id: 'p', slug: 's', name: 'GPS', category: 'gps', price: 85_000, imageUrl: null, stock: 3 };
const order = { id: 'o', lines: [{ product, quantity: 2 }] };

it('a repeat of the same order uses the same key', () => {
  expect(keyFor(structuredClone(request), first, () => 'second').key).toBe('first');
});

it('the same lines in another order are the same order', () => {
  const shuffled = { ...request, items: [...request.items].reverse() };
  expect(keyFor(shuffled, first, () => 'second').key).toBe('first');
});

it.each(Object.keys(request.orderData).filter((field) => field !== 'status'))(
  'a changed %s is another order',
  (field) => {
    const changed = { ...request, orderData: { ...request.orderData, [field]: '1' } };
    expect(keyFor(changed, first, () => 'second').key).toBe('second');
  },
);

it.each([{ productId: 'c' }, { quantity: 2 }, { price: 85_001 }])(
  'a line with %j is another order',
  (change) => {
    const [line, ...others] = request.items;
    const changed = { ...request, items: [{ ...line!, ...change }, ...others] };
    expect(keyFor(changed, first, () => 'second').key).toBe('second');
  },
);

it('the order that a key made stays with it, and with no other', () => {
  const placed = { ...first, order };
  expect(keyFor(structuredClone(request), placed, () => 'second').order).toEqual(order);
  const changed = { ...request, items: request.items.slice(1) };
  expect(keyFor(changed, placed, () => 'second').order).toBeNull();
});

it('an invalid stored key is replaced', () => {
  expect(parseOrderKey({ ...first })).toEqual(first);
  expect(parseOrderKey({ ...first, key: 7 })).toBeNull();
  expect(parseOrderKey(null)).toBeNull();
});

it('the lines of an unpaid order are restored, unless one is invalid: its key stays', () => {
  expect(parseOrderKey({ ...first, order })).toEqual({ ...first, order });
  const [line] = order.lines;
  for (const lines of [[], [{ ...line, quantity: -1 }], [line, { quantity: 1 }], 'x'])
    expect(parseOrderKey({ ...first, order: { ...order, lines } })).toEqual(first);
  expect(parseOrderKey({ ...first, order: { ...order, id: 2 } })).toEqual(first);
});
