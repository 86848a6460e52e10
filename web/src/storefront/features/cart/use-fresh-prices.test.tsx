import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '#app/query-client.ts';
import { useFreshPrices } from './use-fresh-prices.ts';

const queryKey = ['price'];

/** A price that came with the page, and a button that records the price it acted on. */
function openPage(answer: () => Promise<number>) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(queryKey, 100);
  void queryClient.invalidateQueries();
  const noted: number[] = [];
  function Buy() {
    const { data: price = 0 } = useQuery({ queryKey, queryFn: answer });
    const { isWaiting, runWhenFresh } = useFreshPrices(() => noted.push(price));
    return (
      <button aria-busy={isWaiting} onClick={runWhenFresh}>
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

test('without a connection it acts on the price that is shown', async () => {
  let fail = (_error: Error) => {};
  const { noted, button } = openPage(() => new Promise((_, reject) => (fail = reject)));
  act(() => button.click());
  fail(new Error('no connection'));
  await expect.poll(() => noted).toEqual([100]);
});
