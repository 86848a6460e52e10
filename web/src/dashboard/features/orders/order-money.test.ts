import type { OrderDetails } from '@contract/admin-orders.ts';
import { describe, expect, test } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { moneyStateOf, moneyLabelOf } from './order-money.ts';

const payment = { ...noMoney, dueAmount: 2000 };
const details = (over: object, order: object): OrderDetails =>
  ({
    order: { totalAmount: 2000, status: 'pending', nextStep: 'pay', payment, ...order },
    payment: null,
    transaction: null,
    heldUntil: null,
    tasks: [],
    refunds: [],
    ...over,
  }) as unknown as OrderDetails;
const paid = { ...noMoney, dueAmount: 0, receivedCents: 200_000, acceptedCents: 200_000 };

test.each([
  ['paid', 'none', 'completed', 'Approved'],
  ['completed', 'none', 'completed', 'Approved'],
  ['pending', 'pay', 'pending', 'Not paid yet'],
  ['pending', 'wait', 'pending', 'Bank undecided'],
  ['pending', 'wait', 'review', 'Under review'],
  ['failed', 'pay', 'failed', 'Refused'],
  ['failed', 'pay', 'expired', 'Given up'],
  ['cancelled', 'none', null, 'Not paid'],
] as const)('the money of a %s order (%s, transaction %s): %s', (status, nextStep, transaction, label) => {
  expect(moneyLabelOf({ status, nextStep, transaction, settledOn: null, payment })).toBe(label);
});

