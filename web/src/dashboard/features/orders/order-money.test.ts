import type { OrderDetails } from '@contract/admin-orders.ts';
import { type OrderWord, orderWords } from '@contract/orders.ts';
import { describe, expect, test } from 'vitest';
import { shownStatusOf } from '#orders/order-status-text.ts';
import { everyOrderState, noMoney } from '#testing/order-states.ts';
import { moneyExceptionOf, moneyStateOf } from './order-money.ts';

const payment = { ...noMoney, dueAmount: 2000 };
const details = (over: object, order: object): OrderDetails =>
  ({
    order: { totalAmount: 2000, status: 'pending', word: 'not_paid', payment, ...order },
    payments: [],
    transaction: null,
    tasks: [],
    refunds: [],
    ...over,
  }) as unknown as OrderDetails;
const held = { heldUntil: '2026-11-21T06:30:00Z' };
const paid = { ...noMoney, dueAmount: 0, receivedCents: 200_000, acceptedCents: 200_000 };

test.each([
  ['paid', 'completed', null],
  ['completed', 'completed', null],
  ['not_paid', 'pending', null],
  ['undecided', 'pending', 'Bank undecided'],
  ['question', 'review', 'Under review'],
  ['payment_failed', 'failed', null],
  ['payment_failed', 'expired', 'No answer from the bank after 72 hours'],
  ['owed', 'completed', 'KES\u00a02,000 is owed'],
  ['cancelled', null, null],
] as const)('beside an order at %s (transaction %s) stands: %s', (word, transaction, label) => {
  expect(moneyExceptionOf({ status: 'paid', word, transaction, payment })).toBe(label);
});

test('what is owed of an order that was sent is said by its badge, and not once more', () => {
  const owed = { ...payment, owedBy: '2126-12-28' };
  const at = (status: 'completed' | 'paid') =>
    moneyExceptionOf({ status, word: 'owed', transaction: null, payment: owed });
  expect([at('completed'), at('paid')]).toEqual([null, 'Owed, by 28 Dec']);
});

test('of what was added, where its certificate alone is awaited, no sum is to be paid', () => {
  const certified = { ...paid, dueAmount: 300, expectedCents: 30_000 };
  const order = { status: 'paid', word: 'added', payment: certified } as const;
  expect(shownStatusOf(order).label).toBe('Certificate awaited');
  expect(moneyExceptionOf({ ...order, transaction: 'completed' })).toBeNull();
  expect(moneyStateOf(details({ payments: [byCard] }, { ...order, items: [] })).title).toMatch(
    /, certificate awaited$/,
  );
});

test('an order of which the deposit is paid is called that once, and not paid', () => {
  const order = { status: 'paid', word: 'to_order', payment: { ...paid, laterCents: 140_000 } } as const;
  expect(shownStatusOf(order)).toMatchObject({ label: 'Deposit paid', tone: 'wait' });
  expect(moneyExceptionOf({ ...order, transaction: 'completed' })).toBeNull();
  expect(shownStatusOf({ ...order, word: 'added' }).label).toBe('Partly paid');
});

