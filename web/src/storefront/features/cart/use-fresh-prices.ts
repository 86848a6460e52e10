import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { isOffline } from '#lib/api/is-connection-error.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useLatest } from '#lib/forms/use-latest.ts';

/** Queries whose data came with the page, or is known to have changed since. */
const invalidated = { predicate: ({ state }: Query) => state.isInvalidated };

/** Products on the page that are from the build or from earlier, because the shop did not send them again. */
const outdated = {
  type: 'active',
  predicate: ({ state, queryKey: [path] }: Query) =>
    state.data !== undefined &&
    state.status === 'error' &&
    String(path).startsWith('/api/products') &&
    !isOffline(state.error),
} as const;

/**
 * For a button that acts on a price: runs the action at once, or as soon as the prices on the page are fresh. Offline
 * it runs with the stored prices: the server checks an order against the current ones. While the shop does not answer
 * it does not run, and `onNoAnswer` is called for a press that waited.
 */
export function useFreshPrices(act: () => void, onNoAnswer?: () => void) {
  const queryClient = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useLatest(act);
  const cache = queryClient.getQueryCache();
  const isOutdated = () => cache.findAll(outdated).length > 0;
  const isHydrated = useIsHydrated();
  const isWithoutPrices = useSyncExternalStore(cache.subscribe, isOutdated, () => false);

  const runWhenFresh = () => {
    const isRefreshing = () => queryClient.isFetching(invalidated) > 0;
    if (!isRefreshing()) return act();
    setIsWaiting(true);
    const stop = cache.subscribe(() => {
      if (isRefreshing()) return;
      stop();
      // After the components have rendered with the new data.
      notifyManager.schedule(() =>
        setTimeout(() => {
          setIsWaiting(false);
          if (isOutdated()) onNoAnswer?.();
          else latest.current();
        }),
      );
    });
  };

  return {
    isHydrated,
    /** False while the prices are outdated. */
    canAct: !isWithoutPrices,
    /** Clicked, and waiting for the prices. */
    isWaiting,
    runWhenFresh,
  };
}
