import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { OrderRow } from '../../functions/_shared/contract/admin-orders.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import {
  approved,
  as,
  available,
  cancelAsShop,
  type Character,
  newPerson,
  newProduct,
  newSession,
  place,
  type Placed,
  refundToday,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { answerTo } from '../payment-scene.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');

/** An order of KES 2,000 of which the bank approved another sum. */
async function wrongAmount(amountCents: string) {
  const sid = await newSession(sql);
  const product = await newProduct(sql, { stock: 3 });
  const placed = await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], { sid });
  await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents }));
  return { sid, product, placed, ...(await taskOf(placed)) };
}
async function taskOf({ order }: Placed) {
  const [task] = await sql<{ id: string; outcomes: string[] }[]>`
    select k.id, private.task_outcomes(k) as outcomes from public.owner_tasks k
    where k.order_id = ${order.id} order by k.created_at desc limit 1`;
  return { taskId: task?.id ?? '', outcomes: task?.outcomes };
}
const tasksOf = ({ order }: Placed) =>
  sql<{ kind: string; isOpen: boolean; outcomes: string[] }[]>`
    select k.kind, k.closed_at is null as "isOpen", private.task_outcomes(k) as outcomes
    from public.owner_tasks k where k.order_id = ${order.id} order by k.created_at`;
const close = (taskId: string, outcome: string, who: Character = owner) =>
  as(
    sql,
    who,
    (t) =>
      t`select public.close_owner_task(${taskId}, ${outcome}, 'Looked at it', ${outcome === 'refunded' ? t.json(refundToday()) : null})`,
  ).then(
    () => 'done',
    (error: Error) => error.message,
  );
const orderOf = async ({ order }: Placed) => {
  const [row] = await sql<{ order: Order }[]>`
    select private.order_as_json(o) as order from public.orders o where o.id = ${order.id}`;
  return row?.order as Order;
};
const payAgain = (sid: string, { order }: Placed) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ placed: Placed }[]>`select public.pay_again(${sid}, ${order.id}) as placed`;
    return row?.placed as Placed;
  });
const partlyPaid = async () => {
  const { rows } = await answerTo<PageOfRows<OrderRow>>(
    sql,
    owner,
    `public.list_order_page('{"partlyPaid": true}', 'createdAt', true, 500)`,
  );
  const [row] = await as(
    sql,
    owner,
    (t) => t<{ alerts: OwnerAlerts }[]>`select public.owner_alerts() as alerts`,
  );
  expect(rows).toHaveLength(row?.alerts.partlyPaid.count ?? 0);
  return rows.length;
};
const broken = () => sql`select * from private.invariants`;

