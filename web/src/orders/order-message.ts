import {
  bankGaveNoAnswer,
  type DeliveryPromise,
  type Order,
  type OrderItem,
  type OrderPayment,
  orderStatuses,
  type OrderWord,
  orderWords,
} from '@contract/orders.ts';
import { expectedDays, orderedThen } from '@contract/awaited.ts';
import { formatCents } from '@contract/money.ts';
import { dueSum, isAllAnnounced, owedWhen } from '@contract/on-account.ts';
import { certificateText } from '@contract/ways-to-pay.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { isCancelledByBuyer, refusalAdvice } from '@contract/refusal-advice.ts';
import {
  certificateAwaited,
  type EarlierPayments,
  openSum,
  earlierPaymentsText,
  depositPaid,
  notReceivedText,
  stillToPay,
  wayBack,
} from './earlier-payments-text.ts';
import { isAtPhone, isByPrompt, isPromptOpen, otherWaysText } from './mpesa-state.ts';
import { isWorkLeft, workFollows } from '@contract/shipments.ts';
import { isOnItsWay } from './parcel-text.ts';
import { statusLabelOf } from './order-status-text.ts';
import { processedWhen } from '@contract/delivery-time.ts';

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

export type OrderState = Pick<Order, 'status' | 'nextStep' | 'word' | 'payment'> & {
  items?: readonly OrderItem[];
  delivery: Pick<DeliveryPromise, 'after'>;
  shipments?: Order['shipments'];
  /** A stored order may not say it. */
  waitsForRest?: boolean;
};

/** What is said of an order at each word. */
export function orderMessage(order: OrderState): OrderMessage {
  if (!isKnown(order)) return newerThanThisPage(order);
  const message = messages[order.word](order, earlierPaymentsText(order));
  return order.status === 'cancelled' ? { ...message, heading: 'Order Cancelled' } : message;
}

/** With what became of the money received for it, which no text may deny. */
type MessageOf = (order: OrderState, past: EarlierPayments | null) => OrderMessage;

