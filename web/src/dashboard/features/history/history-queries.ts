import { putBackProduct } from '@contract/admin.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminDatabase, answerOf } from '../../lib/admin-database.ts';
import { adminKey, useRefreshAdmin } from '../../lib/use-admin-rows.ts';
import type { HistoryEntry, HistoryTable } from './history-entry.ts';

/** The newest changes of one row, newest first, `limit` of them, and whether there are older ones. */
export function useHistoryOf(table: HistoryTable, rowId: string, limit: number) {
  return useQuery({
    queryKey: [adminKey, 'history', table, rowId, limit],
    queryFn: async ({ signal }) => {
      const database = await adminDatabase();
      const { data } = await answerOf(
        database
          .from('named_history')
          .select('*')
          .eq('table_name', table)
          .eq('row_id', rowId)
          .order('id', { ascending: false })
          // One more than is shown tells whether there are older ones.
          .limit(limit + 1)
          .abortSignal(signal),
      );
      const entries = data as unknown as HistoryEntry[];
      return { entries: entries.slice(0, limit), hasOlder: entries.length > limit };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Undoes one change of a product; it stands in the history as a change of its own. */
export function usePutBack() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: (entryId: number) => callApi(putBackProduct, { params: { id: String(entryId) } }),
    onSuccess: refresh,
  });
}
