import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerApi } from '../testing/render-in-shop.tsx';
import { useLogout } from './use-logout.ts';

function SignOut() {
  const logout = useLogout();
  return <button onClick={() => logout.mutate()}>Sign Out</button>;
}

test('signing out clears all fetched data; nobody is signed in', async () => {
  answerApi(200, { success: true });
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
});
