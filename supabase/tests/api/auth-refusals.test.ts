import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen, type Listener } from '../../../local/stack/http-listener.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { confirmationKeys } from '../../functions/_shared/secrets/confirmation-key.ts';
import { sealer } from '../../functions/_shared/secrets/sealed-text.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';
import { createApp } from '../../functions/api/app.ts';
import { supabaseAccounts, supabaseEmailConfirmations } from '../../functions/api/data/supabase-accounts.ts';
import { supabaseLimits } from '../../functions/api/data/supabase-limits.ts';
import { supabasePasswords } from '../../functions/api/data/supabase-passwords.ts';
import { supabaseSecondFactors } from '../../functions/api/data/supabase-second-factors.ts';
import { supabaseSessions } from '../../functions/api/data/supabase-sessions.ts';
import type { Deps } from '../../functions/api/deps.ts';
import { registration } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { newestMailTo } from '../local-mail.ts';
import { openTestDatabase } from '../test-database.ts';

/*
 * What the hosted auth service refuses and the local one never does: its limits, its quota of mails, addresses that its
 * own mail service does not write to, settings that are off. A stand-in between the api function and the local service
 * gives these answers, word for word, and passes on everything else. The function runs in this process.
 */
const sql = openTestDatabase();
const { addresses, keys } = stackUnderTest();

/** As the auth service writes it for the API version 2024-01-01, which its client asks for. */
type Refused = { status: number; code: string; message: string; weak_password?: { reasons: string[] } };
const refused = (status: number, code: string, message: string): Refused => ({ status, code, message });

