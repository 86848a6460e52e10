import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { TransactionStatus } from '@contract/admin.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { isWithheld } from '@contract/payment-methods.ts';
import { isCancelledByBuyer } from '@contract/refusal-advice.ts';
import { deciderOf } from '#dashboard/lib/decider.ts';

/** Of a payment of which some pays no order. */
export const noOrder = 'No order yet';

/** Whether the bank, or Safaricom, was asked for it; others were recorded, or listed. A second charge of a card is told. */
export const wasAskedFor = ({
  paymentMethod,
  source,
}: Pick<TransactionRow, 'paymentMethod' | 'source'>): boolean =>
  paymentMethod === 'card' || source === 'asked';

/** The orders that a payment pays, or is to pay. */
export const ordersOf = ({
  orderId,
  customerName,
  shares,
}: Pick<TransactionRow, 'orderId' | 'customerName' | 'shares'>) =>
  shares.length > 0 || orderId === null ? shares : [{ orderId, customerName: customerName ?? '' }];

export const transactionStatusLabels: Record<TransactionStatus, string> = {
  pending: 'Undecided',
  completed: 'Approved',
  failed: 'Refused',
  expired: 'No answer',
  review: 'In review',
  returned: 'Given back, or not ours',
  reversed: 'Reversed',
};

type StateToShow = Pick<
  TransactionRow,
  'status' | 'paymentMethod' | 'takenBack' | 'bankAmountCents' | 'bankStatus' | 'sales'
>;

/** Whether the shop gave all of a payment back. */
export const isGivenBack = ({ status, sales }: Pick<StateToShow, 'status' | 'sales'>): boolean =>
  status === 'completed' && sales.grossCents > 0 && sales.refundedCents >= sales.grossCents;

/** The status label of one payment. */
export function stateLabelOf(payment: StateToShow) {
  const { status, paymentMethod, takenBack, bankAmountCents, bankStatus } = payment;
  if (takenBack?.cause === 'bounced') return 'Bounced';
  if (takenBack) return takenBack.cents < (bankAmountCents ?? 0) ? 'Partly charged back' : 'Charged back';
  if (isGivenBack(payment)) return 'Given back';
  if (status === 'completed' && payment.sales.refundedCents > 0) return 'Partly given back';
  if (status === 'expired' && paymentMethod === 'mpesa')
    return bankStatus === '0' ? 'Counts as another payment' : 'No answer from Safaricom';
  if (status === 'completed' && isWithheld(paymentMethod)) return 'Certificate';
  return status === 'completed' && paymentMethod !== 'card' ? 'Received' : transactionStatusLabels[status];
}

/** Whether the bank, or Safaricom, may still decide it, so that querying it makes sense. */
export function isUndecided({ status }: Pick<TransactionRow, 'status'>): boolean {
  return status === 'pending' || status === 'expired';
}

/** The last response of the bank, or Safaricom, as a short text for a table row. */
export function bankStatusText({
  status,
  bankStatus,
  bankDescription,
  settledOn,
  paymentMethod,
}: Pick<
  TransactionRow,
  'status' | 'bankStatus' | 'bankDescription' | 'settledOn' | 'paymentMethod'
>): string {
  const { name, within } = deciderOf(paymentMethod);
  if (settledOn) return `Settled ${formatDay(settledOn)}`;
  if (status === 'completed') return paymentMethod === 'card' ? 'Paid, not in a statement yet' : 'Paid';
  if (status === 'failed' && isCancelledByBuyer({ code: bankStatus, description: bankDescription }))
    return 'The buyer left the bank’s page';
  if (status === 'failed') return `Refused${bankStatus === null ? '' : ` (code ${bankStatus})`}`;
  if (status === 'review') return 'Approved money that does not match';
  if (status === 'returned') return 'Returned';
  if (bankStatus === null) return `No payment known to ${within}`;
  if (bankStatus === 'no answer') return `${name} gave no answer`;
  return `Has not decided (code ${bankStatus})`;
}
