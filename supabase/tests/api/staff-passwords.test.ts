import { expect, it } from 'vitest';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { newCustomer, type Registration } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { newestMailTo } from '../local-mail.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const common = 'unbelievable';
const good = 'jiwe-la-msingi';
const easy = expect.stringContaining('too easy to guess for staff') as string;
const signInsOf = async (userId: string) =>
  (await sql`select id from auth.sessions where user_id = ${userId}`).length;
const login = ({ email }: Registration, password: string) =>
  new Visitor().post('/api/auth/login', { email, password });

/** An admin whose password was chosen as a customer. */
async function newStaff(password: string) {
  const { typed, user, visitor } = await newCustomer({ password });
  await visitor.post('/api/auth/logout', {});
  await sql`update public.users set role = 'admin', email_confirmed_at = now() where id = ${user.id}`;
  return { typed, userId: user.id };
}

async function reset({ email }: Registration, password: string) {
  const visitor = new Visitor();
  await visitor.post('/api/auth/forgot-password', { email });
  const token = /#token=([^"]+)"/.exec((await newestMailTo(email))?.html ?? '')?.[1];
  return { visitor, reply: await visitor.post('/api/auth/reset-password', { token, password }) };
}

it.each(['mawe42', common])(
  'an admin does not sign in with “%s”; the password mail is the way on',
  async (weak) => {
    const { typed, userId } = await newStaff(weak);
    const { status, body } = await login(typed, weak);
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'invalid_request',
        fields: { password: expect.stringContaining('“Forgot your password?”') as string },
      },
    ]);
    expect(await signInsOf(userId)).toBe(0);
    const { visitor, reply } = await reset(typed, good);
    expect(reply.status).toBe(200);
    expect((await visitor.get('/api/admin/stats')).status).toBe(200);
    expect((await login(typed, good)).status).toBe(200);
  },
);

it('a wrong password of an admin says nothing about the right one', async () => {
  const { typed } = await newStaff('mawe42');
  expect(await login(typed, 'mawe43')).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
});

it('a password mail cannot set a weak password for an admin, and signs nobody in', async () => {
  const { typed, userId } = await newStaff(good);
  const { visitor, reply } = await reset(typed, common);
  expect(reply).toMatchObject({ status: 400, body: { fields: { password: easy } } });
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
  expect(await signInsOf(userId)).toBe(0);
  expect((await login(typed, good)).status).toBe(200);
});

it('an admin cannot change their password to a weak one', async () => {
  const owner = await registered(sql, 'admin');
  const change = { currentPassword: 'a long password', newPassword: common };
  expect(await owner.post('/api/auth/password', change)).toMatchObject({
    status: 400,
    body: { fields: { newPassword: easy } },
  });
  expect((await owner.get('/api/admin/stats')).status).toBe(200);
});

it('customers keep their rule', async () => {
  const { typed, visitor } = await newCustomer({ password: 'mawe42' });
  expect((await login(typed, 'mawe42')).status).toBe(200);
  const change = { currentPassword: 'mawe42', newPassword: common };
  expect((await visitor.post('/api/auth/password', change)).status).toBe(200);
  expect((await reset(typed, 'mawe44')).reply.status).toBe(200);
});

it('whoever is made an admin signs in again, and only with a password that staff may have', async () => {
  const owner = await registered(sql, 'admin');
  const { typed, user, visitor } = await newCustomer({ password: 'mawe42' });
  const setRole = async (role: string) =>
    (await callSqlAs(owner, 'set_user_role', { p_user_id: user.id, p_role: role })).status;
  expect(await setRole('admin')).toBe(409);
  // Nothing has changed, so they stay signed in.
  expect((await visitor.get('/api/auth/me')).status).toBe(200);
  await sql`update public.users set email_confirmed_at = now() where id = ${user.id}`;
  expect(await setRole('admin')).toBe(200);
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
  expect(await sql`select 1 from private.sessions where sess ->> 'userId' = ${user.id}`).toEqual([]);
  expect((await login(typed, 'mawe42')).status).toBe(400);
  const { visitor: again } = await reset(typed, good);
  expect((await again.get('/api/admin/stats')).status).toBe(200);
  // The same role again signs nobody out.
  expect(await setRole('admin')).toBe(200);
  expect((await again.get('/api/admin/stats')).status).toBe(200);
  await setRole('customer');
});
