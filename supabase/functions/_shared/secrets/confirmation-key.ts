import { base64Url } from './base64-url.ts';
import { sameSecret } from './same-secret.ts';
import { hmacSha256 } from './sha256.ts';

/**
 * Keys of the links that confirm an e-mail address: the confirmation's id and an HMAC of it. Someone who reads the database
 * cannot create one.
 */
export function confirmationKeys(secret: string) {
  /** The id, a dot, and 43 letters, digits, `-` and `_`. */
  const keyOf = (confirmationId: string): string =>
    `${confirmationId}.${base64Url(hmacSha256(secret, `email-confirmation:${confirmationId.toLowerCase()}`))}`;
  return {
    keyOf,
    /** The id for which this key was made; null for anything else. */
    idOf: (key: string): string | null => {
      const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=\.)/i.exec(key)?.[0];
      return id && sameSecret(key, keyOf(id)) ? id : null;
    },
  };
}
