import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** A query of a prerendered page: its key, its data, and when that changed last, in milliseconds. */
export type PrerenderedQuery = { key: QueryKey; data: unknown; at: number };

/**
 * Fills the query cache with the data a page was prerendered with, in the build and in the browser, so that both
 * render the same. The data counts as stale: a browser shows it and refetches at once.
 */
export function hydrateQueries(queryClient: QueryClient, queries: readonly PrerenderedQuery[]): void {
  for (const { key, data, at } of queries) queryClient.setQueryData(key, data, { updatedAt: at });
  void queryClient.invalidateQueries({ refetchType: 'none' });
}
