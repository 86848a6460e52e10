import { useMutation, useQuery } from '@tanstack/react-query';
import { askDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../../lib/admin-queries.ts';

/** The pieces that are on hold now for orders that nobody has paid. */
export function useLiveHolds() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'live-holds'],
    queryFn: ({ signal }) => askDatabase((database) => database.rpc('list_live_holds').abortSignal(signal)),
  });
}

/** Puts the pieces of an unpaid order back on sale, for good. */
export function useReleaseHold() {
  return useMutation({
    mutationFn: (orderId: string) =>
      askDatabase((database) => database.rpc('release_hold', { p_order_id: orderId })),
    // After a refusal too: the list was old.
    onSettled: useRefreshAdmin(),
  });
}
