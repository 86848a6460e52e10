import { confirmEmail } from '@contract/email-confirmation.ts';
import { me } from '@contract/current-user.ts';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { markSignedIn, renderInShop } from '#testing/render-in-shop.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const akinyi = { id: 'u1', name: 'Akinyi', email: 'akinyi@example.com', role: 'customer', permissions: [] };

/** Opens the page at the address of a mailed link. */
function openLink(path: string, isSignedIn = true) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address === me.path) return Response.json({ user: akinyi });
    if (address === confirmEmail.path) {
      sent.push(JSON.parse(String(body)));
      return Response.json({ user: { ...akinyi, role: 'sales' } });
    }
    return Response.json([]);
  });
  if (isSignedIn) markSignedIn();
  const user = renderInShop(
    <Routes>
      <Route path="/confirm-email" element={<ConfirmEmailPage />} />
      <Route path="/login" element={<p>The login page</p>} />
    </Routes>,
    path,
  );
  return { user, sent };
}

test('whoever accepts an invitation signs in again, as staff do', async () => {
  const { user, sent } = openLink('/confirm-email?for=staff#token=t');
  await screen.findByText(/^Signed in as akinyi@example.com\. The button accepts the invitation/);
  screen.getByText(/You are signed out then.*at least 12 characters/);
  await user.click(screen.getByRole('button', { name: 'Join the Staff' }));
  await screen.findByText('The login page');
  await screen.findByText('Welcome to the Staff');
  expect(sent).toEqual([{ token: 't' }]);
});

test('a visitor with an invitation signs in, or signs up first', async () => {
  openLink('/confirm-email?for=staff#token=t', false);
  await screen.findByLabelText('Email Address');
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register');
});
