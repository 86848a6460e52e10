import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether scripts have taken over: false in prerendered HTML and while it is hydrated, true ever after. For what a
 * prerendered page cannot do, or cannot know of the browser that reads it.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
