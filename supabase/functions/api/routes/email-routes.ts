import type { Context } from 'hono';
import type { User } from '../../_shared/contract/auth.ts';
import { changeEmail, confirmEmail, sendConfirmation } from '../../_shared/contract/email-confirmation.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv, byAddress } from './caller.ts';
import type { Serve } from './serve.ts';

/** Whose an e-mail address is. Everything asks for the profile first: only a live sign-in reads it. */
export function emailRoutes({ signedIn }: Serve, deps: Deps): void {
  const { emailConfirmations, limits } = deps;

  signedIn(sendConfirmation, async ({ c, caller }) => {
    const { email, emailConfirmed } = await profileOf(caller);
    if (emailConfirmed) return { sent: false };
    return send(c, caller, email);
  });
  signedIn(confirmEmail, async ({ c, caller, body }) => {
    const { email } = await profileOf(caller);
    c.set('account', email);
    if (!(await emailConfirmations.confirm(caller.userId, body.token))) {
      throw new Refusal('confirmation_link_expired');
    }
    return { user: await profileOf(caller) };
  });
  signedIn(changeEmail, async ({ c, caller, body }) => {
    const { email } = await profileOf(caller);
    await limits.take('new_password', { ...(await byAddress(c, deps)), account: caller.userId });
    await deps.passwords.check(email, body.currentPassword, addressOf(c));
    return send(c, caller, body.email);
  });

  async function send(c: Context<ApiEnv>, { userId }: AuthTokens, email: string): Promise<{ sent: boolean }> {
    // By the mailbox as well: nobody's is filled by others.
    await limits.take('confirmation_mail', { ...(await byAddress(c, deps)), account: userId, email });
    const sent = await emailConfirmations.request(userId, email);
    if (sent) deps.sendMessages();
    return { sent };
  }

  async function profileOf(caller: AuthTokens): Promise<User> {
    const user = await deps.accounts.profile(caller);
    if (!user) throw new Refusal('not_signed_in');
    return user;
  }
}
