import { expect, it } from 'vitest';
import {
  expired,
  newSessionValue,
  readSessionCookie,
  sessionCookie,
  sessionId,
  signInMarkCookie,
} from './session-cookie.ts';

const https = 'https://shop.example';
const http = 'http://127.0.0.1:8888';
const value = 'a'.repeat(43);
const read = (cookie: string | null, origin = https) =>
  readSessionCookie(new Headers(cookie === null ? {} : { cookie }), origin);

it('on the site the cookie is bound to this very host, cannot be read by scripts and lasts ninety days', () => {
  expect(sessionCookie(value, https)).toBe(
    `__Host-sid=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure`,
  );
  expect(sessionCookie(value, http)).toBe(`sid=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=7776000`);
});

it('signing out deletes it', () => {
  expect(expired(sessionCookie(value, https))).toBe(
    '__Host-sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
  );
});

it('scripts can read only that somebody is signed in', () => {
  expect(signInMarkCookie(https)).toBe('__Host-signed-in=1; Path=/; SameSite=Lax; Max-Age=7776000; Secure');
  expect(expired(signInMarkCookie(http))).toBe('signed-in=; Path=/; SameSite=Lax; Max-Age=0');
  expect(read('__Host-signed-in=1')).toBeNull();
});

it('is found among other cookies, under the name of this site only', () => {
  expect(read(`theme=dark; __Host-sid=${value}; x=1`)).toBe(value);
  expect(read(`sid=${value}`)).toBeNull();
  expect(read(`sid=${value}`, http)).toBe(value);
  expect(read(`__Host-sid=${value}`, http)).toBeNull();
  expect(read(null)).toBeNull();
});

it('is also read from the edge proxy’s own header, where the platform removes the other', () => {
  const copy = new Headers({ 'x-shop-cookies': `__Host-device=x; __Host-sid=${value}` });
  expect(readSessionCookie(copy, https)).toBe(value);
});

it.each([`${value}a`, value.slice(1), `${value.slice(1)}!`, ''])('%s cannot be one of ours', (other) => {
  expect(read(`__Host-sid=${other}`)).toBeNull();
  expect(read(`__Host-sid=${other}; __Host-sid=${value}`)).toBe(value);
});

it('new values are valid and unique', () => {
  const values = Array.from({ length: 200 }, newSessionValue);
  expect(values.map((each) => read(`__Host-sid=${each}`))).toEqual(values);
  expect(new Set(values).size).toBe(200);
});

it('the database stores the SHA-256 of the value', () => {
  expect(sessionId('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