describe('a task about a wrong amount ends', () => {
  it('as a part of twenty-five million shillings, whose cents are more than an integer holds', async () => {
    const sid = await newSession(sql);
    const product = await newProduct(sql, { price: 30_000_000, stock: 1 });
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 30_000_000 }], { sid });
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '2500000000' }));
    expect(await close((await taskOf(placed)).taskId, 'partial_payment')).toBe('done');
    expect((await orderOf(placed)).payment.dueAmount).toBe(5_000_000);
    // A part was accepted, so the order keeps its price.
    await sql`update public.products set price = 31000000 where id = ${product.id}`;
    await sql`update public.orders set created_at = created_at - interval '73 hours' where id = ${placed.order.id}`;
    const rest = await payAgain(sid, placed);
    await bankDecides(sql, rest.transaction.trace, approved(rest));
    expect(await orderOf(placed)).toMatchObject({ status: 'paid' });
  });

  it('as accepted: the order is paid with that sum, and its pieces leave the shelf', async () => {
    const { placed, product, taskId, outcomes } = await wrongAmount('199950');
    // Half a shilling cannot be asked for again, so there is no part.
    expect(outcomes).toEqual(['accepted', 'refunded']);
    expect(await close(taskId, 'accepted')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      nextStep: 'none',
      payment: { receivedCents: 199_950, dueAmount: 0, isInQuestion: false },
    });
    expect(await available(sql, product.id)).toBe(1);
    expect(await broken()).toEqual([]);
  });

  it('as a part: the buyer pays the rest and nothing more, and the order is paid by both', async () => {
    const { sid, placed, taskId, outcomes } = await wrongAmount('50000');
    expect(outcomes).toEqual(['accepted', 'partial_payment', 'refunded']);
    expect(await close(taskId, 'partial_payment')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { receivedCents: 50_000, dueAmount: 1500 },
    });
    const again = await payAgain(sid, placed);
    expect(again.transaction.amount).toBe(1500);
    await bankDecides(sql, again.transaction.trace, approved(again));
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, dueAmount: 0 },
    });
    expect(await broken()).toEqual([]);
  });

  it('as a part: its pieces are kept for a week, whatever the buyer tries meanwhile', async () => {
    const { sid, placed, product, taskId } = await wrongAmount('50000');
    await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
    const before = await partlyPaid();
    await close(taskId, 'partial_payment');
    expect(await partlyPaid()).toBe(before + 1);
    const daysLeft = async () => {
      const [row] = await sql<{ days: number }[]>`
        select round(extract(epoch from min(h.expires_at) - now()) / 86400, 1)::float8 as days
        from private.stock_holds h where h.order_id = ${placed.order.id}`;
      return row?.days;
    };
    expect(await daysLeft()).toBe(7);
    expect(await available(sql, product.id)).toBe(1);
    const rest = await payAgain(sid, placed);
    expect(await daysLeft()).toBe(7);
    await bankDecides(sql, rest.transaction.trace, { status: '4', trace: rest.transaction.trace });
    expect(await daysLeft()).toBe(7);
    // Refused or not, its money waits for the owner to know.
    expect([(await orderOf(placed)).status, await partlyPaid()]).toEqual(['failed', before + 1]);
    // Another order of the same buyer does not take them.
    const another = place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], {
      sid,
      details: { customerName: 'Somebody else' },
    });
    await expect(another).rejects.toMatchObject({ message: 'out_of_stock' });
    const last = await payAgain(sid, placed);
    await bankDecides(sql, last.transaction.trace, approved(last));
    expect([(await orderOf(placed)).status, await partlyPaid()]).toEqual(['paid', before]);
    expect(await broken()).toEqual([]);
  });

  it('as a part: the pieces are free again once the part is given back', async () => {
    const { product, taskId } = await wrongAmount('50000');
    await close(taskId, 'partial_payment');
    const { day, bankReference } = refundToday();
    await as(
      sql,
      owner,
      (
        t,
      ) => t`select public.record_refund(${randomUUID()}, k.transaction_id, 50000, ${day}, ${bankReference}, 'Given up', true)
        from public.owner_tasks k where k.id = ${taskId}`,
    );
    expect(await available(sql, product.id)).toBe(3);
    expect(await broken()).toEqual([]);
  });

  it('not as a part when the pieces are gone: nobody is asked to pay for what cannot be delivered', async () => {
    const { placed, product, taskId } = await wrongAmount('50000');
    await sql`delete from private.stock_holds where order_id = ${placed.order.id}`;
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    expect(await close(taskId, 'partial_payment')).toBe('out_of_stock');
    expect((await orderOf(placed)).payment.isInQuestion).toBe(true);
  });

  it('as refunded: the buyer can pay the full price, and the refund is never denied', async () => {
    const { sid, placed, taskId } = await wrongAmount('50000');
    expect(await close(taskId, 'refunded')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      nextStep: 'pay',
      payment: { receivedCents: 0, returnedCents: 50_000, dueAmount: 2000 },
    });
    const again = await payAgain(sid, placed);
    await bankDecides(sql, again.transaction.trace, approved(again));
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, returnedCents: 50_000 },
    });
    expect(await broken()).toEqual([]);
  });

  it('not in another way, not twice, and not by anybody else', async () => {
    const { placed, taskId } = await wrongAmount('50000');
    expect(await close(taskId, 'nothing_received')).toBe('transition_refused');
    expect(await close(taskId, 'decided')).toBe('transition_refused');
    expect(await close(taskId, 'accepted', await newPerson(sql, 'Ada'))).toBe('forbidden');
    const both = await Promise.all([close(taskId, 'accepted'), close(taskId, 'refunded')]);
    expect(both).toEqual(['done', 'done']);
    const [task] = await sql<
      { outcome: string }[]
    >`select outcome from public.owner_tasks where id = ${taskId}`;
    const { status, payment } = await orderOf(placed);
    expect(status).toBe(task?.outcome === 'accepted' ? 'paid' : 'pending');
    expect(payment.returnedCents).toBe(task?.outcome === 'accepted' ? 0 : 50_000);
    expect(await broken()).toEqual([]);
  });

  it('not as accepted when the pieces are gone, and stays open', async () => {
    const { placed, product, taskId } = await wrongAmount('50000');
    await sql`delete from private.stock_holds where order_id = ${placed.order.id}`;
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    expect(await close(taskId, 'accepted')).toBe('out_of_stock');
    expect((await orderOf(placed)).payment.isInQuestion).toBe(true);
  });
});

