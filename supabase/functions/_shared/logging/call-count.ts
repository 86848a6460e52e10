import { AsyncLocalStorage } from 'node:async_hooks';

type Count = { calls: number };

const ofRequest = new AsyncLocalStorage<Count>();

/** Runs the work of one request and counts its calls of Supabase. */
export function countingCalls<T>(work: (count: Count) => Promise<T>): Promise<T> {
  const count = { calls: 0 };
  return ofRequest.run(count, () => work(count));
}

/** To be called with each call of Supabase. */
export function countCall(): void {
  const count = ofRequest.getStore();
  if (count) count.calls += 1;
}
