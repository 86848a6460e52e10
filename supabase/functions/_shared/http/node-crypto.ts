/** The part of `node:crypto` that the functions use; why: see async-local-storage.ts. */
type Hash = { update(data: string | Uint8Array): Hash; digest(encoding: 'hex' | 'base64url'): string };
export declare function createHash(algorithm: 'sha256'): Hash;

type Hmac = { update(data: string): Hmac; digest(): Uint8Array };
export declare function createHmac(algorithm: 'sha256', key: string | Uint8Array): Hmac;
