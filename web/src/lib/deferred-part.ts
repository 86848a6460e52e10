import { useSyncExternalStore } from 'react';
import { loadInBackground } from './load-in-background.ts';

/**
 * A part of the page whose code is not in the first load. It is fetched at the first interaction with the page, or
 * when it is needed, whichever comes first.
 */
export type DeferredPart<Code> = {
  /** Null until it is loaded. */
  readonly code: Code | null;
  /** @throws what `import` throws when it fails; the next call tries again. */
  fetch: () => Promise<Code>;
  subscribe: (listener: () => void) => () => void;
};

const parts = new Set<DeferredPart<unknown>>();

export function deferredPart<Code>(load: () => Promise<Code>): DeferredPart<Code> {
  const listeners = new Set<() => void>();
  let code: Code | null = null;
  let loading: Promise<Code> | null = null;
  const loadCode = async () => {
    try {
      const loaded = await load();
      // Vite's preloading returns undefined while the page is being reloaded for a new release.
      if (!loaded) throw new Error('The page is being reloaded.');
      code = loaded;
      for (const listener of listeners) listener();
      return loaded;
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  const part: DeferredPart<Code> = {
    get code() {
      return code;
    },
    fetch: () => (loading ??= loadCode()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  parts.add(part);
  return part;
}

/** The code of a part, null until it is loaded and in prerendered HTML; the hook does not fetch it. */
export function useDeferredPart<Code>(part: DeferredPart<Code>): Code | null {
  return useSyncExternalStore(
    part.subscribe,
    () => part.code,
    () => null,
  );
}

/** Events that show that somebody is using the page, besides a moving pointer. */
const interactionEvents = ['pointerdown', 'keydown', 'focusin'];
const moveEvents = ['pointerover', 'pointermove'];

/** Fetches all deferred parts at the first interaction with the page, so that they are ready when needed. */
export function fetchPartsAtFirstInteraction(): void {
  // When a page opens under a resting pointer, the browser fires `pointerover` although nobody has moved it.
  let firstPosition: string | undefined;
  const onMove = (event: Event) => {
    const { clientX, clientY } = event as PointerEvent;
    const position = `${clientX} ${clientY}`;
    if ((firstPosition ??= position) !== position) fetchAll();
  };
  const fetchAll = () => {
    for (const type of interactionEvents) document.removeEventListener(type, fetchAll);
    for (const type of moveEvents) document.removeEventListener(type, onMove);
    for (const part of parts) void loadInBackground(part.fetch);
  };
  for (const type of interactionEvents) document.addEventListener(type, fetchAll, { passive: true });
  for (const type of moveEvents) document.addEventListener(type, onMove, { passive: true });
}
