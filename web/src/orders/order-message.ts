import {
  bankGaveNoAnswer,
  type Order,
  type OrderPayment,
  orderStatuses,
  type OrderWord,
  orderWords,
} from '@contract/orders.ts';
import { formatCents } from '@contract/money.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { formRefused, refusalAdvice } from '@contract/refusal-advice.ts';
import { type EarlierPayments, earlierPaymentsText } from './earlier-payments-text.ts';
import { statusLabelOf } from './order-status-text.ts';
import { processedWhen } from '@contract/processed-when.ts';

type Refusal = NonNullable<OrderPayment['refusal']>;

/** Whether the buyer cancelled on the bank's page, which is no error. */
function isCancelledByBuyer({ code, description }: Refusal): boolean {
  return code === formRefused && /cancel/i.test(description ?? '');
}

/** What an order's page says about it, the same for the buyer and for the staff. */
export type OrderMessage = {
  /** The page's heading. Only an order that is going to be delivered, or may still be, is called confirmed. */
  heading: 'Order Confirmation' | 'Order Not Paid' | 'Order Refunded' | 'Order Cancelled';
  /** The state of the payment in a few words, shown below the specification's `Paid` or `Processing`. */
  money: string;
  title: string;
  /** What happened, what is reserved and what to do. */
  sentence: string;
  tone: 'success' | 'warning' | 'error' | 'info';
  /** The next step: pay, wait for the bank, call the shop, follow the order, or go back to the shop. */
  nextStep: 'pay' | 'wait' | 'call' | 'track' | 'shop';
};

export type OrderState = Pick<Order, 'status' | 'nextStep' | 'word' | 'payment'>;

/** What is said of an order at each word. */
export function orderMessage(order: OrderState): OrderMessage {
  return isKnown(order) ? messages[order.word](order, earlierPaymentsText(order)) : newerThanThisPage(order);
}

/** With what became of the money received for it, which no text may deny. */
type MessageOf = (order: OrderState, past: EarlierPayments | null) => OrderMessage;

const messages: Record<OrderWord, MessageOf> = {
  not_paid: toBePaid,
  payment_failed: toBePaid,
  part_paid: toBePaid,
  undecided,
  question: underReview,
  received: notAccepted,
  paid,
  completed: paid,
  owed,
  refunded,
  cancelled,
  cancelled_with_money: cancelled,
  cancelled_refunded: cancelled,
};

/** An open page may be older than the server: it must not treat an unknown state as unpaid. */
function isKnown({ status, nextStep, word }: OrderState): boolean {
  return (
    orderStatuses.includes(status) && ['pay', 'wait', 'none'].includes(nextStep) && orderWords.includes(word)
  );
}

function newerThanThisPage({ status }: OrderState): OrderMessage {
  const plain = statusLabelOf(status);
  return {
    heading: 'Order Confirmation',
    money: plain,
    title: `The shop calls this order “${plain}”`,
    sentence:
      'The shop was updated while this page was open. Reload the page to see what is true now, and please do not pay before that.',
    tone: 'info',
    nextStep: 'call',
  };
}

function toBePaid(order: OrderState, past: EarlierPayments | null): OrderMessage {
  if (isBeingChecked(order)) return after(past, beingChecked);
  if (order.payment.dueAmount <= 0) return nothingDue(past);
  if (!past) return order.word === 'payment_failed' ? notPaid(order) : notPaidYet(order);
  const { refusal } = order.payment;
  if (refusal && !isCancelledByBuyer(refusal)) {
    const title = order.word === 'part_paid' ? 'The bank refused the payment of the rest' : refused.title;
    return { ...after(past, notPaid(order)), money: past.money, title };
  }
  const sentence = `${past.sentence} ${reservedText(order)}`;
  return { ...past, heading: 'Order Confirmation', sentence, tone: 'warning', nextStep: 'pay' };
}

/** The message below what was received before. */
const after = (past: EarlierPayments | null, message: OrderMessage): OrderMessage =>
  past
    ? { ...message, heading: 'Order Confirmation', sentence: `${past.sentence} ${message.sentence}` }
    : message;

const nothingDue = (past: EarlierPayments | null): OrderMessage =>
  after(past, {
    heading: 'Order Confirmation',
    money: past?.money ?? 'Nothing is due',
    title: past?.title ?? 'Nothing is due for this order',
    sentence: 'Nothing is to be paid for it now. Call us if you have questions.',
    tone: 'info',
    nextStep: 'call',
  });

