import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../functions/_shared/contract/auth.ts';
import type {
  RecoveryCodes,
  SecondFactorSecret,
  SecondFactorState,
} from '../../functions/_shared/contract/second-factor.ts';
import { registered } from '../admin-visitor.ts';
import { Visitor } from '../api-visitor.ts';
import { platform } from '../platform-call.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const require = (isRequired: boolean) =>
  sql`update private.settings set second_factor_required = ${isRequired}`;
beforeAll(() => require(true));
afterAll(() => require(false));

const at = '/api/auth/second-factor';
const password = 'a long password';
const stateOf = async (visitor: Visitor) => (await visitor.get<SecondFactorState>(at)).body;
const prove = (visitor: Visitor, code: string) => visitor.post<SecondFactorState>(`${at}/prove`, { code });
/** What the app shows now, or will in so many half minutes. */
const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });
/** Six digits that the app shows at no time near. */
function wrongCodeOf(key: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((later) => codeOf(key, later)));
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.has(code)) ?? '';
}
const opens = async (visitor: Visitor) => (await visitor.get('/api/admin/stats')).status;

async function newAdmin() {
  const visitor = await registered(sql, 'admin');
  const [row] = await sql<Pick<User, 'email'>[]>`select email from public.users where id = ${visitor.userId}`;
  return { visitor, email: row?.email ?? '' };
}

async function withApp() {
  const { visitor, email } = await newAdmin();
  const { key } = (await visitor.post<SecondFactorSecret>(`${at}/begin`, {})).body;
  const used = codeOf(key);
  const { body } = await visitor.post<RecoveryCodes>(`${at}/confirm`, { code: used });
  return { visitor, email, key, used, codes: body.recoveryCodes };
}

async function nextSignIn(email: string): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post('/api/auth/login', { email, password });
  return visitor;
}

describe('the first sign-in of an admin', () => {
  it('opens the dashboard when an app is set up, and shows ten recovery codes', async () => {
    const { visitor, email } = await newAdmin();
    const [shop] = await sql<{ name: string }[]>`select name from private.shop_details`;
    expect(await visitor.get('/api/admin/stats')).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    expect((await visitor.get('/api/auth/token')).status).toBe(403);
    expect(await stateOf(visitor)).toEqual({ step: 'set_up', codesLeft: 0 });
    const { body: secret } = await visitor.post<SecondFactorSecret>(`${at}/begin`, {});
    expect(secret.key).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(secret.link).searchParams.get('secret')).toBe(secret.key);
    expect(decodeURIComponent(secret.link)).toContain(`${shop?.name}:${email}`);
    expect(await visitor.post(`${at}/confirm`, { code: wrongCodeOf(secret.key) })).toMatchObject({
      status: 403,
      body: { code: 'wrong_code', fields: { code: expect.any(String) } },
    });
    expect(await opens(visitor)).toBe(403);
    const { body } = await visitor.post<RecoveryCodes>(`${at}/confirm`, { code: codeOf(secret.key) });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect([await opens(visitor), await stateOf(visitor)]).toEqual([200, { step: 'none', codesLeft: 10 }]);
  });

  it('stores no usable secret in the database', async () => {
    const { visitor, key, codes } = await withApp();
    const stored = await sql`
      select f.sealed_secret as text from private.second_factors f where f.user_id = ${visitor.userId}
      union all select c.code_hash from private.recovery_codes c where c.user_id = ${visitor.userId}`;
    const all = JSON.stringify(stored);
    expect(stored).toHaveLength(11);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(all).not.toContain(secret);
  });
});

