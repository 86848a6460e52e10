import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { adminKey, useRefreshAdmin } from './admin-queries.ts';

/** Data of the dashboard, read as `read` says, and a way to refresh it. */
function show(read: () => unknown) {
  let refresh = () => Promise.resolve();
  function Data() {
    refresh = useRefreshAdmin();
    return useQuery({ queryKey: [adminKey, 'data'], queryFn: read }).data as string;
  }
  renderInShop(<Data />);
  return () => refresh();
}

test('an action waits until the screen shows what it has changed', async () => {
  const read = vi.fn(() => Promise.resolve('before'));
  const refresh = show(read);
  await screen.findByText('before');
  const reply = deferredPromise<string>();
  read.mockReturnValue(reply.promise);
  const onEnd = vi.fn();
  const ended = refresh().then(onEnd);
  await expect.poll(() => read.mock.calls.length).toBe(2);
  expect(onEnd).not.toHaveBeenCalled();
  reply.release('after');
  await ended;
  await screen.findByText('after');
});

test('an action does not wait longer than two seconds for a slow query', async () => {
  const read = vi.fn(() => Promise.resolve('before'));
  const refresh = show(read);
  await screen.findByText('before');
  read.mockReturnValue(deferredPromise<string>().promise);
  vi.useFakeTimers();
  try {
    const onEnd = vi.fn();
    void refresh().then(onEnd);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(onEnd).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('a first response that was on its way before the change is not taken for the new one', async () => {
  const early = deferredPromise<string>();
  const read = vi.fn(() => early.promise);
  const refresh = show(read);
  await expect.poll(() => read.mock.calls.length).toBe(1);
  read.mockReturnValue(Promise.resolve('after'));
  const refreshed = refresh();
  early.release('before');
  await refreshed;
  await screen.findByText('after');
});
