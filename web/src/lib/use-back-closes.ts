import { useCallback, useEffect, useRef } from 'react';

/** Marks the entry of the browser's history that an open panel has added. */
const mark = 'shop-panel';

/**
 * Back closes an open panel instead of leaving the page: while it is open the history has one entry more, for the same
 * page. Returns how to close it by a button, which takes the entry away. A link in the panel closes it by itself and
 * navigates with `replace`, in place of that entry.
 */
export function useBackCloses(isOpen: boolean, close: () => void): () => void {
  const isGoingBack = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    isGoingBack.current = false;
    // After a reload with the panel open the entry is there already.
    if (!isMarked())
      window.history.pushState({ ...(window.history.state as object | null), [mark]: true }, '');
    const onPop = (event: PopStateEvent) => {
      // The router has seen no other page, so it must not see a return from one.
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
