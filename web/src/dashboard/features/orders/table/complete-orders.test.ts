import { expect, test } from 'vitest';
import { completedWords } from './complete-orders.ts';

test.each([
  [['a'], [], '1 order is completed.'],
  [['a', 'b'], [], '2 orders are completed.'],
  [['a', 'b'], ['c'], '2 orders are completed. 1 could not be: only a paid order can.'],
  [[], ['c'], 'No order was completed. 1 could not be: only a paid order can.'],
])('of several orders it is said what became of them: %#', (done, refused, words) => {
  expect(completedWords({ done, refused })).toBe(words);
});
