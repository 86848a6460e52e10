import { confirmSecondFactor, proveSecondFactor } from '../../_shared/contract/prove-second-factor.ts';
import { beginSecondFactor, getSecondFactor } from '../../_shared/contract/second-factor.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import type { Serve } from './serve.ts';

/** Admins prove a second factor in each sign-in; which sign-ins have, SQL knows. */
export function secondFactorRoutes({ signedIn }: Serve, { accounts, limits, secondFactors }: Deps): void {
  signedIn(getSecondFactor, ({ caller }) => secondFactors.state(caller));
  signedIn(beginSecondFactor, async ({ caller }) => {
    const user = await accounts.profile(caller);
    if (!user) throw new Refusal('not_signed_in');
    return secondFactors.begin(caller, user.email);
  });
  signedIn(confirmSecondFactor, async ({ caller, body }) => {
    await limits.take('second_factor', { account: caller.userId });
    return { recoveryCodes: await secondFactors.confirm(caller, body.code) };
  });
  signedIn(proveSecondFactor, async ({ caller, body }) => {
    await limits.take('second_factor', { account: caller.userId });
    await secondFactors.prove(caller, body.code);
    return secondFactors.state(caller);
  });
}
