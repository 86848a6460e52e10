import type { Context } from 'hono';
import type { SignedInUser } from '../../_shared/contract/auth.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv, placeOf } from './caller.ts';

/** The caller's profile, which only a live sign-in reads. @throws Refusal `not_signed_in` */
export const ownProfile = async ({ accounts }: Deps, caller: AuthTokens): Promise<SignedInUser> =>
  signedInAs(await accounts.profile(caller));

/** Whoever has no profile is not signed in. @throws Refusal `not_signed_in` */
export function signedInAs(user: SignedInUser | null): SignedInUser {
  if (!user) throw new Refusal('not_signed_in');
  return user;
}

/**
 * What is stored about an account and how it signs in, staff with a second factor see and change only in a sign-in in
 * which they have proved it: a stolen password alone changes nothing. @throws Refusal `second_factor_required`
 */
export async function requireSecondFactor({ secondFactors }: Deps, caller: AuthTokens): Promise<void> {
  const { step } = await secondFactors.state(caller);
  if (step === 'enter_code') throw new Refusal('second_factor_required');
}

/**
 * The caller types their password again; each try counts. @throws Refusal `wrong_password`, `too_many_requests`,
 * `not_signed_in`, `second_factor_required`
 */
export async function checkOwnPassword(
  c: Context<ApiEnv>,
  deps: Deps,
  caller: AuthTokens,
  password: string,
): Promise<void> {
  const { email } = await ownProfile(deps, caller);
  await requireSecondFactor(deps, caller);
  await deps.limits.take('new_password', { ...placeOf(c), account: caller.userId, email });
  await deps.passwords.check(email, password, addressOf(c));
}
