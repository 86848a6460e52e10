import { afterAll, describe, expect, it } from 'vitest';
import { as, newPerson, newProduct, newSession, newSid, openDatabase, place, shop } from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

const call = async <T>(
  statement: (t: Parameters<Parameters<typeof as>[2]>[0]) => Promise<T[]>,
): Promise<T | undefined> => (await as(sql, shop, statement))[0];

describe('sessions', () => {
  it('are read while they last and not a moment longer', async () => {
    const sid = newSid();
    await call((t) => t`select public.open_session(${sid}, ${t.json({})}, 60)`);
    expect(await call((t) => t`select public.read_session(${sid}, 60) as sess`)).toEqual({ sess: {} });
    await sql`update private.sessions set expire = now() where sid = ${sid}`;
    expect(await call((t) => t`select public.read_session(${sid}, 60) as sess`)).toEqual({ sess: null });
  });

  it('in use are kept alive', async () => {
    const sid = await newSession(sql);
    await call((t) => t`select public.read_session(${sid}, 60)`);
    const [row] =
      await sql`select expire > now() + interval '59 days' as extended from private.sessions where sid = ${sid}`;
    expect(row?.extended).toBe(true);
  });

  it('change their cookie at sign-in and keep the guest’s orders', async () => {
    const old = await newSession(sql);
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid: old });
    const ada = await newPerson(sql, 'Ada');
    const fresh = newSid();
    await call(
      (t) => t`select public.replace_session(${old}, ${fresh}, ${t.json({ userId: ada.userId })}, 60)`,
    );
    expect(await call((t) => t`select public.read_session(${old}, 60) as sess`)).toEqual({ sess: null });
    const seen = await call<{ orders: { id: string }[] }>(
      (t) => t`select public.list_session_orders(${fresh}) as orders`,
    );
    expect(seen?.orders.map((row) => row.id)).toEqual([order.id]);
  });

  it('show nobody the orders of another session', async () => {
    const mine = await newSession(sql);
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid: mine });
    const other = await newSession(sql);
    expect(await call((t) => t`select public.list_session_orders(${other}) as orders`)).toEqual({
      orders: [],
    });
    expect(await call((t) => t`select public.visible_order(${other}, ${order.id}, null) as order`)).toEqual({
      order: null,
    });
  });

  it('let one caller at a time renew the tokens', async () => {
    const sid = await newSession(sql);
    const take = () =>
      call<{ taken: boolean }>((t) => t`select public.take_refresh_lease(${sid}, 20) as taken`);
    const taken = await Promise.all(Array.from({ length: 10 }, take));
    expect(taken.filter((row) => row?.taken)).toHaveLength(1);
    await call((t) => t`select public.save_session(${sid}, ${t.json({})})`);
    expect((await take())?.taken).toBe(true);
  });
});
