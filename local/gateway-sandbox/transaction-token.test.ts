import { expect, test } from 'vitest';
import { isTransactionToken, transactionToken } from './transaction-token.ts';

const secret = 'EXAMPLESECRET0123456789ABCDEFGHI';
const subject = {
  applicationId: '{00000000-0000-0000-0000-0000000000AB}',
  amount: '150000',
  email: 'buyer@example.com',
};
const published = '1700000000:d0c7cc27fd0d130aa68ffcc741821af3fddbcdc873d548b2b788b3cf0a7983f7';

test('the token agrees with the check value of the formula', () => {
  expect(transactionToken(secret, { ...subject, seconds: '1700000000' })).toBe(published);
  expect(isTransactionToken(secret, published, subject)).toBe(true);
});

test.each([
  ['another amount', { ...subject, amount: '150001' }],
  ['another e-mail', { ...subject, email: 'Buyer@example.com' }],
  ['an id without its braces', { ...subject, applicationId: subject.applicationId.slice(1, -1) }],
])('%s breaks the token', (_, altered) => {
  expect(isTransactionToken(secret, published, altered)).toBe(false);
});

test.each(['', ':', '1700000000:', published.toUpperCase(), `${published}0`, published.replace(/^1/, '2')])(
  'the token "%s" is refused',
  (token) => expect(isTransactionToken(secret, token, subject)).toBe(false),
);
