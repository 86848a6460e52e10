import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { as, newPerson, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** An admin, or a customer, who signed in so many minutes ago. */
async function signedIn(minutesAgo: number, role: 'admin' | 'customer' = 'admin') {
  const person = await newPerson(sql, 'Owner', role);
  const sessionId = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${sessionId}, ${person.userId}, now() - make_interval(mins => ${minutesAgo}), now())`;
  return { ...person, sessionId };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const withToken = <T>({ sessionId, ...who }: SignedIn, work: (t: Transaction) => Promise<T>) =>
  as(sql, who, async (t) => {
    const claims = JSON.stringify({ sub: who.userId, role: 'authenticated', session_id: sessionId });
    await t`select set_config('request.jwt.claims', ${claims}, true)`;
    return work(t);
  });
const answerOf = (who: SignedIn, work: (t: Transaction) => Promise<unknown>) =>
  withToken(who, (t) => work(t).then(() => 'allowed')).catch(
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
const require = (who: SignedIn) => answerOf(who, (t) => t`select public.require_permission('dashboard')`);
const work = (who: SignedIn) => answerOf(who, (t) => t`select public.record_staff_activity()`);
const lastUsed = ({ sessionId }: SignedIn, minutesAgo: number) =>
  sql`update private.staff_activity set last_used_at = now() - make_interval(mins => ${minutesAgo}) where session_id = ${sessionId}`;

it('an admin who is not at work for 30 minutes has to sign in again', async () => {
  const owner = await signedIn(29);
  expect([await require(owner), await work(owner)]).toEqual(['allowed', 'allowed']);
  await sql`update auth.sessions set created_at = now() - interval '1 hour' where id = ${owner.sessionId}`;
  await lastUsed(owner, 29);
  expect(await require(owner)).toBe('allowed');
  await lastUsed(owner, 31);
  // Being at work again does not bring it back.
  expect([await require(owner), await work(owner), await require(owner)]).toEqual([
    'PT401 not_signed_in',
    'PT401 not_signed_in',
    'PT401 not_signed_in',
  ]);
  const others = (t: Transaction) => t`select id from public.users where id <> ${owner.userId} limit 1`;
  expect(await withToken(owner, others)).toEqual([]);
  const later = await signedIn(0);
  expect(await withToken(later, others)).toHaveLength(1);
});

it('an admin has to sign in again after twelve hours, however busy', async () => {
  const owner = await signedIn(0);
  await work(owner);
  const signedInAt = (minutesAgo: number) =>
    sql`update auth.sessions set created_at = now() - make_interval(mins => ${minutesAgo}) where id = ${owner.sessionId}`;
  await signedInAt(12 * 60 - 1);
  expect(await require(owner)).toBe('allowed');
  await signedInAt(12 * 60 + 1);
  expect(await require(owner)).toBe('PT401 not_signed_in');
});

it('one sign-in does not count for another of the same admin', async () => {
  const owner = await signedIn(31);
  const elsewhere = { ...owner, sessionId: randomUUID() };
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${elsewhere.sessionId}, ${owner.userId}, now(), now())`;
  expect([await work(elsewhere), await require(owner)]).toEqual(['allowed', 'PT401 not_signed_in']);
});

it('customers stay signed in, and an admin whose sign-in has expired keeps a customer’s rights', async () => {
  for (const who of [await signedIn(13 * 60, 'customer'), await signedIn(13 * 60)]) {
    expect(await withToken(who, (t) => t`select id from public.users`)).toEqual([{ id: who.userId }]);
  }
  const customer = await signedIn(0, 'customer');
  expect([await require(customer), await work(customer)]).toEqual(['PT403 forbidden', 'PT403 forbidden']);
});

it('the data about a sign-in is deleted with it', async () => {
  const [ended, live] = [await signedIn(0), await signedIn(0)];
  for (const who of [ended, live]) {
    await work(who);
    await sql`insert into private.verified_sign_ins (session_id, user_id) values (${who.sessionId}, ${who.userId})`;
  }
  await sql`delete from auth.sessions where id = ${ended.sessionId}`;
  await as(sql, shop, (t) => t`select public.purge_expired()`);
  const kept = await sql`
    select u.session_id as used, v.session_id as verified
    from private.staff_activity u full join private.verified_sign_ins v on v.session_id = u.session_id
    where ${ended.sessionId} in (u.session_id, v.session_id) or ${live.sessionId} in (u.session_id, v.session_id)`;
  expect(kept).toEqual([{ used: live.sessionId, verified: live.sessionId }]);
});
