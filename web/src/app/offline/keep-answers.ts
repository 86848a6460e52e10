import type { Query, QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '../../lib/is-connection-error.ts';
import { keptAnswers, keptParts, mayKeep } from '../../lib/kept-answers.ts';

type KeptAnswers = ReturnType<typeof keptAnswers>;

/**
 * Stores the answers of the catalogue, and shows them again, with their age, when the shop cannot be reached. The query
 * still counts as failed: the page says that it could not refresh it, and asks again when the connection is back.
 */
export async function keepAnswers(queryClient: QueryClient): Promise<void> {
  const kept = keptAnswers('answers');
  await keptParts();
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) void keepOrShow(kept, query);
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' || event.action.type === 'error') void keepOrShow(kept, event.query);
  });
}

/** A full or forbidden storage is not reported to the person. */
const keepOrShow = (kept: KeptAnswers, query: Query) =>
  (query.state.error ? showKept(kept, query) : keepAnswer(kept, query)).catch(() => {});

async function keepAnswer(kept: KeptAnswers, { queryKey, queryHash, state }: Query): Promise<void> {
  if (state.data === undefined || !mayKeep(queryKey)) return;
  const { data, dataUpdatedAt: at } = state;
  const former = await kept.read(queryHash);
  // A prerendered page may come with an older answer than the last one.
  if (!former || former.at < at) await kept.keep(queryHash, { data, at });
}

async function showKept(kept: KeptAnswers, query: Query): Promise<void> {
  if (!isConnectionError(query.state.error) || !mayKeep(query.queryKey)) return;
  const answer = await kept.read(query.queryHash);
  // Asked again, or answered, in the meantime.
  if (!answer || !query.state.error || answer.at <= query.state.dataUpdatedAt) return;
  query.setState({ data: answer.data, dataUpdatedAt: answer.at, isInvalidated: true });
}
