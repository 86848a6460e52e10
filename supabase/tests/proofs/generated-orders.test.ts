import { expect, it } from 'vitest';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { SalesReport, SoldLines, SoldPayments } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { rolledBack } from '../rolled-back.ts';
import { salesOnScreens } from '../sales-on-screens.ts';
import type { Sql, Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import {
  categoryOf,
  type Entry,
  entriesOf,
  generatedCategories,
  type GeneratedOrder,
  generateOrders,
  type SoldEntry,
  soldOf,
  totalOf,
  writeGenerated,
} from './generated-orders.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * Ten thousand generated orders of a year long ago, with every fate that money may have, added up one by one: each
 * screen, export and mail shows the same sums. They are written as rows and rolled back; how such rows come about is
 * for the model of the shop to prove.
 */
const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');
const count = atLength({ short: 400, full: 10_000 });
const firstDay = '1998-03-01';
const days = 40;
const begins = Date.parse(`${firstDay}T00:00:00+03:00`);
const dayMs = 24 * 60 * 60_000;
// The short test always has the same orders.
const random = seededRandom(proofSeed(39));

it('generated orders have the same sums on every screen, in exports and in mail as when they are added up one by one', async () => {
  const orders = generateOrders(random, count, begins, days);
  const entries = entriesOf(orders);
  const soldEntries = orders.flatMap(soldOf);
  const sumOf = (some: Entry[]) => {
    const gross = some.reduce((sum, one) => sum + one.gross, 0);
    const refunded = some.reduce((sum, one) => sum + one.refunded, 0);
    return { grossCents: gross, refundedCents: refunded };
  };
  const shownOf = (some: Entry[], sold: SoldEntry[]) => {
    const sum = sumOf(some);
    const ordersPaid = sold.reduce((all, one) => all + one.orders, 0);
    return { ...sum, netCents: sum.grossCents - sum.refundedCents, ordersPaid };
  };
  const isWithin =
    (from: number, until: number) =>
    ({ at }: { at: number }) =>
      at >= from && at < until;
  const shownWithin = (from: number, until: number) =>
    shownOf(entries.filter(isWithin(from, until)), soldEntries.filter(isWithin(from, until)));

  await rolledBack(sql, async (t) => {
    await writeGenerated(t, orders, owner.userId);
    // What screens ask is asked in this transaction, which has the orders.
    const inIt = {
      begin: (work: (t: Transaction) => unknown) => t.savepoint(work as never),
    } as unknown as Sql;
    const ask = <T>(expression: string, ...values: unknown[]) =>
      answerTo<T>(inIt, owner, expression, ...values);

    for (let n = 0; n < days; n += atLength({ short: 5, full: 1 })) {
      const [day, from] = [addDays(firstDay, n), begins + n * dayMs];
      const ofDay = shownWithin(from, from + dayMs);
      const { mail, ...screens } = await salesOnScreens(inIt, owner, day);
      const ordersOfDay = new Set(orders.filter(isWithin(from, from + dayMs)));
      const ofItsOrders = entries.filter(({ order }) => order && ordersOfDay.has(order));
      const ofItsPayments = entries.filter(({ payment }) => isWithin(from, from + dayMs)(payment));
      expect({ day, ...screens }).toEqual({
        day,
        ...Object.fromEntries(Object.keys(screens).map((screen) => [screen, ofDay])),
        tiles: { ...ofDay, netCents: Math.round(ofDay.netCents / 100) * 100 },
        // These lists are of what began that day, whenever its money came and went.
        'export of orders': {
          ...shownOf(ofItsOrders, []),
          ordersPaid: [...ordersOfDay].filter(({ status, sold }) => status !== 'pending' && sold.length > 0)
            .length,
        },
        'export of transactions': { ...shownOf(ofItsPayments, []), ordersPaid: ofDay.ordersPaid },
      });
      // The mail of 18:00 has the 24 hours before.
      expect({ day, mail }).toEqual({ day, mail: shownWithin(from - dayMs / 4, from + (dayMs / 4) * 3) });
    }

    const [from, to] = [addDays(firstDay, 3), addDays(firstDay, 33)];
    const isInReport = isWithin(begins + 3 * dayMs, begins + 34 * dayMs);
    const inReport = entries.filter(isInReport);
    const report = await ask<SalesReport>('public.sales_report($1, $2)', from, to);
    expect(report.sold).toMatchObject(shownOf(inReport, soldEntries.filter(isInReport)));

    const groups = (by: (entry: Entry) => string | null) => {
      const found = new Map<string, Entry[]>();
      for (const entry of inReport) {
        const key = by(entry);
        if (key !== null) found.set(key, [...(found.get(key) ?? []), entry]);
      }
      return found;
    };
    const byMethod = groups(({ payment }) => payment.method);
    expect(report.methods).toHaveLength(byMethod.size);
    for (const { method, payments, ...sums } of report.methods) {
      const some = byMethod.get(method) ?? [];
      expect({ method, payments, ...sums }).toEqual({
        method,
        payments: new Set(some.filter(({ gross }) => gross > 0).map(({ payment }) => payment.id)).size,
        ...sumOf(some),
        takenBackCents: some.reduce((sum, one) => sum + one.takenBack, 0),
      });
      const list = await ask<SoldPayments>('public.list_sold_payments($1, $2, $3::jsonb)', from, to, {
        method,
      });
      expect(list.sums).toMatchObject({ total: some.length, ...sumOf(some) });
    }

    const byBuyer = groups(({ order }) => order?.email ?? null);
    expect(report.customersPaid).toBe(byBuyer.size);
    const most = [...byBuyer.values()].map((some) => sumOf(some).grossCents).toSorted((a, b) => b - a);
    expect(report.customers.map(({ grossCents }) => grossCents)).toEqual(most.slice(0, 20));
    for (const { orderId, orders: paidFor, grossCents, refundedCents } of report.customers) {
      const buyer = orders.find(({ id }) => id === orderId)?.email ?? '';
      const some = byBuyer.get(buyer) ?? [];
      expect({ grossCents, refundedCents, paidFor }).toEqual({
        ...sumOf(some),
        paidFor: new Set(some.map(({ order }) => order?.id)).size,
      });
    }

    const lines = soldEntries.filter(isInReport).map(({ product, quantity, price }) => ({
      product,
      category: categoryOf(product),
      pieces: quantity,
      cents: quantity * price * 100,
    }));
    const sold = [...generatedCategories, 'delivery'].map((category) => {
      const some = lines.filter((line) => line.category === category);
      return {
        category,
        pieces: some.reduce((sum, { pieces }) => sum + pieces, 0),
        cents: some.reduce((sum, { cents }) => sum + cents, 0),
      };
    });
    expect(report.categories).toEqual(sold.toSorted((a, b) => b.cents - a.cents));
    for (const { category, cents } of sold)
      expect(
        (await ask<SoldLines>('public.list_sold_lines($1, $2, $3::jsonb)', from, to, { category })).sums,
      ).toMatchObject({ cents, total: lines.filter((line) => line.category === category).length });
    const products = [...new Set(lines.map(({ product }) => product))].filter((product) => product >= 0);
    const ofProducts = products.map((product) =>
      lines.filter((line) => line.product === product).reduce((sum, { cents }) => sum + cents, 0),
    );
    expect(report.products.map(({ cents }) => cents)).toEqual(
      ofProducts.toSorted((a, b) => b - a).slice(0, 20),
    );
    expect(report.productsSold).toBe(products.length);
  });
});

const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);

