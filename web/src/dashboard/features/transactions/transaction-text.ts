import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { TaskOutcome, TransactionStatus } from '@contract/admin.ts';
import { bankGaveNoAnswer } from '@contract/orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';

export const transactionStatusLabels: Record<TransactionStatus, string> = {
  pending: 'Undecided',
  completed: 'Approved',
  failed: 'Refused',
  expired: 'No answer from the bank after 72 hours',
  review: 'In review',
  reversed: 'Reversed',
};

/** The decision about a payment that was under review. */
const decisionLabels: Record<TaskOutcome, string> = {
  accepted: 'Accepted',
  rest_due: 'Accepted as a partial payment',
  refunded: 'Refunded',
  nothing_received: 'Nothing received',
  decided: 'Decided by the bank',
};

/** The status label of one payment. */
export function stateLabelOf({
  status,
  outcome,
  paymentMethod,
}: Pick<TransactionRow, 'status' | 'outcome' | 'paymentMethod'>): string {
  if (status === 'completed' && paymentMethod !== 'card') return 'Received';
  return status === 'review' && outcome ? decisionLabels[outcome] : transactionStatusLabels[status];
}

/** The number of payments by status: `12 approved, 1 refused`. */
export function transactionsText(transactions: Partial<Record<TransactionStatus, number>>): string {
  const order = ['completed', 'failed', 'pending', 'expired', 'review', 'reversed'] as const;
  return order
    .filter((status) => (transactions[status] ?? 0) > 0)
    .map((status) => `${transactions[status]} ${transactionStatusLabels[status].toLowerCase()}`)
    .join(', ');
}

/** Whether the bank may still decide it, so that querying it makes sense. */
export function isUndecided({ status }: Pick<TransactionRow, 'status'>): boolean {
  return status === 'pending' || status === 'expired';
}

/** The bank's last response as a short text for a table row. */
export function bankStatusText({
  status,
  bankStatus,
  settledOn,
}: Pick<TransactionRow, 'status' | 'bankStatus' | 'settledOn'>): string {
  if (settledOn) return `Settled ${formatDay(settledOn)}`;
  if (status === 'completed') return 'Approved, not settled yet';
  if (status === 'failed') return `Refused${bankStatus === null ? '' : ` (code ${bankStatus})`}`;
  if (status === 'review') return 'Approved money that does not match';
  if (bankStatus === null) return 'No payment known to the bank';
  if (bankStatus === 'no answer') return bankGaveNoAnswer;
  return `Has not decided (code ${bankStatus})`;
}
