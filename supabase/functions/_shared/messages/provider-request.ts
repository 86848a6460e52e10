import { cleanText } from '../contract/clean-text.ts';
import type { SendResult } from './message-channel.ts';

/** Milliseconds. */
const timeLimit = 15_000;

/** A provider's answer: its status, and its body when that is a JSON object. */
export type ProviderAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

/**
 * Sends one request to a provider and interprets a complete answer with `resultOf`. A connection that breaks or stays
 * silent is `unknown`: the provider may have the message. One that never stood is `refused`.
 */
export async function sendToProvider(
  url: string,
  headers: Record<string, string>,
  body: string,
  resultOf: (answer: ProviderAnswer) => SendResult,
): Promise<SendResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      // A stream: Deno resends any other body when a keep-alive connection breaks, which would send an SMS twice.
      body: new Blob([body]).stream(),
      signal: AbortSignal.timeout(timeLimit),
      // oxlint-disable-next-line unicorn/no-useless-spread -- a stream needs it, and the browser's types do not know it
      ...{ duplex: 'half' },
    });
    const text = await response.text();
    return resultOf({ status: response.status, headers: response.headers, body: jsonObject(text) });
  } catch (error) {
    return neverConnected(error)
      ? { outcome: 'refused', reason: `Not reached: ${String(error)}` }
      : { outcome: 'unknown', reason: `No answer: ${String(error)}` };
  }
}

/**
 * Whether a request failed before anything of it was sent: refused connection, unknown name, no TLS. Deno says so in
 * its message alone (of hyper's `Connect` errors), Node by the code of the cause.
 */
function neverConnected(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return (
    String(error).includes('client error (Connect)') ||
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
      code ?? '',
    )
  );
}

/** As `sendToProvider`, with a body of JSON. */
export function sendJson(
  url: string,
  headers: Record<string, string>,
  body: object,
  resultOf: (answer: ProviderAnswer) => SendResult,
): Promise<SendResult> {
  const allHeaders = { ...headers, 'content-type': 'application/json' };
  return sendToProvider(url, allHeaders, JSON.stringify(body), resultOf);
}

/** A success; without the message's id the provider may not have it. */
export function acceptedWith(providerId: unknown, status: number): SendResult {
  return typeof providerId === 'string' && providerId !== ''
    ? { outcome: 'accepted', providerId }
    : { outcome: 'unknown', reason: `${status} without the message’s id` };
}

/** What a failed answer means by its HTTP status alone: 429 and 5xx may succeed later, other refusals will not. */
export function failureResult({ status, headers, body }: ProviderAnswer): SendResult {
  const reason = `${status}: ${textIn(body, 'message') || textIn(body, 'name') || 'no reason given'}`;
  if (status === 429) return { outcome: 'refused', reason, retryAfterSeconds: retryAfter(headers) };
  // A proxy may answer 5xx for a request that went through.
  if (status >= 500) return { outcome: 'unknown', reason };
  return { outcome: 'rejected', reason };
}

/** A text in a JSON object; empty when there is none. */
export function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? headers.get('ratelimit-reset'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : undefined;
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    // Its texts are stored.
    const value: unknown = JSON.parse(text, (_, inner: unknown) =>
      typeof inner === 'string' ? cleanText(inner) : inner,
    );
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
