import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { TaskOutcome, TransactionStatus } from '@contract/admin.ts';
import { formatDay } from '@contract/nairobi-time.ts';

export const transactionStatusWords: Record<TransactionStatus, string> = {
  pending: 'Undecided',
  completed: 'Approved',
  failed: 'Refused',
  expired: 'Given up',
  review: 'In review',
};

/** What a person decided about money in review: then it is in review no longer. */
const decidedWords: Record<TaskOutcome, string> = {
  accepted: 'Accepted',
  rest_due: 'Accepted as a part',
  refunded: 'Refunded',
  nothing_received: 'Nothing received',
  decided: 'Decided by the bank',
};

/** The state of one payment, in a word or two. */
export function stateWordsOf({ status, outcome }: Pick<TransactionRow, 'status' | 'outcome'>): string {
  return status === 'review' && outcome ? decidedWords[outcome] : transactionStatusWords[status];
}

/** How many payments ended in which state: `12 approved, 1 refused`. */
export function transactionsInWords(transactions: Partial<Record<TransactionStatus, number>>): string {
  const order = ['completed', 'failed', 'pending', 'expired', 'review'] as const;
  return order
    .filter((status) => (transactions[status] ?? 0) > 0)
    .map((status) => `${transactions[status]} ${transactionStatusWords[status].toLowerCase()}`)
    .join(', ');
}

/** Whether the bank may still decide it, so that asking makes sense. */
export function isUndecided({ status }: Pick<TransactionRow, 'status'>): boolean {
  return status === 'pending' || status === 'expired';
}

/** What the bank last said, in a few words for a row of a table. */
export function bankWordsOf({
  status,
  bankStatus,
  settledOn,
}: Pick<TransactionRow, 'status' | 'bankStatus' | 'settledOn'>): string {
  if (settledOn) return `Settled ${formatDay(settledOn)}`;
  if (status === 'completed') return 'Approved, not settled yet';
  if (status === 'failed') return `Refused${bankStatus === null ? '' : ` (code ${bankStatus})`}`;
  if (status === 'review') return 'Approved money that does not match';
  if (bankStatus === null) return 'Knows of no payment';
  if (bankStatus === 'no answer') return 'Gave no answer';
  return `Has not decided (code ${bankStatus})`;
}
