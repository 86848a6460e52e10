import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readPastCaches } from './past-caches.ts';

/**
 * Refetches the queries on the screen that a write has made outdated, and marks the others. One that waits for its first
 * response is sent again: that response may have been read before the write, and React Query would not ask a second time.
 * Resolves when all have their response or have failed.
 */
export async function refetchAfterWrite(
  queryClient: QueryClient,
  isOutdated: (queryKey: QueryKey) => boolean,
): Promise<void> {
  readPastCaches();
  await queryClient.cancelQueries({
    predicate: ({ queryKey, state }) => state.data === undefined && isOutdated(queryKey),
  });
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOutdated(queryKey) });
}
