// @ts-types="./node-crypto.ts"
import { createHash } from 'node:crypto';
import type { createHash as CreateHash } from './node-crypto.ts';

/** SHA-256 in hex, as it is stored in the database. */
export const sha256Hex = (text: string): string => sha256('hex', text);

/**
 * Hashes one part after the other. Synchronous: `crypto.subtle` does it in another thread, which takes longer than hashing
 * a few kilobytes.
 */
export function sha256(encoding: 'hex' | 'base64url', ...parts: (string | Uint8Array)[]): string {
  const hash: ReturnType<typeof CreateHash> = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest(encoding);
}
