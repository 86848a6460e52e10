import { describe, expect, it } from 'vitest';
import {
  approved,
  as,
  available,
  newPerson,
  newProduct,
  newSession,
  newSid,
  place,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);

async function holdsOfSameBuyer(sid: string) {
  return as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ held: { productId: string; quantity: number }[] }[]>`
      select public.holds_of_same_buyer(${sid}) as held`;
    return row?.held;
  });
}

const payAgain = (sid: string, orderId: string) =>
  as(sql, shop, async (transaction) => {
    await transaction`select public.pay_again(${sid}, ${orderId})`;
  });

const leaveUndecided = (placed: Placed) =>
  bankDecides(sql, placed.transaction.trace, { status: '9', trace: placed.transaction.trace });

const line = (product: { id: string }, quantity = 1) => ({ productId: product.id, quantity, price: 1000 });

/** The last piece of a product is held for an unpaid order of a session. */
async function lastPieceHeld(sid?: string) {
  const session = sid ?? (await newSession(sql));
  const [last, other] = [await newProduct(sql, { stock: 1 }), await newProduct(sql)];
  const placed = await place(sql, [line(last)], { sid: session });
  return { sid: session, last, other, placed };
}

const held = { heldUntil: expect.any(String) as string, isHoldTakenOver: false };
const paymentOf = (sid: string, orderId: string) =>
  as(sql, shop, async (t) => {
    const [row] = await t<
      { order: { payment: object } }[]
    >`select public.visible_order(${sid}, ${orderId}) as order`;
    return row?.order.payment;
  });

const outOfStock = { code: 'PT409', message: 'out_of_stock' };

describe('what the unpaid orders of a buyer hold', () => {
  it('is counted for their session and account, and for nobody else', async () => {
    const { sid, last } = await lastPieceHeld();
    expect(await holdsOfSameBuyer(sid)).toEqual([{ productId: last.id, quantity: 1 }]);
    const ada = await newPerson(sql, 'Ada');
    const adas = await lastPieceHeld(await newSession(sql, ada.userId));
    const elsewhere = await newSession(sql, ada.userId);
    expect(await holdsOfSameBuyer(elsewhere)).toEqual([{ productId: adas.last.id, quantity: 1 }]);
    for (const stranger of [await newSession(sql), newSid()])
      expect(await holdsOfSameBuyer(stranger)).toEqual([]);
  });

  it('ends with the hold, and is not theirs to reorder while the bank has not decided', async () => {
    const { sid, placed } = await lastPieceHeld();
    await leaveUndecided(placed);
    expect(await holdsOfSameBuyer(sid)).toEqual([]);
    const second = await lastPieceHeld();
    await sql`update private.stock_holds set expires_at = now() where order_id = ${second.placed.order.id}`;
    expect(await holdsOfSameBuyer(second.sid)).toEqual([]);
  });

  it('stays beside their next order while the stock is enough for both', async () => {
    const sid = await newSession(sql);
    const product = await newProduct(sql, { stock: 5 });
    const first = await place(sql, [line(product, 2)], { sid });
    const second = await place(sql, [line(product)], { sid });
    for (const { order } of [first, second]) expect(await paymentOf(sid, order.id)).toMatchObject(held);
    expect(await available(sql, product.id)).toBe(2);
  });

  it('stays as far as their next order takes other products', async () => {
    const sid = await newSession(sql);
    const [last, plenty] = [await newProduct(sql, { stock: 1 }), await newProduct(sql, { stock: 9 })];
    await place(sql, [line(last), line(plenty)], { sid });
    await place(sql, [line(last)], { sid });
    expect(await available(sql, plenty.id)).toBe(8);
  });

  it('goes to their next order of the same product, and the page of the first one says so', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    expect(await paymentOf(sid, placed.order.id)).toMatchObject(held);
    const next = await place(sql, [line(last), line(other)], { sid });
    expect(next.order.id).not.toBe(placed.order.id);
    expect(await holdsOfSameBuyer(sid)).toEqual(
      [line(last), line(other)]
        .map(({ productId, quantity }) => ({ productId, quantity }))
        .sort((a, b) => (a.productId < b.productId ? -1 : 1)),
    );
    const holders =
      await sql`select order_id as "orderId" from private.stock_holds where product_id = ${last.id} and expires_at > now()`;
    expect(holders).toEqual([{ orderId: next.order.id }]);
    expect(await paymentOf(sid, placed.order.id)).toMatchObject({ heldUntil: null, isHoldTakenOver: true });
    expect(await paymentOf(sid, next.order.id)).toMatchObject(held);
  });

  it('goes back to the earlier order when that is paid after all', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    await place(sql, [line(last), line(other)], { sid });
    await payAgain(sid, placed.order.id);
    const holders =
      await sql`select order_id as "orderId" from private.stock_holds where product_id = ${last.id} and expires_at > now()`;
    expect(holders).toEqual([{ orderId: placed.order.id }]);
  });

  it('stays when their next order is refused', async () => {
    const { sid, last, other } = await lastPieceHeld();
    await expect(place(sql, [line(last), line(other, 99)], { sid })).rejects.toMatchObject(outOfStock);
    expect(await holdsOfSameBuyer(sid)).toEqual([{ productId: last.id, quantity: 1 }]);
  });

  it('stays while the bank has not decided: the piece may be sold', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    await leaveUndecided(placed);
    await expect(place(sql, [line(last), line(other)], { sid })).rejects.toMatchObject(outOfStock);
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'paid',
    });
    expect(await available(sql, last.id)).toBe(0);
  });

  it('is out of reach of a stranger’s order', async () => {
    const { last, other, sid } = await lastPieceHeld();
    await expect(place(sql, [line(last), line(other)])).rejects.toMatchObject(outOfStock);
    expect(await holdsOfSameBuyer(sid)).toHaveLength(1);
  });

  it('stays while that order is being settled at this very moment', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    await sql.begin(async (settling) => {
      await settling`select 1 from public.orders where id = ${placed.order.id} for update`;
      await expect(place(sql, [line(last), line(other)], { sid })).rejects.toMatchObject(outOfStock);
    });
  });
});
