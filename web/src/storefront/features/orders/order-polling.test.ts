import { expect, it } from 'vitest';
import { nextPollDelay, pollForMs } from './orders-queries.ts';

it('an undecided payment is polled often at first, then less and less', () => {
  const waits = [0, 19_999, 20_000, 89_999, 90_000, pollForMs - 1].map(nextPollDelay);
  expect(waits).toEqual([3_000, 3_000, 8_000, 8_000, 20_000, 20_000]);
});

it('after a few minutes polling stops', () => {
  expect(nextPollDelay(pollForMs)).toBe(false);
});
