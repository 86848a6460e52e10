import { sameSecret } from '../secrets/same-secret.ts';
import { Refusal } from './refusal.ts';
import { isUuid } from '../contract/uuid.ts';

/** Facts about a call that the edge proxy guarantees; a call without its secret is refused. */
export type EdgeProxyCall = {
  /** The site's own origin, e.g. `https://shop.example`. */
  origin: string;
  /** The caller's address as the CDN saw it. */
  clientAddress: string;
  /** The browser's `User-Agent`. */
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
export function requireEdgeProxy(headers: Headers, secret: string): EdgeProxyCall {
  const origin = headers.get(edgeProxyHeaders.origin);
  if (!origin || !sameSecret(headers.get(edgeProxyHeaders.secret) ?? '', secret))
    throw new Refusal('forbidden');
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
