import type { Context } from 'hono';
import { changeEmail, confirmEmail, sendConfirmation } from '../../_shared/contract/email-confirmation.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { type ApiEnv, byAddress } from './caller.ts';
import { checkOwnPassword, ownProfile } from './own-profile.ts';
import type { Serve } from './serve.ts';

/** Whose an e-mail address is. Every route reads the profile first, which needs a live sign-in. */
export function emailRoutes({ signedIn }: Serve, deps: Deps): void {
  const { emailConfirmations, limits } = deps;

  signedIn(sendConfirmation, async ({ c, caller }) => {
    const { email, emailConfirmed } = await ownProfile(deps, caller);
    if (emailConfirmed) return { sent: false };
    return send(c, caller, email);
  });
  signedIn(confirmEmail, async ({ c, caller, body }) => {
    const { email } = await ownProfile(deps, caller);
    c.set('account', email);
    if (!(await emailConfirmations.confirm(caller.userId, body.token))) {
      throw new Refusal('confirmation_link_expired');
    }
    return { user: await ownProfile(deps, caller) };
  });
  signedIn(changeEmail, async ({ c, caller, body }) => {
    await checkOwnPassword(c, deps, caller, body.currentPassword);
    return send(c, caller, body.email);
  });

  async function send(c: Context<ApiEnv>, { userId }: AuthTokens, email: string): Promise<{ sent: boolean }> {
    // Also limited by mailbox, so that others cannot fill it.
    await limits.take('confirmation_mail', { ...(await byAddress(c, deps)), account: userId, email });
    const sent = await emailConfirmations.request(userId, email);
    if (sent) deps.sendMessages();
    return { sent };
  }
}
