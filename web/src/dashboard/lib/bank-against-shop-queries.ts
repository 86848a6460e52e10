import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sqlQuery } from './admin-queries.ts';

/** The bank against the shop on one Nairobi day. @param day `YYYY-MM-DD` */
export function useBankAgainstShop(day: string) {
  return useQuery({
    ...sqlQuery(['bank-against-shop', day], 'bank_against_shop_of_day', { p_day: day }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The broken invariants of money and stock that the last check has found. */
export function useBrokenInvariants() {
  return useQuery({ ...sqlQuery(['invariants'], 'broken_invariants', {}), staleTime: 60_000 });
}
