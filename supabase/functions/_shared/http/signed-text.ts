/**
 * Signs texts with a secret (HMAC with SHA-256), for keys that nobody can make who does not have it and that are
 * stored nowhere.
 */
export function signedText(secret: string) {
  const signingKey = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  return {
    sign: async (text: string): Promise<Uint8Array> =>
      new Uint8Array(await crypto.subtle.sign('HMAC', await signingKey, bytesOf(text))),
    /** @param letters the whole signature, as `base64Url` writes it */
    isSigned: async (text: string, letters: string): Promise<boolean> => {
      if (!/^[A-Za-z0-9_-]{43}$/.test(letters)) return false;
      const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
      const signature = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
      return crypto.subtle.verify('HMAC', await signingKey, signature, bytesOf(text));
    },
  };
}
