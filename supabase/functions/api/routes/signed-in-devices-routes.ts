import { endOtherSignIns, endSignIn, listSignedInDevices } from '../../_shared/contract/signed-in-devices.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { isUuid } from '../../_shared/contract/uuid.ts';
import type { Deps } from '../deps.ts';
import { sidOf } from './caller.ts';
import { requireSecondFactor } from './own-profile.ts';
import type { Serve } from './serve.ts';

/** The devices on which an account is signed in. */
export function signedInDevicesRoutes({ signedIn }: Serve, deps: Deps): void {
  const { passwords, sessions } = deps;
  signedIn(listSignedInDevices, async ({ c, caller }) => {
    await requireSecondFactor(deps, caller);
    return sessions.list(sidOf(c) ?? '');
  });
  signedIn(endSignIn, async ({ c, caller }) => {
    const id = c.req.param('sessionId') ?? '';
    if (!isUuid(id)) throw new Refusal('not_found');
    await requireSecondFactor(deps, caller);
    await sessions.end(sidOf(c) ?? '', id);
    return { success: true as const };
  });
  signedIn(endOtherSignIns, async ({ c, caller }) => {
    await requireSecondFactor(deps, caller);
    await sessions.endOthers(sidOf(c) ?? '');
    await passwords.endOtherSignIns(caller.accessToken);
    return { success: true as const };
  });
}
