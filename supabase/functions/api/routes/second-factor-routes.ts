import type { Context } from 'hono';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  proveSecondFactor,
} from '../../_shared/contract/second-factor.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { type ApiEnv, placeOf, signInSource } from './caller.ts';
import { ownProfile } from './own-profile.ts';
import type { Serve } from './serve.ts';

/** Admins prove a second factor in each sign-in; which sign-ins have, SQL knows. */
export function secondFactorRoutes({ signedIn }: Serve, deps: Deps): void {
  const { limits, secondFactors } = deps;

  signedIn(getSecondFactor, ({ caller }) => secondFactors.state(caller));
  signedIn(beginSecondFactor, async ({ caller }) => {
    const { email } = await ownProfile(deps, caller);
    return secondFactors.begin(caller, email);
  });
  signedIn(confirmSecondFactor, async ({ c, caller, body }) => ({
    recoveryCodes: await guess(c, caller, () => secondFactors.confirm(caller, body.code)),
  }));
  signedIn(proveSecondFactor, async ({ c, caller, body }) => {
    await guess(c, caller, () => secondFactors.prove(caller, body.code));
    return secondFactors.state(caller);
  });

  /** Counts a code before it is tried; where a right one was typed, the guesses of others do not count. */
  async function guess<Result>(
    c: Context<ApiEnv>,
    caller: AuthTokens,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { email } = await ownProfile(deps, caller);
    await limits.take('second_factor', { ...placeOf(c), account: caller.userId, email });
    const result = await run();
    await limits.rememberProof(email, signInSource(c));
    return result;
  }
}
