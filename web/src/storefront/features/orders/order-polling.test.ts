import { expect, it } from 'vitest';
import { nextPollDelay, watchForMs } from './order-polling.ts';

it('an undecided payment is asked about often at first, then less and less', () => {
  const waits = [0, 30_000, 120_000].map(nextPollDelay);
  expect(waits).toEqual([3_000, 8_000, 20_000]);
});

it('after a few minutes the page stops asking', () => {
  expect(nextPollDelay(watchForMs)).toBe(false);
});
