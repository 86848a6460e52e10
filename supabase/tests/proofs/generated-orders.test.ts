import { expect, it } from 'vitest';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { SalesReport, SoldLines, SoldPayments } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { rolledBack } from '../rolled-back.ts';
import { salesOnScreens } from '../sales-on-screens.ts';
import type { Sql, Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import {
  type Entry,
  entriesOf,
  generatedCategories,
  generateOrders,
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
const count = 10_000;
const firstDay = '1998-03-01';
const days = 40;
const begins = Date.parse(`${firstDay}T00:00:00+03:00`);
const dayMs = 24 * 60 * 60_000;
// The short test always has the same orders.
const random = seededRandom(atLength({ short: () => 39, full: proofSeed })());

it('ten thousand orders have the same sums on every screen, in exports and in mail as when they are added up one by one', async () => {
  const orders = generateOrders(random, count, begins, days);
  const entries = orders.flatMap(entriesOf);
  const sumOf = (some: Entry[]) => {
    const gross = some.reduce((sum, one) => sum + one.gross, 0);
    const refunded = some.reduce((sum, one) => sum + one.refunded, 0);
    return { grossCents: gross, refundedCents: refunded };
  };
  const shownOf = (some: Entry[]) => {
    const sum = sumOf(some);
    const ordersPaid = some.filter(({ paysOrder }) => paysOrder).length;
    return { ...sum, netCents: sum.grossCents - sum.refundedCents, ordersPaid };
  };
  const within = (from: number, until: number) => entries.filter(({ at }) => at >= from && at < until);

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
      const ofDay = shownOf(within(from, from + dayMs));
      const { mail, ...screens } = await salesOnScreens(inIt, owner, day);
      const ordersOfDay = orders.filter(({ at }) => at >= from && at < from + dayMs);
      const ofItsOrders = shownOf(entries.filter(({ order }) => ordersOfDay.includes(order)));
      const ofItsPayments = shownOf(
        entries.filter(({ payment }) => payment.at >= from && payment.at < from + dayMs),
      );
      expect({ day, ...screens }).toEqual({
        day,
        ...Object.fromEntries(Object.keys(screens).map((screen) => [screen, ofDay])),
        tiles: { ...ofDay, netCents: Math.round(ofDay.netCents / 100) * 100 },
        // These lists are of what began that day, whenever its money came and went.
        'export of orders': ofItsOrders,
        'export of transactions': ofItsPayments,
      });
      // The mail of 18:00 has the 24 hours before.
      expect({ day, mail }).toEqual({ day, mail: shownOf(within(from - dayMs / 4, from + (dayMs / 4) * 3)) });
    }

    const [from, to] = [addDays(firstDay, 3), addDays(firstDay, 33)];
    const inReport = within(begins + 3 * dayMs, begins + 34 * dayMs);
    const report = await ask<SalesReport>('public.sales_report($1, $2)', from, to);
    expect(report.sold).toMatchObject(shownOf(inReport));

    const groups = (by: (entry: Entry) => string) => {
      const found = new Map<string, Entry[]>();
      for (const entry of inReport) found.set(by(entry), [...(found.get(by(entry)) ?? []), entry]);
      return found;
    };
    const byMethod = groups(({ payment }) => payment.method);
    expect(report.methods).toHaveLength(byMethod.size);
    for (const { method, payments, ...sums } of report.methods) {
      const some = byMethod.get(method) ?? [];
      expect({ method, payments, ...sums }).toEqual({
        ...{ method, payments: some.filter(({ gross }) => gross > 0).length },
        ...sumOf(some),
      });
      const list = await ask<SoldPayments>('public.list_sold_payments($1, $2, $3::jsonb)', from, to, {
        method,
      });
      expect(list).toMatchObject({ total: some.length, ...sumOf(some) });
    }

    const byBuyer = groups(({ order }) => order.email);
    expect(report.customersPaid).toBe(byBuyer.size);
    const most = [...byBuyer.values()].map((some) => sumOf(some).grossCents).toSorted((a, b) => b - a);
    expect(report.customers.map(({ grossCents }) => grossCents)).toEqual(most.slice(0, 20));
    for (const { orderId, orders: paidFor, grossCents, refundedCents } of report.customers) {
      const buyer = orders.find(({ id }) => id === orderId)?.email ?? '';
      const some = byBuyer.get(buyer) ?? [];
      expect({ grossCents, refundedCents, paidFor }).toEqual({
        ...sumOf(some),
        paidFor: new Set(some.map(({ order }) => order.id)).size,
      });
    }

    const lines = inReport
      .filter(({ paysOrder }) => paysOrder)
      .flatMap(({ order }) => [
        ...order.items.map(({ product, quantity, price }) => ({
          ...{
            product,
            category: generatedCategories[product % 4],
            pieces: quantity,
            cents: quantity * price * 100,
          },
        })),
        ...(order.deliveryPrice > 0
          ? [{ product: -1, category: 'delivery', pieces: 1, cents: order.deliveryPrice * 100 }]
          : []),
      ]);
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
        await ask<SoldLines>('public.list_sold_lines($1, $2, $3::jsonb)', from, to, { category }),
      ).toMatchObject({ cents, total: lines.filter((line) => line.category === category).length });
    const ofProducts = Array.from({ length: 40 }, (_, product) =>
      lines.filter((line) => line.product === product).reduce((sum, { cents }) => sum + cents, 0),
    );
    expect(report.products.map(({ cents }) => cents)).toEqual(
      ofProducts.toSorted((a, b) => b - a).slice(0, 20),
    );
    expect(report.productsSold).toBe(ofProducts.filter((cents) => cents > 0).length);
  });
});
