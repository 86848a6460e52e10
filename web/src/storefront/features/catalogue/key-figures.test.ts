import { expect, test } from 'vitest';
import { keyFigures } from './key-figures.ts';

test('the figures of a product are on one line, each joined to its unit', () => {
  expect(keyFigures({ keyFigures: ['550 W', '5 panels', '21.3 %'] })).toBe(
    '550\u00a0W\u00a0· 5 panels\u00a0· 21.3\u00a0%',
  );
  expect(keyFigures({ keyFigures: ['40 to 60 V battery'] })).toBe('40\u00a0to 60\u00a0V battery');
});

test('a product without figures has no line', () => {
  expect(keyFigures({ keyFigures: [] })).toBe('');
});
