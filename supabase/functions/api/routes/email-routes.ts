import type { Context } from 'hono';
import {
  changeEmail,
  confirmEmail,
  type MailRequest,
  sendConfirmation,
  undoChange,
} from '../../_shared/contract/email-confirmation.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv, endSession, placeOf } from './caller.ts';
import { checkOwnPassword, ownProfile, requireSecondFactor } from './own-profile.ts';
import type { Serve } from './serve.ts';

/** Whose an e-mail address is. Every route but the last reads the profile first, which needs a live sign-in. */
export function emailRoutes({ anyone, signedIn }: Serve, deps: Deps): void {
  const { emailConfirmations, limits, passwords } = deps;

  signedIn(sendConfirmation, async ({ c, caller }) => {
    const { email, emailConfirmed } = await ownProfile(deps, caller);
    if (emailConfirmed) return { sent: false, waits: false };
    return send(c, caller, email);
  });
  signedIn(confirmEmail, async ({ c, caller, body }) => {
    const user = await ownProfile(deps, caller);
    c.set('account', user.email);
    await requireSecondFactor(deps, caller);
    const role = await emailConfirmations.confirm(caller.userId, body.token);
    if (role) {
      // They are signed out everywhere, to sign in as staff do.
      await endSession(c, deps);
      return { user: { ...user, role, emailConfirmed: true } };
    }
    // The address before is told of it.
    deps.sendMessages();
    return { user: await ownProfile(deps, caller) };
  });
  signedIn(changeEmail, async ({ c, caller, body }) => {
    await checkOwnPassword(c, deps, caller, body.currentPassword);
    return send(c, caller, body.email);
  });

  anyone(undoChange, async ({ c, body }) => {
    await limits.take('new_password', { address: addressOf(c) });
    const email = await emailConfirmations.undo(body.token);
    // The admins are told.
    deps.sendMessages();
    if (email === null) return { success: true as const };
    c.set('account', email);
    // The account is taken back also when this fails: its person asks for the link again.
    await passwords.sendResetLink(email, addressOf(c)).catch((error: unknown) => {
      deps.log({ level: 'error', event: 'password_mail_failed', message: String(error) });
    });
    return { success: true as const };
  });

  async function send(c: Context<ApiEnv>, { userId }: AuthTokens, email: string): Promise<MailRequest> {
    // Also limited by mailbox, so that others cannot fill it.
    await limits.take('confirmation_mail', { ...placeOf(c), account: userId, email });
    const mail = await emailConfirmations.request(userId, addressOf(c), email);
    if (mail.sent) deps.sendMessages();
    return mail;
  }
}
