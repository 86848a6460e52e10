import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionError } from '../../lib/api-client.ts';
import { retryFailedQueries } from './retry-failed-queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => void vi.useRealTimers());

/** A query that fails until `succeed` is called. */
function failingQuery(queryClient: QueryClient, name: string, failure: Error) {
  const queryFn = vi.fn(() => Promise.reject<string>(failure));
  const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn, retry: false });
  const unsubscribe = observer.subscribe(() => {});
  return { queryFn, unsubscribe, succeed: () => queryFn.mockResolvedValue('here') };
}

test('queries that failed without a connection are retried with growing delays, and no others', async () => {
  const queryClient = new QueryClient();
  retryFailedQueries(queryClient);
  const cutOff = failingQuery(queryClient, 'shelf', new ConnectionError(null));
  const broken = failingQuery(queryClient, 'broken', new Error('a fault'));
  await vi.advanceTimersByTimeAsync(4999);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(2);
  // The delay doubles each time.
  await vi.advanceTimersByTimeAsync(9999);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(3);
  cutOff.succeed();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(cutOff.queryFn).toHaveBeenCalledTimes(4);
  expect(broken.queryFn).toHaveBeenCalledTimes(1);
  broken.unsubscribe();
});

test('queries are retried at once when the connection returns; a hidden or closed page sends nothing', async () => {
  const queryClient = new QueryClient();
  retryFailedQueries(queryClient);
  const { queryFn, unsubscribe } = failingQuery(queryClient, 'shelf', new ConnectionError(null));
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
  Object.assign(document, { visibilityState: 'hidden' });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(3);
  unsubscribe();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
});
