import type { Order } from '@contract/orders.ts';
import { formatCents, formatKes } from './money.ts';

type PastMoney = { money: string; title: string; sentence: string };

/**
 * What became of money that came for an order that is not paid, once a person has looked at it: the same words for its
 * buyer and for the owner. Null when none came, or while it is being looked at.
 */
export function pastMoney({ status, payment }: Pick<Order, 'status' | 'payment'>): PastMoney | null {
  const { receivedCents, refundedCents, dueAmount, isInQuestion } = payment;
  if (isInQuestion || status === 'paid' || status === 'completed') return null;
  const refunded =
    refundedCents > 0 ? `${formatCents(refundedCents)} came for this order and was refunded.` : '';
  if (receivedCents > 0 && dueAmount > 0) {
    return {
      money: 'Partly paid',
      title: 'A part of this order is paid',
      sentence: [
        `${formatCents(receivedCents)} is received, and ${formatKes(dueAmount)} is still to be paid.`,
        refunded,
      ]
        .filter(Boolean)
        .join(' '),
    };
  }
  if (refunded === '') return null;
  return { money: 'Refunded', title: 'The payment was refunded', sentence: refunded };
}
