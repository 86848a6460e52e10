import { type OrderStatus, orderStatuses, type OrderWord, orderWords } from '@contract/orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import { expect, it } from 'vitest';
import { isPaid } from '@contract/is-paid.ts';
import { orderStatusLabels, shownStatusOf } from '#orders/order-status-text.ts';
import { declined, noMoney, sentAtOnce } from '#testing/order-states.ts';
import { isUndecided, paymentStatusOf, progressOf } from './order-status.ts';

const words: Record<OrderStatus, OrderWord> = {
  pending: 'not_paid',
  paid: 'paid',
  completed: 'completed',
  failed: 'payment_failed',
  cancelled: 'cancelled',
};

const stepsOf = (status: OrderStatus, parcels: Shipment['status'][] = [], word = words[status]) =>
  progressOf({
    status,
    word,
    items: [],
    shipments: parcels.map(
      (status, at) =>
        ({
          status,
          deliveredOn: status === 'delivered' ? `2026-11-2${9 - at}` : null,
          lines: [{ quantity: 1 }],
        }) as unknown as Shipment,
    ),
    nextStep: status === 'failed' ? 'pay' : 'none',
    delivery: sentAtOnce,
    payment: { ...noMoney, transaction: 'failed', refusal: declined },
  });

it('only a paid or completed order counts as paid, and is called so unless money is owed again', () => {
  expect(orderStatuses.filter((status) => isPaid({ status }))).toEqual(['paid', 'completed']);
  expect(
    orderWords.filter((word) => paymentStatusOf({ word, payment: noMoney }) === orderStatusLabels.paid),
  ).toEqual(['paid', 'completed']);
});

it('an order of which money is owed again is called paid nowhere', () => {
  for (const status of ['paid', 'completed'] as const) {
    const owed = { status, word: 'owed', payment: { ...noMoney, dueAmount: 15_000 } } as const;
    // Completed says that all of it was sent.
    expect(shownStatusOf(owed)).toMatchObject(
      status === 'paid' ? { label: 'Owed', tone: 'wait' } : { label: 'Completed', tone: 'good' },
    );
    expect(paymentStatusOf(owed).replaceAll('\u00a0', ' ')).toBe('KES 15,000 owed');
    const [, second, ...later] = stepsOf(status, [], 'owed');
    expect([second?.label.replaceAll('\u00a0', ' '), second?.state]).toEqual([
      'KES 15,000 is owed',
      'current',
    ]);
    expect(later.map(({ state }) => state)).toEqual(
      status === 'paid' ? ['ahead', 'ahead'] : ['done', 'done'],
    );
  }
});

it('an order of which only the certificate is awaited is called owed nowhere', () => {
  const payment = { ...noMoney, dueAmount: 20, expectedCents: 2000 };
  for (const word of ['owed', 'part_paid', 'added'] as const)
    expect(paymentStatusOf({ word, payment })).toBe('Certificate awaited');
  for (const word of ['owed', 'added'] as const)
    expect(shownStatusOf({ status: 'paid', word, payment }).label).toBe('Certificate awaited');
});

it('an order of which the deposit alone is paid is called so on its page too', () => {
  const called = (laterCents: number) =>
    paymentStatusOf({ word: 'to_order', payment: { ...noMoney, laterCents } });
  expect([called(800_000), called(0)]).toEqual(['Deposit paid', 'Processing']);
});

it('what is cancelled, refunded or on account is not in process; what is unpaid is, as the specification has it', () => {
  const of = (word: OrderWord, over: Partial<typeof noMoney> = {}) =>
    paymentStatusOf({ word, payment: { ...noMoney, ...over } });
  expect(orderWords.filter((word) => of(word) === orderStatusLabels.cancelled)).toEqual([
    'cancelled',
    'cancelled_with_money',
    'cancelled_refunded',
  ]);
  expect([of('refunded', { refundedCents: 100 }), of('refunded')]).toEqual(['Refunded', 'Not paid']);
  expect([of('not_paid', { termsDays: 30 }), of('part_paid', { termsDays: 30 })]).toEqual([
    'On account',
    'On account',
  ]);
  for (const word of ['not_paid', 'payment_failed', 'undecided'] as const)
    expect(of(word)).toBe('Processing');
});

it('only a pending order is still open', () => {
  expect(orderStatuses.filter(isUndecided)).toEqual(['pending']);
});

