import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type DatabaseError, Refusal, refusalFromDatabase } from '../../_shared/http/refusal.ts';
import type { Database } from '../../_shared/postgres-schema.ts';

export type ShopClient = SupabaseClient<Database>;

const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** Milliseconds until a silent database or auth service counts as gone. */
const timeLimit = 15_000;

const limitedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(timeLimit) });

export type SupabaseSettings = { url: string; publishableKey: string; secretKey: string };

/** The three ways of speaking to Supabase; which one a query takes decides what row-level security lets it see. */
export function supabaseClients(settings: SupabaseSettings) {
  const options = { auth: stateless, global: { fetch: limitedFetch } };
  const asVisitor: ShopClient = createClient<Database>(settings.url, settings.publishableKey, options);
  const asShop: ShopClient = createClient<Database>(settings.url, settings.secretKey, options);
  return {
    /** Nobody in particular: sees what is public. */
    asVisitor,
    /** The shop itself, past row-level security: sessions, placing orders, nothing else. */
    asShop,
    /** The shop on behalf of an account, which the history then names. */
    asShopFor: (userId: string): ShopClient =>
      createClient<Database>(settings.url, settings.secretKey, {
        auth: stateless,
        global: { fetch: limitedFetch, headers: { 'x-shop-actor': userId } },
      }),
    /** The signed-in person whose token this is. */
    asPerson: (accessToken: string): ShopClient =>
      createClient<Database>(settings.url, settings.publishableKey, {
        global: { fetch: limitedFetch },
        accessToken: () => Promise.resolve(accessToken),
      }),
    /** Sign-in and sign-up; a client of its own each time, for it remembers who signed in. */
    forAuth: (): ShopClient => createClient<Database>(settings.url, settings.publishableKey, options),
  };
}

export type SupabaseClients = ReturnType<typeof supabaseClients>;

type Result<T> = { data: T; error: null } | { data: null; error: DatabaseError; status?: number };

/**
 * The data of a finished query.
 * @throws Refusal for a code word raised by SQL, `service_unavailable` when there was no answer or a later try may
 * have one; Error for all else.
 */
export function dataOf<T>(result: Result<T> & { status?: number }): T {
  if (!result.error) return result.data as T;
  const refusal = refusalFromDatabase(result.error);
  if (refusal) throw refusal;
  // supabase-js reports a failed fetch as status 0 without a code.
  if (!result.status && !result.error.code) throw new Refusal('service_unavailable');
  // Postgres gave up and took everything back: two in each other's way, a time limit, no more connections.
  if (/^(40001|40P01|55P03|57014|53300)$/.test(result.error.code ?? '')) {
    throw new Refusal('service_unavailable');
  }
  throw new Error(`Database: ${result.error.code ?? result.status}: ${result.error.message}`);
}