describe('each later sign-in of an admin', () => {
  it('needs a code, and accepts none twice', async () => {
    const { email, key, used } = await withApp();
    const desk = await nextSignIn(email);
    expect([await opens(desk), (await stateOf(desk)).step]).toEqual([403, 'enter_code']);
    expect(await prove(desk, used)).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
    const code = codeOf(key, 1);
    expect(await prove(desk, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      status: 200,
      body: { step: 'none' },
    });
    expect(await opens(desk)).toBe(200);
    const other = await nextSignIn(email);
    expect((await prove(other, code)).status).toBe(403);
    expect(await opens(other)).toBe(403);
  });

  it('takes a recovery code in place of a lost phone, each once, as people type it', async () => {
    const { email, codes } = await withApp();
    const typed = codes[0]?.toLowerCase().replaceAll('-', ' ') ?? '';
    const desk = await nextSignIn(email);
    expect((await prove(desk, typed)).body).toEqual({ step: 'none', codesLeft: 9 });
    expect(await opens(desk)).toBe(200);
    const other = await nextSignIn(email);
    expect((await prove(other, typed)).status).toBe(403);
    expect((await prove(other, codes[1] ?? '')).status).toBe(200);
  });

  it('can set up a new phone after a recovery code: from then on only the new one opens', async () => {
    const { email, visitor, key: oldKey, codes } = await withApp();
    const desk = await nextSignIn(email);
    expect((await desk.post(`${at}/begin`, {})).body).toMatchObject({ code: 'second_factor_required' });
    await prove(desk, codes[0] ?? '');
    const { key } = (await desk.post<SecondFactorSecret>(`${at}/begin`, {})).body;
    const { body } = await desk.post<RecoveryCodes>(`${at}/confirm`, { code: codeOf(key) });
    expect([await opens(desk), await stateOf(desk)]).toEqual([200, { step: 'none', codesLeft: 10 }]);
    expect((await visitor.get('/api/auth/me')).status).toBe(401);
    const other = await nextSignIn(email);
    for (const old of [codeOf(oldKey, 1), codes[1] ?? ''])
      expect((await prove(other, old)).body).toMatchObject({ code: 'wrong_code' });
    expect((await prove(other, body.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('reads an order of somebody else only with the code', async () => {
    const { email, key } = await withApp();
    const guest = new Visitor();
    const product = await guest.someProduct();
    const line = { productId: product.id, quantity: 1, price: product.price };
    const { order } = (await guest.placeOrder([line])).body;
    const desk = await nextSignIn(email);
    expect((await desk.get(`/api/orders/${order.id}`)).status).toBe(404);
    await prove(desk, codeOf(key, 1));
    expect(await desk.get(`/api/orders/${order.id}`)).toMatchObject({ status: 200, body: { view: 'staff' } });
  });

  it('cannot be bypassed with the platform’s own API', async () => {
    const { email, visitor } = await withApp();
    const { body } = await platform<{ access_token: string }>('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password },
    });
    const people = await platform('GET', '/rest/v1/users?select=id', { token: body.access_token });
    expect(JSON.parse(people.text)).toEqual([{ id: visitor.userId }]);
    const prices = { token: body.access_token, body: { price: 1 } };
    const changed = await platform('PATCH', '/rest/v1/products?price=gt.1&select=id', {
      ...prices,
      headers: { prefer: 'return=representation' },
    });
    expect(changed.text).toBe('[]');
  });

  it('limits guesses', async () => {
    const { email, key } = await withApp();
    await sql`update private.rate_limits set most = 2 where action = 'second_factor'`;
    try {
      const desk = await nextSignIn(email);
      const answers = [];
      for (let i = 0; i < 3; i += 1) answers.push((await prove(desk, wrongCodeOf(key))).status);
      expect(answers).toEqual([403, 403, 429]);
      expect((await prove(desk, codeOf(key, 1))).status).toBe(429);
    } finally {
      await sql`update private.rate_limits set most = 1000000 where action = 'second_factor'`;
    }
  });
});

describe('with a password alone', () => {
  const newPassword = 'granite under the lake 84';
  const isUnchanged = async (email: string) =>
    (await new Visitor().post('/api/auth/login', { email, password })).status === 200;

  it('nobody changes how an admin signs in, renames them, sees their devices or their data; with the code the admin does', async () => {
    const { visitor: owner, email, key } = await withApp();
    const thief = await nextSignIn(email);
    const typed = { currentPassword: password };
    const profile = { phone: '0712 345 678', address: 'Milimani, Kisumu' };
    const { body: devices } = await owner.get<{ id: string; isThis: boolean }[]>('/api/auth/sessions');
    const other = devices.find(({ isThis }) => isThis)?.id;
    const steps: [method: string, path: string, body?: object][] = [
      ['PUT', '/api/auth/email', { ...typed, email: 'thief@example.com' }],
      ['POST', '/api/auth/confirm-email', { token: 'x' }],
      ['PUT', '/api/auth/me', { ...profile, name: 'Somebody Else' }],
      ['GET', '/api/auth/sessions'],
      ['GET', '/api/auth/export'],
      ['DELETE', `/api/auth/sessions/${other}`, {}],
      ['POST', '/api/auth/sessions/end-others', {}],
      ['POST', '/api/auth/erase', typed],
      ['POST', '/api/auth/password/prove', typed],
      ['POST', '/api/auth/password', { ...typed, newPassword }],
    ];
    for (const [method, path, body] of steps)
      expect([path, await thief.call(method, path, body)]).toMatchObject([
        path,
        { status: 403, body: { code: 'second_factor_required' } },
      ]);
    expect(await isUnchanged(email)).toBe(true);
    expect((await owner.get('/api/auth/me')).status).toBe(200);

    await prove(thief, codeOf(key, 1));
    for (const [method, path, body] of steps.slice(-1))
      expect((await thief.call(method, path, body)).status).toBe(200);
    expect(await isUnchanged(email)).toBe(false);
  });

  it('nor at the auth service itself, also while the admin has just typed the password again', async () => {
    const { visitor: owner, email } = await withApp();
    expect((await owner.post('/api/auth/password/prove', { currentPassword: password })).status).toBe(200);
    const { body } = await platform<{ access_token: string }>('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password },
    });
    for (const change of [{ password: newPassword }, { email: `thief-${email}` }])
      await platform('PUT', '/auth/v1/user', { token: body.access_token, body: change });
    expect(await isUnchanged(email)).toBe(true);
    const rename = { token: body.access_token, body: { name: 'Somebody Else' } };
    await platform('PATCH', `/rest/v1/users?email=eq.${email}`, rename);
    const [row] = await sql`select email, name from public.users where email = ${email}`;
    expect(row).toEqual({ email, name: 'Wanjiru Owner' });
  });
});

it('customers need none and set none up, visitors are asked to sign in', async () => {
  const ada = await registered(sql);
  expect(await stateOf(ada)).toEqual({ step: 'none', codesLeft: 0 });
  expect(await ada.post(`${at}/begin`, {})).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  for (const path of [`${at}/begin`, `${at}/confirm`, `${at}/prove`])
    expect((await new Visitor().post(path, { code: '123456' })).status).toBe(401);
});

it('an invalid code is reported at its field', async () => {
  const ada = await registered(sql);
  expect(await prove(ada, '12345')).toMatchObject({
    status: 400,
    body: { fields: { code: 'Enter the 6 digits that your app shows now, or a recovery code' } },
  });
});
