import { lowStock } from '@contract/products.ts';
import type { TableFilter } from '#dashboard/components/table-filters.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';
import type { TableAddress } from '#dashboard/lib/table-address.ts';
import { allCategories } from '../category-names.ts';

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
  {
    name: 'category',
    kind: 'choice',
    label: 'Category',
    options: [{ value: '', label: 'All' }, ...allCategories],
  },
  {
    name: 'state',
    kind: 'choice',
    label: 'Sale',
    folded: true,
    options: [
      { value: '', label: 'All' },
      { value: 'active', label: 'Active' },
      { value: 'archived', label: 'Archived' },
    ],
  },
  {
    name: 'stock',
    kind: 'choice',
    label: 'Stock',
    folded: true,
    options: [
      { value: '', label: 'All' },
      { value: 'in', label: 'In stock' },
      { value: 'low', label: `Low: 1 to ${lowStock}` },
      { value: 'out', label: 'Out of stock' },
    ],
  },
];

type ProductAddress = TableAddress<(typeof productSorts)[number], ProductFilterName>;

/** One page of the catalogue, archived products too: searched, filtered, sorted and counted in Postgres. */
export function useProductRows({ page, sort, filters }: ProductAddress) {
  return useAdminRows(['products', page, sort, filters], async (signal) => {
    const { products, total } = await callSql(
      'find_products',
      {
        p_search: filters.q,
        p_category: filters.category,
        p_state: filters.state,
        p_stock: filters.stock,
        p_sort: sort.by,
        p_descending: sort.descending,
        p_limit: pageSize,
        p_offset: (page - 1) * pageSize,
      },
      signal,
    );
    return { rows: products, total };
  });
}
