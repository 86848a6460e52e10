import { base64Url } from './base64-url.ts';

/**
 * Keys of order links: whoever holds one may see that one order, on any device. An HMAC of the order's id and of the
 * version of its link, so nothing is stored and none can be guessed or made out of another. SQL knows which version is
 * the present one.
 */
export function orderLinks(secret: string) {
  const signingKey = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  const text = (orderId: string, version: number, kind = 'order-link') =>
    new TextEncoder().encode(`${kind}:${orderId.toLowerCase()}:${version}`);
  return {
    /** The version, a dot, and 43 letters, digits, `-` and `_`. */
    keyOf: async (orderId: string, version: number): Promise<string> => {
      const signature = await crypto.subtle.sign('HMAC', await signingKey, text(orderId, version));
      return `${version}.${base64Url(new Uint8Array(signature))}`;
    },
    /** For an SMS: 22 letters, digits, `-` and `_` (128 bits), which say the version only to who knows it. */
    shortKeyOf: async (orderId: string, version: number): Promise<string> => {
      const signature = await crypto.subtle.sign(
        'HMAC',
        await signingKey,
        text(orderId, version, 'short-link'),
      );
      return base64Url(new Uint8Array(signature).slice(0, 16));
    },
    /** The version for which this key of the order was made; null when it is not a key of this order. */
    versionOf: async (orderId: string, key: string): Promise<number | null> => {
      const [, version = '', letters = ''] = /^([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(key) ?? [];
      if (letters === '') return null;
      const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
      const signature = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
      const isOurs = await crypto.subtle.verify(
        'HMAC',
        await signingKey,
        signature,
        text(orderId, Number(version)),
      );
      return isOurs ? Number(version) : null;
    },
  };
}
