import { Refusal } from '../../_shared/http/refusal.ts';
import type { Passwords } from '../deps.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';
import type { ShopClient, SupabaseClients } from './supabase-clients.ts';

export function supabasePasswords(clients: SupabaseClients): Passwords {
  return {
    sendResetLink: async (email) => {
      // Where the link leads stands in the mail's template: the site, never an address that a caller names.
      const { error } = await clients.forAuth().auth.resetPasswordForEmail(email);
      // The limit per address is met by existing accounts alone; telling would tell who has one.
      if (!error || error.status === 429) return;
      throw authRefusal(error, 'bad_credentials');
    },
    reset: async (token, password) => {
      const client = clients.forAuth();
      const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: token });
      if (error) {
        if (!error.status || error.status >= 500) throw new Refusal('service_unavailable');
        throw new Refusal(error.status === 429 ? 'too_many_requests' : 'reset_link_expired');
      }
      await setPassword(client, 'password', password, ' This link is used up: please ask for a new one.');
      return tokensOf(data.session);
    },
    change: async (email, currentPassword, newPassword) => {
      const client = clients.forAuth();
      const { data, error } = await client.auth.signInWithPassword({ email, password: currentPassword });
      if (error) {
        const refusal = authRefusal(error, 'wrong_password');
        if (refusal.code !== 'wrong_password') throw refusal;
        throw new Refusal('wrong_password', { fields: { currentPassword: refusal.message } });
      }
      await setPassword(client, 'newPassword', newPassword);
      return tokensOf(data.session);
    },
    endOtherSignIns: async (accessToken) => {
      const { error } = await clients.forAuth().auth.admin.signOut(accessToken, 'others');
      if (error) throw error;
    },
  };
}

/** @param afterwards what a refusal at the field says besides the reason */
async function setPassword(
  client: ShopClient,
  field: string,
  password: string,
  afterwards = '',
): Promise<void> {
  const { error } = await client.auth.updateUser({ password });
  // The password it had already is the one that was asked for.
  if (!error || error.code === 'same_password') return;
  if (error.code === 'weak_password') {
    throw new Refusal('invalid_request', { fields: { [field]: `${error.message}${afterwards}` } });
  }
  throw authRefusal(error, 'bad_credentials');
}