describe('other tasks end', () => {
  it('a second charge, which counts and is too much, as refunded: the order stays paid', async () => {
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: {
        receivedCents: 200_000,
        acceptedCents: 200_000,
        overpaidCents: 100_000,
        isInQuestion: false,
      },
    });
    expect(await tasksOf(placed)).toEqual([{ kind: 'overpaid', isOpen: true, outcomes: ['refunded'] }]);
    const { taskId } = await taskOf(placed);
    expect(await close(taskId, 'refunded')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 100_000, refundedCents: 100_000, overpaidCents: 0, isInQuestion: false },
    });
    expect(await broken()).toEqual([]);
  });

  it('each charge of another sum under one trace by itself, once; one of the whole price counts at once', async () => {
    const { placed, taskId } = await wrongAmount('50000');
    const charge = (transactionIndex: string, amountCents: string) =>
      bankDecides(
        sql,
        placed.transaction.trace,
        approved(placed, { transactionIndex, amountCents }),
        'owner',
      );
    await charge('second', '50000');
    // Each is a payment of its own, and in question by itself.
    const outcomes = ['accepted', 'partial_payment', 'refunded'];
    expect(await tasksOf(placed)).toEqual([
      { kind: 'wrong_amount', isOpen: true, outcomes },
      { kind: 'wrong_amount', isOpen: true, outcomes },
    ]);
    expect((await orderOf(placed)).payment).toMatchObject({
      receivedCents: 100_000,
      acceptedCents: 0,
      dueAmount: 2000,
    });
    const second = (await taskOf(placed)).taskId;
    expect(await close(taskId, 'accepted')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 50_000, dueAmount: 0 },
    });
    // The order is paid: the other one can only go back.
    expect((await taskOf(placed)).outcomes).toEqual(['refunded']);
    await close(second, 'refunded');
    for (let times = 0; times < 2; times += 1) {
      await charge('second', '50000');
      await charge('third', '200000');
    }
    expect((await tasksOf(placed)).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
      ['wrong_amount', false],
      ['wrong_amount', false],
      ['overpaid', true],
    ]);
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 250_000, returnedCents: 50_000, overpaidCents: 200_000, isInQuestion: false },
    });
    expect(await broken()).toEqual([]);
  });

  it('the first sum as refunded: the price that comes under the same trace later pays the order', async () => {
    const { placed, taskId, outcomes } = await wrongAmount('50000');
    expect(outcomes).toContain('accepted');
    await close(taskId, 'refunded');
    await bankDecides(sql, placed.transaction.trace, approved(placed), 'owner');
    expect((await tasksOf(placed)).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
      ['wrong_amount', false],
    ]);
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      nextStep: 'none',
      payment: { receivedCents: 200_000, returnedCents: 50_000, overpaidCents: 0, dueAmount: 0 },
    });
    expect(await broken()).toEqual([]);
  });

  it('money of unknown origin by itself: the money of the payment, which comes later, pays the order meanwhile', async () => {
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    const itsOwn = approved(placed);
    await bankDecides(sql, placed.transaction.trace, { ...itsOwn, trace: 'b'.repeat(64) });
    for (let times = 0; times < 2; times += 1)
      await bankDecides(sql, placed.transaction.trace, itsOwn, 'owner');
    expect(await tasksOf(placed)).toEqual([
      { kind: 'wrong_trace', isOpen: true, outcomes: ['nothing_received'] },
    ]);
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 100_000, acceptedCents: 100_000, overpaidCents: 0, isInQuestion: true },
    });
    expect(await close((await taskOf(placed)).taskId, 'nothing_received')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment: { isInQuestion: false } });
    expect(await broken()).toEqual([]);
  });

  it('money for a cancelled order as refunded, never as accepted', async () => {
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    await cancelAsShop(sql, placed);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const { taskId, outcomes } = await taskOf(placed);
    expect(outcomes).toEqual(['refunded']);
    expect(await close(taskId, 'accepted')).toBe('transition_refused');
    expect((await orderOf(placed)).payment).toMatchObject({ receivedCents: 100_000, overpaidCents: 100_000 });
    expect(await close(taskId, 'refunded')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      status: 'cancelled',
      word: 'cancelled_refunded',
      payment: { receivedCents: 0, refundedCents: 100_000, overpaidCents: 0 },
    });
  });

  it('the part as refunded, when the full price was paid on an old page after it was accepted', async () => {
    const sid = await newSession(sql);
    const product = await newProduct(sql, { stock: 3 });
    const placed = await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], { sid });
    await sql`update public.transactions set created_at = created_at - interval '31 minutes'
      where order_id = ${placed.order.id}`;
    const full = await payAgain(sid, placed);
    expect(full.transaction.amount).toBe(2000);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    await close((await taskOf(placed)).taskId, 'partial_payment');
    // Nor is the full price asked for when the same cart is sent again.
    const again = await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], { sid });
    expect([again.order.id, again.transaction]).toEqual([placed.order.id, null]);
    await bankDecides(sql, full.transaction.trace, approved(full));
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment: { overpaidCents: 50_000 } });
    const { taskId, outcomes } = await taskOf(placed);
    expect(outcomes).toEqual(['refunded']);
    expect(await close(taskId, 'refunded')).toBe('done');
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, refundedCents: 50_000, overpaidCents: 0 },
    });
    expect(await broken()).toEqual([]);
  });
});
