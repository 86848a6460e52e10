import { base64Url, fromBase64Url } from './base64-url.ts';

/** Writes text so that only who has the key can read it, and only where it was written. */
export type Sealer = {
  /** @param place what the text belongs to, such as the id of its row; it is not stored */
  seal(text: string, place: string): Promise<string>;
  /** Null for what was not sealed for this place with this key. */
  open(sealed: string, place: string): Promise<string | null>;
};

/** In front of what was sealed; another way of sealing gets another. */
const version = 'v1';
/** Bytes of AES-GCM's nonce (NIST SP 800-38D). */
const nonceBytes = 12;

/**
 * Seals with AES-256-GCM.
 * @param secret a long random text, the same in every process
 * @param purpose what is sealed: another purpose has another key
 */
export function sealer(secret: string, purpose: string): Sealer {
  const key = deriveKey(secret, purpose);
  return {
    seal: async (text, place) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const sealed = await crypto.subtle.encrypt(algorithm(nonce, place), await key, bytesOf(text));
      return `${version}.${base64Url(nonce)}.${base64Url(new Uint8Array(sealed))}`;
    },
    open: async (sealed, place) => {
      const [how, nonce, text] = sealed.split('.');
      if (how !== version || !nonce || !text) return null;
      try {
        const opened = await crypto.subtle.decrypt(
          algorithm(fromBase64Url(nonce), place),
          await key,
          fromBase64Url(text),
        );
        return new TextDecoder().decode(opened);
      } catch {
        return null;
      }
    },
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(place),
});

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
