import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionError } from '../lib/api/api-client.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function openShop(): QueryClient {
  const queryClient = createQueryClient();
  queryClient.mount();
  onTestFinished(() => queryClient.unmount());
  return queryClient;
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** A query that fails until `succeed` is called. */
function failingQuery(queryClient: QueryClient, name: string, failure: Error) {
  const queryFn = vi.fn(() => Promise.reject<string>(failure));
  const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn });
  const unsubscribe = observer.subscribe(() => {});
  return { queryFn, unsubscribe, succeed: () => queryFn.mockResolvedValue('here') };
}

test('queries that failed without a connection are retried again and again, and no others', async () => {
  const queryClient = openShop();
  const cutOff = failingQuery(queryClient, 'shelf', new ConnectionError(null));
  const broken = failingQuery(queryClient, 'broken', new Error('a fault'));
  await vi.advanceTimersByTimeAsync(9999);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(3);
  cutOff.succeed();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(4);
  expect(broken.queryFn).toHaveBeenCalledTimes(1);
  broken.unsubscribe();
});

test('a page that was opened without a connection retries at once when there is one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const queryClient = openShop();
  const { queryFn, unsubscribe } = failingQuery(queryClient, 'shelf', new ConnectionError(null));
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test('queries are retried at once when the connection returns; a hidden or closed page sends nothing', async () => {
  const queryClient = openShop();
  const { queryFn, unsubscribe } = failingQuery(queryClient, 'shelf', new ConnectionError(null));
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
  setVisibility('hidden');
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  setVisibility('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(3);
  unsubscribe();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
});
