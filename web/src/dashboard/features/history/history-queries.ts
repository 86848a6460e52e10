import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callSql, queryDatabase } from '#dashboard/lib/admin-database.ts';
import { adminKey, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

/** One change of one row, as the view `named_history` shows it. */
export type HistoryEntry = {
  id: number;
  row_id: string;
  /** ISO 8601. */
  at: string;
  operation: string;
  /** Null when it was not done by a signed-in user, or the account was deleted. */
  actor_id: string | null;
  actor_name: string | null;
  /** `authenticated`: a user; `service_role`: the shop's functions; else a database owner. */
  actor_role: string;
  /** The changed columns; null before and the whole row after when the row was added. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type TableWithHistory =
  | 'products'
  | 'settings'
  | 'shop_details'
  | 'message_rules'
  | 'delivery_counties';

/** The newest changes of some rows, newest first, `limit` of them, and whether there are older ones. */
export function useHistoryOf(table: TableWithHistory, rowIds: readonly string[], limit: number) {
  return useQuery({
    queryKey: [adminKey, 'history', rowIds, limit],
    queryFn: async ({ signal }) => {
      const entries = await queryDatabase(
        (database) =>
          database
            .from('named_history')
            .select('*')
            .eq('table_name', table)
            .in('row_id', rowIds)
            .order('at', { ascending: false })
            .order('id', { ascending: false })
            // One more than shown, to know whether there are older ones.
            .limit(limit + 1)
            .abortSignal(signal)
            .overrideTypes<HistoryEntry[], { merge: false }>(),
        'history',
      );
      return { entries: entries.slice(0, limit), hasOlder: entries.length > limit };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Undoes one change of a product, which adds a change to the history. */
export function useRestoreProduct() {
  return useAdminWrite((entryId: number) => callSql('undo_product_change', { p_history_id: entryId }));
}
