import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OrderChangeEffect, OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import {
  approved,
  available,
  type Character,
  guest,
  newProduct,
  type Placed,
  refundToday,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { refusedForLines, refusedLines, refusedPrices } from '../refused-lines.ts';
import { refusalCode, refusalOf } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { newOrder, payAgain, refuse, tasksOf } = paymentScene(sql, 5);
const { owner, refund, transactionOf, advance } = refundScene(sql);
const colleague = testPerson(sql, 'Colleague', 'admin');
const seller = testPerson(sql, 'Seller', 'sales');
const buyer = testPerson(sql, 'Buyer');

type OrderOf = Pick<Placed, 'order'>;
type Item = { productId: string; quantity: number; price: number };
type Change = {
  /** In place of all items. */
  items?: unknown;
  /** Pieces by product, in place of what the order has; 0 removes. */
  pieces?: Record<string, number>;
  added?: Item[];
  specialPrices?: Record<string, { price: number; reason?: string }>;
  details?: Record<string, unknown>;
};
type How = { id?: string; version?: string; tells?: boolean; isPreview?: boolean; who?: Character };

const detailsOf = ({ order }: OrderOf) =>
  answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id);
const change = async (
  placed: OrderOf,
  { items, pieces = {}, added = [], specialPrices, details }: Change,
  { id = randomUUID(), version, tells = false, isPreview = false, who = owner }: How = {},
) => {
  const { changing } = await detailsOf(placed);
  const {
    lines,
    customerName,
    customerEmail,
    customerPhone,
    customerAddress,
    company,
    county,
    deliveryPrice,
  } = changing;
  const request = {
    items:
      items !== undefined
        ? items
        : [
            ...lines.map(({ productId, quantity, price }) => ({
              productId,
              quantity: pieces[productId] ?? quantity,
              price,
            })),
            ...added,
          ].filter(({ quantity }) => quantity > 0),
    specialPrices,
    orderData: {
      customerName,
      customerEmail,
      customerPhone,
      customerAddress,
      company,
      county,
      deliveryPrice,
      ...details,
    },
  };
  return answerTo<OrderChangeEffect>(
    sql,
    who,
    'public.change_order($1, $2, $3, $4, $5, $6)',
    id,
    placed.order.id,
    version ?? changing.version,
    request,
    tells,
    isPreview,
  );
};
/** What a change writes, whatever becomes of the messages meanwhile: other tests of this database send them. */
const writtenFor = async (placed: OrderOf) => {
  const { timeline, ...order } = await detailsOf(placed);
  const events = timeline.map((event) =>
    event.kind === 'message' ? { kind: event.kind, id: event.id } : event,
  );
  return { ...order, timeline: events.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) };
};
/** The preview first, which must say what saving then says, and write nothing. */
const previewedChange = async (placed: OrderOf, wanted: Change) => {
  const before = await writtenFor(placed);
  const preview = await change(placed, wanted, { isPreview: true });
  expect(await writtenFor(placed)).toEqual(before);
  const effect = await change(placed, wanted);
  expect(effect).toEqual(preview);
  return effect;
};
/** The changes of an order were made 400 days ago. */
const setBackChanges = ({ order }: OrderOf) =>
  sql.begin(async (t) => {
    await t`set local session_replication_role = replica`;
    await t`update private.order_changes set created_at = now() - interval '400 days' where order_id = ${order.id}`;
  });
const paidOrder = async (options: Parameters<typeof newOrder>[0] = {}) => {
  const made = await newOrder(options);
  await bankDecides(sql, made.placed.transaction.trace, approved(made.placed));
  return { ...made, transactionId: await transactionOf(made.placed.transaction.trace) };
};
const lineOf = async (stock = 5, price = 1000) => {
  const product = await newProduct(sql, { stock, price, name: 'Added instrument' });
  return { product, line: { productId: product.id, quantity: 1, price } };
};
const record = ({ order }: OrderOf, amount: number, id = randomUUID()) =>
  answerTo(
    sql,
    owner,
    'public.record_payment($1, $2, $3, $4, $5, $6)',
    id,
    order.id,
    'mpesa',
    id.slice(-10).toUpperCase(),
    amount,
    today,
  );
const ship = async (placed: OrderOf, quantity: number, status: string) => {
  const { order, shipping } = await detailsOf(placed);
  const id = randomUUID();
  const lines = [{ itemId: order.items[0]?.id, quantity, serials: [] }];
  await answerTo(
    sql,
    owner,
    `public.record_shipment($1, $2, $3, $4, $5, 'G4S', $6)`,
    id,
    order.id,
    lines,
    shipping.toShip,
    status,
    id.slice(0, 20),
  );
  return id;
};

