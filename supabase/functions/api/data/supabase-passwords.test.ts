import { expect, test } from 'vitest';
import { isByLink } from './supabase-passwords.ts';

const tokenWith = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('a session that began with a mailed link may choose a password, one by password may not', () => {
  for (const method of ['otp', 'recovery', 'magiclink'])
    expect(isByLink(tokenWith({ amr: [{ method, timestamp: 1 }] }))).toBe(true);
  expect(isByLink(tokenWith({ amr: [{ method: 'password', timestamp: 1 }] }))).toBe(false);
  expect(isByLink(tokenWith({ amr: [] }))).toBe(false);
  // Supabase Lite.
  expect(isByLink(tokenWith({ sub: 'ada' }))).toBe(true);
  expect(isByLink('no.token.this')).toBe(false);
});
