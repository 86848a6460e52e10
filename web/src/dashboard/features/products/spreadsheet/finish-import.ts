import type { ProductImport } from '@contract/product-imports.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { retried } from '#dashboard/lib/send-in-parts.ts';

/**
 * Writes the waiting rows of an import step by step, or reverts them when it is undone. A failed step is retried; rows
 * written before stay written, once.
 * @param onStep called after each step; must not fail
 * @throws ApiError or ConnectionError of the last attempt
 */
export async function finishImport(
  started: ProductImport,
  onStep: (one: ProductImport) => void | Promise<void>,
): Promise<ProductImport> {
  let one = started;
  while (one.waiting > 0) {
    one = await retried(() => callSql('continue_product_import', { p_id: started.id }));
    await onStep(one);
  }
  return one;
}
