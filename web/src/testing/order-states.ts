import type { Order, OrderPayment, OrderStatus, OrderWord } from '@contract/orders.ts';

/** Nothing is left of an order, nor withheld. */
export const noRest = {
  dueCents: 0,
  writeOffCents: 0,
  expected: {},
  proposed: { withheld_vat: 0, withheld_tax: 0 },
  proposedOf: { withheld_vat: 0, withheld_tax: 0 },
};

/** The parts of an order that its texts depend on. */
type OrderState = Pick<Order, 'status' | 'nextStep' | 'word' | 'payment'> & {
  delivery: Pick<Order['delivery'], 'after'>;
};

/** What is promised of an order that can be sent at once. */
export const sentAtOnce = {
  zone: null,
  promise: '5-7 business days',
  by: '2026-12-08',
  after: null,
  isPromised: true,
} as const;

/** KES. */
const totalAmount = 15_000;

/** No money received, and the bank has just confirmed that it knows of no payment. */
export const noMoney: OrderPayment = {
  transaction: null,
  method: null,
  reference: 'DON-1',
  refusal: null,
  nextAskAt: null,
  heldUntil: null,
  isHoldTakenOver: false,
  hasBankAnswered: true,
  isBankSilent: false,
  termsDays: null,
  owedBy: null,
  lastCents: 0,
  isInQuestion: false,
  receivedCents: 0,
  acceptedCents: 0,
  refundedCents: 0,
  bouncedCents: 0,
  bouncedMethod: null,
  refunds: [],
  returnedCents: 0,
  recordedCents: 0,
  withheldCents: 0,
  expectedCents: 0,
  announcedCents: 0,
  prompt: null,
  laterCents: 0,
  overpaidCents: 0,
  dueAmount: totalAmount,
  roundedCents: 0,
  unsentCents: 0,
  writtenOffCents: 0,
  creditedCents: 0,
};

export const declined = { code: '4', description: 'Denied' };

const allCents = totalAmount * 100;

const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: totalAmount - 500 };
const all = {
  transaction: 'completed',
  receivedCents: allCents,
  acceptedCents: allCents,
  dueAmount: 0,
} as const;
const someRefunded = { refundedCents: 50_000 };
const refunded = { transaction: 'completed', refundedCents: allCents, dueAmount: 0 } as const;
const refused = { transaction: 'failed', refusal: declined } as const;
const late = { transaction: 'expired' } as const;
const question = { transaction: 'review', receivedCents: 50_000, isInQuestion: true } as const;
const more = { receivedCents: 90_000, acceptedCents: 50_000, dueAmount: totalAmount - 500 };

type OrderCase = { name: string; order: OrderState };

