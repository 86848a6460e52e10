import type { AuthError, Session } from '@supabase/supabase-js';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

/** What the auth service refused, in the shop's own codes. */
export function authRefusal(
  error: AuthError,
  otherwise: 'bad_credentials' | 'email_taken' | 'wrong_password' | 'reset_link_expired',
): Refusal {
  if (!error.status || error.status >= 500) return new Refusal('service_unavailable');
  if (error.status === 429) return new Refusal('too_many_requests');
  if (error.code === 'weak_password') {
    return new Refusal('invalid_request', { fields: { password: error.message } });
  }
  const isAboutEmail = error.code === 'email_address_invalid' || error.code === 'validation_failed';
  if (isAboutEmail && otherwise !== 'reset_link_expired') {
    return new Refusal('invalid_request', { fields: { email: 'Invalid email address' } });
  }
  return new Refusal(otherwise);
}

/** @throws Error when the answer has no session, which no honest success lacks */
export function tokensOf(session: Session | null): AuthTokens {
  if (!session) throw new Error('The auth service answered without a session.');
  return {
    userId: session.user.id,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    accessExpiresAt: session.expires_at ?? Math.floor(Date.now() / 1000) + session.expires_in,
  };
}
