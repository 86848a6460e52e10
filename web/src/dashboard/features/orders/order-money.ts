import type { OrderDetails, OrderRow } from '@contract/admin-orders.ts';
import type { OrderPayment } from '@contract/orders.ts';
import { isPaid } from '#orders/is-paid.ts';
import { isUnderReview, earlierPaymentsText } from '#orders/earlier-payments-text.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';

/** Whether an order is paid, as a short label for a table row. */
export function moneyLabelOf({
  status,
  nextStep,
  transaction,
  settledOn,
  payment,
}: Pick<OrderRow, 'status' | 'nextStep' | 'transaction' | 'settledOn' | 'payment'>): string {
  if (isPaid({ status })) {
    if (isRefunded(payment)) return 'Refunded';
    return settledOn ? 'Settled' : 'Approved';
  }
  if (isUnderReview(payment) || (transaction === 'review' && nextStep === 'wait')) return 'Under review';
  if (nextStep === 'wait') return 'Bank undecided';
  const past = earlierPaymentsText({ status, payment });
  if (past) return past.money;
  if (status === 'pending') return 'Not paid yet';
  if (status === 'cancelled') return 'Not paid';
  return transaction === 'expired' ? 'Given up' : 'Refused';
}

type MoneyState = { tone: 'success' | 'warning' | 'error' | 'info'; title: string; sentence: string };

/** The state of an order's payment, and what it means for the owner. */
export function moneyStateOf(details: OrderDetails): MoneyState {
  const { order, payment, transaction, heldUntil, tasks } = details;
  if (isPaid(order)) {
    const { acceptedCents } = order.payment;
    if (isRefunded(order.payment)) return refundedInFull(order.payment.refundedCents);
    const refundedCents = refundedOf(details);
    const accepted = formatCents(acceptedCents + refundedCents);
    const refunded =
      refundedCents > 0
        ? ` ${formatCents(refundedCents)} was refunded, so ${formatCents(acceptedCents)} is left.`
        : '';
    const approved = payment
      ? `The bank approved it on ${formatDayAndTime(payment.paidAt)}.`
      : 'The bank approved the payment.';
    return {
      tone: 'success',
      title: payment?.settledOn ? `${accepted} settled` : `${accepted} approved`,
      sentence: payment?.settledOn
        ? `${approved} It is in the bank’s statement of ${formatDay(payment.settledOn)}.${refunded}`
        : `${approved} It is not in a statement of the bank yet.${refunded}`,
    };
  }
  if (tasks.length > 0 && (transaction?.status === 'review' || order.nextStep === 'wait')) {
    return {
      tone: 'warning',
      title: 'The payment does not match the order',
      sentence: 'Somebody must look at it: see the task. Until then the buyer is not asked to pay again.',
    };
  }
  if (order.nextStep === 'wait') {
    return {
      tone: 'warning',
      title: 'The bank has not decided yet',
      sentence: 'It knows of a payment. We keep asking; please do not let the buyer pay again.',
    };
  }
  const past = earlierPaymentsText(order);
  if (past) return { tone: 'warning', title: past.title, sentence: past.sentence };
  if (order.status === 'pending') {
    return {
      tone: 'info',
      title: 'Not paid yet',
      sentence: heldUntil
        ? `The bank knows of no payment. The pieces are kept for the buyer until ${formatDayAndTime(heldUntil)}.`
        : 'The bank knows of no payment, and the pieces are no longer kept for the buyer.',
    };
  }
  if (order.status === 'cancelled') {
    return {
      tone: 'info',
      title: 'Nothing was received',
      sentence: 'The order is closed. The buyer cannot pay it.',
    };
  }
  return transaction?.status === 'expired'
    ? {
        tone: 'error',
        title: 'Not paid',
        sentence: 'The bank did not decide for 72 hours, and we gave up asking. The buyer can try again.',
      }
    : {
        tone: 'error',
        title: 'Not paid',
        sentence: `The bank refused the payment${transaction?.description ? ` (${transaction.description})` : ''}. The buyer can try again.`,
      };
}

/** The cents given back of what was accepted for an order; other refunds are of money that was none of its price. */
export const refundedOf = ({ refunds }: Pick<OrderDetails, 'refunds'>) =>
  refunds.reduce((sum, { isWhole, amountCents }) => (isWhole ? sum : sum + amountCents), 0);

/** Whether everything paid for an order was refunded. */
export const isRefunded = ({ acceptedCents, refundedCents }: OrderPayment) =>
  acceptedCents <= 0 && refundedCents > 0;

function refundedInFull(refundedCents: number): MoneyState {
  return {
    tone: 'warning',
    title: `${formatCents(refundedCents)} refunded`,
    sentence:
      'All money for this order was given back. Cancel the order, and its pieces go back on sale; leave it as it is if they were delivered.',
  };
}
