import { me } from '@contract/current-user.ts';
import { eraseAccount, listErasureObstacles } from '@contract/own-data.ts';
import { getSecondFactor, proveSecondFactor } from '@contract/second-factor.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findToast, fillIn, markSignedIn, renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { adoptCart, cartStore } from '#storefront/features/cart/cart-store.ts';
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
  screen.getByText(/An open order prevents it/);
  await fillIn(user, { 'Password to Erase': 'lake-victoria' });
  await user.click(screen.getByRole('button', { name: 'Erase for Good' }));
  await findToast('Account Erased', 'Only the records of finished sales are left, without your name.');
  expect(cartStore.items).toEqual([]);
  expect(cartStore.ownership).toEqual({});
});

test('the orders that prevent erasing an account are named before it is tried', async () => {
  const orderId = '11111111-2222-4333-8444-55555e7f06f8';
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path === me.path
        ? { user: akinyi }
        : path === listErasureObstacles.path
          ? [{ orderId, reason: 'delivery' }]
          : [],
    ),
  );
  markSignedIn();
  const user = renderInShop(<AccountPage />);
  await user.click(await screen.findByRole('button', { name: 'Erase My Account' }));
  const link = await screen.findByRole('link', { name: 'Order #5E7F06F8' });
  expect(link.getAttribute('href')).toBe(`/order-confirmation/${orderId}`);
  expect(link.closest('li')?.textContent).toBe('Order #5E7F06F8 is paid and not delivered yet.');
});

/** A button of each form. */
const forms = [
  'Save Details',
  'Change Password',
  'Change E-mail Address',
  'Sign Out Everywhere Else',
  'Download My Data',
];

test('the account of staff opens after the code of their app', async () => {
  let step = 'enter_code';
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === proveSecondFactor.path) step = 'none';
    const replies: Record<string, unknown> = {
      [me.path]: { user: { ...akinyi, role: 'admin' } },
      [getSecondFactor.path]: { step, codesLeft: 9 },
      [proveSecondFactor.path]: { step, codesLeft: 9 },
    };
    return Response.json(replies[path] ?? []);
  });
  markSignedIn();
  const user = renderInShop(<AccountPage />);
  await screen.findByRole('heading', { name: 'Confirm It Is You' });
  for (const name of forms) expect(screen.queryByRole('button', { name })).toBeNull();
  await fillIn(user, { Code: '123456' });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('button', { name: 'Change Password' });
  const newPhone = screen.getByRole('link', { name: 'Set Up a New Phone' });
  expect(newPhone.getAttribute('href')).toBe('/admin/new-phone');
});

test.each([
  ['customer', 'At least 6 characters'],
  ['admin', 'At least 12 characters, and not a common password'],
])('a %s reads how long a new password has to be before choosing one', async (role, rule) => {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path === me.path
        ? { user: { ...akinyi, role } }
        : path === getSecondFactor.path
          ? { step: 'none', codesLeft: 9 }
          : [],
    ),
  );
  markSignedIn();
  renderInShop(<AccountPage />);
  const field = await screen.findByLabelText('New Password');
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe(rule);
});

test('until it is known whether staff must enter a code, no form is shown', async () => {
  vi.stubGlobal('fetch', (path: string) =>
    path === getSecondFactor.path
      ? new Promise(() => {})
      : Promise.resolve(Response.json(path === me.path ? { user: { ...akinyi, role: 'admin' } } : [])),
  );
  markSignedIn();
  renderInShop(<AccountPage />);
  await screen.findByText('Loading your account');
  for (const name of forms) expect(screen.queryByRole('button', { name })).toBeNull();
});
