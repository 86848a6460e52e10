import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, findToast, renderInShop } from '../../../testing/render-in-shop.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';

const requestId = '3f2a9c1e-0000-4000-8000-000000000000';

test('a failure is not shown as "no open orders": it is reported, with a retry button', async () => {
  answerApi(500, { code: 'internal', message: 'Something went wrong on our side.', requestId });

  const user = renderInShop(<OpenOrdersPanel />);
  await screen.findByText(/We could not check/);
  // The reference that the buyer reads out on the phone.
  screen.getByText('Reference 3f2a9c1e');
  answerApi(200, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByText(/We could not check/)).toBeNull();
});

test('a cancelled order disappears at once, without waiting for another request', async () => {
  const order = {
    id: '84fa5082-c0a5-4551-a924-936301add454',
    totalAmount: 85_000,
    dueAmount: 85_000,
    nextStep: 'pay',
    view: 'full',
    createdAt: '2026-11-22T08:00:00Z',
  };
  answerApi(200, [order]);
  const user = renderInShop(<OpenOrdersPanel />);
  await user.click(await screen.findByRole('button', { name: 'Cancel order #01ADD454' }));

  // Only the cancellation gets a reply from here on.
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'POST' ? Response.json({ ...order, status: 'cancelled' }) : new Promise(() => {}),
  );
  await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
  await findToast('Order cancelled', 'Order #01ADD454 is cancelled.');
  expect(screen.queryByRole('listitem')).toBeNull();
});
