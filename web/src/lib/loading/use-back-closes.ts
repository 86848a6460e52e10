import { useCallback, useEffect, useRef } from 'react';

/** Marks the history entry that an open panel has added. */
const mark = 'shop-panel';

/**
 * Lets Back close an open panel instead of leaving the page: while it is open, the history has one more entry for the
 * same page. Returns a function to close it with a button, which removes the entry. A link in the panel closes it by
 * itself and navigates with `replace`, over that entry.
 */
export function useBackCloses(isOpen: boolean, close: () => void): () => void {
  const isGoingBack = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    isGoingBack.current = false;
    // After a reload with the panel open the entry exists already.
    if (!isMarked())
      window.history.pushState({ ...(window.history.state as object | null), [mark]: true }, '');
    const onPop = (event: PopStateEvent) => {
      // The router has not seen the added entry, so it must not see a return from it.
      event.stopImmediatePropagation();
      close();
    };
    window.addEventListener('popstate', onPop, { capture: true });
    return () => window.removeEventListener('popstate', onPop, { capture: true });
  }, [isOpen, close]);

  return useCallback(() => {
    if (!isOpen || isGoingBack.current) return;
    if (!isMarked()) return close();
    isGoingBack.current = true;
    window.history.back();
  }, [isOpen, close]);
}

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && mark in state;
}
