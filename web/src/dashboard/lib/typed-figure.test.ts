import { expect, test } from 'vitest';
import { typedFigure } from './typed-figure.ts';

test.each([
  ['4500', 4500],
  [' 4,500 ', 4500],
  ['KES\u00a01,850,000', 1_850_000],
  ['kes 5', 5],
  ['-3', -3],
  ['4500.50', 4500.5],
  ['', undefined],
  ['  ', undefined],
  ['ten', 'ten'],
  ['1 ten', '1 ten'],
  ['1e3', '1e3'],
  ['1,999,50', '1,999,50'],
  ['1,5', '1,5'],
])('"%s" is %s', (text, figure) => {
  expect(typedFigure(text)).toBe(figure);
});
