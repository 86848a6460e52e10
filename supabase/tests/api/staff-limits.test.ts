import { expect, it } from 'vitest';
import { registered } from '../admin-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const age = (userId: string) =>
  sql`update auth.sessions set created_at = now() - interval '31 minutes' where user_id = ${userId}`;

it('a sign-in of staff that was not used for 30 minutes ends with the next request, in the shop too', async () => {
  const owner = await registered(sql, 'admin');
  const statusOf = async (path: string) => (await owner.get(path)).status;
  expect(await statusOf('/api/admin/stats')).toBe(200);
  await age(owner.userId);
  // As a shopper the same person goes on.
  expect(await statusOf('/api/auth/me')).toBe(200);
  expect(await owner.get('/api/admin/stats')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  expect(await statusOf('/api/auth/me')).toBe(401);
  expect(await sql`select 1 from private.sessions where sess ->> 'userId' = ${owner.userId}`).toEqual([]);
});

it('the dashboard gets no token any more', async () => {
  const owner = await registered(sql, 'admin');
  await age(owner.userId);
  expect((await owner.get('/api/auth/token')).status).toBe(401);
});

it('a customer’s sign-in goes on, and a request for staff ends no session of a customer', async () => {
  const customer = await registered(sql);
  await age(customer.userId);
  expect((await customer.get('/api/admin/stats')).status).toBe(403);
  expect((await customer.get('/api/auth/me')).status).toBe(200);
});
