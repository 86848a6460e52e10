import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useLatest } from '#lib/forms/use-latest.ts';

/** Queries whose data came with the page, or is known to have changed since. */
const invalidated = { predicate: ({ state }: Query) => state.isInvalidated };

/**
 * For a button that acts on a price: runs the action at once, or as soon as the prices on the page are fresh. Offline
 * it runs with the stored prices: the server checks an order against the current ones.
 */
export function useFreshPrices(act: () => void) {
  const queryClient = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useLatest(act);

  const runWhenFresh = () => {
    const isRefreshing = () => queryClient.isFetching(invalidated) > 0;
    if (!isRefreshing()) return act();
    setIsWaiting(true);
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isRefreshing()) return;
      stop();
      // After the components have rendered with the new data.
      notifyManager.schedule(() =>
        setTimeout(() => {
          setIsWaiting(false);
          latest.current();
        }),
      );
    });
  };

  return {
    /** False before hydration: a click would be lost. */
    isHydrated: useIsHydrated(),
    /** Clicked, and waiting for the prices. */
    isWaiting,
    runWhenFresh,
  };
}
