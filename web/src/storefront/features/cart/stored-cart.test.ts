import { describe, expect, test } from 'vitest';
import { cartStorageKey, readStoredCart, writeStoredCart } from './stored-cart.ts';

const product = {
  id: 'a',
  slug: 'panel',
  name: 'Panel',
  category: 'solar',
  price: 85_000,
  imageUrl: null,
  stock: 3,
};
const empty = { items: [], isOpen: false };
const stored = (items: unknown) => JSON.stringify({ version: 1, state: { items, isOpen: false } });

describe('the stored cart', () => {
  test('is under the key that the specification names', () => {
    expect(cartStorageKey).toBe('cart-storage');
  });

  test('is restored as it was stored', () => {
    const cart = { items: [{ product, quantity: 2 }], isOpen: true };
    expect(readStoredCart(writeStoredCart(cart))).toEqual(cart);
  });

  test.each([
    ['nothing stored', null],
    ['no JSON', '{oops'],
    ['another version', JSON.stringify({ version: 0, state: { items: [{ product, quantity: 1 }] } })],
    ['no version', JSON.stringify({ items: [{ product, quantity: 1 }] })],
    ['no list', stored('many')],
    ['null', 'null'],
  ])('is empty for invalid data: %s', (_, text) => {
    expect(readStoredCart(text)).toEqual(empty);
  });

  test.each([
    ['a price with cents', { product: { ...product, price: 85_000.5 }, quantity: 1 }],
    ['a price as text', { product: { ...product, price: '85000' }, quantity: 1 }],
    ['a price of nothing', { product: { ...product, price: 0 }, quantity: 1 }],
    ['a negative stock', { product: { ...product, stock: -1 }, quantity: 1 }],
    ['a negative quantity', { product, quantity: -1 }],
    ['half a piece', { product, quantity: 0.5 }],
    ['more pieces than an order may have', { product, quantity: 1000 }],
    ['a nameless product', { product: { ...product, name: '' }, quantity: 1 }],
    ['nothing at all', null],
  ])('drops %s and keeps the other lines', (_, unfit) => {
    const fit = { product: { ...product, id: 'b' }, quantity: 1 };
    expect(readStoredCart(stored([unfit, fit])).items).toEqual([fit]);
  });

  test('keeps as many pieces of a product as an order may have, and as many lines', () => {
    const line = { product, quantity: 999 };
    expect(readStoredCart(stored([line])).items).toEqual([line]);
    const many = Array.from({ length: 101 }, (_, index) => ({
      product: { ...product, id: `${index}` },
      quantity: 1,
    }));
    expect(readStoredCart(stored(many)).items).toHaveLength(100);
  });

  test('keeps a product that was sold out meanwhile', () => {
    const line = { product: { ...product, stock: 0 }, quantity: 1 };
    expect(readStoredCart(stored([line])).items).toEqual([line]);
  });

  test('has a product only once', () => {
    const line = { product, quantity: 1 };
    expect(readStoredCart(stored([line, line])).items).toEqual([line]);
  });

  test('drops unknown fields of a product', () => {
    const line = { product: { ...product, html: '<b>' }, quantity: 1 };
    expect(readStoredCart(stored([line])).items).toEqual([{ product, quantity: 1 }]);
  });

  test('has its owner’s id, and drops an invalid one', () => {
    const cart = { items: [{ product, quantity: 2 }], isOpen: false, ownerId: 'ada', isUnsaved: true };
    expect(readStoredCart(writeStoredCart(cart))).toEqual(cart);
    const odd = JSON.stringify({
      version: 1,
      state: { items: [], isOpen: false, ownerId: 7, mergeToken: {} },
    });
    expect(readStoredCart(odd)).toEqual(empty);
  });
});
