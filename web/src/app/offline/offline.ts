import type { QueryClient } from '@tanstack/react-query';
import { retryFailedQueries } from './retry-failed-queries.ts';
import { keepAnswers } from './keep-answers.ts';
import { keepOwnOrders } from './keep-own-orders.ts';
import { keepProductIndex } from './keep-product-index.ts';
import { watchWorker } from './watch-worker.tsx';

/**
 * Everything that makes the shop usable offline. Where the browser refuses the service worker or the storage, the shop
 * works online only.
 */
export async function enableOfflineUse(queryClient: QueryClient): Promise<void> {
  try {
    const registration = await registerWorker();
    if (!registration) return;
    watchWorker(registration);
    retryFailedQueries(queryClient);
    await keepAnswers(queryClient);
    keepOwnOrders(queryClient);
    await keepProductIndex(queryClient);
  } catch (error) {
    console.warn('The shop cannot be used without a connection here:', error);
  }
}

/** In a test, the browser may be set up to return nothing. */
const registerWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.register('/service-worker.js');
