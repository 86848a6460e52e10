import type { ProductFilter, SpecFacet, TextFacet } from '@contract/product-filter.ts';
import { expect, test } from 'vitest';
import {
  activeParts,
  withBrand,
  withCategory,
  withPrice,
  withSpec,
  withStock,
  withText,
} from './filter-parts.ts';

const energy: SpecFacet = {
  key: 'energy',
  label: 'Energy',
  unit: 'kWh',
  kind: 'number',
  known: 9,
  low: 1,
  high: 9,
  options: [],
};
const chemistry: TextFacet = {
  key: 'chemistry',
  label: 'Chemistry',
  options: [{ value: 'AGM lead-acid', slug: 'agm-lead-acid', count: 2 }],
};
const facets = { specs: [energy], texts: [chemistry] };
const category: ProductFilter = { category: 'batteries' };

test('each active filter is shown and can be removed, the category itself cannot', () => {
  const brands = withBrand(withBrand(category, 'Deye', true), 'Ritar', true);
  const filter = withSpec(withStock(withPrice(brands, [5000, null]), true), 'energy', [5, 10]);
  const parts = activeParts(filter, facets, true);
  expect(parts.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual([
    'Deye',
    'Ritar',
    'at least KES 5,000',
    'In stock',
    'Energy 5 to 10 kWh',
  ]);
  let rest = filter;
  for (const { part } of parts)
    rest =
      activeParts(rest, facets, true)
        .find((one) => one.part === part)
        ?.remove(rest) ?? rest;
  expect(rest).toEqual(category);
});

test('several values of an attribute can be chosen, and removed one by one or all at once', () => {
  const one = withText(category, 'chemistry', 'agm-lead-acid', true);
  const both = withText(one, 'chemistry', 'lifepo4', true);
  const [part] = activeParts(both, facets, true);
  // Unknown values are shown as in the URL.
  expect(part?.label).toBe('Chemistry AGM lead-acid or lifepo4');
  expect(part?.remove(both)).toEqual(category);
  expect(withText(both, 'chemistry', 'lifepo4', false)).toEqual(one);
  expect(withText(one, 'chemistry', 'agm-lead-acid', false)).toEqual(category);
  expect(withCategory(both, 'gps')).toEqual({ category: 'gps' });
});

test('a range without limits is no filter', () => {
  expect(withSpec(withSpec(category, 'energy', [1, 2]), 'energy', [null, null])).toEqual(category);
});

test('the category filter of a search can be removed', () => {
  const filter: ProductFilter = { search: 'x', category: 'gps', specs: { energy: [1, 2] } };
  const [part] = activeParts(filter, facets, false);
  expect(part).toMatchObject({ part: 'category', label: 'GPS Equipment' });
  expect(part?.remove(filter)).toEqual({ search: 'x' });
});
