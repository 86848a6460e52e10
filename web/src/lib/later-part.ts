import { useSyncExternalStore } from 'react';
import { loadQuietly } from './load-quietly.ts';

/**
 * A part of the page whose code is no part of the first load. It is fetched when somebody first touches the page, and
 * at the latest when it is needed.
 */
export type LaterPart<Code> = {
  /** Null until it is there. */
  readonly code: Code | null;
  /** @throws what `import` throws when it does not arrive; the next call tries again. */
  fetch: () => Promise<Code>;
  subscribe: (listener: () => void) => () => void;
};

const parts = new Set<LaterPart<unknown>>();

export function laterPart<Code>(load: () => Promise<Code>): LaterPart<Code> {
  const listeners = new Set<() => void>();
  let code: Code | null = null;
  let coming: Promise<Code> | null = null;
  const arrive = async () => {
    try {
      const loaded = await load();
      // Vite's preloading brings nothing when the page is being reloaded for a new release.
      if (!loaded) throw new Error('The page is being reloaded.');
      code = loaded;
      for (const listener of listeners) listener();
      return loaded;
    } catch (error) {
      coming = null;
      throw error;
    }
  };
  const part: LaterPart<Code> = {
    get code() {
      return code;
    },
    fetch: () => (coming ??= arrive()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  parts.add(part);
  return part;
}

/** The code of a part, null until it is there and in prerendered HTML; this alone does not fetch it. */
export function useLaterPart<Code>(part: LaterPart<Code>): Code | null {
  return useSyncExternalStore(
    part.subscribe,
    () => part.code,
    () => null,
  );
}

/** Signs that somebody is there, besides a pointer that moves. */
const signs = ['pointerdown', 'keydown', 'focusin'];
const moves = ['pointerover', 'pointermove'];

/** Fetches all later parts when somebody first touches the page, so that they are there when they are needed. */
export function fetchPartsAtFirstTouch(): void {
  // Where a page opens under a pointer that rests, the browser tells that the pointer has come, without anybody there.
  let rest: string | undefined;
  const onMove = (event: Event) => {
    const { clientX, clientY } = event as PointerEvent;
    const place = `${clientX} ${clientY}`;
    if ((rest ??= place) !== place) start();
  };
  const start = () => {
    for (const sign of signs) document.removeEventListener(sign, start);
    for (const move of moves) document.removeEventListener(move, onMove);
    for (const part of parts) void loadQuietly(part.fetch);
  };
  for (const sign of signs) document.addEventListener(sign, start, { passive: true });
  for (const move of moves) document.addEventListener(move, onMove, { passive: true });
}
