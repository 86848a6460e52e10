import { describe, expect, test } from 'vitest';
import { type CartItem, type CartProduct, maxQuantityOf, totalPriceOf } from '#storefront/lib/cart-item.ts';
import { isSameCart, totalItemsOf, withAdded, withoutProduct, withQuantity } from './cart-lines.ts';
import { withChangesSince } from './changes-since.ts';

const panel: CartProduct = {
  id: 'a',
  slug: 'panel',
  name: 'Panel',
  category: 'solar',
  price: 85_000,
  imageUrl: null,
  stock: 3,
};
const battery: CartProduct = {
  ...panel,
  id: 'b',
  slug: 'battery',
  name: 'Battery',
  price: 95_000,
  stock: 10,
};

describe('adding to the cart', () => {
  test('a new product becomes the last line', () => {
    const { items } = withAdded(withAdded([], panel).items, battery, 2);
    expect(items.map(({ product, quantity }) => [product.id, quantity])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  test('a product that is in the cart already gets one more piece', () => {
    const { items, shortfall } = withAdded(withAdded([], panel).items, panel);
    expect(items).toHaveLength(1);
    expect(items[0]?.quantity).toBe(2);
    expect(shortfall).toBeNull();
  });

  test('adds no more than is in stock, and says why', () => {
    const { items, shortfall } = withAdded([], panel, 5);
    expect(items[0]?.quantity).toBe(3);
    expect(shortfall).toBe('stock-limit');
  });

  test('does not add a sold-out product', () => {
    expect(withAdded([], { ...panel, stock: 0 })).toEqual({ items: [], shortfall: 'sold-out' });
  });

  test('adding never reduces a line, even when stock has fallen since', () => {
    const cart = [{ product: battery, quantity: 8 }];
    const { items, shortfall } = withAdded(cart, { ...battery, stock: 2 });
    expect(items[0]?.quantity).toBe(8);
    expect(shortfall).toBe('stock-limit');
  });

  test('an order has at most a hundred lines', () => {
    const full = Array.from({ length: 100 }, (_, index) => ({
      product: { ...panel, id: `${index}` },
      quantity: 1,
    }));
    expect(withAdded(full, { ...panel, id: 'new' }).shortfall).toBe('line-limit');
    expect(withAdded(full, { ...panel, id: '7' }).items[7]?.quantity).toBe(2);
  });

  test('a line has at most 999 pieces however large the stock', () => {
    expect(maxQuantityOf({ stock: 5000 })).toBe(999);
    const { items, shortfall } = withAdded([], { ...panel, stock: 5000 }, 1200);
    expect(items[0]?.quantity).toBe(999);
    expect(shortfall).toBe('quantity-limit');
    expect(withAdded([], { ...panel, stock: 999 }, 1000).shortfall).toBe('quantity-limit');
    expect(withAdded([], { ...panel, stock: 998 }, 1000).shortfall).toBe('stock-limit');
    expect(withAdded([], { ...panel, stock: 999 }, 999)).toMatchObject({ shortfall: null });
  });

  test('only the fields that the cart needs are stored of a product', () => {
    const whole = { ...panel, description: 'long', specs: [] };
    expect(Object.keys(withAdded([], whole).items[0]?.product ?? {})).not.toContain('description');
  });
});

describe('changing a line', () => {
  const cart = [{ product: panel, quantity: 2 }];

  test('to zero or less removes it', () => {
    expect(withQuantity(cart, 'a', 0).items).toEqual([]);
    expect(withQuantity(cart, 'a', -1).items).toEqual([]);
  });

  test('above the stock stops at the stock', () => {
    expect(withQuantity(cart, 'a', 4)).toMatchObject({ items: [{ quantity: 3 }], shortfall: 'stock-limit' });
  });

  test('that exceeds the stock can be reduced step by step', () => {
    const long = [{ product: { ...panel, stock: 1 }, quantity: 5 }];
    expect(withQuantity(long, 'a', 4)).toMatchObject({ items: [{ quantity: 4 }], shortfall: null });
    expect(withQuantity(long, 'a', 6)).toMatchObject({ items: [{ quantity: 5 }], shortfall: 'stock-limit' });
  });

  test('of a product that is not in the cart does nothing', () => {
    expect(withQuantity(cart, 'zzz', 4).items).toEqual(cart);
    expect(withoutProduct(cart, 'zzz')).toEqual(cart);
  });
});

test('totals are sums of quantities and of price times quantity', () => {
  const cart = [
    { product: panel, quantity: 2 },
    { product: battery, quantity: 3 },
  ];
  expect(totalItemsOf(cart)).toBe(5);
  expect(totalPriceOf(cart)).toBe(455_000);
  expect(totalPriceOf([])).toBe(0);
  // What is not there any more costs nothing; what comes to order does.
  const gone = { product: { ...panel, stock: 0 }, quantity: 2 };
  expect(totalPriceOf([gone, { product: battery, quantity: 3 }])).toBe(totalPriceOf(cart.slice(1)));
  const toOrder = { low: 6, high: 8, deposit: 30 };
  expect(totalPriceOf([{ ...gone, product: { ...gone.product, toOrder } }])).toBe(
    totalPriceOf(cart.slice(0, 1)),
  );
});

describe('changes made while the account’s cart was being fetched', () => {
  const pieces = (items: readonly CartItem[]) => items.map((item) => [item.product.id, item.quantity]);
  const fetched = [{ product: battery, quantity: 4 }];

  test('are applied to the fetched cart: more, fewer, new and removed', () => {
    const before = [{ product: battery, quantity: 2 }];
    expect(pieces(withChangesSince(fetched, before, [{ product: battery, quantity: 3 }]))).toEqual([
      ['b', 5],
    ]);
    expect(pieces(withChangesSince(fetched, before, [{ product: battery, quantity: 1 }]))).toEqual([
      ['b', 3],
    ]);
    expect(pieces(withChangesSince(fetched, before, [...before, { product: panel, quantity: 1 }]))).toEqual([
      ['b', 4],
      ['a', 1],
    ]);
    expect(pieces(withChangesSince(fetched, [{ product: battery, quantity: 9 }], []))).toEqual([]);
  });

  test('without changes the fetched cart stays the same', () => {
    const before = [{ product: panel, quantity: 1 }];
    expect(withChangesSince(fetched, before, before)).toEqual(fetched);
  });

  test('never exceed the stock', () => {
    const now = [{ product: panel, quantity: 3 }];
    expect(pieces(withChangesSince([{ product: panel, quantity: 2 }], [], now))).toEqual([['a', 3]]);
  });
});

test('two carts are equal whatever the order of their lines', () => {
  const one = [
    { product: panel, quantity: 1 },
    { product: battery, quantity: 2 },
  ];
  expect(isSameCart(one, [...one].reverse())).toBe(true);
  expect(isSameCart(one, one.slice(1))).toBe(false);
  expect(isSameCart(one, [one[0] as CartItem, { product: battery, quantity: 3 }])).toBe(false);
});
