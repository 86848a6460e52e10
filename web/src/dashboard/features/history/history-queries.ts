import { putBackProduct } from '@contract/admin.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { askDatabase } from '../../lib/admin-database.ts';
import { adminKey, useRefreshAdmin } from '../../lib/admin-queries.ts';

/** One change of one row, as the view `named_history` shows it. */
export type HistoryEntry = {
  id: number;
  row_id: string;
  /** ISO 8601. */
  at: string;
  operation: string;
  /** Null when nobody signed in did it, or the account is gone. */
  actor_id: string | null;
  actor_name: string | null;
  /** `authenticated`: a person; `service_role`: the shop's functions; else an owner of the database. */
  actor_role: string;
  /** The columns that changed; nothing and the whole row when the row was added. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type TableWithHistory = 'products' | 'settings' | 'message_rules' | 'delivery_counties';

/** The newest changes of some rows, newest first, `limit` of them, and whether there are older ones. */
export function useHistoryOf(table: TableWithHistory, rowIds: readonly string[], limit: number) {
  return useQuery({
    queryKey: [adminKey, 'history', rowIds, limit],
    queryFn: async ({ signal }) => {
      const entries = await askDatabase((database) =>
        database
          .from('named_history')
          .select('*')
          .eq('table_name', table)
          .in('row_id', rowIds)
          .order('id', { ascending: false })
          // One more than is shown, to know whether there are older ones.
          .limit(limit + 1)
          .abortSignal(signal)
          .overrideTypes<HistoryEntry[], { merge: false }>(),
      );
      return { entries: entries.slice(0, limit), hasOlder: entries.length > limit };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Undoes one change of a product, which the history shows as a change of its own. */
export function useRestoreProduct() {
  return useMutation({
    mutationFn: (entryId: number) => callApi(putBackProduct, { params: { id: String(entryId) } }),
    onSuccess: useRefreshAdmin(),
  });
}
