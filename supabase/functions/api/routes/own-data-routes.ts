import type { User } from '../../_shared/contract/auth.ts';
import { eraseAccount, exportAccount } from '../../_shared/contract/own-data.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { addressOf, byAddress, endSession } from './caller.ts';
import type { Serve } from './serve.ts';

/** What is stored about the person who is signed in. Everything asks for the profile first: only a live sign-in reads it. */
export function ownDataRoutes({ signedIn }: Serve, deps: Deps): void {
  const { limits, ownData } = deps;

  signedIn(exportAccount, async ({ c, caller }) => {
    await profileOf(caller);
    await limits.take('export_account', { account: caller.userId });
    const stored = await ownData.export(caller.userId);
    if (!stored) throw new Refusal('not_signed_in');
    c.header('content-disposition', 'attachment; filename="my-data.json"');
    return stored;
  });
  signedIn(eraseAccount, async ({ c, caller, body }) => {
    const { email } = await profileOf(caller);
    await limits.take('new_password', { ...(await byAddress(c, deps)), account: caller.userId });
    await deps.passwords.check(email, body.currentPassword, addressOf(c));
    await ownData.erase(caller.userId);
    await endSession(c, deps);
    return { success: true };
  });

  async function profileOf(caller: AuthTokens): Promise<User> {
    const user = await deps.accounts.profile(caller);
    if (!user) throw new Refusal('not_signed_in');
    return user;
  }
}
