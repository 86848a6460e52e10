import { expect, test } from 'vitest';
import { typedRefund, typedTransfer } from './typed-refund.ts';

const transactionId = '11111111-1111-4111-8111-111111111111';
const typed = {
  transactionId,
  amount: 'KES 1,999.50',
  day: '2026-11-21',
  bankReference: ' FT26325 ',
  reason: 'Too many ordered',
};

test('a refund is read in cents, without spaces around the reference', () => {
  expect(typedRefund(typed)).toEqual({
    request: {
      transactionId,
      amountCents: 199_950,
      day: '2026-11-21',
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
  [{ bankReference: ' ' }, 'bankReference'],
  [{ reason: '' }, 'reason'],
  [{ transactionId: '' }, 'transactionId'],
])('%j is not sent, and %s is named', (wrong, field) => {
  const { request, problems } = typedRefund({ ...typed, ...wrong });
  expect(request).toBeUndefined();
  expect(Object.keys(problems)).toEqual([field]);
});

test('the transfer of a task needs its day and the bank’s reference', () => {
  expect(typedTransfer({ day: '2026-11-21', bankReference: 'FT1' }).transfer).toEqual({
    day: '2026-11-21',
    bankReference: 'FT1',
  });
  expect(Object.keys(typedTransfer({ day: '', bankReference: '' }).problems).sort()).toEqual([
    'bankReference',
    'day',
  ]);
});
