import type { User } from '../../_shared/contract/auth.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Database } from '../../_shared/postgres-schema.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Accounts } from '../deps/accounts.ts';
import { authRefusal, tokensOf } from './auth-answers.ts';

export function supabaseAccounts({ asPerson, forAuth }: SupabaseClients): Accounts {
  return {
    signIn: async ({ email, password }, clientAddress) => {
      const { data, error } = await forAuth(clientAddress).signInWithPassword({ email, password });
      if (error) throw authRefusal(error, 'bad_credentials');
      return tokensOf(data.session);
    },
    register: async ({ email, password, name, phone, address }, clientAddress) => {
      const { data, error } = await forAuth(clientAddress).signUp({
        email,
        password,
        options: { data: { name, phone, address } },
      });
      if (error) throw authRefusal(error, 'email_taken');
      // With confirmation mails switched on, a taken address looks like a success without a session.
      if (!data.session) throw new Refusal('email_taken');
      return tokensOf(data.session);
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
    profile: async (tokens) => {
      const { userId } = tokens;
      return toUser(
        await asPerson(tokens, (db) => db.from('users').select('*').eq('id', userId).maybeSingle()),
      );
    },
    updateProfile: async (tokens, { name, phone, address }) => {
      const { userId } = tokens;
      const changes = { name, phone, address };
      return toUser(
        await asPerson(tokens, (db) =>
          db.from('users').update(changes).eq('id', userId).select('*').maybeSingle(),
        ),
      );
    },
  };
}

function toUser(row: UserRow | null): User | null {
  if (!row) return null;
  const { id, name, email, phone, address } = row;
  return {
    ...{ id, name, email, phone, address },
    emailConfirmed: row.email_confirmed_at !== null,
    role: row.role === 'admin' ? 'admin' : 'customer',
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

type UserRow = Database['public']['Tables']['users']['Row'];
