import { useSyncExternalStore } from 'react';
import { browserState } from '../../../lib/stored-state.ts';

const kept = browserState('delivery-county', 1, (state) =>
  typeof state === 'string' && /^0\d\d$/.test(state) ? state : null,
);
const listeners = new Set<() => void>();

/**
 * The number of the county that goods go to, as chosen in this browser; null when none was, and while a page is
 * hydrated.
 */
export function useChosenCounty(): string | null {
  return useSyncExternalStore(listen, kept.recall, () => null);
}

/** Remembers where goods go, in all tabs of this browser, until somebody signs out; null forgets it. */
export function chooseCounty(code: string | null): void {
  if (code === null) kept.forget();
  else kept.remember(code);
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
