import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dueNowOf } from '../../functions/_shared/contract/due-now.ts';
import type { Paper } from '../../functions/_shared/contract/papers.ts';
import type { OrderRow } from '../../functions/_shared/contract/admin-orders.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { StockProduct } from '../../functions/_shared/contract/stock.ts';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import { answerTo } from '../payment-scene.ts';
import { available, cancelAsShop, newProduct, newSession, place, placeOnce, shop } from '../shop-cast.ts';
import { refusedOrder } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import type { OrderOf } from './book-scene.ts';
import { lineOf, toOrderScene } from './to-order-scene.ts';

/*
 * Pieces from the maker: what is due, held, sold and said at each step, and who gets what has come.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const {
  owner,
  detailsOf,
  record,
  send,
  stateOf,
  soldOf,
  mailsOf,
  reverse,
  changeTo,
  reduce,
  openTasks,
  refund,
  instrument,
  orderOf,
  pay,
  came,
  minute,
  awaitedOf,
  isToSend,
  byStaff,
} = toOrderScene(sql);

/** What its proforma says is to come from the maker. */
const awaitedOnProforma = async (sid: string, { order }: OrderOf) =>
  (await answerTo<Paper[]>(sql, shop, `public.papers_of_order($1, $2, 'proforma')`, sid, order.id))[0]
    ?.content.awaited;

