import { base64Url } from './base64-url.ts';
import { signedText } from './signed-text.ts';

/**
 * Keys of the links that confirm an e-mail address: the confirmation's id and an HMAC of it. Someone who reads the database
 * cannot create one.
 */
export function confirmationKeys(secret: string) {
  const { sign, isSigned } = signedText(secret);
  const text = (confirmationId: string) => `email-confirmation:${confirmationId.toLowerCase()}`;
  return {
    /** The id, a dot, and 43 letters, digits, `-` and `_`. */
    keyOf: async (confirmationId: string): Promise<string> =>
      `${confirmationId}.${base64Url(await sign(text(confirmationId)))}`,
    /** The id for which this key was made; null for anything else. */
    idOf: async (key: string): Promise<string | null> => {
      const [, id = '', letters = ''] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(.+)$/i.exec(key) ?? [];
      return (await isSigned(text(id), letters)) ? id : null;
    },
  };
}