describe('an order that is not paid', () => {
  it('gets a product and a charge: the buyer is asked for the new sum, and its pieces are held', async () => {
    const { placed, product, sid } = await newOrder();
    const { product: pump, line } = await lineOf();
    const effect = await previewedChange(placed, {
      pieces: { [product.id]: 3 },
      added: [line],
      details: { deliveryPrice: 500 },
    });
    expect(effect).toMatchObject({
      totalBefore: 2000,
      totalAfter: 4500,
      deliveryBefore: null,
      deliveryAfter: 500,
      dueAmount: 4500,
      overpaidCents: 0,
      lines: [
        { productId: pump.id, change: 1, available: 4 },
        { productId: product.id, change: 1, available: 2 },
      ],
    });
    expect(await available(sql, product.id)).toBe(2);
    expect((await payAgain(sid, placed.order.id)).transaction.amount).toBe(4500);
  });

  it('gets a service, which has no stock', async () => {
    const { placed } = await newOrder();
    const { product, line } = await lineOf();
    await sql`update public.products set is_service = true where id = ${product.id}`;
    expect((await previewedChange(placed, { added: [line] })).lines).toMatchObject([{ available: null }]);
  });

  it('of work alone is not delivered free once goods are added', async () => {
    const { placed, product } = await newOrder();
    const { line } = await lineOf();
    const delivery = async () => (await detailsOf(placed)).order.delivery;
    const { low, high } = await delivery();
    await sql`update public.products set is_service = true where id = ${product.id}`;
    await sql`update public.orders set delivery_low = 0, delivery_high = 0, delivery_free_because = 'work without goods'
      where id = ${placed.order.id}`;
    await change(placed, { added: [line] });
    expect(await delivery()).toMatchObject({ low, high, freeBecause: null });
  });

  it('ends the payment that is open of the earlier amount, whose late approval pays it, with a task about what is too much', async () => {
    const { placed, product, sid } = await newOrder();
    await change(placed, { pieces: { [product.id]: 1 } });
    const again = await payAgain(sid, placed.order.id);
    expect(again.transaction).toMatchObject({ amount: 1000 });
    expect(again.transaction.trace).not.toBe(placed.transaction.trace);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await tasksOf(placed)).toEqual([
      expect.stringMatching(/^Refund KES 1,000, .*: more was paid than it costs$/),
    ]);
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 200_000, overpaidCents: 100_000 },
    });
  });

  it('keeps its open payment when only the address is corrected', async () => {
    const { placed, sid } = await newOrder();
    await change(placed, { details: { customerAddress: 'Milimani Estate, Kisumu' } });
    expect((await payAgain(sid, placed.order.id)).transaction.trace).toBe(placed.transaction.trace);
  });

  it('gets the organisation that its buyer forgot, keeps its payment, and loses it again', async () => {
    const { placed, sid } = await newOrder();
    const company = { name: 'Kisumu Water', pin: 'P051234567X', purchaseOrder: null };
    await change(placed, { details: { company } });
    expect((await detailsOf(placed)).changing.company).toEqual(company);
    expect((await payAgain(sid, placed.order.id)).transaction.trace).toBe(placed.transaction.trace);
    await change(placed, { details: { company: null } });
    expect((await detailsOf(placed)).changing.company).toBeNull();
  });

  it('has its e-mail address replaced, and never taken away', async () => {
    const { placed } = await newOrder();
    expect(await refusalCode(change(placed, { details: { customerEmail: null } }))).toBe('invalid_request');
    await change(placed, { details: { customerEmail: 'other@example.com' } });
    expect((await detailsOf(placed)).order.customerEmail).toBe('other@example.com');
  });

  it('of a buyer at the counter gets the phone number that they left later, which is never taken away', async () => {
    const { placed } = await newOrder();
    await sql`update public.orders set customer_phone = null, placed_by = ${randomUUID()}, agreed_until = now()
      where id = ${placed.order.id}`;
    await change(placed, { details: { customerPhone: null, customerAddress: 'Kondele, Kisumu' } });
    await change(placed, { details: { customerPhone: '+254712345678' } });
    expect((await detailsOf(placed)).order.customerPhone).toBe('+254712345678');
    expect(
      await sql`select channel, address from private.order_addresses where order_id = ${placed.order.id}`,
    ).toEqual([{ channel: 'sms', address: '+254712345678' }]);
    expect(await refusalCode(change(placed, { details: { customerPhone: null } }))).toBe('invalid_request');
  });

  it('keeps its sum while the bank has not decided, and can still be sent to another place', async () => {
    const { placed, product } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, { status: '2', trace: placed.transaction.trace });
    expect(await refusalCode(change(placed, { pieces: { [product.id]: 1 } }))).toBe('change_undecided');
    expect(await refusalCode(change(placed, { details: { deliveryPrice: 100 } }))).toBe('change_undecided');
    await change(placed, { details: { customerAddress: 'Kondele, Kisumu' } });
    expect((await detailsOf(placed)).order.customerAddress).toBe('Kondele, Kisumu');
  });

  it('after a refused card is paid as changed', async () => {
    const { placed, product, sid } = await newOrder();
    await refuse(placed);
    await change(placed, { pieces: { [product.id]: 1 } });
    const again = await payAgain(sid, placed.order.id);
    await bankDecides(sql, again.transaction.trace, approved(again));
    expect((await detailsOf(placed)).order).toMatchObject({ status: 'paid', totalAmount: 1000 });
    expect(await available(sql, product.id)).toBe(4);
  });

  it('is paid at the agreed sum after three days too', async () => {
    const { placed, sid } = await newOrder();
    await sql`update public.orders set created_at = now() - interval '5 days' where id = ${placed.order.id}`;
    await change(placed, { details: { deliveryPrice: 750 } });
    expect((await payAgain(sid, placed.order.id)).transaction.amount).toBe(2750);
  });

  it('of which a part covers what is left is paid with it', async () => {
    const { placed, product } = await newOrder({ quantity: 3 });
    await record(placed, 500);
    await record(placed, 1000);
    expect(await previewedChange(placed, { pieces: { [product.id]: 1 } })).toMatchObject({
      totalAfter: 1000,
      dueAmount: 0,
      overpaidCents: 50_000,
    });
    expect((await detailsOf(placed)).order.status).toBe('paid');
    expect(await available(sql, product.id)).toBe(4);
  });
});

