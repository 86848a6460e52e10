import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../forms/use-latest.ts';
import type { Once } from '../forms/use-once.ts';

/** How long a failed action waits for the connection before the user must decide, in milliseconds. */
const waitMs = 120_000;

/** The pause between retries, in milliseconds: a browser says that it is online before requests reach the shop. */
const pauseMs = 5_000;

/** `waiting` retries automatically; `asking` leaves the decision to the user. */
export type RetryState = 'none' | 'waiting' | 'asking';

/**
 * Retries an action that failed because there was no connection: as soon as the browser is online again and the page is
 * visible, and again after a pause while the connection is still not there, for two minutes. After that the user
 * decides, who may have done something else meanwhile.
 */
export function useRetryWhenOnline(once: Once, action: () => Promise<unknown>) {
  const [state, setState] = useState<RetryState>('none');
  const latest = useLatest(action);
  /** The retry that is running. */
  const running = useRef<{ hasFailed: boolean } | null>(null);

  useEffect(() => {
    if (state !== 'waiting') return;
    const until = Date.now() + waitMs;
    const retry = () => {
      // Timers do not run while a device sleeps.
      if (Date.now() >= until) return setState('asking');
      if (!navigator.onLine || document.visibilityState !== 'visible') return;
      once(async () => {
        const started = { hasFailed: false };
        running.current = started;
        await latest.current().finally(() => (running.current = null));
        if (!started.hasFailed) setState('none');
      });
    };
    const timer = setInterval(retry, pauseMs);
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', retry);
    };
  }, [state, latest, once]);

  const [act] = useState(() => ({
    /** The action failed because there was no connection. */
    begin: () => {
      if (running.current) running.current.hasFailed = true;
      else setState('waiting');
    },
    /** Whether the action that is running is a retry. */
    isRetrying: () => running.current !== null,
    /** Stops waiting and leaves the decision to the user. */
    ask: () => setState((current) => (current === 'waiting' ? 'asking' : current)),
    /** The user starts the action. */
    end: () => {
      if (!running.current) setState('none');
    },
  }));
  return { state, ...act };
}
