import { useEffect, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';

/** How long something goes on by itself once the line is back, in milliseconds. */
const patience = 120_000;

/** `waiting` goes on by itself; `asking` is left to the person. */
export type LineWait = 'none' | 'waiting' | 'asking';

/**
 * For something that failed for lack of a line: goes on by itself, once, when the line is back within two minutes and
 * the page is looked at. After that the person is asked, for they may have gone on in another way.
 */
export function useLineWait(goOn: () => void) {
  const [state, setState] = useState<LineWait>('none');
  const latest = useRef(goOn);
  useBrowserLayoutEffect(() => {
    latest.current = goOn;
  });

  useEffect(() => {
    if (state !== 'waiting') return;
    const until = Date.now() + patience;
    const attempt = () => {
      // A device that slept runs no timer meanwhile.
      if (Date.now() >= until) return setState('asking');
      if (!navigator.onLine || document.visibilityState !== 'visible') return;
      setState('none');
      latest.current();
    };
    // It may have come back while this was drawn.
    if (navigator.onLine) attempt();
    const timer = setTimeout(() => setState('asking'), patience);
    window.addEventListener('online', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, [state]);

  const [act] = useState(() => ({
    begin: () => setState('waiting'),
    /** From now on the person decides, if it was waiting. */
    ask: () => setState((current) => (current === 'waiting' ? 'asking' : current)),
    end: () => setState('none'),
  }));
  return { state, ...act };
}
