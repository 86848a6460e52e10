import { useQuery } from '@tanstack/react-query';
import { queryDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh } from '../../../lib/admin-queries.ts';

/** What is missing before each of these orders can be completed. */
export function useCompletionNeeds(ids: readonly string[], isWanted: boolean) {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'completion-needs', ids],
    queryFn: ({ signal }) =>
      queryDatabase((database) =>
        database.rpc('completion_needs', { p_order_ids: [...ids] }).abortSignal(signal),
      ),
    enabled: isWanted,
  });
}
