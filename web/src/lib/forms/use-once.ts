import { useState } from 'react';

/** Starts an action unless one is running. */
export type Once = ((act: () => Promise<unknown>) => void) & {
  /** Whether an action is running now. */
  isRunning(): boolean;
};

/**
 * One run at a time, however often it is called: a double click comes before the busy button is rendered. The action
 * reports its own failures; they are not rethrown.
 */
export function useOnce(): Once {
  return useState(once)[0];
}

/** `useOnce` without React. */
export function once(): Once {
  let isRunning = false;
  const start = (act: () => Promise<unknown>) => {
    if (isRunning) return;
    isRunning = true;
    const end = () => {
      isRunning = false;
    };
    act().then(end, end);
  };
  return Object.assign(start, { isRunning: () => isRunning });
}
