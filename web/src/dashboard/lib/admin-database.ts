import { type AccessToken, getAccessToken } from '@contract/admin.ts';
import type { Permission } from '@contract/staff.ts';
import { cleanText } from '@contract/clean-text.ts';
import { codeOfDatabaseError, type DatabaseError, detailsOf } from '@contract/database-refusal.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../../supabase/functions/_shared/postgres-schema.ts';
import { ApiError, callApi, ConnectionError, unauthorizedReplies } from '#lib/api/api-client.ts';

export type AdminDatabase = SupabaseClient<Database>;

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

type Reply<Data> = {
  data: Data | null;
  error: DatabaseError | null;
  status: number;
};

export type DatabaseQuery<Data> = {
  retry(isOn: boolean): PromiseLike<Reply<Data>>;
  setHeader(name: string, value: string): DatabaseQuery<Data>;
};

/** Says which permission a query needs until `fetchAsStaff` takes it off: the request that leaves does not have it. */
const permissionHeader = 'x-permission';

/**
 * Runs a query as the signed-in person; the type of the reply comes from the schema.
 * @param permission what reading or writing the table needs; functions ask for theirs themselves
 * @throws ApiError when it was refused, as the API would refuse it; ConnectionError when there was no reply
 */
export async function queryDatabase<Data>(
  makeQuery: (database: AdminDatabase) => DatabaseQuery<Data>,
  permission: Permission = 'dashboard',
): Promise<Data> {
  // Its own retries, for seven seconds, would hide a failure that the screen shows and lets the user try again.
  const { data, error, status } = await makeQuery(await adminDatabase())
    .setHeader(permissionHeader, permission)
    .retry(false);
  if (!error) return data as Data;
  // Errors thrown by fetch have no status.
  if (!status) throw new ConnectionError(error);
  const code = codeOfDatabaseError(error, status);
  if (code === 'forbidden') unauthorizedReplies.dispatchEvent(new Event('forbidden'));
  const refusal = code
    ? { ...detailsOf(code, error.details), code, message: errorMessage[code] }
    : { message: `The database refused: ${error.message} (${error.code ?? status})` };
  throw new ApiError(status, JSON.stringify(refusal), '');
}

type SqlFunctions = Database['public']['Functions'];

/** Calls a SQL function as the admin. @throws as `queryDatabase` */
export function callSql<Name extends keyof SqlFunctions>(
  name: Name,
  args: SqlFunctions[Name]['Args'],
  signal?: AbortSignal,
): Promise<SqlFunctions[Name]['Returns']> {
  return queryDatabase((database) => {
    const call = database.rpc(name, args);
    return signal ? call.abortSignal(signal) : call;
  });
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
  const isJson = typeof sent?.body === 'string';
  const headers = new Headers(sent?.headers);
  const permission = headers.get(permissionHeader) ?? 'dashboard';
  headers.delete(permissionHeader);
  const body = isJson ? JSON.stringify(cleaned(JSON.parse(sent.body as string))) : sent?.body;
  const init = { ...sent, headers, body };
  const present = await freshToken();
  const used = token;
  const send = () => fetchWith(present, input, init);
  const response = isTable(input)
    ? await sendIfPermitted(permission, present, send, sent?.method)
    : await send();
  if (response.status !== 401 && response.status !== 403) return response;
  if (token === used) token = null;
  const renewed = await freshToken().catch(() => null);
  return renewed ? fetchWith(renewed, input, init) : response;
};

/**
 * Row-level security does not refuse whoever has lost a permission: it hides rows, also from a write. So a write is sent
 * only once the rights are checked, and what was read counts if they still stand.
 */
async function sendIfPermitted(
  permission: string,
  present: AccessToken,
  send: () => Promise<Response>,
  method = 'GET',
): Promise<Response> {
  const check = () =>
    fetchWith(present, `${present.url}/rest/v1/rpc/require_permission`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ p_permission: permission }),
    });
  if (method !== 'GET') {
    const checked = await check();
    return checked.ok ? send() : checked;
  }
  const response = await send();
  const checked = response.ok ? await check() : response;
  return checked.ok ? response : checked;
}

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

/** Whether a request reads or writes a table; functions check their caller themselves. */
function isTable(input: RequestInfo | URL): boolean {
  return /\/rest\/v1\/(?!rpc\/)/.test(String(input instanceof Request ? input.url : input));
}
