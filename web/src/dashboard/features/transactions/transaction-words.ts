import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { TransactionStatus } from '@contract/admin.ts';

export const transactionStatusWords: Record<TransactionStatus, string> = {
  pending: 'Undecided',
  completed: 'Paid',
  failed: 'Refused',
  expired: 'Given up',
  review: 'In review',
};

/** How many payments came to what, told in one line: what there was none of goes untold. */
export function transactionsInWords(transactions: Partial<Record<TransactionStatus, number>>): string {
  const order = ['completed', 'failed', 'pending', 'expired', 'review'] as const;
  return order
    .filter((status) => (transactions[status] ?? 0) > 0)
    .map((status) => `${transactions[status]} ${transactionStatusWords[status].toLowerCase()}`)
    .join(', ');
}

export const transactionStatusTone: Record<TransactionStatus, 'good' | 'wait' | 'bad' | 'neutral'> = {
  pending: 'wait',
  completed: 'good',
  failed: 'neutral',
  expired: 'neutral',
  review: 'bad',
};

/** May the bank still decide it? Then it is worth asking. */
export function isUndecided({ status }: Pick<TransactionRow, 'status'>): boolean {
  return status === 'pending' || status === 'expired';
}

/** What the bank last said, in a few words for a line of a table. */
export function bankWordsOf({ status, bankStatus }: Pick<TransactionRow, 'status' | 'bankStatus'>): string {
  if (status === 'completed') return 'Approved';
  if (status === 'failed') return `Refused${bankStatus === null ? '' : ` (code ${bankStatus})`}`;
  if (status === 'review') return 'Took money that does not fit';
  if (bankStatus === null) return 'Knows of no payment';
  if (bankStatus === 'no answer') return 'Gave no answer';
  return `Has not decided (code ${bankStatus})`;
}
