import type { Order, OrderStatus } from '@contract/orders.ts';
import { describe, expect, it } from 'vitest';
import { orderMessage } from '../../../../lib/order-message.ts';
import { noMoney } from '../../../../testing/order-states.ts';
import { paymentTruth, outcomeMessage } from './payment-truth.ts';

const payment = { ...noMoney, transaction: 'failed' } as const;
const asked = { orderId: 'o', order: undefined, isAsking: false };

it('money counts as received only when the shop says that the order is paid', () => {
  const truthOf = (status: OrderStatus, nextStep: Order['nextStep'], hasBankAnswered = true) =>
    paymentTruth({ ...asked, order: { status, nextStep, payment: { ...payment, hasBankAnswered } } });
  expect(truthOf('paid', 'none')).toBe('received');
  expect(truthOf('completed', 'none')).toBe('received');
  expect(truthOf('pending', 'wait')).toBe('confirming');
  expect(truthOf('failed', 'wait')).toBe('confirming');
  expect(truthOf('pending', 'pay')).toBe('unpaid');
  // Before the bank has answered, nobody says that it knows of no payment.
  expect(truthOf('pending', 'pay', false)).toBe('checking');
  expect(truthOf('failed', 'pay')).toBe('not-received');
  expect(truthOf('cancelled', 'none')).toBe('not-received');
});

it('without an order in the address, or without an answer, nothing is claimed', () => {
  expect(paymentTruth({ ...asked, orderId: null })).toBe('unknown');
  expect(paymentTruth({ ...asked, orderId: null, isAsking: true })).toBe('unknown');
  expect(paymentTruth(asked)).toBe('unknown');
  expect(paymentTruth({ ...asked, isAsking: true })).toBe('checking');
});

it('the success page does not look like success before the money has arrived', () => {
  for (const truth of ['confirming', 'unpaid', 'checking', 'unknown', 'not-received'] as const) {
    const words = outcomeMessage('success', truth);
    expect(words.tone).not.toBe('good');
    expect(words.title).not.toContain('Successful');
  }
  expect(outcomeMessage('success', 'received')).toMatchObject({ title: 'Payment Successful', tone: 'good' });
});

it('the failed page of an order that is in fact paid says so', () => {
  for (const outcome of ['failed', 'error', 'tryLater'] as const) {
    const words = outcomeMessage(outcome, 'received');
    expect(words.title).toBe('Payment Successful');
    expect(words.sentence).toContain('do not pay again');
  }
});

it('waiting, failure and error keep their titles until the shop knows better', () => {
  expect(outcomeMessage('tryLater', 'unknown').title).toBe('Payment Processing');
  expect(outcomeMessage('tryLater', 'not-received').title).toBe('Payment Failed');
  expect(outcomeMessage('failed', 'unknown').title).toBe('Payment Failed');
  expect(outcomeMessage('error', 'confirming').title).toBe('Payment Error');
});

it('a buyer who left the bank without paying is not asked to wait', () => {
  expect(outcomeMessage('tryLater', 'unpaid').title).toBe('Payment Not Completed');
  expect(outcomeMessage('success', 'unpaid').title).toContain('confirming');
});

describe('once the order is known, an outcome page says what the order’s page says', () => {
  const orderWith = (nextStep: Order['nextStep'], over: Partial<Order['payment']>) => ({
    status: 'failed' as const,
    nextStep,
    payment: { ...payment, ...over },
  });
  const denied = orderWith('pay', { refusal: { code: '4', description: 'Denied' } });
  const left = orderWith('pay', { refusal: { code: '255', description: 'Cancelled by the card holder' } });

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
    for (const outcome of ['failed', 'error', 'tryLater'] as const)
      expect(outcomeMessage(outcome, 'not-received', left)).toMatchObject({
        title: 'You left the bank’s page without paying',
        tone: 'wait',
      });
  });

  it('an undecided payment says when the bank is asked next, under the title of its page', () => {
    const undecided = orderWith('wait', { transaction: 'expired', nextAskAt: '2026-11-22T08:30:00Z' });
    const message = outcomeMessage('tryLater', 'confirming', undecided);
    expect(message.title).toBe('Payment Processing');
    expect(message.sentence).toContain('22 Nov 2026, 11:30');
  });

  it('money that is being checked is not called refused', () => {
    const checked = orderWith('wait', { transaction: 'review', isInQuestion: true });
    for (const outcome of ['success', 'failed', 'error', 'tryLater'] as const) {
      const message = outcomeMessage(outcome, 'confirming', checked);
      expect(message.title).toBe('A payment for this order is being checked');
      expect(message.tone).toBe('wait');
    }
  });
});
