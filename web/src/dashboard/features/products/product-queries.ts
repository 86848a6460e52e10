import type { AdminProduct } from '@contract/admin.ts';
import { productColumns } from '@contract/product-columns.ts';
import { isUuid } from '@contract/uuid.ts';
import { useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

/** The query key of one product. */
export const productToEditKey = (id: string) => [adminKey, 'product-to-edit', id];

/** One product, or null. Fetched once: a form must not change while the user types. */
export function useProductToEdit(id: string) {
  return useQuery({
    queryKey: productToEditKey(id),
    queryFn: async ({ signal }) =>
      isUuid(id) ? ((await callSql('products_by_ids', { p_ids: [id] }, signal))[0] ?? null) : null,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Products that can be changed at once. */
export const maxProductsAtOnce = 500;

/** What is to be written of a product, and the values that the editor saw before. */
export type ProductChange = { id: string; seen: ChangedFields; set: ChangedFields };
type ChangedFields = Partial<Pick<AdminProduct, 'price' | 'stock' | 'isActive'>>;

type ProductChanges = {
  changes: readonly ProductChange[];
  /** Its key and what it does: it can be undone as a whole. */
  bulk?: { id: string; what: string };
};

/** Changes price, stock or availability of some products, all or none. */
export function useChangeProducts() {
  return useAdminWrite(({ changes, bulk }: ProductChanges) =>
    callSql('change_products', {
      ...(bulk && { p_id: bulk.id, p_what: bulk.what }),
      p_changes: changes.map(({ id, seen, set }) => ({
        id,
        seen: productColumns(seen),
        set: productColumns(set),
      })),
    }),
  );
}
