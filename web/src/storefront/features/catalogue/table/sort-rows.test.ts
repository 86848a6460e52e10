import { expect, test } from 'vitest';
import { listedProduct } from '#testing/terrameter.ts';
import { numberIn, sortRows } from './sort-rows.ts';

const products = [
  listedProduct({ name: 'B', price: 300, stock: 1 }),
  listedProduct({ name: 'C', price: 100, stock: 0 }),
  listedProduct({ name: 'A', price: 200, stock: 7 }),
];
const columns = [{ label: 'Energy', values: ['10 kWh', null, '5.12 kWh'] }];

test.each([
  ['name', false, [2, 0, 1]],
  ['name', true, [1, 0, 2]],
  ['price', false, [1, 2, 0]],
  ['stock', true, [2, 0, 1]],
  // As numbers, and what is not known comes last.
  ['Energy', false, [2, 0, 1]],
  ['Energy', true, [0, 2, 1]],
])('by %s, descending %s', (column, isDescending, order) => {
  expect(sortRows(products, columns, { column, isDescending })).toEqual(order);
});

test('without a sort the products stay as the shop lists them', () => {
  expect(sortRows(products, columns, null)).toEqual([0, 1, 2]);
});

test.each([
  ['6,000 cycles', 6000],
  ['1 to 1000 mA', 1],
  ['LiFePO4', 4],
  ['Pure sine wave', null],
  [null, null],
])('the number in %s is %s', (value, number) => {
  expect(numberIn(value)).toBe(number);
});
