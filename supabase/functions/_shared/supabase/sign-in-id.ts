import { textOfBase64Url } from '../http/base64-url.ts';

/**
 * The sign-in at the auth service as an access token names it; null when it names none. The token is not verified here:
 * it comes from the auth service or from the shop's own session.
 */
export function signInIdOf(accessToken: string): string | null {
  const [, claims] = accessToken.split('.');
  if (!claims) return null;
  return (JSON.parse(textOfBase64Url(claims)) as { session_id?: string }).session_id ?? null;
}
