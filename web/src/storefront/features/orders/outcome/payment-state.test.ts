import type { Order, OrderStatus } from '@contract/orders.ts';
import { describe, expect, it } from 'vitest';
import { orderMessage } from '#orders/order-message.ts';
import { noMoney, sentAtOnce } from '#testing/order-states.ts';
import { paymentStateOf, outcomeMessage } from './payment-state.ts';

const payment = { ...noMoney, transaction: 'failed' } as const;
const query = { orderId: 'o', order: undefined, isFetching: false, hasStopped: false };

it('money counts as received only when the API reports the order as paid', () => {
  const stateOf = (
    word: Order['word'],
    status: OrderStatus,
    nextStep: Order['nextStep'],
    hasBankAnswered = true,
  ) =>
    paymentStateOf({ ...query, order: { word, status, nextStep, payment: { ...payment, hasBankAnswered } } });
  expect(stateOf('paid', 'paid', 'none')).toBe('received');
  expect(stateOf('completed', 'completed', 'none')).toBe('received');
  expect(stateOf('owed', 'completed', 'none')).toBe('not-received');
  expect(stateOf('undecided', 'pending', 'wait')).toBe('confirming');
  expect(stateOf('undecided', 'failed', 'wait')).toBe('confirming');
  expect(stateOf('not_paid', 'pending', 'pay')).toBe('unpaid');
  // Until the bank has responded, the page does not say that it knows of no payment.
  expect(stateOf('not_paid', 'pending', 'pay', false)).toBe('checking');
  expect(stateOf('payment_failed', 'failed', 'pay')).toBe('not-received');
  expect(stateOf('cancelled', 'cancelled', 'none')).toBe('not-received');
});

it('without an order in the URL, or without a response, the state is unknown', () => {
  expect(paymentStateOf({ ...query, orderId: null })).toBe('unnamed');
  expect(paymentStateOf({ ...query, orderId: null, isFetching: true })).toBe('unnamed');
  expect(paymentStateOf(query)).toBe('unknown');
  expect(paymentStateOf({ ...query, isFetching: true })).toBe('checking');
});

it('a page that no longer asks the bank does not say that it is checking', () => {
  const order = {
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    payment: { ...payment, hasBankAnswered: false },
  } as const;
  expect(paymentStateOf({ ...query, order })).toBe('checking');
  expect(paymentStateOf({ ...query, order, hasStopped: true })).toBe('unknown');
});

it('the success page does not look like success before the money was received', () => {
  for (const state of ['confirming', 'unpaid', 'checking', 'unknown', 'unnamed', 'not-received'] as const) {
    const message = outcomeMessage('success', state);
    expect(message.tone).not.toBe('good');
    expect(message.title).not.toContain('Successful');
  }
  expect(outcomeMessage('success', 'received')).toMatchObject({ title: 'Payment Successful', tone: 'good' });
});

it('the failed page of an order that is in fact paid says so', () => {
  for (const outcome of ['failed', 'error', 'tryLater'] as const) {
    const message = outcomeMessage(outcome, 'received');
    expect(message.title).toBe('Payment Successful');
    expect(message.sentence).toContain('do not pay again');
  }
});

it('failure and error keep their titles where the bank has refused the payment, and where no order is named', () => {
  expect(outcomeMessage('tryLater', 'unknown').title).toBe('Payment Processing');
  for (const [outcome, title] of [
    ['failed', 'Payment Failed'],
    ['error', 'Payment Error'],
  ] as const)
    for (const state of ['not-received', 'unpaid', 'unnamed'] as const)
      expect(outcomeMessage(outcome, state)).toMatchObject({ title, tone: 'bad' });
  expect(outcomeMessage('tryLater', 'not-received').title).toBe('Payment Failed');
});

it('before the bank has denied a payment, no outcome page does', () => {
  for (const outcome of ['success', 'failed', 'error', 'tryLater'] as const)
    for (const state of ['confirming', 'checking', 'unknown', 'unnamed'] as const) {
      const { title, sentence, tone } = outcomeMessage(outcome, state);
      if (state !== 'unnamed')
        expect([outcome, state, title, tone]).toEqual([
          outcome,
          state,
          outcome === 'error' ? 'Payment Error' : expect.not.stringMatching(/fail|error/i),
          'wait',
        ]);
      expect(sentence).not.toMatch(/not paid|did not|refused|try again/i);
    }
});

it('a buyer who left the bank without paying is not asked to wait', () => {
  expect(outcomeMessage('tryLater', 'unpaid').title).toBe('Payment Not Completed');
  const unpaid = {
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    payment: { ...noMoney, hasBankAnswered: true },
    delivery: sentAtOnce,
  } as const;
  const sentenceOf = (heldUntil: string | null) =>
    outcomeMessage('tryLater', 'unpaid', { ...unpaid, payment: { ...unpaid.payment, heldUntil } }).sentence;
  expect(sentenceOf('2026-11-22T08:30:00Z')).toContain('kept for you until 22 Nov 2026, 11:30');
  expect(sentenceOf(null)).toContain('Not reserved: whoever pays first has them.');
  expect(outcomeMessage('success', 'unpaid').title).toContain('confirming');
});

