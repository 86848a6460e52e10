import { afterAll, expect, it } from 'vitest';
import { openExplained, type Scan } from '../scans-of-tables.ts';
import { rolledBack } from '../rolled-back.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { type GeneratedOrder, generateOrders, writeGenerated } from './generated-orders.ts';
import { seededRandom } from './seeded-random.ts';

const explained = openExplained();
afterAll(() => explained.sql.end());
const owner = testPerson(openTestDatabase(), 'Owner', 'admin');
const begins = Date.parse('1998-03-01T00:00:00+03:00');
// A part of the price, money in question and refunds are rare in a shop.
const isUsual = ({ status, payments, refunds }: GeneratedOrder) =>
  refunds.length === 0 &&
  payments.every(
    ({ state }) => state === 'failed' || (state === 'completed' && !['pending', 'failed'].includes(status)),
  );
const orders = generateOrders(seededRandom(40), 20_000, begins, 400).filter(
  (order, n) => n % 100 === 0 || isUsual(order),
);
const some = orders[5000] as GeneratedOrder;

/** Not those by a text: how rare that seems decides whether the index of words or that of days is read. */
const lists: readonly [list: string, sql: string][] = [
  ['orders', `select public.list_order_page()`],
  ['orders to send', `select public.list_order_page('{"status": "paid"}')`],
  ['orders of a day', `select public.list_order_page('{"from": "1998-04-01", "to": "1998-04-01"}')`],
  ['payments', `select public.list_transaction_page()`],
  ['payments to look at', `select public.list_transaction_page('{"status": "review"}')`],
  ['payments of a day', `select public.list_transaction_page('{"from": "1998-04-01", "to": "1998-04-01"}')`],
  ['customers', `select public.find_customers()`],
  ['a customer', `select public.customer_details('${some.id}')`],
  ['a report of a week', `select public.sales_report('1998-04-01', '1998-04-07')`],
  ['payments of a week', `select public.list_sold_payments('1998-04-01', '1998-04-07')`],
  ['lines of a week', `select public.list_sold_lines('1998-04-01', '1998-04-07')`],
  ['the overview', `select public.owner_alerts()`],
  ['a week on the overview', `select public.stats_of_period('1998-04-01', '1998-04-07')`],
];

/** Tasks and refunds are few among them. */
const largeTables = ['orders', 'order_items', 'transactions'];

it('the lists of staff find their rows by an index among more than ten thousand orders', async () => {
  const scansOf = await rolledBack(explained.sql, async (t) => {
    await writeGenerated(t, orders, owner.userId);
    // As after a vacuum, which no transaction can do.
    await t`update pg_class set relallvisible = relpages where relname = any (${largeTables})`;
    await t`select gin_clean_pending_list('public.orders_by_words'), gin_clean_pending_list('public.transactions_by_part_of_reference')`;
    // As on a hosted project, whose disks have no arm to move.
    await t`set local random_page_cost = 1.1`;
    await explained.explain(t);
    await t`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claim.sub', ${owner.userId}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true)`;
    const found: Record<string, Scan[]> = {};
    for (const [list, query] of lists)
      found[list] = (await explained.scansOf(() => t.unsafe(query))).filter(({ table }) =>
        largeTables.includes(table),
      );
    return found;
  });
  for (const [list] of lists) {
    const scans = scansOf[list] ?? [];
    expect(scans.length, list).toBeGreaterThan(0);
    // How many there are is counted in an index; a page, a buyer or a week are few rows. Customers are found among 2,000 orders.
    const isTooMuch = ({ kind, rows }: Scan) =>
      kind === 'Seq Scan' || (rows > 2000 && kind !== 'Index Only Scan');
    expect(scans.filter(isTooMuch), list).toEqual([]);
  }
});
