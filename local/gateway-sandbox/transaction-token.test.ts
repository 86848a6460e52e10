import { expect, test } from 'vitest';
import { isTransactionToken, transactionToken } from './transaction-token.ts';

const settings = {
  sharedSecret: 'EXAMPLESECRET0123456789ABCDEFGHI',
  tokenPrefix: '',
  tokenResource: '/Lite/Authorise.aspx',
} as const;
const subject = {
  applicationId: '{00000000-0000-0000-0000-0000000000AB}',
  amount: '150000',
  email: 'buyer@example.com',
};
const published = '1700000000:d0c7cc27fd0d130aa68ffcc741821af3fddbcdc873d548b2b788b3cf0a7983f7';

test('the token agrees with the check value of the formula', () => {
  expect(transactionToken(settings, { ...subject, seconds: '1700000000' })).toBe(published);
  expect(isTransactionToken(settings, published, subject)).toBe(true);
});

test('older gateways want x: in front, and then nothing else will do', () => {
  const older = { ...settings, tokenPrefix: 'x:' } as const;
  expect(transactionToken(older, { ...subject, seconds: '1700000000' })).toBe(`x:${published}`);
  expect(isTransactionToken(older, `x:${published}`, subject)).toBe(true);
  expect(isTransactionToken(older, published, subject)).toBe(false);
  expect(isTransactionToken(settings, `x:${published}`, subject)).toBe(false);
});

test.each([
  ['another amount', { ...subject, amount: '150001' }],
  ['another e-mail', { ...subject, email: 'Buyer@example.com' }],
  ['an id without its braces', { ...subject, applicationId: subject.applicationId.slice(1, -1) }],
])('%s breaks the token', (_, altered) => {
  expect(isTransactionToken(settings, published, altered)).toBe(false);
});

test.each(['', ':', '1700000000:', published.toUpperCase(), `${published}0`, published.replace(/^1/, '2')])(
  'the token "%s" is refused',
  (token) => expect(isTransactionToken(settings, token, subject)).toBe(false),
);
