import type { QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '../../lib/is-connection-error.ts';

/** How long it is waited before the line is tried, at first and at most, in milliseconds. */
const first = 5_000;
const longest = 60_000;

/**
 * Asks again for everything on the page that failed for lack of a line, and for nothing else: when the browser says that
 * the line is back, when the page is looked at again, and now and then while it is looked at, for a device may have a
 * line that leads nowhere.
 */
export function askAgain(queryClient: QueryClient): void {
  const cutOff = { type: 'active', predicate: hasFailed } as const;
  let pause = first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    if (document.visibilityState === 'visible') await queryClient.refetchQueries(cutOff);
  };
  const askLater = () => {
    timer ??= setTimeout(async () => {
      timer = undefined;
      pause = Math.min(pause * 2, longest);
      await ask();
      if (queryClient.getQueryCache().findAll(cutOff).length > 0) askLater();
      else pause = first;
    }, pause);
  };

  const cache = queryClient.getQueryCache();
  if (cache.findAll(cutOff).length > 0) askLater();
  cache.subscribe(({ query }) => {
    if (hasFailed(query)) askLater();
  });
  window.addEventListener('online', () => void ask());
  document.addEventListener('visibilitychange', () => void ask());
}

const hasFailed = ({ state }: { state: { error: unknown } }) => isConnectionError(state.error);
