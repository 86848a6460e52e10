import { type AdminProduct, deleteProduct } from '@contract/admin.ts';
import { changeProducts, type ChangeProductsRequest } from '@contract/product-changes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminDatabase, answerOf } from '../../lib/admin-database.ts';
import { adminKey, useRefreshAdmin } from '../../lib/use-admin-rows.ts';

/** These products as they are now, archived ones too; those that are gone are left out. At most 500. */
export async function readProducts(ids: readonly string[], signal: AbortSignal): Promise<AdminProduct[]> {
  const database = await adminDatabase();
  const { data } = await answerOf(database.rpc('products_by_ids', { p_ids: [...ids] }).abortSignal(signal));
  return data as unknown as AdminProduct[];
}

/** One product; null when there is none. Asked for once: a form is not changed under who types in it. */
export function useProductToEdit(id: string) {
  return useQuery({
    queryKey: [adminKey, 'product-to-edit', id],
    // An address that somebody typed wrong names no product.
    queryFn: async ({ signal }) => (isUuid.test(id) ? ((await readProducts([id], signal))[0] ?? null) : null),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Changes price, stock or sale of some products, all or nothing, and then what the dashboard shows. */
export function useChangeProducts() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: (request: ChangeProductsRequest) => callApi(changeProducts, { body: request }),
    onSuccess: refresh,
  });
}

/** Erases a product, or archives it when it was ever ordered; the answer says which. */
export function useDeleteProduct() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: (id: string) => callApi(deleteProduct, { params: { id } }),
    onSuccess: refresh,
  });
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
