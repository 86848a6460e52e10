import { transactionStatuses } from '@contract/admin.ts';
import { type Order, type OrderPayment, orderStatuses } from '@contract/orders.ts';
import { describe, expect, it, test } from 'vitest';
import { declined as refusal, noMoney } from '../testing/order-states.ts';
import { isBeingChecked, orderMessage } from './order-message.ts';

const messageOf = (status: Order['status'], nextStep: Order['nextStep'], over: Partial<OrderPayment> = {}) =>
  orderMessage({ status, nextStep, payment: { ...noMoney, transaction: 'pending', ...over } });

/** Every order status with every state of its transaction, and the step that the shop then allows. */
const everyState = orderStatuses.flatMap((status) =>
  [...transactionStatuses, null].flatMap((transaction) => {
    const isOpen = status === 'pending' || status === 'failed';
    const steps = isOpen ? (['pay', 'wait'] as const) : (['none'] as const);
    return steps.map((nextStep) => ({
      status,
      transaction,
      nextStep,
      message: messageOf(status, nextStep, {
        transaction,
        refusal: transaction === 'failed' ? refusal : null,
        isInQuestion: transaction === 'review' || transaction === 'completed',
      }),
    }));
  }),
);

describe('an order’s page', () => {
  it('says nothing about the bank, and asks nobody to pay, before the bank has responded', () => {
    const message = messageOf('pending', 'pay', { hasBankAnswered: false });
    expect([message.title, message.nextStep]).toEqual(['Checking your payment', 'wait']);
    expect(message.sentence).not.toMatch(/no record|you can pay/i);
    expect(messageOf('pending', 'wait', { hasBankAnswered: false }).title).toContain('has not confirmed');
    expect(messageOf('failed', 'pay', { hasBankAnswered: false, refusal }).nextStep).toBe('pay');
    const unanswered = { ...noMoney, hasBankAnswered: false };
    const isChecked = (nextStep: Order['nextStep']) =>
      isBeingChecked({ status: 'pending', nextStep, payment: unanswered });
    expect([isChecked('pay'), isChecked('wait')]).toEqual([true, false]);
  });

  it.each(
    everyState.map(({ status, transaction, nextStep, message }) => {
      return [`${status}, ${transaction}, ${nextStep}`, message] as const;
    }),
  )('of %s has its heading, its sentence and one next step', (_, message) => {
    for (const text of [message.heading, message.money, message.title]) expect(text).toMatch(/^[A-Z]/);
    expect(message.sentence).toMatch(/\.$/);
    expect(['pay', 'wait', 'call', 'track', 'shop']).toContain(message.nextStep);
  });

  it('never asks to pay in a state that it does not know, as in an older release', () => {
    const shipped = messageOf('ready_to_ship' as Order['status'], 'none');
    expect([shipped.title, shipped.money, shipped.nextStep]).toEqual([
      'The shop calls this order “Ready to ship”',
      'Ready to ship',
      'call',
    ]);
    expect(messageOf('pending', 'send_proof' as Order['nextStep']).nextStep).toBe('call');
  });

  it('says what each state means', () => {
    const said = Object.fromEntries(
      everyState.map(({ status, transaction, nextStep, message }) => [
        `${status} ${transaction} ${nextStep}`,
        `${message.title} -> ${message.nextStep}`,
      ]),
    );
    const paid = 'Your payment is approved -> track';
    const completed = 'This order is completed -> shop';
    const cancelled = 'This order is cancelled -> shop';
    const checked = 'A payment for this order is being checked -> call';
    const waiting = 'The bank has not confirmed your payment yet -> wait';
    const unpaid = 'This order is not paid yet -> pay';
    const late = 'This order was not paid in time -> pay';
    const refused = 'The bank refused the payment -> pay';
    for (const [state, text] of Object.entries(said)) {
      const [status = '', transaction = '', nextStep = ''] = state.split(' ');
      const expected =
        { paid, completed }[status] ??
        (['review', 'completed'].includes(transaction) ? checked : null) ??
        (status === 'cancelled' ? cancelled : null) ??
        (nextStep === 'wait' ? waiting : null) ??
        (status === 'pending' ? unpaid : transaction === 'failed' ? refused : late);
      expect([state, text]).toEqual([state, expected]);
    }
  });

  it('never denies money that arrived, and never asks for it twice', () => {
    for (const { status, transaction, nextStep, message } of everyState) {
      const hasArrived = ['review', 'completed'].includes(transaction ?? '');
      if (hasArrived)
        expect(message.sentence).not.toMatch(/no record|no payment|not charged|nothing is due/i);
      if (message.nextStep === 'pay') expect([nextStep, hasArrived]).toEqual(['pay', false]);
      expect(message.tone === 'success').toBe(status === 'paid' || status === 'completed');
    }
  });

  it('is a confirmation only while the order can be delivered', () => {
    const headings = (status: Order['status']) => [
      ...new Set(everyState.filter((one) => one.status === status).map(({ message }) => message.heading)),
    ];
    expect(headings('paid')).toEqual(['Order Confirmation']);
    expect(headings('completed')).toEqual(['Order Confirmation']);
    // A payment that is being checked is not called unpaid.
    expect(headings('failed').sort()).toEqual(['Order Confirmation', 'Order Not Paid']);
    expect(messageOf('failed', 'pay', { transaction: 'failed', refusal }).heading).toBe('Order Not Paid');
    expect(headings('cancelled')).toEqual(['Order Cancelled']);
    expect(headings('pending')).toContain('Order Confirmation');
  });
});

