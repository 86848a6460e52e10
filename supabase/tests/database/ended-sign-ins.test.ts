import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExplained } from '../scans-of-tables.ts';
import { as, newPerson, newProduct, newSession, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

type Person = Awaited<ReturnType<typeof newPerson>>;
type Work = (t: postgres.TransactionSql) => PromiseLike<readonly unknown[]>;

let ada: Person;
let bob: Person;
let productId: string;
beforeAll(async () => {
  [ada, bob] = [await newPerson(sql, 'Ada'), await newPerson(sql, 'Bob')];
  const product = await newProduct(sql);
  productId = product.id;
  await place(sql, [{ productId, quantity: 1, price: product.price }], {
    sid: await newSession(sql, ada.userId),
  });
  await sql`insert into public.carts (user_id) values (${ada.userId})`;
});

/** A sign-in of the auth service, as its tokens name it. */
async function newSignIn({ userId }: Person): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${id}, ${userId}, now(), now())`;
  return id;
}

/** What somebody does with an access token of this sign-in. */
const withToken = (who: Person, sessionId: string, work: Work) =>
  as(sql, who, async (t) => {
    await t`select set_config('request.jwt.claims',
      ${JSON.stringify({ sub: who.userId, role: 'authenticated', session_id: sessionId })}, true)`;
    return work(t);
  });

const lines = () => [{ productId, quantity: 2 }];
const reads: [name: string, work: Work][] = [
  ['reads the profile', (t) => t`select id from public.users`],
  ['reads the orders', (t) => t`select id from public.orders`],
  ['reads what was ordered', (t) => t`select order_id from public.order_items`],
  ['lists the orders', (t) => t`select id from jsonb_to_recordset(public.list_my_orders()) as o (id uuid)`],
  ['reads the cart', (t) => t`select user_id from public.carts`],
  [
    'changes the profile',
    (t) => t`update public.users set address = 'Kisumu' where id = ${ada.userId} returning id`,
  ],
  ['changes the cart', (t) => t`update public.carts set items = '[]' where true returning user_id`],
];
const writes: [name: string, work: Work][] = [
  ['saves a cart', (t) => t`select public.save_cart(${t.json(lines())})`],
  ['adds to a cart', (t) => t`select public.merge_cart(${randomUUID()}, ${t.json(lines())})`],
];

describe('the token of a sign-in that was ended', () => {
  it.each(reads)('no longer %s', async (_, work) => {
    const sessionId = await newSignIn(ada);
    expect(await withToken(ada, sessionId, work)).toHaveLength(1);
    await sql`delete from auth.sessions where id = ${sessionId}`;
    expect(await withToken(ada, sessionId, work)).toEqual([]);
  });

  it.each(writes)('no longer %s, and is told to sign in', async (_, work) => {
    const sessionId = await newSignIn(ada);
    await withToken(ada, sessionId, work);
    await sql`delete from auth.sessions where id = ${sessionId}`;
    await expect(withToken(ada, sessionId, work)).rejects.toMatchObject({
      code: 'PT401',
      message: 'not_signed_in',
    });
  });

  it('does not become valid with somebody else’s sign-in', async () => {
    const bobs = await newSignIn(bob);
    for (const [, work] of reads) expect(await withToken(ada, bobs, work)).toEqual([]);
  });
});

describe('asking whether a sign-in goes on', () => {
  const explained = openExplained();
  afterAll(() => explained.sql.end());

  it('reads one row of the auth service for a statement, by its key, whatever the number of rows', async () => {
    const sessionId = await newSignIn(ada);
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), ${bob.userId}, now(), now() from generate_series(1, 3000)`;
    await sql`analyze auth.sessions`;
    const read = (work: Work) =>
      explained.sql.begin(async (t) => {
        await explained.explain(t);
        await t`select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', ${ada.userId}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: ada.userId, session_id: sessionId })}, true)`;
        // The first time it learns the tables.
        await work(t);
        return (await explained.scansOf(() => work(t))).filter(({ table }) => table === 'sessions');
      });
    for (const [name, work] of reads) {
      const scans = await read(work);
      expect(scans.length, name).toBeGreaterThan(0);
      expect(
        scans.filter(({ kind }) => kind === 'Seq Scan'),
        name,
      ).toEqual([]);
      expect(
        scans.reduce((sum, { pages }) => sum + pages, 0),
        name,
        // Three for each of the policies that ask, and a few more while other tests sign people in and out.
      ).toBeLessThanOrEqual(45);
    }
    await sql`delete from auth.sessions where user_id = ${bob.userId}`;
  });
});
