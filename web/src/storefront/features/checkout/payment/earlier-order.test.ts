import { expect, it } from 'vitest';
import { planForEarlierOrder } from './earlier-order.ts';

it('an order that is already paid is shown, never paid twice', () => {
  expect(planForEarlierOrder({ status: 'paid', nextStep: 'none' })).toBe('show-paid');
  expect(planForEarlierOrder({ status: 'completed', nextStep: 'none' })).toBe('show-paid');
});

it("an order left unpaid on the bank's page, or declined there, is paid as it is", () => {
  expect(planForEarlierOrder({ status: 'pending', nextStep: 'pay' })).toBe('pay-again');
  expect(planForEarlierOrder({ status: 'failed', nextStep: 'pay' })).toBe('pay-again');
});

it('while the bank is still deciding, the buyer is not asked to pay again', () => {
  expect(planForEarlierOrder({ status: 'pending', nextStep: 'wait' })).toBe('show-open');
  expect(planForEarlierOrder({ status: 'failed', nextStep: 'wait' })).toBe('show-open');
});

it('a cancelled order is replaced by a new one', () => {
  expect(planForEarlierOrder({ status: 'cancelled', nextStep: 'none' })).toBe('order-anew');
});
