import { useEffect, useState } from 'react';
import { useLatest } from './use-latest.ts';

/** How long a failed action waits for the connection before the user must decide, in milliseconds. */
const waitMs = 120_000;

/** `waiting` retries automatically; `asking` leaves the decision to the user. */
export type RetryState = 'none' | 'waiting' | 'asking';

/**
 * Retries once an action that failed because there was no connection: when the browser is online again within two
 * minutes and the page is visible. After that the user decides, who may have done something else meanwhile.
 */
export function useRetryWhenOnline(retry: () => void) {
  const [state, setState] = useState<RetryState>('none');
  const latest = useLatest(retry);

  useEffect(() => {
    if (state !== 'waiting') return;
    const until = Date.now() + waitMs;
    const attempt = () => {
      // Timers do not run while a device sleeps.
      if (Date.now() >= until) return setState('asking');
      if (!navigator.onLine || document.visibilityState !== 'visible') return;
      setState('none');
      latest.current();
    };
    // The connection may have returned during the render.
    if (navigator.onLine) attempt();
    const timer = setTimeout(() => setState('asking'), waitMs);
    window.addEventListener('online', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, [state, latest]);

  const [act] = useState(() => ({
    begin: () => setState('waiting'),
    /** Stops waiting and leaves the decision to the user. */
    ask: () => setState((current) => (current === 'waiting' ? 'asking' : current)),
    end: () => setState('none'),
  }));
  return { state, ...act };
}
