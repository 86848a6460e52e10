import { expect, test } from 'vitest';
import { typedCents, typedCorrection, typedRefund, typedTransfer } from './typed-refund.ts';

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
])('%j is not sent, and %s has an error', (wrong, field) => {
  const { request, problems } = typedRefund({ ...typed, ...wrong });
  expect(request).toBeUndefined();
  expect(Object.keys(problems)).toEqual([field]);
});

test('a correction must differ from the wrong entry, and may be zero', () => {
  const { transactionId: _, ...rest } = typed;
  const wrong = {
    ...{ id: transactionId, transactionId, reference: 'IC-1', isWhole: false },
    ...{ amountCents: 199_950, day: '2026-11-21', bankReference: 'FT26325' },
  };
  expect(typedCorrection(rest, wrong)).toEqual({ problems: { amount: 'Nothing is corrected yet' } });
  expect(typedCorrection({ ...rest, reason: '' }, wrong).problems).toEqual({
    reason: 'Please say what was wrong',
  });
  for (const [changed, sent] of [
    [{ amount: '0' }, { amountCents: 0 }],
    [{ day: '2026-11-20' }, { day: '2026-11-20' }],
    [{ bankReference: 'FT1' }, { bankReference: 'FT1' }],
  ])
    expect(typedCorrection({ ...rest, ...changed }, wrong).request).toMatchObject(sent ?? {});
  expect(typedCents(199_950)).toBe('1,999.50');
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
