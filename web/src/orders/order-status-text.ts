import type { Order, OrderStatus, StatusToShow } from '@contract/orders.ts';
import { isOnlyWithheld, onAccount } from '@contract/on-account.ts';
import { certificateAwaited, depositPaid, onAccountInShort, owedInShort } from './earlier-payments-text.ts';

/** What shoppers and staff call each status of an order. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const tones = {
  pending: 'wait',
  paid: 'paid',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<OrderStatus, string>;

/** The label of a status; one newer than this page in plain text: `ready_to_ship` is `Ready to ship`. */
export function statusLabelOf(status: OrderStatus): string {
  const text = status.replaceAll('_', ' ');
  return orderStatusLabels[status] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** The colour of a status: completed green, pending yellow, failed red, the others grey, and so are newer ones. */
export function statusToneOf(status: OrderStatus): (typeof tones)[OrderStatus] {
  return tones[status] ?? 'neutral';
}

export const processing = 'Processing';
const partlyPaid = 'Partly paid';

/** Of what was paid something is to be paid, now or later, or to come. */
export const isNotWhole = (word: Order['word']): word is keyof typeof notWholeLabels =>
  word in notWholeLabels;

const notWholeLabels = { owed: 'Owed', added: partlyPaid, sent_paid: partlyPaid, to_order: processing };

/** What an order is called of which not all is paid or there. */
export const notWholeLabel = (word: keyof typeof notWholeLabels, payment: StatusToShow['payment']): string =>
  isOnlyWithheld(payment)
    ? certificateAwaited
    : word === 'to_order' && payment.laterCents > 0
      ? depositPaid
      : notWholeLabels[word];

/**
 * The status that a badge shows: nothing is called paid of which something is due, now or later, and what is sent on
 * account waits for no payment. `beside`: what is owed of an order all of which was sent, or that all its money went
 * back; null of any other.
 */
export function shownStatusOf({ status, word, payment }: StatusToShow): {
  tone: ReturnType<typeof statusToneOf>;
  label: string;
  beside: string | null;
} {
  const beside =
    status === 'completed' && word === 'owed'
      ? owedInShort(payment)
      : word === 'refunded'
        ? payment.refundedCents > 0
          ? 'Refunded'
          : 'Nothing is due'
        : null;
  const label =
    status === 'pending' && (word === 'not_paid' || word === 'part_paid') && onAccount(payment)
      ? onAccountInShort
      : isNotWhole(word) && (status === 'paid' || status === 'pending' || word === 'sent_paid')
        ? notWholeLabel(word, payment)
        : null;
  if (label === null) return { tone: statusToneOf(status), label: statusLabelOf(status), beside };
  return { tone: statusToneOf('pending'), label, beside };
}
