import { type AccessToken, getAccessToken } from '@contract/admin.ts';
import { cleanText } from '@contract/clean-text.ts';
import { codeOfDatabaseError, detailsOf } from '@contract/database-refusal.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../../supabase/functions/_shared/postgres-schema.ts';
import { ApiError, callApi, ConnectionError, unauthorizedReplies } from '#lib/api/api-client.ts';
import { withPassword } from './password-again.ts';

/** No table is read or written but by a function, which asks what its caller may do. */
type AdminDatabase = Pick<SupabaseClient<Database>, 'rpc' | 'storage'>;

/** Milliseconds before its expiry at which a token is renewed, so that a slow request still arrives in time. */
const renewalMarginMs = 60_000;

let token: Promise<AccessToken> | null = null;
let client: { url: string; database: AdminDatabase } | null = null;

/**
 * The dashboard's Supabase client as the signed-in admin, with row-level security. Its token is only in memory. What
 * section 7 of the specification does not name and what needs no secret goes through here and not through the API.
 * @throws ApiError when nobody is signed in, or not as an admin; ConnectionError
 */
export async function adminDatabase(): Promise<AdminDatabase> {
  const { url, publishableKey } = await freshToken();
  if (client?.url !== url) {
    const accessToken = async () => (await freshToken()).token;
    const database = createClient<Database>(url, publishableKey, {
      accessToken,
      global: { fetch: fetchAsStaff },
    });
    client = { url, database };
  }
  return client.database;
}

/** Drops the token: the next user who signs in in this browser gets their own. */
export function forgetAdminToken(): void {
  token = null;
}

type SqlFunctions = Database['public']['Functions'];

/**
 * Calls a SQL function as the signed-in person, after their password where it asks for it; the type of the reply comes
 * from the schema.
 * @throws ApiError when it was refused, as the API would refuse it; ConnectionError when there was no reply
 */
export const callSql = <Name extends keyof SqlFunctions>(
  name: Name,
  args: SqlFunctions[Name]['Args'],
  signal?: AbortSignal,
): Promise<SqlFunctions[Name]['Returns']> => withPassword(() => callOnce(name, args, signal));

async function callOnce<Name extends keyof SqlFunctions>(
  name: Name,
  args: SqlFunctions[Name]['Args'],
  signal?: AbortSignal,
): Promise<SqlFunctions[Name]['Returns']> {
  const database = await adminDatabase();
  // Its own retries, for seven seconds, would hide a failure that the screen shows and lets the user try again.
  const call = database.rpc(name, args).retry(false);
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (!error) return data as SqlFunctions[Name]['Returns'];
  // Errors thrown by fetch have no status.
  if (!status) throw new ConnectionError(error);
  const code = codeOfDatabaseError(error, status);
  if (code === 'forbidden') unauthorizedReplies.dispatchEvent(new Event('forbidden'));
  const refusal = code
    ? { ...detailsOf(code, error.details), code, message: errorMessage[code] }
    : { message: `The database refused: ${error.message} (${error.code ?? status})` };
  throw new ApiError(status, JSON.stringify(refusal), '');
}

/** What is typed is cleaned as in the API's schemas; what was seen is compared as it is. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleaned);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'seen' ? inner : cleaned(inner)]),
  );
}

async function freshToken(): Promise<AccessToken> {
  // Shared, so that several tables at once fetch only one token.
  const requested = (token ??= requestToken());
  const present = await requested;
  if (Date.parse(present.expiresAt) - Date.now() > renewalMarginMs) return present;
  if (token === requested) token = requestToken();
  return token ?? requestToken();
}

function requestToken(): Promise<AccessToken> {
  const requested = callApi(getAccessToken);
  // A failure is not cached: the next query tries again.
  requested.catch(() => {
    if (token === requested) token = null;
  });
  return requested;
}

/**
 * The `fetch` of Supabase's clients, with the admin's token. A token ends with its session, for example after a
 * password change, which starts a new one. A refused request had no effect, so it is sent once more with a new token,
 * if there is one.
 */
const fetchAsStaff: typeof fetch = async (input, sent) => {
  const body = typeof sent?.body === 'string' ? JSON.stringify(cleaned(JSON.parse(sent.body))) : sent?.body;
  const init = { ...sent, body };
  const present = await freshToken();
  const used = token;
  const response = await fetchWith(present, input, init);
  if (response.status !== 401 && response.status !== 403) return response;
  if (token === used) token = null;
  const renewed = await freshToken().catch(() => null);
  return renewed ? fetchWith(renewed, input, init) : response;
};

function fetchWith(
  { token: bearer, publishableKey }: AccessToken,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set('apikey', publishableKey);
  headers.set('authorization', `Bearer ${bearer}`);
  return fetch(input, { ...init, headers });
}