describe('an instrument that is not in stock', () => {
  it('is ordered for its deposit, waits, comes, is paid and sent', async () => {
    const product = await instrument();
    const sid = await newSession(sql);
    const placed = await place(sql, [lineOf(product)], { sid, details: { dueNow: 300 } });
    expect(placed.transaction.amount).toBe(300);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 300, 0]);
    expect(await awaitedOf(placed)).toEqual([[1, 0]]);
    const awaited = { productId: product.id, quantity: 1, awaited: 1, toOrder: { low: 6, high: 8 } };
    expect(await awaitedOnProforma(sid, placed)).toMatchObject([{ ...awaited, expectedFrom: null }]);

    await pay(placed);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    expect(await soldOf(placed)).toEqual([]);
    expect(await isToSend(placed)).toBe(false);
    const { order, timeline } = await detailsOf(placed);
    expect(order.payment.laterCents).toBe(70_000);
    expect(timeline.filter(({ kind }) => kind === 'status_changed')).toMatchObject([
      { depositCents: 30_000 },
    ]);
    const [{ expectedFrom, expectedTo } = { expectedFrom: null, expectedTo: null }] = order.items;
    const [days] = await sql<{ from: number; to: number }[]>`
      select ${expectedFrom}::date - private.nairobi_day(now()) as from,
        ${expectedTo}::date - private.nairobi_day(now()) as to`;
    expect(days).toEqual({ from: 42, to: 56 });
    expect(await awaitedOnProforma(sid, placed)).toMatchObject([{ ...awaited, expectedFrom, expectedTo }]);
    expect(await mailsOf(placed, 'order_paid')).toBe(1);

    await came(product, 2);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 700, 0]);
    expect(await awaitedOf(placed)).toEqual([[0, 1]]);
    expect(await available(sql, product.id)).toBe(1);
    expect(await mailsOf(placed, 'goods_arrived')).toBe(1);
    expect(await isToSend(placed)).toBe(false);

    await record(placed, 700);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect((await soldOf(placed)).map(([, quantity, orders]) => [quantity, orders])).toEqual([[1, 1]]);
    expect(await isToSend(placed)).toBe(true);
    await send(placed, product.id);
    expect(await stateOf(placed)).toEqual(['completed', 'completed', 0, 0]);
    expect(await available(sql, product.id)).toBe(1);
    // What was paid then stays what it was.
    const later = (await detailsOf(placed)).timeline.filter(({ kind }) => kind === 'status_changed');
    expect(later).toMatchObject([
      { depositCents: 30_000 },
      { depositCents: null, from: 'paid', wasDeposit: false },
    ]);
  });

  it('with a deposit by card waits for the bank, whichever way the rest is paid', async () => {
    const product = await instrument({ price: 600_000 });
    const byCard = await place(sql, [lineOf(product)], { details: { dueNow: 180_000 } });
    await pay(byCard);
    const byTransfer = await byStaff([lineOf(product)]);
    await record(byTransfer, 180_000);
    await came(product, 2);
    const { delivery } = (await detailsOf(byCard)).order;
    expect(delivery).toMatchObject({ after: 'bank', isPromised: false });
    expect(delivery.otherwise).toBeUndefined();
    expect((await detailsOf(byTransfer)).order.delivery).toMatchObject({ after: null, isPromised: false });
  });

  it('of which the deposit bounced and that is cancelled never was paid, and says so in one order', async () => {
    const placed = await orderOf(await instrument(), 1, 300);
    const payment = await record(placed, 300, { method: 'cheque' });
    await reverse(payment, 'bounced');
    await answerTo(sql, owner, 'public.advance_order($1, $2)', placed.order.id, 'cancelled');
    // As of one moment, in which only their order is left.
    await sql`alter table public.history disable trigger user`;
    await sql`update public.history set at = (
      select min(at) from public.history h
      where h.row_id = ${placed.order.id} and h.before ->> 'status' = 'paid'
    ) where row_id = ${placed.order.id} and before ->> 'status' = 'pending' and after ->> 'status' = 'cancelled'`;
    await sql`alter table public.history enable trigger user`;
    const steps = (await detailsOf(placed)).timeline.filter(({ kind }) => kind === 'status_changed');
    expect(steps).toMatchObject([
      { from: 'pending', to: 'paid', depositCents: 30_000 },
      { from: 'paid', to: 'pending', wasDeposit: true },
      { from: 'pending', to: 'cancelled', wasDeposit: false },
    ]);
  });

  it('is paid in full first, and sold when it comes', async () => {
    const product = await instrument({ over: { deposit: 100 } });
    const placed = await orderOf(product, 1, 1000);
    await pay(placed);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    expect(await soldOf(placed)).toEqual([]);
    await came(product);
    await minute();
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect((await soldOf(placed)).map(([, quantity]) => quantity)).toEqual([1]);
    expect(await isToSend(placed)).toBe(true);
  });

  it('is not taken by a shopper who does not know that it is to order, or at another deposit', async () => {
    const product = await instrument();
    const lines = [lineOf(product)];
    for (const dueNow of [undefined, 299, 1000]) {
      const refused = await refusedOrder(
        placeOnce(sql, lines, { details: dueNow === undefined ? {} : { dueNow } }),
      );
      expect(refused).toMatchObject({ message: 'price_changed' });
    }
    const there = await instrument({ stock: 1 });
    expect(await refusedOrder(placeOnce(sql, [lineOf(there)], { details: { dueNow: 300 } }))).toMatchObject({
      message: 'price_changed',
    });
  });

  it('is offered to shoppers or to staff alone, and others are out of stock', async () => {
    const quiet = await instrument({ over: { isPublic: false } });
    expect(await refusedOrder(placeOnce(sql, [lineOf(quiet)], { details: { dueNow: 300 } }))).toMatchObject({
      message: 'out_of_stock',
    });
    expect(await stateOf(await byStaff([lineOf(quiet)]))).toEqual(['pending', 'not_paid', 300, 0]);
    const plain = await newProduct(sql, { stock: 0, price: 1000 });
    expect(await refusedOrder(byStaff([lineOf(plain)]))).toMatchObject({ message: 'out_of_stock' });
  });
});

it('is found by who waits for it, until it has come', async () => {
  const product = await instrument();
  const [waiting, unpaid] = [await orderOf(product, 1, 300), await orderOf(product, 1, 300)];
  await pay(waiting);
  const found = async (filter: object) =>
    (
      await answerTo<{ rows: { id: string }[] }>(sql, owner, 'public.list_order_page($1::jsonb)', filter)
    ).rows.map(({ id }) => id);
  expect(await found({ waitsFor: product.id })).toEqual([waiting.order.id]);
  expect(await found({ waits: true })).toContain(waiting.order.id);
  expect(await found({ waits: true })).not.toContain(unpaid.order.id);
  const fromMaker = async () => (await answerTo<OwnerAlerts>(sql, owner, 'public.owner_alerts()')).fromMaker;
  const before = await fromMaker();
  await came(product);
  expect(await found({ waitsFor: product.id })).toEqual([]);
  const { orders, pieces } = await fromMaker();
  expect([before.orders - orders, before.pieces - pieces]).toEqual([1, 1]);
});

