import type { OrderDetails, OrderRow, ReceivedPayment } from '@contract/admin-orders.ts';
import { bankGaveNoAnswer } from '@contract/orders.ts';
import { byMethod, isWithheld, paidWith } from '@contract/payment-methods.ts';
import {
  certificateAwaited,
  earlierPaymentsText,
  notReceivedText,
  stillToPay,
} from '#orders/earlier-payments-text.ts';
import { shownStatusOf } from '#orders/order-status-text.ts';
import { isAnswered, isByPrompt, isPromptOpen, otherWaysText } from '#orders/mpesa-state.ts';
import { isPaid } from '@contract/is-paid.ts';
import { formatCents } from '@contract/money.ts';
import { dueSum, isOnlyWithheld } from '@contract/on-account.ts';
import { isCancelledByBuyer } from '@contract/refusal-advice.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';

/** What a table row says of an order's money beside its badges; null when these say it all. */
export function moneyExceptionOf(
  row: Pick<OrderRow, 'status' | 'word' | 'transaction' | 'payment'>,
): string | null {
  const { word, transaction, payment } = row;
  if (word === 'question') return 'Under review';
  if (word === 'undecided' && isByPrompt(payment)) return 'M-Pesa undecided';
  if (word === 'undecided') return payment.isBankSilent ? bankGaveNoAnswer : 'Bank undecided';
  if (word === 'added') return isOnlyWithheld(payment) ? null : stillToPay(payment);
  if (word === 'to_order') return payment.laterCents > 0 ? null : 'To order';
  const past = earlierPaymentsText(row);
  const { label, beside } = shownStatusOf(row);
  if (past) return past.money === label || past.money === beside ? null : past.money;
  return word === 'payment_failed' && transaction === 'expired'
    ? 'No answer from the bank after 72 hours'
    : null;
}

type MoneyState = { tone: 'warning' | 'error' | 'info'; title: string; sentence: string };

/** The state of an order's payment, and what it means for the owner. */
export function moneyStateOf(details: OrderDetails): MoneyState {
  const { order, tasks, takenBack } = details;
  const { word, payment } = order;
  if (takenBack && isPaid(order))
    return {
      tone: 'error',
      title: `The bank took ${formatCents(takenBack.cents)} back`,
      sentence: 'Its statement says so, and nobody has recorded it. Send nothing until that is done.',
    };
  // Three days without an answer are a task, too.
  if (word === 'question' || (word === 'undecided' && tasks.length > 0)) {
    return {
      tone: 'warning',
      title: 'The payment does not match the order',
      sentence: 'Somebody must look at it: see the task. Until then the buyer is not asked to pay again.',
    };
  }
  const past = earlierPaymentsText(order);
  if (past && word !== 'undecided') {
    const kept = word === 'part_paid' && payment.termsDays === null ? ` ${keptText(payment)}` : '';
    const tone = word === 'sent_paid' ? 'info' : 'warning';
    return { tone, title: past.title, sentence: past.sentence + kept };
  }
  switch (word) {
    case 'paid':
    case 'completed':
    case 'added':
    case 'to_order':
      return paid(details);
    case 'refunded':
      return refunded(payment.refundedCents, order.status !== 'completed' && details.cancelObstacle === null);
    case 'undecided':
      if (isByPrompt(payment))
        return {
          tone: 'warning',
          title: 'M-Pesa has not decided yet',
          sentence: `${isAnswered(payment) ? 'A request was answered on the phone, which Safaricom has to confirm.' : 'A request is on a phone.'} We keep asking; please do not let the buyer pay again.${otherWaysText(payment)}`,
        };
      return {
        tone: 'warning',
        title: payment.isBankSilent ? bankGaveNoAnswer : 'The bank has not decided yet',
        sentence: `It ${payment.isBankSilent ? 'may know' : 'knows'} of a payment. We keep asking; please do not let the buyer pay again.`,
      };
    case 'payment_failed':
      return { tone: 'error', title: 'Not paid', sentence: `${failed(details)} ${keptText(payment)}` };
    case 'cancelled':
    case 'cancelled_with_money':
    case 'cancelled_refunded':
      return {
        tone: 'info',
        title: 'Nothing was received',
        sentence: 'The order is closed. The buyer cannot pay it.',
      };
    default:
      if (isPromptOpen(payment))
        return {
          tone: 'warning',
          title: 'M-Pesa has not decided yet',
          sentence: 'We keep asking. The buyer may pay in another way; if both are paid, give one back.',
        };
      return { tone: 'info', title: 'Not paid yet', sentence: keptText(payment) };
  }
}

