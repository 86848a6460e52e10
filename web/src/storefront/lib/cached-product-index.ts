import { type ProductIndex, productIndex } from '@contract/product-index.ts';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { responseCache } from '#lib/api/response-cache.ts';

/** The product index stored on this device, and the time it was fetched, in milliseconds. */
export type CachedIndex = { index: ProductIndex; at: number };

// A cache of its own: in the general one the oldest responses are deleted.
const cacheName = 'product-index';
const queryHash = hashKey([productIndex.path]);

/** For components: the index stored on this device, null when there is none. Sends no request. */
export const cachedIndexQuery = queryOptions({
  queryKey: ['kept', productIndex.path],
  queryFn: () => readCachedIndex().catch(() => null),
  // It may have been stored since.
  staleTime: ({ state }) => (state.data ? Infinity : 0),
});

export async function readCachedIndex(): Promise<CachedIndex | null> {
  const cached = await responseCache(cacheName).read(queryHash);
  return cached && { index: cached.data as ProductIndex, at: cached.at };
}

export async function cacheIndex({ index, at }: CachedIndex): Promise<void> {
  await responseCache(cacheName).write(queryHash, { data: index, at });
}
