import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noteCopy } from '#lib/api/copied-replies.ts';
import { PriceAge } from './price-age.tsx';

const minute = 60_000;
const reading = { error: null as unknown, isFetching: false, refetch: () => {} };
const shown = () => screen.queryByText(/^Prices as of/) !== null;

test('prices have a time once they are more than an hour old, and while they cannot be refreshed', () => {
  vi.useFakeTimers({ now: 100 * minute });
  const show = (more: object) => (
    <PriceAge what="Prices" reading={{ ...reading, dataUpdatedAt: 50 * minute, ...more }} />
  );
  const { rerender } = render(show({}));
  expect(shown()).toBe(false);
  act(() => void vi.advanceTimersByTime(10 * minute));
  expect(shown()).toBe(true);
  rerender(show({ isFetching: true }));
  expect(shown()).toBe(false);
  rerender(show({ dataUpdatedAt: 110 * minute }));
  expect(shown()).toBe(false);
  rerender(show({ dataUpdatedAt: 110 * minute, error: new Error() }));
  expect(shown()).toBe(true);
  screen.getByRole('button', { name: 'Try again' });
  vi.useRealTimers();
});

test('prices of the edge proxy’s copy have the time of the copy, until a fresh reply of that address came', () => {
  const prices = <PriceAge what="Prices" reading={{ ...reading, dataUpdatedAt: Date.now() }} />;
  noteCopy('/api/products', '2026-12-01T07:42:00Z');
  noteCopy('/api/shop-details', null);
  const { rerender } = render(prices);
  expect(document.body.textContent).toBe(
    'Prices as of 1 Dec 2026, 10:42. We could not refresh this. Try again',
  );
  noteCopy('/api/products', null);
  rerender(<PriceAge what="Prices" reading={{ ...reading, dataUpdatedAt: Date.now() }} />);
  expect(shown()).toBe(false);
});