const tooManyRequests = refused(429, 'over_request_rate_limit', 'Request rate limit reached');
const mailQuota = refused(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
const mailTooSoon = refused(
  429,
  'over_email_send_rate_limit',
  'For security purposes, you can only request this after 41 seconds.',
);
const notAuthorized = (status: number) =>
  refused(
    status,
    'email_address_not_authorized',
    'Email address "akinyi@example.com" cannot be used as it is not authorized',
  );
const signupDisabled = refused(422, 'signup_disabled', 'Signups not allowed for this instance');
const providerDisabled = refused(422, 'email_provider_disabled', 'Email logins are disabled');
const signupsByMailDisabled = refused(400, 'email_provider_disabled', 'Email signups are disabled');
const captchaFailed = refused(400, 'captcha_failed', 'captcha protection: request disallowed');
const leaked = 'Password is known to be weak and easy to guess, please choose a different one.';
const weakPassword: Refused = {
  ...refused(422, 'weak_password', leaked),
  weak_password: { reasons: ['pwned'] },
};

/** What the next calls to a path of the auth service are answered; everything else reaches the service. */
const refusals = new Map<string, Refused>();
const requestedPaths: string[] = [];

async function authOrItsRefusal(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  requestedPaths.push(pathname);
  const refusal = refusals.get(pathname);
  if (refusal) {
    const { status, ...body } = refusal;
    const headers = {
      'x-supabase-api-version': '2024-01-01',
      // Not with a weak password.
      ...(!refusal.weak_password && { 'x-sb-error-code': refusal.code }),
    };
    return Response.json(body, { status, headers });
  }
  const headers = new Headers(request.headers);
  for (const name of ['host', 'connection', 'content-length']) headers.delete(name);
  const { method } = request;
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer();
  const answer = await fetch(addresses.supabase + pathname + search, { method, headers, body });
  const forwardedHeaders = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    forwardedHeaders.delete(name);
  const text = await answer.text();
  return new Response([204, 304].includes(answer.status) ? null : text, {
    status: answer.status,
    headers: forwardedHeaders,
  });
}

const listeners: Listener[] = [];
const serve = async (handler: (request: Request) => Response | Promise<Response>) => {
  const listener = await listen(0, handler);
  listeners.push(listener);
  return `http://127.0.0.1:${(listener.server.address() as AddressInfo).port}`;
};

let shop: string;
const log = vi.fn<(line: Record<string, unknown>) => void>();
const errors = () => log.mock.calls.map(([line]) => line).filter(({ level }) => level === 'error');

beforeAll(async () => {
  // supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
  vi.stubGlobal('WebSocket', class {});
  const clients = supabaseClients(
    new Map([
      ['SUPABASE_URL', await serve(authOrItsRefusal)],
      ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
      ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
    ]),
  );
  const app = createApp({
    edgeProxySecret: 'secret',
    accounts: supabaseAccounts(clients),
    passwords: supabasePasswords(clients, addresses.site),
    emailConfirmations: supabaseEmailConfirmations(clients, confirmationKeys('the secret of the links')),
    secondFactors: supabaseSecondFactors(clients, sealer(randomBytes(32).toString('base64'), 'factors')),
    sessions: supabaseSessions(clients, sealer(randomBytes(32).toString('base64'), 'session tokens')),
    limits: supabaseLimits(clients),
    sendMessages: () => {},
    log,
  } as unknown as Deps);
  // As the edge proxy does.
  shop = await serve(async (request) => {
    const headers = new Headers(request.headers);
    headers.set('x-shop-secret', 'secret');
    headers.set('x-shop-origin', addresses.site);
    const { method, url } = request;
    const body = method === 'GET' ? null : await request.text();
    const reply = await app.fetch(new Request(url, { method, headers, body }));
    const answer = new Headers(reply.headers);
    for (const set of reply.headers.get('x-shop-cookie')?.split(', ') ?? []) answer.append('set-cookie', set);
    return new Response(await reply.text(), { status: reply.status, headers: answer });
  });
});
afterAll(async () => {
  for (const listener of listeners) await listener.stop();
});
beforeEach(() => {
  log.mockClear();
  requestedPaths.length = 0;
});
afterEach(() => refusals.clear());

const auth = {
  signIn: '/auth/v1/token',
  signUp: '/auth/v1/signup',
  recover: '/auth/v1/recover',
  user: '/auth/v1/user',
  profiles: '/rest/v1/users',
};

async function customer() {
  const visitor = new Visitor(shop);
  const typed = registration();
  const { status } = await visitor.post('/api/auth/register', typed);
  expect(status).toBe(201);
  return { visitor, typed };
}
const signIn = (typed: { email: string; password: string }, visitor = new Visitor(shop)) =>
  visitor.post<ErrorReply>('/api/auth/login', { email: typed.email, password: typed.password });

/** What the shopper reads. */
const limited = {
  status: 429,
  body: { code: 'too_many_requests', message: 'Too many attempts. Please try again in 60 seconds.' },
};
const notNow = {
  status: 503,
  body: {
    code: 'service_unavailable',
    message: 'The shop is not reachable at the moment. Please try again in a minute.',
  },
};

/** The owner's log has a fault of the settings once, under the shopper's number, and names nobody. */
function expectFaultInLog({ code }: Refused, { requestId }: ErrorReply): void {
  const [fault, ...more] = errors();
  expect(more).toEqual([]);
  expect(fault).toMatchObject({ requestId, message: expect.stringContaining(code) as string });
  expect(JSON.stringify(fault)).not.toContain('@');
}

describe('when the hosted auth service refuses a sign-in', () => {
  it.each([
    [tooManyRequests, limited],
    [providerDisabled, notNow],
    [captchaFailed, notNow],
  ])(
    'with $code, the reply does not say that the password is wrong, and it is not counted as a guess',
    async (refusal, expected) => {
      const { typed } = await customer();
      refusals.set(auth.signIn, refusal);
      // More often than one may guess.
      for (let tries = 0; tries < 6; tries += 1) {
        log.mockClear();
        const answer = await signIn(typed);
        expect(answer).toMatchObject(expected);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        if (expected === notNow) expectFaultInLog(refusal, answer.body);
        else expect(errors()).toEqual([]);
      }
      expect(requestedPaths.filter((path) => path === auth.signIn)).toHaveLength(6);
      refusals.clear();
      expect((await signIn(typed)).status).toBe(200);
    },
  );
});

describe('when the hosted auth service refuses a registration', () => {
  it.each([
    [tooManyRequests, limited],
    [mailQuota, limited],
    [notAuthorized(400), notNow],
    [notAuthorized(403), notNow],
    [signupDisabled, notNow],
    [signupsByMailDisabled, notNow],
    // It waits for a click in its own mail.
    [{ status: 200, code: 'Confirm email', message: '' }, notNow],
  ])(
    'with $status $code, no incomplete account is left, and the same details work later',
    async (refusal, expected) => {
      const typed = registration();
      const visitor = new Visitor(shop);
      const register = () => visitor.post<ErrorReply>('/api/auth/register', typed);
      refusals.set(auth.signUp, refusal);
      const answer = await register();
      expect(answer).toMatchObject(expected);
      if (expected === notNow) expectFaultInLog(refusal, answer.body);
      else expect(errors()).toEqual([]);
      expect(await sql`select id from public.users where email = ${typed.email}`).toEqual([]);
      expect(visitor.cookie).toBe('');
      refusals.clear();
      expect((await register()).status).toBe(201);
      expect((await signIn(typed)).status).toBe(200);
    },
  );

  it('or the database then refuses the profile, the same details work later', async () => {
    const typed = registration();
    refusals.set(auth.profiles, { status: 503, code: 'PGRST001', message: '' });
    expect(await new Visitor(shop).post('/api/auth/register', typed)).toMatchObject(notNow);
    expect(await sql`select id from auth.users where email = ${typed.email}`).toEqual([]);
    refusals.clear();
    expect((await new Visitor(shop).post('/api/auth/register', typed)).status).toBe(201);
    const [account] = await sql`
      select u.name, a.raw_user_meta_data::text as told from public.users u join auth.users a using (id) where u.email = ${typed.email}`;
    expect(account?.name).toBe(typed.name);
    expect(account?.told).not.toContain(typed.name);
  });

  it('because of the password, the reason is shown at its field', async () => {
    refusals.set(auth.signUp, weakPassword);
    const answer = await new Visitor(shop).post('/api/auth/register', registration());
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { password: leaked } },
    });
    expect(errors()).toEqual([]);
  });
});

