import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { useOrderDetails } from './order-details-query.ts';

afterEach(() => void vi.useRealTimers());

function OpenOrder() {
  const { data } = useOrderDetails('3f2a9c1e-0000-4000-8000-000000000454');
  return data ? <p>The order</p> : null;
}

test('an open order is read again every 15 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  answerDatabase(() => {
    reads += 1;
    return { order: {} };
  });
  renderInShop(<OpenOrder />);
  await screen.findByText('The order');
  await act(() => vi.advanceTimersByTimeAsync(30_500));
  expect(reads).toBe(3);
});
