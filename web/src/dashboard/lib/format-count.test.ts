import { expect, test } from 'vitest';
import { counted } from './format-count.ts';

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [100_000, '100,000 orders'],
])('%i is %s', (count, text) => {
  expect(counted(count, 'order')).toBe(text);
});