const messages: Record<OrderWord, MessageOf> = {
  not_paid: toBePaid,
  payment_failed: toBePaid,
  part_paid: toBePaid,
  sent_paid: toBePaid,
  undecided,
  question: underReview,
  received: notAccepted,
  paid,
  completed: paid,
  added: paid,
  to_order: paid,
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
  if (isBeingChecked(order)) return after(past, beingChecked(order));
  if (order.payment.dueAmount <= 0) return nothingDue(past);
  if (isAllAnnounced(order.payment)) return after(past, announced(order));
  if (isPromptOpen(order.payment)) return after(past, promptOpen(order));
  const withheld = onlyWithheld(order);
  if (withheld) return withheld;
  if (!past) return order.word === 'payment_failed' ? notPaid(order) : notPaidYet(order);
  const { refusal } = order.payment;
  if (refusal && !isCancelledByBuyer(refusal) && !isByPrompt(order.payment)) {
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
    heading: 'Order Confirmation',
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
  return status !== 'failed' && nextStep === 'pay' && !payment.hasBankAnswered;
}

/** What decides whether the bank still has to say so. */
export type BankQuestion = Pick<Order, 'status' | 'nextStep'> & {
  payment: Pick<OrderPayment, 'hasBankAnswered'>;
};

function beingChecked({ payment }: OrderState): OrderMessage {
  const asked = isByPrompt(payment) ? 'M-Pesa' : 'the bank';
  return {
    heading: 'Order Confirmation',
    money: `Being checked with ${asked}`,
    title: 'Checking your payment',
    sentence: `One moment: we are asking ${asked} whether it has received a payment for this order.`,
    tone: 'warning',
    nextStep: 'wait',
  };
}

const payOtherwise = 'You may pay in another way now; if both are paid, we give one back.';

/** What was told stands above it: nothing here asks to pay again. */
const announced = (order: OrderState): OrderMessage => ({
  ...notPaidYet(order),
  money: 'Being checked with M-Pesa',
  sentence: reservedText(order),
});

/** A request was sent to a phone, and its time is over without an answer. */
const promptOpen = (order: OrderState): OrderMessage => ({
  heading: 'Order Confirmation',
  money: 'M-Pesa has not decided yet',
  title: 'M-Pesa has not decided yet',
  sentence: `${payOtherwise} ${reservedText(order)}`,
  tone: 'warning',
  nextStep: 'pay',
});

/** For an order that has a text of its own about its money. */
const openPromptText = ({ nextStep, payment }: OrderState) => {
  if (isAtPhone({ nextStep, payment })) return notBeforeMpesa(payment);
  return (
    nextStep === 'pay' &&
    isPromptOpen(payment) &&
    !isAllAnnounced(payment) &&
    `M-Pesa has not decided yet. ${payOtherwise}`
  );
};

/** The same of a bank that is asked, or has not decided: until then nobody is asked to pay. */
const bankText = (order: OrderState) =>
  isBeingChecked(order)
    ? beingChecked(order).sentence
    : order.nextStep === 'wait' && undecided(order, null).sentence;

const notBeforeMpesa = (payment: OrderPayment) =>
  `Please do not pay again before M-Pesa has confirmed it. This page shows the result.${otherWaysText(payment)}`;

const furtherCharge = 'Another payment for it has come, and a person at the shop is looking at that.';

function paid(order: OrderState): OrderMessage {
  const { word, payment } = order;
  const withheld = word === 'added' && !openPromptText(order) ? onlyWithheld(order) : null;
  if (withheld) return withheld;
  // All that was added is said to be paid, and that is being proven.
  const isTold = isAllAnnounced(payment);
  const isCompleted = word === 'completed';
  const isOnWay = isCompleted && isOnItsWay({ shipments: order.shipments ?? [], items: order.items ?? [] });
  const expected = expectedDays(order.items ?? []);
  const { laterCents } = payment;
  const { isInQuestion, acceptedCents, refundedCents, returnedCents, overpaidCents } = payment;
  // Refunded money was received.
  const cents = acceptedCents + refundedCents;
  const sum = cents > 0 ? formatCents(cents) : 'your payment';
  // Of what came another way no bank has approved anything.
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
      ? `${came}, and the order is ${isOnWay ? 'on its way' : 'completed'}. Keep this page for the warranty.`
      : `${came}.${word === 'to_order' || word === 'added' ? '' : ` ${whatFollows(order)}`}`,
    notReceivedText(payment),
    isInQuestion && furtherCharge,
    refundedCents > 0 && `${formatCents(refundedCents)} was refunded${wayBack(payment)}.`,
    returnedCents > 0 && `${formatCents(returnedCents)} came besides, and was refunded.`,
    overpaidCents > 0 && `${formatCents(overpaidCents)} too much was paid, and goes back to you.`,
    word === 'added' &&
      !isTold &&
      (order.waitsForRest
        ? `What you ordered has come and is kept for you: ${openSum(payment)} is to be paid for it.`
        : `${openSum(payment)} is still to be paid for what was added to it since.`),
    openPromptText(order) || (word === 'added' && bankText(order)),
    word === 'to_order' &&
      `We get ${order.items?.every(({ awaited, quantity }) => awaited === quantity) ? 'it' : 'the rest'} for you from the maker${expected ? `, expected ${expected}` : ''}${laterCents > 0 ? `, and ${formatCents(laterCents)} is due when it has come` : ''}: we write to you then.`,
  ];
  if (word === 'added') {
    return {
      heading: 'Order Confirmation',
      money: isTold ? 'Being checked with M-Pesa' : stillToPay(payment),
      title: isTold ? 'A payment is being checked' : `${openSum(payment)} is still to be paid`,
      sentence: sentences.filter(Boolean).join(' '),
      tone: 'warning',
      nextStep: order.nextStep !== 'pay' || isBeingChecked(order) ? 'wait' : 'pay',
    };
  }
  if (word === 'to_order') {
    return {
      heading: 'Order Confirmation',
      money: laterCents > 0 ? `${depositPaid}, ${formatCents(laterCents)} later` : approved,
      title: laterCents > 0 ? 'Your deposit is paid' : `Your payment is ${approved.toLowerCase()}`,
      sentence: sentences.filter(Boolean).join(' '),
      tone: 'info',
      nextStep: 'track',
    };
  }
  return {
    heading: 'Order Confirmation',
    money: isOnWay ? `${approved}, on its way` : isCompleted ? `${approved}, order completed` : approved,
    title: isOnWay
      ? 'This order is on its way'
      : isCompleted
        ? 'This order is completed'
        : `Your payment is ${approved.toLowerCase()}`,
    sentence: sentences.filter(Boolean).join(' '),
    tone: 'success',
    nextStep: isCompleted && !isOnWay ? 'shop' : 'track',
  };
}

