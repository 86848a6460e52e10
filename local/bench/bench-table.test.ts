import { expect, test } from 'vitest';
import { targetLine } from './bench-table.ts';

test('a target line shows whether it is met, the measured value and the required one', () => {
  expect(targetLine({ name: 'shelf', found: 0.1234, required: 0.1, goal: 0.2 })).toBe(
    '✓ shelf: 0.123 (at least 0.1, goal 0.2)',
  );
  expect(targetLine({ name: 'shelf', found: 0.0999, required: 0.1 })).toBe('✗ shelf: 0.0999 (at least 0.1)');
  expect(targetLine({ name: 'errors', found: 0, required: 0, isUpperBound: true })).toBe(
    '✓ errors: 0 (at most 0)',
  );
  expect(targetLine({ name: 'errors', found: 1, required: 0, isUpperBound: true })).toBe(
    '✗ errors: 1 (at most 0)',
  );
});
