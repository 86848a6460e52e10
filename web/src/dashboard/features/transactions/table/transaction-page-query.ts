import type { TransactionFilter } from '@contract/admin-transactions.ts';
import { askDatabase } from '../../../lib/admin-database.ts';

type Question = { filter: TransactionFilter; page: number; pageSize: number };

/** One page of the transactions that pass a filter, newest first; searched and counted in Postgres. */
export function listTransactionPage({ filter, page, pageSize }: Question, signal: AbortSignal) {
  return askDatabase((database) =>
    database
      .rpc('list_transaction_page', { p_filter: filter, p_page: page, p_page_size: pageSize })
      .abortSignal(signal),
  );
}
