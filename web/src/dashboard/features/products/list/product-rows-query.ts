import { lowStock } from '@contract/products.ts';
import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { sqlList } from '#dashboard/lib/admin-queries.ts';
import type { TableAddress } from '#dashboard/lib/table-address.ts';
import { allCategories } from '#dashboard/lib/category-names.ts';

/** The columns that the table can be sorted by. */
export const productSorts = ['name', 'price', 'stock', 'updatedAt', 'createdAt'] as const;

type ProductFilterName = 'q' | 'category' | 'state' | 'stock';

export const productFilters: readonly TableFilter<ProductFilterName>[] = [
  {
    name: 'q',
    kind: 'search',
    label: 'Search products',
    placeholder: 'Name, brand, model, address, search word',
  },
  choiceOf('category', 'Category', 'All', allCategories),
  choiceOf('state', 'Sale', 'All', [
    { value: 'active', label: 'Active' },
    { value: 'archived', label: 'Archived' },
    { value: 'incomplete', label: 'Values missing' },
  ]),
  choiceOf('stock', 'Stock', 'All', [
    { value: 'in', label: 'In stock' },
    { value: 'low', label: `Low: ${lowStock} or fewer free` },
    { value: 'out', label: 'Out of stock' },
  ]),
];

/** With the choice of what was deleted, for those who may bring it back. */
export const productFiltersWithDeleted = productFilters.map((filter) =>
  filter.name === 'state' && filter.kind === 'choice'
    ? { ...filter, options: [...filter.options, { value: 'deleted', label: 'Deleted' }] }
    : filter,
);

export type ProductAddress = TableAddress<(typeof productSorts)[number], ProductFilterName>;

/** The catalogue, archived products too: searched, filtered and sorted in Postgres. */
export const productList = ({ sort, filters }: Pick<ProductAddress, 'sort' | 'filters'>) =>
  sqlList('find_products', {
    p_search: filters.q,
    p_category: filters.category,
    p_state: filters.state,
    p_stock: filters.stock,
    p_sort: sort.by,
    p_descending: sort.descending,
  });
