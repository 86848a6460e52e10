import { type OrderStatus, orderStatuses } from '@contract/orders.ts';
import { expect, it } from 'vitest';
import { isPaid } from '#orders/is-paid.ts';
import { declined, noMoney } from '#testing/order-states.ts';
import { isUndecided, paymentStatusOf, progressOf, statusLabelOf, toneOfStatus } from './order-status.ts';

const stepsOf = (status: OrderStatus) =>
  progressOf({
    status,
    nextStep: status === 'failed' ? 'pay' : 'none',
    delivery: { promise: '5-7 business days' },
    payment: { ...noMoney, transaction: 'failed', refusal: declined },
  });

it('only a paid or completed order counts as paid', () => {
  expect(orderStatuses.filter((status) => isPaid({ status }))).toEqual(['paid', 'completed']);
  expect(orderStatuses.map(paymentStatusOf)).toEqual([
    'Processing',
    'Paid',
    'Paid',
    'Processing',
    'Processing',
  ]);
});

it('only a pending order is still open', () => {
  expect(orderStatuses.filter(isUndecided)).toEqual(['pending']);
});

it('a badge is green when completed, yellow while pending, red when failed and grey otherwise', () => {
  expect(Object.fromEntries(orderStatuses.map((status) => [status, toneOfStatus(status)]))).toEqual({
    completed: 'good',
    pending: 'wait',
    failed: 'bad',
    paid: 'neutral',
    cancelled: 'neutral',
  });
});

it('the current step is "Paid" for an order that waits for the bank, and "Preparing" for a paid one', () => {
  const current = (status: 'pending' | 'paid') => stepsOf(status).find((step) => step.state === 'current');
  expect(current('pending')?.label).toBe('Paid');
  expect(current('paid')?.label).toBe('Preparing');
  expect(stepsOf('completed').every((step) => step.state === 'done')).toBe(true);
});

it('a failed or cancelled order promises no delivery', () => {
  for (const status of ['failed', 'cancelled'] as const) {
    expect(stepsOf(status).at(-1)?.state).toBe('stopped');
    expect(stepsOf(status).map((step) => step.label)).not.toContain('Delivered');
  }
  expect(stepsOf('failed').at(-1)?.note).toBe('The bank refused the payment');
});

it('an order that was refunded is not in delivery', () => {
  const delivery = { promise: '5-7 business days' };
  const payment = { ...noMoney, transaction: 'completed', dueAmount: 0, refundedCents: 200_000 } as const;
  expect(
    progressOf({ status: 'paid', nextStep: 'none', delivery, payment }).map(({ label, state }) => [
      label,
      state,
    ]),
  ).toEqual([
    ['Ordered', 'done'],
    ['Refunded', 'stopped'],
  ]);
});

it('a status that is newer than this page is shown as plain text', () => {
  const unknownStatus = 'ready_to_ship' as OrderStatus;
  expect([statusLabelOf(unknownStatus), toneOfStatus(unknownStatus)]).toEqual(['Ready to ship', 'neutral']);
  expect(stepsOf(unknownStatus).map(({ label, state }) => [label, state])).toEqual([
    ['Ordered', 'done'],
    ['Ready to ship', 'current'],
  ]);
});
