import { Refusal } from '../../_shared/http/refusal.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Passwords } from '../deps.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';
import { signInOf } from './sign-in-of.ts';
import { problemForStaff } from './staff-password.ts';

export function supabasePasswords({ asShop, forAuth }: SupabaseClients): Passwords {
  return {
    sendResetLink: async (email, clientAddress) => {
      // Where the link leads stands in the mail's template: the site, never an address that a caller names.
      const { error } = await forAuth(clientAddress).resetPasswordForEmail(email);
      // Only addresses with an account meet the limit per address, so the answer must not show it.
      if (!error || error.status === 429) return;
      if (!error.status || error.code === 'validation_failed' || error.code === 'email_address_invalid') {
        throw authRefusal(error, 'bad_credentials');
      }
      throw new Error(`The auth service sent no mail: ${error.status} ${error.code ?? ''}`);
    },
    reset: async (token, password, clientAddress, admit) => {
      const auth = forAuth(clientAddress);
      const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token });
      if (error) throw authRefusal(error, 'reset_link_expired');
      const tokens = tokensOf(data.session);
      try {
        await admit(tokens);
      } catch (refusal) {
        await auth.admin.signOut(tokens.accessToken, 'local');
        throw refusal;
      }
      await setPassword(auth, 'password', password, ' This link is used up: please ask for a new one.');
      return tokens;
    },
    change: async (email, currentPassword, newPassword, clientAddress) => {
      const auth = forAuth(clientAddress);
      const { data, error } = await auth.signInWithPassword({ email, password: currentPassword });
      if (error) throw authRefusal(error, 'wrong_password');
      await setPassword(auth, 'newPassword', newPassword);
      return tokensOf(data.session);
    },
    check: async (email, password, clientAddress) => {
      const auth = forAuth(clientAddress);
      const { data, error } = await auth.signInWithPassword({ email, password });
      if (error) throw authRefusal(error, 'wrong_password');
      // It was only asked for; a failure leaves a sign-in whose tokens nobody has.
      await auth.admin.signOut(tokensOf(data.session).accessToken, 'local');
    },
    noteProved: async (tokens) => {
      await asShop((shop) => shop.rpc('note_password', signInOf(tokens)));
    },
    problemForStaff,
    endOtherSignIns: async (accessToken) => {
      const { error } = await forAuth().admin.signOut(accessToken, 'others');
      // Another device may have ended this very sign-in a moment ago.
      if (error) throw authRefusal(error, 'not_signed_in');
    },
  };
}

/** @param afterwards what a refusal at the field says besides the reason */
async function setPassword(
  auth: ReturnType<SupabaseClients['forAuth']>,
  field: string,
  password: string,
  afterwards = '',
): Promise<void> {
  const { error } = await auth.updateUser({ password });
  // The password it had already is the one that was asked for.
  if (!error || error.code === 'same_password') return;
  if (error.code === 'weak_password') {
    throw new Refusal('invalid_request', { fields: { [field]: `${error.message}${afterwards}` } });
  }
  throw authRefusal(error, 'bad_credentials');
}
