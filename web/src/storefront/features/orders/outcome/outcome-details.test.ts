import { expect, it } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { readOutcomeDetails } from './outcome-details.ts';

it('a URL without details shows no ids and says nothing of an error', () => {
  expect(readOutcomeDetails(new URLSearchParams(), null)).toEqual({
    consumerOrderId: 'N/A',
    transactionId: 'N/A',
    errorCode: null,
    reason: null,
    details: null,
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
    order: '3f2a9c1e-0000-4000-8000-000000000454',
  });
  const details = readOutcomeDetails(query, { payment: noMoney });
  expect(details).toMatchObject({
    consumerOrderId: 'DON-123456',
    transactionId: '7f',
    errorCode: '14',
    reason: 'Invalid card number',
    orderId: '3f2a9c1e-0000-4000-8000-000000000454',
  });
  expect(details.details).toHaveLength(200);
});

it.each([
  ['Do not honour', 'Do not honour'],
  // The bank forgets the space after a sentence.
  ['Do not honour.Contact your bank', 'Do not honour. Contact your bank'],
  ['Declined.Try again.Reference 1234567', 'Declined. Try again. Reference 1234567'],
  ['Trace 1234567, batch 20261129', 'Trace 1234567, batch 20261129'],
  ['See Evil.Com, www.Evil.Com/Pay or pay.Evil.Example/x', 'See or'],
  ['Call 712345678', 'Call'],
  ['Charged twice, call 0700 000 000 now', 'Charged twice, call now'],
  ['Call (+254) 700-000‑000', 'Call'],
  ['Call ０７０００００００００', 'Call'],
  ['Pay at https://evil.example/x?y or evil.example', 'Pay at or'],
  ['Write to thief@evil.example.', 'Write to'],
  ['3-D Secure failed. Limit of 25,000.00 reached', '3-D Secure failed. Limit of 25,000.00 reached'],
  ['\u202eline\nbreak', 'line break'],
])('of the text %j in a URL is shown %j, without a way to reach its author', (typed, shown) => {
  const query = new URLSearchParams({ ErrorCode: typed, ErrorMessage: typed, ErrorDetails: typed });
  for (const order of [null, { payment: noMoney }])
    expect(readOutcomeDetails(query, order)).toMatchObject({
      errorCode: shown,
      reason: shown,
      details: shown,
    });
});

it('ids in a URL are references or are not shown', () => {
  const lie = 'Your card was charged twice';
  const query = new URLSearchParams({
    Ecom_ConsumerOrderID: lie,
    TransactionIndex: '{7f-1}',
    order: '3f2a9c1e-0000-4000-8000-000000000454',
  });
  expect(readOutcomeDetails(query, null)).toMatchObject({
    consumerOrderId: 'N/A',
    transactionId: '{7f-1}',
    orderId: '3f2a9c1e-0000-4000-8000-000000000454',
  });
});

it('what the shop knows of a refusal is shown, whatever the URL says', () => {
  const query = new URLSearchParams({ ErrorCode: '0', ErrorMessage: 'All is well' });
  const payment = {
    ...noMoney,
    reference: 'DON-9',
    refusal: { code: '14', description: 'Invalid card number' },
  };
  expect(readOutcomeDetails(query, { payment })).toMatchObject({
    consumerOrderId: 'DON-9',
    errorCode: '14',
    reason: 'Invalid card number',
    details: 'Invalid card number',
  });
});
