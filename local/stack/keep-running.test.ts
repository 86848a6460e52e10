import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Child } from './child-process.ts';
import { keepRunning } from './keep-running.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Processes that only their test knows: each one ends, or does not start, when it is told to. */
function parts() {
  const started: { at: number; end(): void; isStopped: boolean }[] = [];
  const said: string[] = [];
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
    said,
    breakStart: (broken: boolean) => void (isBroken = broken),
    keep: (again = true) => keepRunning('The part', start, { again, say: (text) => void said.push(text) }),
  };
}

it('a part that ends is started again, later each time, and soon again after a good minute', async () => {
  const { started, said, keep } = parts();
  const part = await keep();
  for (const [i, wait] of [500, 1000, 2000].entries()) {
    started[i]?.end();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(started).toHaveLength(i + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toHaveLength(i + 2);
    expect(part.pid).toBe(i + 2);
  }
  expect(said.slice(0, 2)).toEqual(['It ended; it is started again', 'The part runs again']);
  await vi.advanceTimersByTimeAsync(61_000);
  started.at(-1)?.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(started).toHaveLength(5);
});

it('one that cannot start is tried until it does, every half minute at last', async () => {
  const { started, said, breakStart, keep } = parts();
  await keep();
  breakStart(true);
  started[0]?.end();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(said).toContain('The port is taken; next try in 1 s');
  expect(said.at(-1)).toBe('The port is taken; next try in 30 s');
  breakStart(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(started).toHaveLength(2);
  expect(said.at(-1)).toBe('The part runs again');
});

it('once stopped it stays so, also when it was about to be started', async () => {
  const { started, keep } = parts();
  const part = await keep();
  started[0]?.end();
  await vi.advanceTimersByTimeAsync(100);
  await part.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).toHaveLength(1);
});

it('where everything is stopped instead, it is only reported', async () => {
  const { started, said, keep } = parts();
  await keep(false);
  started[0]?.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([started.length, said]).toEqual([1, ['It ended']]);
});

it('the first start must work', async () => {
  const { breakStart, keep } = parts();
  breakStart(true);
  await expect(keep()).rejects.toThrow('The port is taken');
});