it.each([
  [1, 0, 333, 33],
  [7, 2, 99_999, 1],
  [3, 3, 1000, 30],
  [2, 1, 185_001, 99],
  [999, 5, 101, 50],
])(
  'of %i pieces, %i of them there, for KES %i and %i per cent, page and shop ask the same',
  async (quantity, stock, price, deposit) => {
    const product = await newProduct(sql, { stock, price });
    const toOrder = { low: 6, high: 8, deposit };
    await sql`update public.products set to_order = ${sql.json({ ...toOrder, isPublic: true })} where id = ${product.id}`;
    const shelf = await newProduct(sql, { stock: 5, price: 777, name: 'A cable' });
    const lines = [
      { product: { price, stock, toOrder }, quantity },
      { product: { price: 777, stock: 5 }, quantity: 2 },
    ];
    const dueNow = dueNowOf(lines, quantity * price + 2 * 777);
    const placed = await place(sql, [lineOf(product, quantity), lineOf(shelf, 2)], { details: { dueNow } });
    expect(placed.transaction.amount).toBe(dueNow);
    const [book] = await sql`select (b).* from private.book_of_order(${placed.order.id}) b`;
    expect(Number(book?.['due_now'])).toBe(dueNow * 100);
  },
);

describe('pieces that have come', () => {
  it('go to whoever paid the deposit first, and not to whoever ordered first', async () => {
    const product = await instrument();
    const [first, second, unpaid] = [
      await orderOf(product, 1, 300),
      await orderOf(product, 2, 600),
      await orderOf(product, 1, 300),
    ];
    await pay(second);
    await pay(first);
    await came(product, 2);
    expect(await awaitedOf(second)).toEqual([[0, 2]]);
    expect(await awaitedOf(first)).toEqual([[1, 0]]);
    await came(product);
    expect(await awaitedOf(first)).toEqual([[0, 1]]);
    expect(await awaitedOf(unpaid)).toEqual([[1, 0]]);
    await came(product);
    expect(await available(sql, product.id)).toBe(1);
    await pay(unpaid);
    expect(await awaitedOf(unpaid)).toEqual([[1, 0]]);
    await minute();
    expect(await awaitedOf(unpaid)).toEqual([[0, 1]]);
    expect(await available(sql, product.id)).toBe(0);
  });

  it('come in parts: so much of the rest is due', async () => {
    const product = await instrument();
    const placed = await orderOf(product, 3, 900);
    await pay(placed);
    const waitsForRest = async () => (await detailsOf(placed)).order.waitsForRest;
    expect(await waitsForRest()).toBe(false);
    await came(product);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 700, 0]);
    expect(await waitsForRest()).toBe(true);
    await record(placed, 700);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    expect(await waitsForRest()).toBe(false);
    expect((await soldOf(placed)).map(([, quantity]) => quantity)).toEqual([1]);
    expect(await isToSend(placed)).toBe(true);
    await send(placed, product.id);
    expect(await isToSend(placed)).toBe(false);
    await came(product, 2);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 1400, 0]);
  });

  it('are owed on account once they have left, and nothing is owed first', async () => {
    const product = await instrument({ stock: 1 });
    const placed = await orderOf(product, 3, 1600);
    await sql`update public.orders set terms_days = 30 where id = ${placed.order.id}`;
    await send(placed, product.id, 1, 'On account');
    const owed = async () =>
      (await sql<{ cents: number }[]>`select private.owed_cents(${placed.order.id})::integer as cents`)[0]
        ?.cents;
    expect(await stateOf(placed)).toEqual(['pending', 'owed', 1000, 0]);
    await record(placed, 1000);
    expect(await owed()).toBe(0);
    // What was invoiced is paid; the rest is sent as any other on account, and nothing is due when it has come.
    expect(await stateOf(placed)).toEqual(['pending', 'sent_paid', 2000, 0]);
    await came(product, 2);
    expect(await stateOf(placed)).toEqual(['pending', 'sent_paid', 2000, 0]);
    expect(await isToSend(placed)).toBe(true);
    expect(await owed()).toBe(0);
    await send(placed, product.id, 2, 'On account');
    expect(await owed()).toBe(200_000);
  });

  it('that are paid wait for nothing that is added to their order since', async () => {
    const product = await instrument();
    const other = await newProduct(sql, { price: 500 });
    const placed = await orderOf(product, 1, 300);
    await pay(placed);
    await came(product);
    await record(placed, 700);
    await changeTo(placed, [lineOf(product), lineOf(other)]);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 500, 0]);
    const { waitsForRest, delivery } = (await detailsOf(placed)).order;
    expect([waitsForRest, delivery.isPromised]).toEqual([false, true]);
  });

  it('stand on the shelf for the rest of a line of which some were there', async () => {
    const product = await instrument({ stock: 1 });
    const placed = await orderOf(product, 3, 1600);
    expect(await awaitedOf(placed)).toEqual([[2, 1]]);
    await pay(placed);
    expect((await soldOf(placed)).map(([, quantity]) => quantity)).toEqual([1]);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    expect(await isToSend(placed)).toBe(true);
  });

  it('are awaited once more when the one on the shelf was sold meanwhile', async () => {
    const product = await instrument({ stock: 1 });
    const placed = await orderOf(product, 2, 1300);
    await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
    const other = await place(sql, [lineOf(product)]);
    await pay(other);
    await pay(placed);
    expect(await awaitedOf(placed)).toEqual([[2, 0]]);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    expect(await openTasks(placed)).toEqual([]);
  });
});

