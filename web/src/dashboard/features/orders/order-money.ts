import type { OrderDetails, OrderRow } from '@contract/admin-orders.ts';
import { bankGaveNoAnswer } from '@contract/orders.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { isPaid, isRefunded } from '@contract/is-paid.ts';
import { isUnderReview, earlierPaymentsText } from '#orders/earlier-payments-text.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';

/** What a table row says of an order's money beside its status; null when the status says it all. */
export function moneyExceptionOf({
  status,
  nextStep,
  transaction,
  payment,
}: Pick<OrderRow, 'status' | 'nextStep' | 'transaction' | 'payment'>): string | null {
  if (isPaid({ status })) return isRefunded(payment) ? 'Refunded' : null;
  if (isUnderReview(payment) || (transaction === 'review' && nextStep === 'wait')) return 'Under review';
  if (nextStep === 'wait') return payment.isBankSilent ? bankGaveNoAnswer : 'Bank undecided';
  const past = earlierPaymentsText({ status, payment });
  if (past) return past.money;
  return status === 'failed' && transaction === 'expired' ? 'No answer from the bank after 72 hours' : null;
}

type MoneyState = { tone: 'success' | 'warning' | 'error' | 'info'; title: string; sentence: string };

/** The state of an order's payment, and what it means for the owner. */
export function moneyStateOf(details: OrderDetails): MoneyState {
  const { order, payment, transaction, heldUntil, tasks } = details;
  if (isPaid(order)) {
    const { acceptedCents } = order.payment;
    if (isRefunded(order.payment)) return refundedInFull(order.payment.refundedCents);
    const refundedCents = refundedOf(details);
    const cents = acceptedCents + refundedCents;
    const accepted = formatCents(cents);
    const refunded =
      refundedCents > 0
        ? ` ${formatCents(refundedCents)} was refunded, so ${formatCents(acceptedCents)} is left.`
        : '';
    if (payment && payment.method !== 'card') {
      return {
        tone: 'success',
        title: `${accepted} received`,
        sentence: `${payment.amount * 100 < acceptedCents + refundedCents ? 'The last partial payment by' : 'By'} ${paymentMethodLabels[payment.method]}${payment.reference ? `, ${payment.reference},` : ''} on ${formatDay(payment.paidAt)}.${refunded}`,
      };
    }
    const { recordedCents } = order.payment;
    const ofTheBank = recordedCents > 0 ? formatCents(cents - recordedCents) : accepted;
    const received = recordedCents > 0 ? `, ${formatCents(recordedCents)} received` : '';
    const approved = payment
      ? `The bank approved ${recordedCents > 0 ? ofTheBank : 'it'} on ${formatDayAndTime(payment.paidAt)}.`
      : 'The bank approved the payment.';
    return {
      tone: 'success',
      title: `${ofTheBank} ${payment?.settledOn ? 'settled' : 'approved'}${received}`,
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
  if (order.nextStep === 'wait' && order.payment.isBankSilent) {
    return {
      tone: 'warning',
      title: bankGaveNoAnswer,
      sentence: 'It may know of a payment. We keep asking; please do not let the buyer pay again.',
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
        sentence: 'The bank did not decide for 72 hours, and we stopped asking. The buyer can try again.',
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

function refundedInFull(refundedCents: number): MoneyState {
  return {
    tone: 'warning',
    title: `${formatCents(refundedCents)} refunded`,
    sentence:
      'All money for this order was given back. Cancel the order, and its pieces go back on sale; leave it as it is if they were delivered.',
  };
}
