import { expect, test } from 'vitest';
import { adoptCart, cartStore } from '../storefront/features/cart/cart-store.ts';
import { answerApi, markSignedIn, renderInShop } from '../testing/render-in-shop.tsx';
import { terrameter } from '../testing/terrameter.ts';
import { CartSync } from './cart-sync.tsx';

test.each([
  ['of an account is gone', { ownerId: 'u1' }, 0],
  ['with a change that the account does not have stays', { ownerId: 'u1', isUnsaved: true }, 1],
  ['of a guest stays', {}, 1],
])('at the first visit after a session has ended, the cart %s', async (_, ownership, lines) => {
  const { calls } = answerApi(401, { code: 'not_signed_in', message: 'Please sign in.' });
  markSignedIn();
  adoptCart([{ product: terrameter, quantity: 1 }], ownership);
  renderInShop(<CartSync />);
  await expect.poll(() => calls).toHaveLength(1);
  // The reply has been read.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(cartStore.items).toHaveLength(lines);
});
