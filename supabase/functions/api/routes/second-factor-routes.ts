import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  proveSecondFactor,
} from '../../_shared/contract/second-factor.ts';
import type { Deps } from '../deps.ts';
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
