import { expect, test } from 'vitest';
import { amountProblem, centsOf } from './statement-amount.ts';

test.each([
  ['1,850,000.00', 185_000_000],
  ['1.850.000,00', 185_000_000],
  ['1 850 000,50', 185_000_050],
  ['1\u202f850\u00a0000.5', 185_000_050],
  ["1'850'000", 185_000_000],
  ['KES 2,000', 200_000],
  ['Ksh. 2000.00', 200_000],
  ['2000KES', 200_000],
  ['1,850', 185_000],
  ['46,253', 4_625_300],
  ['1.850,00', 185_000],
  ['1.850.000', 185_000_000],
  ['12.5', 1250],
  ['0', 0],
  ['0.00', 0],
  ['-1,200.00', -120_000],
  ['−1,200.00', -120_000],
  ['1,200.00-', -120_000],
  ['(1,200.00)', -120_000],
  ['1,200.00 DR', -120_000],
  ['1,200.00CR', 120_000],
  ['+5', 500],
])('%s is %i cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  '',
  '-',
  'n/a',
  '12.345.6',
  '1,85,000.00',
  '1,850,00',
  '1.850.000.00',
  '1,850,000,00',
  '12.3456',
  '46.253',
  '-46.253',
  '0.253',
  '0,253',
  '1e6',
  '0x10',
  '(5',
  '5)',
  'USD 5.00',
  '=1+1',
  '99999999999.00',
])('%s is refused', (text) => {
  expect(centsOf(text)).toBeNull();
});

test('an amount with two meanings is refused with both', () => {
  expect(amountProblem('KES -46.253', 'a fee')).toBe(
    '“KES -46.253” may be 46,253.00 or 46.25. Write the right one into the file.',
  );
  expect(amountProblem('1.850.00', 'an amount')).toBe('“1.850.00” is not an amount that we can read.');
});
