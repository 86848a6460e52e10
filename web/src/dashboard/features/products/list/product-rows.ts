import type { AdminProduct } from '@contract/admin.ts';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import type { TableSort } from '../../../lib/table-address.ts';
import { type PageOfRows, useAdminRows } from '../../../lib/use-admin-rows.ts';

export const productPageSize = 50;

/** What the table can be ordered by. */
export const productSorts = ['name', 'price', 'stock', 'updatedAt', 'createdAt'] as const;
export type ProductSort = (typeof productSorts)[number];

export const productFilters = ['q', 'category', 'state', 'stock'] as const;

type Question = {
  page: number;
  sort: TableSort<ProductSort>;
  filters: Record<(typeof productFilters)[number], string>;
};

/** One page of the catalogue, archived products too: searched, filtered, sorted and counted in Postgres. */
export function useProductRows({ page, sort, filters }: Question) {
  return useAdminRows<AdminProduct>(
    ['products', page, sort.by, sort.descending, filters.q, filters.category, filters.state, filters.stock],
    async (signal): Promise<PageOfRows<AdminProduct>> => {
      const database = await adminDatabase();
      const { data } = await answerOf(
        database
          .rpc('find_products', {
            p_search: filters.q,
            p_category: filters.category,
            p_state: filters.state,
            p_stock: filters.stock,
            p_sort: sort.by,
            p_descending: sort.descending,
            p_limit: productPageSize,
            p_offset: (page - 1) * productPageSize,
          })
          .abortSignal(signal),
      );
      const { products, total } = data as unknown as { products: AdminProduct[]; total: number };
      return { rows: products, total };
    },
  );
}
