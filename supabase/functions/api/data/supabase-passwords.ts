import type { AuthError } from '@supabase/supabase-js';
import type { User } from '../../_shared/contract/auth.ts';
import { textOfBase64Url } from '../../_shared/secrets/base64-url.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { signInOf } from '../../_shared/supabase/sign-in-id.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';
import { problemForStaff } from './staff-password.ts';

type Auth = ReturnType<SupabaseClients['forAuth']>;

/** @param siteUrl the shop's own address */
export function supabasePasswords({ asShop, forAuth }: SupabaseClients, siteUrl: string) {
  /** @param mayChange lets the auth service change the password of staff, which SQL refuses otherwise */
  const recordEntry = async (tokens: AuthTokens, mayChange: boolean) => {
    await asShop.rpc('record_password_entry', { ...signInOf(tokens), p_may_change: mayChange });
  };
  /** Signs in by the token of the shop's own mail, or by the session that the platform's default mail leads to. */
  const open = async (auth: Auth, token: string) => {
    if (!isAccessToken(token)) {
      const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token });
      if (error) throw authRefusal(error, 'reset_link_expired');
      return tokensOf(data.session);
    }
    if (!isByLink(token)) throw new Refusal('reset_link_expired');
    const found = await auth.getUser(token);
    if (found.error) throw authRefusal(found.error, 'reset_link_expired');
    // Its refresh token stays in the browser: what follows takes seconds.
    const { data, error } = await auth.setSession({ access_token: token, refresh_token: 'none' });
    if (error) throw authRefusal(error, 'reset_link_expired');
    return tokensOf(data.session);
  };
  return {
    /**
     * Mails a link when the address has an account.
     * @throws Error when the mail was not sent, which only addresses with an account meet; Refusal for everybody alike
     */
    sendResetLink: async (email: string, clientAddress: string) => {
      // Where the shop's own mail leads stands in its template, where the platform's leads is said here: never an address
      // that a caller names.
      const redirectTo = `${siteUrl}/reset-password`;
      const { error } = await forAuth(clientAddress).resetPasswordForEmail(email, { redirectTo });
      if (!error) return;
      // Refused before the account is looked up.
      const aboutTheCaller = ['over_request_rate_limit', 'validation_failed', 'email_address_invalid'];
      if (!error.status || aboutTheCaller.includes(error.code ?? '')) {
        throw authRefusal(error, 'bad_credentials');
      }
      // Only addresses with an account meet the limit per address, so the answer must not show it.
      if (error.status === 429 && !isQuota(error)) return;
      throw new Error(`The auth service sent no mail: ${error.status} ${error.code ?? ''}`);
    },
    /**
     * Uses up the link's token. @param admit whether whoever used the link may have this password
     * @throws Refusal `reset_link_expired`, or what `admit` throws: then nothing is changed, and nobody signed in
     */
    reset: async (
      token: string,
      password: string,
      clientAddress: string,
      admit: (tokens: AuthTokens) => Promise<void>,
    ) => {
      const auth = forAuth(clientAddress);
      const tokens = await open(auth, token);
      try {
        await admit(tokens);
      } catch (refusal) {
        await auth.admin.signOut(tokens.accessToken, 'local');
        throw refusal;
      }
      await recordEntry(tokens, true);
      // The platform's own link is used up before: the session that it led to works again.
      await setPassword(auth, 'password', password, !isAccessToken(token));
      if (!isAccessToken(token)) return tokens;
      // A sign-in of the shop's own, which the caller ends all others for.
      const { data: user } = await auth.getUser();
      const again = await auth.signInWithPassword({ email: user.user?.email ?? '', password });
      if (again.error) throw authRefusal(again.error, 'reset_link_expired');
      return tokensOf(again.data.session);
    },
    /** A new sign-in with the current password, which then is changed. @throws Refusal `wrong_password` */
    change: async (email: string, currentPassword: string, newPassword: string, clientAddress: string) => {
      const auth = forAuth(clientAddress);
      const { data, error } = await auth.signInWithPassword({ email, password: currentPassword });
      if (error) throw authRefusal(error, 'wrong_password');
      const tokens = tokensOf(data.session);
      await recordEntry(tokens, true);
      await setPassword(auth, 'newPassword', newPassword);
      return tokens;
    },
    /** Checks the password of the account with this e-mail. @throws Refusal `wrong_password` */
    check: async (email: string, password: string, clientAddress: string) => {
      const auth = forAuth(clientAddress);
      const { data, error } = await auth.signInWithPassword({ email, password });
      if (error) throw authRefusal(error, 'wrong_password');
      // Best effort; a failure leaves a session whose tokens nobody has.
      await auth.admin.signOut(tokensOf(data.session).accessToken, 'local');
    },
    /** Records that an admin has typed the right password. @throws Refusal `not_signed_in` */
    recordProof: (tokens: AuthTokens) => recordEntry(tokens, false),
    /** Why an admin may not have this password, in a sentence; null when they may. */
    problemForStaff: async (password: string, admin: User) =>
      problemForStaff(password, admin, await asShop.rpc('shop_details')),
    /** Ends every other sign-in of the account at the auth service. */
    endOtherSignIns: async (accessToken: string) => {
      const { error } = await forAuth().admin.signOut(accessToken, 'others');
      // Another device may have ended this very sign-in a moment ago.
      if (error) throw authRefusal(error, 'not_signed_in');
    },
  };
}

/** Whether the project has sent as many mails as it may in this hour: that is the owner's business, and in the log. */
const isQuota = ({ code, message }: AuthError) =>
  code === 'over_email_send_rate_limit' && /rate limit exceeded/.test(message);

const isAccessToken = (token: string) => token.split('.').length === 3;

/**
 * Whether a session began with a mailed link, by what its token says of that (`amr`): whoever has the token of a sign-in
 * by password needs that password to choose another. Supabase Lite says nothing of it.
 */
export function isByLink(accessToken: string): boolean {
  try {
    const claims = JSON.parse(textOfBase64Url(accessToken.split('.')[1] ?? '')) as {
      amr?: { method: string }[];
    };
    return claims.amr?.some(({ method }) => ['otp', 'recovery', 'magiclink'].includes(method)) ?? true;
  } catch {
    return false;
  }
}

/** @param isLinkSpent whether a mailed link opened this and cannot do so again, which a refusal then says */
async function setPassword(auth: Auth, field: string, password: string, isLinkSpent = false): Promise<void> {
  const { error } = await auth.updateUser({ password });
  // The password it had already is the one that was asked for.
  if (!error || error.code === 'same_password') return;
  if (error.code === 'weak_password') {
    const message = isLinkSpent
      ? `${error.message} This link is used up: please ask for a new one.`
      : error.message;
    throw new Refusal('invalid_request', { fields: { [field]: message } });
  }
  const refusal = authRefusal(error, 'bad_credentials');
  // Without a reply it may have been saved.
  if (!isLinkSpent || !error.status || error.status >= 500) throw refusal;
  const message =
    'The new password could not be saved, and this link is used up: please ask for a new one in a minute.';
  throw new Refusal(refusal.code, { ...refusal.details, message });
}
