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

test('prices of the edge proxy’s copy have the time of the copy, until anything is answered afresh', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T07:50:00Z') });
  const show = (dataUpdatedAt: number) => <PriceAge what="Prices" reading={{ ...reading, dataUpdatedAt }} />;
  const { rerender } = render(show(Date.now()));
  noteCopy('/api/facets?category=solar', '2026-12-01T07:42:00Z');
  rerender(show(Date.now() + 1));
  expect(shown()).toBe(false);
  noteCopy('/api/products?category=solar', '2026-12-01T07:42:00Z');
  rerender(show(Date.now() + 2));
  expect(document.body.textContent).toBe(
    'Prices as of 1 Dec 2026, 10:42. We could not refresh this. Try again',
  );
  // Read before, and stored until now.
  rerender(show(Date.now() - 1));
  expect(shown()).toBe(false);
  noteCopy('/api/shop-details', null);
  rerender(show(Date.now() + 3));
  expect(shown()).toBe(false);
  vi.useRealTimers();
});
