import { expect, test } from 'vitest';
import { bankStatusText, stateLabelOf, wasAskedFor } from './transaction-text.ts';

const sales = { grossCents: 5000, refundedCents: 0 };

test.each([
  ['pending', null, 'No payment known to the bank'],
  ['pending', 'no answer', 'The bank gave no answer'],
  ['expired', '9', 'Has not decided (code 9)'],
  ['completed', '0', 'Paid, not in a statement yet'],
  ['failed', '4', 'Refused (code 4)'],
  ['review', '0', 'Approved money that does not match'],
  ['returned', '0', 'Returned'],
] as const)('the bank’s last response about a payment that is %s (%s): %s', (status, bankStatus, text) => {
  expect(
    bankStatusText({ status, bankStatus, bankDescription: null, settledOn: null, paymentMethod: 'card' }),
  ).toBe(text);
});

test('a buyer who left the bank’s page was refused by nobody', () => {
  const left = { bankStatus: '255', bankDescription: 'Cancelled by the card holder' };
  expect(bankStatusText({ ...left, status: 'failed', settledOn: null, paymentMethod: 'card' })).toBe(
    'The buyer left the bank’s page',
  );
});

test('of a request to a phone Safaricom is asked, and not the bank', () => {
  const request = {
    status: 'pending',
    bankDescription: null,
    settledOn: null,
    paymentMethod: 'mpesa',
  } as const;
  expect(bankStatusText({ ...request, bankStatus: null })).toBe('No payment known to Safaricom');
  expect(bankStatusText({ ...request, bankStatus: 'no answer' })).toBe('Safaricom gave no answer');
  const given = { ...request, status: 'expired', takenBack: null, bankAmountCents: null, sales } as const;
  expect(stateLabelOf({ ...given, bankStatus: '4999' })).toBe('No answer from Safaricom');
  expect(stateLabelOf({ ...given, bankStatus: '0' })).toBe('Counts as another payment');
});

test.each([
  ['a card', 'card', 'asked', true],
  ['a second charge of a card', 'card', 'told', true],
  ['a request to a phone', 'mpesa', 'asked', true],
  ['a payment to the paybill', 'mpesa', 'told', false],
  ['a cheque', 'cheque', 'recorded', false],
] as const)('whether %s was asked for', (_, paymentMethod, source, was) => {
  expect(wasAskedFor({ paymentMethod, source })).toBe(was);
});

test('a certificate of what was withheld is no money that was received', () => {
  const payment = { bankStatus: null, bankAmountCents: 200_000, takenBack: null, sales } as const;
  for (const paymentMethod of ['withheld_vat', 'withheld_tax'] as const) {
    expect(stateLabelOf({ ...payment, status: 'completed', paymentMethod })).toBe('Certificate');
    expect(stateLabelOf({ ...payment, status: 'reversed', paymentMethod })).toBe('Reversed');
  }
});

test.each([
  [null, 'Received'],
  [{ cause: 'bounced', cents: 5000 }, 'Bounced'],
  [{ cause: 'charged_back', cents: 5000 }, 'Charged back'],
  [{ cause: 'charged_back', cents: 2000 }, 'Partly charged back'],
] as const)('a payment of which the bank took %o is called %s', (takenBack, label) => {
  const payment = {
    status: 'completed',
    paymentMethod: 'cheque',
    bankStatus: null,
    bankAmountCents: 5000,
    sales,
  } as const;
  const took = takenBack && { ...takenBack, day: '2026-11-28', reason: 'Refer to drawer' };
  expect(stateLabelOf({ ...payment, takenBack: took })).toBe(label);
});

test.each([
  ['cheque', 5000, 'Given back'],
  ['card', 5000, 'Given back'],
  ['cheque', 4999, 'Partly given back'],
  ['card', 1, 'Partly given back'],
  ['cheque', 0, 'Received'],
  ['card', 0, 'Approved'],
] as const)(
  'a payment by %s of which %i of 5,000 cents went back is called %s',
  (paymentMethod, refundedCents, label) => {
    const payment = {
      status: 'completed',
      bankStatus: null,
      bankAmountCents: 5000,
      takenBack: null,
    } as const;
    expect(stateLabelOf({ ...payment, paymentMethod, sales: { grossCents: 5000, refundedCents } })).toBe(
      label,
    );
  },
);
