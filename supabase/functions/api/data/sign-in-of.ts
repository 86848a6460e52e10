import { Refusal } from '../../_shared/http/refusal.ts';
import { signInIdOf } from '../../_shared/supabase/sign-in-id.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

/** The account, and its sign-in. @throws Refusal `not_signed_in` for a token that names none */
export function signInOf({ userId, accessToken }: AuthTokens) {
  const signInId = signInIdOf(accessToken);
  if (!signInId) throw new Refusal('not_signed_in');
  return { p_user_id: userId, p_session_id: signInId };
}