test('a part that was accepted is named, in the table and on the page, also after the rest was refused', () => {
  const partly = { ...payment, receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
  for (const transaction of ['failed', 'expired', 'review', null] as const) {
    const row = { status: 'failed', transaction, payment: partly } as const;
    expect(moneyExceptionOf({ ...row, word: 'part_paid' })).toBe('Partly paid');
    expect(moneyExceptionOf({ ...row, word: 'undecided' })).toBe('Bank undecided');
  }
});

test('of pieces from the maker the deposit is asked for, and the rest later', () => {
  const toOrder = { ...payment, dueAmount: 192_000, laterCents: 44_800_000 };
  const sentenceOf = (over: object) =>
    moneyStateOf(details({}, { payment: { ...toOrder, ...over } })).sentence.replaceAll('\u00a0', ' ');
  expect(sentenceOf({})).toBe(
    'KES 192,000 is due now. What is not in stock is ordered then; KES 448,000 is due when it has come.',
  );
  expect(sentenceOf(held)).toMatch(/has come\. The pieces are kept for the buyer until/);
});

test('of a payment that failed it says until when the pieces are kept', () => {
  const { sentence } = moneyStateOf(
    details({}, { status: 'failed', word: 'payment_failed', payment: { ...payment, ...held } }),
  );
  expect(sentence).toMatch(/The pieces are kept for the buyer until 21 Nov 2026, 09:30\.$/);
});

test('refunded money is called neither approved nor settled', () => {
  const refunded = { ...paid, receivedCents: 0, acceptedCents: 0, refundedCents: 200_000 };
  const row = { status: 'paid', word: 'refunded', payment: refunded } as const;
  expect(shownStatusOf(row).beside).toBe('Refunded');
  // The badge says it.
  expect(moneyExceptionOf({ ...row, transaction: 'completed' })).toBeNull();
  const partly = { ...paid, acceptedCents: 150_000, refundedCents: 50_000 };
  expect(moneyStateOf(details({}, { word: 'paid', payment: partly })).sentence).toContain(
    'KES\u00a0500 was refunded, so KES\u00a01,500 is left.',
  );
});

test('it is settled once every payment by card is in a statement, on the last of these days', () => {
  const at = (...days: (string | null)[]) =>
    moneyStateOf(
      details(
        { payments: days.map((settledOn) => ({ ...byCard, settledOn })) },
        { word: 'paid', payment: paid },
      ),
    ).title;
  expect(at('2026-11-23', null)).toBe('KES\u00a02,000 approved');
  expect(at('2026-11-25', '2026-11-23')).toBe('KES\u00a02,000 settled');
});

test('each word has a text for staff', () => {
  expect(new Set(everyOrderState.map(({ order }) => order.word))).toEqual(new Set(orderWords));
  for (const { name, order } of everyOrderState) {
    const { title, sentence } = moneyStateOf(details({}, { ...order, items: [] }));
    expect([name, title, sentence]).toEqual([
      name,
      expect.stringMatching(/^[A-Z]/),
      expect.stringMatching(/^[A-Z].*\.$/),
    ]);
  }
});

const byCard = {
  method: 'card',
  reference: 'DON-1',
  amountCents: 200_000,
  paidAt: '2026-11-21T06:30:00Z',
  settledOn: null,
};
const byMpesa = { ...byCard, method: 'mpesa', reference: 'SGR7XK2P1Q', paidAt: '2026-11-21' };
const recorded = { ...paid, method: 'mpesa' as const, recordedCents: 200_000 };

test('money that staff recorded is called received, with its method', () => {
  expect(moneyStateOf(details({ payments: [byMpesa] }, { word: 'paid', payment: recorded }))).toMatchObject({
    title: 'KES\u00a02,000 received',
    sentence: 'By M-Pesa, SGR7XK2P1Q, on 21 Nov 2026.',
  });
});

test('of two payments it says which one is in no statement, and how each was made in lower case', () => {
  const payments = [{ ...byMpesa, method: 'transfer', reference: 'FT26', amountCents: 100_000 }, byCard];
  const { sentence } = moneyStateOf(details({ payments }, { word: 'paid', payment: paid }));
  expect(sentence).toMatch(/^KES.1,000 by bank transfer, FT26, on 21 Nov 2026\. /);
  expect(sentence).toContain('What was paid by card is not in a statement of the bank yet.');
  const cash = { ...byMpesa, method: 'cash', reference: '' };
  expect(moneyStateOf(details({ payments: [cash] }, { word: 'paid', payment: recorded })).sentence).toBe(
    'In cash on 21 Nov 2026.',
  );
});

test('a buyer who left the bank’s page was refused by nobody', () => {
  const refusal = { code: '255', description: 'Cancelled by the card holder' };
  const left = details(
    { transaction: { status: 'failed', description: refusal.description } },
    { word: 'payment_failed', payment: { ...paid, receivedCents: 0, refundedCents: 0, refusal } },
  );
  expect(moneyStateOf(left).sentence).toBe(
    'The buyer left the bank’s page without paying. The buyer can try again. No pieces are kept for the buyer.',
  );
});

test('what M-Pesa took by a request is called received, and not approved by the bank', () => {
  const payment = { ...paid, method: 'mpesa' as const, recordedCents: 200_000 };
  expect(moneyStateOf(details({ payments: [byMpesa] }, { word: 'paid', payment }))).toMatchObject({
    title: 'KES\u00a02,000 received',
    sentence: 'By M-Pesa, SGR7XK2P1Q, on 21 Nov 2026.',
  });
});

test.each([
  ['undecided', true, 'M-Pesa has not decided yet'],
  ['not_paid', true, 'M-Pesa has not decided yet'],
  ['payment_failed', false, 'Not paid'],
] as const)('a request to a phone at %s is never called the bank’s', (word, isOpen, title) => {
  const prompt = {
    phone: '254712345678',
    amount: 2000,
    sentAt: '2026-11-21T06:30:00Z',
    code: null,
    isOpen,
    isPaid: false,
    hasReceipt: false,
  };
  const asked = { ...payment, method: 'mpesa' as const, prompt };
  const state = moneyStateOf(details({}, { word, payment: asked }));
  expect(state.title).toBe(title);
  expect(state.sentence).not.toMatch(/bank/i);
  if (word === 'undecided')
    expect(moneyExceptionOf({ status: 'pending', word, transaction: 'pending', payment: asked })).toBe(
      'M-Pesa undecided',
    );
});

test('several payments are named, each with its sum and day', () => {
  const inCash = { ...byMpesa, method: 'cash', reference: '', amountCents: 150_000 };
  const payments = [{ ...byMpesa, amountCents: 50_000 }, inCash];
  expect(moneyStateOf(details({ payments }, { word: 'paid', payment: recorded }))).toMatchObject({
    title: 'KES\u00a02,000 received',
    sentence: 'KES\u00a0500 by M-Pesa, SGR7XK2P1Q, on 21 Nov 2026. KES\u00a01,500 in cash on 21 Nov 2026.',
  });
});

test('beside what staff recorded, the bank is said to have approved only the rest', () => {
  const mixed = { ...paid, method: 'card' as const, recordedCents: 150_000 };
  const payments = [
    { ...byMpesa, amountCents: 150_000 },
    { ...byCard, amountCents: 50_000 },
  ];
  expect(moneyStateOf(details({ payments }, { word: 'paid', payment: mixed }))).toMatchObject({
    title: 'KES\u00a0500 approved, KES\u00a01,500 received',
    sentence: expect.stringMatching(
      /^KES\u00a01,500 by M-Pesa, SGR7XK2P1Q, on 21 Nov 2026\. The bank approved KES\u00a0500, DON-1 on 21 Nov 2026, 09:30\. What was paid by card is not/,
    ),
  });
});

test('what was paid too much is to be given back', () => {
  const tooMuch = { ...paid, acceptedCents: 400_000, receivedCents: 400_000, overpaidCents: 200_000 };
  expect(moneyStateOf(details({ payments: [byCard] }, { word: 'paid', payment: tooMuch })).sentence).toMatch(
    / KES\u00a02,000 too much was paid: give it back, or to another order\.$/,
  );
});

test('of a paid order to which something was added, goods, work or delivery, what is paid for can be sent before', () => {
  const added = { ...paid, dueAmount: 300 };
  const state = moneyStateOf(details({ payments: [byCard] }, { word: 'added', items: [], payment: added }));
  expect(state.sentence).toMatch(/ What is paid for can be sent before that\.$/);
  const come = details(
    { payments: [byCard] },
    { word: 'added', items: [], payment: added, waitsForRest: true },
  );
  expect(moneyStateOf(come).sentence).toMatch(
    / What has come is kept for the buyer, and waits for its payment\.$/,
  );
});

describe('the state of the payment', () => {
  test('received money is shown with the time at which the bank confirmed it', () => {
    const state = moneyStateOf(details({ payments: [byCard] }, { word: 'paid', payment: paid }));
    expect(state.tone).toBe('info');
    expect(state.sentence).toContain('21 Nov 2026, 09:30');
  });

  test.each([
    [{}, {}, 'Not paid yet'],
    [{}, { word: 'undecided' }, 'The bank has not decided yet'],
    [{}, { word: 'undecided', payment: { ...payment, isBankSilent: true } }, 'The bank gave no answer'],
    [{ tasks: [{}] }, { word: 'undecided' }, 'The payment does not match the order'],
    [{ tasks: [{}] }, {}, 'Not paid yet'],
    [{ tasks: [{}] }, { word: 'question' }, 'The payment does not match the order'],
    [{}, { word: 'cancelled' }, 'Nothing was received'],
    [{}, { word: 'owed' }, 'KES\u00a02,000 is owed'],
    [
      { tasks: [{}] },
      { word: 'completed', payment: { ...paid, receivedCents: 400_000 } },
      'KES\u00a02,000 approved',
    ],
    [{}, { word: 'paid', payment: { ...paid, acceptedCents: 199_950 } }, 'KES\u00a01,999.50 approved'],
    [
      {},
      { word: 'refunded', payment: { ...paid, acceptedCents: 0, refundedCents: 200_000 } },
      'KES\u00a02,000 refunded',
    ],
  ])('%j with an order %j: %s', (over, order, title) => {
    expect(moneyStateOf(details(over, order)).title).toBe(title);
  });

  test('an open order shows whether its pieces are on hold', () => {
    for (const [word, receivedCents] of [
      ['not_paid', 0],
      ['part_paid', 50_000],
    ] as const) {
      const sentenceOf = (over: object) =>
        moneyStateOf(details({}, { word, payment: { ...payment, receivedCents, ...over } })).sentence;
      expect(sentenceOf({})).toMatch(/No pieces are kept for the buyer\.$/);
      expect(sentenceOf(held)).toMatch(/The pieces are kept for the buyer until 21 Nov 2026, 09:30\.$/);
      // Goods on account wait for no money.
      if (receivedCents > 0) expect(sentenceOf({ termsDays: 30 })).not.toContain('kept');
    }
  });
});

test('the state of the payment in each case, as the owner reads it', async () => {
  const order = (word: OrderWord, money: object = {}, status = 'pending') => ({
    status,
    word,
    payment: { ...payment, ...money },
  });
  const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 1500 };
  const settled = { ...byCard, settledOn: '2026-11-23' };
  // Beside a part of the price a charge too many, which was never part of it.
  const partlyRefunded = { ...paid, acceptedCents: 150_000, refundedCents: 50_000, returnedCents: 200_000 };
  const states = {
    'approved, without the payment of the bank': details({}, order('paid', paid)),
    approved: details({ payments: [byCard] }, order('paid', paid)),
    'approved, a part refunded': details({ payments: [byCard] }, order('paid', partlyRefunded)),
    settled: details({ payments: [settled] }, order('completed', paid)),
    'settled, a part refunded': details({ payments: [settled] }, order('paid', partlyRefunded)),
    'all refunded': details(
      { payments: [byCard] },
      order('refunded', { ...paid, acceptedCents: 0, refundedCents: 200_000 }),
    ),
    'owed again': details({ payments: [byCard] }, order('owed', {}, 'paid')),
    'sent before it was paid': details({}, order('owed')),
    'owed again and written off': details({}, order('refunded', { dueAmount: 0 })),
    'a task about it': details({ tasks: [{}] }, order('question')),
    'the bank is undecided': details({}, order('undecided')),
    'the bank gave no answer': details({}, order('undecided', { isBankSilent: true })),
    'a part is paid': details({}, order('part_paid', part)),
    'refunded, not paid': details({}, order('payment_failed', { refundedCents: 50_000 })),
    'not paid yet': details({}, order('not_paid')),
    'not paid yet, reserved': details({}, order('not_paid', held)),
    cancelled: details({}, order('cancelled')),
    'the bank gave no decision': details({ transaction: { status: 'expired' } }, order('payment_failed')),
    refused: details({ transaction: { status: 'failed', description: 'Denied' } }, order('payment_failed')),
    'refused, without the words of the bank': details(
      { transaction: { status: 'failed' } },
      order('payment_failed'),
    ),
    'failed, without a transaction': details({}, order('payment_failed')),
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
