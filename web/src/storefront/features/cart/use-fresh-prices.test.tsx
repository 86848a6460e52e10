import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#app/query-client.ts';
import { ConnectionError } from '#lib/api/api-client.ts';
import { useFreshPrices } from './use-fresh-prices.ts';

const queryKey = ['/api/products', 'price'];

/** A price that came with the page, and a button that records the price it acted on. */
function openPage(answer: () => Promise<number>) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(queryKey, 100);
  void queryClient.invalidateQueries();
  const noted: number[] = [];
  function Buy() {
    const { data: price = 0 } = useQuery({ queryKey, queryFn: answer });
    const { canAct, isWaiting, runWhenFresh } = useFreshPrices(() => noted.push(price));
    return (
      <button disabled={!canAct} aria-busy={isWaiting} onClick={runWhenFresh}>
        {price}
      </button>
    );
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Buy />
    </QueryClientProvider>,
  );
  return { noted, button: screen.getByRole('button') };
}

test('a click waits for the current price and acts on it, once', async () => {
  let reply = (_price: number) => {};
  const { noted, button } = openPage(() => new Promise((resolve) => (reply = resolve)));
  act(() => button.click());
  expect([noted, button.getAttribute('aria-busy')]).toEqual([[], 'true']);
  reply(120);
  await expect.poll(() => noted).toEqual([120]);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false');
  act(() => button.click());
  expect(noted).toEqual([120, 120]);
});

/** Gives the page a service worker. */
function storeShop() {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} }, onLine: true });
}

test('without a connection it acts on the price that is shown', async () => {
  storeShop();
  let fail = (_error: Error) => {};
  const { noted, button } = openPage(() => new Promise((_, reject) => (fail = reject)));
  act(() => button.click());
  fail(new ConnectionError(null));
  await expect.poll(() => noted).toEqual([100]);
});

test('while the shop does not send the current price, it does not act, and is disabled', async () => {
  let fail = (_error: Error) => {};
  const { noted, button } = openPage(() => new Promise((_, reject) => (fail = reject)));
  act(() => button.click());
  fail(new Error('503: the shop is down'));
  await expect.poll(() => button).toHaveProperty('disabled', true);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false');
  expect(noted).toEqual([]);
});
