import { describe, expect, it } from 'vitest';
import { as, newPerson, newProduct, newSession, newSid, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const call = async <T>(
  statement: (t: Parameters<Parameters<typeof as>[2]>[0]) => Promise<T[]>,
): Promise<T | undefined> => (await as(sql, shop, statement))[0];

describe('sessions', () => {
  it('are read while they last and not a moment longer', async () => {
    const sid = newSid();
    await call((t) => t`select public.open_session(${sid}, ${t.json({})}, 30)`);
    expect(await call((t) => t`select public.read_session(${sid}, 30) as sess`)).toEqual({ sess: {} });
    await sql`update private.sessions set expire = now() where sid = ${sid}`;
    expect(await call((t) => t`select public.read_session(${sid}, 30) as sess`)).toEqual({ sess: null });
  });

  it('in use are kept alive', async () => {
    const sid = await newSession(sql);
    await sql`update private.sessions set last_used_at = now() - interval '6 minutes' where sid = ${sid}`;
    await call((t) => t`select public.read_session(${sid}, 30)`);
    const [row] =
      await sql`select expire > now() + interval '29 days' as extended from private.sessions where sid = ${sid}`;
    expect(row?.extended).toBe(true);
  });

  it('end ninety days after the sign-in, however much they are used', async () => {
    const sid = await newSession(sql);
    const product = await newProduct(sql);
    const read = () => call((t) => t`select public.read_session(${sid}, 30) as sess`);
    const daysLeft = async () => {
      const [row] = await sql<{ days: number }[]>`
        select round(extract(epoch from expire - now()) / 86400)::int as days from private.sessions where sid = ${sid}`;
      return row?.days;
    };
    await sql`update private.sessions set signed_in_at = now() - interval '85 days', last_used_at = now() - interval '1 day' where sid = ${sid}`;
    await read();
    expect(await daysLeft()).toBe(5);
    await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    expect(await daysLeft()).toBe(5);
    const signedIn = newSid();
    await call((t) => t`select public.replace_session(${sid}, ${signedIn}, ${t.json({})}, 30)`);
    expect(
      await sql`select expire > now() + interval '29 days' as renewed from private.sessions where sid = ${signedIn}`,
    ).toEqual([{ renewed: true }]);
  });

  it('change their cookie at sign-in and keep the guest’s orders', async () => {
    const old = await newSession(sql);
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid: old });
    const ada = await newPerson(sql, 'Ada');
    const fresh = newSid();
    await call(
      (t) => t`select public.replace_session(${old}, ${fresh}, ${t.json({ userId: ada.userId })}, 30)`,
    );
    expect(await call((t) => t`select public.read_session(${old}, 30) as sess`)).toEqual({ sess: null });
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

  it('are listed for their account, this one first, and only while they last', async () => {
    const [ada, bob] = [await newPerson(sql, 'Ada'), await newPerson(sql, 'Bob')];
    const [here, there, ended] = await Promise.all([1, 2, 3].map(() => newSession(sql, ada.userId)));
    const bobs = await newSession(sql, bob.userId);
    await sql`update private.sessions set device = 'Firefox on Linux' where sid = ${there ?? ''}`;
    await sql`update private.sessions set expire = now() where sid = ${ended ?? ''}`;
    const listOf = async (sid = '') =>
      (
        await call<{ list: { id: string; device: string | null; isThis: boolean }[] }>(
          (t) => t`select public.list_sessions(${sid}) as list`,
        )
      )?.list ?? [];
    const list = await listOf(here);
    expect(list.map(({ device, isThis }) => [device, isThis])).toEqual([
      [null, true],
      ['Firefox on Linux', false],
    ]);
    expect(await listOf(await newSession(sql))).toEqual([]);

    const end = (sid: string, id = '') =>
      call<{ ended: boolean }>((t) => t`select public.end_session(${sid}, ${id}) as ended`);
    expect(await end(bobs, list[1]?.id)).toEqual({ ended: false });
    expect(await listOf(here)).toHaveLength(2);
    expect(await end(here ?? '', list[1]?.id)).toEqual({ ended: true });
    expect(await listOf(here)).toHaveLength(1);
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
