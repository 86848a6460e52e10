/** In milliseconds. For shorter loads an indicator would only flicker. */
const slowAfterMs = 300;

let loadingPages = 0;
let slowPages = 0;
const listeners = new Set<() => void>();

/**
 * Watches a page's code while it loads: a page counts as slow after 300 ms, until it has loaded or failed. Why: on a
 * slow connection a link to a page that is not loaded yet would seem dead.
 */
export function watchPage<Page>(page: Promise<Page>): Promise<Page> {
  let isSlow = false;
  loadingPages += 1;
  const timer = setTimeout(() => {
    isSlow = true;
    change(1);
  }, slowAfterMs);
  const end = () => {
    clearTimeout(timer);
    loadingPages -= 1;
    if (isSlow) change(-1);
  };
  page.then(end, end);
  return page;
}

/** Whether the code of a page is loading, because it is being opened. */
export const isPageLoading = (): boolean => loadingPages > 0;

/** Whether a page is slow now; for `useSyncExternalStore`. */
export function isPageSlow(): boolean {
  return slowPages > 0;
}

/** Calls back whenever `isPageSlow` may have changed; returns the unsubscribe function. */
export function onSlowPagesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  slowPages += by;
  for (const listener of listeners) listener();
}
