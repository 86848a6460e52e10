import { isPaid } from '@contract/is-paid.ts';
import type { Order, OrderWord } from '@contract/orders.ts';
import { formatCents, formatKes } from '@contract/money.ts';

export type EarlierPayments = { money: string; title: string; sentence: string };

type Judged = Pick<Order, 'status' | 'word' | 'payment'>;

/** At these an order has a text of its own about its money. */
const spokenFor: readonly OrderWord[] = ['question', 'paid', 'completed', 'refunded'];

/**
 * What became of money received for an order that is not paid, after its review, and what is owed for one that was paid or
 * sent: the same text for its buyer and for the owner. Null when there is nothing of it, or during the review.
 */
export function earlierPaymentsText(order: Judged): EarlierPayments | null {
  const { word, payment } = order;
  const { receivedCents, dueAmount } = payment;
  const refundedCents = payment.refundedCents + payment.returnedCents;
  if (spokenFor.includes(word)) return null;
  if (word === 'owed') return owed(order);
  const refunded =
    refundedCents > 0 ? `${formatCents(refundedCents)} was received for this order and was refunded.` : '';
  if (receivedCents <= 0) {
    return refunded ? { money: 'Refunded', title: 'The payment was refunded', sentence: refunded } : null;
  }
  const received = formatCents(receivedCents);
  const text =
    dueAmount > 0
      ? {
          money: 'Partly paid',
          title: 'A part of this order is paid',
          sentence: `${received} is received, and ${formatKes(dueAmount)} is still to be paid.`,
        }
      : {
          money: 'Received, not refunded yet',
          title: 'A payment for this order is not refunded yet',
          sentence: `${received} is received for this order and has not been refunded yet.`,
        };
  return { ...text, sentence: [text.sentence, refunded].filter(Boolean).join(' ') };
}

function owed(order: Judged): EarlierPayments {
  const { receivedCents, dueAmount } = order.payment;
  const due = formatKes(dueAmount);
  const received = receivedCents > 0 ? `${formatCents(receivedCents)} is received, and ` : '';
  return {
    money: `${due} is owed`,
    title: `${due} is owed`,
    sentence: isPaid(order)
      ? `A payment for this order did not stand, so ${due} is to be paid.`
      : `${received}${due} is still to be paid for this order.`,
  };
}

/** The KES still to be paid where that is not simply the total, or is owed; null when it is, or when nothing is due. */
export function restDue({
  word,
  payment,
  totalAmount,
}: Pick<Order, 'word' | 'payment' | 'totalAmount'>): number | null {
  const { dueAmount } = payment;
  const isRest = word === 'owed' || (dueAmount !== totalAmount && word !== 'question');
  return isRest && dueAmount > 0 ? dueAmount : null;
}
