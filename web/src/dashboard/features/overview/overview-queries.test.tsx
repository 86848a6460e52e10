import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { useWaiting } from './overview-queries.ts';

afterEach(() => void vi.useRealTimers());

function Alerts() {
  const { data } = useWaiting();
  return data ? <p>The alerts</p> : null;
}

test('what needs attention is read again every minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  answerDatabase((address) => {
    if (address.endsWith('/owner_alerts')) reads += 1;
    return { rows: [] };
  });
  renderInShop(<Alerts />);
  await screen.findByText('The alerts');
  await act(() => vi.advanceTimersByTimeAsync(120_500));
  expect(reads).toBe(3);
});
