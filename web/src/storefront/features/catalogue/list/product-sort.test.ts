import { expect, test } from 'vitest';
import { readProductSort, sortsOf } from './product-sort.ts';

const keys = (list: Parameters<typeof sortsOf>[0]) => sortsOf(list).map(({ key }) => key);

test('a shelf is sorted by price, rating or name, and by what its products are compared by', () => {
  expect(keys({ category: 'gps' })).toEqual(['price', 'rating', 'name']);
  expect(keys({ category: 'batteries' })).toEqual([
    'price',
    'rating',
    'name',
    'price_per_kwh',
    'price_per_ah',
  ]);
});

test('a search begins with what matches best', () => {
  expect(keys({ search: 'gps' })).toEqual(['relevance', 'price', 'rating', 'name']);
});

test('an unknown sort in the query string means the first one, and so does another shelf’s', () => {
  for (const text of ['colour', null, '', 'relevance', 'price_per_kwh'])
    expect(readProductSort(text, sortsOf({ category: 'gps' }))).toBe('price');
  expect(readProductSort('rating', sortsOf({ category: 'gps' }))).toBe('rating');
});
