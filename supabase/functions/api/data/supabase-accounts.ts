import { Refusal } from '../../_shared/http/refusal.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Accounts, OwnData } from '../deps/accounts.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';

export function supabaseAccounts({ asShop, asPerson, forAuth }: SupabaseClients): Accounts {
  const profile: Accounts['profile'] = (tokens) => asPerson(tokens, (db) => db.rpc('my_profile'));
  const updateProfile: Accounts['updateProfile'] = async (tokens, { name, phone, address }) => {
    const changes = { name, phone, address };
    await asPerson(tokens, (db) => db.from('users').update(changes).eq('id', tokens.userId));
    return profile(tokens);
  };
  return {
    signIn: async ({ email, password }, clientAddress) => {
      const { data, error } = await forAuth(clientAddress).signInWithPassword({ email, password });
      if (error) throw authRefusal(error, 'bad_credentials');
      return tokensOf(data.session);
    },
    register: async ({ email, password, ...profile }, clientAddress) => {
      const { data, error } = await forAuth(clientAddress).signUp({ email, password });
      if (error) throw authRefusal(error, 'email_taken');
      if (!data.session) {
        throw new Refusal('service_unavailable', {
          fault:
            'The auth service gives no session for a new account: switch its "Confirm email" off (docs/deploy.md).',
        });
      }
      const tokens = tokensOf(data.session);
      try {
        // Not as data of the sign-up: that is in every token.
        await updateProfile(tokens, profile);
      } catch (failure) {
        // Sent again, the registration must not find its own address taken.
        await asShop((shop) => shop.rpc('erase_account', { p_user_id: tokens.userId })).catch(() => {
          // With the database gone the account stays, and its owner types the profile after signing in.
        });
        throw failure;
      }
      return tokens;
    },
    signOut: async (accessToken) => {
      const { error } = await forAuth().admin.signOut(accessToken, 'local');
      if (error) throw error;
    },
    refresh: async (refreshToken, clientAddress) => {
      const { data, error } = await forAuth(clientAddress).refreshSession({ refresh_token: refreshToken });
      if (!error && data.session) return tokensOf(data.session);
      // A refusal is final; a time-out, a limit or a failure over there is not.
      if (error && (!error.status || error.status === 429 || error.status >= 500)) {
        throw new Refusal('service_unavailable');
      }
      return null;
    },
    profile,
    updateProfile,
  };
}

export function supabaseOwnData({ asShop, asShopFor }: SupabaseClients): OwnData {
  return {
    export: (userId) => asShop((shop) => shop.rpc('account_export', { p_user_id: userId })),
    obstacles: (userId) => asShop((shop) => shop.rpc('erasure_obstacles', { p_user_id: userId })),
    erase: async (userId) => {
      await asShopFor(userId)((shop) => shop.rpc('erase_account', { p_user_id: userId }));
    },
  };
}
