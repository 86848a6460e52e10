import { brokenInvariants, checkInvariants, reconciliationOfDay } from '@contract/admin-transactions.ts';
import { browserTimeLimits } from '@contract/browser-time-limits.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
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

/** The broken invariants of money and stock that the regular checks have found. */
export function useBrokenInvariants() {
  return useQuery({
    queryKey: [adminKey, 'invariants'],
    queryFn: ({ signal }) => callApi(brokenInvariants, { signal }),
    staleTime: 60_000,
  });
}

/** Checks every order and product of the shop. A mutation, so that no write of the dashboard repeats it. */
export function useCheckInvariants() {
  return useMutation({
    mutationFn: () => callApi(checkInvariants, { readLimit: browserTimeLimits.order }),
  });
}
