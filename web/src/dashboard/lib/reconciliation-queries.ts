import { brokenInvariants, reconciliationOfDay } from '@contract/admin-transactions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { adminKey } from './use-admin-rows.ts';

/** The money of one Nairobi day. @param day `YYYY-MM-DD` */
export function useReconciliation(day: string) {
  return useQuery({
    queryKey: [adminKey, 'reconciliation', day],
    queryFn: ({ signal }) => callApi(reconciliationOfDay, { params: { day }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What is not as it must be, over the whole shop; looked at when the tab is opened and on demand. */
export function useBrokenInvariants() {
  return useQuery({
    queryKey: [adminKey, 'invariants'],
    queryFn: ({ signal }) => callApi(brokenInvariants, { signal }),
    staleTime: 60_000,
  });
}
