import { brokenInvariants, checkInvariants, reconciliationOfDay } from '@contract/admin-transactions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { adminKey } from './admin-queries.ts';

/** The money of one Nairobi day. @param day `YYYY-MM-DD` */
export function useReconciliation(day: string) {
  return useQuery({
    queryKey: [adminKey, 'reconciliation', day],
    queryFn: ({ signal }) => callApi(reconciliationOfDay, { params: { day }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/**
 * The rules of money and stock that are broken anywhere in the shop.
 * @param isNow whether everything is checked now; otherwise what the regular checks have found
 */
export function useBrokenInvariants(isNow: boolean) {
  return useQuery({
    queryKey: [adminKey, 'invariants', isNow],
    queryFn: ({ signal }) => callApi(isNow ? checkInvariants : brokenInvariants, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
