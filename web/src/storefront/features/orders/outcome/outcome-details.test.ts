import { expect, it } from 'vitest';
import { readOutcomeDetails } from './outcome-details.ts';

it('a URL without details shows the defaults', () => {
  expect(readOutcomeDetails(new URLSearchParams(), false)).toEqual({
    consumerOrderId: 'N/A',
    transactionId: 'N/A',
    errorCode: 'Unknown',
    reason: 'Payment could not be processed',
    details: 'An unexpected error occurred during payment processing',
    orderId: null,
  });
});

it('the bank’s details of a known order are shown unchanged, cut to a reasonable length', () => {
  const query = new URLSearchParams({
    Ecom_ConsumerOrderID: 'DON-123456',
    TransactionIndex: '7f',
    ErrorCode: '14',
    ErrorMessage: 'Invalid card number',
    ErrorDetails: 'x'.repeat(5000),
    order: 'o-1',
  });
  const details = readOutcomeDetails(query, true);
  expect(details).toMatchObject({
    consumerOrderId: 'DON-123456',
    transactionId: '7f',
    errorCode: '14',
    reason: 'Invalid card number',
    orderId: 'o-1',
  });
  expect(details.details).toHaveLength(200);
});

it('without a known order no text from the URL is shown, not even instead of a number', () => {
  const lie = 'Your card was charged twice, call 0700 000 000';
  const query = new URLSearchParams({
    Ecom_ConsumerOrderID: lie,
    TransactionIndex: '{7f-1}',
    ErrorCode: lie,
    ErrorMessage: 'Fraud',
    ErrorDetails: lie,
    order: 'o-1',
  });
  expect(readOutcomeDetails(query, false)).toEqual({
    consumerOrderId: 'N/A',
    transactionId: '{7f-1}',
    errorCode: 'Unknown',
    reason: 'Payment could not be processed',
    details: 'An unexpected error occurred during payment processing',
    orderId: 'o-1',
  });
});
