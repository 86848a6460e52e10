import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

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
      // One more than shown, to know whether there are older ones.
      const asked = { p_table: table, p_row_ids: [...rowIds], p_limit: limit + 1 };
      const entries = await callSql('list_history', asked, signal);
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
