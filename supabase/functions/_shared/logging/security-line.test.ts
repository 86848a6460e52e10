import { expect, it } from 'vitest';
import { securityEventOf, securityLine } from './security-line.ts';

const facts = {
  what: 'sign_in_failed',
  requestId: 'r',
  account: ' Ada@Example.com',
  clientAddress: '41.90.64.17',
};

it('a line has no personal data: the account is hashed, the address is cut', () => {
  const line = securityLine(facts);
  expect(line).toEqual({
    level: 'info',
    event: 'security',
    what: 'sign_in_failed',
    requestId: 'r',
    account: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    network: '41.90.64.0/24',
  });
  expect(securityLine({ ...facts, account: 'ada@example.com' })).toEqual(line);
});

it.each([
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['::ffff:41.90.64.17', 'unknown'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
])('an address of %j is the network %s', (clientAddress, network) => {
  expect(securityLine({ ...facts, account: null, clientAddress })).toMatchObject({
    account: null,
    network,
  });
});

it.each([
  ['POST', '/api/auth/login', 200, 'sign_in'],
  ['POST', '/api/auth/login', 401, 'sign_in_failed'],
  ['POST', '/api/auth/login', 429, 'limited'],
  ['POST', '/api/auth/login', 503, null],
  ['POST', '/api/auth/reset-password', 200, 'password_reset'],
  ['POST', '/api/auth/reset-password', 410, 'password_reset_failed'],
  ['POST', '/api/auth/password', 403, 'password_change_failed'],
  ['POST', '/api/auth/confirm-email', 200, 'email_confirmed'],
  ['DELETE', '/api/auth/sessions/b5b7a3c0-0000-4000-8000-000000000001', 200, 'sign_in_ended'],
  ['POST', '/api/auth/sessions/end-others', 200, 'sign_in_ended'],
  ['GET', '/api/auth/sessions', 200, null],
  ['POST', '/api/auth/confirm-email', 410, 'email_not_confirmed'],
  ['POST', '/api/auth/undo-change', 200, 'change_undone'],
  ['POST', '/api/auth/undo-change', 410, 'change_not_undone'],
  ['POST', '/api/auth/erase', 200, 'account_erased'],
  ['PUT', '/api/auth/email', 403, 'email_change_failed'],
  ['GET', '/api/admin/orders', 403, 'forbidden'],
  ['GET', '/api/products', 200, null],
  ['GET', '/api/auth/me', 401, null],
])('%s %s with %i is %s', (method, path, status, what) => {
  expect(securityEventOf(method, path, status)).toBe(what);
});
