import { base64Url } from './base64-url.ts';

/**
 * Keys of order links: whoever holds one may see that one order, on any device. An HMAC of the order's id, so nothing
 * is stored and none can be guessed or made out of another.
 */
export function orderLinks(secret: string) {
  const signingKey = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  const text = (orderId: string) => new TextEncoder().encode(`order-link:${orderId.toLowerCase()}`);
  return {
    /** 43 letters, digits, `-` and `_`. */
    keyOf: async (orderId: string): Promise<string> =>
      base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', await signingKey, text(orderId)))),
    isKeyOf: async (orderId: string, key: string): Promise<boolean> => {
      if (!/^[A-Za-z0-9_-]{43}$/.test(key)) return false;
      const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      const signature = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
      return crypto.subtle.verify('HMAC', await signingKey, signature, text(orderId));
    },
  };
}
