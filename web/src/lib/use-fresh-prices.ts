import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

/** What came with the page, or is known to have changed since it was read. */
const old = { predicate: ({ state }: Query) => state.isInvalidated };

/**
 * For a button that acts on a price: runs the act at once, or as soon as the prices on the page are fresh. Offline they
 * stay as old as shown, and the action runs anyway: an order is checked against the true ones.
 */
export function useFreshPrices(act: () => void) {
  const queryClient = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useRef(act);
  useBrowserLayoutEffect(() => {
    latest.current = act;
  });

  const actOnFresh = () => {
    const isRefreshing = () => queryClient.isFetching(old) > 0;
    if (!isRefreshing()) return act();
    setIsWaiting(true);
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isRefreshing()) return;
      stop();
      // After the components that use the answer: once the button has rendered with it.
      notifyManager.schedule(() =>
        setTimeout(() => {
          setIsWaiting(false);
          latest.current();
        }),
      );
    });
  };

  return {
    /** False before hydration: a press would be lost. */
    isHydrated: useIsHydrated(),
    /** Pressed, and waiting for the prices. */
    isWaiting,
    actOnFresh,
  };
}
