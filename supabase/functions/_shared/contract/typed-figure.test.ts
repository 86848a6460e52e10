import { expect, test } from 'vitest';
import { figureProblem, typedDecimal, typedFigure } from './typed-figure.ts';

test.each([
  ['4500', 4500],
  [' 4,500 ', 4500],
  ['12,500.00', 12_500],
  ['KES\u00a01,850,000', 1_850_000],
  ['Ksh. 95,000', 95_000],
  ['95,000/=', 95_000],
  ['kes 5', 5],
  ['\u200e95,000\u202c', 95_000],
  ['-3', -3],
  ['−3', -3],
  ['4500.50', 4500.5],
  ['12,500.000', 12_500],
  ['', undefined],
  ['  ', undefined],
  ['ten', 'ten'],
  ['1 ten', '1 ten'],
  ['1e3', '1e3'],
  ['1,999,50', '1,999,50'],
  ['1,5', '1,5'],
  ['95,00', '95,00'],
  ['1.850.000', '1.850.000'],
  ['95.000', '95.000'],
  ['+500', '+500'],
])('“%s” is %s', (text, figure) => {
  expect(typedFigure(text)).toBe(figure);
});

test.each([
  ['95.000', 'Is “95.000” 95 or 95,000? Write thousands with a comma'],
  [' KES 132.680 ', 'Is “KES 132.680” 132.68 or 132,680? Write thousands with a comma'],
  ['0.500', 'Is “0.500” 0.5 or 500? Write thousands with a comma'],
  ['1250.000', 'Is “1250.000” 1,250 or 1,250,000? Write thousands with a comma'],
  ['+500', '“+500” is not added here: write the new figure'],
  ['95.00', null],
  ['95.0000', null],
  ['ten', null],
  [95, null],
])('the problem of %s: %s', (text, problem) => {
  expect(figureProblem(text)).toBe(problem);
});

test('where decimals are meant, three of them are decimals', () => {
  expect(typedDecimal('28.500')).toBe(28.5);
  expect(typedDecimal('1,028.5')).toBe(1028.5);
  expect(typedDecimal('28,5')).toBe('28,5');
});
