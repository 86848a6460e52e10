import { expect, it } from 'vitest';
import { isUuid } from './uuid.ts';

it.each([
  ['b5b7a3c0-0000-4000-8000-000000000001', true],
  ['B5B7A3C0-0000-4000-8000-000000000001', true],
  ['b5b7a3c0-0000-4000-8000-00000000000', false],
  ['b5b7a3c0-0000-4000-8000-0000000000012', false],
  ['xb5b7a3c0-0000-4000-8000-000000000001', false],
  ['g5b7a3c0-0000-4000-8000-000000000001', false],
  ['b5b7a3c000004000800000000000001', false],
])('is %s a UUID? %s', (text, answer) => {
  expect(isUuid(text)).toBe(answer);
});
