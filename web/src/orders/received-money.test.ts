import { describe, expect, it, test } from 'vitest';
import { denialOfPayment, everyOrderState, noMoney, sentAtOnce } from '../testing/order-states.ts';
import { orderMessage } from './order-message.ts';

const withMoney = everyOrderState.filter(({ order }) => order.payment.receivedCents > 0);
const textOf = ({ heading, money, title, sentence }: ReturnType<typeof orderMessage>) =>
  [heading, money, title, sentence].join(' | ').replaceAll('\u00a0', ' ');

describe('once money was received for an order', () => {
  test.each(withMoney)('its page does not deny it: $name', ({ order }) => {
    expect(textOf(orderMessage(order))).not.toMatch(denialOfPayment);
  });

  it('is requested again only when a rest is due, and then only the rest', () => {
    for (const { name, order } of withMoney) {
      const message = orderMessage(order);
      if (message.nextStep !== 'pay' || ['added', 'sent_paid'].includes(order.word)) continue;
      expect([name, order.payment.dueAmount > 0]).toEqual([name, true]);
      expect(textOf(message)).toMatch(
        order.payment.bouncedCents > 0
          ? /bounced, so KES 14,500 is to be paid/
          : /KES 500 is received, and KES 14,500 is still to be paid/,
      );
    }
  });

  it('a closed order that still has it says that it is not refunded, and whom to call', () => {
    const closed = withMoney.filter(
      ({ order: { status, payment } }) => status === 'cancelled' && !payment.isInQuestion,
    );
    expect(closed.map(({ order }) => order.payment.transaction)).toContain('completed');
    for (const { order } of closed) {
      const message = orderMessage(order);
      expect(textOf(message)).toMatch(
        /KES (500|15,000) is received for this order and has not been refunded/,
      );
      expect([message.heading, message.nextStep, message.tone]).toEqual([
        'Order Cancelled',
        'call',
        'warning',
      ]);
    }
  });

  it('a refused payment of the rest says what to try, beside what is received', () => {
    const refusals = withMoney.filter(
      ({ order: { status, nextStep, payment } }) =>
        status === 'failed' && nextStep === 'pay' && payment.refusal && payment.receivedCents > 0,
    );
    expect(refusals.length).toBeGreaterThan(0);
    for (const { order } of refusals) {
      const message = orderMessage(order);
      expect(message.title).toBe('The bank refused the payment of the rest');
      expect(textOf(message)).toMatch(/KES 500 is received.*limit.*another card/);
      expect(message.money).toBe('Partly paid');
    }
  });
});

test('a refund is named in every state, except while another payment is under review', () => {
  const refunded = everyOrderState.filter(
    ({ order: { payment } }) => payment.refundedCents > 0 && !payment.isInQuestion,
  );
  for (const { name, order } of refunded)
    expect([name, textOf(orderMessage(order))]).toEqual([name, expect.stringMatching(/was refunded\./)]);
});

test('a paid order names a second payment that is under review', () => {
  const { order } = everyOrderState.find(
    ({ order: { status, payment } }) =>
      status === 'paid' && payment.isInQuestion && payment.acceptedCents > 0,
  )!;
  expect(textOf(orderMessage(order))).toContain('The bank approved KES 15,000.');
  expect(textOf(orderMessage(order))).toContain('Another payment for it has come');
});

test('of another method than card no text speaks of the bank', () => {
  for (const status of ['paid', 'completed'] as const) {
    const money = { receivedCents: 50_000, acceptedCents: 50_000, recordedCents: 50_000 };
    const payment = { ...noMoney, method: 'mpesa' as const, ...money };
    const text = textOf(
      orderMessage({ status, word: status, nextStep: 'none', payment, delivery: sentAtOnce }),
    );
    expect(text).toContain('We have received KES 500');
    expect(text).not.toMatch(/bank|approved/i);
  }
});
