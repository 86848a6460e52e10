import { useQuery } from '@tanstack/react-query';
import { sqlQuery } from '#dashboard/lib/admin-queries.ts';

/** One transaction with every response of the bank about it; null when there is none with this id. */
export function useTransactionEvidence(id: string) {
  return useQuery({
    ...sqlQuery(['transactions', 'evidence', id], 'transaction_evidence', { p_id: id }),
    staleTime: 0,
  });
}
