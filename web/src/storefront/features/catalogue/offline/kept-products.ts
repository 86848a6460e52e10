import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import type { IndexedProduct, ProductIndex } from '@contract/product-index.ts';
import { type SortChoice, sortsOf } from '../list/product-sort.ts';
import { searchIndex } from './search-index.ts';

/** The products of the index under a filter, in its order. What the index cannot tell does not filter: see `needsConnection`. */
export function keptProducts(
  { products }: ProductIndex,
  filter: ProductFilter,
  sort: ProductSort,
): IndexedProduct[] {
  const { search, category, brands, minPrice = 0, maxPrice = Infinity } = filter;
  const found = search === undefined ? [...products] : searchIndex(products, search);
  const left = found.filter(
    (product) =>
      (category === undefined || product.category === category) &&
      (!brands || brands.includes(product.brand ?? '')) &&
      product.price >= minPrice &&
      product.price <= maxPrice,
  );
  if (sort === 'relevance') return left;
  return left.sort(sort === 'name' ? byName : (one, other) => one.price - other.price);
}

/** Does a filter ask for what only the shop knows: stock, or the figures of data sheets? */
export function needsConnection({ inStock, specs, texts }: ProductFilter): boolean {
  return inStock === true || specs !== undefined || texts !== undefined;
}

/** The ways in which the index can be sorted, the first for any other. */
export function keptSorts(filter: ProductFilter): SortChoice[] {
  return sortsOf(filter).filter(({ key }) => key === 'relevance' || key === 'price' || key === 'name');
}

/** "Growatt 3 kW" before "Growatt 12 kW". */
const natural = new Intl.Collator('en-KE', { numeric: true });
const byName = (one: IndexedProduct, other: IndexedProduct) => natural.compare(one.name, other.name);
