import { expect, test } from 'vitest';
import { paymentRedirect } from './payment-redirect.ts';

test('a return from the bank that lands on the home page goes to its outcome, with everything it carried', () => {
  expect(paymentRedirect('?payment=success&TransactionIndex=7')).toBe(
    '/payment/success?payment=success&TransactionIndex=7',
  );
  expect(paymentRedirect('?ErrorCode=51&payment=failed')).toBe('/payment/failed?ErrorCode=51&payment=failed');
});

test('an ordinary visit stays on the home page', () => {
  expect(paymentRedirect('')).toBeNull();
  expect(paymentRedirect('?payment=maybe')).toBeNull();
});
