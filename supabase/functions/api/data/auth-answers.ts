import { type AuthError, isAuthSessionMissingError, type Session } from '@supabase/supabase-js';
import { Refusal } from '../../_shared/http/refusal.ts';
import { tooManyRequests } from '../../_shared/http/too-many-requests.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

type AuthRefusalCode =
  | 'bad_credentials'
  | 'email_taken'
  | 'wrong_password'
  | 'reset_link_expired'
  | 'not_signed_in';

const wrongPassword = ['invalid_credentials', 'user_not_found', 'user_banned', 'email_not_confirmed'];

/** The auth service's own codes behind each of the shop's (https://supabase.com/docs/guides/auth/debugging/error-codes). */
const serviceCodes: Record<AuthRefusalCode, readonly string[]> = {
  bad_credentials: wrongPassword,
  wrong_password: wrongPassword,
  email_taken: ['user_already_exists', 'email_exists'],
  reset_link_expired: ['otp_expired', 'user_not_found', 'validation_failed', 'bad_jwt', 'session_not_found'],
  not_signed_in: ['session_not_found', 'bad_jwt', 'no_authorization', 'user_not_found'],
};

/**
 * Maps an error of the auth service to the shop's codes. `expected` is what a refusal means here when it is about the
 * person; anything else, such as a setting that is missing over there, is no fault of theirs: it does not work now, and the
 * log says why.
 */
export function authRefusal(error: AuthError, expected: AuthRefusalCode): Refusal {
  const { status } = error;
  // The client turns this one answer into an error of its own, without the code.
  const code = isAuthSessionMissingError(error) ? 'session_not_found' : (error.code ?? '');
  if (!status || status >= 500) return new Refusal('service_unavailable');
  // The reply has no wait time; the limits are restored within five minutes.
  if (status === 429) return tooManyRequests(60);
  if (code === 'weak_password') {
    return new Refusal('invalid_request', { fields: { password: error.message } });
  }
  if (serviceCodes[expected].includes(code)) return new Refusal(expected);
  if (code === 'email_address_invalid' || code === 'validation_failed') {
    return new Refusal('invalid_request', { fields: { email: 'Invalid email address' } });
  }
  // Without its message, which may name the person.
  return new Refusal('service_unavailable', { fault: `The auth service refused with ${status} ${code}.` });
}

/** @throws Error when the answer has no session, which every success has */
export function tokensOf(session: Session | null): AuthTokens {
  if (!session) throw new Error('The auth service answered without a session.');
  return {
    userId: session.user.id,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    // Counted from our own time, with which it is compared later: the auth service’s clock may differ by minutes.
    accessExpiresAt: Math.floor(Date.now() / 1000) + session.expires_in,
  };
}
