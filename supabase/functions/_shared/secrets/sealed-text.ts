import { base64Url, fromBase64Url } from './base64-url.ts';

/** Encrypts text, bound to the context where it is stored. */
export type Sealer = {
  /** @param context what the text belongs to, such as the id of its row; not stored */
  seal(text: string, context: string): Promise<string>;
  /** Null when it was not encrypted with this key for this context. */
  open(sealed: string, context: string): Promise<string | null>;
};

/** The format of encrypted texts, as their prefix. */
const version = 'v1';
/** Bytes of AES-GCM's nonce (NIST SP 800-38D). */
const nonceBytes = 12;

/**
 * Seals with AES-256-GCM.
 * @param secret a long random text, the same in every process
 * @param purpose what is encrypted; each purpose has its own key
 */
export function sealer(secret: string, purpose: string): Sealer {
  const key = deriveKey(secret, purpose);
  return {
    seal: async (text, context) => {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const sealed = await crypto.subtle.encrypt(algorithm(nonce, context), await key, bytesOf(text));
      return `${version}.${base64Url(nonce)}.${base64Url(new Uint8Array(sealed))}`;
    },
    open: async (sealed, context) => {
      const [prefix, nonce, text] = sealed.split('.');
      if (prefix !== version || !nonce || !text) return null;
      try {
        const opened = await crypto.subtle.decrypt(
          algorithm(fromBase64Url(nonce), context),
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

const algorithm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(context),
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