/** It could not be sold for the money that came. */
function notAccepted(_: OrderState, past: EarlierPayments | null): OrderMessage {
  const { money = '', title = '', sentence = '' } = past ?? {};
  return {
    heading: 'Order Confirmation',
    money,
    title,
    sentence: `${sentence} Please do not pay again. Call us about it.`,
    tone: 'warning',
    nextStep: 'call',
  };
}

function underReview({ status }: OrderState): OrderMessage {
  return {
    heading: status === 'cancelled' ? 'Order Cancelled' : 'Order Confirmation',
    money: 'A payment is being checked',
    title: 'A payment for this order is being checked',
    sentence:
      status === 'cancelled'
        ? 'A payment came for it while it was cancelled. A person at the shop is looking at it, and it goes back the way it came unless you still want the goods: call us. Please do not pay again.'
        : 'A payment has come that does not fit this order, and a person at the shop is looking at it. Please do not pay again. Call us if you have questions.',
    tone: 'warning',
    nextStep: 'call',
  };
}

function cancelled({ word }: OrderState, past: EarlierPayments | null): OrderMessage {
  const heading = 'Order Cancelled';
  const title = 'This order is cancelled';
  if (past && word === 'cancelled_with_money') {
    const sentence = `${past.sentence} The order is cancelled and will not be delivered: the money goes back the way it came. Call us if you miss it.`;
    return { heading, title, money: past.money, sentence, tone: 'warning', nextStep: 'call' };
  }
  const end = 'It will not be delivered, and nothing is due for it. You are welcome to order again.';
  return {
    heading,
    title,
    money: past?.money ?? 'Cancelled, nothing is due',
    sentence: past ? `${past.sentence} ${end}` : end,
    tone: 'info',
    nextStep: 'shop',
  };
}

/** Whether the bank still has to say if money was paid: until then nobody is asked to pay. */
export function isBeingChecked({ status, nextStep, payment }: BankQuestion): boolean {
  return status === 'pending' && nextStep === 'pay' && !payment.hasBankAnswered;
}

/** What decides whether the bank still has to say so. */
export type BankQuestion = Pick<Order, 'status' | 'nextStep'> & {
  payment: Pick<OrderPayment, 'hasBankAnswered'>;
};

const beingChecked: OrderMessage = {
  heading: 'Order Confirmation',
  money: 'Being checked with the bank',
  title: 'Checking your payment',
  sentence: 'One moment: we are asking the bank whether it has received a payment for this order.',
  tone: 'warning',
  nextStep: 'wait',
};

const furtherCharge = 'Another payment for it has come, and a person at the shop is looking at that.';

function paid({ word, payment }: OrderState): OrderMessage {
  const isCompleted = word === 'completed';
  const { isInQuestion, acceptedCents, refundedCents, returnedCents, overpaidCents } = payment;
  // Refunded money was received.
  const cents = acceptedCents + refundedCents;
  const sum = cents > 0 ? formatCents(cents) : 'your payment';
  // What staff recorded, no bank has approved: they have seen the money.
  const { recordedCents } = payment;
  const byCard = cents - recordedCents;
  const isRecorded = recordedCents > 0 && byCard <= 0;
  const [approved, sumOf] = isRecorded ? ['Received', 'We have received'] : ['Approved', 'The bank approved'];
  const came =
    recordedCents > 0 && byCard > 0
      ? `${sumOf} ${formatCents(byCard)}, and we have received ${formatCents(recordedCents)}`
      : `${sumOf} ${sum}`;
  const sentences = [
    isCompleted
      ? `${came}, and the order is completed. Keep this page for the warranty.`
      : `${came}. Your order is processed ${processedWhen(payment)}.`,
    isInQuestion && furtherCharge,
    refundedCents > 0 && `${formatCents(refundedCents)} of it was refunded.`,
    returnedCents > 0 && `${formatCents(returnedCents)} came besides, and was refunded.`,
    overpaidCents > 0 && `${formatCents(overpaidCents)} of it is too much and goes back to you.`,
  ];
  return {
    heading: 'Order Confirmation',
    money: isCompleted ? `${approved}, order completed` : approved,
    title: isCompleted ? 'This order is completed' : `Your payment is ${approved.toLowerCase()}`,
    sentence: sentences.filter(Boolean).join(' '),
    tone: 'success',
    nextStep: isCompleted ? 'shop' : 'track',
  };
}

