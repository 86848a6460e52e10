import { Refusal } from './refusal.ts';
import { isUuid } from './uuid.ts';

/** What the edge proxy vouches for; without its secret a call is refused. */
export type EdgeProxyCall = {
  /** The site's own origin, e.g. `https://shop.example`. */
  origin: string;
  /** The caller's address as the CDN saw it. */
  clientAddress: string;
  /** What the browser calls itself. */
  userAgent: string;
};

export const edgeProxyHeaders = {
  secret: 'x-shop-secret',
  origin: 'x-shop-origin',
  clientAddress: 'x-shop-client-address',
  userAgent: 'x-shop-user-agent',
  /** A UUID that names the request in every log. */
  requestId: 'x-shop-request-id',
  /** The same on the way out, for whoever reads the reply. */
  answeredId: 'x-request-id',
  /** The shop's cookies as the browser sent them, a copy of its part of `Cookie`. */
  cookies: 'x-shop-cookies',
  /** Cookies for the browser, on the way out, `, ` between them; only the edge proxy writes `Set-Cookie`. */
  cookie: 'x-shop-cookie',
} as const;

/** The id of a request: the edge proxy's, or a new one for a call that did not come through it. */
export function requestIdOf(headers: Headers): string {
  const id = headers.get(edgeProxyHeaders.requestId) ?? '';
  return isUuid(id) ? id : crypto.randomUUID();
}

/** @throws Refusal `forbidden` unless the call came through the edge proxy. */
export async function requireEdgeProxy(headers: Headers, secret: string): Promise<EdgeProxyCall> {
  const origin = headers.get(edgeProxyHeaders.origin);
  if (!origin || !(await sameSecret(headers.get(edgeProxyHeaders.secret) ?? '', secret))) {
    throw new Refusal('forbidden');
  }
  return {
    origin,
    clientAddress: headers.get(edgeProxyHeaders.clientAddress) ?? '',
    userAgent: headers.get(edgeProxyHeaders.userAgent) ?? '',
  };
}

/**
 * Refuses a write that another site made the browser send. Browsers put `Origin` on every POST, PUT and DELETE;
 * a program without a browser's cookies has none and cannot be tricked.
 * @throws Refusal `forbidden`
 */
export function requireSameOrigin(headers: Headers, siteOrigin: string): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (origin !== null ? origin !== siteOrigin : site !== null && site !== 'same-origin') {
    throw new Refusal('forbidden');
  }
}

/** Compares digests, so that the time it takes tells nothing about the secret. */
export async function sameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(given), sha256(expected)]);
  return a.every((byte, i) => byte === b[i]);
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
