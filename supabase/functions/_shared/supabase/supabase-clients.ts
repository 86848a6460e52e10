import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { timeLimits } from '../contract/time-limits.ts';
import { countCall } from '../logging/call-count.ts';
import { type Env, requiredEnv } from '../http/required-env.ts';
import type { Database } from '../postgres-schema.ts';
import { dataOf, personsDataOf, type QueryResult } from './query-result.ts';

/** A query to run with a client; finished by the function that takes it. */
export type Query<T> = (client: SupabaseClient<Database>) => PromiseLike<QueryResult<T>>;

/** Runs a query as somebody and gives its data. @throws as `dataOf` */
export type RunQuery = <T>(query: Query<T>) => Promise<T>;

type Functions = Database['public']['Functions'];
/** Calls one function of SQL. @throws as `dataOf` */
type CallFunction = <Name extends keyof Functions>(
  name: Name,
  ...args: Record<PropertyKey, never> extends Functions[Name]['Args']
    ? [args?: Functions[Name]['Args']]
    : [args: Functions[Name]['Args']]
) => Promise<Functions[Name]['Returns']>;

const limitedFetch: typeof fetch = (input, init) => {
  countCall();
  return fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(timeLimits.database) });
};

/**
 * The Supabase clients of every function. The client of a query decides what row-level security lets
 * it see.
 */
export function supabaseClients(env: Env) {
  const url = requiredEnv(env, 'SUPABASE_URL');
  const publishableKey = platformKey(env, 'SUPABASE_PUBLISHABLE_KEYS');
  const secretKey = platformKey(env, 'SUPABASE_SECRET_KEYS');
  const stateless = (key: string, headers?: Record<string, string>) =>
    createClient<Database>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: limitedFetch, headers },
    });
  const runWith = (client: SupabaseClient<Database>): RunQuery & { rpc: CallFunction } => {
    const run: RunQuery = async (query) => dataOf(await sentOnce(query(client)));
    const rpc: CallFunction = (name, ...[args]) => run((db) => db.rpc(name, args) as never);
    return Object.assign(run, { rpc });
  };
  return {
    url,
    publishableKey,
    /** The shop itself, past row-level security: the catalogue, sessions, placing orders, deciding transactions. */
    asShop: runWith(stateless(secretKey)),
    /** The shop on behalf of an account, which the history then names. */
    asShopFor: (userId: string) => runWith(stateless(secretKey, { 'x-shop-actor': userId })),
    /** The signed-in person whose token this is. @throws Refusal `not_signed_in` when it is no longer accepted */
    asPerson: async <T>({ accessToken }: { accessToken: string }, query: Query<T>): Promise<T> => {
      const client = createClient<Database>(url, publishableKey, {
        global: { fetch: limitedFetch },
        accessToken: () => Promise.resolve(accessToken),
      });
      return personsDataOf(await sentOnce(query(client)));
    },
    /**
     * Sign-in and sign-up; a client of its own each time, for it remembers who signed in. The auth service limits by
     * address, and behind a function would see the function's for everybody: it takes the caller's from the secret key's
     * owner only, once the project allows it (https://supabase.com/docs/guides/auth/rate-limits).
     */
    forAuth: (clientAddress = '') =>
      stateless(secretKey, clientAddress ? { 'sb-forwarded-for': clientAddress } : undefined).auth,
  };
}

export type SupabaseClients = ReturnType<typeof supabaseClients>;

/**
 * The client repeats a read that failed, for seven seconds and with further calls to a database that has too many. Whoever
 * called the function decides that.
 */
function sentOnce<T>(request: PromiseLike<T>): PromiseLike<T> {
  const { retry } = request as { retry?: (isOn: boolean) => PromiseLike<T> };
  return retry ? retry.call(request, false) : request;
}

/** Supabase gives its keys as a JSON object of named keys (https://supabase.com/docs/guides/functions/secrets). */
function platformKey(env: Env, name: string): string {
  const keys = JSON.parse(requiredEnv(env, name)) as Record<string, string>;
  const key = keys.default ?? Object.values(keys)[0];
  if (!key) throw new Error(`The setting ${name} holds no key.`);
  return key;
}