it('a page that is opened again tells what became of a paid order since', () => {
  const paid = (over: Partial<Order['payment']>, word: Order['word'] = 'paid') => ({
    status: 'paid' as const,
    word,
    nextStep: 'none' as const,
    payment: { ...noMoney, receivedCents: 500_000, acceptedCents: 500_000, dueAmount: 0, ...over },
    delivery: sentAtOnce,
  });
  expect(outcomeMessage('success', 'received', paid({})).title).toBe('Payment Successful');
  const refunded = paid({ receivedCents: 0, acceptedCents: 0, refundedCents: 500_000 }, 'refunded');
  expect(outcomeMessage('success', 'received', refunded)).toMatchObject({
    title: 'Your payment was refunded',
    tone: 'wait',
  });
  expect(outcomeMessage('failed', 'received', paid({}, 'completed')).title).toBe('This order is completed');
  const tooMuch = paid({ acceptedCents: 900_000, overpaidCents: 400_000 });
  expect(outcomeMessage('success', 'received', tooMuch).sentence).toContain(
    'KES\u00a04,000 too much was paid, and goes back to you',
  );
  // Refused by the bank, and paid in cash then.
  const inCash = paid({ method: 'cash', recordedCents: 500_000 });
  for (const outcome of ['success', 'failed'] as const)
    expect(outcomeMessage(outcome, 'received', inCash).sentence).toContain('We have received KES\u00a05,000');
});

describe('once the order is known, an outcome page shows the text of the order’s page', () => {
  const orderWith = (word: Order['word'], nextStep: Order['nextStep'], over: Partial<Order['payment']>) => ({
    status: 'failed' as const,
    word,
    nextStep,
    payment: { ...payment, ...over },
    delivery: sentAtOnce,
  });
  const denied = orderWith('payment_failed', 'pay', { refusal: { code: '4', description: 'Denied' } });
  const left = orderWith('payment_failed', 'pay', {
    refusal: { code: '255', description: 'Cancelled by the card holder' },
  });

  it.each([
    ['failed', 'Payment Failed'],
    ['tryLater', 'Payment Failed'],
    ['error', 'Payment Error'],
  ] as const)('%s, refused: %s in red, and what to try', (outcome, title) => {
    const message = outcomeMessage(outcome, 'not-received', denied);
    expect(message).toEqual({ title, sentence: orderMessage(denied).sentence, tone: 'bad' });
    expect(message.sentence).toContain('another card');
  });

  it('a buyer who cancelled at the bank sees no error', () => {
    for (const outcome of ['failed', 'tryLater'] as const)
      expect(outcomeMessage(outcome, 'not-received', left)).toMatchObject({
        title: 'You left the bank’s page without paying',
        tone: 'wait',
      });
    // Only the specified heading, and what happened below it.
    expect(outcomeMessage('error', 'not-received', left)).toMatchObject({
      title: 'Payment Error',
      sentence: expect.stringMatching(/^You left the bank’s page without paying\. /),
      tone: 'wait',
    });
  });

  it('an undecided payment shows when the bank is queried next, under the title of its page', () => {
    const undecided = orderWith('undecided', 'wait', {
      transaction: 'expired',
      nextAskAt: '2026-11-22T08:30:00Z',
    });
    const message = outcomeMessage('tryLater', 'confirming', undecided);
    expect(message.title).toBe('Payment Processing');
    expect(message.sentence).toContain('22 Nov 2026, 11:30');
  });

  it('every page says that the bank gave no answer', () => {
    const silent = orderWith('undecided', 'wait', { transaction: 'pending', isBankSilent: true });
    for (const outcome of ['success', 'failed', 'error', 'tryLater'] as const) {
      const { title, sentence, tone } = outcomeMessage(outcome, 'confirming', silent);
      expect([title, sentence].join('. ')).toContain('The bank gave no answer');
      expect(tone).toBe('wait');
    }
    expect(outcomeMessage('tryLater', 'confirming', silent).title).toBe('Payment Processing');
  });

  it('a payment that is being checked is not called refused', () => {
    const checked = orderWith('question', 'wait', { transaction: 'review', isInQuestion: true });
    for (const outcome of ['success', 'failed', 'error', 'tryLater'] as const) {
      const message = outcomeMessage(outcome, 'confirming', checked);
      expect(outcome === 'error' ? message.sentence : message.title).toContain(
        'A payment for this order is being checked',
      );
      expect(message.tone).toBe('wait');
    }
  });
});
