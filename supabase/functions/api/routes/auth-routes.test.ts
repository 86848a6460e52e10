import { describe, expect, it } from 'vitest';
import { Refusal } from '../../_shared/http/refusal.ts';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie, tokens, user } from '../../../tests/api-under-test.ts';
import { answeredAfterPause, endPauses } from '../../../../local/testing/pauses.ts';

describe('signing in', () => {
  const login = { email: 'ada@example.com', password: 'secret' };

  it('opens a session under a new cookie', async () => {
    const { call, sessions } = api();
    const browser = { 'x-shop-user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/147.0 Safari/537.36' };
    const { headers, body } = await call('POST', '/api/auth/login', login, browser);
    const set = headers.get('x-shop-cookie') ?? '';
    const value = /^sid=([\w-]{43});/.exec(set)?.[1] ?? '';
    expect(set).toContain(', signed-in=1; ');
    expect(sessions.open).toHaveBeenCalledWith(
      sessionId(value),
      expect.objectContaining({ userId: 'ada' }),
      'Chrome on Windows',
    );
    expect(body).toEqual({ user });
  });

  it('makes the device known for half a year, and sends its cookie again the next time', async () => {
    endPauses();
    const { call, limits } = api();
    const sourceOf = (i: number) => limits.signIn.mock.calls[i]?.[1];
    const first = await call('POST', '/api/auth/login', login, {
      'x-shop-client-address': '10.0.0.7',
      'x-shop-user-agent': 'Firefox/145.0 (Windows)',
    });
    const deviceIn = ({ headers }: typeof first) =>
      headers
        .get('x-shop-cookie')
        ?.split(', ')
        .find((set) => set.startsWith('device='));
    const set = deviceIn(first) ?? '';
    const value = /^device=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/.exec(set)?.[1];
    expect(sourceOf(0)).toEqual({
      clientAddress: '10.0.0.7',
      device: value,
      browser: 'Firefox on Windows',
    });
    const again = await call('POST', '/api/auth/login', login, { cookie: `sid=${cookie}; device=${value}` });
    expect([sourceOf(1), deviceIn(again)]).toEqual([
      { clientAddress: '', device: value, browser: null },
      set,
    ]);
    limits.signIn.mockRejectedValue(new Refusal('bad_credentials'));
    const wrong = await call('POST', '/api/auth/login', login);
    expect([wrong.status, wrong.headers.get('x-shop-cookie')]).toEqual([401, null]);
  });

  it('with a wrong password takes as long for an unknown e-mail as for a known one', async () => {
    const { call, limits } = api();
    limits.signIn.mockRejectedValue(new Refusal('bad_credentials'));
    expect((await answeredAfterPause(() => call('POST', '/api/auth/login', login))).status).toBe(401);
  });

  it('replaces the guest’s session', async () => {
    const { call, calls, sessions } = api({});
    const { status, headers } = await call('POST', '/api/auth/register', {
      ...login,
      name: 'Ada Lovelace',
      phone: '0712345678',
      address: 'Milimani, Kisumu',
    });
    expect([status, headers.get('x-shop-cookie')?.includes(cookie)]).toEqual([201, false]);
    expect(sessions.replace.mock.calls[0]?.[0]).toBe(sessionId(cookie));
    expect(calls).not.toContain('open');
  });

  it('without a profile is no sign-in', async () => {
    const { call, accounts, calls } = api();
    accounts.profile.mockResolvedValue(null);
    expect((await call('POST', '/api/auth/login', login)).status).toBe(500);
    expect(calls).not.toContain('open');
  });

  it('alone does not end the account’s other sessions; a new password does', async () => {
    const { call, calls } = api(tokens());
    await call('POST', '/api/auth/login', login);
    expect(calls).not.toContain('endOthers');
    for (const [path, body] of [
      ['/api/auth/reset-password', { token: 'link', password: 'new secret' }],
      ['/api/auth/password', { currentPassword: 'secret', newPassword: 'new secret' }],
    ] as const) {
      const shop = api(tokens());
      expect((await shop.call('POST', path, body)).status).toBe(200);
      const newSid: unknown = shop.sessions.replace.mock.calls[0]?.[1];
      expect(shop.sessions.endOthers.mock.calls).toEqual([[newSid]]);
      expect(shop.passwords.endOtherSignIns).toHaveBeenCalledWith('access');
    }
  });

  it('a new password stands although the auth service could not end the other sign-ins', async () => {
    const { call, passwords, log } = api(tokens());
    passwords.endOtherSignIns.mockRejectedValue(new Error('gone'));
    const { status } = await call('POST', '/api/auth/reset-password', {
      token: 'link',
      password: 'new secret',
    });
    expect(status).toBe(200);
    expect(log).toHaveBeenCalledWith({ level: 'warn', event: 'sign_out_failed', message: 'Error: gone' });
  });

  it('a password is changed for the caller’s own address, and for nobody without a profile', async () => {
    const body = { currentPassword: 'secret', newPassword: 'new secret' };
    const { call, passwords } = api(tokens());
    await call('POST', '/api/auth/password', body);
    expect(passwords.change).toHaveBeenCalledWith('ada@example.com', 'secret', 'new secret', '');
    const nobody = api(tokens());
    nobody.accounts.profile.mockResolvedValue(null);
    expect((await nobody.call('POST', '/api/auth/password', body)).status).toBe(401);
    expect(nobody.calls).not.toContain('change');
    expect((await api().call('POST', '/api/auth/password', body)).status).toBe(401);
  });

  it('a password reset answers the same when the mail could not be sent, which is logged', async () => {
    endPauses();
    const { call, passwords, log } = api();
    passwords.sendResetLink.mockRejectedValue(new Error('no mail: 400 email_address_not_authorized'));
    const asked = () => call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' });
    expect(await asked()).toMatchObject({ status: 200, body: { success: true } });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ level: 'error', event: 'password_mail_failed' }),
    );
    passwords.sendResetLink.mockRejectedValue(new Refusal('service_unavailable'));
    expect((await asked()).status).toBe(503);
  });

  it('a password reset takes as long with an account as without', async () => {
    const asked = () => api().call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' });
    expect((await answeredAfterPause(asked)).body).toEqual({ success: true });
  });
});

