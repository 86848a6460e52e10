import type { TransactionFilter } from '@contract/admin-transactions.ts';
import { type TransactionStatus, transactionStatuses } from '@contract/admin.ts';
import { dayAndAmountNames, dayAndAmountOf } from '../../../lib/day-and-amount-filter.ts';

/** The names of the filters in the address. */
export const transactionFilterNames = ['q', 'status', ...dayAndAmountNames] as const;
export type TransactionFilterName = (typeof transactionFilterNames)[number];

/** What the address asks for; what is not understood in it does not filter. */
export function transactionFilterOf(filters: Record<TransactionFilterName, string>): TransactionFilter {
  const filter: TransactionFilter = dayAndAmountOf(filters);
  const text = filters.q.trim();
  if (text) filter.text = text;
  if (isStatus(filters.status)) filter.status = filters.status;
  return filter;
}

const isStatus = (text: string): text is TransactionStatus =>
  transactionStatuses.some((status) => status === text);
