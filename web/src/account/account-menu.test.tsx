import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, markSignedIn, renderInShop } from '../testing/render-in-shop.tsx';
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
