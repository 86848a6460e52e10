import type { Order } from '@contract/orders.ts';
import type { Outcome } from '@contract/payment-return.ts';
import { isCalledPaid } from '@contract/is-paid.ts';
import { orderMessage, type OrderState, reservedText } from '#orders/order-message.ts';
import { earlierPaymentsText } from '#orders/earlier-payments-text.ts';
import { processedWhen } from '@contract/delivery-time.ts';
import { isUndecided } from '../order-status.ts';

/**
 * What is known about the payment. `unpaid`: the bank was queried and knows of no payment. `checking`: it is being
 * queried. `confirming`: the bank has not decided, or the staff must review its response. `unknown`: this page cannot
 * tell. `unnamed`: nor whose payment it is.
 */
export type PaymentState =
  | 'received'
  | 'not-received'
  | 'unpaid'
  | 'confirming'
  | 'checking'
  | 'unknown'
  | 'unnamed';

type OrderQuery = {
  /** The id of the order in the URL; null when there is none. */
  orderId: string | null;
  /** The order as last fetched. */
  order: Pick<Order, 'status' | 'nextStep' | 'word' | 'payment'> | null | undefined;
  /** The request is still running. */
  isFetching: boolean;
  /** The bank is no longer asked. */
  hasStopped: boolean;
};

/** Only the fetched order counts; the page to which the bank sent the buyer is a hint. */
export function paymentStateOf({ orderId, order, isFetching, hasStopped }: OrderQuery): PaymentState {
  if (orderId === null) return 'unnamed';
  if (!order) return isFetching ? 'checking' : 'unknown';
  // What is due now has come, of an order with pieces from the maker, too.
  if (isCalledPaid(order) || order.word === 'to_order') return 'received';
  if (order.nextStep === 'wait') return 'confirming';
  if (!isUndecided(order.status) || order.nextStep === 'none') return 'not-received';
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
 * The message of an outcome page: what is being checked, then the same sentence as on the order's own page. The
 * specification's title where the address names no order. A page never looks like success before the money was
 * received, and never denies a payment before the bank has.
 */
export function outcomeMessage(
  outcome: Outcome,
  state: PaymentState,
  order: OrderState | null = null,
): OutcomeMessage {
  const message = messageOf(outcome, state, order);
  const { title, sentence } = message;
  // The page of an error has the specified heading, and what happened at the bank below it.
  if (outcome !== 'error' || state === 'received' || title === failureTitle(outcome)) return message;
  return { ...message, title: failureTitle(outcome), sentence: `${title}. ${sentence}` };
}

function messageOf(outcome: Outcome, state: PaymentState, order: OrderState | null): OutcomeMessage {
  if (state === 'received') {
    // A page that is opened again later tells what became of the order since, and what did not come from the bank.
    const { refundedCents = 0, recordedCents = 0, overpaidCents = 0 } = order?.payment ?? {};
    if (!order || (order.word === 'paid' && refundedCents + recordedCents + overpaidCents === 0))
      return received(outcome, order);
    const { title, sentence, tone } = orderMessage(order);
    const isGood = tone === 'success' || order.word === 'to_order';
    return { title, sentence, tone: isGood ? 'good' : 'wait' };
  }
  const known = order && isKnown(outcome, state, order) ? orderMessage(order) : null;
  const hasMoney = order && earlierPaymentsText(order);
  if (known && (known.nextStep !== 'wait' || hasMoney)) {
    const isRefusal = known.tone === 'error';
    const title = isRefusal ? failureTitle(outcome) : known.title;
    return { title, sentence: known.sentence, tone: isRefusal ? 'bad' : 'wait' };
  }
  const message = defaultMessage(outcome, state, order);
  if (!known) return message;
  // The sentence with the time of the next query to the bank, under the title of the page that it sends undecided buyers to.
  const { title, sentence } = known;
  if (!order?.payment.isBankSilent) return { ...message, sentence };
  return outcome === 'tryLater'
    ? { ...message, sentence: `${title}. ${sentence}` }
    : { ...message, title, sentence };
}

/** Whether the order's own message says more than the title of the outcome page. */
function isKnown(outcome: Outcome, state: PaymentState, order: OrderState): boolean {
  if (state === 'not-received' || state === 'confirming') return true;
  // The bank reported success a moment ago: its records may only be slow.
  return outcome !== 'success' && (earlierPaymentsText(order) !== null || order.word === 'question');
}

function defaultMessage(
  outcome: Outcome,
  state: Exclude<PaymentState, 'received'>,
  order: OrderState | null,
): OutcomeMessage {
  if (state === 'not-received') return { ...notReceived, title: failureTitle(outcome) };
  if (outcome === 'success') {
    if (state === 'unnamed' || state === 'unknown') return cameBack;
    // The bank reported success a moment ago: its records may only be slow.
    return state === 'unpaid' ? confirming : undecided[state];
  }
  if (outcome === 'tryLater') return state === 'unpaid' ? notCompleted(order) : processing;
  if (state === 'unnamed') return { ...nameless, title: failureTitle(outcome) };
  if (state === 'unpaid') return { ...notReceived, title: failureTitle(outcome) };
  return undecided[state];
}

const failureTitle = (outcome: Outcome) => (outcome === 'error' ? 'Payment Error' : 'Payment Failed');

function received(outcome: Outcome, order: OrderState | null): OutcomeMessage {
  const sentence =
    outcome === 'success'
      ? `The bank has approved your payment.${order ? ` Your order will be processed ${processedWhen(order.delivery)}.` : ''}`
      : 'The bank has confirmed your payment after all. Your order is paid: please do not pay again.';
  return { title: 'Payment Successful', sentence, tone: 'good' };
}

const notReceived: Omit<OutcomeMessage, 'title'> = {
  sentence: 'The bank did not take this payment. Your order is not paid; you can try again.',
  tone: 'bad',
};

/** The bank, or whoever opened the address, did not say for which order. */
const nameless: Omit<OutcomeMessage, 'title'> = {
  sentence:
    'We cannot tell which order this payment is for. If you have paid, do not pay again: My Orders shows what the bank has confirmed.',
  tone: 'bad',
};

const notCompleted = (order: OrderState | null): OutcomeMessage => ({
  title: 'Payment Not Completed',
  sentence: `The bank has no record of a payment for this order. ${order ? reservedText(order) : 'You can pay now.'}`,
  tone: 'wait',
});

const confirming: OutcomeMessage = {
  title: 'We are confirming your payment with the bank',
  sentence:
    'Your order is placed. Please do not pay again: this page changes as soon as the payment is confirmed.',
  tone: 'wait',
};

const cameBack: OutcomeMessage = {
  title: 'Thank you for your order',
  sentence:
    'The bank sent you back after payment. We confirm every payment with the bank first; My Orders shows when yours is confirmed.',
  tone: 'wait',
};

const undecided: Record<'confirming' | 'checking' | 'unknown', OutcomeMessage> = {
  confirming,
  checking: {
    title: 'Checking your payment',
    sentence: 'One moment: we are asking what the bank has confirmed.',
    tone: 'wait',
  },
  unknown: {
    title: 'We are checking your payment',
    sentence:
      'Please do not pay again before it is known what the bank has confirmed. My Orders shows it as soon as we know.',
    tone: 'wait',
  },
};

const processing: OutcomeMessage = {
  title: 'Payment Processing',
  sentence:
    'Your payment is not confirmed yet. Please do not pay again: the order stays open until the bank has decided.',
  tone: 'wait',
};
