import type { OpenOrder } from '@contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { answerApi, findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { unpaidOrder as order } from '#testing/open-order.ts';
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

test('an order that waits for the bank can be paid and cancelled as soon as the bank has answered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  answerApi(200, [{ ...order, nextStep: 'wait' }]);
  renderInShop(<OpenOrdersPanel />);
  await screen.findByText(/is waiting for the bank/);
  answerApi(200, [order]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await screen.findByRole('button', { name: 'Cancel order #01ADD454' });
});

/** An order about which the bank has not answered yet. @param reply to the question about it */
async function showUnanswered(reply: Response, after: OpenOrder[], beside: ReactNode = null) {
  const asked = deferredPromise();
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    if (path !== `/api/orders/${order.id}/check`)
      return Response.json(paths.length === 1 ? [{ ...order, hasBankAnswered: false }] : after);
    await asked.promise;
    return reply;
  });
  renderInShop(
    <>
      {beside}
      <OpenOrdersPanel />
    </>,
  );
  await screen.findByText(/is being checked with the bank\./);
  expect(screen.queryAllByRole('button')).toEqual([]);
  asked.release();
  return paths;
}

test('while the bank is asked about an order, nobody is asked to pay it; then its state is shown', async () => {
  const paths = await showUnanswered(Response.json({ ...order }), [order]);
  await screen.findByText(/is waiting for your payment\./);
  screen.getByRole('button', { name: 'Pay' });
  expect(paths).toEqual(['/api/orders/open', `/api/orders/${order.id}/check`, '/api/orders/open']);
});

test('the products beside it are read again once the bank has answered: their pieces may be the buyer’s own', async () => {
  let reads = 0;
  function Products() {
    useQuery({ queryKey: ['/api/products/index'], queryFn: () => ++reads });
    return null;
  }
  await showUnanswered(Response.json({ ...order }), [order], <Products />);
  await expect.poll(() => reads).toBe(2);
});

test('an order that the bank says is paid is gone from the page', async () => {
  await showUnanswered(Response.json({ ...order }), []);
  await expect.poll(() => screen.queryByRole('listitem')).toBeNull();
});

test('when the bank cannot be asked, the order can be paid: the server asks before every payment', async () => {
  await showUnanswered(Response.json({ code: 'too_many_requests' }, { status: 429 }), []);
  await screen.findByRole('button', { name: 'Pay' });
});