describe('when the hosted auth service refuses the mail for a new password', () => {
  const forgot = ({ email }: { email: string }) =>
    new Visitor(shop).post<ErrorReply>('/api/auth/forgot-password', { email });

  it.each([mailQuota, notAuthorized(400), notAuthorized(403)])(
    'with $status $code, the answer is the one that everybody gets, and the owner’s log says that no mail went',
    async (refusal) => {
      const { typed } = await customer();
      refusals.set(auth.recover, refusal);
      expect(await forgot(typed)).toMatchObject({ status: 200, body: { success: true } });
      expect(errors()).toMatchObject([
        { event: 'password_mail_failed', message: expect.stringContaining(refusal.code) as string },
      ]);
      expect(JSON.stringify(errors())).not.toContain('@');
    },
  );

  it('because this address just had one, the reply does not reveal that it has an account', async () => {
    const { typed } = await customer();
    refusals.set(auth.recover, mailTooSoon);
    expect(await forgot(typed)).toMatchObject({ status: 200, body: { success: true } });
    expect(errors()).toEqual([]);
  });

  it('because of too many requests, the caller is told to wait: no mail was sent', async () => {
    const { typed } = await customer();
    refusals.set(auth.recover, tooManyRequests);
    expect(await forgot(typed)).toMatchObject(limited);
    refusals.clear();
    expect((await forgot(typed)).status).toBe(200);
  });
});

describe('when the hosted auth service refuses a change of the password', () => {
  const fresh = 'jiwe-la-msingi';
  it.each([
    ['at the present one, by a limit', auth.signIn, tooManyRequests, limited],
    ['at the present one, by a setting', auth.signIn, captchaFailed, notNow],
    ['at the new one, by a limit', auth.user, tooManyRequests, limited],
    [
      'at the new one, by what it is',
      auth.user,
      weakPassword,
      { status: 400, body: { code: 'invalid_request', fields: { newPassword: leaked } } },
    ],
  ])('%s, the current one stays valid and they stay signed in', async (_, path, refusal, expected) => {
    const { visitor, typed } = await customer();
    const change = () =>
      visitor.post<ErrorReply>('/api/auth/password', {
        currentPassword: typed.password,
        newPassword: fresh,
      });
    refusals.set(path, refusal);
    const answer = await change();
    expect(answer).toMatchObject(expected);
    if (expected === notNow) expectFaultInLog(refusal, answer.body);
    refusals.clear();
    expect((await visitor.get('/api/auth/me')).status).toBe(200);
    expect((await signIn(typed)).status).toBe(200);
    expect((await change()).status).toBe(200);
    expect((await signIn({ ...typed, password: fresh })).status).toBe(200);
  });
});

describe('when the hosted auth service refuses the new password of a mailed link', () => {
  const fresh = 'jiwe-la-msingi';
  const spent = ' This link is used up: please ask for a new one.';
  const notSaved =
    'The new password could not be saved, and this link is used up: please ask for a new one in a minute.';

  it.each([
    ['by a limit', tooManyRequests, { status: 429, body: { code: 'too_many_requests', message: notSaved } }],
    [
      'by a setting',
      captchaFailed,
      { status: 503, body: { code: 'service_unavailable', message: notSaved } },
    ],
    ['by what it is', weakPassword, { status: 400, body: { fields: { password: `${leaked}${spent}` } } }],
  ])(
    '%s, they read that they need another link, the old one stands, and a new link works',
    async (_, refusal, expected) => {
      const { typed } = await customer();
      const visitor = new Visitor(shop);
      let token: string | undefined;
      const reset = async () => {
        const used = token;
        // Within a second Supabase Auth answers a second wish as if it sent a mail, and sends none.
        await expect
          .poll(
            async () => {
              await visitor.post('/api/auth/forgot-password', { email: typed.email });
              const mail = await newestMailTo(typed.email);
              return (token = /#token=([^"]+)"/.exec(mail?.html ?? '')?.[1]);
            },
            { interval: 1000, timeout: 5000 },
          )
          .not.toBe(used);
        return visitor.post('/api/auth/reset-password', { token, password: fresh });
      };
      refusals.set(auth.user, refusal);
      expect(await reset()).toMatchObject(expected);
      expect(visitor.cookie).toBe('');
      refusals.clear();
      expect((await signIn(typed)).status).toBe(200);
      expect((await reset()).status).toBe(200);
      expect((await signIn({ ...typed, password: fresh })).status).toBe(200);
    },
  );
});

it('a sign-in that cannot be renewed because of the limit is kept, and is renewed later', async () => {
  const { visitor, typed } = await customer();
  await sql`
    update private.sessions set sess = sess || '{"accessExpiresAt": 1}'
    where sess->>'userId' = (select id::text from public.users where email = ${typed.email})`;
  const me = () => visitor.get('/api/auth/me');
  refusals.set(auth.signIn, tooManyRequests);
  expect(await me()).toMatchObject(notNow);
  expect(visitor.cookie).not.toBe('');
  refusals.clear();
  // Some seconds later: until then others wait for the one that renews.
  await sql`update private.sessions set refresh_lease_until = now()`;
  expect((await me()).status).toBe(200);
});
