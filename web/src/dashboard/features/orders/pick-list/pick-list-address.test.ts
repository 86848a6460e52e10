import { expect, test } from 'vitest';
import { maxSlips, ordersOfSlips, slipsAddress } from './slips-address.ts';

test.each([[['a']], [['a', 'b', 'c']]])('the path of the packing slips of %j contains their ids', (ids) => {
  const address = new URL(slipsAddress(ids), 'http://shop.example');
  const id = address.pathname.split('/')[3] ?? '';
  expect(ordersOfSlips(id, address.searchParams.get('with'))).toEqual(ids);
});

test('at most 100 packing slips are printed at once', () => {
  const many = Array.from({ length: 300 }, (_, number) => String(number));
  expect(ordersOfSlips('first', many.join(','))).toHaveLength(maxSlips);
});