/** States of an order, with the word that the shop gives each. */
const states: [OrderStatus, OrderWord, Order['nextStep'], name: string, Partial<OrderPayment>][] = [
  ['pending', 'not_paid', 'pay', 'nothing came', {}],
  ['pending', 'not_paid', 'pay', 'the page of the bank is open', { transaction: 'pending' }],
  ['pending', 'not_paid', 'pay', 'what came was refunded', someRefunded],
  ['pending', 'not_paid', 'pay', 'nothing is due', { dueAmount: 0 }],
  ['pending', 'not_paid', 'pay', 'nothing is due, and some was refunded', { ...someRefunded, dueAmount: 0 }],
  ['failed', 'payment_failed', 'pay', 'refused', refused],
  ['failed', 'payment_failed', 'pay', 'not paid in time', late],
  ['failed', 'payment_failed', 'pay', 'refused after a refund', { ...refused, ...someRefunded }],
  ['failed', 'payment_failed', 'pay', 'not paid in time, after a refund', { ...late, ...someRefunded }],
  ['pending', 'part_paid', 'pay', 'a part came', part],
  ['pending', 'part_paid', 'pay', 'a part came, another was refunded', { ...part, ...someRefunded }],
  ['failed', 'part_paid', 'pay', 'the rest is refused', { ...refused, ...part }],
  ['failed', 'part_paid', 'pay', 'the rest came not in time', { ...late, ...part }],
  ['pending', 'sent_paid', 'pay', 'what was sent is paid, and the rest is not sent', part],
  ['pending', 'undecided', 'wait', 'the bank has not decided', { transaction: 'pending' }],
  ['failed', 'undecided', 'wait', 'the bank has not decided', late],
  ['pending', 'undecided', 'wait', 'the bank is silent', { transaction: 'pending', isBankSilent: true }],
  ['pending', 'undecided', 'wait', 'a part came', part],
  ['pending', 'undecided', 'wait', 'all of it came, and the pieces are gone', all],
  ['pending', 'undecided', 'wait', 'what came was refunded', someRefunded],
  ['pending', 'question', 'wait', 'somebody is looking at it', question],
  ['failed', 'question', 'wait', 'somebody is looking at it', question],
  ['pending', 'question', 'wait', 'a part came, and somebody is looking at more', { ...question, ...more }],
  ['cancelled', 'question', 'none', 'somebody is looking at it', { ...question, dueAmount: 0 }],
  ['failed', 'received', 'wait', 'all of it came, and the pieces are gone', all],
  [
    'pending',
    'received',
    'wait',
    'more came, and the pieces are gone',
    { ...all, receivedCents: 2 * allCents, acceptedCents: 2 * allCents },
  ],
  ['paid', 'paid', 'none', 'all of it came', all],
  [
    'paid',
    'paid',
    'none',
    'some was refunded',
    { ...all, ...someRefunded, receivedCents: allCents - 50_000, acceptedCents: allCents - 50_000 },
  ],
  [
    'paid',
    'paid',
    'none',
    'somebody is looking at more',
    { ...all, receivedCents: allCents + 50_000, isInQuestion: true },
  ],
  [
    'paid',
    'paid',
    'none',
    'too much came',
    { ...all, receivedCents: 2 * allCents, acceptedCents: 2 * allCents, overpaidCents: allCents },
  ],
  ['completed', 'completed', 'none', 'all of it came', all],
  [
    'completed',
    'completed',
    'none',
    'too much came',
    { ...all, receivedCents: 2 * allCents, acceptedCents: 2 * allCents, overpaidCents: allCents },
  ],
  ['paid', 'added', 'pay', 'delivery was agreed after the payment', { ...all, dueAmount: 2200 }],
  [
    'paid',
    'added',
    'wait',
    'somebody is looking at money for what was added',
    { ...all, dueAmount: 2200, isInQuestion: true },
  ],
  ['paid', 'to_order', 'none', 'a deposit came', { ...part, dueAmount: 0, laterCents: allCents - 50_000 }],
  ['paid', 'to_order', 'none', 'all of it came, and the goods did not yet', all],
  [
    'paid',
    'owed',
    'pay',
    'a cheque bounced',
    { transaction: 'completed', bouncedCents: allCents, bouncedMethod: 'cheque' },
  ],
  [
    'completed',
    'owed',
    'pay',
    'a cheque bounced, and a part is there',
    { ...part, transaction: 'completed', bouncedCents: allCents - 50_000, bouncedMethod: 'cheque' },
  ],
  ['completed', 'owed', 'pay', 'all was sent on account', {}],
  ['paid', 'question', 'wait', 'a cheque bounced, and somebody is looking at other money', question],
  ['pending', 'owed', 'pay', 'sent before it was paid', {}],
  ['pending', 'owed', 'pay', 'sent when a part was paid', part],
  ['failed', 'owed', 'pay', 'sent before it was paid, and the card refused', refused],
  ['paid', 'refunded', 'none', 'all of it was refunded', refunded],
  ['completed', 'refunded', 'none', 'all of it was refunded', refunded],
  [
    'paid',
    'refunded',
    'none',
    'all of it was refunded, and somebody is looking at more',
    { ...refunded, ...question, dueAmount: 0 },
  ],
  [
    'completed',
    'refunded',
    'none',
    'a cheque bounced, and the debt is written off',
    { transaction: 'completed', dueAmount: 0 },
  ],
  ['cancelled', 'cancelled', 'none', 'nothing came', { dueAmount: 0 }],
  [
    'cancelled',
    'cancelled',
    'none',
    'what came was not ours and was refunded',
    { ...someRefunded, dueAmount: 0 },
  ],
  ['cancelled', 'cancelled_with_money', 'none', 'a part came', { ...part, dueAmount: 0 }],
  ['cancelled', 'cancelled_with_money', 'none', 'all of it came', all],
  ['cancelled', 'cancelled_refunded', 'none', 'all of it was refunded', refunded],
];

/** Each of them, of those that can be paid also before the bank has answered. */
export const everyOrderState: readonly OrderCase[] = states.flatMap(
  ([status, word, nextStep, name, payment]) =>
    (nextStep === 'pay' ? [true, false] : [true]).map((hasBankAnswered) => ({
      name: `${status}, ${word}, ${name}${hasBankAnswered ? '' : ', not answered'}`,
      order: {
        status,
        word,
        nextStep,
        payment: { ...noMoney, hasBankAnswered, ...payment },
        delivery: sentAtOnce,
      },
    })),
);

/** Texts that deny a payment. Once money was received no page may contain them. */
export const denialOfPayment =
  /no record|no payment|not charged|nothing is due|order is not paid|not paid yet|have not paid|Order Not Paid|did not take|not paid in time/i;
