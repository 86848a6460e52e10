import type { Order, OrderStatus } from '@contract/orders.ts';
import { expect, it } from 'vitest';
import { paymentTruth, outcomeMessage } from './payment-truth.ts';

const asked = { orderId: 'o', order: undefined, isAsking: false };

it('money counts as received only when the shop says that the order is paid', () => {
  const truthOf = (status: OrderStatus, nextStep: Order['nextStep']) =>
    paymentTruth({ ...asked, order: { status, nextStep } });
  expect(truthOf('paid', 'none')).toBe('received');
  expect(truthOf('completed', 'none')).toBe('received');
  expect(truthOf('pending', 'wait')).toBe('confirming');
  expect(truthOf('failed', 'wait')).toBe('confirming');
  expect(truthOf('pending', 'pay')).toBe('unpaid');
  expect(truthOf('failed', 'pay')).toBe('not-received');
  expect(truthOf('cancelled', 'none')).toBe('not-received');
});

it('without an order in the address, or without an answer, nothing is claimed', () => {
  expect(paymentTruth({ ...asked, orderId: null })).toBe('unknown');
  expect(paymentTruth({ ...asked, orderId: null, isAsking: true })).toBe('unknown');
  expect(paymentTruth(asked)).toBe('unknown');
  expect(paymentTruth({ ...asked, isAsking: true })).toBe('checking');
});

it('the success page does not look like success before the money is there', () => {
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
