import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OpenOrder } from '../../functions/_shared/contract/orders.ts';
import {
  approved,
  as,
  available,
  endHold,
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

async function newOrder(sid: string) {
  const product = await newProduct(sql, { stock: 3 });
  const placed = await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], { sid });
  return { product, placed };
}

async function openOrders(sid: string): Promise<OpenOrder[]> {
  return as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ open: OpenOrder[] }[]>`select public.open_orders(${sid}) as open`;
    return row?.open ?? [];
  });
}

const cancel = (sid: string, orderId: string) =>
  as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ order: { id: string; status: string } }[]>`
      select public.cancel_unpaid_order(${sid}, ${orderId}) as order`;
    return row?.order;
  });

const refuse = (placed: Placed) =>
  bankDecides(sql, placed.transaction.trace, { status: '4', trace: placed.transaction.trace });

/** The bank knows of the payment and has not decided. */
const leaveUndecided = (placed: Placed) =>
  bankDecides(sql, placed.transaction.trace, { status: '9', trace: placed.transaction.trace });

describe('the open orders of a session', () => {
  it('are those that are not paid, newest first', async () => {
    const sid = await newSession(sql);
    const [first, second] = [await newOrder(sid), await newOrder(sid)];
    const open = await openOrders(sid);
    expect(open.map(({ id }) => id)).toEqual([second.placed.order.id, first.placed.order.id]);
    expect(open[1]).toMatchObject({
      totalAmount: 2000,
      dueAmount: 2000,
      status: 'pending',
      nextStep: 'pay',
    });
  });

  it('say whether it is known now what the bank knows', async () => {
    const sid = await newSession(sql);
    const { placed } = await newOrder(sid);
    expect(await openOrders(sid)).toMatchObject([{ nextStep: 'pay', hasBankAnswered: false }]);
    const { trace } = placed.transaction;
    await bankDecides(sql, trace, { status: null, trace });
    expect(await openOrders(sid)).toMatchObject([{ nextStep: 'pay', hasBankAnswered: true }]);
  });

  it('wait while the bank has not decided, and are gone once it has', async () => {
    const sid = await newSession(sql);
    const { placed } = await newOrder(sid);
    await leaveUndecided(placed);
    expect(await openOrders(sid)).toMatchObject([{ id: placed.order.id, nextStep: 'wait' }]);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await openOrders(sid)).toEqual([]);
  });

  it('include a refused one for three days', async () => {
    const sid = await newSession(sql);
    const { placed } = await newOrder(sid);
    await refuse(placed);
    expect(await openOrders(sid)).toMatchObject([{ id: placed.order.id, nextStep: 'pay' }]);
    const refusedAgo = async (hours: number) => {
      await sql`alter table public.orders disable trigger set_updated_at`;
      await sql`update public.orders set updated_at = now() - make_interval(hours => ${hours}) where id = ${placed.order.id}`;
      await sql`alter table public.orders enable trigger set_updated_at`;
    };
    await refusedAgo(71);
    expect(await openOrders(sid)).toHaveLength(1);
    await refusedAgo(73);
    expect(await openOrders(sid)).toEqual([]);
  });

  it('do not include one that can no longer be paid as it was placed', async () => {
    const sid = await newSession(sql);
    const { product, placed } = await newOrder(sid);
    await refuse(placed);
    const setPrice = (price: number) =>
      sql`update public.products set price = ${price} where id = ${product.id}`;
    await setPrice(1200);
    expect(await openOrders(sid)).toHaveLength(1);
    await sql`update public.orders set created_at = created_at - interval '73 hours' where id = ${placed.order.id}`;
    await endHold(sql, placed);
    expect(await openOrders(sid)).toEqual([]);
    await setPrice(1000);
    expect(await openOrders(sid)).toHaveLength(1);
  });

  it('say what is left to pay when a part was accepted, and stay until it is paid', async () => {
    const sid = await newSession(sql);
    const { placed } = await newOrder(sid);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    const owner = await newPerson(sql, 'Owner', 'admin');
    await as(
      sql,
      owner,
      (t) => t`select public.close_owner_task(k.id, 'partial_payment', 'A part') from public.owner_tasks k
        where k.order_id = ${placed.order.id}`,
    );
    expect(await openOrders(sid)).toMatchObject([{ totalAmount: 2000, dueAmount: 1500, nextStep: 'pay' }]);
    const again = await as(sql, shop, async (t) => {
      const [row] = await t<
        { placed: Placed }[]
      >`select public.pay_again(${sid}, ${placed.order.id}) as placed`;
      return row!.placed;
    });
    await refuse(again);
    await sql`alter table public.orders disable trigger set_updated_at`;
    await sql`update public.orders set updated_at = now() - interval '73 hours' where id = ${placed.order.id}`;
    await sql`alter table public.orders enable trigger set_updated_at`;
    expect(await openOrders(sid)).toHaveLength(1);
  });

  it('are those of its account, wherever they were placed, and nobody else’s', async () => {
    const ada = await newPerson(sql, 'Ada');
    const { placed } = await newOrder(await newSession(sql, ada.userId));
    expect(await openOrders(await newSession(sql, ada.userId))).toMatchObject([{ id: placed.order.id }]);
    const bob = await newPerson(sql, 'Bob');
    for (const stranger of [await newSession(sql), await newSession(sql, bob.userId), newSid()]) {
      expect(await openOrders(stranger)).toEqual([]);
    }
  });

  it('are not shown once the session has ended', async () => {
    const sid = await newSession(sql);
    await newOrder(sid);
    await sql`update private.sessions set expire = now() where sid = ${sid}`;
    expect(await openOrders(sid)).toEqual([]);
  });
});

describe('a buyer who cancels an order', () => {
  it('frees its pieces; a second click changes nothing', async () => {
    const sid = await newSession(sql);
    const { product, placed } = await newOrder(sid);
    expect(await available(sql, product.id)).toBe(1);
    for (let click = 0; click < 2; click += 1) {
      expect(await cancel(sid, placed.order.id)).toMatchObject({ id: placed.order.id, status: 'cancelled' });
    }
    expect(await available(sql, product.id)).toBe(3);
    expect(await openOrders(sid)).toEqual([]);
  });

  it('may do so after a refusal', async () => {
    const sid = await newSession(sql);
    const { placed } = await newOrder(sid);
    await refuse(placed);
    expect(await cancel(sid, placed.order.id)).toMatchObject({ status: 'cancelled' });
  });

  it('may not while the bank has not decided, nor once it is paid', async () => {
    const sid = await newSession(sql);
    const { product, placed } = await newOrder(sid);
    await leaveUndecided(placed);
    await expect(cancel(sid, placed.order.id)).rejects.toMatchObject({
      code: 'PT409',
      message: 'payment_undecided',
    });
    expect(await available(sql, product.id)).toBe(1);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    await expect(cancel(sid, placed.order.id)).rejects.toMatchObject({
      code: 'PT409',
      message: 'order_closed',
    });
  });

  it('must be its buyer: a stranger’s order is not found', async () => {
    const sid = await newSession(sql);
    const { placed } = await newOrder(sid);
    const ada = await newPerson(sql, 'Ada');
    for (const [session, order] of [
      [await newSession(sql), placed.order.id],
      [await newSession(sql, ada.userId), placed.order.id],
      [newSid(), placed.order.id],
      [sid, randomUUID()],
    ] as const) {
      await expect(cancel(session, order)).rejects.toMatchObject({ code: 'PT404', message: 'not_found' });
    }
    expect(await openOrders(sid)).toHaveLength(1);
  });
});
