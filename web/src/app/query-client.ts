import { onlineManager, type Query, QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '../lib/api/is-connection-error.ts';
import { pauseBeforeRetry } from '../lib/api/pause-before-retry.ts';

/**
 * The shop's rules for server data: no retries, no refetch on focus, no polling, and fetched data stays fresh until a
 * write invalidates it. The exception is a query that failed without a connection: it is retried when the browser is
 * online again, when the page becomes visible again, and from time to time while it is visible, because a device may
 * report a connection that reaches nothing.
 */
export function createQueryClient(): QueryClient {
  // It believes that a page begins with a connection, and would take no notice of the first one.
  if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: onceConnected,
        refetchOnReconnect: onceConnected,
        refetchInterval: pauseBeforeRetry,
        staleTime: Infinity,
        gcTime: Infinity,
        // Without a connection a query fails visibly instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const onceConnected = ({ state }: Query) => (isConnectionError(state.error) ? 'always' : false);
