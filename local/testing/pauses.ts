import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** Shorter timers only let others go first, longer ones end work that hangs, and Node's fetch has one of 499 ms. */
const isPause = (milliseconds: number) =>
  milliseconds >= 100 && milliseconds <= 1000 && milliseconds % 100 === 0;
const { setTimeout: start } = globalThis;

/**
 * Ends every pause of the tested code at once, for the rest of the test.
 * @param isHeld ends them only when `end` is called
 * @returns the lengths of the pauses that have begun, in milliseconds
 */
export function endPauses({ isHeld = false } = {}): { pauses: number[]; end(): void } {
  const pauses: number[] = [];
  const held: (() => void)[] = [];
  const withoutPause = (act: () => void, milliseconds = 0) => {
    if (!isPause(milliseconds)) return start(act, milliseconds);
    pauses.push(milliseconds);
    if (!isHeld) return start(act, 0);
    held.push(act);
    return start(() => {}, 0);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(withoutPause as typeof setTimeout);
  return { pauses, end: () => held.splice(0).forEach((act) => act()) };
}

/** Fails when the answer does not wait for a pause of half a second. */
export async function answeredAfterPause<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const { pauses, end } = endPauses({ isHeld: true });
  let isAnswered = false;
  const answer = ask().finally(() => (isAnswered = true));
  await expect.poll(() => pauses).toEqual([500]);
  await sleep(20);
  expect(isAnswered).toBe(false);
  end();
  return answer;
}