describe('a paid order', () => {
  it('that costs more waits for the rest, which is then asked for, and nothing leaves before', async () => {
    const { placed, product, sid } = await paidOrder();
    const { product: pump, line } = await lineOf();
    expect(await previewedChange(placed, { added: [line] })).toMatchObject({
      dueAmount: 1000,
      totalAfter: 3000,
    });
    expect(await refusalCode(ship(placed, 1, 'sent'))).toBe('shipment_unpaid');
    expect([await available(sql, product.id), await available(sql, pump.id)]).toEqual([3, 4]);
    const rest = await payAgain(sid, placed.order.id);
    expect(rest.transaction.amount).toBe(1000);
    await bankDecides(sql, rest.transaction.trace, approved(rest));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 300_000, dueAmount: 0 },
    });
    const mails = await sql`select 1 from private.messages
      where order_id = ${placed.order.id} and kind = 'order_paid' and channel = 'email'`;
    expect(mails).toHaveLength(2);
  });

  it('that costs less has a task, which the refund closes; the difference is a refund of a sale', async () => {
    const { placed, product, transactionId } = await paidOrder({ quantity: 3 });
    expect(await previewedChange(placed, { pieces: { [product.id]: 1 } })).toMatchObject({
      dueAmount: 0,
      overpaidCents: 200_000,
      lines: [{ change: -2, available: 4 }],
    });
    expect(await tasksOf(placed)).toEqual([
      expect.stringMatching(/^Refund KES 2,000, .*: more was paid than it costs$/),
    ]);
    // To its buyer it is paid.
    expect((await detailsOf(placed)).order.payment.isInQuestion).toBe(false);
    await refund({ transactionId, cents: 50_000, reference: 'first' });
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(150_000);
    await refund({ transactionId, cents: 150_000, reference: 'second' });
    const { order, tasks, timeline } = await detailsOf(placed);
    expect(tasks).toEqual([]);
    expect(order).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 100_000, refundedCents: 200_000 },
    });
    expect(timeline.find(({ kind }) => kind === 'changed')).toMatchObject({
      totalBefore: 3000,
      totalAfter: 1000,
      by: { id: owner.userId },
    });
    expect(timeline.find(({ kind }) => kind === 'ordered')).toMatchObject({ amount: 3000 });
    expect(timeline.find(({ kind }) => kind === 'task_closed')).toMatchObject({
      outcome: 'decided',
      reason: 'nothing_too_much',
    });
    // What the change has taken off its price is reduced by no refund.
    expect(await sql`select 1 from private.reductions where order_id = ${placed.order.id}`).toEqual([]);
  });

  it('its task stays when the money of a refund was for pieces', async () => {
    const { placed, product, transactionId } = await paidOrder({ quantity: 3 });
    await change(placed, { pieces: { [product.id]: 2 } });
    const itemId = (await detailsOf(placed)).order.items[0]?.id;
    const giveBack = (cents: number, quantity: number) =>
      answerTo(
        sql,
        owner,
        `public.record_refund($1, $2, $3, $4, $5, 'Broken', true, $6)`,
        randomUUID(),
        transactionId,
        cents,
        refundToday().day,
        randomUUID(),
        [{ itemId, quantity, fate: 'damaged' }],
      );
    await giveBack(100_000, 1);
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(100_000);
    // A correction of its reference is about the pieces too.
    const [entry] = await sql<
      { id: string }[]
    >`select id from private.refunds_of_orders where order_id = ${placed.order.id}`;
    const corrected = { id: randomUUID(), refundId: entry?.id ?? '' };
    const correct = (refundId: string, id: string, cents: number) =>
      answerTo(
        sql,
        owner,
        `public.correct_refund($1, $2, $3, $4, $5, 'Another reference', true)`,
        id,
        refundId,
        cents,
        refundToday().day,
        randomUUID(),
      );
    await correct(corrected.refundId, corrected.id, 100_000);
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(100_000);
    await correct(corrected.id, randomUUID(), 100_000);
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(100_000);
    // What is above the price of the pieces was for what was paid too much.
    await giveBack(140_000, 1);
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(60_000);
  });

  it('its task is closed in the list of tasks too, again after another change', async () => {
    const { placed, product } = await paidOrder({ quantity: 3 });
    const close = () =>
      answerTo(
        sql,
        owner,
        `(select public.close_owner_task(k.id, 'refunded', 'Sent by M-Pesa', $2) from public.owner_tasks k where k.order_id = $1)`,
        placed.order.id,
        { ...refundToday(), bankReference: randomUUID() },
      );
    for (const [left, refunded] of [
      [2, 100_000],
      [1, 200_000],
    ]) {
      await change(placed, { pieces: { [product.id]: left ?? 0 } });
      expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(100_000);
      await close();
      expect((await detailsOf(placed)).order.payment.refundedCents).toBe(refunded);
    }
  });

  it('its task is closed as a whole when two payments had paid it', async () => {
    const { placed, product } = await paidOrder();
    const { product: pump, line } = await lineOf();
    await change(placed, { added: [line] });
    await record(placed, 1000);
    await change(placed, { pieces: { [product.id]: 1, [pump.id]: 0 } });
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(200_000);
    await answerTo(
      sql,
      owner,
      `(select public.close_owner_task(k.id, 'refunded', 'Sent by M-Pesa', $2) from public.owner_tasks k where k.order_id = $1 and k.closed_at is null)`,
      placed.order.id,
      { ...refundToday(), method: 'mpesa', bankReference: 'SGR7XK2P1Q' },
    );
    const { order, tasks } = await detailsOf(placed);
    expect(tasks).toEqual([]);
    expect(order.payment.refunds).toMatchObject([
      { cents: 200_000, method: 'mpesa', reference: 'SGR7XK2P1Q' },
    ]);
    expect(order.payment).toMatchObject({ acceptedCents: 100_000, refundedCents: 200_000 });
  });

  it('counts money that was in question once, when it is a part of the price and all of it again', async () => {
    const { placed, product } = await newOrder();
    await sql`delete from private.stock_holds where order_id = ${placed.order.id}`;
    await sql`update public.products set stock = 0 where id = ${product.id}`;
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    await sql`update public.products set stock = 5 where id = ${product.id}`;
    await answerTo(
      sql,
      owner,
      `(select public.close_owner_task(k.id, 'accepted', 'There are some again') from public.owner_tasks k where k.order_id = $1)`,
      placed.order.id,
    );
    await change(placed, { pieces: { [product.id]: 3 } });
    await change(placed, { pieces: { [product.id]: 2 } });
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, acceptedCents: 200_000 },
    });
    const tasks = await sql`select kind, outcome from public.owner_tasks where order_id = ${placed.order.id}`;
    expect(tasks).toEqual([{ kind: 'late_money', outcome: 'accepted' }]);
  });

  it('that is changed back owes nothing, and its pieces leave the shelf again', async () => {
    const { placed, product } = await paidOrder();
    await change(placed, { pieces: { [product.id]: 1 } });
    expect(await available(sql, product.id)).toBe(4);
    await change(placed, { pieces: { [product.id]: 2 } });
    expect(await available(sql, product.id)).toBe(3);
    expect((await detailsOf(placed)).order.status).toBe('paid');
    expect((await detailsOf(placed)).tasks).toEqual([]);
  });

  it('a product is exchanged for one of the same price, and each piece moves once', async () => {
    const { placed, product } = await paidOrder();
    const { product: other, line } = await lineOf();
    const effect = await previewedChange(placed, {
      pieces: { [product.id]: 0 },
      added: [{ ...line, quantity: 2 }],
    });
    expect(effect).toMatchObject({ dueAmount: 0, overpaidCents: 0 });
    const moved = await sql`select product_id, reason, change from private.stock_movements
      where order_id = ${placed.order.id} order by id`;
    expect(moved).toEqual([
      { product_id: product.id, reason: 'sale', change: -2 },
      { product_id: product.id, reason: 'return', change: 2 },
      { product_id: other.id, reason: 'sale', change: -2 },
    ]);
  });

  it('gets no piece that is not there, and says which', async () => {
    const { placed, product } = await paidOrder();
    const { product: pump, line } = await lineOf(1);
    const tooMany = await refusalOf(change(placed, { added: [{ ...line, quantity: 2 }] }));
    expect(tooMany?.message).toBe('out_of_stock');
    expect(JSON.parse(tooMany?.detail ?? '')).toMatchObject([
      { productId: pump.id, available: 1, quantity: 2 },
    ]);
    const more = await refusalOf(
      change(placed, { pieces: { [product.id]: 6 }, details: { deliveryPrice: null } }),
    );
    expect(JSON.parse(more?.detail ?? '')).toMatchObject([
      { productId: product.id, available: 5, quantity: 6 },
    ]);
    expect((await detailsOf(placed)).order.totalAmount).toBe(2000);
  });

  it('whose payment bounces after it was made smaller owes what it costs now', async () => {
    const { placed, product } = await newOrder({ quantity: 3 });
    const id = randomUUID();
    await record(placed, 3000, id);
    await change(placed, { pieces: { [product.id]: 2 } });
    await answerTo(sql, owner, `public.reverse_payment($1, 'Entered twice')`, id);
    const { order, tasks } = await detailsOf(placed);
    expect(tasks).toEqual([]);
    expect(order).toMatchObject({ status: 'pending', payment: { dueAmount: 2000 } });
    expect(await available(sql, product.id)).toBe(3);
  });

  it('a correction of the refund says again what is left to give back', async () => {
    const { placed, product, transactionId } = await paidOrder();
    await change(placed, { pieces: { [product.id]: 1 } });
    const id = randomUUID();
    await refund({ id, transactionId, cents: 100_000 });
    await answerTo(
      sql,
      owner,
      `public.correct_refund($1, $2, 40000, $3, 'FT9', 'Mistyped', true)`,
      randomUUID(),
      id,
      today,
    );
    expect((await detailsOf(placed)).order.payment.overpaidCents).toBe(60_000);
  });

  it('cancelled with its refund is settled', async () => {
    const { placed, product, transactionId } = await paidOrder();
    await change(placed, { pieces: { [product.id]: 1 } });
    await refund({ transactionId, cents: 200_000 });
    expect(await refusalCode(change(placed, { pieces: { [product.id]: 2 } }))).toBe('change_closed');
    expect(await advance(placed, 'cancelled')).toBe('done');
    expect(await refusalCode(change(placed, {}))).toBe('change_closed');
    expect(await available(sql, product.id)).toBe(5);
  });
});

