import type { Order } from '@contract/orders.ts';
import type { Outcome } from '@contract/payment-return.ts';
import { isPaid } from '#orders/is-paid.ts';
import { orderMessage, type OrderState } from '#orders/order-message.ts';
import { isUnderReview, earlierPaymentsText } from '#orders/earlier-payments-text.ts';
import { isUndecided } from '../order-status.ts';

/**
 * What is known about the payment. `unpaid`: the bank was queried and knows of no payment. `checking`: it is being
 * queried. `confirming`: the bank has not decided, or the staff must review its response. `unknown`: this page cannot
 * tell.
 */
export type PaymentState = 'received' | 'not-received' | 'unpaid' | 'confirming' | 'checking' | 'unknown';

type OrderQuery = {
  /** The id of the order in the URL; null when there is none. */
  orderId: string | null;
  /** The order as last fetched. */
  order: Pick<Order, 'status' | 'nextStep' | 'payment'> | null | undefined;
  /** The request is still running. */
  isFetching: boolean;
  /** The bank is no longer asked. */
  hasStopped: boolean;
};

/** Only the fetched order counts; the page to which the bank sent the buyer is a hint. */
export function paymentStateOf({ orderId, order, isFetching, hasStopped }: OrderQuery): PaymentState {
  if (orderId === null) return 'unknown';
  if (!order) return isFetching ? 'checking' : 'unknown';
  if (isPaid(order)) return 'received';
  if (order.nextStep === 'wait') return 'confirming';
  if (!isUndecided(order.status)) return 'not-received';
  if (order.payment.hasBankAnswered) return 'unpaid';
  return hasStopped ? 'unknown' : 'checking';
}

export type OutcomeMessage = {
  title: string;
  /** The payment status, then what to do. */
  sentence: string;
  tone: 'good' | 'wait' | 'bad';
};

/**
 * The message of an outcome page: the specification's title until the order is known, then the same sentence as on
 * the order's own page. A page never looks like success before the money was received.
 */
export function outcomeMessage(
  outcome: Outcome,
  state: PaymentState,
  order: OrderState | null = null,
): OutcomeMessage {
  if (state === 'received') return received(outcome);
  const known = order && isKnown(outcome, state, order) ? orderMessage(order) : null;
  const hasMoney = order && earlierPaymentsText(order);
  if (known && (known.nextStep !== 'wait' || hasMoney)) {
    const isRefusal = known.tone === 'error';
    const title = isRefusal ? (outcome === 'error' ? 'Payment Error' : 'Payment Failed') : known.title;
    return { title, sentence: known.sentence, tone: isRefusal ? 'bad' : 'wait' };
  }
  const message = defaultMessage(outcome, state);
  // The sentence with the time of the next query to the bank.
  return known ? { ...message, sentence: known.sentence } : message;
}

/** Whether the order's own message says more than the title of the outcome page. */
function isKnown(outcome: Outcome, state: PaymentState, order: OrderState): boolean {
  if (state === 'not-received' || state === 'confirming') return true;
  // The bank reported success a moment ago: its records may only be slow.
  return outcome !== 'success' && (earlierPaymentsText(order) !== null || isUnderReview(order.payment));
}

function defaultMessage(outcome: Outcome, state: Exclude<PaymentState, 'received'>): OutcomeMessage {
  if (outcome === 'success') return successMessages[state];
  if (outcome === 'tryLater') {
    if (state === 'unpaid') return notCompleted;
    return state === 'not-received' ? notReceived : processing;
  }
  const title = outcome === 'failed' ? 'Payment Failed' : 'Payment Error';
  return { title, sentence: failureSentences[state], tone: 'bad' };
}

function received(outcome: Outcome): OutcomeMessage {
  const sentence =
    outcome === 'success'
      ? 'We have received your payment. Your order will be processed within 24 hours.'
      : 'The bank has confirmed your payment after all. Your order is paid: please do not pay again.';
  return { title: 'Payment Successful', sentence, tone: 'good' };
}

const notReceived: OutcomeMessage = {
  title: 'Payment Failed',
  sentence: 'The bank did not take this payment. Your order is not paid; you can try again.',
  tone: 'bad',
};

const notCompleted: OutcomeMessage = {
  title: 'Payment Not Completed',
  sentence:
    'The bank has no record of a payment for this order. Its items are reserved for you for a while; you can pay now.',
  tone: 'wait',
};

const confirming: OutcomeMessage = {
  title: 'We are confirming your payment with the bank',
  sentence:
    'Your order is placed. Please do not pay again: this page changes as soon as the payment is confirmed.',
  tone: 'wait',
};

const successMessages: Record<Exclude<PaymentState, 'received'>, OutcomeMessage> = {
  confirming,
  // The bank reported success a moment ago: its records may only be slow.
  unpaid: confirming,
  checking: {
    title: 'Checking your payment',
    sentence: 'One moment: we are asking what the bank has confirmed.',
    tone: 'wait',
  },
  unknown: {
    title: 'Thank you for your order',
    sentence:
      'The bank sent you back after payment. We confirm every payment with the bank first; My Orders shows when yours is confirmed.',
    tone: 'wait',
  },
  'not-received': notReceived,
};

const processing: OutcomeMessage = {
  title: 'Payment Processing',
  sentence:
    'Your payment is not confirmed yet. Please do not pay again: the order stays open until the bank has decided.',
  tone: 'wait',
};

const failureSentences: Record<Exclude<PaymentState, 'received'>, string> = {
  'not-received': 'The bank did not take this payment. Your order is not paid; you can try again.',
  unpaid: 'The bank did not take a payment. Your order is not paid; you can try again.',
  confirming:
    'The bank reports that the payment did not go through. Your order is not paid; we are checking this with the bank.',
  checking: 'The bank reports that the payment did not go through. One moment: we are checking your order.',
  unknown: 'The bank reports that the payment did not go through. My Orders shows the state of your order.',
};
