import type { SignedInUser as User } from '@contract/auth.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerApi, markSignedIn } from '../testing/render-in-shop.tsx';
import { useMe, useSignOutsElsewhere } from './account-queries.ts';
import { becomeUser } from './change-user.ts';
import { useLogout } from './use-logout.ts';

function SignOut() {
  const logout = useLogout();
  return <button onClick={() => logout.mutate()}>Sign Out</button>;
}

test('whoever signs out in one tab is signed out in the others, whose pages begin anew; not in the same tab', async () => {
  answerApi(200, { success: true });
  const queryClient = new QueryClient();
  const meIn = () => queryClient.getQueryData(['/api/auth/me']);
  function Tab() {
    return (
      <>
        <input key={useSignOutsElsewhere()} aria-label="Phone" />
        <SignOut />
      </>
    );
  }
  queryClient.setQueryData(['/api/auth/me'], { id: 'u1', name: 'Akinyi' });
  queryClient.setQueryData(['/api/orders'], [{ id: 'seen' }]);
  render(
    <QueryClientProvider client={queryClient}>
      <Tab />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Phone'), '0712');
  // Something else is stored.
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart-storage' }));
  expect(meIn()).toMatchObject({ id: 'u1' });
  // The other tab has deleted what the browser had of this person; by now it may be somebody else's.
  localStorage.setItem('shop.delivery-county', 'the next person’s');
  sessionStorage.setItem('shop.placed-order', 'of this tab');
  window.dispatchEvent(new StorageEvent('storage', { key: 'signed-out-at' }));
  await expect.poll(meIn).toBeNull();
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('');
  expect(queryClient.getQueryData(['/api/orders'])).toBeUndefined();
  expect(localStorage.getItem('shop.delivery-county')).toBe('the next person’s');
  expect(sessionStorage.getItem('shop.placed-order')).toBeNull();
  // Somebody else may be signed in: the shop is asked.
  await expect.poll(() => queryClient.getQueryState(['/api/auth/me'])?.isInvalidated).toBe(true);

  await userEvent.type(screen.getByLabelText('Phone'), '0712');
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  await expect.poll(() => localStorage.getItem('signed-out-at')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0712');
});

test('another person who signs in finds nothing of the one before', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['/api/auth/me'], { id: 'u1' });
  queryClient.setQueryData(['/api/cart'], [{ id: 'seen' }]);
  localStorage.setItem('shop.checkout-details', 'typed');
  const brian = { id: 'u2' } as User;
  await becomeUser(queryClient, brian);
  expect(queryClient.getQueryData(['/api/auth/me'])).toEqual(brian);
  expect(queryClient.getQueryData(['/api/cart'])).toBeUndefined();
  expect(localStorage.getItem('shop.checkout-details')).toBeNull();
  // The same person again keeps what they have typed.
  localStorage.setItem('shop.checkout-details', 'typed');
  await becomeUser(queryClient, brian);
  expect(localStorage.getItem('shop.checkout-details')).toBe('typed');
});

test('whoever signs in after a session that had ended finds no data of that person, and the catalogue stays', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['/api/auth/me'], null);
  for (const path of ['/api/orders', '/api/auth/devices', 'admin', '/api/products'])
    queryClient.setQueryData([path], 'seen');
  await becomeUser(queryClient, { id: 'u2' } as User);
  const left = queryClient.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey[0])).toEqual(['/api/auth/me', '/api/products']);
});

test('what somebody typed in a tab is kept for them after their session has ended, and hidden from others', async () => {
  const queryClient = new QueryClient();
  await becomeUser(queryClient, { id: 'u1' } as User);
  sessionStorage.setItem('shop.admin-new-order', 'typed');
  for (const [id, left] of [
    ['u1', 'typed'],
    ['u2', null],
  ] as const) {
    queryClient.setQueryData(['/api/auth/me'], null);
    await becomeUser(queryClient, { id } as User);
    expect(sessionStorage.getItem('shop.admin-new-order')).toBe(left);
  }
});

test('who has signed in in another tab does not find what somebody else typed in this one', async () => {
  markSignedIn();
  answerApi(200, { user: { id: 'u1' } });
  const queryClient = new QueryClient();
  const shown = renderHook(useMe, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  for (const id of ['u1', 'u2']) {
    answerApi(200, { user: { id } });
    await shown.result.current.refetch();
    await expect.poll(() => queryClient.getQueryData(['/api/auth/me'])).toMatchObject({ id });
    if (id === 'u1') sessionStorage.setItem('shop.admin-stock', 'typed');
  }
  expect(sessionStorage.getItem('shop.admin-stock')).toBeNull();
});

test('signing out clears all fetched data and what was typed; nobody is signed in', async () => {
  answerApi(200, { success: true });
  localStorage.setItem('shop.checkout-details', 'typed');
  localStorage.setItem('cart-storage', 'not typed');
  const queryClient = new QueryClient();
  for (const path of ['/api/orders', '/api/products', '/api/admin/stats'])
    queryClient.setQueryData([path], [{ id: 'seen' }]);
  queryClient.setQueryData(['/api/auth/me'], { id: 'u1', name: 'Akinyi' });
  render(
    <QueryClientProvider client={queryClient}>
      <SignOut />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  await expect.poll(() => queryClient.getQueryData(['/api/auth/me'])).toBeNull();
  const queries = queryClient.getQueryCache().getAll();
  expect(queries.map(({ queryKey }) => queryKey)).toEqual([['/api/auth/me']]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('shop.'))).toEqual([]);
});
