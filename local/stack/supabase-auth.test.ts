import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type Listener } from './http-listener.ts';
import type { LocalSecrets } from './local-secrets.ts';
import { forwardToSupabaseAuth } from './supabase-auth.ts';

const secrets = {
  jwtSecret: 'the secret of the tokens',
  publishableKey: 'sb_publishable_a',
  secretKey: 'sb_secret_b',
} as LocalSecrets;
let service: Listener;
let url: string;

beforeAll(async () => {
  // Says what it was sent.
  service = await listen(0, async (request) =>
    request.url.includes('/verify')
      ? new Response(null, { status: 303, headers: { location: 'http://127.0.0.1:1/reset-password' } })
      : Response.json({
          method: request.method,
          address: request.url.replace(url, ''),
          token: request.headers.get('authorization')?.replace('Bearer ', '') ?? '',
          forwardedFor: request.headers.get('sb-forwarded-for'),
          apikey: request.headers.get('apikey'),
          body: await request.text(),
        }),
  );
  url = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`;
});
afterAll(() => service.stop());

const send = (path: string, init: RequestInit) =>
  forwardToSupabaseAuth(url, new Request(`http://127.0.0.1:54321/auth/v1/${path}`, init), secrets);
const seen = async (path: string, init: RequestInit) =>
  (await (await send(path, init)).json()) as Record<string, string>;

/** The role of a token, if it is signed with the shop's secret. */
function roleOf(token = ''): string {
  const [head = '', body = '', signature] = token.split('.');
  const signed = createHmac('sha256', secrets.jwtSecret).update(`${head}.${body}`).digest('base64url');
  if (signed !== signature) return 'not signed';
  return (JSON.parse(Buffer.from(body, 'base64url').toString()) as { role: string }).role;
}

it('a call with a key has the role of the key there, with or without the key as its token', async () => {
  for (const [key, role] of [
    [secrets.publishableKey, 'anon'],
    [secrets.secretKey, 'service_role'],
  ] as const)
    for (const authorization of [[], [['authorization', `Bearer ${key}`]]] as [string, string][][])
      expect(roleOf((await seen('signup', { headers: [['apikey', key], ...authorization] })).token)).toBe(
        role,
      );
});

it('a person’s token, the shopper’s address and what is sent arrive as they are, the key does not', async () => {
  const headers = {
    apikey: secrets.secretKey,
    authorization: 'Bearer a.b.c',
    'sb-forwarded-for': '197.136.0.1',
  };
  expect(await seen('token?grant_type=password', { method: 'POST', headers, body: '{"a":1}' })).toEqual({
    method: 'POST',
    address: '/token?grant_type=password',
    token: 'a.b.c',
    forwardedFor: '197.136.0.1',
    apikey: null,
    body: '{"a":1}',
  });
  const ofBrowser = { ...headers, apikey: secrets.publishableKey };
  expect((await seen('signup', { headers: ofBrowser })).forwardedFor).toBeNull();
});

it('a wrong key is refused before it gets there; the link of a mail needs none, and its redirect is the browser’s', async () => {
  expect((await send('signup', { headers: { apikey: 'sb_secret_other' } })).status).toBe(401);
  expect((await send('signup', {})).status).toBe(401);
  const opened = await send('verify?token=t&type=recovery', {});
  expect([opened.status, opened.headers.get('location')]).toEqual([303, 'http://127.0.0.1:1/reset-password']);
});
