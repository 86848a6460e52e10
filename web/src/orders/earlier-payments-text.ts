import type { MoneyToShow, Order, OrderPayment, OrderWord } from '@contract/orders.ts';
import { formatCents } from '@contract/money.ts';
import {
  dueSum,
  isAllAnnounced,
  isOnlyWithheld,
  onAccount,
  openCentsOf,
  owedWhen,
} from '@contract/on-account.ts';
import { byMethod } from '@contract/payment-methods.ts';

export type EarlierPayments = { money: string; title: string; sentence: string };

type Judged = Pick<Order, 'status' | 'word' | 'payment'>;

/** At these an order has a text of its own about its money. */
const spokenFor: readonly OrderWord[] = ['question', 'paid', 'completed', 'added', 'to_order', 'refunded'];

/**
 * What became of money received for an order that is not paid, after its review, and what is owed for one that was paid or
 * sent: the same text for its buyer and for the owner. Null when there is nothing of it, or during the review.
 */
export function earlierPaymentsText(order: Judged): EarlierPayments | null {
  const { word, payment } = order;
  const { receivedCents, dueAmount } = payment;
  const refundedCents = payment.refundedCents + payment.returnedCents;
  if (spokenFor.includes(word)) return null;
  if ((word === 'owed' || word === 'part_paid') && isOnlyWithheld(payment)) return certificateToCome(payment);
  if (word === 'owed') return owed(order);
  const refunded =
    refundedCents > 0
      ? `${formatCents(refundedCents)} was received for this order and was refunded${wayBack(payment)}.`
      : '';
  const terms = onAccount(payment);
  const bounced = dueAmount > 0 ? bouncedText(payment) : null;
  if (receivedCents <= 0) {
    const said = [bounced && `${bounced}.`, refunded].filter(Boolean).join(' ');
    if (terms && word !== 'undecided' && dueAmount > 0)
      return { money: onAccountInShort, title: onAccountInShort, sentence: `${terms} ${said}`.trim() };
    if (bounced) return { money: 'Not paid', title: 'The payment did not stand', sentence: said };
    return refunded ? { money: 'Refunded', title: 'The payment was refunded', sentence: refunded } : null;
  }
  const received = formatCents(receivedCents);
  const text =
    word === 'sent_paid'
      ? {
          money: sentIsPaid,
          title: sentIsPaid,
          sentence: [
            `${received} is received, and pays for what was sent. The rest of the order is not sent yet, and ${openSum(payment)} is still to be paid for it.`,
            terms,
          ]
            .filter(Boolean)
            .join(' '),
        }
      : dueAmount > 0
        ? {
            money: 'Partly paid',
            title: 'A part of this order is paid',
            sentence: [
              bounced && `${bounced}.`,
              `${received} is received, and ${openSum(payment)} is still to be paid.`,
              terms,
            ]
              .filter(Boolean)
              .join(' '),
          }
        : {
            money: 'Received, not refunded yet',
            title: 'A payment for this order is not refunded yet',
            sentence: `${received} is received for this order and has not been refunded yet.`,
          };
  return { ...text, sentence: [text.sentence, notReceivedText(payment), refunded].filter(Boolean).join(' ') };
}

/** `Owed, by 28 Dec`: what of an order that left unpaid is still to be paid, beside its status. */
export function owedInShort(payment: MoneyToShow): string {
  if (isOnlyWithheld(payment)) return certificateAwaited;
  const { day, isLate } = owedWhen(payment) ?? {};
  return day ? `Owed${isLate ? ' since' : ', by'} ${day.slice(0, -5)}` : `${dueSum(payment)} is owed`;
}

