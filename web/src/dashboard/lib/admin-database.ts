import { type AccessToken, getAccessToken } from '@contract/admin.ts';
import { errorMessage, isErrorCode } from '@contract/errors.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../../supabase/functions/_shared/postgres-schema.ts';
import { callApi, ConnectionError } from '../../lib/api-client.ts';

export type AdminDatabase = SupabaseClient<Database>;

/** Postgres, or what stands before it, refused: `code` is one of the shop's, of PostgREST or of Postgres itself. */
class AdminDataError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.name = 'AdminDataError';
    this.code = code;
    this.status = status;
  }
}

/** A token is renewed this long before it ends, in milliseconds: a slow request must still arrive with it. */
const margin = 60_000;

let token: Promise<AccessToken> | null = null;
let client: { url: string; database: AdminDatabase } | null = null;

/**
 * The dashboard's own client of Supabase: Postgres and Storage as the admin who is signed in, under row-level security.
 * Its token lives in memory, for as long as the page does.
 * @throws ApiError when nobody is signed in or who is, is no admin; ConnectionError
 */
export async function adminDatabase(): Promise<AdminDatabase> {
  const { url, publishableKey } = await freshToken();
  if (client?.url !== url) {
    client = {
      url,
      database: createClient<Database>(url, publishableKey, {
        accessToken: async () => (await freshToken()).token,
        global: { fetch: fetchWithFreshToken },
      }),
    };
  }
  return client.database;
}

/** Forgets the token: who signs in next in this browser is asked anew. */
export function forgetAdminToken(): void {
  token = null;
}

type Answer<Data> = {
  data: Data;
  error: { code?: string; message: string } | null;
  count: number | null;
  status: number;
};

/**
 * Waits for a query of supabase-js.
 * @throws AdminDataError when it was refused, ConnectionError when there was no answer
 */
export async function answerOf<Data>(
  question: PromiseLike<Answer<Data>>,
): Promise<{ data: NonNullable<Data>; count: number }> {
  const { data, error, count, status } = await question;
  if (error) {
    // supabase-js gives what fetch threw as an error without a status.
    if (!status) throw new ConnectionError(error);
    const sentence = isErrorCode(error.message) ? errorMessage[error.message] : null;
    throw new AdminDataError(
      error.code ?? '',
      sentence ?? `The database refused: ${error.message} (${error.code ?? status})`,
      status,
    );
  }
  return { data: data as NonNullable<Data>, count: count ?? 0 };
}

async function freshToken(): Promise<AccessToken> {
  // Several tables may ask at once: one of them fetches.
  const asked = (token ??= askForToken());
  const present = await asked;
  if (Date.parse(present.expiresAt) - Date.now() > margin) return present;
  if (token === asked) token = askForToken();
  return token ?? askForToken();
}

function askForToken(): Promise<AccessToken> {
  const asked = callApi(getAccessToken);
  // A failure is not kept: the next question tries again.
  asked.catch(() => {
    if (token === asked) token = null;
  });
  return asked;
}

/**
 * A token ends with its sign-in: signed out elsewhere, or a new password set, here too, which signs in anew. What was
 * refused has done nothing, so it is asked once more with a new token, if there is one.
 */
const fetchWithFreshToken: typeof fetch = async (input, init) => {
  const used = token;
  const answer = await fetch(input, init);
  if (answer.status !== 401 && answer.status !== 403) return answer;
  if (token === used) token = null;
  const renewed = await freshToken().catch(() => null);
  if (!renewed) return answer;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${renewed.token}`);
  return fetch(input, { ...init, headers });
};
