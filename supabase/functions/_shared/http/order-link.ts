import { base64Url } from './base64-url.ts';
import { signedText } from './signed-text.ts';

/**
 * Keys of order links: whoever holds one may see that one order, on any device. An HMAC of the order's id and of the
 * version of its link, so nothing is stored and none can be guessed or made out of another. SQL knows which version is
 * the present one.
 */
export function orderLinks(secret: string) {
  const { sign, isSigned } = signedText(secret);
  const text = (orderId: string, version: number, kind = 'order-link') =>
    `${kind}:${orderId.toLowerCase()}:${version}`;
  return {
    /** The version, a dot, and 43 letters, digits, `-` and `_`. */
    keyOf: async (orderId: string, version: number): Promise<string> =>
      `${version}.${base64Url(await sign(text(orderId, version)))}`,
    /** For an SMS: 22 letters, digits, `-` and `_` (128 bits), which do not contain the version. */
    shortKeyOf: async (orderId: string, version: number): Promise<string> => {
      const signature = await sign(text(orderId, version, 'short-link'));
      return base64Url(signature.slice(0, 16));
    },
    /** The version for which this key of the order was made; null when it is not a key of this order. */
    versionOf: async (orderId: string, key: string): Promise<number | null> => {
      const [, version = '', letters = ''] = /^([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(key) ?? [];
      return (await isSigned(text(orderId, Number(version)), letters)) ? Number(version) : null;
    },
  };
}
