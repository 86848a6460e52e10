import { continueImport, type ProductImport } from '@contract/product-imports.ts';
import { ApiError, callApi, ConnectionError } from '../../../../lib/api-client.ts';

/** Milliseconds before each further try of a step that failed. */
const waits = [1_000, 3_000, 6_000, 10_000];

/**
 * Has the shop write the rows of an import that are waiting, or put them back once it is undone, step by step. A step
 * that fails is tried again for some twenty seconds; what was written before stays written, once.
 * @param onStep called after each step, and must not fail
 * @throws ApiError or ConnectionError of the last try
 */
export async function finishImport(
  begun: ProductImport,
  onStep: (one: ProductImport) => void | Promise<void>,
): Promise<ProductImport> {
  let one = begun;
  for (let failures = 0; one.waiting > 0;) {
    try {
      one = await callApi(continueImport, { params: { id: one.id } });
      failures = 0;
      await onStep(one);
    } catch (error) {
      const wait = waits[failures];
      if (wait === undefined || !mayWorkLater(error)) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return one;
}

/** No answer, a shop that is not well or busy, or an address that somebody took at this very moment. */
function mayWorkLater(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.reply?.code === 'slug_taken');
}
