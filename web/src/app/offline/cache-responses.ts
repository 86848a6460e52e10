import type { Query, QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '#lib/api/is-connection-error.ts';
import { deleteOtherReleasesCaches, isCacheable, responseCache } from '#lib/api/response-cache.ts';

type ResponseCache = ReturnType<typeof responseCache>;

/**
 * Stores the catalogue's responses and restores them, with their age, when the shop cannot be reached. The query
 * still counts as failed: the page says that it could not refresh, and retries when the connection is back.
 */
export async function cacheResponses(queryClient: QueryClient): Promise<void> {
  const responses = responseCache('answers');
  await deleteOtherReleasesCaches();
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) void storeOrRestore(responses, query);
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' || event.action.type === 'error')
      void storeOrRestore(responses, event.query);
  });
}

/** Full or blocked storage is not reported to the shopper. */
const storeOrRestore = (responses: ResponseCache, query: Query) =>
  (query.state.error ? restoreResponse(responses, query) : storeResponse(responses, query)).catch(() => {});

async function storeResponse(responses: ResponseCache, { queryKey, queryHash, state }: Query): Promise<void> {
  if (state.data === undefined || !isCacheable(queryKey)) return;
  const { data, dataUpdatedAt: at } = state;
  const previous = await responses.read(queryHash);
  // A prerendered page may come with older data than what is stored.
  if (!previous || previous.at < at) await responses.write(queryHash, { data, at });
}

async function restoreResponse(responses: ResponseCache, query: Query): Promise<void> {
  if (!isConnectionError(query.state.error) || !isCacheable(query.queryKey)) return;
  const cached = await responses.read(query.queryHash);
  // The query has been refetched in the meantime.
  if (!cached || !query.state.error || cached.at <= query.state.dataUpdatedAt) return;
  query.setState({ data: cached.data, dataUpdatedAt: cached.at, isInvalidated: true });
}
