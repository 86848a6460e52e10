import { addToCart, cartStore } from '#storefront/features/cart/cart-store.ts';
import { expect, it } from 'vitest';
import { terrameter } from './terrameter.ts';

it.fails('a request that no mock answers fails its test, whatever becomes of the request', async () => {
  await fetch('http://shop.test/api/products').catch(() => {});
});

it.each(['the first', 'the second'])('%s of two tests that fill the cart begins with an empty one', () => {
  expect(cartStore.items).toEqual([]);
  addToCart(terrameter);
});
