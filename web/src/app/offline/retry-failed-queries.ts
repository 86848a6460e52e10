import type { QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '../../lib/is-connection-error.ts';

/** How long to wait before the next try, at first and at most, in milliseconds. */
const first = 5_000;
const longest = 60_000;

/**
 * Retries every query of the page that failed without a connection, and no other: when the browser is online again,
 * when the page becomes visible again, and now and then while it is visible, because a device may report a connection
 * that reaches nothing.
 */
export function retryFailedQueries(queryClient: QueryClient): void {
  const failed = { type: 'active', predicate: hasFailed } as const;
  let pause = first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retry = async () => {
    if (document.visibilityState === 'visible') await queryClient.refetchQueries(failed);
  };
  const retryLater = () => {
    timer ??= setTimeout(async () => {
      timer = undefined;
      pause = Math.min(pause * 2, longest);
      await retry();
      if (queryClient.getQueryCache().findAll(failed).length > 0) retryLater();
      else pause = first;
    }, pause);
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
