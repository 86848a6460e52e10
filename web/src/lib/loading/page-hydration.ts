let resolveHydration = () => {};

/** Resolves when the first page is hydrated: until then what it was prerendered with must not change. */
export const pageHydration = new Promise<void>((resolve) => (resolveHydration = resolve));

/** Marks the document as hydrated: a click before that is lost. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = '';
  resolveHydration();
}
