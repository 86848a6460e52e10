import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { addToCart, cartStore, clearCart } from '#storefront/features/cart/cart-store.ts';
import { earlyPressesBefore } from '#storefront/lib/early-presses.ts';
import { carryOutPresses } from './carry-out-presses.tsx';

/** As the inline script of the page before has written them, so many milliseconds ago. */
function pressEarly(presses: { act: string; pieces?: number; ago?: number }[]) {
  const state = presses.map(({ act, pieces = 1, ago = 1000 }) => ({ act, pieces, at: Date.now() - ago }));
  sessionStorage.setItem('shop.early-presses', JSON.stringify({ version: 1, state }));
}

const carryOut = () => carryOutPresses(earlyPressesBefore(Date.now()), new QueryClient());
const comparedProducts = () => localStorage.getItem('shop.compared-products') ?? '';
const inCart = () => cartStore.items.map(({ product, quantity }) => [product.id, quantity]);

test('what was pressed on the page before is carried out once, and can be undone', async () => {
  answerDatabase(() => ({ product: listedProduct() }));
  addToCart(listedProduct());
  pressEarly([{ act: 'cart p1', pieces: 2 }, { act: 'compare terrameter' }]);
  const user = renderInShop(null);
  await carryOut();
  expect(inCart()).toEqual([['p1', 3]]);
  expect(comparedProducts()).toContain('terrameter');
  await carryOut();
  expect(inCart()).toEqual([['p1', 3]]);
  await screen.findByText('Added to cart');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(inCart()).toEqual([['p1', 1]]);
  expect(comparedProducts()).not.toContain('terrameter');
});

test('a press is not carried out after a minute', async () => {
  pressEarly([{ act: 'cart p1', ago: 61_000 }]);
  await carryOut();
  expect(inCart()).toEqual([]);
});

test('a press is not carried out once the cart was emptied, also while the shop is asked', async () => {
  const reply = deferredPromise<object>();
  answerDatabase(() => reply.promise);
  pressEarly([{ act: 'cart p1' }]);
  const carried = carryOut();
  clearCart();
  reply.release({ product: listedProduct() });
  await carried;
  expect(inCart()).toEqual([]);
  expect(earlyPressesBefore(Date.now())).toEqual([]);
});

test('what is sold out meanwhile is not added, and that is said', async () => {
  answerDatabase(() => ({ product: listedProduct({ stock: 0 }) }));
  pressEarly([{ act: 'cart p1' }]);
  renderInShop(null);
  await carryOut();
  await screen.findByText('This item is out of stock.');
  expect(inCart()).toEqual([]);
});
