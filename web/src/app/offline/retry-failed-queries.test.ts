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

/** A query of a page that fails as long as the test wants. */
function question(queryClient: QueryClient, name: string, failure: Error) {
  const asked = vi.fn(() => Promise.reject<string>(failure));
  const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn: asked, retry: false });
  const leave = observer.subscribe(() => {});
  return { asked, leave, answer: () => asked.mockResolvedValue('here') };
}

test('what failed without a connection is retried now and then, and nothing else', async () => {
  const queryClient = new QueryClient();
  retryFailedQueries(queryClient);
  const cutOff = question(queryClient, 'shelf', new ConnectionError(null));
  const broken = question(queryClient, 'broken', new Error('a fault'));
  await vi.advanceTimersByTimeAsync(4999);
  expect(cutOff.asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(cutOff.asked).toHaveBeenCalledTimes(2);
  // Each time it waits twice as long.
  await vi.advanceTimersByTimeAsync(9999);
  expect(cutOff.asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(cutOff.asked).toHaveBeenCalledTimes(3);
  cutOff.answer();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(cutOff.asked).toHaveBeenCalledTimes(4);
  expect(broken.asked).toHaveBeenCalledTimes(1);
  broken.leave();
});

test('a retry follows at once when the connection returns; a page that is hidden or closed sends nothing', async () => {
  const queryClient = new QueryClient();
  retryFailedQueries(queryClient);
  const { asked, leave } = question(queryClient, 'shelf', new ConnectionError(null));
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveBeenCalledTimes(2);
  Object.assign(document, { visibilityState: 'hidden' });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveBeenCalledTimes(3);
  leave();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(asked).toHaveBeenCalledTimes(3);
});
