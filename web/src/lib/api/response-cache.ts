import { countProducts, listProducts, listProductsOfCategory, searchProducts } from '@contract/products.ts';
import { listDeliveryCounties } from '@contract/delivery.ts';
import { productFacets } from '@contract/product-filter.ts';
import { getShopDetails } from '@contract/shop-details.ts';
import { getShopText } from '@contract/shop-texts.ts';
import { forgottenCaches } from '../storage/stored-state.ts';

/** A stored API response and the time it was fetched, in milliseconds. */
export type CachedResponse = { data: unknown; at: number };

/** Paths (the first part of a query key) whose responses are the same for everybody. */
const publicPaths: readonly unknown[] = [
  listProducts.path,
  // Without the category.
  listProductsOfCategory.path.replace('/:category', ''),
  searchProducts.path,
  countProducts.path,
  productFacets.path,
  listDeliveryCounties.path,
  getShopDetails.path,
  // Without the page.
  getShopText.path.replace('/:page', ''),
];

/** Older responses are not shown: one week, in milliseconds. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;
/** When there are more, the oldest are deleted. */
const maxEntries = 100;

/** Whether the response to this query may be stored in the browser for offline use. */
export function isCacheable(queryKey: readonly unknown[]): boolean {
  return publicPaths.includes(queryKey[0]);
}

const shape = `-${String(import.meta.env.REPLY_SHAPES)}`;

/**
 * API responses that the page stores for offline use, under a name. The cache starts empty when a release changes the
 * shape of the replies; signing out and "Forget This Browser" delete all of them (`forgetStates`).
 */
export function responseCache(name: string) {
  const open = () => caches.open(forgottenCaches + name + shape);
  return {
    /** The stored response, unless it is too old, or from the future of a corrected clock. @param hash of the query key */
    async read(hash: string): Promise<CachedResponse | null> {
      const stored = await (await open()).match(addressOf(hash));
      const cached = stored ? ((await stored.json()) as CachedResponse) : null;
      return cached && isAgeValid(Date.now() - cached.at) ? cached : null;
    },
    /** Stores the latest response to a query. */
    async write(hash: string, response: CachedResponse): Promise<void> {
      const cache = await open();
      // It replaces the previous response at once and moves to the end: the first entry is the oldest.
      await cache.put(addressOf(hash), Response.json(response));
      const entries = await cache.keys();
      for (const request of entries.slice(0, Math.max(0, entries.length - maxEntries)))
        await cache.delete(request);
    },
  };
}

/** The names of this release's caches. */
export async function listResponseCaches(): Promise<string[]> {
  const names = await caches.keys();
  return names.filter(isOfThisRelease).map((name) => name.slice(forgottenCaches.length, -shape.length));
}

/** Deletes the caches of other releases: this one could not read their replies. */
export async function deleteOtherReleasesCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(forgottenCaches) && !isOfThisRelease(name)) await caches.delete(name);
  }
}

const isOfThisRelease = (name: string) => name.startsWith(forgottenCaches) && name.endsWith(shape);

export async function deleteResponseCache(name: string): Promise<void> {
  await caches.delete(forgottenCaches + name + shape);
}

const isAgeValid = (age: number) => age >= 0 && age < maxAgeMs;

const addressOf = (hash: string) => `/kept/${encodeURIComponent(hash)}`;
