import type { LoginRequest, RegisterRequest, UpdateProfileRequest } from '../../_shared/contract/auth.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';

/** `clientAddress`: the caller's address, for the limits of the auth service itself. */
export function supabaseAccounts({ asShop, asPerson, forAuth }: SupabaseClients) {
  /** The caller's own profile; null when there is none. @throws Refusal `not_signed_in` */
  const profile = (tokens: AuthTokens) => asPerson(tokens, (db) => db.rpc('my_profile'));
  /** Changes the caller's own profile; null when there is none. @throws Refusal `not_signed_in` */
  const updateProfile = async (tokens: AuthTokens, { name, phone, address }: UpdateProfileRequest) => {
    const changes = { name, phone, address };
    await asPerson(tokens, (db) => db.from('users').update(changes).eq('id', tokens.userId));
    return profile(tokens);
  };
  return {
    /** @throws Refusal `bad_credentials` */
    signIn: async ({ email, password }: LoginRequest, clientAddress: string) => {
      const { data, error } = await forAuth(clientAddress).signInWithPassword({ email, password });
      if (error) throw authRefusal(error, 'bad_credentials');
      return tokensOf(data.session);
    },
    /** @throws Refusal `email_taken` */
    register: async ({ email, password, ...profile }: RegisterRequest, clientAddress: string) => {
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
    signOut: async (accessToken: string) => {
      const { error } = await forAuth().admin.signOut(accessToken, 'local');
      if (error) throw error;
    },
    /** Null when the session has ended for good; throws `service_unavailable` when that is unknown. */
    refresh: async (refreshToken: string, clientAddress: string) => {
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

export function supabaseOwnData({ asShop, asShopFor }: SupabaseClients) {
  return {
    /** Null when there is no such account. */
    export: (userId: string) => asShop((shop) => shop.rpc('account_export', { p_user_id: userId })),
    obstacles: (userId: string) => asShop((shop) => shop.rpc('erasure_obstacles', { p_user_id: userId })),
    /** @throws Refusal `erase_later`, `erase_staff` */
    erase: async (userId: string) => {
      await asShopFor(userId)((shop) => shop.rpc('erase_account', { p_user_id: userId }));
    },
  };
}