/** What an order must say, added up from its rows. */
function bookOf(order: GeneratedOrder, all: ReadonlyMap<string, Entry[]>) {
  const mine = all.get(order.id) ?? [];
  const charged = totalOf(order) * 100;
  const reduced = sum(order.reductions.map(({ cents }) => cents));
  const [received, givenBack] = [
    sum(mine.map(({ gross }) => gross)),
    sum(mine.map(({ refunded }) => refunded)),
  ];
  const due = charged - reduced - received + givenBack;
  const isOpen = order.status === 'pending' || order.status === 'failed';
  const inQuestion = sum(order.payments.filter(({ state }) => state === 'review').map(({ cents }) => cents));
  const returned = order.payments.filter(({ state }) => state === 'returned').map(({ id }) => id);
  const standing = order.refunds.filter(({ isCorrected }) => !isCorrected);
  const byShop = standing.filter(({ cause }) => cause === 'refund' || cause === 'payment');
  const agreed = order.reductions.filter(
    ({ cause }) => cause !== 'accepted_as_all' && cause !== 'written_off',
  );
  const sold = sum(soldOf(order).map(({ quantity, price }) => quantity * price * 100));
  // Whatever became of its money since: decision 33.
  const isInvoiced = sold > 0 && order.status !== 'cancelled';
  const taken = sum(mine.filter(({ payment }) => payment.method !== 'card').map(({ gross }) => gross));
  const lost = standing.filter(
    ({ cause, paymentId }) =>
      !byShop.some((one) => one.cause === cause) &&
      order.payments.some(({ id, method }) => id === paymentId && method !== 'card'),
  );
  return {
    book: { charged, reduced, received, givenBack, due },
    page: {
      dueAmount: due >= 100 ? Math.ceil(due / 100) : 0,
      acceptedCents: received - givenBack,
      overpaidCents: !isOpen && due <= -100 ? -due : 0,
      receivedCents: received - givenBack + inQuestion,
      refundedCents: sum(
        byShop.filter(({ paymentId }) => !returned.includes(paymentId)).map(({ cents }) => cents),
      ),
      returnedCents: sum(
        byShop.filter(({ paymentId }) => returned.includes(paymentId)).map(({ cents }) => cents),
      ),
      recordedCents: taken - sum(lost.map(({ cents }) => cents)),
    },
    money: { grossCents: received, refundedCents: givenBack },
    sold,
    invoiced: isInvoiced ? sold - sum(agreed.map(({ cents }) => cents)) : 0,
  };
}

