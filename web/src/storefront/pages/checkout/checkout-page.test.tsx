import { listOpenOrders } from '@contract/orders.ts';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '../../../testing/render-in-shop.tsx';
import { addToCart, loadCart } from '../../features/cart/cart-store.ts';
import { CheckoutPage } from './checkout-page.tsx';

test('the checkout asks for open orders of a browser that has forgotten that it ordered', async () => {
  const { calls } = answerApi(200, []);
  loadCart();
  addToCart({
    id: 'p1',
    slug: 'terrameter',
    name: 'Terrameter',
    category: 'geo',
    price: 1_850_000,
    imageUrl: null,
    stock: 3,
  });
  renderInShop(<CheckoutPage />);
  // The answer also brings the browser the cookie under which its order is kept.
  await expect.poll(() => calls.map(({ path }) => path)).toContain(listOpenOrders.path);
});
