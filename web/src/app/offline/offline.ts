import type { QueryClient } from '@tanstack/react-query';
import { cacheResponses } from './cache-responses.ts';
import { cacheOwnOrders } from './cache-own-orders.ts';
import { cacheProductIndex } from './cache-product-index.ts';
import { watchWorker } from './watch-worker.ts';

/**
 * Everything that makes the shop usable offline. In a browser that blocks service workers or storage, the shop works
 * online only.
 */
export async function enableOfflineUse(queryClient: QueryClient): Promise<void> {
  try {
    const registration = await registerWorker();
    if (!registration) return;
    watchWorker(registration);
    await cacheResponses(queryClient);
    cacheOwnOrders(queryClient);
    await cacheProductIndex(queryClient);
  } catch (error) {
    console.warn('The shop cannot be used without a connection here:', error);
  }
}

/** Returns nothing in tests that block service workers. */
const registerWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.register('/service-worker.js');
