import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  as,
  available,
  bankDecides,
  cancelAsShop,
  newPerson,
  newProduct,
  newSession,
  place,
  placeOnce,
  type Placed,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import type { OrderOf } from './book-scene.ts';
import { lineOf, toOrderScene } from './to-order-scene.ts';

/*
 * What goes wrong with pieces from the maker: money that does not stand, pieces that go elsewhere, two at once.
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
  reductionsOf,
  takeBack,
  closeTask,
  payAgain,
  instrument,
  orderOf,
  pay,
  came,
  minute,
  awaitedOf,
  isToSend,
  byStaff,
} = toOrderScene(sql);

const stockOf = async ({ id }: { id: string }) =>
  (await sql<{ stock: number }[]>`select stock from public.products where id = ${id}`)[0]?.stock;
const papersOf = async ({ order }: OrderOf) =>
  (
    await sql<
      { kind: string; cents: number }[]
    >`select kind, gross_cents::integer as cents from private.papers
      where order_id = ${order.id} order by id`
  ).map(({ kind, cents }) => [kind, cents]);
const debtOf = async ({ order }: OrderOf) =>
  (
    await sql<
      { kes: number; dunned: number }[]
    >`select (cents / 100)::integer as kes, (dunned_cents / 100)::integer as dunned from private.debts where order_id = ${order.id}`
  )[0];
const onAccount = ({ order }: OrderOf) =>
  sql`update public.orders set terms_days = 30 where id = ${order.id}`;

it('a deposit of another sum, accepted as all of what is due, leaves the rest to be paid', async () => {
  const product = await instrument();
  const placed = await orderOf(product, 1, 300);
  await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '25000' }));
  await closeTask(placed, 'accepted', 'Looked at it');
  expect(await reductionsOf(placed)).toEqual([['accepted_as_all', 5000]]);
  await came(product);
  expect((await stateOf(placed))[2]).toBe(700);
});

it('another sum is accepted when the piece of the shelf is gone: nothing is lacking, so no price is cut', async () => {
  const product = await instrument({ stock: 1 });
  const placed = await place(sql, [lineOf(product, 2)], { details: { dueNow: 1300 } });
  await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '65000' }));
  await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
  await pay(await place(sql, [lineOf(product)]));
  await closeTask(placed, 'accepted', 'Looked at it');
  expect(await reductionsOf(placed)).toEqual([]);
});

it('who has goods on account, of which others are to come, is reminded of what left', async () => {
  const product = await instrument();
  const shelf = await newProduct(sql, { stock: 5, price: 500, name: 'A cable' });
  const placed = await byStaff([lineOf(shelf), lineOf(product)]);
  await onAccount(placed);
  await send(placed, shelf.id, 1, 'He is a good customer');
  expect((await stateOf(placed))[2]).toBe(500);
  expect(await debtOf(placed)).toEqual({ kes: 500, dunned: 500 });
});

it('a piece that comes back damaged can be written down while somebody waits', async () => {
  const product = await instrument({ stock: 1 });
  const first = await byStaff([lineOf(product)]);
  await record(first, 1000);
  await send(first, product.id);
  const waiting = await orderOf(product, 1, 300);
  await pay(waiting);
  const [item] = (await detailsOf(first)).order.items;
  await reduce(first, 'goods_back', 100_000, { lines: [{ itemId: item?.id, quantity: 1, fate: 'damaged' }] });
  expect(await stockOf(product)).toBe(0);
  expect(await awaitedOf(waiting)).toEqual([[1, 0]]);
});

it('a payment that was typed wrongly and is typed again keeps its piece', async () => {
  const product = await instrument({ stock: 1 });
  const first = await byStaff([lineOf(product)]);
  const wrong = await record(first, 1000);
  const waiting = await orderOf(product, 1, 300);
  await pay(waiting);
  await reverse(wrong, 'mistake');
  await record(first, 1000);
  expect(await stateOf(first)).toEqual(['paid', 'paid', 0, 0]);
  expect(await openTasks(first)).toEqual([]);
});

it('a parcel of a partly paid order that comes back unopened is kept for it', async () => {
  const product = await instrument({ stock: 1 });
  const first = await byStaff([lineOf(product)]);
  await onAccount(first);
  await record(first, 500);
  const parcel = await send(first, product.id, 1, 'He is a good customer');
  const waiting = await orderOf(product, 1, 300);
  await pay(waiting);
  await takeBack(parcel);
  expect(await awaitedOf(first)).toEqual([[0, 1]]);
});

it('a piece that was awaited leaves once it is there, and its price is due', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await onAccount(placed);
  await record(placed, 300);
  expect(await refusalCode(send(placed, product.id, 1, 'Straight from the maker'))).toBe('stock_is_held');
  await came(product);
  await send(placed, product.id, 1, 'Straight from the maker');
  expect(await stateOf(placed)).toEqual(['completed', 'owed', 700, 0]);
  expect((await soldOf(placed)).map(([, quantity]) => quantity)).toEqual([1]);
});

it('the same where the shop sends unpaid: nothing paid, piece on the shelf', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await came(product);
  await onAccount(placed);
  await send(placed, product.id, 1, 'He is a good customer');
  const state = await stateOf(placed);
  expect(state).toEqual(['completed', 'owed', 1000, 0]);
  await record(placed, 300);
  expect((await stateOf(placed))[2]).toBe(700);
});

it('delivery is not sold, nor invoiced, with a deposit', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await changeTo(placed, [lineOf(product)], 450);
  await record(placed, 750);
  expect(await soldOf(placed)).toEqual([]);
  expect(await papersOf(placed)).toEqual([]);
});

it('who was shown a deposit is not given an earlier order of which all is due', async () => {
  const product = await instrument({ stock: 1 });
  const sid = await newSession(sql);
  await place(sql, [lineOf(product)], { sid });
  // None can be ordered, since the one is held for this buyer.
  expect(await available(sql, product.id)).toBe(0);
  const again = placeOnce(sql, [lineOf(product)], { sid, details: { dueNow: 300 } });
  expect(await refusalCode(again)).toBe('price_changed');
});

it('whose earlier order lost its piece can order it from the maker', async () => {
  const product = await instrument({ stock: 1 });
  const sid = await newSession(sql);
  const first = await place(sql, [lineOf(product)], { sid });
  await sql`update private.stock_holds set expires_at = now() where order_id = ${first.order.id}`;
  await pay(await place(sql, [lineOf(product)]));
  const again = await placeOnce(sql, [lineOf(product)], { sid, details: { dueNow: 300 } });
  if (again.transaction) expect(again.transaction.amount).toBe(300);
  else expect((await payAgain(sid, again.order.id)).transaction.amount).toBe(300);
});

it('pieces that were added, and whose deposit is not paid, do not go before a paid deposit', async () => {
  const product = await instrument();
  const first = await byStaff([lineOf(product)]);
  await record(first, 300);
  const second = await byStaff([lineOf(product)]);
  await record(second, 300);
  await changeTo(first, [lineOf(product, 2)]);
  expect((await stateOf(first)).slice(0, 3)).toEqual(['paid', 'added', 300]);
  await came(product, 2);
  expect(await awaitedOf(second)).toEqual([[0, 1]]);
});

it('half of a deposit bounced: it is not in front of a paid one', async () => {
  const product = await instrument();
  const first = await byStaff([lineOf(product)]);
  const bad = await record(first, 200, { method: 'cheque' });
  await record(first, 100);
  const second = await byStaff([lineOf(product)]);
  await record(second, 300);
  await reverse(bad, 'bounced');
  expect((await stateOf(first))[2]).toBe(200);
  await came(product);
  expect(await awaitedOf(second)).toEqual([[0, 1]]);
});

it('the deposit beside goods was given back: it holds nothing that comes', async () => {
  const product = await instrument();
  const shelf = await newProduct(sql, { stock: 5, price: 500, name: 'A cable' });
  const first = await byStaff([lineOf(shelf), lineOf(product)]);
  const payment = await record(first, 800);
  const second = await byStaff([lineOf(product)]);
  await record(second, 300);
  await refund({ transactionId: payment, cents: 30_000 });
  await came(product);
  expect(await awaitedOf(second)).toEqual([[0, 1]]);
});

it('giving a deposit back credits no goods that are sold and paid for', async () => {
  const product = await instrument();
  const shelf = await newProduct(sql, { stock: 5, price: 500, name: 'A cable' });
  const first = await byStaff([lineOf(shelf), lineOf(product)]);
  const payment = await record(first, 800);
  await refund({ transactionId: payment, cents: 30_000 });
  expect(await papersOf(first)).toEqual([['invoice', 50_000]]);
  // Then the line is taken out: what is left is what was sold.
  await changeTo(first, [lineOf(shelf)]);
  expect((await stateOf(first))[3]).toBe(0);
});

it('an order on account keeps its place when its deposit is paid', async () => {
  const product = await instrument();
  const first = await byStaff([lineOf(product)]);
  await onAccount(first);
  await sql`update public.order_items set awaited_since = now() where order_id = ${first.order.id}`;
  const second = await byStaff([lineOf(product)]);
  await record(second, 300);
  await record(first, 300);
  await came(product);
  expect(await awaitedOf(first)).toEqual([[0, 1]]);
});

it('an order on account keeps its place when its part payment is given back', async () => {
  const product = await instrument();
  const first = await byStaff([lineOf(product)]);
  await onAccount(first);
  await sql`update public.order_items set awaited_since = now() where order_id = ${first.order.id}`;
  const payment = await record(first, 300);
  const second = await byStaff([lineOf(product)]);
  await record(second, 300);
  await refund({ transactionId: payment, cents: 30_000 });
  await came(product);
  expect(await awaitedOf(first)).toEqual([[0, 1]]);
});

it('a price that is cut by more than the deposit leaves something to pay', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await reduce(placed, 'price_cut', 30_000);
  const { order } = await detailsOf(placed);
  expect([order.nextStep, order.payment.dueAmount]).toEqual(['pay', 210]);
});

it.each(['restocked', 'kept'])('pieces that have not come are not given back as %s', async (fate) => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product, 2)]);
  const payment = await record(placed, 600);
  const { order, refundablePieces } = await detailsOf(placed);
  const [item] = order.items;
  // What is refused is not offered.
  expect(refundablePieces).toEqual({ [String(item?.id)]: 0 });
  const refunding = answerTo(
    sql,
    owner,
    `public.record_refund($1, $2, 30000, private.nairobi_day(now()), 'FT9', 'One less', true, $3::jsonb)`,
    randomUUID(),
    payment,
    [{ itemId: item?.id, quantity: 1, fate }],
  );
  expect(await refusalCode(refunding)).toBe('pieces_refunded');
});

it('the stock of a service cannot be written', async () => {
  const work = await newProduct(sql, { price: 700, name: 'Installation' });
  await sql`update public.products set is_service = true where id = ${work.id}`;
  const change = [{ id: work.id, seen: { stock: 1_000_000 }, set: { stock: 0 } }];
  await answerTo(sql, owner, 'public.change_products($1::jsonb)', change);
  expect(await stockOf(work)).toBe(1_000_000);
});

it('who waits gets a piece that came after the offer ended before shoppers do', async () => {
  const product = await instrument();
  const placed = await orderOf(product, 1, 300);
  await pay(placed);
  await sql`update public.products set to_order = null where id = ${product.id}`;
  await came(product);
  expect(await awaitedOf(placed)).toEqual([[0, 1]]);
});

it('the second time that a piece comes its buyer is told', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await record(placed, 300);
  await came(product);
  await answerTo(sql, owner, 'public.release_holds($1)', [placed.order.id]);
  await pay(await place(sql, [lineOf(product)]));
  await record(placed, 100);
  expect(await awaitedOf(placed)).toEqual([[1, 0]]);
  await came(product);
  expect(await mailsOf(placed, 'goods_arrived')).toBe(2);
});

it('what is paid in full and has not come is not to be sent next', async () => {
  const product = await instrument();
  const placed = await orderOf(product, 1, 300);
  await pay(placed);
  await record(placed, 700);
  const { order } = await detailsOf(placed);
  expect([await stateOf(placed), order.payment.laterCents]).toEqual([['paid', 'to_order', 0, 0], 0]);
});

it('a deposit in full for pieces that are gone makes the order paid', async () => {
  const product = await instrument({ stock: 1 });
  const placed = await orderOf(product, 2, 1300);
  await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
  await pay(await place(sql, [lineOf(product)]));
  await record(placed, 600);
  expect(await awaitedOf(placed)).toEqual([[2, 0]]);
  expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
});

it('paying again when a part covers the deposits', async () => {
  const product = await instrument({ stock: 1 });
  const sid = await newSession(sql);
  const placed = await place(sql, [lineOf(product, 2)], { sid, details: { dueNow: 1300 } });
  await record(placed, 600);
  await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
  await pay(await place(sql, [lineOf(product)]));
  expect(await refusalCode(payAgain(sid, placed.order.id))).toBe('order_closed');
});

it('terms that are given later do not go before paid deposits', async () => {
  const product = await instrument();
  const first = await byStaff([lineOf(product)]);
  const second = await byStaff([lineOf(product)]);
  await record(second, 300);
  await onAccount(first);
  await came(product);
  expect(await awaitedOf(second)).toEqual([[0, 1]]);
});

it('a parcel whose product becomes a service stays a parcel', async () => {
  const goods = await newProduct(sql, { stock: 5, price: 500, name: 'A battery' });
  const more = await newProduct(sql, { stock: 5, price: 500, name: 'A set up' });
  const placed = await place(sql, [lineOf(goods), lineOf(more)]);
  await pay(placed);
  const { order, shipping } = await detailsOf(placed);
  const lines = order.items.map(({ id, quantity }) => ({ itemId: id, quantity, serials: [] }));
  await answerTo(
    sql,
    owner,
    `public.record_shipment($1, $2, $3, $4, 'packed')`,
    randomUUID(),
    order.id,
    lines,
    shipping.toShip,
  );
  await sql`update public.products set is_service = true where id = ${more.id}`;
  expect((await detailsOf(placed)).order.shipments.map(({ isWork }) => isWork)).toEqual([false]);
});

it('the book of the stock of a service', async () => {
  const work = await newProduct(sql, { price: 700, name: 'Installation' });
  await sql`update public.products set is_service = true where id = ${work.id}`;
  expect(await answerTo<object[]>(sql, owner, 'public.list_stock_movements($1)', work.id)).toHaveLength(0);
});

it('cancelled with the deposit written off', async () => {
  const product = await instrument();
  const shelf = await newProduct(sql, { stock: 5, price: 500, name: 'A cable' });
  const placed = await byStaff([lineOf(shelf), lineOf(product)]);
  const payment = await record(placed, 800, { method: 'cheque' });
  await send(placed, shelf.id, 1);
  await reverse(payment, 'bounced');
  const [task] = await openTasks(placed);
  expect(task?.[1]).toBe(80_000);
});

it('deliveries, deposits and the minute at once end in no deadlock', async () => {
  const [a, b] = [await instrument(), await instrument()];
  const all: Placed[] = [];
  for (let n = 0; n < 10; n += 1)
    all.push(
      await place(sql, n % 2 ? [lineOf(a), lineOf(b)] : [lineOf(b), lineOf(a)], { details: { dueNow: 600 } }),
    );
  const failures: string[] = [];
  const run = (work: Promise<unknown>) =>
    work.catch((error: { code: string; message: string }) => failures.push(error.code + ' ' + error.message));
  await Promise.all([
    ...all.map((placed) => run(pay(placed))),
    ...Array.from({ length: 8 }, (_, n) => run(came(n % 2 ? a : b))),
    ...Array.from({ length: 4 }, () => run(minute())),
    ...all.slice(0, 5).map((placed) => run(record(placed, 700))),
  ]);
  await minute();
  // Who waits too long for a lock is asked to try again.
  expect(failures.filter((failure) => !failure.startsWith('55P03'))).toEqual([]);
});

it('two deliveries at once of two products give to the oldest', async () => {
  const product = await instrument();
  const orders: Placed[] = [];
  for (let n = 0; n < 5; n += 1) {
    const placed = await orderOf(product, 1, 300);
    await pay(placed);
    orders.push(placed);
  }
  await Promise.all([came(product), came(product), came(product)]);
  expect((await Promise.all(orders.map(awaitedOf))).map(([line]) => line?.[1])).toEqual([1, 1, 1, 0, 0]);
});

it('a parcel of a mixed order comes back', async () => {
  const product = await instrument();
  const shelf = await newProduct(sql, { stock: 1, price: 500, name: 'A cable' });
  const placed = await place(sql, [lineOf(shelf), lineOf(product)], { details: { dueNow: 800 } });
  await pay(placed);
  const parcel = await send(placed, shelf.id);
  await takeBack(parcel);
  expect(await stateOf(placed)).toEqual(['paid', 'to_order', 0, 0]);
  expect(await isToSend(placed)).toBe(true);
  expect(await stockOf(shelf)).toBe(0);
});

it('a price that is cut before anything is sold is credited once it is', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await record(placed, 300);
  await reduce(placed, 'price_cut', 20_000);
  await came(product);
  await record(placed, 500);
  expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
  expect(await papersOf(placed)).toEqual([
    ['invoice', 100_000],
    ['credit_note', 20_000],
  ]);
});

it('the cheque of the rest bounces after the piece left, and another comes', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product, 2)]);
  await record(placed, 600);
  await came(product);
  const rest = await record(placed, 700, { method: 'cheque' });
  await send(placed, product.id);
  await reverse(rest, 'bounced');
  expect((await debtOf(placed))?.dunned).toBe(700);
});

it('a cheque that bounced, typed wrongly: the piece of the one who waits is not taken', async () => {
  const product = await instrument({ stock: 2 });
  const first = await byStaff([lineOf(product, 2)]);
  await record(first, 1000);
  const second = await record(first, 1000, { method: 'cheque' });
  const waiting = await orderOf(product, 1, 300);
  await pay(waiting);
  await reverse(second, 'bounced');
  await record(first, 1000);
  expect(await stateOf(first)).toEqual(['paid', 'paid', 0, 0]);
});

it('what is paid in full and has not come is not promised within a day', async () => {
  const product = await instrument({ over: { deposit: 100 } });
  const placed = await orderOf(product, 1, 1000);
  await pay(placed);
  const [row] = await sql<{ facts: { order: { word: string; items: { awaited: number }[] } } }[]>`
    select private.message_facts(m) as facts from private.messages m
    where m.order_id = ${placed.order.id} and m.kind = 'order_paid' and m.channel = 'email' limit 1`;
  expect([row?.facts.order.word, row?.facts.order.items[0]?.awaited]).toEqual(['to_order', 1]);
});

it('whoever changes the sum of an order on account of which nothing is paid', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  await onAccount(placed);
  await came(product);
  await changeTo(placed, [lineOf(product, 3)]);
  await came(product, 5);
  expect(await awaitedOf(placed)).toEqual([[0, 3]]);
});

it('what another pays early does not hide that pieces are not there', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product, 2)]);
  await record(placed, 600);
  await came(product);
  await changeTo(placed, [lineOf(product)]);
  expect([await awaitedOf(placed), await stateOf(placed)]).toEqual([[[0, 1]], ['paid', 'added', 400, 0]]);
});

it('a loss that is written off is of what left, not of what is still to come', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product, 2)]);
  await record(placed, 600);
  await came(product);
  const rest = await record(placed, 700, { method: 'cheque' });
  await send(placed, product.id);
  await reverse(rest, 'bounced');
  await closeTask(placed, 'nothing_received', 'He will not pay');
  expect(await reductionsOf(placed)).toEqual([['written_off', 70_000]]);
  await came(product);
  expect((await stateOf(placed))[2]).toBe(700);
});

it('the deposit is given back once the piece has come, and the order cancelled', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  const payment = await record(placed, 300);
  await came(product);
  await answerTo(
    sql,
    owner,
    `public.record_refund($1, $2, 30000, private.nairobi_day(now()), 'FT9', 'Does not want it', true, '[]', true)`,
    randomUUID(),
    payment,
  );
  expect((await stateOf(placed)).slice(0, 2)).toEqual(['cancelled', 'cancelled_refunded']);
  expect(await available(sql, product.id)).toBe(1);
  expect(await mailsOf(placed, 'order_unpaid')).toBe(0);
});

it('the same in two steps: a deposit that went back is no discount', async () => {
  const product = await instrument();
  const placed = await byStaff([lineOf(product)]);
  const payment = await record(placed, 300);
  await came(product);
  await refund({ transactionId: payment, cents: 30_000 });
  expect(await reductionsOf(placed)).toEqual([]);
  await answerTo(sql, owner, `public.advance_order($1, 'cancelled')`, placed.order.id);
  expect((await stateOf(placed)).slice(0, 2)).toEqual(['cancelled', 'cancelled_refunded']);
});

it('a shopper writes no supply', async () => {
  const product = await instrument();
  const shopper = await newPerson(sql, 'Eve');
  for (const change of [`is_service = true`, `to_order = null`])
    expect(
      await as(sql, shopper, (t) =>
        t.unsafe(`update public.products set ${change} where id = '${product.id}' returning 1`),
      ).catch(() => []),
    ).toHaveLength(0);
  const placed = await place(sql, [{ ...lineOf(product), toOrder: { deposit: 1 }, awaited: 0 } as never], {
    details: { dueNow: 300 },
  });
  await expect(
    as(sql, shopper, (t) =>
      t.unsafe(`update public.order_items set awaited = 0 where order_id = '${placed.order.id}'`),
    ),
  ).rejects.toThrow();
  expect(placed.transaction.amount).toBe(300);
});

it('money of a deposit that comes for a cancelled order', async () => {
  const product = await instrument();
  const placed = await orderOf(product, 1, 300);
  await cancelAsShop(sql, placed);
  await pay(placed);
  expect(await stateOf(placed)).toEqual(['cancelled', 'cancelled_with_money', 0, 30_000]);
  await came(product);
  expect(await available(sql, product.id)).toBe(1);
});
