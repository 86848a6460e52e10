import { maxSlips } from '@contract/packing-slip.ts';
import { expect, test } from 'vitest';
import { ordersOfPickList, pickListAddress } from './pick-list-address.ts';

test.each([[['a']], [['a', 'b', 'c']]])('the path of the pick list of %j contains their ids', (ids) => {
  const { searchParams } = new URL(pickListAddress(ids), 'http://shop.example');
  expect(ordersOfPickList(searchParams.get('orders'))).toEqual(ids);
});

test('at most 100 orders are on a pick list', () => {
  expect(ordersOfPickList(Array.from({ length: 300 }, (_, n) => n).join(','))).toHaveLength(maxSlips);
  expect(ordersOfPickList(null)).toEqual([]);
});
