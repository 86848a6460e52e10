import { expect, test } from 'vitest';
import { paymentRedirect } from './payment-redirect.ts';

test('a return from the bank to the home page is redirected to its outcome page, with its query string', () => {
  expect(paymentRedirect('?payment=success&TransactionIndex=7')).toBe(
    '/payment/success?payment=success&TransactionIndex=7',
  );
  expect(paymentRedirect('?ErrorCode=51&payment=failed')).toBe('/payment/failed?ErrorCode=51&payment=failed');
});

test('an ordinary visit is not redirected', () => {
  expect(paymentRedirect('')).toBeNull();
  expect(paymentRedirect('?payment=maybe')).toBeNull();
});