describe('the log of security', () => {
  it('has a line about each sign-in, refusal and limit, and in it no e-mail, password or whole address', async () => {
    endPauses();
    const { call, limits, log } = api();
    const wrong = { email: 'Ada@example.com', password: 'correct horse' };
    const from = { 'x-shop-client-address': '41.90.64.17' };
    await call('POST', '/api/auth/login', wrong, from);
    limits.signIn.mockRejectedValueOnce(new Refusal('bad_credentials'));
    await call('POST', '/api/auth/login', wrong, from);
    limits.signIn.mockRejectedValueOnce(new Refusal('too_many_requests'));
    await call('POST', '/api/auth/login', wrong, from);
    await call('GET', '/api/products', undefined, { 'x-shop-secret': 'guess' });
    const lines = log.mock.calls.map(([line]) => line as Record<string, unknown>);
    const account = sessionId('ada@example.com').slice(0, 16);
    expect(lines.filter(({ event }) => event === 'security')).toMatchObject([
      { what: 'sign_in', account, network: '41.90.64.0/24' },
      { what: 'sign_in_failed', account, network: '41.90.64.0/24' },
      { what: 'limited', account, network: '41.90.64.0/24' },
      { what: 'forbidden', account: null, network: 'unknown' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/ada@|correct horse|64\.17/i);
  });

  it('names who proved their password by their account’s hash', async () => {
    const { call, log } = api(tokens());
    await call('POST', '/api/auth/password/prove', { currentPassword: 'a long password' });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ what: 'password_proved', account: sessionId('ada').slice(0, 16) }),
    );
    // As every request names its caller, and the route in place of the whole address.
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({
        event: 'request',
        route: '/api/auth/password/prove',
        who: sessionId('ada').slice(0, 16),
      }),
    );
  });
});

describe('signing out', () => {
  it('ends the session and the sign-in, and takes the cookie back', async () => {
    const { call, sessions, accounts } = api(tokens());
    const { headers, body } = await call('POST', '/api/auth/logout');
    expect(sessions.close).toHaveBeenCalledWith(sessionId(cookie));
    expect(accounts.signOut).toHaveBeenCalledWith('access');
    const ended = headers.get('x-shop-cookie')?.split(', ');
    expect(ended?.map((set) => /^([\w-]+)=;.* Max-Age=0$/.exec(set)?.[1])).toEqual(['sid', 'signed-in']);
    expect(body).toEqual({ success: true });
  });

  it('works although the auth service is in trouble, and without a session', async () => {
    const trouble = api(tokens({ accessExpiresAt: 0 }));
    trouble.accounts.refresh.mockRejectedValue(new Refusal('service_unavailable'));
    expect((await trouble.call('POST', '/api/auth/logout')).status).toBe(200);
    expect(trouble.calls).toContain('close');
    expect(trouble.calls).not.toContain('signOut');
    const { call, accounts, log } = api(tokens());
    accounts.signOut.mockRejectedValue(new Error('gone'));
    expect((await call('POST', '/api/auth/logout')).status).toBe(200);
    expect(log).toHaveBeenCalledWith({ level: 'warn', event: 'sign_out_failed', message: 'Error: gone' });
    const nobody = api();
    expect((await nobody.call('POST', '/api/auth/logout')).status).toBe(200);
    expect(nobody.calls).toEqual([]);
  });
});
