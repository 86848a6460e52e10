import { expect, test } from 'vitest';
import { transactionsText, bankStatusText } from './transaction-text.ts';

test.each([
  ['pending', null, 'No payment known to the bank'],
  ['pending', 'no answer', 'The bank gave no answer'],
  ['expired', '9', 'Has not decided (code 9)'],
  ['completed', '0', 'Approved, not settled yet'],
  ['failed', '4', 'Refused (code 4)'],
  ['review', '0', 'Approved money that does not match'],
  ['returned', '0', 'Returned'],
] as const)('the bank’s last response about a payment that is %s (%s): %s', (status, bankStatus, text) => {
  expect(bankStatusText({ status, bankStatus, settledOn: null })).toBe(text);
});

test('the payments of a day are counted by status', () => {
  expect(transactionsText({ pending: 2, failed: 1, completed: 12 })).toBe(
    '12 approved, 1 refused, 2 undecided',
  );
  expect(transactionsText({ expired: 1, review: 0 })).toBe('1 no answer from the bank after 72 hours');
  expect(transactionsText({})).toBe('');
});