/** Until when pieces are kept, or what is due before those from the maker are ordered. */
function keptText(payment: OrderDetails['order']['payment']): string {
  const { heldUntil, laterCents } = payment;
  const kept = heldUntil
    ? `The pieces are kept for the buyer until ${formatDayAndTime(heldUntil)}.`
    : 'No pieces are kept for the buyer.';
  if (laterCents <= 0) return kept;
  const due = `${dueSum(payment)} is due now. What is not in stock is ordered then; ${formatCents(laterCents)} is due when it has come.`;
  return heldUntil ? `${due} ${kept}` : due;
}

/** Every payment, in which statement of the bank it is, and what became of it. */
function paid(details: OrderDetails): MoneyState {
  const { order, payments } = details;
  const { acceptedCents, refundedCents, recordedCents, overpaidCents, withheldCents } = order.payment;
  const byCard = acceptedCents + refundedCents - recordedCents;
  const isByCard = byCard > 0 || recordedCents <= 0;
  const days = payments.filter(({ method }) => method === 'card').map(({ settledOn }) => settledOn ?? '');
  // The last of them; "approved" while any is in no statement yet.
  const settledOn = days.every(Boolean) ? days.sort().at(-1) : undefined;
  const titles = [
    isByCard && `${formatCents(byCard)} ${settledOn ? 'settled' : 'approved'}`,
    recordedCents > 0 && `${formatCents(recordedCents)} received`,
    withheldCents > 0 && `${formatCents(withheldCents)} withheld`,
    order.word === 'added' &&
      (isOnlyWithheld(order.payment) ? certificateAwaited.toLowerCase() : stillToPay(order.payment)),
    order.word === 'to_order' &&
      (order.payment.laterCents > 0 ? `${formatCents(order.payment.laterCents)} later` : 'to order'),
  ];
  const itIs = payments.length > 1 ? 'What was paid by card is' : 'It is';
  const sentences = [
    ...payments.map((payment) => paymentSentence(payment, payments.length === 1)),
    payments.length === 0 && 'The bank approved the payment.',
    isByCard &&
      (settledOn
        ? `${itIs} in the bank’s statement of ${formatDay(settledOn)}.`
        : `${itIs} not in a statement of the bank yet.`),
    refundedCents > 0 &&
      `${formatCents(refundedCents)} was refunded, so ${formatCents(acceptedCents)} is left.`,
    overpaidCents > 0 &&
      `${formatCents(overpaidCents)} too much was paid: give it back, or to another order.`,
    order.word === 'added' &&
      (order.waitsForRest
        ? 'What has come is kept for the buyer, and waits for its payment.'
        : 'What is paid for can be sent before that.'),
    notReceivedText({ ...order.payment, withheldCents: 0 }),
    order.word === 'to_order' &&
      `What is to order has not come${order.payment.laterCents > 0 ? ', and the rest is due then' : ''}.`,
  ];
  return {
    tone: order.word === 'added' ? 'warning' : 'info',
    title: titles.filter(Boolean).join(', '),
    sentence: sentences.filter(Boolean).join(' '),
  };
}

/** @param isOnly it needs no sum: the title has it */
function paymentSentence({ method, reference, amountCents, paidAt }: ReceivedPayment, isOnly: boolean) {
  const sum = formatCents(amountCents);
  if (method === 'card')
    return `The bank approved ${isOnly ? 'it' : [sum, reference].filter(Boolean).join(', ')} on ${formatDayAndTime(paidAt)}.`;
  if (isWithheld(method)) return `${sum}: ${paidWith(method, reference)}, ${formatDay(paidAt)}.`;
  const by = [byMethod[method], reference].filter(Boolean).join(', ');
  return `${isOnly ? by.charAt(0).toUpperCase() + by.slice(1) : `${sum} ${by}`}${reference ? ',' : ''} on ${formatDayAndTime(paidAt)}.`;
}

function failed({ transaction, order }: OrderDetails): string {
  if (isByPrompt(order.payment)) return 'The M-Pesa payment did not go through. The buyer can try again.';
  const { refusal } = order.payment;
  if (refusal && isCancelledByBuyer(refusal))
    return 'The buyer left the bank’s page without paying. The buyer can try again.';
  return transaction?.status === 'expired'
    ? 'The bank did not decide for 72 hours, and we stopped asking. The buyer can try again.'
    : `The bank refused the payment${transaction?.description ? ` (${transaction.description})` : ''}. The buyer can try again.`;
}

/** @param isKept its pieces may be: it can be cancelled, and they have not left */
function refunded(refundedCents: number, isKept: boolean): MoneyState {
  return refundedCents > 0
    ? {
        tone: 'warning',
        title: `${formatCents(refundedCents)} refunded`,
        sentence: isKept
          ? 'All money for this order was given back. Cancel the order, and what is kept for it goes back on sale.'
          : 'All money for this order was given back.',
      }
    : {
        tone: 'info',
        title: 'Nothing is due',
        sentence: 'Its payment did not stand, and nothing is owed any more.',
      };
}
