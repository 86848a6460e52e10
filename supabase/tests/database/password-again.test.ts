import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { as, newPerson, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
const { paidOrder } = refundScene(sql);

/** An admin who signed in so many minutes ago, is at work, and is not the only one. */
async function signedIn(minutesAgo: number) {
  const person = await newPerson(sql, 'Owner', 'admin');
  const sessionId = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${sessionId}, ${person.userId}, now() - make_interval(mins => ${minutesAgo}), now())`;
  await sql`insert into private.staff_activity (session_id, user_id, last_used_at) values (${sessionId}, ${person.userId}, now())`;
  return { ...person, sessionId };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const answerOf = ({ sessionId, ...who }: SignedIn, work: (t: Transaction) => Promise<unknown>) =>
  as(sql, who, async (t) => {
    const claims = JSON.stringify({ sub: who.userId, role: 'authenticated', session_id: sessionId });
    await t`select set_config('request.jwt.claims', ${claims}, true)`;
    await work(t);
    return 'allowed';
  }).catch(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
const prove = ({ userId, sessionId }: SignedIn) =>
  as(sql, shop, (t) => t`select public.record_password_entry(${userId}, ${sessionId})`);

const refund = (t: Transaction, transactionId: string, method: string | null) =>
  t`select public.record_refund(${randomUUID()}, ${transactionId}, 100, ${today}, 'FT-8', 'Too many', true, p_method => ${method})`;

const actions: [what: string, work: (t: Transaction, who: SignedIn) => Promise<unknown>][] = [
  ['a role', (t, { userId }) => t`select public.set_user_role(${userId}, 'admin')`],
  ['the bank account on quotations', (t) => t`select public.change_shop_details('{}', '{}')`],
  ['when goods may be sent', (t) => t`select public.change_settings('{}', '{}')`],
  ['who is told of money', (t) => t`select public.change_message_rule('owner_task', '{}', '{}')`],
  ['a refund by another way', async (t) => refund(t, (await paidOrder()).transactionId, 'cash')],
  ['an export of orders', (t) => t`select public.export_orders('{}', 1)`],
];

it.each(actions)('%s needs a password of the last ten minutes', async (_, work) => {
  const owner = await signedIn(9);
  const does = () => answerOf(owner, (t) => work(t, owner));
  expect(await does()).toBe('allowed');
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where id = ${owner.sessionId}`;
  expect(await does()).toBe('PT403 password_required');
  await prove(owner);
  expect(await does()).toBe('allowed');
  await sql`update private.staff_activity set password_at = now() - interval '11 minutes' where session_id = ${owner.sessionId}`;
  expect(await does()).toBe('PT403 password_required');
});

it('reading needs none', async () => {
  const owner = await signedIn(11);
  expect(await answerOf(owner, (t) => t`select public.list_order_page()`)).toBe('allowed');
});

it('a refund needs none as the payment came', async () => {
  const owner = await signedIn(11);
  for (const method of [null, 'card']) {
    const { transactionId } = await paidOrder();
    expect(await answerOf(owner, (t) => refund(t, transactionId, method))).toBe('allowed');
  }
});

it('a password does not count for another sign-in, another person or a customer', async () => {
  const [owner, other] = [await signedIn(11), await signedIn(11)];
  await prove(owner);
  await prove({ ...other, sessionId: owner.sessionId });
  const does = (who: SignedIn) => answerOf(who, (t) => t`select public.export_orders('{}', 1)`);
  expect([await does(owner), await does(other)]).toEqual(['allowed', 'PT403 password_required']);
  expect(await does({ ...other, sessionId: owner.sessionId })).toBe('PT403 forbidden');
  const customer = { ...(await newPerson(sql, 'Ada')), sessionId: owner.sessionId };
  await prove(customer);
  expect(await does(customer)).toBe('PT403 forbidden');
});

it('a password does not revive a sign-in that has ended', async () => {
  const owner = await signedIn(31);
  await sql`update private.staff_activity set last_used_at = now() - interval '31 minutes' where session_id = ${owner.sessionId}`;
  await prove(owner);
  expect(await answerOf(owner, (t) => t`select public.require_permission('dashboard')`)).toBe(
    'PT401 not_signed_in',
  );
  const never = await signedIn(31);
  await sql`delete from private.staff_activity where session_id = ${never.sessionId}`;
  await prove(never);
  expect(await answerOf(never, (t) => t`select public.require_permission('dashboard')`)).toBe(
    'PT401 not_signed_in',
  );
});

it('nobody can record that their own password was right', async () => {
  const owner = await signedIn(11);
  const note = (t: Transaction) =>
    t`select public.record_password_entry(${owner.userId}, ${owner.sessionId})`;
  expect(await answerOf(owner, note)).toContain('42501');
});
