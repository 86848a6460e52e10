import { me } from '@contract/current-user.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { listOpenOrders } from '@contract/orders.ts';
import { unpaidOrder } from '#testing/open-order.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { answerApi, markSignedIn, renderInShop } from '#testing/render-in-shop.tsx';
import { hasOrdered, setOrderedFlag } from '#storefront/lib/has-ordered-flag.ts';
import { OpenOrders } from './open-orders.tsx';

const page = (queryClient: QueryClient) => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <OpenOrders />
    </QueryClientProvider>
  </MemoryRouter>
);

test('a prerendered page hydrates unchanged when the signed-in user is known before', async () => {
  answerApi(200, []);
  const root = document.createElement('div');
  root.innerHTML = renderToString(page(new QueryClient()));
  const queryClient = new QueryClient();
  queryClient.setQueryData([me.path], { id: 'u1', name: 'Akinyi Odhiambo', role: 'customer' });
  const problems: unknown[] = [];
  await act(() => {
    const hydrated = hydrateRoot(root, page(queryClient), {
      onRecoverableError: (error) => problems.push(error),
    });
    onTestFinished(() => act(() => hydrated.unmount()));
    return Promise.resolve();
  });
  expect(problems).toEqual([]);
});

test('a browser without orders fetches open orders only before paying', async () => {
  const { calls } = answerApi(200, []);
  const requestedPaths = () => calls.map(({ path }) => path);

  renderInShop(<OpenOrders />);
  await act(async () => {
    await import('./open-orders-panel.tsx');
  });
  expect(requestedPaths()).not.toContain(listOpenOrders.path);

  renderInShop(<OpenOrders alwaysFetches />);
  await expect.poll(requestedPaths).toContain(listOpenOrders.path);
});

test('a signed-in user sees it in a browser in which nothing was ordered', async () => {
  markSignedIn();
  answerDatabase((address) =>
    address === me.path ? { user: { id: 'u1', role: 'customer' } } : [unpaidOrder],
  );
  renderInShop(<OpenOrders />);
  await screen.findByText(/is waiting for your payment\./);
});

test('once no order is open any more, the browser sends no more requests', async () => {
  const { calls } = answerApi(200, []);
  setOrderedFlag();
  renderInShop(<OpenOrders />);
  await expect.poll(hasOrdered).toBe(false);
  expect(calls.map(({ path }) => path)).toContain(listOpenOrders.path);
});
