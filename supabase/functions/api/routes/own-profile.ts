import type { Context } from 'hono';
import type { User } from '../../_shared/contract/auth.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv, byAddress } from './caller.ts';

/** The caller's profile, which only a live sign-in reads. @throws Refusal `not_signed_in` */
export const ownProfile = async ({ accounts }: Deps, caller: AuthTokens): Promise<User> =>
  signedInAs(await accounts.profile(caller));

/** Whoever has no profile is not signed in. @throws Refusal `not_signed_in` */
export function signedInAs(user: User | null): User {
  if (!user) throw new Refusal('not_signed_in');
  return user;
}

/** The caller types their password again; each try counts. @throws Refusal `wrong_password`, `too_many_requests`, `not_signed_in` */
export async function checkOwnPassword(
  c: Context<ApiEnv>,
  deps: Deps,
  caller: AuthTokens,
  password: string,
): Promise<void> {
  const { email } = await ownProfile(deps, caller);
  await deps.limits.take('new_password', { ...(await byAddress(c, deps)), account: caller.userId });
  await deps.passwords.check(email, password, addressOf(c));
}
