import { useQuery } from '@tanstack/react-query';
import { askDatabase } from '../../../lib/admin-database.ts';
import { adminKey } from '../../../lib/admin-queries.ts';

/** One transaction with everything that the bank ever said about it; null when there is none with this id. */
export function useTransactionEvidence(id: string) {
  return useQuery({
    queryKey: [adminKey, 'transactions', 'evidence', id],
    queryFn: ({ signal }) =>
      askDatabase((database) => database.rpc('transaction_evidence', { p_id: id }).abortSignal(signal)),
    staleTime: 0,
  });
}
