/** Byte by byte: a function takes some ten thousand arguments at most. */
export const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Bytes as letters, digits, `-` and `_`, without padding. */
export const base64Url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A text in the same letters. */
export const base64UrlOfText = (text: string): string => base64Url(new TextEncoder().encode(text));

/** The bytes again. @throws Error when it is not base64 */
export function fromBase64Url(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0),
  );
}

/** The text again. @throws Error when it never was one */
export const textOfBase64Url = (letters: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(letters));
