import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Invitation } from '../../functions/_shared/contract/admin-overview.ts';
import { answerTo } from '../payment-scene.ts';
import { as, type Character, newPerson, newSession, shop } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const admin = testPerson(sql, 'Owner', 'admin');

const invite = (who: Character, email: string, role = 'warehouse', name = 'Atieno Were') =>
  answerTo<Invitation[]>(sql, who, 'public.invite_staff($1, $2, $3)', name, email, role);
const accept = (userId: string, id: string) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ role: string | null }[]>`select public.confirm_email(${userId}, ${id}) as role`;
    return row?.role;
  });
const invited = async (email: string, role?: string, who: Character = admin) => {
  const list = await invite(who, email, role);
  return list.find((one) => one.email === email)?.id ?? '';
};
const roleOf = async (userId: string) => {
  const [row] =
    await sql`select role, email_confirmed_at is not null as confirmed from public.users where id = ${userId}`;
  return row;
};

it('gives the account with its address the role, once, confirms the address and signs it out everywhere', async () => {
  const ada = await newPerson(sql, 'Ada');
  const sid = await newSession(sql, ada.userId);
  const id = await invited(ada.email.toUpperCase(), 'warehouse').then(() => invited(ada.email));
  expect(await roleOf(ada.userId)).toEqual({ role: 'customer', confirmed: false });
  expect(await accept(ada.userId, id)).toBe('warehouse');
  expect(await roleOf(ada.userId)).toEqual({ role: 'warehouse', confirmed: true });
  expect(await sql`select 1 from private.sessions where sid = ${sid}`).toHaveLength(0);
  expect(await refusalCode(accept(ada.userId, id))).toBe('confirmation_link_expired');
});

it('is mailed to its address with name and role, and not any more once it is withdrawn', async () => {
  const email = `${randomUUID()}@example.com`;
  const id = await invited(email, 'accounts');
  const facts = async () => {
    const [row] = await sql<{ facts: { confirmation: object }; isTrue: boolean }[]>`
      select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue"
      from private.messages m where m.kind = 'staff_invited' and m.subject = ${id} and m.recipient = ${email}`;
    return row;
  };
  expect((await facts())?.facts.confirmation).toMatchObject({ id, name: 'Atieno Were', role: 'accounts' });
  expect((await facts())?.isTrue).toBe(true);
  await answerTo(sql, admin, 'public.withdraw_invitation($1)', id);
  expect((await facts())?.isTrue).toBe(false);
  const late = await newPerson(sql, 'Late');
  await sql`update auth.users set email = ${email} where id = ${late.userId}`;
  expect(await refusalCode(accept(late.userId, id))).toBe('confirmation_link_expired');
});

it('opens nothing for another account, after three days, or once its sender is no longer an admin', async () => {
  const [ada, bob] = [await newPerson(sql, 'Ada'), await newPerson(sql, 'Bob')];
  const id = await invited(ada.email);
  expect(await refusalCode(accept(bob.userId, id))).toBe('confirmation_link_expired');
  await sql`update private.email_confirmations set expires_at = now() where id = ${id}`;
  expect(await refusalCode(accept(ada.userId, id))).toBe('confirmation_link_expired');
  const former = await newPerson(sql, 'Former', 'admin');
  const theirs = await invited(ada.email, 'admin', former);
  await sql`update public.users set role = 'sales' where id = ${former.userId}`;
  expect(await refusalCode(accept(ada.userId, theirs))).toBe('confirmation_link_expired');
  expect(await roleOf(ada.userId)).toMatchObject({ role: 'customer' });
});

it('replaces an earlier one to the same address', async () => {
  const ada = await newPerson(sql, 'Ada');
  const first = await invited(ada.email, 'admin');
  const second = await invited(ada.email, 'sales');
  expect(await refusalCode(accept(ada.userId, first))).toBe('confirmation_link_expired');
  expect(await accept(ada.userId, second)).toBe('sales');
});

it('is an admin’s to send, to an address outside the staff and with a role of staff', async () => {
  const sales = await newPerson(sql, 'Clerk', 'sales');
  expect(await refusalCode(invite(sales, 'x@example.com'))).toBe('forbidden');
  expect(await refusalCode(answerTo(sql, sales, 'public.list_invitations()'))).toBe('forbidden');
  expect(await refusalCode(invite(admin, sales.email))).toBe('already_staff');
  for (const [email, role, name] of [
    ['nobody', 'sales', 'A'],
    ['x@example.com', 'customer', 'A'],
    ['x@example.com', 'boss', 'A'],
    ['x@example.com', 'sales', ' '],
  ] as const)
    expect(await refusalCode(invite(admin, email, role, name)), role).toBe('invalid_request');
});

it('ends with the access of who joined without it, and gives none back', async () => {
  const ada = await newPerson(sql, 'Ada');
  const id = await invited(ada.email, 'sales');
  await sql`update public.users set email_confirmed_at = now() where id = ${ada.userId}`;
  for (const role of ['sales', 'customer'])
    await answerTo(sql, admin, 'public.set_user_role($1, $2)', ada.userId, role);
  expect(await refusalCode(accept(ada.userId, id))).toBe('confirmation_link_expired');
  expect(await roleOf(ada.userId)).toMatchObject({ role: 'customer' });
});