describe('an order that is not paid', () => {
  it('says until when its items are reserved', () => {
    const kept = messageOf('pending', 'pay', { heldUntil: '2026-11-22T08:30:00Z' });
    expect(kept.sentence).toContain('kept for you until 22 Nov 2026, 11:30.');
    expect(messageOf('pending', 'pay').sentence).toContain('no longer kept');
    expect(messageOf('pending', 'pay', { isHoldTakenOver: true }).sentence).toContain(
      'Another order of yours needed items of this one',
    );
    const refused = { transaction: 'failed', refusal, heldUntil: '2026-11-22T08:30:00Z' } as const;
    expect(messageOf('failed', 'pay', refused).sentence).toContain('until 22 Nov 2026, 11:30.');
  });

  it('says when the bank is queried next', () => {
    const text = messageOf('pending', 'wait', { nextAskAt: '2026-11-22T08:30:00Z' }).sentence;
    expect(text).toContain('22 Nov 2026, 11:30');
    expect(text).toContain('do not pay again');
    expect(messageOf('pending', 'wait').sentence).toContain('a person at the shop is asking it');
  });

  it.each([
    ['3', /another card.*call your bank/],
    ['4', /limit.*another card/],
    ['5', /call it.*another card/],
    ['7', /security code/],
    ['8', /kind of card/],
    ['10', /another card.*call your bank/],
    ['14', /card number/],
    ['16', /expiry date/],
    ['255', /call us/],
    ['99', /another card.*limit/],
  ])('refused with code %s says what to try', (code, text) => {
    const message = messageOf('failed', 'pay', {
      transaction: 'failed',
      refusal: { code, description: 'Error' },
    });
    expect(message).toMatchObject({ tone: 'error', nextStep: 'pay' });
    expect(message.sentence).toMatch(text);
  });

  it('is not shown as an error after the buyer cancelled at the bank', () => {
    const cancelled = { code: '255', description: 'The payment was cancelled by the card holder' };
    expect(messageOf('failed', 'pay', { transaction: 'failed', refusal: cancelled })).toMatchObject({
      title: 'You left the bank’s page without paying',
      tone: 'warning',
      nextStep: 'pay',
    });
    // A declined card is not a cancellation, whatever its text says.
    const refused = { code: '4', description: 'Card cancelled' };
    expect(messageOf('failed', 'pay', { transaction: 'failed', refusal: refused }).tone).toBe('error');
  });
});

