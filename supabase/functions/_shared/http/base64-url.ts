/** Bytes as letters, digits, `-` and `_`, without padding. */
export const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A text in the same letters. */
export const base64UrlOfText = (text: string): string => base64Url(new TextEncoder().encode(text));

/** The text again. @throws Error when it never was one */
export function textOfBase64Url(letters: string): string {
  const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
  );
}
