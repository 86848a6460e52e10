import { codeOfDatabaseError, type DatabaseError, detailsOf } from '../contract/database-refusal.ts';
import type { ErrorCode } from '../contract/error-messages.ts';
import { Refusal } from '../http/refusal.ts';
import { tooManyRequests } from '../http/too-many-requests.ts';
import type { RefusalReply } from './sql-replies.ts';

/** A finished query of supabase-js. */
export type QueryResult<T> = { status: number } & (
  | { data: T; error: null }
  | { data: null; error: DatabaseError }
);

/**
 * The data of a finished query.
 * @throws Refusal for a code raised by SQL, `shop_busy` when a lock timed out, `service_unavailable` when there was no answer or a later try may have one;
 * Error for all else.
 */
export function dataOf<T>({ data, error, status }: QueryResult<T>): T {
  if (!error) return data;
  // supabase-js reports a failed fetch as status 0 without a code.
  const known = codeOfDatabaseError(error, status);
  if (known) throw refusalOf(known, error.details);
  const { code, message } = error;
  throw new Error(`Database: ${code || status}: ${message}`);
}

/** The same of a query with a person's token. @throws Refusal `not_signed_in` when the token is no longer accepted */
export function personsDataOf<T>(result: QueryResult<T>): T {
  if (result.status === 401) throw new Refusal('not_signed_in');
  return dataOf(result);
}

/** A refusal of SQL with what SQL sends along. */
function refusalOf(code: ErrorCode, details?: string | null): Refusal {
  return code === 'too_many_requests'
    ? tooManyRequests(Number(details))
    : new Refusal(code, detailsOf(code, details));
}

/** The answer of an SQL function that gives its refusals back as values. @throws Refusal */
export function acceptedOf<T extends object>(reply: T | RefusalReply): T {
  if ('refusal' in reply) throw refusalOf(reply.refusal, reply.details);
  return reply;
}