describe('what was packed, sent or refunded', () => {
  it('stays in the order, and of the rest pieces can be taken off', async () => {
    const { placed, product } = await paidOrder({ quantity: 3 });
    await ship(placed, 1, 'sent');
    await ship(placed, 1, 'packed');
    expect((await detailsOf(placed)).changing.lines).toMatchObject([{ least: 2 }]);
    expect(await refusalCode(change(placed, { pieces: { [product.id]: 1 } }))).toBe('pieces_stay');
    await change(placed, { pieces: { [product.id]: 2 } });
    expect(await available(sql, product.id)).toBe(3);
  });

  it('makes the last parcel the last: the order is completed by it', async () => {
    const { placed, product, transactionId } = await paidOrder({ quantity: 3 });
    await ship(placed, 1, 'sent');
    await change(placed, { pieces: { [product.id]: 2 } });
    await refund({ transactionId, cents: 100_000 });
    await ship(placed, 1, 'sent');
    expect((await detailsOf(placed)).order.status).toBe('completed');
    expect(await refusalCode(change(placed, { details: { customerName: 'Somebody' } }))).toBe(
      'change_closed',
    );
  });

  it('completes the order when what has left is all of it', async () => {
    const { placed, product } = await paidOrder({ quantity: 3 });
    await ship(placed, 2, 'sent');
    await change(placed, { pieces: { [product.id]: 2 } });
    expect((await detailsOf(placed)).order.status).toBe('completed');
  });

  it('of refunded pieces that came back none comes back twice', async () => {
    const { placed, product, transactionId } = await paidOrder({ quantity: 3 });
    const { order } = await detailsOf(placed);
    await answerTo(
      sql,
      owner,
      `public.record_refund($1, $2, 100000, $3, 'FT7', 'Broken', true, $4)`,
      randomUUID(),
      transactionId,
      today,
      [{ itemId: order.items[0]?.id, quantity: 1, fate: 'restocked' }],
    );
    expect(await available(sql, product.id)).toBe(3);
    await change(placed, { pieces: { [product.id]: 1 } });
    expect(await available(sql, product.id)).toBe(5 - 1 + 1);
    const { order: changed, shipping } = await detailsOf(placed);
    expect(changed.payment.overpaidCents).toBe(200_000);
    expect(Object.values(shipping.toShip)).toEqual([0]);
  });
});

