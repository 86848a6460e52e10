import type { Order } from '@contract/orders.ts';
import { isPaid } from '@contract/is-paid.ts';
import { formatCents, formatKes } from '@contract/money.ts';

export type EarlierPayments = { money: string; title: string; sentence: string };

/** Whether the staff must still decide about a payment that the bank reports. */
export function isUnderReview({ isInQuestion, transaction }: Order['payment']): boolean {
  return isInQuestion && (transaction === 'review' || transaction === 'completed');
}

/**
 * What became of money received for an order that is not paid, after its review: the same text for its buyer and for
 * the owner. Null when none was received, or during the review.
 */
export function earlierPaymentsText(order: Pick<Order, 'status' | 'payment'>): EarlierPayments | null {
  const { receivedCents, acceptedCents, refundedCents, dueAmount } = order.payment;
  if (isPaid(order) || isUnderReview(order.payment)) return null;
  const refunded =
    refundedCents > 0 ? `${formatCents(refundedCents)} was received for this order and was refunded.` : '';
  if (receivedCents <= 0) {
    return refunded ? { money: 'Refunded', title: 'The payment was refunded', sentence: refunded } : null;
  }
  const isClosed = order.status === 'cancelled' || dueAmount <= 0;
  const received = formatCents(isClosed ? receivedCents : acceptedCents);
  const text = isClosed
    ? {
        money: 'Received, not refunded yet',
        title: 'A payment for this order is not refunded yet',
        sentence: `${received} is received for this order and has not been refunded yet.`,
      }
    : {
        money: 'Partly paid',
        title: 'A part of this order is paid',
        sentence: `${received} is received, and ${formatKes(dueAmount)} is still to be paid.`,
      };
  return { ...text, sentence: [text.sentence, refunded].filter(Boolean).join(' ') };
}

/** The KES still to be paid when a part has been received; null when the whole price is due, or nothing. */
export function restDue(order: Pick<Order, 'status' | 'payment'>): number | null {
  const { acceptedCents, dueAmount } = order.payment;
  const isPartlyPaid = acceptedCents > 0 && dueAmount > 0;
  return isPartlyPaid && !isPaid(order) && !isUnderReview(order.payment) ? dueAmount : null;
}
