import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import type { IndexedProduct, ProductIndex } from '@contract/product-index.ts';
import { type SortChoice, sortsOf } from '../list/product-sort.ts';
import { searchIndex } from './search-index.ts';

/**
 * The products of the index that match a filter, sorted. Filters on data that the index does not have are ignored:
 * see `needsConnection`.
 */
export function filterIndex(
  { products }: ProductIndex,
  filter: ProductFilter,
  sort: ProductSort,
): IndexedProduct[] {
  const { search, category, brands, minPrice = 0, maxPrice = Infinity } = filter;
  const found = search === undefined ? [...products] : searchIndex(products, search);
  const matching = found.filter(
    (product) =>
      (category === undefined || product.category === category) &&
      (!brands || brands.includes(product.brand ?? '')) &&
      product.price >= minPrice &&
      product.price <= maxPrice,
  );
  if (sort === 'relevance') return matching;
  return matching.sort(sort === 'name' ? byName : (one, other) => one.price - other.price);
}

/** Whether a filter needs data that the index does not have: stock, or the figures of data sheets. */
export function needsConnection({ inStock, specs, texts }: ProductFilter): boolean {
  return inStock === true || specs !== undefined || texts !== undefined;
}

/** The sorts that the index supports; the first is used for any other. */
export function indexSorts(filter: ProductFilter): SortChoice[] {
  return sortsOf(filter).filter(({ key }) => key === 'relevance' || key === 'price' || key === 'name');
}

/** "Growatt 3 kW" before "Growatt 12 kW". */
const natural = new Intl.Collator('en-KE', { numeric: true });
const byName = (one: IndexedProduct, other: IndexedProduct) => natural.compare(one.name, other.name);
