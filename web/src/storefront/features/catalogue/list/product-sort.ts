import type { ProductSort } from '@contract/product-filter.ts';

export type SortChoice = { key: ProductSort; label: string };

const always: readonly SortChoice[] = [
  { key: 'price', label: 'Price: low to high' },
  { key: 'rating', label: 'Rating: high to low' },
  { key: 'name', label: 'Name: A to Z' },
];

const perKwh: SortChoice = { key: 'price_per_kwh', label: 'Price per kWh' };
const perAh: SortChoice = { key: 'price_per_ah', label: 'Price per Ah' };
const perWatt: SortChoice = { key: 'price_per_watt', label: 'Price per W' };

/** The figures that products of a category are compared by, besides the price. */
const derived = new Map<string | undefined, readonly SortChoice[]>([
  ['batteries', [perKwh, perAh]],
  ['solar', [perWatt, perKwh]],
  ['invertors', [perWatt]],
]);

/** The sorts of a category or of search results, by their names in the query string. The first is the default. */
export function sortsOf({ category, search }: { category?: string; search?: string }): readonly SortChoice[] {
  const best: readonly SortChoice[] = search === undefined ? [] : [{ key: 'relevance', label: 'Best match' }];
  return [...best, ...always, ...(derived.get(category) ?? [])];
}

/** The sort in a query string; the first for an unknown one. */
export function readProductSort(text: string | null, choices: readonly SortChoice[]): ProductSort {
  return (choices.find(({ key }) => key === text) ?? choices[0])?.key ?? 'price';
}
