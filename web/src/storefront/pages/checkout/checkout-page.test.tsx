import { listOpenOrders } from '@contract/orders.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerApi, fillIn, renderInShop } from '../../../testing/render-in-shop.tsx';
import { terrameter } from '../../../testing/terrameter.ts';
import { addToCart, clearCart, loadCart } from '../../features/cart/cart-store.ts';
import { CheckoutPage } from './checkout-page.tsx';

beforeEach(() => {
  loadCart();
  clearCart();
});

test('the checkout fetches open orders even in a browser without a stored order', async () => {
  const { calls } = answerApi(200, []);
  addToCart(terrameter);
  renderInShop(<CheckoutPage />);
  // The response also sets the cookie that gives access to its order.
  await expect.poll(() => calls.map(({ path }) => path)).toContain(listOpenOrders.path);
});

test('quantities are changed in place: the total follows, and what was typed stays', async () => {
  const { calls } = answerApi(200, []);
  addToCart(terrameter);
  addToCart({ ...terrameter, id: 'p2', name: 'Battery', price: 1_000 });
  const user = renderInShop(<CheckoutPage />);
  await fillIn(user, { 'First Name': 'Ada' });
  await user.click(await screen.findByRole('button', { name: 'One more: Terrameter' }));
  await expect.poll(() => document.body.textContent).toMatch(/Total\s*KES\s*31,000/);
  await expect.poll(() => calls.map(({ path }) => path)).toContainEqual(expect.stringContaining('p1*2'));
  await user.click(screen.getByRole('button', { name: 'Remove Battery' }));
  await expect.poll(() => document.body.textContent).toMatch(/Total\s*KES\s*30,000/);
  await user.click(screen.getByRole('button', { name: 'One more: Terrameter' }));
  screen.getByText('All 3 in stock');
  expect(screen.getByLabelText('First Name')).toHaveProperty('value', 'Ada');
  await user.click(screen.getByRole('button', { name: 'Remove Terrameter' }));
  await screen.findByRole('heading', { name: 'Your cart is empty' });
});
