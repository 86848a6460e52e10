import type { BankAnswer, BankAnswerFields } from '@contract/admin-transactions.ts';
import { expect, test } from 'vitest';
import { fieldsOf, runsOf, answerText } from './answer-text.ts';

const transaction = {
  amount: 2000,
  reference: 'DON-7',
  status: 'pending' as const,
  transactionId: null,
  paymentMethod: 'card' as const,
};
const nothing: BankAnswerFields = {
  status: null,
  description: null,
  reference: null,
  amountCents: null,
  transactionIndex: null,
  transactionDate: null,
  bankReference: null,
  authorisationCode: null,
  cardNumber: null,
};
const answer = (over: Partial<BankAnswer>, said: Partial<BankAnswerFields> | null = {}): BankAnswer => ({
  at: '2026-11-21T06:00:00.000Z',
  times: 1,
  lastAt: '2026-11-21T06:00:00.000Z',
  askedBy: 'reconcile',
  verdict: 'undecided',
  isAboutAnother: false,
  ofOrderId: null,
  said: said && { ...nothing, ...said },
  ...over,
});

test.each<[string, BankAnswer]>([
  ['The bank gave no answer', answer({}, null)],
  ['The bank knows of no payment yet', answer({})],
  ['The bank knows of no payment yet', answer({}, { status: '255' })],
  ['The bank has not decided', answer({}, { status: '9' })],
  ['The bank approved, but left out what is needed to be sure', answer({}, { status: '0' })],
  ['The bank’s answer cannot be understood', answer({}, { status: '0 ' })],
  ['The bank answered about another payment', answer({ isAboutAnother: true }, { status: '1' })],
  ['The bank refused the payment', answer({ verdict: 'refused' }, { status: '4' })],
  ['The bank approved the payment', answer({ verdict: 'approved' }, { status: '0' })],
  ['The bank approved a different amount', answer({ verdict: 'wrong_amount' })],
  ['The bank approved money under another reference', answer({ verdict: 'wrong_reference' })],
  ['Asked about this payment, the bank approved another one', answer({ verdict: 'wrong_trace' })],
  [
    'Asked about this payment, the bank approved the one of order #1A2B3C4D',
    answer({ verdict: 'wrong_trace', ofOrderId: '00000000-0000-4000-8000-00001a2b3c4d' }),
  ],
  ['The bank named a payment that paid another order', answer({ verdict: 'reused_index' })],
])('the text of a response: %s', (title, one) => {
  expect(answerText(one, transaction).title).toBe(title);
});

test.each<[string, BankAnswer]>([
  ['Safaricom gave no answer', answer({}, null)],
  ['Safaricom took the request', answer({}, { status: 'sent' })],
  ['Safaricom did not take the request', answer({ verdict: 'refused' }, { status: 'refused' })],
  ['Safaricom has not decided', answer({}, { status: '1037' })],
  ['Safaricom refused the payment', answer({ verdict: 'refused' }, { status: '2001' })],
  ['Safaricom approved the payment', answer({ verdict: 'approved' }, { status: '0' })],
])('the text of an answer about a request to a phone: %s', (title, one) => {
  const paid = { ...transaction, status: 'completed', transactionId: 'SGR7XK2P1Q' } as const;
  expect(answerText(one, { ...paid, paymentMethod: 'mpesa' }).title).toBe(title);
});

test('a second payment number for a paid transaction is a second charge, the first is not', () => {
  const paid = { ...transaction, status: 'completed' as const, transactionId: 'A' };
  const of = (transactionIndex: string) =>
    answerText(answer({ verdict: 'approved' }, { status: '0', transactionIndex }), paid).title;
  expect(of('A')).toBe('The bank approved the payment');
  expect(of('B')).toBe('The bank charged the card a second time');
  const first = answer({ verdict: 'approved' }, { status: '0', transactionIndex: 'A' });
  expect(answerText(first, transaction).title).toBe('The bank approved the payment');
});

test('the bank’s fields show where they differ from the request', () => {
  expect(
    fieldsOf({ ...nothing, status: '0', amountCents: '199950', reference: 'DON-7' }, transaction),
  ).toEqual([
    { label: 'Code', value: '0', differs: null },
    { label: 'Amount', value: 'KES\u00a01,999.50', differs: 'asked for KES\u00a02,000' },
    { label: 'Reference', value: 'DON-7', differs: null },
  ]);
});

test('a field that matches the request is not marked as different', () => {
  expect(fieldsOf({ ...nothing, amountCents: '200000' }, transaction)).toEqual([
    { label: 'Amount', value: 'KES\u00a02,000', differs: null },
  ]);
});

test('the same response many times in a row is shown once, with the time of the first', () => {
  const hours = [9, 8, 7].map((hour) => `2026-11-21T0${hour}:00:00.000Z`);
  const same = hours.map((at) => answer({ at }, { status: '1' }));
  const runs = runsOf([answer({ verdict: 'approved' }, { status: '0' }), ...same]);
  expect(runs.map(({ times, since }) => [times, since])).toEqual([
    [1, '2026-11-21T06:00:00.000Z'],
    [3, '2026-11-21T07:00:00.000Z'],
  ]);
});

test('a response that was stored once with a count is counted as often', () => {
  const [run] = runsOf([answer({ times: 3 }), answer({ times: 2, at: '2026-11-21T05:00:00.000Z' })]);
  expect(run).toMatchObject({ times: 5, since: '2026-11-21T05:00:00.000Z' });
});

test('a response about another payment is not a repetition', () => {
  const one = answer({}, { status: '1' });
  expect(runsOf([one, { ...one, isAboutAnother: true }])).toHaveLength(2);
});
