import { listOpenOrders } from '@contract/orders.ts';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '../../../testing/render-in-shop.tsx';
import { terrameter } from '../../../testing/terrameter.ts';
import { addToCart, loadCart } from '../../features/cart/cart-store.ts';
import { CheckoutPage } from './checkout-page.tsx';

test('the checkout fetches open orders even in a browser without a stored order', async () => {
  const { calls } = answerApi(200, []);
  loadCart();
  addToCart(terrameter);
  renderInShop(<CheckoutPage />);
  // The response also sets the cookie that gives access to its order.
  await expect.poll(() => calls.map(({ path }) => path)).toContain(listOpenOrders.path);
});