it('each of them says the same in its book, on its page, in exports, as sold and on its papers', async () => {
  const orders = generateOrders(random, count, begins, days);
  const all = new Map<string, Entry[]>();
  for (const entry of entriesOf(orders))
    if (entry.order) all.set(entry.order.id, [...(all.get(entry.order.id) ?? []), entry]);
  await rolledBack(sql, async (t) => {
    await writeGenerated(t, orders, owner.userId);
    // What was sold is all that is sold: writing it again adds nothing.
    await t`select private.write_sold(o.id, 'all', now()) from public.orders o
      where o.created_at < '2000-01-01' and o.status in ('paid', 'completed')`;
    await t`select private.issue_papers(o.id) from public.orders o where o.created_at < '2000-01-01'`;
    await t`select set_config('request.jwt.claim.sub', ${owner.userId}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true)`;
    for (let from = 0; from < orders.length; from += 500) {
      const some = orders.slice(from, from + 500);
      const rows = await t<{ id: string; said: object }[]>`select o.id, jsonb_build_object(
        'book', (select jsonb_build_object('charged', b.charged, 'reduced', b.reduced, 'received', b.received,
          'givenBack', b.given_back, 'due', b.due) from private.book_of_order(o.id) b),
        'page', (select jsonb_object_agg(key, value) from jsonb_each(private.order_as_json(o) -> 'payment')
          where key in ('dueAmount', 'acceptedCents', 'overpaidCents', 'receivedCents', 'refundedCents', 'returnedCents', 'recordedCents')),
        'money', private.sales_of_order(o.id),
        'sold', (select coalesce(sum(l.quantity::bigint * l.price * 100), 0) from private.sold_lines l where l.order_id = o.id),
        'invoiced', (select coalesce(sum(i.gross_left), 0) from private.invoices_in_force i where i.order_id = o.id)
      ) as said from public.orders o where o.id = any(${some.map(({ id }) => id)})`;
      const said = new Map(rows.map((row) => [row.id, row.said]));
      for (const order of some) {
        expect({ order, said: said.get(order.id) }).toEqual({ order, said: bookOf(order, all) });
      }
    }
    const [wrong] =
      await t`select p.id from private.papers p cross join lateral jsonb_to_record(p.content -> 'totals')
      x ("grossCents" bigint, "netCents" bigint, "vatCents" bigint)
      where x."grossCents" <> p.gross_cents or x."netCents" + x."vatCents" <> p.gross_cents limit 1`;
    expect(wrong).toBeUndefined();
  });
});
