import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import { adminKey } from '../../../lib/use-admin-rows.ts';

/** One transaction with everything that the bank ever said of it; null when there is none of this id. */
export function useTransactionEvidence(id: string) {
  return useQuery({
    queryKey: [adminKey, 'transactions', 'evidence', id],
    queryFn: async ({ signal }) => {
      const database = await adminDatabase();
      const { data } = await answerOf(database.rpc('transaction_evidence', { p_id: id }).abortSignal(signal));
      return (data ?? null) as TransactionEvidence | null;
    },
    staleTime: 0,
  });
}
