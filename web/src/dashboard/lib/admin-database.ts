import { type AccessToken, getAccessToken } from '@contract/admin.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { type ErrorCode, isErrorCode } from '@contract/errors.ts';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { StorageClient } from '@supabase/storage-js';
import type { Database } from '../../../../supabase/functions/_shared/postgres-schema.ts';
import { callApi, ConnectionError } from '../../lib/api-client.ts';

export type AdminDatabase = PostgrestClient<Database>;

/** Postgres or PostgREST refused: `code` is the shop's when a rule of the shop did, else PostgREST's or Postgres's own. */
export class AdminDataError extends Error {
  readonly code: string;
  readonly status: number;
  /** What the rule says beside its code; JSON for some. */
  readonly details: string;

  constructor(code: ErrorCode | string, message: string, status: number, details: string) {
    super(message);
    this.name = 'AdminDataError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Milliseconds before its end at which a token is renewed: a slow request must still arrive in time. */
const margin = 60_000;

let token: Promise<AccessToken> | null = null;
let client: { url: string; database: AdminDatabase } | null = null;

/**
 * The dashboard's client for Postgres as the signed-in admin, under row-level security. Its token stays in memory, for as long
 * as the page does.
 * @throws ApiError when nobody is signed in, or not as an admin; ConnectionError
 */
export async function adminDatabase(): Promise<AdminDatabase> {
  const { url } = await freshToken();
  if (client?.url !== url) {
    client = { url, database: new PostgrestClient(`${url}/rest/v1`, { fetch: fetchAsAdmin }) };
  }
  return client.database;
}

/** The client for pictures, with the same token. @throws as `adminDatabase` */
export async function adminStorage(): Promise<StorageClient> {
  const { url } = await freshToken();
  // Loaded with the first picture: no other page of the dashboard needs it.
  const { StorageClient } = await import('@supabase/storage-js');
  return new StorageClient(`${url}/storage/v1`, {}, fetchAsAdmin);
}

/** Forgets the token: the next person to sign in in this browser gets their own. */
export function forgetAdminToken(): void {
  token = null;
}

type Reply<Data> = {
  data: Data | null;
  error: { code?: string; message: string; details?: string | null } | null;
  status: number;
};

/**
 * Asks Postgres as the admin. The schema knows the type of the reply; what PostgREST sends as null is null there.
 * @throws AdminDataError when it was refused, ConnectionError when there was no reply
 */
export async function askDatabase<Data>(
  ask: (database: AdminDatabase) => PromiseLike<Reply<Data>>,
): Promise<Data> {
  const { data, error, status } = await ask(await adminDatabase());
  if (!error) return data as Data;
  // What fetch threw comes as an error without a status.
  if (!status) throw new ConnectionError(error);
  const details = error.details ?? '';
  if (isErrorCode(error.message))
    throw new AdminDataError(error.message, errorMessage[error.message], status, details);
  const sentence = `The database refused: ${error.message} (${error.code ?? status})`;
  throw new AdminDataError(error.code ?? '', sentence, status, details);
}

async function freshToken(): Promise<AccessToken> {
  // Several tables may need it at once: only one of them fetches it.
  const requested = (token ??= requestToken());
  const present = await requested;
  if (Date.parse(present.expiresAt) - Date.now() > margin) return present;
  if (token === requested) token = requestToken();
  return token ?? requestToken();
}

function requestToken(): Promise<AccessToken> {
  const requested = callApi(getAccessToken);
  // A failure is not kept: the next query tries again.
  requested.catch(() => {
    if (token === requested) token = null;
  });
  return requested;
}

/**
 * Sends a request of Supabase's clients with the admin's token. A token ends with its session: after a sign-out elsewhere,
 * or a new password, which starts a new session. A refused request has done nothing, so it is sent once more with a new
 * token, if there is one.
 */
const fetchAsAdmin: typeof fetch = async (input, init) => {
  const send = ({ token: bearer, publishableKey }: AccessToken) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', publishableKey);
    headers.set('authorization', `Bearer ${bearer}`);
    return fetch(input, { ...init, headers });
  };
  const present = await freshToken();
  const used = token;
  const response = await send(present);
  if (response.status !== 401 && response.status !== 403) return response;
  if (token === used) token = null;
  const renewed = await freshToken().catch(() => null);
  return renewed ? send(renewed) : response;
};
