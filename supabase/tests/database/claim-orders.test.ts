import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { as, newPerson, newProduct, newSession, newSid, openDatabase, place, shop } from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

const ownerOf = async (orderId: string) => {
  const [row] = await sql<{ userId: string | null }[]>`
    select user_id as "userId" from public.orders where id = ${orderId}`;
  return row?.userId;
};

/** Signs somebody in to a session, as the api function does; returns the new session. */
async function signIn(sid: string, userId: string): Promise<string> {
  const fresh = newSid();
  await as(
    sql,
    shop,
    (transaction) =>
      transaction`select public.replace_session(${sid}, ${fresh}, ${transaction.json({ userId })}, 60)`,
  );
  return fresh;
}

async function guestOrder(sid: string, key?: string) {
  const product = await newProduct(sql);
  const items = [{ productId: product.id, quantity: 1, price: product.price }];
  return { items, placed: await place(sql, items, { sid, key, hash: 'same' }) };
}

describe('a guest who signs in', () => {
  it('takes the orders of the visit into the account', async () => {
    const sid = await newSession(sql);
    const { placed } = await guestOrder(sid);
    const ada = await newPerson(sql, 'Ada');
    await signIn(sid, ada.userId);
    expect(await ownerOf(placed.order.id)).toBe(ada.userId);
    const [row] = await as(
      sql,
      ada,
      (transaction) => transaction<{ orders: { id: string }[] }[]>`select public.list_my_orders() as orders`,
    );
    expect(row?.orders.map((order) => order.id)).toEqual([placed.order.id]);
  });

  it('takes no order of a stranger, whose session it is not', async () => {
    const mine = await newSession(sql);
    const { placed: strangers } = await guestOrder(await newSession(sql));
    const ada = await newPerson(sql, 'Ada');
    await signIn(mine, ada.userId);
    expect(await ownerOf(strangers.order.id)).toBeNull();
  });

  it('takes no order that has an owner, though the session remembers it', async () => {
    const bob = await newPerson(sql, 'Bob');
    const bobs = await newSession(sql, bob.userId);
    const { placed } = await guestOrder(bobs);
    const ada = await newPerson(sql, 'Ada');
    await signIn(bobs, ada.userId);
    expect(await ownerOf(placed.order.id)).toBe(bob.userId);
  });

  it('takes nothing from a session that has ended', async () => {
    const sid = await newSession(sql);
    const { placed } = await guestOrder(sid);
    await sql`update private.sessions set expire = now() where sid = ${sid}`;
    const ada = await newPerson(sql, 'Ada');
    await signIn(sid, ada.userId);
    expect(await ownerOf(placed.order.id)).toBeNull();
  });

  it('and repeats the request of before gets the same order, not a second one', async () => {
    const sid = await newSession(sql);
    const key = randomUUID();
    const { items, placed } = await guestOrder(sid, key);
    const ada = await newPerson(sql, 'Ada');
    const fresh = await signIn(sid, ada.userId);
    const again = await place(sql, items, { sid: fresh, key, hash: 'same' });
    expect(again.order).toMatchObject({ id: placed.order.id, userId: ada.userId });
  });

  it('leaves the order’s state, total and pieces as they were', async () => {
    const sid = await newSession(sql);
    const { placed } = await guestOrder(sid);
    await signIn(sid, (await newPerson(sql, 'Ada')).userId);
    const [row] =
      await sql`select status, total_amount as total from public.orders where id = ${placed.order.id}`;
    expect(row).toEqual({ status: 'pending', total: placed.order.totalAmount });
    expect(await sql`select * from private.invariants`).toEqual([]);
  });
});
