import { useMutation, useQuery } from '@tanstack/react-query';
import { queryDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../../lib/admin-queries.ts';

/** The pieces on hold for unpaid orders. */
export function useLiveHolds() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'live-holds'],
    queryFn: ({ signal }) => queryDatabase((database) => database.rpc('list_live_holds').abortSignal(signal)),
  });
}

/** Releases the pieces of an unpaid order permanently. */
export function useReleaseHold() {
  return useMutation({
    mutationFn: (orderId: string) =>
      queryDatabase((database) => database.rpc('release_hold', { p_order_id: orderId })),
    // Also after a refusal: the list was stale.
    onSettled: useRefreshAdmin(),
  });
}
