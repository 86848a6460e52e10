import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Child } from './child-process.ts';
import { keepRunning } from './keep-running.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fake processes that crash, or fail to start, when the test says so. */
function fakeProcess() {
  const started: { at: number; end(): void; isStopped: boolean }[] = [];
  const messages: string[] = [];
  let isBroken = false;
  const begin = Date.now();
  const start = (): Promise<Child> => {
    if (isBroken) return Promise.reject(new Error('The port is taken'));
    let end = () => {};
    const crashed = new Promise<string>((resolve) => (end = () => resolve('It ended')));
    const one = { at: Date.now() - begin, end, isStopped: false };
    const pid = started.push(one);
    return Promise.resolve({
      pid,
      crashed,
      onOutput: () => {},
      stop: () => Promise.resolve(void (one.isStopped = true)),
    });
  };
  return {
    started,
    messages,
    breakStart: (value: boolean) => void (isBroken = value),
    keep: (restarts = true) =>
      keepRunning('The part', start, { restarts, log: (text) => void messages.push(text) }),
  };
}

it('a process that crashes is restarted with a growing delay, which starts over after a healthy minute', async () => {
  const { started, messages, keep } = fakeProcess();
  await keep();
  for (const [i, delay] of [500, 1000, 2000].entries()) {
    started[i]?.end();
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(started).toHaveLength(i + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toHaveLength(i + 2);
  }
  expect(messages).toEqual(Array.from({ length: 3 }, () => 'The part runs again: It ended'));
  await vi.advanceTimersByTimeAsync(61_000);
  started.at(-1)?.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(started).toHaveLength(5);
});

it('a process that cannot start is retried until it starts, finally every 30 seconds', async () => {
  const { started, messages, breakStart, keep } = fakeProcess();
  await keep();
  breakStart(true);
  started[0]?.end();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(messages).toContain('The port is taken; next try in 1 s');
  expect(messages.at(-1)).toBe('The port is taken; next try in 30 s');
  breakStart(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(started).toHaveLength(2);
  expect(messages.at(-1)).toBe('The part runs again: It ended');
});

it('it stays stopped, also when a restart was pending', async () => {
  const { started, keep } = fakeProcess();
  const part = await keep();
  started[0]?.end();
  await vi.advanceTimersByTimeAsync(100);
  await part.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).toHaveLength(1);
});

it('without restarts a crash is only reported', async () => {
  const { started, messages, keep } = fakeProcess();
  await keep(false);
  started[0]?.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([started.length, messages]).toEqual([1, ['It ended']]);
});

it('the first start must succeed', async () => {
  const { breakStart, keep } = fakeProcess();
  breakStart(true);
  await expect(keep()).rejects.toThrow('The port is taken');
});
