import type { User, UserRole } from '../../_shared/contract/auth.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Database } from '../../_shared/postgres-schema.ts';
import type { Accounts } from '../deps.ts';
import { authRefusal, emailTaken, tokensOf } from './auth-answers.ts';
import { dataOf, type SupabaseClients } from './supabase-clients.ts';

type UserRow = Database['public']['Tables']['users']['Row'];

export function supabaseAccounts(clients: SupabaseClients): Accounts {
  return {
    signIn: async ({ email, password }) => {
      const { data, error } = await clients.forAuth().auth.signInWithPassword({ email, password });
      if (error) throw authRefusal(error, 'bad_credentials');
      return tokensOf(data.session);
    },
    register: async ({ email, password, name, phone, address }) => {
      const { data, error } = await clients
        .forAuth()
        .auth.signUp({ email, password, options: { data: { name, phone, address } } });
      if (error?.code === 'weak_password') {
        throw new Refusal('invalid_request', { fields: { password: error.message } });
      }
      if (error) throw authRefusal(error, 'email_taken');
      // With confirmation mails switched on, a taken address looks like a success without a session.
      if (!data.session) throw emailTaken();
      return tokensOf(data.session);
    },
    signOut: async (accessToken) => {
      const { error } = await clients.forAuth().auth.admin.signOut(accessToken, 'local');
      if (error) throw error;
    },
    refresh: async (refreshToken) => {
      const { data, error } = await clients.forAuth().auth.refreshSession({ refresh_token: refreshToken });
      if (!error && data.session) return tokensOf(data.session);
      // A refusal is final; a time-out, a limit or a failure over there is not.
      if (error && (!error.status || error.status === 429 || error.status >= 500)) {
        throw new Refusal('service_unavailable');
      }
      return null;
    },
    profile: async ({ accessToken, userId }) => {
      const result = await clients
        .asPerson(accessToken)
        .from('users')
        .select('*')
        .eq('id', userId)
        .maybeSingle();
      if (result.error && result.status === 401) return null;
      const row = dataOf(result);
      return row ? toUser(row) : null;
    },
    updateProfile: async ({ accessToken, userId }, { name, phone, address }) => {
      const result = await clients
        .asPerson(accessToken)
        .from('users')
        .update({ name, phone, address })
        .eq('id', userId)
        .select('*')
        .maybeSingle();
      if (result.error && result.status === 401) return null;
      const row = dataOf(result);
      return row ? toUser(row) : null;
    },
  };
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role as UserRole,
    address: row.address,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