describe('who changes an order', () => {
  it('is staff alone', async () => {
    const { placed } = await newOrder();
    expect(await refusalCode(change(placed, {}, { who: buyer }))).toBe('forbidden');
    for (const who of [guest, shop]) {
      expect(await refusalCode(change(placed, {}, { who }))).toMatch(/permission denied/);
    }
  });

  it('sees first what somebody else has changed or packed, and saves once', async () => {
    const { placed, product } = await paidOrder();
    const { version } = (await detailsOf(placed)).changing;
    await change(placed, { details: { customerName: 'Ada King' } }, { who: colleague });
    const mine = { pieces: { [product.id]: 1 } };
    expect(await refusalCode(change(placed, mine, { version }))).toBe('order_changed');
    const seen = (await detailsOf(placed)).changing.version;
    await ship(placed, 1, 'packed');
    expect(await refusalCode(change(placed, mine, { version: seen, isPreview: true }))).toBe('order_changed');
    const last = (await detailsOf(placed)).changing.version;
    const both = [1, 2].map(() => change(placed, mine, { version: last }));
    expect((await Promise.all(both.map(refusalCode))).toSorted()).toEqual(['done', 'order_changed']);
    expect((await detailsOf(placed)).order).toMatchObject({ customerName: 'Ada King', totalAmount: 1000 });
  });

  it('sends it twice under one key, and it is one change', async () => {
    const { placed, product } = await paidOrder();
    const how = { id: randomUUID(), version: (await detailsOf(placed)).changing.version };
    const once = await change(placed, { pieces: { [product.id]: 1 } }, how);
    expect(await change(placed, {}, how)).toEqual(once);
    expect(await refusalCode(change(placed, { details: { customerName: 'Bob' } }, how))).toBe('key_reused');
    expect(await available(sql, product.id)).toBe(4);
  });

  it('agrees on a special price for what is added, and says why', async () => {
    const { placed } = await newOrder();
    const { product, line } = await lineOf();
    const special = (reason?: string) => ({
      added: [line],
      specialPrices: { [product.id]: { price: 400, ...(reason && { reason }) } },
    });
    expect(await refusalCode(change(placed, special()))).toBe('invalid_request');
    const wrong = { [product.id]: { price: 'half' as never, reason: 'For the school' } };
    expect(await refusalCode(change(placed, { added: [line], specialPrices: wrong }))).toBe(
      'invalid_request',
    );
    expect(await previewedChange(placed, special('For the school'))).toMatchObject({ totalAfter: 2400 });
    expect((await detailsOf(placed)).specialPrices).toEqual({
      [product.id]: { listPrice: 1000, reason: 'For the school' },
    });
  });

  it('agrees on a special price for what is ordered, as long as nothing of it is sold', async () => {
    const { placed, product } = await newOrder();
    const specialPrices = { [product.id]: { price: 900, reason: 'Matches another offer' } };
    expect((await detailsOf(placed)).changing.lines).toMatchObject([{ isPriceOpen: true }]);
    expect(await refusalCode(change(placed, { specialPrices }, { who: seller }))).toBe('forbidden');
    expect(await previewedChange(placed, { specialPrices })).toMatchObject({ totalAfter: 1800 });
    const { timeline, ...order } = await detailsOf(placed);
    expect(order.specialPrices).toEqual({
      [product.id]: { listPrice: 1000, reason: 'Matches another offer' },
    });
    const agreed = { productId: product.id, productName: product.name, price: 900, listPrice: 1000 };
    expect(timeline.filter(({ kind }) => kind === 'ordered' || kind === 'changed')).toMatchObject([
      { kind: 'ordered', specialPrices: [] },
      { kind: 'changed', specialPrices: [{ ...agreed, reason: 'Matches another offer' }] },
    ]);
    const sold = await paidOrder();
    expect((await detailsOf(sold.placed)).changing.lines).toMatchObject([{ isPriceOpen: false }]);
    const ofSold = { [sold.product.id]: { price: 900, reason: 'Too late' } };
    expect(await refusalCode(change(sold.placed, { specialPrices: ofSold }))).toBe('invalid_request');
  });

  it('gives more pieces at a special price only with the right to agree on one', async () => {
    const { placed } = await newOrder();
    const { product, line } = await lineOf();
    await change(placed, {
      added: [line],
      specialPrices: { [product.id]: { price: 400, reason: 'For the school' } },
    });
    const more = { pieces: { [product.id]: 4 } };
    for (const isPreview of [true, false])
      expect(await refusalCode(change(placed, more, { who: seller, isPreview }))).toBe('forbidden');
    await change(placed, { details: { deliveryPrice: 100 } }, { who: seller });
    expect(await change(placed, more)).toMatchObject({ totalAfter: 3700 });
  });

  it('gives fewer pieces than a special price was agreed on for only with that right, or none of them', async () => {
    const { placed } = await newOrder();
    const { product, line } = await lineOf();
    const specialPrices = { [product.id]: { price: 400, reason: 'Twenty pieces' } };
    await change(placed, { added: [{ ...line, quantity: 5 }], specialPrices });
    const cut = { pieces: { [product.id]: 1 } };
    expect(await refusalCode(change(placed, cut, { who: seller }))).toBe('forbidden');
    await change(placed, { pieces: { [product.id]: 0 } }, { who: seller });
    await change(placed, { added: [{ ...line, quantity: 5 }], specialPrices });
    expect(await change(placed, cut)).toMatchObject({ totalAfter: 2400 });
  });

  it('gives more pieces at another price than today’s only with that right', async () => {
    const { placed, product } = await newOrder();
    await sql`update public.products set price = 1500 where id = ${product.id}`;
    const more = { pieces: { [product.id]: 3 } };
    expect(await refusalCode(change(placed, more, { who: seller }))).toBe('forbidden');
    await change(placed, { pieces: { [product.id]: 1 } }, { who: seller });
    await sql`update public.products set price = 1000 where id = ${product.id}`;
    expect(await change(placed, more, { who: seller })).toMatchObject({ totalAfter: 3000 });
  });

  it('of 400 days ago sells at today’s prices, unless somebody with that right says so', async () => {
    const { placed, product } = await newOrder({ stock: 100 });
    await sql`update public.orders set created_at = now() - interval '400 days' where id = ${placed.order.id}`;
    const isOutdated = async () => {
      const [row] =
        await sql`select private.is_outdated(o) as outdated from public.orders o where id = ${placed.order.id}`;
      return row?.outdated as boolean;
    };
    // At today's prices anybody who changes orders agrees anew.
    await change(placed, { details: { deliveryPrice: 100 } }, { who: seller });
    await sql`update public.products set price = 1500 where id = ${product.id}`;
    expect(await isOutdated()).toBe(false);
    await setBackChanges(placed);
    expect(await isOutdated()).toBe(true);
    const { line } = await lineOf();
    for (const wanted of [
      { pieces: { [product.id]: 1 } },
      { added: [line] },
      { details: { deliveryPrice: 0 } },
    ])
      expect(await refusalCode(change(placed, wanted, { who: seller }))).toBe('forbidden');
    // A mistyped number is put right, and the old prices do not stand for it.
    await change(placed, { details: { customerPhone: '+254712345679' } }, { who: seller });
    expect(await isOutdated()).toBe(true);
    await change(placed, { pieces: { [product.id]: 0 }, added: [line] }, { who: seller });
    expect(await isOutdated()).toBe(false);
  });

  it('pays today’s price for what is added, and yesterday’s for more of the same', async () => {
    const { placed, product } = await newOrder();
    const { product: pump, line } = await lineOf();
    await sql`update public.products set price = 1500 where id = any(${[product.id, pump.id]})`;
    expect(await refusalCode(change(placed, { added: [line] }))).toBe('price_changed');
    expect(
      await previewedChange(placed, { pieces: { [product.id]: 3 }, added: [{ ...line, price: 1500 }] }),
    ).toMatchObject({ totalAfter: 4500 });
    await sql`update public.products set is_active = false where id = ${pump.id}`;
    const { line: archived } = await lineOf();
    await sql`update public.products set is_active = false where id = ${archived.productId}`;
    expect(await refusalCode(change(placed, { added: [archived] }))).toBe('product_unavailable');
    await change(placed, { pieces: { [product.id]: 1 } });
  });

  it.each<[string, Change | null]>([
    ['no line', null],
    ['no name', { details: { customerName: ' ' } }],
    ['no phone number', { details: { customerPhone: '12' } }],
    ['no e-mail address', { details: { customerEmail: 'ada' } }],
    ['a negative charge', { details: { deliveryPrice: -1 } }],
    ['an unknown county', { details: { county: '999' } }],
  ])('with %s writes nothing', async (_, wanted) => {
    const { placed, product } = await newOrder();
    const before = await detailsOf(placed);
    const said = wanted ?? { pieces: { [product.id]: 0 } };
    expect(await refusalOf(change(placed, said))).toMatchObject({
      code: 'PT400',
      message: 'invalid_request',
      detail: expect.not.stringMatching(/relation|syntax|column/),
    });
    expect(await detailsOf(placed)).toEqual(before);
  });

  it.each([...refusedLines, ...refusedPrices])('with %s writes nothing', async (_, items) => {
    const { placed, product } = await newOrder();
    const before = await detailsOf(placed);
    for (const isPreview of [true, false])
      expect(await refusalOf(change(placed, { items: items(product.id) }, { isPreview }))).toEqual(
        refusedForLines,
      );
    expect(await detailsOf(placed)).toEqual(before);
  });
});

