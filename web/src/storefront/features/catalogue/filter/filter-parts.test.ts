import type { ProductFilter, SpecFacet } from '@contract/product-filter.ts';
import { expect, test } from 'vitest';
import { activeParts, withBrand, withPrice, withSpec, withStock } from './filter-parts.ts';

const energy: SpecFacet = {
  ...{ key: 'energy', label: 'Energy', unit: 'kWh', kind: 'number', known: 9, low: 1, high: 9 },
  options: [],
};
const facets = [energy];
const shelf: ProductFilter = { category: 'batteries' };

test('each filter that is on can be read and taken away, the shelf itself cannot', () => {
  const brands = withBrand(withBrand(shelf, 'Deye', true), 'Ritar', true);
  const filter = withSpec(withStock(withPrice(brands, [5000, null]), true), 'energy', [5, 10]);
  const parts = activeParts(filter, facets, true);
  expect(parts.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    'Deye',
    'Ritar',
    'at least KES 5,000',
    'In stock',
    'Energy 5 to 10 kWh',
  ]);
  let rest = filter;
  for (const { part } of parts)
    rest = activeParts(rest, facets, true).find((one) => one.part === part)?.without ?? rest;
  expect(rest).toEqual(shelf);
});

test('a range without ends is no filter', () => {
  expect(withSpec(withSpec(shelf, 'energy', [1, 2]), 'energy', [null, null])).toEqual(shelf);
});

test('the results of a search can be taken out of a category', () => {
  const [part] = activeParts({ search: 'x', category: 'gps', specs: { energy: [1, 2] } }, facets, false);
  expect(part).toEqual({ part: 'category', words: 'GPS Equipment', without: { search: 'x' } });
});
