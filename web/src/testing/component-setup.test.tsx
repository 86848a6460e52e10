import { addToCart, cartStore } from '#storefront/features/cart/cart-store.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { terrameter } from './terrameter.ts';

it.fails('a request that no mock answers fails its test, whatever becomes of the request', async () => {
  await fetch('http://shop.test/api/products').catch(() => {});
});

it.fails('a request that the page sends without fetch fails its test too', async () => {
  const request = new XMLHttpRequest();
  const ended = new Promise((resolve) => (request.onloadend = resolve));
  request.open('GET', '/api/products');
  request.send();
  await ended;
});

it('a link that opens another page sends nothing', async () => {
  render(<a href="/api/orders/o1/papers/invoice" target="_blank" rel="noopener" children="Invoice" />);
  await userEvent.click(screen.getByRole('link'));
});

it.each(['the first', 'the second'])('%s of two tests that fill the cart begins with an empty one', () => {
  expect(cartStore.items).toEqual([]);
  addToCart(terrameter);
});

it.each(['the first', 'the second'])('%s of two tests that stop the clock begins with one that runs', () => {
  expect(vi.isFakeTimers()).toBe(false);
  vi.useFakeTimers();
});
