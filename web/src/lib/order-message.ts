import type { Order } from '@contract/orders.ts';
import { formatCents, formatKes } from './money.ts';
import { formatDayAndTime } from './nairobi-time.ts';
import { pastMoney } from './past-money.ts';
import { isCancelledByBuyer, refusalAdvice } from './refusal-advice.ts';

/** What the page of an order says about it, the same for its buyer and for whoever answers the shop's phone. */
export type OrderMessage = {
  /** The page's heading; only an order that is going to be delivered, or may still be, is confirmed. */
  heading: 'Order Confirmation' | 'Order Not Paid' | 'Order Cancelled';
  /** What is true about the money, in a few words, below the specification's `Paid` or `Processing`. */
  money: string;
  title: string;
  /** What happened, what was kept and what to do. */
  sentence: string;
  tone: 'success' | 'warning' | 'error' | 'info';
  /** The one next step: pay, wait for the bank, call the shop, see how far the order is, or go back to the shop. */
  nextStep: 'pay' | 'wait' | 'call' | 'track' | 'shop';
};

export type OrderState = Pick<Order, 'status' | 'nextStep' | 'payment' | 'totalAmount'>;

/** Decides from the order's status, its transaction and the one safe step that the shop allows. */
export function orderMessage(order: OrderState): OrderMessage {
  const { status, nextStep, payment } = order;
  if (status === 'paid' || status === 'completed') return received(order);
  const isUnderReview =
    payment.isInQuestion && (payment.transaction === 'review' || payment.transaction === 'completed');
  if (isUnderReview) {
    return {
      heading: status === 'cancelled' ? 'Order Cancelled' : 'Order Confirmation',
      money: 'A payment is being checked',
      title: 'A payment for this order is being checked',
      sentence:
        'The bank reports a payment that does not fit this order, and a person at the shop is looking at it. Please do not pay again. Call us if you have questions.',
      tone: 'warning',
      nextStep: 'call',
    };
  }
  const past = pastMoney(order);
  if (status === 'cancelled') {
    return {
      heading: 'Order Cancelled',
      money: past?.money ?? 'Cancelled, nothing is due',
      title: 'This order is cancelled',
      sentence: [
        past?.sentence,
        'It will not be delivered, and nothing is due for it. You are welcome to order again.',
      ]
        .filter(Boolean)
        .join(' '),
      tone: 'info',
      nextStep: 'shop',
    };
  }
  if (nextStep === 'wait') return undecided(order);
  if (isBeingChecked(order)) return beingChecked;
  if (past) {
    return {
      ...past,
      heading: 'Order Confirmation',
      sentence: `${past.sentence} ${keptWords(order)}`,
      tone: 'warning',
      nextStep: 'pay',
    };
  }
  return status === 'failed' ? notPaid(order) : notPaidYet(order);
}

/** Whether only the bank can say now if money was paid: until it has answered, nobody is invited to pay. */
export function isBeingChecked({ status, nextStep, payment }: OrderState): boolean {
  return status === 'pending' && nextStep === 'pay' && !payment.hasBankAnswered;
}

const beingChecked: OrderMessage = {
  heading: 'Order Confirmation',
  money: 'Being checked with the bank',
  title: 'Checking your payment',
  sentence: 'One moment: we are asking the bank whether it has received a payment for this order.',
  tone: 'warning',
  nextStep: 'wait',
};

function received({ status, totalAmount, payment }: OrderState): OrderMessage {
  const isCompleted = status === 'completed';
  // A second charge that is being looked at is no part of the price.
  const sum = payment.isInQuestion ? formatKes(totalAmount) : formatCents(payment.receivedCents);
  return {
    heading: 'Order Confirmation',
    money: isCompleted ? 'Received, order completed' : 'Received',
    title: isCompleted ? 'This order is completed' : 'Your payment is received',
    sentence: isCompleted
      ? `We received ${sum} and have completed the order. Keep this page for the warranty.`
      : `We received ${sum}. Your order is processed within 24 hours.`,
    tone: 'success',
    nextStep: isCompleted ? 'shop' : 'track',
  };
}

function undecided({ status, payment: { nextAskAt } }: OrderState): OrderMessage {
  const next = nextAskAt
    ? `We ask the bank again by itself, at the latest on ${formatDayAndTime(nextAskAt)}.`
    : 'The bank has not decided for a long time, so a person at the shop asks it.';
  return {
    heading: status === 'failed' ? 'Order Not Paid' : 'Order Confirmation',
    money: 'Waiting for the bank',
    title: 'The bank has not confirmed your payment yet',
    sentence: `Please do not pay again. ${next} My Orders shows the result.`,
    tone: 'warning',
    nextStep: 'wait',
  };
}

function notPaidYet(order: OrderState): OrderMessage {
  return {
    heading: 'Order Confirmation',
    money: 'Waiting for your payment',
    title: 'This order is not paid yet',
    sentence: `The bank has no record of a payment for it. ${keptWords(order)}`,
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
      sentence: `The bank confirmed no payment for it. ${keptWords(order)}`,
      tone: 'warning',
    };
  }
  if (isCancelledByBuyer(refusal)) {
    return {
      ...common,
      money: 'Not paid',
      title: 'You left the bank’s page without paying',
      sentence: `Your card was not charged. ${keptWords(order)}`,
      tone: 'warning',
    };
  }
  return {
    ...common,
    money: 'Refused by the bank',
    title: 'The bank refused the payment',
    sentence: `${refusalAdvice(refusal)} ${keptWords(order)}`,
    tone: 'error',
  };
}

/** How long the pieces of an unpaid order are kept. */
function keptWords({ payment: { heldUntil } }: OrderState): string {
  return heldUntil
    ? `The items of this order are kept for you until ${formatDayAndTime(heldUntil)}.`
    : 'The items of this order are no longer kept for you: you can pay while they are in stock.';
}
