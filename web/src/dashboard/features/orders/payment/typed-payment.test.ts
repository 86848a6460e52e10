import { expect, test } from 'vitest';
import { emptyPayment, typedPayment } from './typed-payment.ts';

const typed = { ...emptyPayment(1500, '2026-11-03'), reference: 'sgr7xk2p1q' };

test('what is due is suggested, and a code is one however it is typed', () => {
  expect(typed).toMatchObject({ method: 'mpesa', amount: '1,500', day: '2026-11-03' });
  expect(emptyPayment(0, '2026-11-03').amount).toBe('');
  expect(typedPayment({ ...typed, reference: ' sgr7XK2p1q ' }).value).toMatchObject({
    method: 'mpesa',
    reference: 'SGR7XK2P1Q',
    amount: 1500,
  });
});

test.each([
  [{ reference: 'SGR7' }, { reference: 'An M-Pesa code has ten letters and digits' }],
  [{ method: 'transfer', reference: ' ' }, { reference: 'Please give the bank’s reference of the transfer' }],
  [{ method: 'cheque', reference: '' }, { reference: 'Please give the number of the cheque' }],
  [{ amount: '95.000' }, { amount: 'Is “95.000” 95 or 95,000? Write thousands with a comma' }],
  [{ amount: '1500.50' }, { amount: 'The amount must be a whole number' }],
  [{ amount: '0' }, { amount: 'Please give the amount' }],
  [{ amount: '' }, { amount: 'The amount is missing' }],
  [{ day: '' }, { day: 'Please give the day of the payment' }],
] as const)('%o is refused in its field', (changed, problems) => {
  expect(typedPayment({ ...typed, ...changed })).toEqual({ problems });
});

test('cash needs no receipt number', () => {
  expect(typedPayment({ ...typed, method: 'cash', reference: '' }).value).toMatchObject({ reference: '' });
});
