import { useMutation, useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';

/** The pieces on hold for unpaid orders. */
export function useLiveHolds() {
  return useQuery(sqlQueryAlwaysStale(['live-holds'], 'list_live_holds', {}));
}

/** Releases the pieces of an unpaid order permanently. */
export function useReleaseHold() {
  return useMutation({
    mutationFn: (orderId: string) => callSql('release_hold', { p_order_id: orderId }),
    // Also after a refusal: the list was stale.
    onSettled: useRefreshAdmin(),
  });
}
