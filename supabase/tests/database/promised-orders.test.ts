import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../functions/_shared/contract/admin-orders.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { DeliveryQuote } from '../../functions/_shared/contract/delivery.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { answerTo } from '../payment-scene.ts';
import { approved, bankDecides, newProduct, place, shop, statementColumns } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { ago, type OrderOf } from './book-scene.ts';
import { lineOf, toOrderScene } from './to-order-scene.ts';

/*
 * When an order is promised, and what becomes of it: each day is that of private.delivery_promise() at that moment,
 * which promise.test.ts compares with days counted by hand.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, record, send, mailsOf, reverse, detailsOf, instrument, orderOf, pay, came, byStaff } =
  toOrderScene(sql);
afterEach(() => sql`update private.settings set ships_unpaid = false, approved_ships_below = 50000`);

/** What is promised of the delivery of an order, and whether that is written down. */
async function promiseOf({ order }: OrderOf) {
  const [row] = await sql<{ delivery: Order['delivery']; stored: string | null; word: string }[]>`
    select private.order_as_json(o) -> 'delivery' as delivery, o.delivery_by::text as stored
    from public.orders o where o.id = ${order.id}`;
  const { promise, by, after, isPromised } = row?.delivery ?? ({} as Order['delivery']);
  return { promise, by, after, isPromised, stored: row?.stored ?? null };
}
const counted = async (
  county: string | null,
  waits = false,
  weeks: number | null = null,
  paidOn = ago(0),
) => {
  const [row] = await sql<{ promise: DeliveryQuote }[]>`
    select private.delivery_promise(${county}, now(), 'card', ${waits}, ${weeks}, ${paidOn}) as promise`;
  const { promise, by, after } = row!.promise;
  return { promise, by, after };
};
const ordered = async (price: number, county = '042') => {
  const product = await newProduct(sql, { price, stock: 9 });
  const placed = await place(sql, [lineOf({ ...product, price })], { details: { county } });
  return { ...placed, product };
};
/** Staff change an order, or add lines to it. */
async function changeTo(placed: OrderOf, over: object, more: object[] = []) {
  const { order, changing } = await detailsOf(placed);
  const { version, lines: _, ...present } = changing;
  const items = order.items.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
  const request = { items: [...items, ...more], orderData: { ...present, ...over } };
  const values = [randomUUID(), order.id, version, request];
  await answerTo(sql, owner, 'public.change_order($1, $2, $3, $4::jsonb, false, false)', ...values);
}
/** As if the shop had promised it for a day that is over. */
const lateBy = (days: number, { order }: OrderOf) =>
  sql`update public.orders set delivery_by = ${ago(days)} where id = ${order.id}`;
const settle = (index: string, cents: number) =>
  answerTo(
    sql,
    owner,
    'public.import_bank_statement($1, $2, $3::jsonb, $4::jsonb)',
    randomUUID(),
    'bank.csv',
    statementColumns,
    [{ line: 2, day: ago(0), bankIndex: index, reference: null, amountCents: cents }],
  );

