import type { BankAnswer, OrderEvent } from '@contract/admin-orders.ts';
import { expect, test } from 'vitest';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { timelineOf, textOf } from './timeline-text.ts';

const answer: BankAnswer = {
  status: '0',
  description: 'Approved',
  amountCents: '200000',
  reference: 'DON-7',
  transactionIndex: 'TX-1',
  cardNumber: '4242........4242',
};
const answered = (over: Partial<Extract<OrderEvent, { kind: 'bank_answered' }>>): OrderEvent => ({
  kind: 'bank_answered',
  at: '2026-11-21T06:30:00.000Z',
  by: null,
  reference: 'DON-7',
  askedBy: 'return',
  verdict: 'approved',
  answer,
  method: 'card',
  paid: null,
  ...over,
});
const safaricom: BankAnswer = {
  status: '0',
  description: null,
  amountCents: null,
  reference: null,
  transactionIndex: null,
  cardNumber: null,
};
const prompted = (over: Partial<BankAnswer> | null, rest: Parameters<typeof answered>[0] = {}) =>
  answered({
    method: 'mpesa',
    verdict: 'undecided',
    answer: over && { ...safaricom, ...over },
    reference: 'UKUI4KTGM7',
    ...rest,
  });
const counted = (
  over: Partial<Extract<OrderEvent, { kind: 'payment_counted' }>>,
): Extract<OrderEvent, { kind: 'payment_counted' }> => ({
  kind: 'payment_counted',
  at: '2026-11-21T06:30:00.000Z',
  by: null,
  way: 'list',
  method: 'mpesa',
  reference: 'UKUGTICYCI',
  amountCents: 20_000_000,
  hereCents: 20_000_000,
  day: '2026-11-20',
  ...over,
});
const plain = ({ title, detail }: { title: string; detail: string | null }) =>
  [title, detail].map((text) => text?.replaceAll('\u00a0', ' ') ?? null);

const corrected = (amountCents: number): OrderEvent => ({
  kind: 'refund_corrected',
  at: '2026-11-21T06:30:00.000Z',
  by: null,
  amountCents,
  day: '2026-11-20',
  method: 'transfer',
  bankReference: 'FT1',
  reason: 'Mistyped',
  pieces: [],
});

const shipped = (status: 'packed' | 'delivered'): OrderEvent => ({
  kind: 'shipment',
  isWork: false,
  at: '2026-11-21T06:30:00.000Z',
  by: null,
  status,
  pieces: 2,
  carrier: 'G4S',
  waybill: 'W-1',
  reason: null,
});

test('a refund says which pieces it was for, and what became of them', () => {
  const pieces = [{ name: 'Auger', quantity: 1, fate: 'damaged' }];
  expect(textOf({ ...corrected(20_000), kind: 'refunded', pieces } as OrderEvent).detail).toBe(
    'On 20 Nov 2026: Bank transfer, reference FT1. 1 × Auger: came back damaged. Mistyped',
  );
});

test.each([
  [true, ['2 pieces not sold any more', 'They are held for this order.']],
  [false, ['2 pieces on sale again', null]],
])(
  'pieces that come back to the stock are on sale again unless their order keeps them: %s',
  (isHeld, text) => {
    const event: OrderEvent = {
      kind: 'stock_returned',
      at: '2026-11-21T06:30:00.000Z',
      by: null,
      pieces: 2,
      isHeld,
    };
    expect(plain(textOf(event))).toEqual(text);
  },
);

test('a parcel is shown with its carrier and waybill, and why it left', () => {
  expect(textOf(shipped('packed')).detail).toBe('G4S. Waybill W-1');
  expect(textOf({ ...shipped('packed'), waybill: null, reason: 'A school' } as OrderEvent).detail).toBe(
    'G4S. A school',
  );
});

