import { screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { answerApi, findToast, markSignedIn, renderInShop } from '../testing/render-in-shop.tsx';
import { AccountMenu } from './account-menu.tsx';

const user = { id: 'u1', name: 'Akinyi Odhiambo', email: 'akinyi@example.com', role: 'customer' };
const links = () => screen.getAllByRole('link').map((link) => link.textContent);

test('the menu of a signed-in user leads to My Orders and My Account', async () => {
  markSignedIn();
  answerApi(200, { user });
  const person = renderInShop(<AccountMenu variant="bar" />);
  await person.click(await screen.findByRole('button', { name: 'Akinyi Odhiambo' }));
  expect(links()).toEqual(['My Orders', 'My Account']);
  expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/orders');
  screen.getByRole('button', { name: 'Sign Out' });
});

test('an admin’s menu also leads to the dashboard', async () => {
  markSignedIn();
  answerApi(200, { user: { ...user, role: 'admin' } });
  const person = renderInShop(<AccountMenu variant="bar" />);
  await person.click(await screen.findByRole('button', { name: 'Akinyi Odhiambo' }));
  expect(links()).toEqual(['Admin Dashboard', 'My Orders', 'My Account']);
  const dashboard = screen.getByRole('link', { name: 'Admin Dashboard' });
  expect(dashboard.getAttribute('href')).toBe('/admin');
});

test('in the menu of a phone the admin’s links and Sign Out are always open', async () => {
  markSignedIn();
  answerApi(200, { user: { ...user, role: 'admin' } });
  renderInShop(<AccountMenu variant="sheet" />);
  await screen.findByText('akinyi@example.com');
  expect(links()).toEqual(['Admin Dashboard', 'My Account']);
  screen.getByRole('button', { name: 'Sign Out' });
});

test('signing out shows a toast, goes home and offers to sign in again', async () => {
  const Path = () => <output>{useLocation().pathname}</output>;
  markSignedIn();
  answerApi(200, { user });
  const person = renderInShop(
    <>
      <AccountMenu variant="bar" />
      <Path />
    </>,
    '/orders',
  );
  await person.click(await screen.findByRole('button', { name: 'Akinyi Odhiambo' }));
  await person.click(screen.getByRole('button', { name: 'Sign Out' }));
  await findToast('Logged Out', 'You have been successfully logged out');
  screen.getByText('/');
  screen.getByRole('link', { name: 'Sign In' });
});

test('a browser in which nobody ever signed in does not request the current user', async () => {
  const { calls } = answerApi(401, { code: 'not_signed_in', message: 'Please sign in.' });
  renderInShop(<AccountMenu variant="bar" />);
  await screen.findByRole('link', { name: 'Sign In' });
  expect(calls).toEqual([]);
});

test('Sign Out is busy from the first click on, while the cart is still being saved, and runs once', async () => {
  markSignedIn();
  answerApi(200, { user });
  const saveCart = vi.fn(() => new Promise<void>(() => {}));
  const person = renderInShop(<AccountMenu variant="bar" beforeSignOut={saveCart} />);
  await person.click(await screen.findByRole('button', { name: 'Akinyi Odhiambo' }));
  await person.dblClick(screen.getByRole('button', { name: 'Sign Out' }));
  screen.getByRole('button', { name: 'Signing Out...' });
  expect(saveCart).toHaveBeenCalledOnce();
});
