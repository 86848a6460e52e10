/** Below this, in milliseconds, a sign of waiting would only flicker. */
const patience = 300;

let latePages = 0;
const listeners = new Set<() => void>();

/** Watches a page's code on its way to the browser: one that takes long counts as late until it is there or lost. */
export function watchPage<Page>(coming: Promise<Page>): Promise<Page> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    change(1);
  }, patience);
  const end = () => {
    clearTimeout(timer);
    if (isLate) change(-1);
  };
  coming.then(end, end);
  return coming;
}

/** Is a page late? For `useSyncExternalStore`. */
export function isPageLate(): boolean {
  return latePages > 0;
}

/** Calls back whenever the answer may have changed; returns how to stop. */
export function onLatePagesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  latePages += by;
  for (const listener of listeners) listener();
}
