import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSignIns, giveAdminRole, removeSecondFactor } from '../../../local/make-admin/account-steps.ts';
import { as, newPerson, newSession, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

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

it('a lost second factor is removed with its codes and all sign-ins, and the history keeps it', async () => {
  const { userId, email } = await newPerson(sql, 'Owner', 'admin');
  const signIn = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${signIn}, ${userId}, now(), now())`;
  await as(sql, shop, async (t) => {
    await t`select public.begin_second_factor(${userId}, ${signIn}, 'sealed')`;
    await t`select public.confirm_second_factor(${userId}, ${signIn}, 1, ${['a'.repeat(64)]})`;
  });
  const left = async () => {
    const [row] = await sql<{ left: number }[]>`select
      (select count(*) from private.second_factors where user_id = ${userId})
      + (select count(*) from private.recovery_codes where user_id = ${userId})
      + (select count(*) from auth.sessions where user_id = ${userId}) as left`;
    return Number(row?.left);
  };
  expect(await left()).toBe(3);
  expect(await removeSecondFactor(sql, email)).toBe(
    `${email} is signed out everywhere, and sets up an authenticator app at the next sign-in.`,
  );
  expect(await left()).toBe(0);
  const [person] = await sql`select role from public.users where id = ${userId}`;
  expect(person?.role).toBe('admin');
  const entries = await sql`select actor_id, actor_role, before, after from public.history
    where row_id = ${userId} and after ? 'second_factor' order by id`;
  expect(entries).toMatchObject([
    {
      actor_id: userId,
      actor_role: 'service_role',
      before: { second_factor: false },
      after: { second_factor: true },
    },
    { actor_id: null, before: { second_factor: true }, after: { second_factor: false } },
  ]);
  expect(await removeSecondFactor(sql, userId)).toBe(
    `${email} has no authenticator app. They are signed out everywhere.`,
  );
});

it('an app that was never confirmed leaves no entry, and neither does an account that is deleted', async () => {
  const { userId, email } = await newPerson(sql, 'Owner', 'admin');
  const signIn = randomUUID();
  const begin = () =>
    as(sql, shop, (t) => t`select public.begin_second_factor(${userId}, ${signIn}, 'sealed')`);
  await begin();
  await removeSecondFactor(sql, email);
  await begin();
  await as(
    sql,
    shop,
    (t) => t`select public.confirm_second_factor(${userId}, ${signIn}, 1, ${['b'.repeat(64)]})`,
  );
  await sql`delete from auth.users where id = ${userId}`;
  const entries =
    await sql`select after from public.history where row_id = ${userId} and after ? 'second_factor'`;
  expect(entries).toEqual([{ after: { second_factor: true } }]);
});

it('somebody is signed out everywhere, and nobody else', async () => {
  const bob = await newPerson(sql, 'Bob');
  for (const { userId } of [ada, bob]) {
    await newSession(sql, userId);
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${randomUUID()}, ${userId}, now(), now())`;
  }
  const left = async ({ userId }: { userId: string }) => {
    const [row] = await sql<{ left: number }[]>`select
      (select count(*) from private.sessions where sess ->> 'userId' = ${userId})
      + (select count(*) from auth.sessions where user_id = ${userId}) as left`;
    return Number(row?.left);
  };
  expect([await left(ada), await left(bob)]).toEqual([2, 2]);
  expect(await endSignIns(sql, ada.userId)).toBe(`${ada.email} is signed out everywhere.`);
  expect([await left(ada), await left(bob)]).toEqual([0, 2]);
});
