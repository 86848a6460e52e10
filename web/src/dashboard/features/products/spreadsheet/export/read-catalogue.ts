import type { AdminProduct, RowCursor } from '@contract/admin.ts';
import { type ProductAddress, productList } from '#dashboard/features/products/list/product-rows-query.ts';

/** Every product that matches the filters of the products table, the oldest first. */
export async function readCatalogue(
  filters: ProductAddress['filters'],
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<AdminProduct[]> {
  const products: AdminProduct[] = [];
  let after: RowCursor | null | undefined;
  do {
    const sort = { by: 'createdAt', descending: false } as const;
    const page = await productList({ sort, filters }).read(500, after, signal);
    products.push(...page.rows);
    onProgress(products.length);
    ({ after } = page);
  } while (after);
  return products;
}
