import type { TransactionFilter, TransactionPage, TransactionRow } from '@contract/admin-transactions.ts';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import { useAdminRows } from '../../../lib/use-admin-rows.ts';

/** Rows of a page of the table. */
export const transactionPageSize = 50;

export function useTransactionPage(filter: TransactionFilter, page: number) {
  return useAdminRows<TransactionRow>(['transactions', 'table', filter, page], (signal) =>
    listTransactionPage(filter, page, transactionPageSize, signal),
  );
}

/** One page of the transactions a filter means, newest first; searched and counted in Postgres. */
export async function listTransactionPage(
  filter: TransactionFilter,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<TransactionPage> {
  const database = await adminDatabase();
  const { data } = await answerOf(
    database
      .rpc('list_transaction_page', { p_filter: filter, p_page: page, p_page_size: pageSize })
      .abortSignal(signal),
  );
  return data as TransactionPage;
}
