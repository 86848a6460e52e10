import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the time reveals nothing about the secret but its length. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return a.length === b.length && timingSafeEqual(a, b);
}