test('a part that was accepted is named, in the table and on the page, also after the rest was refused', () => {
  const partly = { ...payment, receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
  for (const transaction of ['failed', 'expired', 'review', null] as const) {
    const row = { status: 'failed', nextStep: 'pay', transaction, settledOn: null, payment: partly } as const;
    expect(moneyLabelOf(row)).toBe('Partly paid');
    expect(moneyLabelOf({ ...row, nextStep: 'wait', transaction: 'pending' })).toBe('Bank undecided');
  }
});

test('refunded money is called neither approved nor settled', () => {
  const refunded = { ...paid, receivedCents: 0, acceptedCents: 0, refundedCents: 200_000 };
  const row = { status: 'paid', nextStep: 'none', transaction: 'completed', payment: refunded } as const;
  for (const settledOn of [null, '2026-11-20']) expect(moneyLabelOf({ ...row, settledOn })).toBe('Refunded');
  const partly = { ...paid, acceptedCents: 150_000, refundedCents: 50_000 };
  const refunds = [{ amountCents: 50_000, isWhole: false }];
  expect(moneyStateOf(details({ refunds }, { status: 'paid', payment: partly })).sentence).toContain(
    'KES\u00a0500 was refunded, so KES\u00a01,500 is left.',
  );
});

test('money is called settled once it is in the bank’s statement', () => {
  const paid = {
    status: 'paid',
    nextStep: 'none',
    transaction: 'completed',
    settledOn: '2026-11-20',
    payment,
  } as const;
  expect(moneyLabelOf(paid)).toBe('Settled');
});

describe('the state of the payment', () => {
  test('received money is shown with the time at which the bank confirmed it', () => {
    const state = moneyStateOf(
      details({ payment: { paidAt: '2026-11-21T06:30:00Z' } }, { status: 'paid', payment: paid }),
    );
    expect(state.tone).toBe('success');
    expect(state.sentence).toContain('21 Nov 2026, 09:30');
  });

  test.each([
    [{}, {}, 'Not paid yet'],
    [{}, { nextStep: 'wait' }, 'The bank has not decided yet'],
    [{ tasks: [{}] }, { nextStep: 'wait' }, 'The payment does not match the order'],
    [{ tasks: [{}] }, {}, 'Not paid yet'],
    [{ transaction: { status: 'review' }, tasks: [{}] }, {}, 'The payment does not match the order'],
    [{ transaction: { status: 'pending' } }, { nextStep: 'wait' }, 'The bank has not decided yet'],
    [{}, { status: 'cancelled', nextStep: 'none' }, 'Nothing was received'],
    [
      { tasks: [{}] },
      { status: 'completed', nextStep: 'none', payment: { ...paid, receivedCents: 400_000 } },
      'KES\u00a02,000 approved',
    ],
    [{}, { status: 'paid', payment: { ...paid, acceptedCents: 199_950 } }, 'KES\u00a01,999.50 approved'],
    [
      {},
      { status: 'paid', payment: { ...paid, acceptedCents: 0, refundedCents: 200_000 } },
      'KES\u00a02,000 refunded',
    ],
  ])('%j with an order %j: %s', (over, order, title) => {
    expect(moneyStateOf(details(over, order)).title).toBe(title);
  });

  test('an open order shows whether its pieces are on hold', () => {
    expect(moneyStateOf(details({}, {})).sentence).toContain('no longer kept');
    expect(moneyStateOf(details({ heldUntil: '2026-11-21T06:30:00Z' }, {})).sentence).toContain(
      'until 21 Nov',
    );
  });

  test('nothing looks like success before the money was received', () => {
    for (const [over, order] of [
      [{}, {}],
      [{}, { nextStep: 'wait' }],
      [{ transaction: { status: 'review' } }, { nextStep: 'wait' }],
      [{ transaction: { status: 'failed', description: 'Denied' } }, { status: 'failed' }],
      [{ transaction: { status: 'expired' } }, { status: 'failed' }],
      [{}, { status: 'cancelled', nextStep: 'none' }],
    ])
      expect(moneyStateOf(details(over as object, order as object)).tone).not.toBe('success');
  });
});

test('the state of the payment in each case, as the owner reads it', async () => {
  const order = (status: string, money: object = {}, nextStep = 'none') => ({
    status,
    nextStep,
    payment: { ...payment, ...money },
  });
  const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
  const approved = { paidAt: '2026-11-21T06:30:00Z', settledOn: null };
  const settled = { ...approved, settledOn: '2026-11-23' };
  // Beside a part of the price a charge too many, which was never part of it.
  const partlyRefunded = { ...paid, acceptedCents: 150_000, refundedCents: 250_000 };
  const refunds = [
    { amountCents: 50_000, isWhole: false },
    { amountCents: 200_000, isWhole: true },
  ];
  const states = {
    'approved, without the payment of the bank': details({}, order('paid', paid)),
    approved: details({ payment: approved }, order('paid', paid)),
    'approved, a part refunded': details({ payment: approved, refunds }, order('paid', partlyRefunded)),
    settled: details({ payment: settled }, order('completed', paid)),
    'settled, a part refunded': details({ payment: settled, refunds }, order('paid', partlyRefunded)),
    'all refunded': details(
      { payment: approved },
      order('paid', { ...paid, acceptedCents: 0, refundedCents: 200_000 }),
    ),
    'a task about it': details({ tasks: [{}] }, order('pending', {}, 'wait')),
    'the bank is undecided': details({}, order('pending', {}, 'wait')),
    'a part is paid': details({}, order('pending', part, 'pay')),
    'refunded, not paid': details({}, order('failed', { refundedCents: 50_000 }, 'pay')),
    'not paid yet': details({}, order('pending', {}, 'pay')),
    'not paid yet, reserved': details({ heldUntil: '2026-11-21T06:30:00Z' }, order('pending', {}, 'pay')),
    cancelled: details({}, order('cancelled')),
    'the bank gave no decision': details({ transaction: { status: 'expired' } }, order('failed', {}, 'pay')),
    refused: details(
      { transaction: { status: 'failed', description: 'Denied' } },
      order('failed', {}, 'pay'),
    ),
    'refused, without the words of the bank': details(
      { transaction: { status: 'failed' } },
      order('failed', {}, 'pay'),
    ),
    'failed, without a transaction': details({}, order('failed', {}, 'pay')),
  };
  await expect(
    Object.entries(states)
      .map(([name, state]) => {
        const { tone, title, sentence } = moneyStateOf(state);
        return `${name} (${tone})\n  ${title}\n  ${sentence}\n`;
      })
      .join('\n')
      .replaceAll('\u00a0', ' '),
  ).toMatchFileSnapshot('order-money.texts.txt');
});
