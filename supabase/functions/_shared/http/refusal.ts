import { type ErrorCode, errorMessage, errorStatus } from '../contract/error-messages.ts';
import type { ErrorReply } from '../contract/errors.ts';
import type { LogEntry } from '../logging/log.ts';

type Details = Pick<
  ErrorReply,
  'fields' | 'lines' | 'delivery' | 'order' | 'product' | 'products' | 'rows'
> & {
  /** Replaces the message of the code. */
  message?: string;
  headers?: Record<string, string>;
  /** The cause within the shop, which is only logged, as an error. */
  fault?: string;
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

/** The field of a form that some codes are always about. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  email_taken: 'email',
  wrong_password: 'currentPassword',
  contact_mismatch: 'contact',
  slug_taken: 'slug',
  follower_wrong: 'replacedBy',
  stock_is_held: 'stock',
};

/** `Retry-After` for temporary failures. */
const secondsToWait: Partial<Record<ErrorCode, string>> = { shop_busy: '3', service_unavailable: '10' };

/**
 * The single exit for every failure: `{message, code, requestId, fields?, lines?}`; unexpected errors become a
 * plain 500, with the rest in the log under the same id.
 */
export function errorResponse(
  error: unknown,
  log: (entry: LogEntry) => void,
  requestId: string = crypto.randomUUID(),
): Response {
  if (error instanceof Refusal) {
    const { code, message } = error;
    const { headers, fault, ...details } = error.details;
    if (fault) log({ level: 'error', requestId, name: code, message: fault });
    const field = fieldOfCode[code];
    const fields = field ? { [field]: message } : undefined;
    const wait = secondsToWait[code];
    const allHeaders = { ...(wait && { 'retry-after': wait }), ...headers };
    return json(errorStatus(code), { fields, ...details, message, code, requestId }, allHeaders);
  }
  const thrown = error instanceof Error ? error : new Error(String(error));
  log({ level: 'error', requestId, name: thrown.name, message: thrown.message, stack: thrown.stack });
  return json(500, { message: errorMessage.internal, code: 'internal', requestId });
}

/** The same for a person who followed a link, for instance to a PDF: a sentence to read. */
export async function asPage(reply: Response): Promise<Response> {
  const { message } = (await reply.json()) as ErrorReply;
  const sentence = message.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const headers = new Headers(reply.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${sentence}</title>` +
      `<p>${sentence}</p><p><a href="/">To the shop</a></p></html>`,
    { status: reply.status, headers },
  );
}

function json(status: number, reply: ErrorReply, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(reply), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
