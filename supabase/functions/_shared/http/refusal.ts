import type { AdminProduct, ProductProblem } from '../contract/admin.ts';
import {
  type ErrorCode,
  errorMessage,
  type ErrorReply,
  errorStatus,
  isErrorCode,
  type LineProblem,
} from '../contract/errors.ts';
import type { ImportProblem } from '../contract/product-imports.ts';

type Details = Pick<ErrorReply, 'fields' | 'lines' | 'product' | 'products' | 'rows'> & {
  /** In place of the code's own sentence. */
  message?: string;
  headers?: Record<string, string>;
};

/** Thrown anywhere on the server to answer with a code of the closed list; it leaves through `errorResponse`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorMessage[code]);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** What PostgREST and Supabase Lite report of a failed statement. */
export type DatabaseError = {
  code?: string;
  message?: string;
  details?: string | null;
  hint?: string | null;
};

/**
 * A code word raised by SQL (`raise sqlstate 'PT4xx' using message = 'out_of_stock'`) as a refusal;
 * null when the database failed in another way.
 */
export function refusalFromDatabase(error: DatabaseError): Refusal | null {
  if (!/^PT[45]\d\d$/.test(error.code ?? '') || !isErrorCode(error.message)) return null;
  const told = parsed(error.details);
  if (error.message === 'products_refused') {
    return new Refusal(error.message, { products: told as ProductProblem[] });
  }
  if (error.message === 'import_refused')
    return new Refusal(error.message, { rows: told as ImportProblem[] });
  if (Array.isArray(told)) return new Refusal(error.message, { lines: told as LineProblem[] });
  // Only of this refusal: other details are words for the log.
  const product = error.message === 'changed_meanwhile' ? (told as AdminProduct) : undefined;
  return new Refusal(error.message, product ? { product } : {});
}

/** The single exit for every failure: `{message, code, fields?, lines?}`; what nobody foresaw leaves as a bland 500. */
export function errorResponse(error: unknown, log: (entry: Record<string, unknown>) => void): Response {
  if (error instanceof Refusal) {
    const { fields, lines, product, products, rows, headers } = error.details;
    return json(
      errorStatus[error.code],
      { message: error.message, code: error.code, fields, lines, product, products, rows },
      headers,
    );
  }
  const requestId = crypto.randomUUID();
  const thrown = error instanceof Error ? error : new Error(String(error));
  log({ level: 'error', requestId, name: thrown.name, message: thrown.message, stack: thrown.stack });
  return json(500, { message: errorMessage.internal, code: 'internal', requestId });
}

function json(status: number, reply: ErrorReply, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(reply), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

function parsed(details: string | null | undefined): unknown {
  try {
    return JSON.parse(details ?? '');
  } catch {
    return null;
  }
}
