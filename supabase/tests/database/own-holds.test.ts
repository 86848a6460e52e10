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
  settle,
  shop,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);

async function ownHolds(sid: string) {
  return as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ held: { productId: string; quantity: number }[] }[]>`
      select public.own_holds(${sid}) as held`;
    return row?.held;
  });
}

const payAgain = (sid: string, orderId: string) =>
  as(sql, shop, async (transaction) => {
    await transaction`select public.pay_again(${sid}, ${orderId})`;
  });

const leaveUndecided = (placed: Placed) =>
  settle(sql, placed.transaction.trace, { status: '9', trace: placed.transaction.trace });

const line = (product: { id: string }, quantity = 1) => ({ productId: product.id, quantity, price: 1000 });

/** The last piece of a product is held for an unpaid order of a session. */
async function lastPieceHeld(sid?: string) {
  const session = sid ?? (await newSession(sql));
  const [last, other] = [await newProduct(sql, { stock: 1 }), await newProduct(sql)];
  const placed = await place(sql, [line(last)], { sid: session });
  return { sid: session, last, other, placed };
}

const outOfStock = { code: 'PT409', message: 'out_of_stock' };

describe('what the unpaid orders of a buyer hold', () => {
  it('is counted for their session and account, and for nobody else', async () => {
    const { sid, last } = await lastPieceHeld();
    expect(await ownHolds(sid)).toEqual([{ productId: last.id, quantity: 1 }]);
    const ada = await newPerson(sql, 'Ada');
    const adas = await lastPieceHeld(await newSession(sql, ada.userId));
    const elsewhere = await newSession(sql, ada.userId);
    expect(await ownHolds(elsewhere)).toEqual([{ productId: adas.last.id, quantity: 1 }]);
    for (const stranger of [await newSession(sql), newSid()]) expect(await ownHolds(stranger)).toEqual([]);
  });

  it('ends with the hold, and is not theirs to reorder while the bank has not decided', async () => {
    const { sid, placed } = await lastPieceHeld();
    await leaveUndecided(placed);
    expect(await ownHolds(sid)).toEqual([]);
    const second = await lastPieceHeld();
    await sql`update private.stock_holds set expires_at = now() where order_id = ${second.placed.order.id}`;
    expect(await ownHolds(second.sid)).toEqual([]);
  });

  it('goes to their next order of the same product', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    const next = await place(sql, [line(last), line(other)], { sid });
    expect(next.order.id).not.toBe(placed.order.id);
    expect(await ownHolds(sid)).toEqual(
      [line(last), line(other)]
        .map(({ productId, quantity }) => ({ productId, quantity }))
        .sort((a, b) => (a.productId < b.productId ? -1 : 1)),
    );
    const held =
      await sql`select order_id as "orderId" from private.stock_holds where product_id = ${last.id}`;
    expect(held).toEqual([{ orderId: next.order.id }]);
  });

  it('goes back to the earlier order when that is paid after all', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    await place(sql, [line(last), line(other)], { sid });
    await payAgain(sid, placed.order.id);
    const held =
      await sql`select order_id as "orderId" from private.stock_holds where product_id = ${last.id}`;
    expect(held).toEqual([{ orderId: placed.order.id }]);
  });

  it('stays when their next order is refused', async () => {
    const { sid, last, other } = await lastPieceHeld();
    await expect(place(sql, [line(last), line(other, 99)], { sid })).rejects.toMatchObject(outOfStock);
    expect(await ownHolds(sid)).toEqual([{ productId: last.id, quantity: 1 }]);
  });

  it('stays while the bank has not decided: the piece may be sold', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    await leaveUndecided(placed);
    await expect(place(sql, [line(last), line(other)], { sid })).rejects.toMatchObject(outOfStock);
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'paid',
    });
    expect(await available(sql, last.id)).toBe(0);
  });

  it('is out of reach of a stranger’s order', async () => {
    const { last, other, sid } = await lastPieceHeld();
    await expect(place(sql, [line(last), line(other)])).rejects.toMatchObject(outOfStock);
    expect(await ownHolds(sid)).toHaveLength(1);
  });

  it('stays while that order is being settled at this very moment', async () => {
    const { sid, last, other, placed } = await lastPieceHeld();
    await sql.begin(async (settling) => {
      await settling`select 1 from public.orders where id = ${placed.order.id} for update`;
      await expect(place(sql, [line(last), line(other)], { sid })).rejects.toMatchObject(outOfStock);
    });
  });
});
