import { type ErrorCode, type ErrorReply, isErrorCode } from './errors.ts';

/** What PostgREST and Supabase Lite report of a failed statement. */
export type DatabaseError = { code?: string; message?: string; details?: string | null };

/** Postgres aborted and rolled back: deadlock, time limit, no more connections. */
const retryableCodes = /^(40001|40P01|57014|53300)$/;
/** Another request has held a row for longer than `lock_timeout`. */
const waitedForLock = '55P03';

/** The code of an error that the shop's own SQL raised, or of one that a later try may not have; null for all else. */
export function codeOfDatabaseError({ code = '', message }: DatabaseError): ErrorCode | null {
  // `raise sqlstate 'PT409' using message = 'out_of_stock'`
  if (/^PT[45]\d\d$/.test(code) && isErrorCode(message)) return message;
  if (code === waitedForLock) return 'shop_busy';
  return retryableCodes.test(code) ? 'service_unavailable' : null;
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
  delivery_changed: 'delivery',
  changed_meanwhile: 'product',
  payment_undecided: 'order',
  order_closed: 'order',
  products_refused: 'products',
  import_refused: 'rows',
  erase_later: 'obstacles',
};
