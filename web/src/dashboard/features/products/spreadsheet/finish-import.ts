import type { ProductImport } from '@contract/product-imports.ts';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';

/** Milliseconds before each retry of a failed step. */
const retryDelaysMs = [1_000, 3_000, 6_000, 10_000];

/**
 * Writes the waiting rows of an import step by step, or reverts them when it is undone. A failed step is retried for
 * about twenty seconds; rows written before stay written, once.
 * @param onStep called after each step; must not fail
 * @throws ApiError or ConnectionError of the last attempt
 */
export async function finishImport(
  started: ProductImport,
  onStep: (one: ProductImport) => void | Promise<void>,
): Promise<ProductImport> {
  let one = started;
  for (let failures = 0; one.waiting > 0;) {
    try {
      one = await callSql('continue_product_import', { p_id: one.id });
      failures = 0;
      await onStep(one);
    } catch (error) {
      const wait = retryDelaysMs[failures];
      if (wait === undefined || !isTemporary(error)) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return one;
}

/** No response, a server error or overload, or a slug that was taken at the same moment. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.reply?.code === 'slug_taken');
}
