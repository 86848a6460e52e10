import { base64Url } from './base64-url.ts';
import { sameSecret } from './same-secret.ts';
import { hmacSha256 } from './sha256.ts';

/**
 * Keys of order links: whoever holds one may see that one order, on any device. An HMAC of the order's id and of the
 * version of its link, so nothing is stored and none can be guessed or made out of another. SQL knows which version is
 * the present one.
 */
export function orderLinks(secret: string) {
  const sign = (kind: 'order-link' | 'short-link' | 'quotation-link', orderId: string, version: number) =>
    hmacSha256(secret, `${kind}:${orderId.toLowerCase()}:${version}`);
  /** The version, a dot, and 43 letters, digits, `-` and `_`. */
  const keyOf = (orderId: string, version: number): string =>
    `${version}.${base64Url(sign('order-link', orderId, version))}`;
  const quotationKeyOf = (quotationId: string, version: number): string =>
    `${version}.${base64Url(sign('quotation-link', quotationId, version))}`;
  return {
    keyOf,
    /** Of a quotation, in the same form. */
    quotationKeyOf,
    /** As `versionOf`. */
    quotationVersionOf: (quotationId: string, key: string) =>
      versionOf(key, (version) => quotationKeyOf(quotationId, version)),
    /** For an SMS: 22 letters, digits, `-` and `_` (128 bits), which do not contain the version. */
    shortKeyOf: (orderId: string, version: number): string =>
      base64Url(sign('short-link', orderId, version).slice(0, 16)),
    /** The version for which this key of the order was made; null when it is not a key of this order. */
    versionOf: (orderId: string, key: string) => versionOf(key, (version) => keyOf(orderId, version)),
  };
}

export type OrderLinks = ReturnType<typeof orderLinks>;

function versionOf(key: string, keyOfVersion: (version: number) => string): number | null {
  const version = Number(/^([1-9]\d{0,8})\./.exec(key)?.[1]);
  return version && sameSecret(key, keyOfVersion(version)) ? version : null;
}
