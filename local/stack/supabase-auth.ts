import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LocalSecrets } from './local-secrets.ts';

export const authPath = '/auth/v1/';

/** How long to wait for it: it can start only when the database does. */
const startTimeoutMs = 120_000;

/** The address of `AUTH_URL`, if it is set. @throws Error with a message for the user */
export function authUrlFromEnvironment({ AUTH_URL: url }: Record<string, string | undefined>) {
  if (!url) return undefined;
  if (URL.canParse(url) && ['127.0.0.1', 'localhost'].includes(new URL(url).hostname)) return url;
  throw new Error(`AUTH_URL=${url} is not an address on this machine, e.g. http://127.0.0.1:9999.`);
}

/** @throws Error with a message for the user when nothing answers there in time */
export async function waitForSupabaseAuth(url: string): Promise<void> {
  for (let waited = 0; waited < startTimeoutMs; waited += 200) {
    if ((await fetch(`${url}/health`).catch(() => null))?.ok) return;
    await wait(200);
  }
  throw new Error(`No Supabase Auth answers at ${url}/health: start it, or leave AUTH_URL out.`);
}

/**
 * Passes a request on to a Supabase Auth, as the gateway of a hosted project does: a key becomes a token with the role of
 * that key.
 */
export async function forwardToSupabaseAuth(
  url: string,
  request: Request,
  { jwtSecret, publishableKey, secretKey }: LocalSecrets,
): Promise<Response> {
  const roles = new Map([
    [publishableKey, 'anon'],
    [secretKey, 'service_role'],
  ]);
  const { pathname, search, searchParams } = new URL(request.url);
  const key = request.headers.get('apikey') ?? searchParams.get('apikey') ?? '';
  const role = roles.get(key);
  // The links of mails come without one.
  if (!role && pathname !== `${authPath}verify`)
    return Response.json({ message: 'Invalid API key' }, { status: 401 });
  const headers = new Headers(request.headers);
  for (const name of ['host', 'connection', 'content-length', 'apikey']) headers.delete(name);
  // Whoever has only the key of every browser could name any address.
  if (role !== 'service_role') headers.delete('sb-forwarded-for');
  const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
  if (role && (token === '' || roles.has(token)))
    headers.set('authorization', `Bearer ${tokenOf(role, jwtSecret)}`);
  const { method } = request;
  const answer = await fetch(`${url}/${pathname.slice(authPath.length)}${search}`, {
    method,
    headers,
    redirect: 'manual',
    body: ['GET', 'HEAD'].includes(method) ? undefined : await request.arrayBuffer(),
  });
  const replied = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) replied.delete(name);
  return new Response(answer.body, { status: answer.status, headers: replied });
}

/** For one request. */
function tokenOf(role: string, secret: string): string {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expiry = Math.floor(Date.now() / 1000) + 60;
  const text = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ role, exp: expiry })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
