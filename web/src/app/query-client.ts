import { QueryClient } from '@tanstack/react-query';

/**
 * The shop's rules for server data: no retries, no refetch on focus, no polling, and fetched data stays fresh until a
 * write invalidates it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Infinity,
        gcTime: Infinity,
        // Without a connection a query fails visibly instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
