import type { ProductFacets, SpecFacet } from '@contract/product-filter.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { ProductFilters } from './product-filters.tsx';

const figure = (label: string, known: number, unit: string | null = 'V'): SpecFacet => ({
  key: label.toLowerCase(),
  label,
  unit,
  kind: 'number',
  known,
  low: 1,
  high: 2,
  options: [
    { low: 1, high: 1, count: known },
    { low: 2, high: 2, count: 1 },
  ],
});
const facets: ProductFacets = {
  total: 12,
  inStock: 12,
  price: { low: 95_000, high: 415_000 },
  brands: [
    { brand: 'Deye', count: 6 },
    { brand: 'Ritar', count: 6 },
  ],
  categories: [],
  specs: [
    figure('Rare', 2),
    figure('Per kWh', 12, 'KES'),
    ...['A', 'B', 'C'].map((label) => figure(label, 12)),
  ],
  texts: [
    {
      key: 'chemistry',
      label: 'Chemistry',
      options: [
        { value: 'LiFePO4', slug: 'lifepo4', count: 9 },
        { value: 'Lead-acid', slug: 'lead-acid', count: 3 },
      ],
    },
  ],
  without: {},
};
const show = (filter: object) =>
  renderInShop(
    <ProductFilters
      facets={facets}
      filter={{ category: 'batteries', ...filter }}
      isCategory
      onChange={() => {}}
    />,
  );

test('six groups are open; what few products state and prices per unit stand under More filters', () => {
  show({});
  const groups = screen
    .getAllByRole<HTMLDetailsElement>('group')
    .filter((group) => group.tagName === 'DETAILS');
  const names = (isOpen: boolean) =>
    groups.filter(({ open }) => open === isOpen).map((group) => group.querySelector('summary')?.textContent);
  expect(names(true)).toEqual(['Price', 'A', 'B', 'C', 'Chemistry', 'Brand']);
  expect(names(false)).toEqual(['More filters', 'Rare', 'Per kWh']);
  // Of two values one is pressed: nothing to type but the price.
  const typed = screen.getAllByRole('textbox').map((field) => field.getAttribute('placeholder'));
  expect(typed).toEqual(['95,000', '415,000']);
});

test('a chosen filter under More filters is seen, and a typed range can be changed', () => {
  show({ specs: { rare: [1, 1.5] } });
  const more = screen.getByText('More filters').closest('details');
  expect(more?.open).toBe(true);
  const from = within(more!).getByRole('textbox', { name: 'Rare, from, V' });
  expect(from).toHaveProperty('value', '1');
});
