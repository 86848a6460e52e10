import type { PaymentMethod } from '@contract/orders.ts';
import { expect, test } from 'vitest';
import { typedCents, typedCorrection, typedRefund, typedTransfer } from './typed-refund.ts';

const typed = {
  amount: 'KES 1,999.50',
  day: '2026-11-21',
  method: 'card' as PaymentMethod,
  bankReference: ' FT26325 ',
  reason: 'Too many ordered',
};

test('a refund is read in cents, without spaces around the reference', () => {
  expect(typedRefund(typed)).toEqual({
    value: {
      amountCents: 199_950,
      day: '2026-11-21',
      method: 'card',
      bankReference: 'FT26325',
      reason: 'Too many ordered',
    },
    problems: {},
  });
});

test.each([
  [{ amount: '' }, 'amount'],
  [{ amount: 'all of it' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '10.005' }, 'amount'],
  [{ day: '' }, 'day'],
  [{ day: '2026-02-30' }, 'day'],
  [{ day: 'yesterday' }, 'day'],
  [{ bankReference: ' ' }, 'bankReference'],
  [{ reason: '' }, 'reason'],
])('%j is not sent, and %s has an error', (wrong, field) => {
  const { value, problems } = typedRefund({ ...typed, ...wrong });
  expect(value).toBeUndefined();
  expect(Object.keys(problems)).toEqual([field]);
});

test('a correction must differ from the wrong entry, and may be zero', () => {
  const wrong = {
    id: 'r1',
    transactionId: 't1',
    reference: 'IC-1',
    method: 'card' as const,
    paidBy: 'card' as const,
    isWhole: false,
    amountCents: 199_950,
    day: '2026-11-21',
    bankReference: 'FT26325',
  };
  expect(typedCorrection(typed, wrong)).toEqual({ problems: { amount: 'Nothing is corrected yet' } });
  expect(typedCorrection({ ...typed, reason: '' }, wrong).problems).toEqual({
    reason: 'Please say what was wrong',
  });
  for (const [changed, sent] of [
    [{ amount: '0' }, { amountCents: 0 }],
    [{ day: '2026-11-20' }, { day: '2026-11-20' }],
    [{ bankReference: 'FT1' }, { bankReference: 'FT1' }],
    [{ method: 'transfer' as const }, { method: 'transfer' as const }],
  ])
    expect(typedCorrection({ ...typed, ...changed }, wrong).value).toMatchObject(sent ?? {});
  expect(typedCents(199_950)).toBe('1,999.50');
});

test('the transfer of a task needs its day and the bank’s reference', () => {
  expect(typedTransfer({ day: '2026-11-21', method: 'card', bankReference: 'FT1' }).value).toEqual({
    day: '2026-11-21',
    method: 'card',
    bankReference: 'FT1',
  });
  expect(Object.keys(typedTransfer({ day: '', method: 'card', bankReference: '' }).problems).sort()).toEqual([
    'bankReference',
    'day',
  ]);
});

test.each([
  ['mpesa', 'sgr7-xk2p 1q', 'SGR7XK2P1Q'],
  ['mpesa', 'FT1', null],
  ['transfer', ' ft 26325 ', 'FT 26325'],
  ['cheque', '000871', '000871'],
  ['cheque', ' ', null],
  ['cash', ' ', ''],
  ['card', 'a b', 'a b'],
] as const)('by %s the reference %j is %j', (method, bankReference, sent) => {
  const { value, problems } = typedTransfer({ day: '2026-11-21', method, bankReference });
  expect(value?.bankReference ?? null).toBe(sent);
  expect(Object.keys(problems)).toEqual(sent === null ? ['bankReference'] : []);
});

test('an amount with two readings is refused with both', () => {
  const problems = { amount: 'Is “95.000” 95 or 95,000? Write thousands with a comma' };
  expect(typedRefund({ ...typed, amount: '95.000' })).toEqual({ problems });
  expect(typedCorrection({ ...typed, amount: '95.000' }, undefined)).toEqual({ problems });
});
