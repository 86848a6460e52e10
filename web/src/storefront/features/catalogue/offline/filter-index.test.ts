import type { IndexedProduct } from '@contract/product-index.ts';
import { expect, test } from 'vitest';
import { filterIndex, indexSorts, needsConnection } from './filter-index.ts';

const product = (name: string, price: number, category: string, brand: string | null): IndexedProduct => ({
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  price,
  category,
  brand,
  model: null,
  keyValues: [],
  keywords: '',
});
const index = {
  isWhole: true,
  products: [
    product('Growatt 12 kW', 300_000, 'invertors', 'Growatt'),
    product('Growatt 3 kW', 90_000, 'invertors', 'Growatt'),
    product('Deye 8 kW', 200_000, 'invertors', 'Deye'),
    product('Growatt battery', 150_000, 'batteries', 'Growatt'),
    product('No name', 10, 'gps', null),
  ],
};
const names = (...args: [Parameters<typeof filterIndex>[1], Parameters<typeof filterIndex>[2]]) =>
  filterIndex(index, ...args).map(({ name }) => name);

test('a category is sorted by price or by name, and filtered by brand and price', () => {
  const category = 'invertors';
  expect(names({ category }, 'price')).toEqual(['Growatt 3 kW', 'Deye 8 kW', 'Growatt 12 kW']);
  expect(names({ category }, 'name')).toEqual(['Deye 8 kW', 'Growatt 3 kW', 'Growatt 12 kW']);
  expect(names({ category, brands: ['Growatt'] }, 'price')).toEqual(['Growatt 3 kW', 'Growatt 12 kW']);
  expect(names({ category, minPrice: 90_001, maxPrice: 200_000 }, 'price')).toEqual(['Deye 8 kW']);
  expect(index.products[0]?.name).toBe('Growatt 12 kW');
});

test('a search is sorted by relevance until another sort is chosen', () => {
  const [search, category] = ['growatt', 'invertors'];
  expect(names({ search, category }, 'relevance')).toEqual(['Growatt 12 kW', 'Growatt 3 kW']);
  expect(names({ search }, 'price')).toEqual(['Growatt 3 kW', 'Growatt battery', 'Growatt 12 kW']);
});

test('data that the index does not have cannot be sorted by, and filtering by it needs the connection', () => {
  expect(indexSorts({ category: 'batteries' }).map(({ key }) => key)).toEqual(['price', 'name']);
  expect(indexSorts({ search: 'x' }).map(({ key }) => key)).toEqual(['relevance', 'price', 'name']);
  expect(needsConnection({ category: 'gps', brands: ['Garmin'], maxPrice: 9 })).toBe(false);
  for (const filter of [
    { inStock: true as const },
    { specs: { energy: [5, null] as [number, null] } },
    { texts: {} },
  ])
    expect(needsConnection(filter)).toBe(true);
});