test.each([
  [{ ...corrected(20_000), kind: 'refunded' } as OrderEvent, 'Refunded: KES 200', 'neutral'],
  [corrected(20_000), 'Refund corrected: KES 200', 'neutral'],
  [corrected(0), 'Refund corrected: nothing was refunded', 'neutral'],
  [shipped('packed'), '2 pieces: parcel packed', 'neutral'],
  [shipped('delivered'), '2 pieces: parcel delivered', 'good'],
  [answered({}), 'The bank approved KES 2,000', 'good'],
  [
    answered({ verdict: 'refused', answer: { ...answer, status: '5', description: 'Denied' } }),
    'The bank refused the payment: Denied',
    'bad',
  ],
  [
    answered({ verdict: 'refused', answer: { ...answer, status: '255', description: 'User cancelled' } }),
    'The buyer left the bank’s page',
    'bad',
  ],
  [
    answered({ verdict: 'refused', answer: { ...answer, status: '5', description: null } }),
    'The bank refused the payment (code 5)',
    'bad',
  ],
  [answered({ verdict: 'undecided', answer: null }), 'The bank gave no answer', 'wait'],
  [
    answered({ verdict: 'undecided', answer: { ...answer, status: null } }),
    'The bank knows of no payment yet',
    'wait',
  ],
  [answered({ verdict: 'wrong_trace' }), 'Asked about this payment, the bank approved another one', 'bad'],
  [answered({ verdict: 'reused_index' }), 'The bank named a payment that paid another order', 'bad'],
  [
    answered({ verdict: 'wrong_reference', answer: { ...answer, reference: 'DON-8' } }),
    'The bank approved KES 2,000 under another reference (DON-8)',
    'bad',
  ],
  [answered({ answer: { ...answer, amountCents: 'two' } }), 'The bank approved an amount', 'good'],
  [
    answered({ verdict: 'undecided', answer: { ...answer, status: '255' } }),
    'The bank knows of no payment yet',
    'wait',
  ],
  [
    answered({ verdict: 'undecided', answer: { ...answer, status: '1', description: 'Timed out' } }),
    'The bank has not decided: Timed out',
    'wait',
  ],
  [
    answered({ verdict: 'wrong_amount', answer: { ...answer, amountCents: '5' } }),
    'The bank approved KES 0.05, which is not the total',
    'bad',
  ],
] as const)('the bank’s response is shown in plain text: %#', (event, title, tone) => {
  const text = textOf(event as OrderEvent);
  expect([text.title.replaceAll('\u00a0', ' '), text.tone]).toEqual([title, tone]);
});

test.each([
  [
    prompted({}, { verdict: 'approved', paid: { cents: 24_800_000, receipt: 'UKUI4KTGM7' } }),
    ['M-Pesa: KES 248,000 received, UKUI4KTGM7', null],
  ],
  [
    prompted({}, { verdict: 'approved', paid: { cents: 24_800_000, receipt: null } }),
    ['M-Pesa: KES 248,000 received', null],
  ],
  // The list, or staff, had its code first.
  [prompted({}, { verdict: 'approved' }), ['M-Pesa: it was paid, and counts already', null]],
  [prompted({ status: 'sent' }), ['The M-Pesa prompt was sent', null]],
  [
    prompted({ status: '1', description: 'The transaction is still under processing' }),
    ['Safaricom has not decided yet', null],
  ],
  [prompted(null), ['Safaricom gave no answer', null]],
  [
    prompted(
      { status: '2001', description: 'The initiator information is invalid.' },
      { verdict: 'refused' },
    ),
    ['Not paid by M-Pesa', 'The PIN was wrong.'],
  ],
] as const)('of a prompt Safaricom is named, and no bank: %#', (event, expected) => {
  expect(plain(textOf(event))).toEqual(expected);
});

test.each([
  [
    counted({}),
    ['Payment received: KES 200,000', 'M-Pesa UKUGTICYCI, 20 Nov 2026. It is in Safaricom’s list'],
  ],
  [
    counted({ way: 'statement' }),
    ['Payment received: KES 200,000', 'M-Pesa UKUGTICYCI, 20 Nov 2026. It is in a statement'],
  ],
  [
    counted({ way: 'bank', method: 'card' }),
    ['Payment received: KES 200,000', 'Card UKUGTICYCI, 20 Nov 2026'],
  ],
  [counted({ way: 'recorded' }), ['Payment recorded: KES 200,000', 'M-Pesa UKUGTICYCI, 20 Nov 2026']],
  [
    counted({ way: 'given', hereCents: 220_000 }),
    ['Payment given to this order: KES 2,200 of a payment of KES 200,000', 'M-Pesa UKUGTICYCI, 20 Nov 2026'],
  ],
  [
    counted({ way: 'taken', hereCents: -220_000 }),
    ['Given to another order: KES 2,200', 'M-Pesa UKUGTICYCI, 20 Nov 2026'],
  ],
] as const)('a payment says how it came to count: %#', (event, expected) => {
  expect(plain(textOf(event))).toEqual(expected);
});

test('the evidence of an approval stands among the technical details', () => {
  expect(textOf(answered({})).technical).toBe(
    'Card 4242........4242 · Bank’s payment number TX-1 · Asked when the buyer came back, reference DON-7',
  );
});

