import { brokenInvariants, checkInvariants, reconciliationOfDay } from '@contract/admin-transactions.ts';
import { browserTimeLimits } from '@contract/browser-time-limits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { adminKey } from './admin-queries.ts';

/** The reconciliation of one Nairobi day. @param day `YYYY-MM-DD` */
export function useReconciliation(day: string) {
  return useQuery({
    queryKey: [adminKey, 'reconciliation', day],
    queryFn: ({ signal }) => callApi(reconciliationOfDay, { params: { day }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/**
 * The broken invariants of money and stock.
 * @param isNow checks everything now; otherwise returns what the regular checks have found
 */
export function useBrokenInvariants(isNow: boolean) {
  return useQuery({
    queryKey: [adminKey, 'invariants', isNow],
    queryFn: ({ signal }) =>
      isNow
        ? // It looks at every order of the shop.
          callApi(checkInvariants, { signal, readLimit: browserTimeLimits.order })
        : callApi(brokenInvariants, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
