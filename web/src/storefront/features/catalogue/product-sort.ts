import type { Product } from '@contract/products.ts';

/** The ways to sort a category, by their names in the query string. The first is the default. */
export const productSorts = [
  { key: 'price', label: 'Price: low to high' },
  { key: 'rating', label: 'Rating: high to low' },
  { key: 'name', label: 'Name: A to Z' },
] as const;

export type ProductSort = (typeof productSorts)[number]['key'];

/** The sort in a query string; the first for anything unknown. */
export function readProductSort(text: string | null): ProductSort {
  return productSorts.find(({ key }) => key === text)?.key ?? 'price';
}

type Sortable = Pick<Product, 'name' | 'price' | 'rating'>;

// One collator: localeCompare builds one for every comparison.
const names = new Intl.Collator('en-KE', { numeric: true, sensitivity: 'base' });

const comparisons: Record<ProductSort, (a: Sortable, b: Sortable) => number> = {
  price: (a, b) => a.price - b.price || names.compare(a.name, b.name),
  rating: (a, b) => ratingOf(b) - ratingOf(a) || names.compare(a.name, b.name),
  name: (a, b) => names.compare(a.name, b.name),
};

/** A sorted copy: price ascending, rating descending, or name alphabetical; equals by name. */
export function sortProducts<Item extends Sortable>(products: readonly Item[], sort: ProductSort): Item[] {
  return [...products].sort(comparisons[sort]);
}

/** Products without ratings come last. */
function ratingOf({ rating }: Sortable): number {
  const figure = Number(rating ?? 0);
  return Number.isFinite(figure) ? figure : 0;
}