describe('money of a deposit', () => {
  it('bounces: it is as never paid, and nothing is kept for it', async () => {
    const product = await instrument();
    const placed = await byStaff([lineOf(product)]);
    const payment = await record(placed, 300);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    await reverse(payment, 'bounced');
    expect((await stateOf(placed)).slice(0, 1)).toEqual(['pending']);
    await came(product);
    expect(await available(sql, product.id)).toBe(1);
    await record(placed, 300);
    expect((await stateOf(placed)).slice(0, 1)).toEqual(['paid']);
    await minute();
    expect(await stateOf(placed)).toEqual(['paid', 'added', 700, 0]);
  });

  it('is given back when it never comes, and the order is cancelled', async () => {
    const product = await instrument();
    const placed = await byStaff([lineOf(product)]);
    const payment = await record(placed, 300);
    await refund({ transactionId: payment, cents: 30_000 });
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 300, 0]);
    await came(product);
    expect(await awaitedOf(placed)).toEqual([[1, 0]]);
    await answerTo(sql, owner, `public.advance_order($1, 'cancelled')`, placed.order.id);
    expect(await stateOf(placed)).toEqual(['cancelled', 'cancelled_refunded', 0, 0]);
    expect(await available(sql, product.id)).toBe(1);
  });

  it('comes in parts, and a rest that comes early is not too much', async () => {
    const product = await instrument();
    const placed = await byStaff([lineOf(product)]);
    await record(placed, 100);
    expect(await stateOf(placed)).toEqual(['pending', 'part_paid', 200, 0]);
    await record(placed, 400);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
    const waiting = async () =>
      (await answerTo<StockProduct[]>(sql, owner, `public.find_stock('', $1)`, [product.id]))[0]?.waiting;
    expect(await waiting()).toBe(1);
    expect(await came(product)).toMatchObject([{ change: 1, served: [placed.order.id] }]);
    expect([await waiting(), await stateOf(placed)]).toEqual([0, ['paid', 'added', 500, 0]]);
    const { timeline } = await detailsOf(placed);
    expect(timeline.filter(({ kind }) => kind === 'arrived')).toMatchObject([{ pieces: 1 }]);
    expect(await came(product)).toMatchObject([{ change: 1, served: [] }]);
  });

  it('is less when a price is cut, and too much when pieces are taken out', async () => {
    const product = await instrument();
    const placed = await byStaff([lineOf(product, 2)]);
    await record(placed, 600);
    await reduce(placed, 'price_cut', 20_000);
    expect((await detailsOf(placed)).order.payment.laterCents).toBe(120_000);
    await changeTo(placed, [lineOf(product)]);
    expect(await awaitedOf(placed)).toEqual([[1, 0]]);
    expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
  });
});

