// @ts-types="./node-crypto.ts"
import { createHash, createHmac } from 'node:crypto';
import type { createHash as CreateHash, createHmac as CreateHmac } from './node-crypto.ts';

/*
 * Synchronous: `crypto.subtle` computes in another thread, which takes ten times as long as the hash of a short text.
 */

/** SHA-256 in hex, as it is stored in the database. */
export const sha256Hex = (text: string): string => sha256('hex', text);

/** SHA-256 of one part after the other. */
export function sha256(encoding: 'hex' | 'base64url', ...parts: (string | Uint8Array)[]): string {
  const hash: ReturnType<typeof CreateHash> = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest(encoding);
}

/** A signature that nobody can make who does not have the key: 32 bytes. */
export function hmacSha256(key: string | Uint8Array, text: string): Uint8Array {
  const hmac: ReturnType<typeof CreateHmac> = createHmac('sha256', key);
  return hmac.update(text).digest();
}
