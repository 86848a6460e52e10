import { productIndex } from '@contract/product-index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { keepIndex, keptIndexQuery, readKeptIndex } from '../../lib/kept-product-index.ts';
import { pageLoad } from '../../lib/page-load.ts';

/** What some browsers report about their connection. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** The index is fetched again after four hours, in milliseconds. If it is unchanged, the answer has no body. */
const renewedAfter = 4 * 60 * 60 * 1000;
/** How long after a page has loaded, in milliseconds: what it shows comes first. */
const rest = 3000;

/**
 * Stores the index of the shop on the device, and refreshes it from time to time: after the page and the worker's files,
 * when the connection is back, and when the page becomes visible again.
 */
export async function keepProductIndex(queryClient: QueryClient): Promise<void> {
  const renewSoon = () => setTimeout(() => void renewIndex(queryClient).catch(() => {}), rest);
  await pageLoad();
  await navigator.serviceWorker.ready;
  renewSoon();
  window.addEventListener('online', renewSoon);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') renewSoon();
  });
}

/** @throws what `callApi` throws; or the storage, where it is full */
async function renewIndex(queryClient: QueryClient): Promise<void> {
  // The service worker was removed while the page was open.
  if (!(await navigator.serviceWorker.getRegistration())) return;
  const kept = await readKeptIndex();
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!isIndexWanted(kept && Date.now() - kept.at, connection)) return;
  const index = await callApi(productIndex);
  await keepIndex({ index, at: Date.now() });
  await queryClient.invalidateQueries({ queryKey: keptIndexQuery.queryKey });
}

/**
 * Is the index worth the shopper's data now? Not when data saving is on, and not over the slowest connections.
 * @param age of the copy on the device, in milliseconds; null without a copy
 */
export function isIndexWanted(age: number | null, connection: Connection = {}): boolean {
  if (connection.saveData || connection.effectiveType?.endsWith('2g')) return false;
  return age === null || age >= renewedAfter;
}
