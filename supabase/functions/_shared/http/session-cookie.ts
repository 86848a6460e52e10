import { signedInFlag } from '../contract/current-user.ts';
import { base64Url } from '../secrets/base64-url.ts';
import { edgeProxyHeaders } from './edge-proxy-call.ts';
import { sha256Hex } from '../secrets/sha256.ts';

/** Days a session lasts after its last use. */
export const sessionDays = 30;
/** Days after a sign-in for which the cookie lasts; SQL then ends the session even if it is in use. */
export const sessionCookieDays = 90;
/** Days for which a device is known after a sign-in; the database keeps it as long. */
const deviceDays = 180;

/** `__Host-` binds the cookie to this very host over HTTPS; browsers refuse it on http, so a local shop uses the plain name. */
function cookieName(siteOrigin: string, name = 'sid'): string {
  return siteOrigin.startsWith('https:') ? `__Host-${name}` : name;
}

/** The session cookie's value, null when there is none or it cannot be one of ours. */
export function readSessionCookie(headers: Headers, siteOrigin: string): string | null {
  return readCookie(headers, cookieName(siteOrigin));
}

/** The value of the cookie that makes a device known; null without one. It signs nobody in. */
export function readDeviceCookie(headers: Headers, siteOrigin: string): string | null {
  return readCookie(headers, cookieName(siteOrigin, 'device'));
}

function readCookie(headers: Headers, name: string): string | null {
  // The edge proxy also sends the shop's cookies in its own header, in case the platform removes `Cookie`.
  const cookies = [edgeProxyHeaders.cookies, 'cookie'].map((header) => headers.get(header) ?? '');
  for (const part of cookies.join(';').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

export function sessionCookie(value: string, siteOrigin: string): string {
  return cookie('sid', value, sessionCookieDays, siteOrigin);
}

/** Outlives sessions, so that a known device can sign in while others are guessing the password. */
export function deviceCookie(value: string, siteOrigin: string): string {
  return cookie('device', value, deviceDays, siteOrigin);
}

/** Tells the page that somebody signed in here; it lasts as long as the session's cookie. */
export function signInMarkCookie(siteOrigin: string): string {
  return cookie(signedInFlag, '1', sessionCookieDays, siteOrigin).replace(' HttpOnly;', '');
}

function cookie(name: string, value: string, days: number, siteOrigin: string): string {
  const secure = siteOrigin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(siteOrigin, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${days * 86_400}${secure}`;
}

/** Makes the browser delete one of these cookies. */
export function expired(cookie: string): string {
  return cookie.replace(/=[^;]*/, '=').replace(/Max-Age=\d+/, 'Max-Age=0');
}

/** A new cookie value: 256 random bits, base64url. */
export function newSessionValue(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 in hex, as it is stored in the database. */
export const sessionId = (value: string): string => sha256Hex(value);
