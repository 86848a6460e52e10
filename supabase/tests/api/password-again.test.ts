import { expect, it } from 'vitest';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

it('an admin who signed in a while ago types the password again before they change a role', async () => {
  const owner = await registered(sql, 'admin');
  const bob = await registered(sql);
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${owner.userId}`;
  const change = () => callSqlAs(owner, 'set_user_role', { p_user_id: bob.userId, p_role: 'admin' });
  const prove = (currentPassword: string) => owner.post('/api/auth/password/prove', { currentPassword });
  const required = { status: 403, body: { message: 'password_required' } };
  expect(await change()).toMatchObject(required);
  expect(await prove('a long passwort')).toMatchObject({
    status: 403,
    body: { code: 'wrong_password', fields: { currentPassword: 'This is not your current password.' } },
  });
  expect(await change()).toMatchObject(required);
  expect(await prove('a long password')).toMatchObject({ status: 200, body: { success: true } });
  expect(await change()).toMatchObject({ status: 200, body: { role: 'admin' } });
  // The sign-in that tried the password is not left open.
  expect(await sql`select 1 from auth.sessions where user_id = ${owner.userId}`).toHaveLength(1);
  await sql`update public.users set role = 'customer' where id = ${bob.userId}`;
});

it('customers have nothing to prove', async () => {
  const bob = await registered(sql);
  const { status } = await bob.post('/api/auth/password/prove', { currentPassword: 'a long password' });
  expect(status).toBe(403);
});
