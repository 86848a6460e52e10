import { outcomePaths, type Outcome } from '@contract/payment-return.ts';
import { describe, expect, it, test } from 'vitest';
import { denialOfPayment, everyOrderState, noMoney, sentAtOnce } from '#testing/order-states.ts';
import { progressOf } from '../order-status.ts';
import { outcomeActions } from './outcome-actions.ts';
import { outcomeMessage, paymentStateOf } from './payment-state.ts';

const outcomes = Object.keys(outcomePaths) as Outcome[];
const pages = everyOrderState.flatMap(({ name, order }) =>
  outcomes.map((outcome) => ({
    name: `${outcome}: ${name}`,
    outcome,
    order,
    state: paymentStateOf({ orderId: 'o', order, isFetching: false, hasStopped: false }),
  })),
);
const withMoney = pages.filter(({ order }) => order.payment.receivedCents > 0);

describe('once money was received for an order', () => {
  it('no outcome page denies the payment', () => {
    for (const { name, outcome, state, order } of withMoney) {
      const { title, sentence } = outcomeMessage(outcome, state, order);
      expect(`${name} -> ${title}. ${sentence}`).not.toMatch(denialOfPayment);
    }
  });

  it('no page suggests a new order, and one with an amount due leads to paying it', () => {
    for (const { name, outcome, state, order } of withMoney) {
      const actions = outcomeActions(outcome, state, order);
      if (state !== 'received') expect([name, actions]).not.toContain('retry');
    }
    const rest = withMoney.filter(
      ({ outcome, state, order }) =>
        outcome === 'failed' && state === 'not-received' && order.word === 'part_paid',
    );
    expect(rest.length).toBeGreaterThan(0);
    for (const { name, outcome, state, order } of rest)
      expect([name, outcomeActions(outcome, state, order)]).toEqual([name, ['pay', 'view-order']]);
  });

  it('the progress of the order does not deny the payment', () => {
    for (const { name, order } of withMoney)
      for (const { label, note } of progressOf({
        ...order,
        items: [],
        shipments: [],
        delivery: sentAtOnce,
      }))
        expect(`${name} -> ${label}. ${note}`).not.toMatch(
          new RegExp(`${denialOfPayment.source}|. Not paid`, 'i'),
        );
  });
});

test('a buyer who must not pay again is not asked to', () => {
  for (const { name, outcome, state, order } of pages) {
    if (order.nextStep !== 'wait') continue;
    const actions = outcomeActions(outcome, state, order);
    expect([name, actions.includes('pay') || actions.includes('retry')]).toEqual([name, false]);
  }
});

test('a declined card leads to another attempt, and an unpaid order to its payment', () => {
  expect(outcomeActions('failed', 'unnamed')).toEqual(['retry']);
  expect(outcomeActions('error', 'not-received')).toEqual(['retry']);
  const unpaid = {
    status: 'failed',
    word: 'payment_failed',
    nextStep: 'pay',
    payment: noMoney,
    delivery: sentAtOnce,
  } as const;
  for (const outcome of ['failed', 'error'] as const)
    expect(outcomeActions(outcome, 'not-received', unpaid)).toEqual(['retry', 'other-ways']);
  expect(outcomeActions('tryLater', 'not-received')).toEqual(['retry', 'orders']);
  expect(outcomeActions('tryLater', 'unpaid')).toEqual(['pay', 'orders']);
  expect(outcomeActions('success', 'unpaid')).toEqual(['orders']);
});

test('while it is not known what the bank says, there is a way to the order, and none to pay again', () => {
  const order = {
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    payment: { ...noMoney, hasBankAnswered: false },
    delivery: sentAtOnce,
  } as const;
  for (const state of ['checking', 'unknown'] as const) {
    expect(outcomeActions('success', state, order)).toEqual(['orders']);
    expect(outcomeActions('tryLater', state, order)).toEqual(['orders']);
    expect(outcomeActions('failed', state, order)).toEqual(['view-order']);
    expect(outcomeActions('error', state, order)).toEqual(['view-order']);
  }
  expect(outcomeActions('success', 'checking')).toEqual(['orders']);
  expect(outcomeActions('tryLater', 'checking')).toEqual(['orders']);
  // The order may still turn out to be paid or refused: its button must not change while it is being tapped.
  expect(outcomeActions('failed', 'checking')).toEqual([]);
  // It could not be looked up.
  for (const outcome of ['failed', 'error'] as const)
    expect(outcomeActions(outcome, 'unknown')).toEqual(['view-order']);
});

test('a page of the bank never looks like success where money is owed again', () => {
  for (const { outcome, state, order } of pages.filter(
    ({ order: { word, status, payment } }) =>
      word === 'owed' && status !== 'pending' && status !== 'failed' && payment.hasBankAnswered,
  )) {
    const { title, sentence, tone } = outcomeMessage(outcome, state, order);
    expect(`${title}. ${sentence}`).toMatch(/KES\u00a01[45],\d00 is owed/);
    expect(tone).toBe('wait');
    expect(outcomeActions(outcome, state, order)).toEqual(['pay', 'view-order']);
  }
  // Sent before it was paid, it is paid as it is.
  for (const { outcome, state, order } of pages.filter(({ order: { status } }) => status === 'failed'))
    if (order.word === 'owed') expect(outcomeActions(outcome, state, order)).toEqual(['pay', 'view-order']);
});

test('a deposit that is paid looks like success', () => {
  const deposits = pages.filter(({ order }) => order.word === 'to_order');
  expect(deposits.length).toBeGreaterThan(0);
  for (const { outcome, state, order } of deposits)
    expect(outcomeMessage(outcome, state, order).tone).toBe('good');
});
