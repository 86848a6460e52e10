import type { TransactionFilter } from '@contract/admin-transactions.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';

type TransactionPageQuery = { filter: TransactionFilter; page: number; pageSize: number };

/** One page of the transactions that match a filter, newest first; searched and counted in Postgres. */
export function listTransactionPage({ filter, page, pageSize }: TransactionPageQuery, signal: AbortSignal) {
  return callSql('list_transaction_page', { p_filter: filter, p_page: page, p_page_size: pageSize }, signal);
}
