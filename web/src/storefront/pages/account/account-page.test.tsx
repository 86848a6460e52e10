import { me } from '@contract/current-user.ts';
import { eraseAccount } from '@contract/own-data.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findToast, fillIn, markSignedIn, renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { adoptCart, cartStore, dropAccountCart } from '#storefront/features/cart/cart-store.ts';
import { AccountPage } from './account-page.tsx';

const akinyi = {
  id: 'u1',
  name: 'Akinyi',
  email: 'akinyi@example.com',
  emailConfirmed: true,
  role: 'customer',
};

test('the cart of an erased account is gone from this browser too', async () => {
  const replies: Record<string, unknown> = {
    [me.path]: { user: akinyi },
    [eraseAccount.path]: { success: true },
  };
  vi.stubGlobal('fetch', async (path: string) => Response.json(replies[path] ?? []));
  markSignedIn();
  adoptCart([{ product: terrameter, quantity: 1 }], { ownerId: akinyi.id });
  const user = renderInShop(<AccountPage />);
  await user.click(await screen.findByRole('button', { name: 'Erase My Account' }));
  await fillIn(user, { 'Password to Erase': 'lake-victoria' });
  await user.click(screen.getByRole('button', { name: 'Erase for Good' }));
  await findToast('Account Erased', 'Only the records of finished sales are left, without your name.');
  expect(cartStore.items).toEqual([]);
  expect(cartStore.ownership).toEqual({});
  dropAccountCart();
});
