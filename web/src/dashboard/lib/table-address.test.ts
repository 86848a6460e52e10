import { expect, test } from 'vitest';
import { readPage, readSort } from './table-address.ts';

test.each([
  ['12', 12],
  [null, 1],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['99999999', 1],
])('a page of %s is page %i', (text, page) => {
  expect(readPage(text)).toBe(page);
});

test('a sort is a column of the table, with a minus for descending order', () => {
  expect(readSort('price', ['name', 'price'])).toEqual({ by: 'price', descending: false });
  expect(readSort('-name', ['name', 'price'])).toEqual({ by: 'name', descending: true });
  expect(readSort('password', ['name', 'price'])).toBeNull();
  expect(readSort(null, ['name'])).toBeNull();
});
