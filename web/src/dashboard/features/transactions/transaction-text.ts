import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { TransactionStatus } from '@contract/admin.ts';
import { bankGaveNoAnswer } from '@contract/orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';

/** Of a payment for several orders, or for none that is known. */
export const noOrder = 'No order yet';

export const transactionStatusLabels: Record<TransactionStatus, string> = {
  pending: 'Undecided',
  completed: 'Approved',
  failed: 'Refused',
  expired: 'No answer from the bank after 72 hours',
  review: 'In review',
  returned: 'Given back, or not ours',
  reversed: 'Reversed',
};

/** The status label of one payment. */
export function stateLabelOf({ status, paymentMethod }: Pick<TransactionRow, 'status' | 'paymentMethod'>) {
  return status === 'completed' && paymentMethod !== 'card' ? 'Received' : transactionStatusLabels[status];
}

/** The number of payments by status: `12 approved, 1 refused`. */
export function transactionsText(transactions: Partial<Record<TransactionStatus, number>>): string {
  const order = ['completed', 'failed', 'pending', 'expired', 'review', 'returned', 'reversed'] as const;
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
  if (status === 'returned') return 'Returned';
  if (bankStatus === null) return 'No payment known to the bank';
  if (bankStatus === 'no answer') return bankGaveNoAnswer;
  return `Has not decided (code ${bankStatus})`;
}
