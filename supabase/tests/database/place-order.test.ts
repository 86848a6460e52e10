import { describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../functions/_shared/contract/auth.ts';
import {
  as,
  available,
  type CartLine,
  newPerson,
  newProduct,
  newSession,
  newSid,
  place,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refusedForLines, refusedLines, refusedPrices } from '../refused-lines.ts';
import { refusalOf, refusedOrder } from '../sql-refusals.ts';

const sql = openTestDatabase();

checkRulesAfterEach(sql);

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
      customerName: 'Ada Lovelace',
      customerEmail: 'ada@example.com',
      customerPhone: '+254712345678',
      customerAddress: 'Milimani, Kisumu',
      items: [
        { productId: meter.id, productName: 'Meter', quantity: 1, price: 1_850_000 },
        { productId: panel.id, productName: 'Panel', quantity: 4, price: 85_000 },
      ].map((item) => ({ ...item, orderId: placed.order.id })),
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

  it('takes no promise of delivery from a buyer', async () => {
    const { id } = await newProduct(sql, { price: 1000, stock: 2 });
    const placed = await place(sql, [{ productId: id, quantity: 1, price: 1000 }], {
      details: { deliveryPromise: 'Today, free' },
    });
    const [order] = await sql<{ promise: string | null }[]>`
      select delivery_promise as promise from public.orders where id = ${placed.order.id}`;
    expect(order?.promise).toBeNull();
  });

  it('for an organisation keeps its name, KRA PIN and own number, and offers name, PIN and county next time', async () => {
    const product = await newProduct(sql);
    const line = [{ productId: product.id, quantity: 1, price: product.price }];
    const ada = await newPerson(sql, 'Ada');
    const sid = await newSession(sql, ada.userId);
    const remembered = async () => {
      const [row] = await as(
        sql,
        ada,
        (t) => t<{ profile: SignedInUser }[]>`select public.my_profile() as profile`,
      );
      return { company: row?.profile.company, county: row?.profile.county };
    };
    expect(await remembered()).toEqual({ company: null, county: null });
    const company = { name: 'Kisumu Water & Sanitation', pin: 'P051234567X', purchaseOrder: 'LPO 2026/117' };
    const placed = await place(sql, line, { sid, details: { company, county: '042' } });
    expect(placed.order).toMatchObject({ company });
    const { name, pin } = company;
    expect(await remembered()).toEqual({ company: { name, pin }, county: '042' });
    const ofPerson = await place(sql, line);
    expect(ofPerson.order).toMatchObject({ company: null });
  });

  it.each([
    { name: 'Water', pin: 'P05123456X' },
    { name: ' ' },
    { pin: 'P051234567X' },
    { name: 'Wa\u202eter' },
    { name: 'x'.repeat(201) },
  ])('is refused for an organisation such as %o, in no words of the table', async (company) => {
    const product = await newProduct(sql);
    const line = [{ productId: product.id, quantity: 1, price: product.price }];
    expect(await refusalOf(place(sql, line, { details: { company } }))).toEqual({
      code: 'PT400',
      message: 'invalid_request',
      detail: 'the buyer or the delivery',
    });
  });

  it.each([...refusedLines, ...refusedPrices])(
    'with %s is refused, to a browser with and without an order',
    async (_, lines) => {
      const product = await newProduct(sql, { stock: 2000 });
      const items = lines(product.id) as CartLine[];
      const sid = await newSession(sql);
      const options = { sid, totalAmount: 1000 };
      expect(await refusalOf(place(sql, items, options))).toEqual(refusedForLines);
      const line = { productId: (await newProduct(sql)).id, quantity: 1, price: 1000 };
      await place(sql, [line], { sid });
      expect(await refusalOf(place(sql, items, options))).toEqual(refusedForLines);
      expect(await available(sql, product.id)).toBe(2000);
    },
  );

  it('takes the same product on two lines for one quantity', async () => {
    const product = await newProduct(sql, { price: 500, stock: 3 });
    const lines = (quantity: number) => [
      { productId: product.id, quantity: 2, price: 500 },
      { productId: product.id.toUpperCase(), quantity, price: 500 },
    ];
    expect(await refusedOrder(place(sql, lines(2)))).toMatchObject({
      code: 'PT409',
      message: 'out_of_stock',
      lines: [{ quantity: 4, available: 3 }],
    });
    const placed = await place(sql, lines(1));
    expect(placed.order.items).toMatchObject([{ productId: product.id, quantity: 3 }]);
  });

  it('reports for each line what is out of stock, more expensive or gone, and writes nothing', async () => {
    const short = await newProduct(sql, { stock: 1, name: 'A short one' });
    const dearer = await newProduct(sql, { price: 2000, name: 'B dearer one' });
    const gone = await newProduct(sql, { isActive: false, name: 'C gone one' });
    const sid = await newSession(sql);
    expect(
      await refusedOrder(
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
    expect(await refusedOrder(place(sql, lines, { totalAmount: 2000 }))).toMatchObject({
      message: 'price_changed',
      lines: [{ productId: product.id, problem: 'price_changed', price: 1000 }],
    });
  });

  it('refuses a total that is not the shop’s own sum', async () => {
    const product = await newProduct(sql, { price: 1000 });
    const line = [{ productId: product.id, quantity: 2, price: 1000 }];
    expect(await refusedOrder(place(sql, line, { totalAmount: 1999 }))).toMatchObject({
      code: 'PT409',
      message: 'price_changed',
    });
  });

  it('refuses more than the bank’s form can carry', async () => {
    const product = await newProduct(sql, { price: 60_000_000 });
    const line = [{ productId: product.id, quantity: 2, price: 60_000_000 }];
    expect(await refusedOrder(place(sql, line))).toMatchObject({ code: 'PT400', message: 'total_too_large' });
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

  it('in an expired session starts a new one without the data of the old', async () => {
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
