import { expect, test } from 'vitest';
import { medianOf, tableOf } from './table.ts';

test('a table is Markdown, and a cell without a number is empty', () => {
  expect(
    tableOf(
      ['page', 'LCP'],
      [
        ['home', 900],
        ['search', null],
      ],
    ),
  ).toBe('| page | LCP |\n| --- | --: |\n| home | 900 |\n| search |  |');
});

test('the median is by size, not by digits, and nothing when a visit lacks the number', () => {
  expect(medianOf([3000, 900, 20_000])).toBe(3000);
  expect(medianOf([100, null, 97])).toBeNull();
});