const whatFollows = ({ items = [], shipments = [], delivery }: OrderState) =>
  isWorkLeft({ items, shipments }) ? workFollows : `Your order is processed ${processedWhen(delivery)}.`;

function owed(order: OrderState, past: EarlierPayments | null): OrderMessage {
  if (isBeingChecked(order)) return after(past, beingChecked(order));
  const { money = '', title = '', sentence = '' } = past ?? {};
  const open = openPromptText(order);
  const withheld = open ? null : onlyWithheld(order);
  if (withheld) return withheld;
  const further = order.payment.isInQuestion ? ` ${furtherCharge}` : open ? ` ${open}` : '';
  return {
    heading: 'Order Confirmation',
    money,
    title,
    sentence: `${sentence}${further} ${owedWhen(order.payment)?.isLate === false || isAllAnnounced(order.payment) ? 'Call us if you have questions.' : 'Please pay, or call us.'}`,
    tone: 'warning',
    nextStep: order.nextStep === 'pay' ? 'pay' : 'call',
  };
}

/** All that is left is withheld as tax: its certificate is asked for. */
function onlyWithheld({ payment }: OrderState): OrderMessage | null {
  const sentence = certificateText(payment);
  if (sentence === null) return null;
  return {
    heading: 'Order Confirmation',
    money: certificateAwaited,
    title: 'We wait for the certificate',
    sentence,
    tone: 'info',
    nextStep: 'call',
  };
}

/** For a paid order that the shop is about to cancel, or that was returned. */
function refunded({ payment }: OrderState): OrderMessage {
  const { refundedCents, isInQuestion } = payment;
  const further = isInQuestion ? ` ${furtherCharge}` : '';
  const common = { tone: 'info', nextStep: 'call' } as const;
  return refundedCents > 0
    ? {
        ...common,
        heading: 'Order Refunded',
        money: 'Refunded',
        title: 'Your payment was refunded',
        sentence: `We received ${formatCents(refundedCents)} for this order, and all of it was refunded${wayBack(payment)}.${further} Call us if you have questions.`,
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
  if (isByPrompt(order.payment)) {
    return after(past, {
      heading: order.status === 'failed' ? 'Order Not Paid' : 'Order Confirmation',
      money: 'Waiting for M-Pesa',
      title: `M-Pesa has not confirmed ${asked} yet`,
      sentence: notBeforeMpesa(order.payment),
      tone: 'warning',
      nextStep: 'wait',
    });
  }
  return after(past, {
    heading: order.status === 'failed' ? 'Order Not Paid' : 'Order Confirmation',
    money: 'Waiting for the bank',
    title: isBankSilent ? bankGaveNoAnswer : `The bank has not confirmed ${asked} yet`,
    sentence: `Please do not pay again. ${next} This page shows the result.`,
    tone: 'warning',
    nextStep: 'wait',
  });
}

function notPaidYet(order: OrderState): OrderMessage {
  return {
    heading: 'Order Confirmation',
    money: 'Waiting for your payment',
    title: 'This order is not paid yet',
    // What was told stands above it.
    sentence:
      order.payment.announcedCents > 0
        ? reservedText(order)
        : `${isByPrompt(order.payment) ? 'M-Pesa' : 'The bank'} has no record of a payment for it. ${reservedText(order)}`,
    tone: 'warning',
    nextStep: 'pay',
  };
}

function notPaid(order: OrderState): OrderMessage {
  const { refusal } = order.payment;
  const common = { heading: 'Order Not Paid', nextStep: 'pay' } as const;
  if (isByPrompt(order.payment)) {
    return {
      ...common,
      money: 'Not paid',
      title: 'The M-Pesa payment did not go through',
      sentence: reservedText(order),
      tone: 'warning',
    };
  }
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

/** How long the items of an unpaid order are reserved, or what is due before they are ordered. */
export function reservedText({ payment }: Pick<OrderState, 'payment'>): string {
  const { heldUntil, isHoldTakenOver, laterCents } = payment;
  if (laterCents > 0) return orderedThen(dueSum(payment), formatCents(laterCents));
  if (isHoldTakenOver)
    return 'Another order of yours needed items of this one, so they are no longer kept for it: you can pay while they are in stock.';
  return heldUntil
    ? `The items of this order are kept for you until ${formatDayAndTime(heldUntil)}.`
    : notReserved;
}
