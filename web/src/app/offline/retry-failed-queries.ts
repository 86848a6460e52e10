import type { QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '../../lib/is-connection-error.ts';

/** The delay before the first retry and the longest delay, in milliseconds. */
const firstDelayMs = 5_000;
const maxDelayMs = 60_000;

/**
 * Retries the page's queries that failed without a connection, and no others: when the browser is online again, when
 * the page becomes visible again, and from time to time while it is visible, because a device may report a connection
 * that reaches nothing.
 */
export function retryFailedQueries(queryClient: QueryClient): void {
  const failed = { type: 'active', predicate: hasFailed } as const;
  let delay = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retry = async () => {
    if (document.visibilityState === 'visible') await queryClient.refetchQueries(failed);
  };
  const retryLater = () => {
    timer ??= setTimeout(async () => {
      timer = undefined;
      delay = Math.min(delay * 2, maxDelayMs);
      await retry();
      if (queryClient.getQueryCache().findAll(failed).length > 0) retryLater();
      else delay = firstDelayMs;
    }, delay);
  };

  const cache = queryClient.getQueryCache();
  if (cache.findAll(failed).length > 0) retryLater();
  cache.subscribe(({ query }) => {
    if (hasFailed(query)) retryLater();
  });
  window.addEventListener('online', () => void retry());
  document.addEventListener('visibilitychange', () => void retry());
}

const hasFailed = ({ state }: { state: { error: unknown } }) => isConnectionError(state.error);
