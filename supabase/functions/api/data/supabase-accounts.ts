import type { LoginRequest, RegisterRequest, UpdateProfileRequest } from '../../_shared/contract/auth.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';
import type { StaffRole } from '../../_shared/contract/staff.ts';
import { addressHash } from '../../_shared/http/address-key.ts';

/** `clientAddress`: the caller's address, for the limits of the auth service itself. */
export function supabaseAccounts({ asShop, asPerson, forAuth }: SupabaseClients) {
  /** The profile of the signed-in person; null when there is none. @throws Refusal `not_signed_in` */
  const profile = (tokens: AuthTokens) => asPerson(tokens, (db) => db.rpc('my_profile'));
  /** Changes the profile of the signed-in person; null when there is none. @throws Refusal `not_signed_in` */
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
        await asShop.rpc('erase_account', { p_user_id: tokens.userId }).catch(() => {
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
    export: (userId: string) => asShop.rpc('account_export', { p_user_id: userId }),
    obstacles: (userId: string) => asShop.rpc('erasure_obstacles', { p_user_id: userId }),
    /** @throws Refusal `erase_later`, `erase_staff` */
    erase: async (userId: string) => {
      await asShopFor(userId).rpc('erase_account', { p_user_id: userId });
    },
  };
}

export function supabaseEmailConfirmations(
  { asShop, asShopFor }: SupabaseClients,
  keys: { idOf(key: string): string | null },
) {
  return {
    /**
     * Puts a link into the outbox, to the account's own address or to the one that it is to change to.
     * @param clientAddress the network address of who asks, by which mails take their turn
     * @throws Refusal `email_taken`
     */
    request: (userId: string, clientAddress: string, email?: string) =>
      asShop.rpc('request_email_confirmation', {
        p_user_id: userId,
        p_email: email,
        p_address_hash: addressHash(clientAddress),
      }),
    /**
     * The person has used the link: the address it was sent to is the account's, and confirmed. Returns the role that an
     * invitation gave; the account is signed out then. @throws Refusal `confirmation_link_expired`, `email_taken`
     */
    confirm: async (userId: string, token: string) => {
      const id = keys.idOf(token);
      if (id === null) throw new Refusal('confirmation_link_expired');
      const role = await asShopFor(userId).rpc('confirm_email', { p_user_id: userId, p_id: id });
      return role as StaffRole | null;
    },
    /**
     * Takes back the account that the mailed link is about: the address that it has from now on. Null when the link was about
     * a setting, which is as it was before. @throws Refusal `confirmation_link_expired`, `email_taken`
     */
    undo: async (token: string): Promise<string | null> => {
      const id = keys.idOf(token);
      if (id === null) throw new Refusal('confirmation_link_expired');
      return asShop.rpc('undo_account_change', { p_id: id });
    },
  };
}
