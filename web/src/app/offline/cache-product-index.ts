import { productIndex } from '@contract/product-index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { cacheIndex, cachedIndexQuery, readCachedIndex } from '#storefront/lib/cached-product-index.ts';
import { pageLoad } from '#lib/loading/page-load.ts';

/** What some browsers report about their connection. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** The index is refreshed after four hours, in milliseconds. If it is unchanged, the response has no body. */
const refreshAfterMs = 4 * 60 * 60 * 1000;
/** In milliseconds: the page's own requests come first. */
const delayAfterLoadMs = 3000;

/**
 * Stores the product index on the device and refreshes it: after the page and the worker's files have loaded, when
 * the connection is back, and when the page becomes visible again.
 */
export async function cacheProductIndex(queryClient: QueryClient): Promise<void> {
  const refreshSoon = () =>
    setTimeout(() => void refreshIndex(queryClient).catch(() => {}), delayAfterLoadMs);
  await pageLoad();
  await navigator.serviceWorker.ready;
  refreshSoon();
  window.addEventListener('online', refreshSoon);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshSoon();
  });
}

/** @throws what `callApi` throws, or the storage when it is full */
async function refreshIndex(queryClient: QueryClient): Promise<void> {
  // The service worker was removed while the page was open.
  if (!(await navigator.serviceWorker.getRegistration())) return;
  const cached = await readCachedIndex();
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!isIndexWanted(cached && Date.now() - cached.at, connection)) return;
  const index = await callApi(productIndex);
  await cacheIndex({ index, at: Date.now() });
  await queryClient.invalidateQueries({ queryKey: cachedIndexQuery.queryKey });
}

/**
 * Whether to download the index now: not with data saving on, and not over the slowest connections.
 * @param age of the copy on the device, in milliseconds; null without a copy
 */
export function isIndexWanted(age: number | null, connection: Connection = {}): boolean {
  if (connection.saveData || connection.effectiveType?.endsWith('2g')) return false;
  // Below zero the clock has been corrected since.
  return age === null || age < 0 || age >= refreshAfterMs;
}
