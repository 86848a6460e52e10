import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  as,
  available,
  cancelAsShop,
  endHold,
  newProduct,
  newSid,
  orderRequest,
  place,
  placeOnce,
  type Placed,
  bankDecides,
  shop,
  type Transaction,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refusalOf, refusedOrder } from '../sql-refusals.ts';

const sql = openTestDatabase();
/** The session in which an order was placed. */
const sessionOf = async ({ order }: Placed) => {
  const [row] = await sql<
    { sid: string }[]
  >`select sid from private.session_orders where order_id = ${order.id}`;
  return row?.sid ?? '';
};

checkRulesAfterEach(sql);

describe('a busy shop', () => {
  const line = (product: { id: string }) => [{ productId: product.id, quantity: 1, price: 1000 }];
  const isBusy = (result: { message: string } | null) => result?.message === 'shop_busy';

  it('waits three seconds for a product that somebody has locked, then creates nothing', async () => {
    const [locked, free] = await Promise.all([newProduct(sql), newProduct(sql)]);
    const sids = Array.from({ length: 30 }, () => newSid());
    await sql.begin(async (t) => {
      await t`select 1 from public.products where id = ${locked.id} for update`;
      const startedAt = Date.now();
      const waiting = sids.map((sid) => refusedOrder(placeOnce(sql, line(locked), { sid })));
      // Meanwhile the others read and are refused at once; afterwards they order.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await available(sql, locked.id)).toBe(10);
      expect(isBusy(await refusedOrder(placeOnce(sql, line(free))))).toBe(true);
      expect(Date.now() - startedAt).toBeLessThan(2900);
      const results = await Promise.all(waiting);
      expect(results.filter((result) => result?.code === '55P03')).toHaveLength(8);
      expect(results.filter(isBusy)).toHaveLength(22);
      expect(Date.now() - startedAt).toBeLessThan(10_000);
    });
    const written = await sql`select sid from private.sessions where sid = any(${sids})`;
    expect(written).toEqual([]);
    expect(await available(sql, locked.id)).toBe(10);
    expect((await placeOnce(sql, line(free))).order.status).toBe('pending');
  });

  it('keeps orders that one browser sends at the same moment in one session, with those before them', async () => {
    const product = await newProduct(sql);
    const sid = newSid();
    const send = (quantity: number) =>
      as(sql, shop, async (t) => {
        const request = orderRequest([{ productId: product.id, quantity, price: 1000 }]);
        const [row] = await t<{ reply: Placed & { sid: string } }[]>`
          select public.place_order_within_limits('carrier', ${sid}, ${newSid()}, ${randomUUID()}, ${t.json(request)}, 60) as reply`;
        return row?.reply;
      });
    const first = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    const sent = await sql.begin(async (t) => {
      await t`select 1 from private.sessions where sid = ${sid} for update`;
      const both = [send(2), send(3)];
      await expect
        .poll(
          async () =>
            (await sql`select 1 from pg_locks where not granted and locktype in ('tuple', 'transactionid')`)
              .length,
        )
        .toBeGreaterThan(1);
      return { both };
    });
    const replies = await Promise.all(sent.both);
    expect(replies[0]?.sid).toBe(replies[1]?.sid);
    const seen = await sql<
      { id: string }[]
    >`select id from private.orders_of_session(${replies[0]?.sid ?? ''})`;
    expect(seen.map(({ id }) => id).sort()).toEqual(
      [first, ...replies].map((placed) => placed?.order.id).sort(),
    );
  });

  it('shows an order that was sent twice before any cookie in both sessions, and what the first has besides', async () => {
    const product = await newProduct(sql);
    const sid = newSid();
    const before = await place(sql, line(product), { sid });
    const key = randomUUID();
    const request = orderRequest([{ productId: product.id, quantity: 2, price: 1000 }]);
    const send = (cookie: string) =>
      as(sql, shop, async (t) => {
        const [row] = await t<{ reply: Placed & { sid: string } }[]>`
          select public.place_order_within_limits('carrier', ${cookie}, ${newSid()}, 'hash', ${t.json(request)}, 60, ${key}) as reply`;
        return row?.reply as Placed & { sid: string };
      });
    const [first, second] = [await send(sid), await send('')];
    expect(second.sid).not.toBe(first.sid);
    for (const one of [first, second]) {
      const seen = await sql<{ id: string }[]>`select id from private.orders_of_session(${one.sid})`;
      expect(seen.map(({ id }) => id).sort()).toEqual([before.order.id, first.order.id].sort());
    }
  });

  it('says that something is sold out before a place in the queue is asked for', async () => {
    const [gone, free] = [await newProduct(sql, { stock: 1 }), await newProduct(sql)];
    const sid = newSid();
    const key = randomUUID();
    const first = await place(sql, line(gone), { sid, key });
    await sql.begin(async (t) => {
      for (let slot = 1; slot <= 8; slot += 1)
        await t`select pg_advisory_xact_lock(hashtext('private.limit_concurrent_orders'), ${slot})`;
      expect((await refusedOrder(placeOnce(sql, line(free))))?.message).toBe('shop_busy');
      expect((await refusedOrder(placeOnce(sql, line(gone))))?.message).toBe('out_of_stock');
      // Not to the buyer for whom the piece is held, who sends the request again.
      expect((await refusedOrder(placeOnce(sql, line(gone), { sid, key })))?.message).toBe('shop_busy');
      expect((await refusedOrder(placeOnce(sql, line(gone), { sid })))?.message).toBe('shop_busy');
      // Nor without the cookie, but with the key.
      expect((await refusedOrder(placeOnce(sql, line(gone), { key })))?.message).toBe('shop_busy');
    });
    expect((await place(sql, line(gone), { sid, key })).order.id).toBe(first.order.id);
  });

  it('refuses what is sold out without waiting for whoever has locked the product', async () => {
    const product = await newProduct(sql, { stock: 1 });
    await place(sql, line(product));
    await sql.begin(async (t) => {
      await t`select 1 from public.products where id = ${product.id} for update`;
      const refused = await refusedOrder(placeOnce(sql, line(product)));
      expect(refused?.message).toBe('out_of_stock');
    });
  });

  it('locks a product when nothing but its own pieces is left to write', async () => {
    const product = await newProduct(sql);
    const { waiting, locks } = await sql.begin(async (t) => {
      await t`select 1 from public.products where id = ${product.id} for no key update`;
      const placing = placeOnce(sql, line(product));
      const written = () => t<{ relation: string }[]>`
        select l.relation::regclass::text as relation from pg_locks l
        where l.pid in (select w.pid from pg_locks w where not w.granted) and l.mode = 'RowExclusiveLock'
          and l.relation::regclass::text in ('orders', 'transactions', 'order_items', 'private.stock_holds', 'public.orders', 'public.transactions', 'public.order_items')
        order by 1`;
      await expect.poll(async () => (await written()).length, { timeout: 2500 }).toBeGreaterThan(0);
      return { waiting: { placing }, locks: await written() };
    });
    expect(locks.map(({ relation }) => relation.replace('public.', ''))).toEqual(['orders', 'transactions']);
    expect((await waiting.placing).order.status).toBe('pending');
  });

  it('never waits for a reference of the bank that another order is about to take', async () => {
    const product = await newProduct(sql);
    const orders = [await place(sql, line(product)), await place(sql, line(product))];
    // The same numbers for both: the first is taken and not yet committed.
    const open = async (t: Transaction, { order }: Placed) => {
      await t`select setseed(0.25)`;
      await t`update public.transactions set status = 'expired', decided_at = now() where order_id = ${order.id}`;
      const [opened] = await t<{ reference: string }[]>`
        select reference from private.open_transaction(${order.id}, 1000)`;
      return opened?.reference;
    };
    const references = await sql.begin(async (t) => {
      const first = await open(t, orders[0]!);
      const second = await sql.begin(async (other) => {
        await other`set local lock_timeout = '1s'`;
        return open(other, orders[1]!);
      });
      return [first, second];
    });
    expect(new Set(references).size).toBe(2);
  });

  it('writes nothing for a buyer whose request failed', async () => {
    const product = await newProduct(sql);
    const sid = newSid();
    const late = placeOnce(sql, line(product), { sid, answerBy: new Date(Date.now() - 1) });
    const refused = await refusalOf(late);
    expect(isBusy(refused)).toBe(true);
    // With the time here: a function whose clock is behind asks again by it.
    expect(Math.abs(Number(refused?.detail) - Date.now())).toBeLessThan(60_000);
    // The row is free again in time, but by then nobody waits for the answer.
    const waited = await sql.begin(async (t) => {
      await t`select 1 from public.products where id = ${product.id} for update`;
      const answer = refusedOrder(
        placeOnce(sql, line(product), { sid, answerBy: new Date(Date.now() + 500) }),
      );
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return { answer };
    });
    expect(isBusy(await waited.answer)).toBe(true);
    expect(await available(sql, product.id)).toBe(10);
  });
});

