import { Refusal } from '../http/refusal.ts';
import { textOfBase64Url } from '../secrets/base64-url.ts';
import type { AuthTokens } from './sql-replies.ts';

/**
 * The sign-in at the auth service as an access token names it; null when it names none. The token is not verified here:
 * it comes from the auth service or from the shop's own session.
 */
export function signInIdOf(accessToken: string): string | null {
  const [, claims] = accessToken.split('.');
  if (!claims) return null;
  return (JSON.parse(textOfBase64Url(claims)) as { session_id?: string }).session_id ?? null;
}

/** The account, and its sign-in. @throws Refusal `not_signed_in` for a token that names none */
export function signInOf({ userId, accessToken }: AuthTokens) {
  const signInId = signInIdOf(accessToken);
  if (!signInId) throw new Refusal('not_signed_in');
  return { p_user_id: userId, p_session_id: signInId };
}
