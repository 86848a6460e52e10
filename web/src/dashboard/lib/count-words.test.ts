import { expect, test } from 'vitest';
import { counted } from './count-words.ts';

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [100_000, '100,000 orders'],
])('%i is %s', (count, words) => {
  expect(counted(count, 'order')).toBe(words);
});
