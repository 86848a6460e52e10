import { useQuery } from '@tanstack/react-query';
import { queryDatabase } from '../../../lib/admin-database.ts';
import { adminKey } from '../../../lib/admin-queries.ts';

/** One transaction with every response of the bank about it; null when there is none with this id. */
export function useTransactionEvidence(id: string) {
  return useQuery({
    queryKey: [adminKey, 'transactions', 'evidence', id],
    queryFn: ({ signal }) =>
      queryDatabase((database) => database.rpc('transaction_evidence', { p_id: id }).abortSignal(signal)),
    staleTime: 0,
  });
}
