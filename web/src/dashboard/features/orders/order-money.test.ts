import type { OrderDetails } from '@contract/admin-orders.ts';
import { describe, expect, test } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { moneyExceptionOf, moneyStateOf } from './order-money.ts';

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
  ['paid', 'none', 'completed', null],
  ['completed', 'none', 'completed', null],
  ['pending', 'pay', 'pending', null],
  ['pending', 'wait', 'pending', 'Bank undecided'],
  ['pending', 'wait', 'review', 'Under review'],
  ['failed', 'pay', 'failed', null],
  ['failed', 'pay', 'expired', 'No answer from the bank after 72 hours'],
  ['cancelled', 'none', null, null],
] as const)(
  'beside the status of a %s order (%s, transaction %s) stands: %s',
  (status, nextStep, transaction, label) => {
    expect(moneyExceptionOf({ status, nextStep, transaction, payment })).toBe(label);
  },
);

test('a part that was accepted is named, in the table and on the page, also after the rest was refused', () => {
  const partly = { ...payment, receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
  for (const transaction of ['failed', 'expired', 'review', null] as const) {
    const row = { status: 'failed', nextStep: 'pay', transaction, payment: partly } as const;
    expect(moneyExceptionOf(row)).toBe('Partly paid');
    expect(moneyExceptionOf({ ...row, nextStep: 'wait', transaction: 'pending' })).toBe('Bank undecided');
  }
});

test('refunded money is called neither approved nor settled', () => {
  const refunded = { ...paid, receivedCents: 0, acceptedCents: 0, refundedCents: 200_000 };
  const row = { status: 'paid', nextStep: 'none', transaction: 'completed', payment: refunded } as const;
  expect(moneyExceptionOf(row)).toBe('Refunded');
  const partly = { ...paid, acceptedCents: 150_000, refundedCents: 50_000 };
  const refunds = [{ amountCents: 50_000, isWhole: false }];
  expect(moneyStateOf(details({ refunds }, { status: 'paid', payment: partly })).sentence).toContain(
    'KES\u00a0500 was refunded, so KES\u00a01,500 is left.',
  );
});

test('money that staff recorded is called received, with its method', () => {
  const byMpesa = { ...paid, method: 'mpesa' as const };
  const received = {
    method: 'mpesa',
    amount: 2000,
    reference: 'SGR7XK2P1Q',
    paidAt: '2026-11-21T06:30:00Z',
    settledOn: null,
  };
  expect(moneyStateOf(details({ payment: received }, { status: 'paid', payment: byMpesa }))).toMatchObject({
    title: 'KES\u00a02,000 received',
    sentence: 'By M-Pesa, SGR7XK2P1Q, on 21 Nov 2026.',
  });
  const last = { ...received, amount: 500 };
  expect(moneyStateOf(details({ payment: last }, { status: 'paid', payment: byMpesa })).sentence).toBe(
    'The last partial payment by M-Pesa, SGR7XK2P1Q, on 21 Nov 2026.',
  );
});

test('beside what staff recorded, the bank is said to have approved only the rest', () => {
  const mixed = { ...paid, method: 'card' as const, recordedCents: 150_000 };
  const payment = { method: 'card', paidAt: '2026-11-21T06:30:00Z', settledOn: null };
  expect(moneyStateOf(details({ payment }, { status: 'paid', payment: mixed }))).toMatchObject({
    title: 'KES\u00a0500 approved, KES\u00a01,500 received',
    sentence: expect.stringMatching(/^The bank approved KES\u00a0500 on 21 Nov 2026, 09:30\./),
  });
});

describe('the state of the payment', () => {
  test('received money is shown with the time at which the bank confirmed it', () => {
    const state = moneyStateOf(
      details(
        { payment: { method: 'card', paidAt: '2026-11-21T06:30:00Z' } },
        { status: 'paid', payment: paid },
      ),
    );
    expect(state.tone).toBe('success');
    expect(state.sentence).toContain('21 Nov 2026, 09:30');
  });

  test.each([
    [{}, {}, 'Not paid yet'],
    [{}, { nextStep: 'wait' }, 'The bank has not decided yet'],
    [{}, { nextStep: 'wait', payment: { ...payment, isBankSilent: true } }, 'The bank gave no answer'],
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
  const approved = { method: 'card', paidAt: '2026-11-21T06:30:00Z', settledOn: null };
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
    'the bank gave no answer': details({}, order('pending', { isBankSilent: true }, 'wait')),
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
