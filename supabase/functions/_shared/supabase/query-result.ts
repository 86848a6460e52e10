import type { ErrorCode, ErrorReply } from '../contract/errors.ts';
import { isErrorCode } from '../contract/errors.ts';
import { Refusal } from '../http/refusal.ts';
import { tooManyRequests } from '../http/too-many-requests.ts';
import type { RefusalReply } from './sql-replies.ts';

/** What PostgREST and Supabase Lite report of a failed statement. */
type DatabaseError = { code?: string; message?: string; details?: string | null };

/** A finished query of supabase-js. */
export type QueryResult<T> = { status: number } & (
  | { data: T; error: null }
  | { data: null; error: DatabaseError }
);

/** Postgres aborted and rolled back: deadlock, time limit, no more connections. */
const retryableCodes = /^(40001|40P01|57014|53300)$/;
/** Another request has held a row for longer than `lock_timeout`. */
const waitedForLock = '55P03';

/**
 * The data of a finished query.
 * @throws Refusal for a code raised by SQL, `shop_busy` when a lock timed out, `service_unavailable` when there was no answer or a later try may have one;
 * Error for all else.
 */
export function dataOf<T>({ data, error, status }: QueryResult<T>): T {
  if (!error) return data;
  const { code = '', message } = error;
  // `raise sqlstate 'PT409' using message = 'out_of_stock'`
  if (/^PT[45]\d\d$/.test(code) && isErrorCode(message)) throw refusalOf(message, error.details);
  if (code === waitedForLock) throw new Refusal('shop_busy');
  // supabase-js reports a failed fetch as status 0 without a code.
  if ((!status && !code) || retryableCodes.test(code)) throw new Refusal('service_unavailable');
  throw new Error(`Database: ${code || status}: ${message}`);
}

/** The same of a query with a person's token. @throws Refusal `not_signed_in` when the token is no longer accepted */
export function personsDataOf<T>(result: QueryResult<T>): T {
  if (result.status === 401) throw new Refusal('not_signed_in');
  return dataOf(result);
}

/** A refusal of SQL with what SQL sends along. The details of other codes are for the log. */
function refusalOf(code: ErrorCode, details?: string | null): Refusal {
  if (code === 'too_many_requests') return tooManyRequests(Number(details));
  const field = detailField[code];
  const sent: unknown = field && details ? JSON.parse(details) : null;
  return new Refusal(code, field && sent ? { [field]: sent } : {});
}

/** The answer of an SQL function that gives its refusals back as values. @throws Refusal */
export function acceptedOf<T extends object>(reply: T | RefusalReply): T {
  if ('refusal' in reply) throw refusalOf(reply.refusal, reply.details);
  return reply;
}

const detailField: Partial<Record<ErrorCode, keyof ErrorReply>> = {
  out_of_stock: 'lines',
  price_changed: 'lines',
  product_unavailable: 'lines',
  delivery_changed: 'delivery',
  changed_meanwhile: 'product',
  similar_order_unpaid: 'order',
  payment_undecided: 'order',
  order_closed: 'order',
  products_refused: 'products',
  import_refused: 'rows',
  erase_later: 'obstacles',
};
