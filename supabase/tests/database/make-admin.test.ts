import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { giveAdminRole } from '../../../local/make-admin/give-admin-role.ts';
import { newPerson, openDatabase } from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

let ada: { userId: string; email: string };
beforeEach(async () => {
  ada = await newPerson(sql, 'Ada');
});
afterEach(() => sql`update public.users set role = 'customer' where id = ${ada.userId}`);
const roleOf = async () => {
  const [row] = await sql<{ role: string }[]>`select role from public.users where id = ${ada.userId}`;
  return row?.role;
};
const confirm = () => sql`update public.users set email_confirmed_at = now() where id = ${ada.userId}`;

it.each(['e-mail', 'id'])(
  'an account with a confirmed address becomes an admin by its %s, once',
  async (by) => {
    await confirm();
    const who = by === 'id' ? ada.userId : ada.email.toUpperCase();
    expect(await giveAdminRole(sql, who)).toBe(`${ada.email} is an admin now, and has to sign in again.`);
    expect(await roleOf()).toBe('admin');
    expect(await giveAdminRole(sql, who)).toBe(`${ada.email} is an admin already.`);
    const entries = await sql`select before, after from public.history
    where row_id = ${ada.userId} and after ? 'role' order by id`;
    expect(entries).toEqual([{ before: { role: 'customer' }, after: { role: 'admin' } }]);
  },
);

it('one whose address is not confirmed stays a customer', async () => {
  await expect(giveAdminRole(sql, ada.email)).rejects.toThrow(
    `The address of ${ada.email} is not confirmed. Open the link in the mail`,
  );
  expect(await roleOf()).toBe('customer');
});

it.each([randomUUID(), 'nobody@example.com', "' or true --"])('there is no account "%s"', async (who) => {
  await expect(giveAdminRole(sql, who)).rejects.toThrow(`There is no account "${who}".`);
});
