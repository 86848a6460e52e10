import { createHash, createHmac } from 'node:crypto';

/** SHA-256 in hex, as it is stored in the database. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A signature that nobody can make who does not have the key: 32 bytes. */
export const hmacSha256 = (key: string | Uint8Array, text: string): Uint8Array =>
  createHmac('sha256', key).update(text).digest();
