import { browserState, isRecord } from './stored-state.ts';

const dayMs = 24 * 3_600_000;

/**
 * A state that this browser remembers, in all its tabs, for 24 hours after it was last written. Older or invalid
 * state is deleted when it is read.
 * @param parse the state of what JSON brought back, or null when it does not fit
 */
export function oneDayState<State>(name: string, version: number, parse: (state: unknown) => State | null) {
  const storage = browserState<{ at: number; state: State }>(name, version, (stored) => {
    if (!isRecord(stored) || !isOfLastDay(stored.at)) return null;
    const state = parse(stored.state);
    return state === null ? null : { at: stored.at, state };
  });
  return {
    recall: (): State | null => {
      const found = storage.recall();
      if (found === null) storage.forget();
      return found === null ? null : found.state;
    },
    /** @param state must survive JSON */
    remember: (state: State): void => storage.remember({ at: Date.now(), state }),
    forget: storage.forget,
  };
}

function isOfLastDay(at: unknown): at is number {
  if (typeof at !== 'number') return false;
  // Written while the clock was ahead, it is not older than a day either.
  return Math.abs(Date.now() - at) < dayMs;
}