test('the texts of each state, as the buyer reads them', async () => {
  const at = '2026-11-22T08:30:00Z';
  const cents = 1_500_000;
  const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 14_500 };
  const refunded = { refundedCents: 50_000 };
  const late = { transaction: 'expired' } as const;
  const refused = { transaction: 'failed', refusal } as const;
  const leftTheBank = { code: '255', description: 'The payment was cancelled by the card holder' };
  const inFull = { receivedCents: cents, acceptedCents: cents, dueAmount: 0 };
  const texts = {
    pending: messageOf('pending', 'pay'),
    'pending, reserved': messageOf('pending', 'pay', { heldUntil: at }),
    'pending, no longer reserved because of another order': messageOf('pending', 'pay', {
      isHoldTakenOver: true,
    }),
    'pending, the bank is being asked': messageOf('pending', 'pay', { hasBankAnswered: false }),
    'pending, the bank is undecided': messageOf('pending', 'wait', { nextAskAt: at }),
    'pending, the bank gave no answer': messageOf('pending', 'wait', { nextAskAt: at, isBankSilent: true }),
    'pending, the bank was asked for 72 hours': messageOf('pending', 'wait'),
    'pending, a payment is under review': messageOf('pending', 'wait', {
      transaction: 'review',
      isInQuestion: true,
    }),
    'failed, not paid in time': messageOf('failed', 'pay', late),
    'failed, refused': messageOf('failed', 'pay', refused),
    'failed, cancelled by the buyer': messageOf('failed', 'pay', { ...refused, refusal: leftTheBank }),
    'failed, the bank is undecided': messageOf('failed', 'wait', { nextAskAt: at }),
    'partly paid': messageOf('pending', 'pay', part),
    'partly paid, not paid in time': messageOf('failed', 'pay', { ...late, ...part }),
    'partly paid, the rest is refused': messageOf('failed', 'pay', { ...refused, ...part }),
    'partly paid, the rest cancelled by the buyer': messageOf('failed', 'pay', {
      ...refused,
      ...part,
      refusal: leftTheBank,
    }),
    'partly paid, the bank is being asked': messageOf('pending', 'pay', { ...part, hasBankAnswered: false }),
    'partly paid, the bank is undecided about the rest': messageOf('pending', 'wait', {
      ...part,
      nextAskAt: at,
    }),
    'partly paid, the bank gave no answer about the rest': messageOf('pending', 'wait', {
      ...part,
      nextAskAt: at,
      isBankSilent: true,
    }),
    'partly paid, another part refunded': messageOf('pending', 'pay', { ...part, ...refunded }),
    refunded: messageOf('pending', 'pay', refunded),
    'refunded, the next payment is refused': messageOf('failed', 'pay', { ...refused, ...refunded }),
    'refunded, the bank is undecided': messageOf('pending', 'wait', { ...refunded, nextAskAt: at }),
    'received and not accepted': messageOf('failed', 'pay', { receivedCents: cents, dueAmount: 0 }),
    paid: messageOf('paid', 'none', inFull),
    'paid, the sum is not known yet': messageOf('paid', 'none', { dueAmount: 0 }),
    'paid, a part refunded': messageOf('paid', 'none', {
      ...inFull,
      receivedCents: cents - 50_000,
      ...refunded,
    }),
    'paid, a second payment is under review': messageOf('paid', 'none', {
      ...inFull,
      receivedCents: 2 * cents,
      isInQuestion: true,
    }),
    'paid, all refunded, a further charge is under review': messageOf('paid', 'none', {
      receivedCents: cents,
      dueAmount: 0,
      refundedCents: cents,
      isInQuestion: true,
    }),
    'paid, all refunded': messageOf('paid', 'none', { dueAmount: 0, refundedCents: cents }),
    completed: messageOf('completed', 'none', inFull),
    'completed, all refunded': messageOf('completed', 'none', { dueAmount: 0, refundedCents: cents }),
    cancelled: messageOf('cancelled', 'none', { dueAmount: 0 }),
    'cancelled, a payment is under review': messageOf('cancelled', 'none', {
      transaction: 'review',
      isInQuestion: true,
      dueAmount: 0,
    }),
    'cancelled, not refunded yet': messageOf('cancelled', 'none', { ...part, dueAmount: 0 }),
    'cancelled, refunded': messageOf('cancelled', 'none', { ...refunded, dueAmount: 0 }),
    'a state of a newer release': messageOf('ready_to_ship' as Order['status'], 'none'),
  };
  await expect(
    Object.entries(texts)
      .map(
        ([state, { heading, money, title, sentence, tone, nextStep }]) =>
          `${state} (${tone}, next: ${nextStep})\n  ${heading}. Payment: ${money}\n  ${title}\n  ${sentence}\n`,
      )
      .join('\n')
      .replaceAll('\u00a0', ' '),
  ).toMatchFileSnapshot('order-message.texts.txt');
});

test('money that staff recorded was received, and only the rest was approved by the bank', () => {
  const paidWith = (recordedCents: number) =>
    messageOf('paid', 'none', {
      receivedCents: 8_500_000,
      acceptedCents: 8_500_000,
      dueAmount: 0,
      recordedCents,
      method: 'card',
    });
  expect(paidWith(0).sentence).toContain('The bank approved KES\u00a085,000.');
  expect(paidWith(8_500_000)).toMatchObject({
    money: 'Received',
    sentence: expect.stringContaining('We have received KES\u00a085,000.'),
  });
  expect(paidWith(8_000_000)).toMatchObject({
    money: 'Approved',
    sentence: expect.stringContaining(
      'The bank approved KES\u00a05,000, and we have received KES\u00a080,000.',
    ),
  });
});

test('an order that is sent once its payment is settled is not promised within 24 hours', () => {
  const money = { receivedCents: 6_200_000, acceptedCents: 6_200_000, dueAmount: 0 };
  const sentenceOf = (isSettlementAwaited: boolean) =>
    messageOf('paid', 'none', { ...money, transaction: 'completed', isSettlementAwaited }).sentence;
  expect(sentenceOf(false)).toMatch(/processed within 24 hours\.$/);
  expect(sentenceOf(true)).toMatch(
    /processed once the bank has transferred the money to us, usually within two bank days\.$/,
  );
});
