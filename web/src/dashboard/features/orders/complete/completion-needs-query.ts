import { useQuery } from '@tanstack/react-query';
import { alwaysFresh, sqlQuery } from '#dashboard/lib/admin-queries.ts';

/** What is missing before each of these orders can be completed. */
export function useCompletionNeeds(ids: readonly string[], isWanted: boolean) {
  return useQuery({
    ...alwaysFresh,
    ...sqlQuery(['completion-needs', ids], 'completion_needs', { p_order_ids: [...ids] }),
    enabled: isWanted,
  });
}