test('the newest event comes first, and repeated responses of the bank are one entry', () => {
  const silence = (at: string) => answered({ at, verdict: 'undecided', answer: null, askedBy: 'reconcile' });
  const entries = timelineOf([
    { kind: 'ordered', at: '2026-11-21T06:00:00.000Z', by: null, amount: 2000, specialPrices: [] },
    silence('2026-11-21T06:01:00.000Z'),
    silence('2026-11-21T06:03:00.000Z'),
    silence('2026-11-21T06:10:00.000Z'),
    {
      kind: 'status_changed',
      reason: null,
      depositCents: null,
      wasDeposit: false,
      at: '2026-11-21T07:00:00.000Z',
      by: { id: 'x', name: 'Wanjiru' },
      from: 'paid',
      to: 'completed',
    },
  ]);
  expect(entries.map(({ title, times, by }) => [title.replaceAll('\u00a0', ' '), times, by])).toEqual([
    [`${orderStatusLabels.paid} → ${orderStatusLabels.completed}`, 1, 'Wanjiru'],
    ['The bank gave no answer', 3, null],
    ['Ordered for KES 2,000', 1, 'a guest'],
  ]);
  expect(entries[1]).toMatchObject({ since: '2026-11-21T06:01:00.000Z', at: '2026-11-21T06:10:00.000Z' });
});

test('a response with other details, and any other event, is an entry of its own', () => {
  const refused = (reference: string) =>
    answered({ verdict: 'refused', answer: { ...answer, status: '5', description: null }, reference });
  const released: OrderEvent = { kind: 'hold_ended', at: '2026-11-21T06:30:00.000Z', by: null, pieces: 1 };
  expect(timelineOf([refused('DON-7'), refused('DON-8')])).toHaveLength(2);
  expect(timelineOf([released, released])).toHaveLength(2);
});

test.each([
  ['pending', 'failed', 'bad'],
  ['failed', 'cancelled', 'neutral'],
  ['pending', 'paid', 'good'],
  ['paid', 'completed', 'good'],
  ['failed', 'pending', 'wait'],
] as const)('an order that went from %s to %s is marked %s', (from, to, tone) => {
  const event: OrderEvent = {
    kind: 'status_changed',
    reason: null,
    depositCents: null,
    wasDeposit: false,
    at: '2026-11-21T07:00:00.000Z',
    by: null,
    from,
    to,
  };
  expect(textOf(event).tone).toBe(tone);
});

test('an order that is paid by its deposit says so, and not that it is paid', () => {
  const { title, tone } = textOf({
    kind: 'status_changed',
    reason: null,
    depositCents: 30_000,
    wasDeposit: false,
    at: '2026-11-21T07:00:00.000Z',
    by: null,
    from: 'pending',
    to: 'paid',
  });
  expect([title.replaceAll('\u00a0', ' '), tone]).toEqual(['Deposit paid: KES 300', 'good']);
});

test('an order of which only the deposit was paid never was paid', () => {
  const { title } = textOf({
    kind: 'status_changed',
    reason: null,
    depositCents: null,
    wasDeposit: true,
    at: '2026-11-21T07:00:00.000Z',
    by: null,
    from: 'paid',
    to: 'pending',
  });
  expect(title).toBe('Deposit paid → Pending');
});

test('the author is named even when the account is deleted', () => {
  const by = (actor: { id: string; name: string | null } | null) =>
    timelineOf([
      { kind: 'ordered', at: '2026-11-21T06:00:00.000Z', by: actor, amount: 1, specialPrices: [] },
    ])[0]?.by;
  expect(by({ id: 'x', name: null })).toBe('a deleted account');
  expect(by(null)).toBe('a guest');
});

test('a message shows its recipient and its state, and can be opened', () => {
  const message: OrderEvent = {
    kind: 'message',
    at: '2026-11-21T06:30:00.000Z',
    by: null,
    id: 'm1',
    message: 'order_paid',
    channel: 'email',
    recipient: 'ada@example.com',
    state: 'bounced',
    reason: '550',
    attempts: 1,
    nextAttemptAt: null,
    blocked: 'bounced',
  };
  expect(timelineOf([message])).toMatchObject([
    {
      title: 'Payment receipt, E-mail to ada@example.com',
      detail: 'Bounced: 550. The address is blocked: a message bounced',
      tone: 'bad',
      messageId: 'm1',
    },
  ]);
  expect(textOf({ ...message, state: 'accepted', reason: null, blocked: null })).toMatchObject({
    detail: 'Sent',
    tone: 'good',
  });
});
