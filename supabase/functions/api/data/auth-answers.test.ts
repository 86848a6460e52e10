import { AuthApiError, type AuthError, AuthSessionMissingError, type Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { authRefusal, tokensOf } from './auth-answers.ts';

const refused = (status: number, code: string) =>
  new AuthApiError('Email address "ada@example.com" …', status, code) as AuthError;

test.each([
  [400, 'invalid_credentials', 'bad_credentials', 'bad_credentials'],
  [400, 'invalid_credentials', 'wrong_password', 'wrong_password'],
  [422, 'user_already_exists', 'email_taken', 'email_taken'],
  [403, 'otp_expired', 'reset_link_expired', 'reset_link_expired'],
  [400, 'validation_failed', 'reset_link_expired', 'reset_link_expired'],
  [400, 'validation_failed', 'email_taken', 'invalid_request'],
  [400, 'email_address_invalid', 'email_taken', 'invalid_request'],
  [422, 'weak_password', 'email_taken', 'invalid_request'],
  [429, 'over_request_rate_limit', 'bad_credentials', 'too_many_requests'],
  [500, 'unexpected_failure', 'bad_credentials', 'service_unavailable'],
  [0, '', 'bad_credentials', 'service_unavailable'],
] as const)('%i %s where %s is expected is %s', (status, code, expected, answer) => {
  expect(authRefusal(refused(status, code), expected).code).toBe(answer);
});

test.each(['not_signed_in', 'reset_link_expired'] as const)(
  'a sign-in that has ended meanwhile is %s, though the client drops its code',
  (expected) => {
    expect(authRefusal(new AuthSessionMissingError(), expected).code).toBe(expected);
  },
);

test('a limit of the auth service has a wait time, as the shop’s own limits do', () => {
  expect(authRefusal(refused(429, 'over_request_rate_limit'), 'bad_credentials')).toMatchObject({
    message: 'Too many attempts. Please try again in 60 seconds.',
    details: { headers: { 'retry-after': '60' } },
  });
});

test.each(['email_address_not_authorized', 'email_provider_disabled', 'signup_disabled'])(
  '%s is a fault of the shop’s settings, not of the person, and names nobody in the log',
  (code) => {
    expect(authRefusal(refused(400, code), 'bad_credentials')).toMatchObject({
      code: 'service_unavailable',
      details: { fault: `The auth service refused with 400 ${code}.` },
    });
  },
);

test.each([
  ['ahead of', 600],
  ['behind', -600],
])(
  'a token lives as long as it lives, also where the auth service’s clock is ten minutes %s ours',
  (_, off) => {
    const now = Math.floor(Date.now() / 1000);
    const session = {
      user: { id: 'ada' },
      access_token: 'access',
      refresh_token: 'refresh',
      expires_in: 3600,
      expires_at: now + off + 3600,
    } as Session;
    const { accessExpiresAt } = tokensOf(session);
    expect(Math.abs(accessExpiresAt - now - 3600)).toBeLessThan(60);
  },
);
