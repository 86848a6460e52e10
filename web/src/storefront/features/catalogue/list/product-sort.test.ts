import { expect, test } from 'vitest';
import { readProductSort, sortsOf } from './product-sort.ts';

const keys = (list: Parameters<typeof sortsOf>[0]) => sortsOf(list).map(({ key }) => key);

test('a category is sorted by price, rating or name, and by the figures that its products are compared by', () => {
  expect(keys({ category: 'gps' })).toEqual(['price', 'rating', 'name']);
  expect(keys({ category: 'batteries' })).toEqual([
    'price',
    'rating',
    'name',
    'price_per_kwh',
    'price_per_ah',
  ]);
});

test('a search is sorted by relevance first', () => {
  expect(keys({ search: 'gps' })).toEqual(['relevance', 'price', 'rating', 'name']);
});

test('an unknown sort in the query string, or another category’s, means the first one', () => {
  for (const text of ['colour', null, '', 'relevance', 'price_per_kwh'])
    expect(readProductSort(text, sortsOf({ category: 'gps' }))).toBe('price');
  expect(readProductSort('rating', sortsOf({ category: 'gps' }))).toBe('rating');
});
