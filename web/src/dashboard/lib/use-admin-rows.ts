import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** One page of a table, and how many rows there are on all pages. */
export type PageOfRows<Row> = { rows: Row[]; total: number };

/** The first word of every key of the dashboard. */
export const adminKey = 'admin';

/**
 * One page of a table of the dashboard. While the next page or order is on its way the present one stays; coming back
 * to the tab asks again, for others work on the same rows.
 */
export function useAdminRows<Row>(
  key: readonly unknown[],
  readPage: (signal: AbortSignal) => Promise<PageOfRows<Row>>,
) {
  return useQuery({
    queryKey: [adminKey, ...key],
    queryFn: ({ signal }) => readPage(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 300_000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  });
}

/** After a write: whatever the dashboard shows, and the shelves that the shop front has read, are asked for again. */
export function useRefreshAdmin(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const ofShop = ['/api/products', '/api/products/category'];
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [adminKey] }),
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => ofShop.includes(String(queryKey[0])) }),
    ]);
  }, [queryClient]);
}