describe('an order is promised', () => {
  it('paid in part by transfer, of which the rest may come by card, with the day of either', async () => {
    const placed = await ordered(100_000);
    await record(placed, 50_000);
    const { delivery } = (await detailsOf(placed)).order;
    expect(delivery).toMatchObject({ after: 'bank', isPromised: false });
    expect(delivery.otherwise?.by).toBeTruthy();
  });

  it('for the day that it was, once its goods have left, whatever is added and paid', async () => {
    const placed = await ordered(10_000);
    const work = await newProduct(sql, { price: 500 });
    await sql`update public.products set is_service = true where id = ${work.id}`;
    await pay(placed);
    await lateBy(2, placed);
    await changeTo(placed, {}, [{ ...lineOf(work), price: 500 }]);
    await send(placed, placed.product.id);
    await record(placed, 500);
    expect((await promiseOf(placed)).stored).toBe(ago(2));
  });

  it('once it is paid; before, it says what a payment by card now would promise', async () => {
    const placed = await ordered(10_000);
    const rule = await counted('042');
    expect(await promiseOf(placed)).toEqual({ ...rule, isPromised: false, stored: null });
    await pay(placed);
    expect(await promiseOf(placed)).toEqual({ ...rule, isPromised: true, stored: rule.by });
    // A holiday that becomes known later moves no promise.
    await sql`insert into public.bank_holidays (day, name, source) values (${rule.by}, 'Idd', 'Gazette 7')
      on conflict (day) do nothing`;
    expect((await promiseOf(placed)).by).toBe(rule.by);
    await sql`delete from public.bank_holidays where source = 'Gazette 7'`;
  });

  it('by the bank’s days when its goods wait for the money of a card, and not of what came otherwise', async () => {
    const byCard = await ordered(60_000);
    expect((await promiseOf(byCard)).after).toBe('bank');
    await pay(byCard);
    const rule = await counted('042', true);
    expect(await promiseOf(byCard)).toEqual({ ...rule, isPromised: true, stored: rule.by });
    const transferred = await ordered(60_000);
    await record(transferred, 60_000);
    expect(await promiseOf(transferred)).toMatchObject({ ...(await counted('042')), isPromised: true });
  });

  it('with its deposit, for when the goods have come; anew, once they have come and their rest is paid', async () => {
    const product = await instrument();
    const placed = await orderOf(product, 1, 300);
    const rule = await counted(null, false, 8);
    // Nobody knows when the rest is paid, so there is no day; staff go by the weeks of the maker.
    const untilPaid = { ...rule, by: null, after: 'rest' };
    expect(await promiseOf(placed)).toEqual({ ...untilPaid, isPromised: false, stored: null });
    await pay(placed);
    expect(rule.after).toBe('maker');
    expect(await promiseOf(placed)).toEqual({ ...untilPaid, isPromised: true, stored: rule.by });
    await came(product);
    // The day of the maker's weeks is over with them: until the rest is paid it is that of a payment now.
    const { by } = await counted(null);
    expect(await promiseOf(placed)).toMatchObject({ by, after: null, isPromised: false });
    // Staff are shown none either, and nothing is late.
    await lateBy(5, placed);
    const { rows } = await answerTo<{ rows: OrderRow[] }>(sql, owner, 'public.list_order_page($1::jsonb)', {
      text: `#IC-${placed.order.id.slice(-8)}`,
    });
    expect(rows).toMatchObject([{ word: 'added', deliverBy: null, lateSince: null }]);
    await record(placed, 700);
    expect(await promiseOf(placed)).toMatchObject({ by, isPromised: true, stored: by });
    const prepaid = await orderOf(product, 1, 300);
    await pay(prepaid);
    await record(prepaid, 700);
    expect(await promiseOf(prepaid)).toMatchObject({ by: rule.by, after: 'maker' });
    await came(product);
    expect(await promiseOf(prepaid)).toMatchObject({ by, after: null, stored: by });
  });

  it('on account when it is placed, and unpaid when its goods leave', async () => {
    const product = await newProduct(sql, { stock: 5, price: 1000 });
    const unpaid = await byStaff([lineOf(product)]);
    expect(await promiseOf(unpaid)).toMatchObject({ isPromised: false, stored: null });
    await sql`update private.settings set ships_unpaid = true`;
    await send(unpaid, product.id, 1, 'The buyer waits at the counter');
    expect(await promiseOf(unpaid)).toMatchObject({ isPromised: true, stored: (await counted(null)).by });
    const onAccount = await byStaff([lineOf(product)]);
    await changeTo(onAccount, { termsDays: 30 });
    expect(await promiseOf(onAccount)).toMatchObject({ after: null, isPromised: true });
    // What is added and comes from the maker, comes later.
    await changeTo(onAccount, {}, [lineOf(await instrument())]);
    const rule = await counted(null, false, 8);
    expect(await promiseOf(onAccount)).toMatchObject({ by: rule.by, after: 'maker', stored: rule.by });
  });

  it('not any more when its payment did not stand', async () => {
    const placed = await ordered(2000);
    const payment = await record(placed, 2000);
    expect((await promiseOf(placed)).isPromised).toBe(true);
    await reverse(payment, 'mistake');
    expect(await promiseOf(placed)).toMatchObject({ isPromised: false, stored: null });
  });

  it('anew when it goes to another county, and no later for anything else', async () => {
    const placed = await ordered(2000);
    await record(placed, 2000);
    await lateBy(3, placed);
    await changeTo(placed, { customerAddress: 'Milimani, Kisumu, house 7' });
    expect((await promiseOf(placed)).by).toBe(ago(3));
    await changeTo(placed, { county: '023' });
    expect(await promiseOf(placed)).toMatchObject({ ...(await counted('023')), isPromised: true });
  });
});

