import type { AttemptFilter } from '@contract/admin-transactions.ts';
import { type TransactionStatus, transactionStatuses } from '@contract/admin.ts';
import { nairobiDayStart } from '../../../lib/nairobi-time.ts';

/** The names of the filters in the address. */
export const attemptFilterNames = ['q', 'status', 'from', 'to', 'min', 'max'] as const;
export type AttemptFilterName = (typeof attemptFilterNames)[number];

/** What the address asks for; what is not understood in it does not filter. */
export function attemptFilterOf(filters: Record<AttemptFilterName, string>): AttemptFilter {
  const filter: AttemptFilter = {};
  const text = filters.q.trim();
  if (text) filter.text = text;
  if (isStatus(filters.status)) filter.status = filters.status;
  if (nairobiDayStart(filters.from)) filter.from = filters.from;
  if (nairobiDayStart(filters.to)) filter.to = filters.to;
  if (isAmount(filters.min)) filter.min = Number(filters.min);
  if (isAmount(filters.max)) filter.max = Number(filters.max);
  return filter;
}

const isStatus = (text: string): text is TransactionStatus =>
  transactionStatuses.some((status) => status === text);
const isAmount = (text: string) => /^\d{1,9}$/.test(text);
