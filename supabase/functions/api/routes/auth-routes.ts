import type { Context } from 'hono';
import {
  type AuthReply,
  login,
  type LoginRequest,
  register,
  updateProfile,
  type User,
} from '../../_shared/contract/auth.ts';
import { logout, me } from '../../_shared/contract/current-user.ts';
import {
  changePassword,
  forgotPassword,
  provePassword,
  resetPassword,
} from '../../_shared/contract/passwords.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { deviceCookie } from '../../_shared/http/session-cookie.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Deps, SignInSource } from '../deps.ts';
import {
  addressOf,
  type ApiEnv,
  endSession,
  placeOf,
  sendCookies,
  signedInCaller,
  signInSession,
  signInSource,
  resolveCaller,
  shortestAnswer,
} from './caller.ts';
import { checkOwnPassword, ownProfile, requireSecondFactor, signedInAs } from './own-profile.ts';
import type { Serve } from './serve.ts';

export function authRoutes({ anyone, signedIn, staff }: Serve, deps: Deps): void {
  const { accounts, limits, passwords } = deps;

  anyone(login, async ({ c, body }) => {
    c.set('account', body.email);
    const source = signInSource(c);
    const pause = shortestAnswer();
    const tokens = await limits
      .signIn(body.email, source, () => signInWithPassword(body, addressOf(c)))
      .catch(async (error: unknown) => {
        if (error instanceof Refusal && error.code === 'bad_credentials') await pause;
        throw error;
      });
    const reply = await signIn(c, tokens);
    knowDevice(c, source, reply);
    return reply;
  });
  anyone(
    register,
    async ({ c, body }) => {
      c.set('account', body.email);
      await limits.take('register', { address: addressOf(c) });
      const tokens = await accounts.register(body, addressOf(c));
      await sendConfirmation(c, tokens, body.email);
      return signIn(c, tokens);
    },
    201,
  );
  anyone(logout, async ({ c }) => {
    // The session ends here even when the auth service fails.
    const { tokens } = await resolveCaller(c, deps).catch(() => ({ tokens: null }));
    await endSession(c, deps);
    if (tokens) await accounts.signOut(tokens.accessToken).catch(logFailedSignOut);
    return { success: true };
  });
  anyone(me, async ({ c }) => ({
    user: await ownProfile(deps, await signedInCaller(c, deps)),
  }));
  signedIn(updateProfile, async ({ caller, body }) => {
    await requireSecondFactor(deps, caller);
    return { user: signedInAs(await accounts.updateProfile(caller, body)) };
  });

  anyone(forgotPassword, async ({ c, body }) => {
    const pause = shortestAnswer();
    c.set('account', body.email);
    await limits.take('password_mail', { address: addressOf(c) });
    await Promise.all([sendResetLink(c, body.email), pause]);
    return { success: true };
  });
  anyone(resetPassword, async ({ c, body }) => {
    await limits.take('new_password', { address: addressOf(c) });
    const source = signInSource(c);
    const usedUp = ' This link is used up: please ask for a new one.';
    const admit = async (tokens: AuthTokens) =>
      requirePasswordForStaff(await accounts.profile(tokens), 'password', body.password, usedUp);
    const reply = await signIn(
      c,
      await passwords.reset(body.token, body.password, addressOf(c), admit),
      true,
    );
    await limits.remember(reply.user.email, source);
    knowDevice(c, source, reply);
    deps.sendMessages();
    return reply;
  });
  signedIn(changePassword, async ({ c, caller, body }) => {
    const user = await ownProfile(deps, caller);
    await requireSecondFactor(deps, caller);
    await limits.take('new_password', { ...placeOf(c), account: caller.userId, email: user.email });
    const { currentPassword, newPassword } = body;
    await requirePasswordForStaff(user, 'newPassword', newPassword);
    const tokens = await passwords.change(user.email, currentPassword, newPassword, addressOf(c));
    // The account is told of it.
    deps.sendMessages();
    return signIn(c, tokens, true);
  });
  staff('dashboard')(provePassword, async ({ c, caller, body }) => {
    await checkOwnPassword(c, deps, caller, body.currentPassword);
    await passwords.recordProof(caller);
    return { success: true };
  });

  /** Refuses staff with a weak password, which may have been chosen before they were staff. */
  async function signInWithPassword(typed: LoginRequest, clientAddress: string): Promise<AuthTokens> {
    const tokens = await accounts.signIn(typed, clientAddress);
    const hint = ' “Forgot your password?” sends a link with which you choose another one.';
    try {
      await requirePasswordForStaff(await accounts.profile(tokens), 'password', typed.password, hint);
    } catch (refusal) {
      await accounts.signOut(tokens.accessToken).catch(logFailedSignOut);
      throw refusal;
    }
    return tokens;
  }

  /** @throws Refusal `invalid_request` about the field, with what to do next */
  async function requirePasswordForStaff(
    user: User | null,
    field: 'password' | 'newPassword',
    password: string,
    hint = '',
  ): Promise<void> {
    if (!user || user.role === 'customer') return;
    const problem = await passwords.problemForStaff(password, user);
    if (!problem) return;
    const message = `${problem}${hint}`;
    throw new Refusal('invalid_request', { message, fields: { [field]: message } });
  }

  /** The device is known from now on; a mail to staff about a new one waits in the outbox. */
  function knowDevice(c: Context<ApiEnv>, { device }: SignInSource, { user }: AuthReply): void {
    sendCookies(c, deviceCookie(device, c.get('call').origin));
    if (user.role !== 'customer') deps.sendMessages();
  }

  /**
   * Signs in a person who was just authenticated.
   * @param alone after a new password only this session goes on: whoever knew the old one is out
   */
  async function signIn(c: Context<ApiEnv>, tokens: AuthTokens, alone = false): Promise<AuthReply> {
    const user = await accounts.profile(tokens);
    if (!user) throw new Error('A person signed in but their profile cannot be read.');
    const sid = await signInSession(c, deps, tokens);
    if (alone) {
      await deps.sessions.endOthers(sid);
      // Those sessions held the only copies of their tokens, so a failure here is harmless.
      await passwords.endOtherSignIns(tokens.accessToken).catch(logFailedSignOut);
    }
    return { user };
  }

  /** Limits mails to one address. The reply is the same, since it would reveal earlier requests. */
  async function sendResetLink(c: Context<ApiEnv>, email: string): Promise<void> {
    const { address: place, device } = placeOf(c);
    const keys = { place, ...(device && { device }), email };
    if ((await limits.waitFor('password_mail', keys)) > 0) return;
    await passwords.sendResetLink(email, addressOf(c)).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      deps.log({ level: 'error', event: 'password_mail_failed', message: String(error) });
    });
  }

  /** An account works at once, also when this fails: its page sends the link again. */
  async function sendConfirmation(c: Context<ApiEnv>, { userId }: AuthTokens, email: string): Promise<void> {
    try {
      await limits.take('confirmation_mail', { ...placeOf(c), account: userId, email });
      await deps.emailConfirmations.request(userId, addressOf(c));
      deps.sendMessages();
    } catch (error) {
      const level = error instanceof Refusal ? 'warn' : 'error';
      deps.log({ level, event: 'confirmation_not_requested', message: String(error) });
    }
  }

  function logFailedSignOut(error: unknown): void {
    deps.log({ level: 'warn', event: 'sign_out_failed', message: String(error) });
  }
}