function owed(order: OrderState, past: EarlierPayments | null): OrderMessage {
  if (isBeingChecked(order)) return after(past, beingChecked);
  const { money = '', title = '', sentence = '' } = past ?? {};
  const further = order.payment.isInQuestion ? ` ${furtherCharge}` : '';
  return {
    heading: order.status === 'cancelled' ? 'Order Cancelled' : 'Order Confirmation',
    money,
    title,
    sentence: `${sentence}${further} Call us, or pay as we agreed.`,
    tone: 'warning',
    nextStep: order.nextStep === 'pay' ? 'pay' : 'call',
  };
}

/** For a paid order that the shop is about to cancel, or that was returned. */
function refunded({ payment: { refundedCents, isInQuestion } }: OrderState): OrderMessage {
  const further = isInQuestion ? ` ${furtherCharge}` : '';
  const common = { tone: 'info', nextStep: 'call' } as const;
  return refundedCents > 0
    ? {
        ...common,
        heading: 'Order Refunded',
        money: 'Refunded',
        title: 'Your payment was refunded',
        sentence: `We received ${formatCents(refundedCents)} for this order, and all of it was refunded.${further} Call us if you have questions.`,
      }
    : {
        ...common,
        heading: 'Order Not Paid',
        money: 'Nothing is due',
        title: 'Nothing is due for this order',
        sentence: `Its payment did not stand, and nothing is to be paid any more.${further} Call us if you have questions.`,
      };
}

function undecided(order: OrderState, past: EarlierPayments | null): OrderMessage {
  const { nextAskAt, isBankSilent, acceptedCents, dueAmount } = order.payment;
  const next = nextAskAt
    ? `We ask the bank again automatically, at the latest on ${formatDayAndTime(nextAskAt)}.`
    : 'The bank has not decided for a long time, so a person at the shop is asking it.';
  const asked = acceptedCents > 0 && dueAmount > 0 ? 'the rest' : 'your payment';
  return after(past, {
    heading: order.status === 'failed' ? 'Order Not Paid' : 'Order Confirmation',
    money: 'Waiting for the bank',
    title: isBankSilent ? bankGaveNoAnswer : `The bank has not confirmed ${asked} yet`,
    sentence: `Please do not pay again. ${next} My Orders shows the result.`,
    tone: 'warning',
    nextStep: 'wait',
  });
}

function notPaidYet(order: OrderState): OrderMessage {
  return {
    heading: 'Order Confirmation',
    money: 'Waiting for your payment',
    title: 'This order is not paid yet',
    sentence: `The bank has no record of a payment for it. ${reservedText(order)}`,
    tone: 'warning',
    nextStep: 'pay',
  };
}

function notPaid(order: OrderState): OrderMessage {
  const { refusal } = order.payment;
  const common = { heading: 'Order Not Paid', nextStep: 'pay' } as const;
  if (!refusal) {
    return {
      ...common,
      money: 'Not paid',
      title: 'This order was not paid in time',
      sentence: `The bank confirmed no payment for it. ${reservedText(order)}`,
      tone: 'warning',
    };
  }
  if (isCancelledByBuyer(refusal)) {
    return {
      ...common,
      money: 'Not paid',
      title: 'You left the bank’s page without paying',
      sentence: `Your card was not charged. ${reservedText(order)}`,
      tone: 'warning',
    };
  }
  return {
    ...common,
    ...refused,
    sentence: `${refusalAdvice(refusal.code)} ${reservedText(order)}`,
    tone: 'error',
  };
}

const refused = { money: 'Refused by the bank', title: 'The bank refused the payment' };

/** Of an order that can be paid while its items are in stock. */
export const notReserved = 'Not reserved: whoever pays first has them.';

/** How long the items of an unpaid order are reserved. */
export function reservedText({
  payment: { heldUntil, isHoldTakenOver },
}: Pick<OrderState, 'payment'>): string {
  if (isHoldTakenOver)
    return 'Another order of yours needed items of this one, so they are no longer kept for it: you can pay while they are in stock.';
  return heldUntil
    ? `The items of this order are kept for you until ${formatDayAndTime(heldUntil)}.`
    : notReserved;
}