describe('stock', () => {
  it('forty buyers at once for one piece: one order', async () => {
    const product = await newProduct(sql, { stock: 1 });
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const results = await Promise.all(Array.from({ length: 40 }, () => refusedOrder(place(sql, line))));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(results.filter((result) => result?.message === 'out_of_stock')).toHaveLength(39);
  });

  it('buyers of the same things in opposite order never lock each other out', async () => {
    const [a, b] = await Promise.all([newProduct(sql, { stock: 40 }), newProduct(sql, { stock: 40 })]);
    const cart = [a, b].map((product) => ({ productId: product.id, quantity: 1, price: 1000 }));
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => refusedOrder(place(sql, i % 2 ? cart : [...cart].reverse()))),
    );
    expect(results).toEqual(Array(40).fill(null));
    // Two thirds are held; the other orders stand without a hold.
    expect(await available(sql, a.id)).toBe(14);
  });

  it('a hold that has run out counts for nothing, without any job', async () => {
    const product = await newProduct(sql, { stock: 1 });
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    await endHold(sql, await place(sql, line));
    expect(await available(sql, product.id)).toBe(1);
    expect((await place(sql, line)).order.status).toBe('pending');
    expect(await available(sql, product.id)).toBe(0);
  });

  /** An order of the last piece of a product, and what happens to it on the bank's page. */
  async function orderLastPiece() {
    const product = await newProduct(sql, { stock: 1 });
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    const sid = await sessionOf(placed);
    let { trace } = placed.transaction;
    return {
      product,
      placed,
      /** Minutes left of its hold. */
      holdEnds: async () => {
        const [row] = await sql<{ minutes: string }[]>`
          select extract(epoch from expires_at - now()) / 60 as minutes from private.stock_holds
          where order_id = ${placed.order.id}`;
        return Math.round(Number(row?.minutes));
      },
      minutesPass: (minutes: number) =>
        sql`update private.stock_holds set expires_at = expires_at - make_interval(mins => ${minutes})
          where order_id = ${placed.order.id}`,
      refuse: () => bankDecides(sql, trace, { status: '4', trace, description: 'Denied' }),
      cancelAtTheBank: () => bankDecides(sql, trace, { status: '255', trace }),
      payAgain: () =>
        as(sql, shop, async (t) => {
          const [row] = await t<
            { paid: Placed }[]
          >`select public.pay_again(${sid}, ${placed.order.id}) as paid`;
          trace = row?.paid.transaction.trace ?? '';
        }),
    };
  }

  it('a refused card keeps the pieces: its buyer calls the bank and pays again', async () => {
    const { product, placed, holdEnds, minutesPass, refuse, payAgain } = await orderLastPiece();
    await minutesPass(25);
    await refuse();
    expect(await available(sql, product.id)).toBe(0);
    expect(await holdEnds()).toBe(30);
    // Once per order: after another refusal the hold of the new payment just goes on.
    await payAgain();
    await minutesPass(20);
    await refuse();
    expect(await holdEnds()).toBe(10);
    await cancelAsShop(sql, placed);
    expect(await available(sql, product.id)).toBe(1);
  });

  it('cancelling on the bank’s page neither lengthens the hold nor uses up what a refused card gets', async () => {
    const { product, holdEnds, minutesPass, refuse, cancelAtTheBank, payAgain } = await orderLastPiece();
    await minutesPass(10);
    await cancelAtTheBank();
    expect(await holdEnds()).toBe(20);
    expect(await available(sql, product.id)).toBe(0);
    await payAgain();
    await minutesPass(25);
    await refuse();
    expect(await holdEnds()).toBe(30);
    // Nor is it a way to another longer hold.
    await payAgain();
    await minutesPass(20);
    await cancelAtTheBank();
    await payAgain();
    await minutesPass(20);
    await refuse();
    expect(await holdEnds()).toBe(10);
  });

  it('a hold that has ended is not made again by a refusal', async () => {
    const product = await newProduct(sql, { stock: 1 });
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    await endHold(sql, placed);
    await bankDecides(sql, placed.transaction.trace, { status: '4', trace: placed.transaction.trace });
    expect(await available(sql, product.id)).toBe(1);
  });
});