describe('what the buyer reads', () => {
  const factsOf = async (placed: OrderOf) =>
    sql<{ facts: MessageFacts; isTrue: boolean; recipient: string }[]>`
      select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue", private.recipient_of(m) as recipient
      from private.messages m where m.order_id = ${placed.order.id} and m.kind = 'order_changed' and m.channel = 'email' order by m.id`;

  it('is a message if staff wish, of the latest change, at the corrected address', async () => {
    const { placed, product } = await paidOrder();
    await change(placed, { details: { customerEmail: 'king@example.com' } });
    expect(await factsOf(placed)).toEqual([]);
    await change(placed, { details: { customerName: 'A. King' } }, { tells: true });
    expect((await factsOf(placed))[0]?.facts.isSameTotal).toBe(true);
    await change(placed, { details: { deliveryPrice: 300 } }, { tells: true });
    await change(placed, { pieces: { [product.id]: 1 } }, { tells: true });
    const [, first, latest] = await factsOf(placed);
    expect(first).toMatchObject({ isTrue: false });
    expect(latest).toMatchObject({
      isTrue: true,
      recipient: 'king@example.com',
      facts: { isSameTotal: false, overpaidCents: 70_000, order: { totalAmount: 1300, status: 'paid' } },
    });
  });

  it('goes to no number that was wrong: what was waiting goes to the right one, and consent is asked for anew', async () => {
    const { placed } = await newOrder();
    await sql`update public.orders set whatsapp_consent_at = now() where id = ${placed.order.id}`;
    for (const channel of ['sms', 'whatsapp']) {
      await sql`insert into private.messages (kind, subject, order_id, channel, recipient, next_attempt_at)
        values ('payment_checking', ${randomUUID()}, ${placed.order.id}, ${channel}, '+254712345678', now() + interval '1 hour')`;
    }
    await change(placed, { details: { customerPhone: '+254722000111' } });
    const waiting =
      await sql`select m.channel, m.state, private.recipient_of(m) as recipient from private.messages m
      where m.order_id = ${placed.order.id} and m.kind = 'payment_checking' order by m.channel`;
    expect(waiting).toEqual([
      { channel: 'sms', state: 'waiting', recipient: '+254722000111' },
      { channel: 'whatsapp', state: 'skipped', recipient: '+254712345678' },
    ]);
    const [order] = await sql`select whatsapp_consent_at from public.orders where id = ${placed.order.id}`;
    expect(order).toEqual({ whatsapp_consent_at: null });
    await change(placed, { details: { customerPhone: '+254202345678' } });
    const [sms] = await sql`select m.state from private.messages m
      where m.order_id = ${placed.order.id} and m.kind = 'payment_checking' and m.channel = 'sms'`;
    expect(sms, 'a landline').toEqual({ state: 'skipped' });
  });

  it('names the county that staff chose, with what that costs', async () => {
    const { placed } = await newOrder();
    await change(placed, { details: { county: '047', deliveryPrice: 250 } });
    expect((await detailsOf(placed)).order).toMatchObject({
      totalAmount: 2250,
      delivery: { county: '047', price: 250, freeBecause: null },
    });
    expect((await detailsOf(placed)).timeline.find(({ kind }) => kind === 'changed')).toMatchObject({
      contact: [{ field: 'county', from: null, to: 'Nairobi' }],
    });
  });
});