it('beside goods from the shelf: these are paid in full and leave at once', async () => {
  const product = await instrument();
  const shelf = await newProduct(sql, { stock: 5, price: 500, name: 'A cable' });
  const placed = await place(sql, [lineOf(shelf, 2), lineOf(product)], { details: { dueNow: 1300 } });
  await pay(placed);
  expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
  expect(await isToSend(placed)).toBe(true);
  await send(placed, shelf.id, 2);
  expect(await isToSend(placed)).toBe(false);
  expect((await stateOf(placed)).slice(0, 2)).toEqual(['paid', 'to_order']);
});

it('an order that is cancelled before its deposit is paid leaves nothing behind', async () => {
  const product = await instrument();
  const placed = await orderOf(product, 1, 300);
  await cancelAsShop(sql, placed);
  await came(product);
  expect(await available(sql, product.id)).toBe(1);
});

describe('work', () => {
  const installation = async () => {
    const product = await newProduct(sql, { price: 700, name: 'Installation' });
    await sql`update public.products set is_service = true where id = ${product.id}`;
    return product;
  };
  const done = async (placed: OrderOf, productIds: string[], status = 'delivered') => {
    const { order, shipping } = await detailsOf(placed);
    const lines = order.items
      .filter((item) => productIds.includes(item.productId))
      .map(({ id, quantity }) => ({ itemId: id, quantity, serials: [] }));
    const carrier = status === 'sent' ? 'G4S' : null;
    const entry = [randomUUID(), order.id, lines, shipping.toShip, status, carrier];
    return answerTo(sql, owner, 'public.record_shipment($1, $2, $3, $4, $5, $6)', ...entry);
  };

  it('beside goods is paid with them, is in no parcel, and completes the order when it is done', async () => {
    const work = await installation();
    const goods = await newProduct(sql, { stock: 5, price: 500, name: 'A battery' });
    const placed = await place(sql, [lineOf(goods), lineOf(work)]);
    await pay(placed);
    const both = [goods.id, work.id];
    for (const [products, status] of [
      [both, 'delivered'],
      [[work.id], 'sent'],
      [[work.id], 'packed'],
    ] as const)
      expect(await refusedOrder(done(placed, [...products], status))).toMatchObject({
        message: 'invalid_request',
      });
    const picked = await answerTo<{ productId: string }[]>(sql, owner, 'public.pick_list($1)', [
      placed.order.id,
    ]);
    expect(picked.map(({ productId }) => productId)).toEqual([goods.id]);
    await done(placed, [goods.id]);
    expect((await stateOf(placed)).slice(0, 1)).toEqual(['paid']);
    await done(placed, [work.id]);
    expect(await stateOf(placed)).toEqual(['completed', 'completed', 0, 0]);
    expect((await detailsOf(placed)).order.shipments.map(({ isWork }) => isWork)).toEqual([false, true]);
  });

  it('is no piece of those that were sent', async () => {
    const work = await installation();
    const goods = await newProduct(sql, { stock: 5, price: 500, name: 'A battery' });
    const placed = await place(sql, [lineOf(goods), lineOf(work)]);
    await pay(placed);
    const sentOf = async () => {
      const filter = { text: placed.order.id.slice(-8) };
      const { rows } = await answerTo<PageOfRows<OrderRow>>(
        sql,
        owner,
        'public.list_order_page($1::jsonb)',
        filter,
      );
      return rows.find(({ id }) => id === placed.order.id)?.sent;
    };
    await done(placed, [work.id]);
    expect(await sentOf()).toBeNull();
    await done(placed, [goods.id]);
    expect(await sentOf()).toEqual({ pieces: 1, total: 1, isOnWay: false });
  });

  it('alone is never out of stock, and sold when it is paid', async () => {
    const work = await installation();
    const placed = await place(sql, [lineOf(work, 999)]);
    await pay(placed);
    expect((await soldOf(placed)).map(([, quantity]) => quantity)).toEqual([999]);
    const other = await place(sql, [lineOf(work)]);
    await pay(other);
    await done(other, [work.id]);
    expect((await stateOf(other)).slice(0, 1)).toEqual(['completed']);
  });

  it('is no stock that staff count or book', async () => {
    const work = await installation();
    const found = await answerTo<{ productId: string }[]>(sql, owner, `public.find_stock('', $1)`, [work.id]);
    expect(found).toEqual([]);
    expect(await refusedOrder(came(work))).toMatchObject({ message: 'invalid_request' });
  });
});
