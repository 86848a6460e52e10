import { type ErrorCode, isErrorCode } from './error-messages.ts';
import type { ErrorReply } from './errors.ts';

/** What PostgREST and Supabase Lite report of a failed statement. */
export type DatabaseError = { code?: string; message?: string; details?: string | null };

/**
 * What a later try may not have: Postgres aborted and rolled back (deadlock, time limit), restarts, lacks disk, memory or
 * connections, or lost the connection; or PostgREST has none (https://docs.postgrest.org/en/v13/references/errors.html).
 */
const retryableCodes = /^(40001|40P01|57014|57P0\d|53\w{3}|08\w{3}|PGRST00[0-3])$/;
/** Another request has held a row for longer than `lock_timeout`. */
const waitedForLock = '55P03';

/**
 * The code of an error that the shop's own SQL raised, or of one that a later try may not have; null for all else.
 * @param status of the reply; 0 without one
 */
export function codeOfDatabaseError({ code = '', message }: DatabaseError, status: number): ErrorCode | null {
  // `raise sqlstate 'PT409' using message = 'out_of_stock'`
  if (/^PT[45]\d\d$/.test(code) && isErrorCode(message)) return message;
  if (code === waitedForLock) return 'shop_busy';
  // Without a code the reply is of what stands before the Data API.
  const isNoAnswer = !code && (status === 0 || status >= 502);
  return isNoAnswer || retryableCodes.test(code) ? 'service_unavailable' : null;
}

/** What SQL sends along with a code, under its name in the reply. The details of other codes are for the log. */
export function detailsOf(code: ErrorCode, details?: string | null): Partial<ErrorReply> {
  const field = detailField[code];
  const sent: unknown = field && details ? JSON.parse(details) : null;
  return field && sent ? { [field]: sent } : {};
}

const detailField: Partial<Record<ErrorCode, keyof ErrorReply>> = {
  out_of_stock: 'lines',
  price_changed: 'lines',
  product_unavailable: 'lines',
  quotation_unavailable: 'lines',
  delivery_changed: 'delivery',
  changed_meanwhile: 'product',
  payment_undecided: 'order',
  order_closed: 'order',
  payment_sum_differs: 'cents',
  products_refused: 'products',
  import_refused: 'rows',
};
