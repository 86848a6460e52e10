import { expect, test, vi } from 'vitest';
import { once } from './use-once.ts';

test('a second call while the first is running does nothing', async () => {
  const start = once();
  let finish = () => {};
  const act = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  start(act);
  start(act);
  expect(act).toHaveBeenCalledTimes(1);
  expect(start.isRunning()).toBe(true);
  finish();
  await vi.waitFor(() => expect(start.isRunning()).toBe(false));
});

test('after a run has ended, even if it failed, the next can start', async () => {
  const start = once();
  const act = vi.fn(() => Promise.reject(new Error('no connection')));
  start(act);
  await vi.waitFor(() => expect(start.isRunning()).toBe(false));
  start(act);
  expect(act).toHaveBeenCalledTimes(2);
});
