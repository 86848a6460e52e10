import { eraseAccount, exportAccount, listErasureObstacles } from '../../_shared/contract/own-data.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import { endSession, placeOf } from './caller.ts';
import { checkOwnPassword, ownProfile, requireSecondFactor } from './own-profile.ts';
import type { Serve } from './serve.ts';

/** What is stored about the person who is signed in. Every route reads the profile first, which needs a live sign-in. */
export function ownDataRoutes({ signedIn }: Serve, deps: Deps): void {
  const { limits, ownData } = deps;

  signedIn(exportAccount, async ({ c, caller }) => {
    await ownProfile(deps, caller);
    await requireSecondFactor(deps, caller);
    await limits.take('export_account', { account: caller.userId });
    const stored = await ownData.export(caller.userId);
    if (!stored) throw new Refusal('not_signed_in');
    c.header('content-disposition', 'attachment; filename="my-data.json"');
    return stored;
  });
  signedIn(listErasureObstacles, async ({ c, caller }) => {
    await ownProfile(deps, caller);
    await limits.take('read_order', placeOf(c));
    return ownData.obstacles(caller.userId);
  });
  signedIn(eraseAccount, async ({ c, caller, body }) => {
    await checkOwnPassword(c, deps, caller, body.currentPassword);
    await ownData.erase(caller.userId);
    await endSession(c, deps);
    return { success: true };
  });
}
