import { expect, test } from 'vitest';
import { targetLine } from './bench-table.ts';

test('a target says whether it is met, what was found and what was wanted', () => {
  expect(targetLine({ name: 'shelf', found: 0.1234, must: 0.1, aim: 0.2 })).toBe(
    '✓ shelf: 0.123 (at least 0.1, aim 0.2)',
  );
  expect(targetLine({ name: 'shelf', found: 0.0999, must: 0.1 })).toBe('✗ shelf: 0.0999 (at least 0.1)');
  expect(targetLine({ name: 'errors', found: 0, must: 0, isMost: true })).toBe('✓ errors: 0 (at most 0)');
  expect(targetLine({ name: 'errors', found: 1, must: 0, isMost: true })).toBe('✗ errors: 1 (at most 0)');
});
