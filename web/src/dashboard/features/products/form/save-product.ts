import type { AdminProduct } from '@contract/admin.ts';
import { createProduct, updateProduct } from '@contract/product-form.ts';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../../lib/api-client.ts';
import { useRefreshAdmin } from '../../../lib/use-admin-rows.ts';
import { createRequestOf, updateRequestOf } from './product-check.ts';
import type { ProductValues } from './product-values.ts';

type Form = {
  values: ProductValues;
  /** The product as the editor saw it; null for a new one. */
  base: AdminProduct | null;
  /** A new product is made once under it. */
  key: string;
};

/** Makes or changes a product; then the list, the figures and the shelves are asked for again. */
export function useSaveProduct() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ values, base, key }: Form) =>
      base
        ? callApi(updateProduct, { params: { id: base.id }, body: updateRequestOf(values, base) })
        : callApi(createProduct, { body: createRequestOf(values), idempotencyKey: key }),
    onSuccess: refresh,
  });
}
