import type { Endpoint } from '@contract/endpoint.ts';
import { fillPath } from '@contract/endpoint.ts';
import type { ErrorReply } from '@contract/errors.ts';
import { browserTimeLimits, copyHeader } from '@contract/time-limits.ts';
import { noteCopy } from './copied-replies.ts';
import { pastCaches } from './past-caches.ts';

/**
 * Any response outside 2xx. `message` is the status code, a colon, a space and the body's text (or the status text
 * when the body is empty), as the specification's error catalogue requires; `serverMessage` is the body's `message`
 * field, whoever answered, and `reply` the parsed body when the shop sent it.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly serverMessage: string | null;
  readonly reply: ErrorReply | null;
  /** The request's id in the server log; null when there is none. */
  readonly requestId: string | null;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const parsed = parsedObject(body);
    this.serverMessage = typeof parsed.message === 'string' ? parsed.message : null;
    this.requestId = typeof parsed.requestId === 'string' ? parsed.requestId : null;
    this.reply =
      this.serverMessage !== null && typeof parsed.code === 'string' ? (parsed as ErrorReply) : null;
  }
}

/**
 * No response: no connection, a time-out, a server that is down. The request may or may not have been carried out.
 */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('No connection. Check your connection and try again.', { cause });
    this.name = 'ConnectionError';
  }
}

/**
 * Dispatches `refused` at every 401: nobody is signed in, or the session has ended; and `forbidden` where the person may
 * not do what was asked, for example because their role was taken away.
 */
export const unauthorizedReplies = new EventTarget();

type CallOptions<Body> = {
  params?: Record<string, string>;
  /** What stands behind the `?`. */
  query?: string;
  /** A UUID; requests with the same key are carried out once. */
  idempotencyKey?: string;
  /** The key of the link with which an order was opened. */
  orderKey?: string | null;
  signal?: AbortSignal;
  /** How long to wait until the reply begins, in milliseconds; by default a read has a limit, and nothing else. */
  readLimit?: number;
  /** Completes even if the page is closed. */
  keepalive?: boolean;
} & ([Body] extends [never] ? { body?: never } : { body: Body });

/**
 * Calls one endpoint of the contract and returns the parsed body of its 2xx response.
 * @throws ApiError on any other response, ConnectionError when there is none
 */
export async function callApi<Body, Reply>(
  endpoint: Endpoint<Body, Reply>,
  options: CallOptions<Body> = {} as CallOptions<Body>,
): Promise<Reply> {
  return (await send(endpoint, options)).body;
}

/** One page of a list. `cursor` leads to the next one, null on the last. */
export type ListPage<Row> = { rows: Row[]; cursor: string | null };

/** `callApi` for a list that comes in pages. @throws as `callApi` */
export async function callApiList<Row>(
  endpoint: Endpoint<never, Row[]>,
  options: CallOptions<never> = {},
): Promise<ListPage<Row>> {
  const { body, headers } = await send(endpoint, options);
  const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return {
    rows: body,
    cursor: next ? new URL(next, 'http://shop').searchParams.get('cursor') : null,
  };
}

async function send<Body, Reply>(
  endpoint: Endpoint<Body, Reply>,
  options: CallOptions<Body>,
): Promise<{ body: Reply; headers: Headers }> {
  const headers = new Headers({ accept: 'application/json' });
  if (endpoint.method !== 'GET') headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.orderKey) headers.set('x-order-key', options.orderKey);

  const path = fillPath(endpoint.path, options.params) + (options.query ? `?${options.query}` : '');
  const { response, text } = await fetchWhole(
    endpoint.cachedBy ? pastCaches(path) : path,
    {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      // Otherwise the browser would use its cached response after Back, however old.
      cache: 'no-cache',
      body: endpoint.method === 'GET' ? undefined : JSON.stringify(options.body ?? {}),
      keepalive: options.keepalive,
    },
    options.signal,
    options.readLimit,
  );
  noteCopy(path, response.headers.get(copyHeader));
  if (response.status === 401) unauthorizedReplies.dispatchEvent(new Event('refused'));
  if (response.status === 403) unauthorizedReplies.dispatchEvent(new Event('forbidden'));
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  try {
    return { body: JSON.parse(text) as Reply, headers: response.headers };
  } catch {
    // A captive portal or a proxy answered instead of the shop.
    throw new ApiError(502, '', 'The answer did not come from the shop');
  }
}

/**
 * A response and its text.
 * @param signal by which the caller gives it up
 * @throws ConnectionError without a response, of which a read waits for the beginning for a limited time; the reason of
 * `signal`
 */
async function fetchWhole(
  path: string,
  request: RequestInit,
  signal?: AbortSignal,
  readLimit: number | undefined = request.method === 'GET' ? browserTimeLimits.read : undefined,
) {
  const ending = new AbortController();
  const giveUp = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp);
  // A device may say that it is online while its packets are lost: what it has stored is shown once a read has failed.
  const timer = readLimit && setTimeout(() => ending.abort(), readLimit);
  try {
    const response = await fetch(path, { ...request, signal: ending.signal });
    clearTimeout(timer);
    return { response, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ConnectionError(cause);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

function parsedObject(body: string): Partial<Record<string, unknown>> {
  try {
    return (JSON.parse(body) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
