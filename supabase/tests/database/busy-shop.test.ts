import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  available,
  endHold,
  newProduct,
  newSid,
  openDatabase,
  place,
  placeOnce,
  settle,
} from '../shop-cast.ts';
import { refusedOrder } from '../sql-refusals.ts';

const sql = openDatabase();
afterAll(() => sql.end());

afterEach(async () => {
  expect(await sql`select * from private.invariants`).toEqual([]);
});

describe('a busy shop', () => {
  const isBusy = (result: { message: string } | null) => result?.message === 'shop_busy';

  it('waits three seconds for a product that somebody has locked, then creates nothing', async () => {
    const [locked, free] = await Promise.all([newProduct(sql), newProduct(sql)]);
    const line = (product: { id: string }) => [{ productId: product.id, quantity: 1, price: 1000 }];
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

  it('writes nothing for a buyer who has been told that it did not work', async () => {
    const product = await newProduct(sql);
    const sid = newSid();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const late = placeOnce(sql, line, { sid, answerBy: new Date(Date.now() - 1) });
    expect(isBusy(await refusedOrder(late))).toBe(true);
    // The row is free again in time, but by then nobody waits for the answer.
    const waited = await sql.begin(async (t) => {
      await t`select 1 from public.products where id = ${product.id} for update`;
      const answer = refusedOrder(placeOnce(sql, line, { sid, answerBy: new Date(Date.now() + 500) }));
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
    const [a, b] = await Promise.all([newProduct(sql, { stock: 20 }), newProduct(sql, { stock: 20 })]);
    const cart = [a, b].map((product) => ({ productId: product.id, quantity: 1, price: 1000 }));
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => refusedOrder(place(sql, i % 2 ? cart : [...cart].reverse()))),
    );
    expect(results.filter((result) => result === null)).toHaveLength(20);
    expect(results.every((result) => result === null || result.message === 'out_of_stock')).toBe(true);
  });

  it('a hold that has run out counts for nothing, without any job', async () => {
    const product = await newProduct(sql, { stock: 1 });
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    await endHold(sql, await place(sql, line));
    expect(await available(sql, product.id)).toBe(1);
    expect((await place(sql, line)).order.status).toBe('pending');
    expect(await available(sql, product.id)).toBe(0);
  });

  it('a refused card gives the pieces back', async () => {
    const product = await newProduct(sql, { stock: 1 });
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    await settle(sql, placed.transaction.trace, {
      status: '4',
      trace: placed.transaction.trace,
      description: 'Denied',
    });
    expect(await available(sql, product.id)).toBe(1);
  });
});
