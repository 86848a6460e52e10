import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page is hydrated: false in prerendered HTML and during hydration, true from then on. For what a
 * prerendered page cannot do yet, or cannot know about the browser.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
