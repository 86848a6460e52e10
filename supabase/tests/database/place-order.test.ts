import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  approved,
  available,
  endHold,
  newPerson,
  newProduct,
  newSession,
  newSid,
  openDatabase,
  place,
  placeOnce,
  settle,
} from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

afterEach(async () => {
  expect(await sql`select * from private.invariants`).toEqual([]);
});

const refusal = (transaction: Promise<unknown>) =>
  transaction.then(
    () => null,
    (error: { code: string; message: string; detail?: string }) => ({
      code: error.code,
      message: error.message,
      lines: error.detail?.startsWith('[') ? (JSON.parse(error.detail) as object[]) : undefined,
      order: error.detail?.startsWith('{') ? (JSON.parse(error.detail) as object) : undefined,
    }),
  );

describe('placing an order', () => {
  it('writes order, items, hold and first transaction with the prices of the shop', async () => {
    const meter = await newProduct(sql, { price: 1_850_000, stock: 2, name: 'Meter' });
    const panel = await newProduct(sql, { price: 85_000, stock: 30, name: 'Panel' });
    const placed = await place(sql, [
      { productId: meter.id, quantity: 1, price: 1_850_000 },
      { productId: panel.id, quantity: 4, price: 85_000 },
    ]);
    expect(placed.order).toMatchObject({
      totalAmount: 2_190_000,
      status: 'pending',
      userId: null,
      customerPhone: '+254712345678',
    });
    expect(placed.transaction).toMatchObject({ amount: 2_190_000 });
    expect(placed.transaction.trace).toMatch(/^[0-9a-f]{64}$/);
    expect(placed.transaction.reference).toMatch(/^DON-\d{1,6}$/);
    expect(Math.abs(placed.transaction.openedAt - Date.now() / 1000)).toBeLessThan(60);
    expect(await available(sql, meter.id)).toBe(1);
    expect(await available(sql, panel.id)).toBe(26);
    const [shelf] = await sql`select stock from public.products where id = ${panel.id}`;
    expect(shelf?.stock).toBe(30);
  });

  it('takes the same product on two lines for one quantity', async () => {
    const product = await newProduct(sql, { price: 500, stock: 3 });
    const lines = (quantity: number) => [
      { productId: product.id, quantity: 2, price: 500 },
      { productId: product.id, quantity, price: 500 },
    ];
    expect(await refusal(place(sql, lines(2)))).toMatchObject({
      code: 'PT409',
      message: 'out_of_stock',
      lines: [{ quantity: 4, available: 3 }],
    });
    const placed = await place(sql, lines(1));
    expect(placed.order.items).toMatchObject([{ productId: product.id, quantity: 3 }]);
  });

  it('says for each line what is short, dearer or gone, and writes nothing', async () => {
    const short = await newProduct(sql, { stock: 1, name: 'A short one' });
    const dearer = await newProduct(sql, { price: 2000, name: 'B dearer one' });
    const gone = await newProduct(sql, { isActive: false, name: 'C gone one' });
    const sid = await newSession(sql);
    expect(
      await refusal(
        place(
          sql,
          [
            { productId: short.id, quantity: 2, price: 1000 },
            { productId: dearer.id, quantity: 1, price: 1500 },
            { productId: gone.id, quantity: 1, price: 1000 },
          ],
          { sid },
        ),
      ),
    ).toEqual({
      code: 'PT409',
      message: 'product_unavailable',
      lines: expect.arrayContaining([
        {
          productId: short.id,
          name: 'A short one',
          problem: 'out_of_stock',
          quantity: 2,
          available: 1,
          price: 1000,
        },
        {
          productId: dearer.id,
          name: 'B dearer one',
          problem: 'price_changed',
          quantity: 1,
          available: 10,
          price: 2000,
        },
        {
          productId: gone.id,
          name: '',
          problem: 'product_unavailable',
          quantity: 1,
          available: 0,
          price: null,
        },
      ]) as object[],
    });
    const [written] =
      await sql`select count(*)::int as orders from private.session_orders where sid = ${sid}`;
    expect(written?.orders).toBe(0);
  });

  it.each([
    ['lower', [1000, 900]],
    ['higher', [1100, 1000]],
  ])('refuses a %s price on one of two lines of a product', async (_, prices) => {
    const product = await newProduct(sql, { price: 1000 });
    const lines = prices.map((price) => ({ productId: product.id, quantity: 1, price }));
    expect(await refusal(place(sql, lines, { totalAmount: 2000 }))).toMatchObject({
      message: 'price_changed',
      lines: [{ productId: product.id, problem: 'price_changed', price: 1000 }],
    });
  });

  it('refuses a total that is not the shop’s own sum', async () => {
    const product = await newProduct(sql, { price: 1000 });
    const line = [{ productId: product.id, quantity: 2, price: 1000 }];
    expect(await refusal(place(sql, line, { totalAmount: 1999 }))).toMatchObject({
      code: 'PT409',
      message: 'price_changed',
    });
  });

  it('refuses more than the bank’s form can carry', async () => {
    const product = await newProduct(sql, { price: 60_000_000 });
    const line = [{ productId: product.id, quantity: 2, price: 60_000_000 }];
    expect(await refusal(place(sql, line))).toMatchObject({ code: 'PT400', message: 'total_too_large' });
    expect(await available(sql, product.id)).toBe(10);
    const dearest = await newProduct(sql, { price: 99_999_999 });
    const most = await place(sql, [{ productId: dearest.id, quantity: 1, price: 99_999_999 }]);
    expect(most.transaction.amount).toBe(99_999_999);
  });

  it('writes the session of a browser that has only its cookie, for sixty days', async () => {
    const product = await newProduct(sql);
    const sid = newSid();
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    const [session] = await sql`
      select s.sess, round(extract(epoch from s.expire - now()) / 86400)::int as days, so.order_id
      from private.sessions s join private.session_orders so using (sid) where s.sid = ${sid}`;
    expect(session).toEqual({ sess: {}, days: 60, order_id: order.id });
  });

  it('in a session that has expired begins a new one, which knows nothing of the old', async () => {
    const product = await newProduct(sql);
    const ada = await newPerson(sql, 'Ada');
    const sid = await newSession(sql, ada.userId);
    const old = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    await sql`update private.sessions set expire = now() - interval '1 second' where sid = ${sid}`;
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    expect(order).toMatchObject({ userId: null });
    expect(order.id).not.toBe(old.order.id);
    const seen = await sql`select order_id from private.session_orders where sid = ${sid}`;
    expect(seen).toEqual([{ order_id: order.id }]);
  });

  it('belongs to the signed-in person of the session', async () => {
    const ada = await newPerson(sql, 'Ada');
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
      sid: await newSession(sql, ada.userId),
    });
    expect(order).toMatchObject({ userId: ada.userId });
  });
});