it('a badge is green when completed, yellow while pending, red when failed and grey otherwise', () => {
  expect(
    Object.fromEntries(
      orderStatuses.map((status) => [
        status,
        shownStatusOf({ status, word: words[status], payment: noMoney }).tone,
      ]),
    ),
  ).toEqual({
    completed: 'good',
    pending: 'wait',
    failed: 'bad',
    paid: 'paid',
    cancelled: 'neutral',
  });
});

it('the current step is "Paid" for an order that waits for the bank, and "Preparing" for a paid one', () => {
  const current = (status: 'pending' | 'paid') => stepsOf(status).find((step) => step.state === 'current');
  expect(current('pending')?.label).toBe(orderStatusLabels.paid);
  expect(current('paid')?.label).toBe('Preparing');
  expect(stepsOf('completed').every((step) => step.state === 'done')).toBe(true);
});

it('an order all of which has left is delivered once its last parcel has arrived', () => {
  const last = (...parcels: Shipment['status'][]) => stepsOf('completed', parcels).at(-1);
  expect(last('delivered', 'sent')).toMatchObject({ label: 'Delivered', state: 'current' });
  const note = 'On 29 Nov 2026.';
  expect(last('delivered', 'delivered')).toMatchObject({ label: 'Delivered', state: 'done', note });
  expect(stepsOf('paid', ['sent']).find(({ state }) => state === 'current')?.label).toBe('Preparing');
});

it('what is left to pack is promised only while something is', () => {
  const preparing = (status: 'paid' | 'completed', pieces: number) =>
    progressOf({
      status,
      word: status,
      nextStep: 'none',
      payment: noMoney,
      delivery: sentAtOnce,
      items: [{ quantity: 2 }],
      shipments: pieces > 0 ? [{ status: 'packed', lines: [{ quantity: pieces }] }] : [],
    } as unknown as Parameters<typeof progressOf>[0]).find(({ label }) => label === 'Preparing')?.note;
  expect(preparing('paid', 0)).toMatch(/^Packed within/);
  // Nobody has promised by when.
  expect(preparing('paid', 1)).toBe('The rest is not packed yet.');
  expect(preparing('paid', 2)).toBe('All of it is packed.');
  expect(preparing('completed', 1)).toBe('All of it has left our shop.');
});

it('of work alone nothing is packed, sent or delivered', () => {
  const stepsOfWork = (status: 'paid' | 'completed') =>
    progressOf({
      status,
      word: status,
      nextStep: 'none',
      payment: noMoney,
      delivery: sentAtOnce,
      items: [{ quantity: 1, isService: true }],
      shipments: [],
    } as unknown as Parameters<typeof progressOf>[0]).slice(2);
  expect(stepsOfWork('paid')).toMatchObject([
    { label: 'Preparing', note: 'We call you to agree on the day.' },
    { label: 'Done' },
  ]);
  expect(stepsOfWork('completed')).toMatchObject([{ note: 'All of it is done.' }, { label: 'Done' }]);
});

it('a failed or cancelled order promises no delivery', () => {
  for (const status of ['failed', 'cancelled'] as const) {
    expect(stepsOf(status).at(-1)?.state).toBe('stopped');
    expect(stepsOf(status).map((step) => step.label)).not.toContain('Delivered');
  }
  expect(stepsOf('failed').at(-1)?.note).toBe('The bank refused the payment');
});

it('an order that was refunded is not in delivery', () => {
  const delivery = sentAtOnce;
  const payment = { ...noMoney, transaction: 'completed', dueAmount: 0, refundedCents: 200_000 } as const;
  expect(
    progressOf({
      status: 'paid',
      word: 'refunded',
      nextStep: 'none',
      items: [],
      shipments: [],
      delivery,
      payment,
    }).map(({ label, state }) => [label, state]),
  ).toEqual([
    ['Ordered', 'done'],
    ['Refunded', 'stopped'],
  ]);
});

it('a status that is newer than this page is shown as plain text', () => {
  const unknownStatus = 'ready_to_ship' as OrderStatus;
  const order = { status: unknownStatus, word: 'paid', payment: noMoney } as const;
  expect(shownStatusOf(order)).toMatchObject({ label: 'Ready to ship', tone: 'neutral' });
  expect(stepsOf(unknownStatus, [], 'paid').map(({ label, state }) => [label, state])).toEqual([
    ['Ordered', 'done'],
    ['Ready to ship', 'current'],
  ]);
});
