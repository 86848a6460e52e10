import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page is hydrated: false in prerendered HTML and during hydration, true from then on. For what a
 * prerendered page cannot do, or cannot know about the browser that shows it.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
