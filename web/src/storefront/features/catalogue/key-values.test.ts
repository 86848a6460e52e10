import { expect, test } from 'vitest';
import { keyValues } from './key-values.ts';

test('the figures of a product are on one line, each joined to its unit', () => {
  expect(keyValues({ keyValues: ['550 W', '5 panels', '21.3 %'] })).toBe(
    '550\u00a0W\u00a0· 5 panels\u00a0· 21.3\u00a0%',
  );
  expect(keyValues({ keyValues: ['40 to 60 V battery'] })).toBe('40\u00a0to 60\u00a0V battery');
});

test('a product without figures has no line', () => {
  expect(keyValues({ keyValues: [] })).toBe('');
});
