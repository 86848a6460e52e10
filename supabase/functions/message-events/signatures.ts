import { sameSecret } from '../_shared/secrets/same-secret.ts';
import { hmacSha256 } from '../_shared/secrets/sha256.ts';

/** Seconds by which a signed time may differ from the clock: an older request is a recorded one. */
const tolerance = 300;

/**
 * Whether a request is signed by Svix, as Resend's are: https://docs.svix.com/receiving/verifying-payloads/how-manual.
 * @param secret `whsec_` and the key in base64
 * @param now milliseconds
 */
export function isSignedBySvix(headers: Headers, body: string, secret: string, now: number): boolean {
  const id = headers.get('svix-id') ?? '';
  const timestamp = headers.get('svix-timestamp') ?? '';
  const given = headers.get('svix-signature') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance) return false;
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
  const signature = hmacSha256(key, `${id}.${timestamp}.${body}`);
  const expected = `v1,${btoa(String.fromCharCode(...signature))}`;
  // Several while the secret is being changed.
  return given.split(' ').some((one) => sameSecret(one, expected));
}

/** Whether a request is signed by Meta: `X-Hub-Signature-256: sha256=` and the HMAC of the body in hex. */
export function isSignedByMeta(headers: Headers, body: string, appSecret: string): boolean {
  const signature = hmacSha256(appSecret, body);
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return sameSecret(headers.get('x-hub-signature-256') ?? '', `sha256=${hex}`);
}
