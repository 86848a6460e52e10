import { useMutation, useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';

/** The pieces on hold for unpaid orders. */
export function useLiveHolds() {
  return useQuery(sqlQueryAlwaysStale(['live-holds'], 'list_live_holds', {}));
}

/** Releases the pieces of unpaid orders permanently. */
export function useReleaseHolds() {
  return useMutation({
    mutationFn: (orderIds: string[]) => callSql('release_holds', { p_order_ids: orderIds }),
    // Also after a refusal: the list was stale.
    onSettled: useRefreshAdmin(),
  });
}
