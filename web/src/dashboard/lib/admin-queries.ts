import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** One page of a table, and how many rows there are on all pages. */
export type PageOfRows<Row> = { rows: Row[]; total: number };

/** The number of rows on a page of the dashboard's tables. */
export const pageSize = 50;

/** The first part of every query key of the dashboard. */
export const adminKey = 'admin';

/** Refetched whenever the tab gets the focus, because other people work on the same data. */
export const alwaysFresh = {
  staleTime: 0,
  gcTime: 300_000,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
} as const;

/** One page of a table. The current page stays until the next one is loaded. */
export function useAdminRows<Row>(
  key: readonly unknown[],
  readPage: (signal: AbortSignal) => Promise<PageOfRows<Row>>,
) {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, ...key],
    queryFn: ({ signal }) => readPage(signal),
    placeholderData: keepPreviousData,
  });
}

/** After a write: refetches the dashboard's data and the storefront's products. */
export function useRefreshAdmin(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const ofStorefront = ['/api/products', '/api/products/category'];
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [adminKey] }),
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => ofStorefront.includes(String(queryKey[0])),
      }),
    ]);
  }, [queryClient]);
}
