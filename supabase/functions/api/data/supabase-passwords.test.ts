import { AuthApiError } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { isByLink, supabasePasswords } from './supabase-passwords.ts';

const tokenWith = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('a session from a mailed link may set a password, one from a password may not', () => {
  for (const method of ['otp', 'recovery', 'magiclink'])
    expect(isByLink(tokenWith({ amr: [{ method, timestamp: 1 }] }))).toBe(true);
  expect(isByLink(tokenWith({ amr: [{ method: 'password', timestamp: 1 }] }))).toBe(false);
  expect(isByLink(tokenWith({ amr: [] }))).toBe(false);
  // Supabase Lite.
  expect(isByLink(tokenWith({ sub: 'ada' }))).toBe(true);
  expect(isByLink('no.token.this')).toBe(false);
});

/** Asks for a mail that the auth service answers so. */
function sendReset(error: AuthApiError | null) {
  const resetPasswordForEmail = vi.fn(() => Promise.resolve({ data: {}, error }));
  const clients = { forAuth: () => ({ resetPasswordForEmail }) } as unknown as SupabaseClients;
  const sent = supabasePasswords(clients, 'https://shop.example').sendResetLink('ada@example.com', '1.2.3.4');
  return { sent, resetPasswordForEmail };
}

test('the platform’s own mail would lead to the page for a new password', async () => {
  const { sent, resetPasswordForEmail } = sendReset(null);
  await sent;
  expect(resetPasswordForEmail).toHaveBeenCalledWith('ada@example.com', {
    redirectTo: 'https://shop.example/reset-password',
  });
});

test('a mail that the platform does not send is logged, except for a limit of this address or caller', async () => {
  const refused = (status: number, code: string, message: string) =>
    sendReset(new AuthApiError(message, status, code)).sent;
  const wait = 'For security purposes, you can only request this after 41 seconds.';
  await refused(429, 'over_email_send_rate_limit', wait);
  await expect(refused(429, 'over_request_rate_limit', 'Request rate limit reached')).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await expect(refused(429, 'over_email_send_rate_limit', 'email rate limit exceeded')).rejects.toThrow(
    'The auth service sent no mail: 429 over_email_send_rate_limit',
  );
  await expect(
    refused(400, 'email_address_not_authorized', 'Email address "ada@example.com" cannot be used'),
  ).rejects.toThrow('The auth service sent no mail: 400 email_address_not_authorized');
});
