import type { OrderDetails, OrderRow } from '@contract/admin-orders.ts';
import { isPaid } from '../../../lib/is-paid.ts';
import { isUnderReview, pastMoney } from '../../../lib/past-money.ts';
import { formatKes } from '../../../lib/money.ts';
import { formatDay, formatDayAndTime } from '../../../lib/nairobi-time.ts';

/** Whether an order is paid, in two or three words for a row of a table. */
export function moneyWordsOf({
  status,
  nextStep,
  transaction,
  settledOn,
  payment,
}: Pick<OrderRow, 'status' | 'nextStep' | 'transaction' | 'settledOn' | 'payment'>): string {
  if (isPaid({ status })) return settledOn ? 'Settled' : 'Approved';
  if (isUnderReview(payment) || (transaction === 'review' && nextStep === 'wait')) return 'Under review';
  if (nextStep === 'wait') return 'Bank undecided';
  const past = pastMoney({ status, payment });
  if (past) return past.money;
  if (status === 'pending') return 'Not paid yet';
  if (status === 'cancelled') return 'Not paid';
  return transaction === 'expired' ? 'Given up' : 'Refused';
}

type MoneyTruth = { tone: 'success' | 'warning' | 'error' | 'info'; title: string; sentence: string };

/** What is true about the money of one order, and what follows from it for the owner. */
export function moneyTruthOf({ order, payment, transaction, heldUntil, tasks }: OrderDetails): MoneyTruth {
  const total = formatKes(order.totalAmount);
  if (isPaid(order)) {
    const approved = payment
      ? `The bank approved it on ${formatDayAndTime(payment.paidAt)}.`
      : 'The bank approved the payment.';
    return {
      tone: 'success',
      title: payment?.settledOn ? `${total} settled` : `${total} approved`,
      sentence: payment?.settledOn
        ? `${approved} It is in the bank’s statement of ${formatDay(payment.settledOn)}.`
        : `${approved} It is not in a statement of the bank yet.`,
    };
  }
  if (tasks.length > 0 && (transaction?.status === 'review' || order.nextStep === 'wait')) {
    return {
      tone: 'warning',
      title: 'Money and order do not agree',
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
  const past = pastMoney(order);
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
