import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { listProductsOfCategory } from '@contract/products.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { callApi } from '#lib/api/api-client.ts';
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

afterEach(() => vi.unstubAllGlobals());

test('what the shop shows of products is read again after a write, past what the CDN kept from before it', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json([]));
  });
  let refresh = () => Promise.resolve();
  function Shelf() {
    refresh = useRefreshAdmin();
    const { data } = useQuery({
      queryKey: ['/api/products/category', 'gps'],
      queryFn: () => callApi(listProductsOfCategory, { params: { category: 'gps' } }),
      staleTime: Infinity,
    });
    return data ? 'Shown' : null;
  }
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    // What an earlier test wrote is in every cache.
    vi.setSystemTime(Date.now() + 3_600_000);
    renderInShop(<Shelf />);
    await screen.findByText('Shown');
    await act(() => refresh());
    vi.setSystemTime(Date.now() + 60_000);
    await callApi(listProductsOfCategory, { params: { category: 'gps' } });
  } finally {
    vi.useRealTimers();
  }
  const path = '/api/products/category/gps';
  expect(asked).toEqual([path, `${path}?own=yes`, path]);
});

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