describe('a bank that needs longer than it usually does', () => {
  /** Paid by card so many days ago, and promised for a day that is over. */
  async function waiting(price: number) {
    const placed = await ordered(price);
    const answer = approved(placed);
    await bankDecides(sql, placed.transaction.trace, answer);
    await sql`update public.transactions set decided_at = now() - interval '20 days' where order_id = ${placed.order.id}`;
    await lateBy(9, placed);
    return { ...placed, settled: () => settle(answer.transactionIndex ?? '', price * 100) };
  }
  // The bank has had its days: counted from today.
  const later = () => counted('042', true, null, ago(20));

  it('moves the day that the page shows, and tells it once the goods can leave', async () => {
    const placed = await waiting(60_000);
    const { by } = await later();
    expect(await promiseOf(placed)).toMatchObject({ by, after: 'bank', stored: ago(9) });
    expect(await mailsOf(placed, 'delivery_later')).toBe(0);
    await placed.settled();
    expect(await promiseOf(placed)).toMatchObject({ by, after: null, stored: by });
    expect(await mailsOf(placed, 'delivery_later')).toBe(1);
    const [message] = await sql<{ facts: { order: Order }; is_true: boolean }[]>`
      select private.message_facts(m) as facts, private.message_is_true(m) as is_true from private.messages m
      where m.order_id = ${placed.order.id} and m.kind = 'delivery_later' and m.channel = 'email'`;
    expect([message?.is_true, message?.facts.order.delivery.by]).toEqual([true, by]);
  });

  it('tells nothing where the money came in time, or nothing waited for it', async () => {
    const inTime = await ordered(60_000);
    const answer = approved(inTime);
    await bankDecides(sql, inTime.transaction.trace, answer);
    await settle(answer.transactionIndex ?? '', 6_000_000);
    const small = await waiting(10_000);
    await small.settled();
    for (const placed of [inTime, small]) expect(await mailsOf(placed, 'delivery_later')).toBe(0);
    expect((await promiseOf(small)).by).toBe(ago(9));
  });
});

describe('staff see what is late', () => {
  const listed = (filter: object, sort: string) =>
    answerTo<{ rows: OrderRow[] }>(
      sql,
      owner,
      'public.list_order_page($1::jsonb, $2, false, 500)',
      filter,
      sort,
    );

  it('first among what is to be sent, with the day that was promised, until it has left', async () => {
    const [first, second, third] = [await ordered(2000), await ordered(2000), await ordered(2000)];
    for (const placed of [third, second, first]) await record(placed, 2000);
    await lateBy(5, third);
    await lateBy(2, second);
    const rowsOf = async () => {
      const mine = [first, second, third].map(({ order }) => order.id);
      const { rows } = await listed({ toSend: true }, 'deliverBy');
      return rows.filter(({ id }) => mine.includes(id)).map(({ id, lateSince }) => [id, lateSince]);
    };
    expect(await rowsOf()).toEqual([
      [third.order.id, ago(5)],
      [second.order.id, ago(2)],
      [first.order.id, null],
    ]);
    const { lateToSend } = await answerTo<OwnerAlerts>(sql, owner, 'public.owner_alerts()');
    expect(lateToSend).toBeGreaterThanOrEqual(2);
    // Its page says what the list says.
    const toSendOf = async (placed: typeof first) => (await detailsOf(placed)).toSend;
    expect([await toSendOf(third), await toSendOf(first)]).toEqual([{ isLate: true }, { isLate: false }]);
    await send(third, third.product.id);
    expect(await rowsOf()).toEqual([
      [second.order.id, ago(2)],
      [first.order.id, null],
    ]);
    expect((await detailsOf(third)).order.delivery.by).toBe(ago(5));
    expect(await toSendOf(third)).toBeNull();
  });
});

describe('a quote', () => {
  const quote = (items: object[], at: string | null = '2026-12-03T10:15+03:00') =>
    answerTo<DeliveryQuote>(
      sql,
      shop,
      'public.delivery_quote($1::jsonb, $2, $3::timestamptz)',
      items,
      '042',
      at,
    );

  it('counts the sum of the cart, what comes from the maker, and says no day of what is sold out', async () => {
    const product = await newProduct(sql, { price: 30_000, stock: 2 });
    const some = (quantity: number) => [{ productId: product.id, quantity }];
    expect(await quote(some(1))).toMatchObject({ by: '2026-12-07', after: null, isPromised: false });
    const otherwise = { promise: '2-3 business days', by: '2026-12-07' };
    expect(await quote(some(2))).toMatchObject({ by: '2026-12-10', after: 'bank', otherwise });
    expect(await quote(some(3))).toMatchObject({ promise: '2-3 business days', by: null });
    await sql`update public.products set to_order = '{"low": 6, "high": 8, "deposit": 30, "isPublic": true}'
      where id = ${product.id}`;
    // Once it has come, its rest is paid.
    expect(await quote(some(3))).toMatchObject({ promise: '2-3 business days', by: null, after: 'rest' });
    await sql`update public.products set to_order = '{"low": 6, "high": 8, "deposit": 100, "isPublic": true}'
      where id = ${product.id}`;
    expect(await quote(some(3))).toMatchObject({ by: '2027-02-01', after: 'maker' });
  });

  it('waits for the bank as the settings say', async () => {
    const { id } = await newProduct(sql, { price: 30_000, stock: 2 });
    const items = [{ productId: id, quantity: 1 }];
    await sql`update private.settings set approved_ships_below = 30000`;
    expect((await quote(items)).after).toBe('bank');
    await sql`update private.settings set approved_ships_below = 30001`;
    expect((await quote(items)).after).toBeNull();
    await sql`update private.settings set ship_when = 'settled'`;
    expect((await quote(items)).after).toBe('bank');
    await sql`update private.settings set ship_when = 'approved'`;
  });
});