function certificateToCome(payment: OrderPayment): EarlierPayments {
  const { receivedCents, unsentCents } = payment;
  return {
    money: certificateAwaited,
    title: `We wait for the certificate of ${dueSum(payment)}`,
    sentence: [
      receivedCents > 0
        ? `${formatCents(receivedCents)} is received; the rest is expected to be withheld as tax.`
        : 'It is expected to be withheld as tax.',
      notSentText(unsentCents),
      notReceivedText(payment),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

function owed(order: Judged): EarlierPayments {
  const { receivedCents, unsentCents, expectedCents } = order.payment;
  const bounced = bouncedText(order.payment);
  const { day, isLate } = owedWhen(order.payment) ?? {};
  const when = day ? `, ${isLate ? 'since' : 'by'} ${day}` : '';
  const due = dueSum(order.payment);
  const received = receivedCents > 0 ? `${formatCents(receivedCents)} is received, and ` : '';
  const sentence = bounced
    ? `${bounced}, so ${due} is to be paid`
    : `${received}${openSum(order.payment)} is still to be paid for ${unsentCents > 0 ? 'what was sent' : 'this order'}`;
  const expected =
    expectedCents > 0 ? `, of which ${formatCents(expectedCents)} is expected to be withheld` : '';
  return {
    money: owedInShort(order.payment),
    title: `${due} is owed`,
    sentence: [`${sentence}${when}${expected}.`, notSentText(unsentCents), notReceivedText(order.payment)]
      .filter(Boolean)
      .join(' '),
  };
}

/** What became of a payment that the bank did not pay after all; null without one. A stored order may not say it. */
const bouncedText = ({ bouncedCents, bouncedMethod }: OrderPayment): string | null => {
  if (!bouncedCents) return null;
  const sum = formatCents(bouncedCents);
  return bouncedMethod === 'cheque' ? `The cheque of ${sum} bounced` : `The bank took ${sum} back`;
};

/** What is still to be paid besides a part that was announced; of a stored order, and where all was, what is due. */
export const openSum = (payment: OrderPayment): string =>
  isAllAnnounced(payment) ? dueSum(payment) : formatCents(openCentsOf(payment));

const notSentText = (unsentCents: number): string =>
  unsentCents > 0 ? `The rest of the order, ${formatCents(unsentCents)}, is not sent yet.` : '';

/** What was credited, withheld or written off of the price, and never came; empty when nothing. A stored order may not say it. */
export const notReceivedText = ({
  withheldCents,
  writtenOffCents = 0,
  creditedCents = 0,
}: Pick<OrderPayment, 'withheldCents'> &
  Partial<Pick<OrderPayment, 'writtenOffCents' | 'creditedCents'>>): string =>
  [
    creditedCents > 0 ? `${formatCents(creditedCents)} was credited.` : '',
    withheldCents > 0 ? `${formatCents(withheldCents)} was withheld as tax.` : '',
    writtenOffCents > 0 ? `${formatCents(writtenOffCents)} was written off.` : '',
  ]
    .filter(Boolean)
    .join(' ');

/** What is said of the money of an order of which goods left, and the rest did not. */
const sentIsPaid = 'What was sent is paid';

/** What is said of the money of an order on account before anything of it is sent. */
export const onAccountInShort = 'On account';

/** What is said of the money of an order where all that is due comes as the certificate of a withheld tax. */
export const certificateAwaited = 'Certificate awaited';

/** What is said of the money of an order that waits for the maker. */
export const depositPaid = 'Deposit paid';

/** What a paid order waits for that was added to it. */
export const stillToPay = (payment: Parameters<typeof dueSum>[0]) => `${dueSum(payment)} to be paid`;

/**
 * The cents still to be paid, besides what was announced, where that is not simply the total, or is owed; null when it is,
 * or when no money is due.
 */
export function restDue({
  word,
  payment,
  totalAmount,
}: Pick<Order, 'word' | 'payment' | 'totalAmount'>): number | null {
  if (payment.dueAmount <= 0 || isOnlyWithheld(payment) || isAllAnnounced(payment)) return null;
  const cents = openCentsOf(payment);
  const isRest = word === 'owed' || (cents !== totalAmount * 100 && word !== 'question');
  return isRest ? cents : null;
}

/** ` by card and by M-Pesa`; a stored order may not say it. */
export const wayBack = ({ refunds = [] }: Pick<OrderPayment, 'refunds'>): string =>
  [...new Set(refunds.map(({ method }) => ` ${byMethod[method]}`))].join(' and');
