/** For less than this, in milliseconds, an indicator would only flicker. */
const patience = 300;

let slowPages = 0;
const listeners = new Set<() => void>();

/**
 * Why: a link to a page whose code is still to be loaded would seem dead on a slow connection. Watches that code on its
 * way to the browser: a page counts as slow from 300 ms on, until it has arrived or failed.
 */
export function watchPage<Page>(coming: Promise<Page>): Promise<Page> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    change(1);
  }, patience);
  const end = () => {
    clearTimeout(timer);
    if (isSlow) change(-1);
  };
  coming.then(end, end);
  return coming;
}

/** Is a page slow now? For `useSyncExternalStore`. */
export function isPageSlow(): boolean {
  return slowPages > 0;
}

/** Calls back whenever the answer may have changed; returns how to stop. */
export function onSlowPagesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  slowPages += by;
  for (const listener of listeners) listener();
}
