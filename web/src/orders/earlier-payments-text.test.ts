import { expect, test } from 'vitest';
import { noMoney, sentAtOnce } from '../testing/order-states.ts';
import { orderMessage, type OrderState } from './order-message.ts';
import { earlierPaymentsText, restDue } from './earlier-payments-text.ts';

const order = (payment: Partial<OrderState['payment']>, over: Partial<OrderState> = {}): OrderState => ({
  status: 'pending',
  nextStep: 'pay',
  word: 'not_paid',
  delivery: sentAtOnce,
  ...over,
  payment: { ...noMoney, transaction: 'review', dueAmount: 2000, ...payment },
});
const plain = (text = '') => text.replaceAll('\u00a0', ' ');

test('a part that was accepted is named with the rest, never "no payment"', () => {
  const partly = order(
    { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 },
    { word: 'part_paid' },
  );
  expect(plain(earlierPaymentsText(partly)?.sentence)).toBe(
    'KES 500 is received, and KES 1,500 is still to be paid.',
  );
  const message = orderMessage(partly);
  expect(plain(message.sentence)).toContain('KES 500 is received, and KES 1,500 is still to be paid.');
  expect(message.nextStep).toBe('pay');
});

test.each([
  ['pending', 'not_paid'],
  ['failed', 'payment_failed'],
  ['cancelled', 'cancelled_refunded'],
] as const)('a refund of a %s order is named', (status, word) => {
  const refunded = order(
    {
      refundedCents: 50_000,
      refunds: [{ cents: 50_000, day: '2026-11-28', method: 'mpesa', reference: '' }],
      dueAmount: status === 'cancelled' ? 0 : 2000,
    },
    { status, word, nextStep: status === 'cancelled' ? 'none' : 'pay' },
  );
  const { sentence } = orderMessage(refunded);
  expect(plain(sentence)).toContain('KES 500 was received for this order and was refunded by M-Pesa.');
  expect(sentence).not.toContain('no record');
});

test('while it is under review, and when no money was received, there is no text', () => {
  const asked = order({ isInQuestion: true, receivedCents: 50_000 }, { word: 'question', nextStep: 'wait' });
  expect(earlierPaymentsText(asked)).toBeNull();
  expect(earlierPaymentsText(order({}))).toBeNull();
  expect(orderMessage(asked).nextStep).toBe('call');
  expect(orderMessage(order({ transaction: 'pending' })).sentence).toContain('no record of a payment');
});

test('another sum that was accepted as the payment is the sum that a paid order names', () => {
  const accepted = order(
    { transaction: 'completed', receivedCents: 199_950, acceptedCents: 199_950, dueAmount: 0 },
    { status: 'paid', word: 'paid', nextStep: 'none' },
  );
  expect(plain(orderMessage(accepted).sentence)).toContain('The bank approved KES 1,999.50.');
});

test('of a paid order a refund is named beside what came, and a whole refund leaves nothing to wait for', () => {
  const paid = (payment: Partial<OrderState['payment']>) =>
    orderMessage(
      order(
        { transaction: 'completed', dueAmount: 0, ...payment },
        { status: 'paid', word: payment.acceptedCents ? 'paid' : 'refunded', nextStep: 'none' },
      ),
    );
  const partly = paid({ receivedCents: 150_000, acceptedCents: 150_000, refundedCents: 50_000 });
  expect(plain(partly.sentence)).toMatch(/^The bank approved KES 2,000\. .* KES 500 was refunded\.$/);
  expect(partly.tone).toBe('success');
  const whole = paid({ refundedCents: 200_000 });
  expect([whole.money, whole.title, whole.nextStep]).toEqual([
    'Refunded',
    'Your payment was refunded',
    'call',
  ]);
  expect(plain(whole.sentence)).toContain(
    'We received KES 2,000 for this order, and all of it was refunded.',
  );
});

test('once all of it was refunded no page promises a delivery', () => {
  const refunded = order(
    { transaction: 'completed', dueAmount: 0, refundedCents: 200_000 },
    { status: 'paid', word: 'refunded', nextStep: 'none' },
  );
  expect(orderMessage(refunded).heading).toBe('Order Refunded');
});

test('a part that was received for a cancelled order has to be refunded', () => {
  const cancelled = order(
    { transaction: 'completed', receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 0 },
    { status: 'cancelled', word: 'cancelled_with_money', nextStep: 'none' },
  );
  expect(earlierPaymentsText(cancelled)?.title).toBe('A payment for this order is not refunded yet');
});

test('what is still to be paid is named where it is not the total, or money is owed again', () => {
  const part = { acceptedCents: 50_000, receivedCents: 50_000, dueAmount: 1500 };
  const at = (word: OrderState['word'], payment: Partial<OrderState['payment']> = part) =>
    restDue({ ...order(payment, { word }), totalAmount: 2000 });
  expect([at('part_paid'), at('undecided'), at('owed'), at('owed', {})]).toEqual([
    150_000, 150_000, 150_000, 200_000,
  ]);
  // A certificate is no money.
  expect(at('owed', { ...part, expectedCents: 150_000 })).toBeNull();
  // All but the certificate was announced.
  expect(at('owed', { ...part, announcedCents: 140_000, expectedCents: 10_000 })).toBeNull();
  // A price cut before the first payment.
  expect(at('not_paid', { dueAmount: 1900 })).toBe(190_000);
  expect([at('question'), at('not_paid', {}), at('paid', { ...part, dueAmount: 0 })]).toEqual([
    null,
    null,
    null,
  ]);
});