describe('a repeated key', () => {
  it('gives the same reply and no second order, twenty times at once', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const sid = await newSession(sql);
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(sql, line, { sid, key })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await available(sql, product.id)).toBe(4);
  });

  it('with other content, or by another account, is refused', async () => {
    const product = await newProduct(sql);
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    await place(sql, line, { key });
    expect(await refusal(place(sql, line, { key, hash: 'other' }))).toMatchObject({ message: 'key_reused' });
    const bob = await newPerson(sql, 'Bob');
    expect(await refusal(place(sql, line, { key, sid: await newSession(sql, bob.userId) }))).toMatchObject({
      message: 'key_reused',
    });
  });

  it('can be tried again after a refusal', async () => {
    const product = await newProduct(sql, { stock: 0 });
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    expect(await refusal(place(sql, line, { key }))).toMatchObject({ message: 'out_of_stock' });
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    expect((await place(sql, line, { key })).order.status).toBe('pending');
  });
});

describe('an unpaid order with the same items', () => {
  const anotherAddress = { customerAddress: 'Moi Avenue, Nakuru' };
  async function unpaidOrder(stock = 10) {
    const sid = await newSession(sql);
    const product = await newProduct(sql, { stock });
    const line = [{ productId: product.id, quantity: 2, price: 1000 }];
    return { sid, product, line, first: await place(sql, line, { sid }) };
  }

  it('for the same person is the same order, whatever key is sent, or none', async () => {
    const { sid, product, line, first } = await unpaidOrder();
    for (const key of [randomUUID(), null, null]) {
      const again = await place(sql, line, { sid, key });
      expect(again.order.id).toBe(first.order.id);
      expect(again.transaction.trace).toBe(first.transaction.trace);
    }
    expect(await available(sql, product.id)).toBe(8);
  });

  it('twenty tabs at once in a browser that has only its cookie: one order', async () => {
    const product = await newProduct(sql, { stock: 50 });
    const sid = newSid();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(sql, line, { sid })));
    expect(new Set(replies.map(({ order }) => order.id)).size).toBe(1);
    expect(await available(sql, product.id)).toBe(49);
  });

  it.each([
    { customerName: 'Ada King' },
    { customerEmail: 'ada@example.org' },
    { customerPhone: '+254700000000' },
    anotherAddress,
  ] as Record<string, string>[])(
    'for other details (%o) is asked about, with that order',
    async (details) => {
      const { sid, line, first } = await unpaidOrder();
      const asked = refusal(place(sql, line, { sid, details }));
      expect(await asked).toMatchObject({
        code: 'PT409',
        message: 'similar_order_unpaid',
        order: { id: first.order.id },
      });
    },
  );

  it('at an older price is asked about: nobody pays another total than the one on the page', async () => {
    const { sid, product, line, first } = await unpaidOrder();
    await sql`update public.products set price = 1100 where id = ${product.id}`;
    const dearer = line.map((one) => ({ ...one, price: 1100 }));
    expect(await refusal(place(sql, dearer, { sid }))).toMatchObject({
      message: 'similar_order_unpaid',
      order: { id: first.order.id, totalAmount: 2000 },
    });
  });

  it('is no matter for other quantities, more products or another browser', async () => {
    const { sid, line, first } = await unpaidOrder();
    const other = await newProduct(sql);
    const more = [...line, { productId: other.id, quantity: 1, price: 1000 }];
    const fewer = line.map((one) => ({ ...one, quantity: 1 }));
    const placed = [
      await place(sql, more, { sid, details: anotherAddress }),
      await place(sql, fewer, { sid, details: anotherAddress }),
      await place(sql, line),
    ];
    expect(placed.map(({ order }) => order.id)).not.toContain(first.order.id);
  });

  it('on two lines is the same as on one', async () => {
    const { sid, product, first } = await unpaidOrder();
    const lines = [1, 1].map((quantity) => ({ productId: product.id, quantity, price: 1000 }));
    expect((await place(sql, lines, { sid })).order.id).toBe(first.order.id);
  });

  it('is replaced on request, with its pieces, also when the request is sent twice', async () => {
    const { sid, product, line, first } = await unpaidOrder(2);
    const replace = () =>
      place(sql, line, {
        sid,
        key: null,
        details: anotherAddress,
        more: { replacesOrderId: first.order.id },
      });
    const second = await replace();
    expect((await replace()).order.id).toBe(second.order.id);
    const [old] = await sql`select status from public.orders where id = ${first.order.id}`;
    expect(old).toEqual({ status: 'cancelled' });
    expect(await available(sql, product.id)).toBe(0);
  });

  it('stays as it is when the replacement is refused', async () => {
    const { sid, product, line, first } = await unpaidOrder(2);
    const tooMany = line.map((one) => ({ ...one, quantity: 3 }));
    const replaced = place(sql, tooMany, { sid, more: { replacesOrderId: first.order.id } });
    expect(await refusal(replaced)).toMatchObject({ message: 'out_of_stock' });
    const [old] = await sql`select status from public.orders where id = ${first.order.id}`;
    expect([old?.status, await available(sql, product.id)]).toEqual(['pending', 0]);
  });

  it('stays beside another on request', async () => {
    const { sid, product, line, first } = await unpaidOrder();
    const second = await place(sql, line, {
      sid,
      details: anotherAddress,
      more: { keepsSimilarOrder: true },
    });
    expect(second.order.id).not.toBe(first.order.id);
    expect(await available(sql, product.id)).toBe(6);
    // Each of the two is now the same order for its own details.
    expect((await place(sql, line, { sid })).order.id).toBe(first.order.id);
    expect((await place(sql, line, { sid, details: anotherAddress })).order.id).toBe(second.order.id);
  });

  it('cannot be replaced by a stranger, nor when it is paid or undecided', async () => {
    const { sid, line, first } = await unpaidOrder();
    const replace = (by: string) =>
      refusal(place(sql, line, { sid: by, more: { replacesOrderId: first.order.id } }));
    expect(await replace(newSid())).toMatchObject({ code: 'PT404' });
    const { trace } = first.transaction;
    await settle(sql, trace, { status: '1', trace });
    expect(await replace(sid)).toMatchObject({
      message: 'payment_undecided',
      order: { id: first.order.id, nextStep: 'wait' },
    });
    expect(await refusal(place(sql, line, { sid }))).toMatchObject({ message: 'payment_undecided' });
    await settle(sql, trace, approved(first));
    expect(await replace(sid)).toMatchObject({ message: 'order_closed', order: { id: first.order.id } });
    // Paid: the next one is another order.
    expect((await place(sql, line, { sid })).order.id).not.toBe(first.order.id);
  });

  it('whose card was refused, or whose hold has ended, must be taken up again: no transaction to pay', async () => {
    const refused = await unpaidOrder();
    await settle(sql, refused.first.transaction.trace, {
      status: '4',
      trace: refused.first.transaction.trace,
    });
    const unheld = await unpaidOrder();
    await endHold(sql, unheld.first);
    for (const { sid, line, first } of [refused, unheld])
      expect(await place(sql, line, { sid })).toMatchObject({
        order: { id: first.order.id },
        transaction: null,
      });
    await sql`update public.orders set created_at = now() - interval '73 hours' where id = ${refused.first.order.id}`;
    const later = await place(sql, refused.line, { sid: refused.sid });
    expect(later.order.id).not.toBe(refused.first.order.id);
  });
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
      const waiting = sids.map((sid) => refusal(placeOnce(sql, line(locked), { sid })));
      // Meanwhile the others read and are refused at once; afterwards they order.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await available(sql, locked.id)).toBe(10);
      expect(isBusy(await refusal(placeOnce(sql, line(free))))).toBe(true);
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
    expect(isBusy(await refusal(late))).toBe(true);
    // The row is free again in time, but by then nobody waits for the answer.
    const waited = await sql.begin(async (t) => {
      await t`select 1 from public.products where id = ${product.id} for update`;
      const answer = refusal(placeOnce(sql, line, { sid, answerBy: new Date(Date.now() + 500) }));
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
    const results = await Promise.all(Array.from({ length: 40 }, () => refusal(place(sql, line))));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(results.filter((result) => result?.message === 'out_of_stock')).toHaveLength(39);
  });

  it('buyers of the same things in opposite order never lock each other out', async () => {
    const [a, b] = await Promise.all([newProduct(sql, { stock: 20 }), newProduct(sql, { stock: 20 })]);
    const cart = [a, b].map((product) => ({ productId: product.id, quantity: 1, price: 1000 }));
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => refusal(place(sql, i % 2 ? cart : [...cart].reverse()))),
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
