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
import { idOf } from './call-parameters.ts';
import { addressOf, type ApiEnv, endSession, placeOf, sidOf, signInSource } from './caller.ts';
import { checkOwnPassword, ownProfile, requireSecondFactor } from './own-profile.ts';
import type { Serve } from './serve.ts';
import { eraseAccount, exportAccount, listErasureObstacles } from '../../_shared/contract/own-data.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  proveSecondFactor,
} from '../../_shared/contract/second-factor.ts';
import { endOtherSignIns, endSignIn, listSignedInDevices } from '../../_shared/contract/signed-in-devices.ts';

/** What a person does with their own account, apart from signing in and its password. */
export function accountRoutes({ anyone, signedIn }: Serve, deps: Deps): void {
  const { emailConfirmations, limits, ownData, passwords, secondFactors, sessions } = deps;

  // Whose an e-mail address is. Every route but the last reads the profile first, which needs a live sign-in.
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

  // What is stored about the person who is signed in. Every route reads the profile first, which needs a live sign-in.
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

  // Admins prove a second factor in each sign-in; which sign-ins have, SQL knows.
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

  // The devices on which an account is signed in.
  signedIn(listSignedInDevices, async ({ c, caller }) => {
    await requireSecondFactor(deps, caller);
    return sessions.list(sidOf(c) ?? '');
  });
  signedIn(endSignIn, async ({ c, caller }) => {
    const id = idOf(c, 'sessionId');
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

  async function send(c: Context<ApiEnv>, { userId }: AuthTokens, email: string): Promise<MailRequest> {
    // Also limited by mailbox, so that others cannot fill it.
    await limits.take('confirmation_mail', { ...placeOf(c), account: userId, email });
    const mail = await emailConfirmations.request(userId, addressOf(c), email);
    if (mail.sent) deps.sendMessages();
    return mail;
  }

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