test.each([
  [{ owedBy: '2126-12-28' }, 'Owed, by 28 Dec', 'still to be paid for this order, by 28 Dec 2126.'],
  [{ owedBy: '2026-10-28' }, 'Owed since 28 Oct', 'still to be paid for this order, since 28 Oct 2026.'],
  [{ owedBy: '2026-10-28', bouncedCents: 200_000 }, 'Owed since 28 Oct', 'is to be paid, since 28 Oct 2026.'],
  [{}, 'KES 2,000 is owed', 'still to be paid for this order.'],
])('what is owed is said with its day: %j', (payment, money, sentence) => {
  const text = earlierPaymentsText(order(payment, { status: 'completed', word: 'owed' }));
  expect([plain(text?.money), plain(text?.title)]).toEqual([money, 'KES 2,000 is owed']);
  expect(plain(text?.sentence)).toContain(sentence);
});

test.each(['owed', 'part_paid'] as const)(
  'of an order %s but for its certificate, the sum is said once',
  (word) => {
    const rest = { receivedCents: 172_000, acceptedCents: 172_000, dueAmount: 280, expectedCents: 28_000 };
    const text = earlierPaymentsText(order(rest, { word }));
    expect(plain(text?.title)).toBe('We wait for the certificate of KES 280');
    expect(plain(text?.sentence)).toBe('KES 1,720 is received; the rest is expected to be withheld as tax.');
  },
);

test.each(['part_paid', 'owed', 'sent_paid'] as const)(
  'of an order %s of which a part was announced, what is open besides is still to be paid',
  (word) => {
    const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500, announcedCents: 90_000 };
    const { sentence } = earlierPaymentsText(order(part, { word })) ?? {};
    expect(plain(sentence)).toContain('KES 600 is still to be paid');
    expect(plain(sentence)).not.toContain('KES 1,500');
  },
);

test('of an order that was sent in part, what was sent is owed, and the rest is named', () => {
  const text = earlierPaymentsText(
    order({ dueAmount: 1500, unsentCents: 50_000, owedBy: '2126-12-28' }, { word: 'owed' }),
  );
  expect(plain(text?.title)).toBe('KES 1,500 is owed');
  expect(plain(text?.sentence)).toBe(
    'KES 1,500 is still to be paid for what was sent, by 28 Dec 2126. The rest of the order, KES 500, is not sent yet.',
  );
});

test.each([
  ['cheque', 'The cheque of KES 2,000 bounced, so KES 2,000 is to be paid.'],
  ['card', 'The bank took KES 2,000 back, so KES 2,000 is to be paid.'],
] as const)('what a bank took back of a payment by %s is said as that', (bouncedMethod, sentence) => {
  const text = earlierPaymentsText(order({ bouncedCents: 200_000, bouncedMethod }, { word: 'owed' }));
  expect(plain(text?.sentence)).toBe(sentence);
});

test.each([
  ['cheque', 'The cheque of KES 2,000 bounced.'],
  ['card', 'The bank took KES 2,000 back.'],
] as const)(
  'an order that is unpaid again, since its payment by %s did not stand, says so',
  (bouncedMethod, said) => {
    const bounced = { transaction: 'reversed', bouncedCents: 200_000, bouncedMethod } as const;
    for (const [status, word] of [
      ['pending', 'not_paid'],
      ['failed', 'payment_failed'],
    ] as const) {
      const message = orderMessage(order(bounced, { status, word, nextStep: 'pay' }));
      expect([message.money, message.title]).toEqual(['Not paid', 'The payment did not stand']);
      expect(plain(message.sentence)).toBe(`${said} Not reserved: whoever pays first has them.`);
    }
    const part = { ...bounced, receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
    expect(plain(orderMessage(order(part, { word: 'part_paid', nextStep: 'pay' })).sentence)).toContain(
      `${said} KES 500 is received, and KES 1,500 is still to be paid.`,
    );
    const cancelled = { status: 'cancelled', word: 'cancelled', nextStep: 'none' } as const;
    expect(orderMessage(order({ ...bounced, dueAmount: 0 }, cancelled)).sentence).not.toContain('bounced');
  },
);

test('while its day is not over, nobody is pressed for what is owed', () => {
  const sentence = (owedBy: string | null) =>
    orderMessage(order({ owedBy }, { word: 'owed' }))
      .sentence.split('. ')
      .at(-1);
  expect([sentence('2126-12-28'), sentence('2020-12-28'), sentence(null)]).toEqual([
    'Call us if you have questions.',
    'Please pay, or call us.',
    'Please pay, or call us.',
  ]);
});

test('on account it says when it is paid, before it is sent, and the card stays possible', () => {
  const terms = 'On account: to be paid within 30 days of sending.';
  const message = orderMessage(order({ termsDays: 30, heldUntil: '2026-12-28T09:00:00Z' }));
  expect([message.money, message.title, message.nextStep]).toEqual(['On account', 'On account', 'pay']);
  expect(message.sentence).toContain(`${terms} The items of this order are kept for you until`);
  const part = { termsDays: 30, receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
  expect(earlierPaymentsText(order(part, { word: 'part_paid' }))?.sentence).toContain(terms);
  const isOver = order({ termsDays: 30, dueAmount: 0 }, { status: 'cancelled', word: 'cancelled' });
  expect(earlierPaymentsText(isOver)).toBeNull();
});
