import { useSyncExternalStore } from 'react';
import { usePerson } from '#account/account-queries.ts';
import { browserState } from '#lib/storage/stored-state.ts';

const storedCounty = browserState('delivery-county', 1, (state) =>
  typeof state === 'string' && /^0\d\d$/.test(state) ? state : null,
);
const listeners = new Set<() => void>();

/**
 * The code of the delivery county chosen in this browser, otherwise of the one to which the signed-in account ordered last;
 * null without either, and during hydration.
 */
export function useChosenCounty(): string | null {
  const chosen = useSyncExternalStore(listen, storedCounty.recall, () => null);
  const person = usePerson();
  return chosen ?? person?.county ?? null;
}

/** Stores the delivery county for all tabs of this browser until sign-out; null deletes it. */
export function chooseCounty(code: string | null): void {
  if (code === null) storedCounty.forget();
  else storedCounty.remember(code);
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
