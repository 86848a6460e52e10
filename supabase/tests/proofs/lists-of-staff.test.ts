import { afterAll, expect, it } from 'vitest';
import { openExplained, type Scan } from '../scans-of-tables.ts';
import { rolledBack } from '../rolled-back.ts';
import type { Transaction } from '../shop-cast.ts';
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

/** Pages behind a row in the middle of the generated year, which read no more than the first. */
const middle = `'["1998-09-01 12:00+03", "50000000-0000-4000-8000-000000000000"]'`;
const middleByNumber = middle.replace('50000000-0000-4000-8000-000000000000', '1');
const year = `'1998-03-01', '1999-03-31'`;
const pagesFromTheMiddle: readonly [list: string, sql: string][] = [
  ['later orders', `select public.list_order_page('{}', 'createdAt', true, 50, ${middle})`],
  ['later payments', `select public.list_transaction_page('{}', 50, ${middle})`],
  ['later quotations', `select public.list_quotations('', null, 50, ${middle})`],
  ['later expired quotations', `select public.list_quotations('', 'expired', 50, ${middle})`],
  ['later accepted quotations', `select public.list_quotations('', 'accepted', 50, ${middle})`],
  ['later open tasks', `select public.list_owner_tasks(20, ${middle})`],
  ['later orders of the API', `select public.list_all_orders(50, ${middle})`],
  ['later payments of the API', `select public.list_transactions(50, ${middle})`],
  ['later lines of a year', `select public.list_sold_lines(${year}, '{}', 50, ${middleByNumber})`],
  ['later papers of a year', `select public.list_issued_papers(${year}, '{}', 50, ${middleByNumber})`],
  // Of what eTIMS has signed no index knows: it reads the papers of its days once.
  ['later papers for eTIMS', `select public.list_etims_sales('1998-08-20', '1998-09-20', ${middleByNumber})`],
];

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
  ['papers of a week', `select public.list_issued_papers('1998-04-01', '1998-04-07')`],
  ['papers of a week that eTIMS signs', `select public.list_etims_sales('1998-04-01', '1998-04-07')`],
  ['quotations', `select public.list_quotations()`],
  ...['open', 'accepted', 'expired', 'withdrawn'].map((state): [string, string] => [
    `${state} quotations`,
    `select public.list_quotations('', '${state}')`,
  ]),
  ['quotations with a number', `select public.list_quotations('Q-77-17777')`],
  ['open tasks', `select public.list_owner_tasks()`],
  ['all orders', `select public.list_all_orders(50)`],
  ['all payments', `select public.list_transactions(50)`],
  ...pagesFromTheMiddle,
  ['the overview', `select public.owner_alerts()`],
  ['a week on the overview', `select public.stats_of_period('1998-04-01', '1998-04-07')`],
];

/** Refunds are few among them. */
const largeTables = [
  'orders',
  'order_items',
  'transactions',
  'quotations',
  'owner_tasks',
  'papers',
  'sold_lines',
];

it('the lists of staff find their rows by an index among more than ten thousand orders', async () => {
  const scansOf = await rolledBack(explained.sql, async (t) => {
    await writeGenerated(t, orders, owner.userId);
    await writeOthers(t);
    // As after a vacuum, which no transaction can do.
    await t`update pg_class set relallvisible = relpages where relname = any (${largeTables})`;
    await t`select gin_clean_pending_list('public.orders_by_words'), gin_clean_pending_list('public.transactions_by_part_of_reference'),
      gin_clean_pending_list('private.quotations_by_words')`;
    // As on a hosted project, whose disks have no arm to move.
    await t`set local random_page_cost = 1.1`;
    await explained.explain(t);
    await t`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claim.sub', ${owner.userId}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true)`;
    const found: Record<string, Scan[]> = {};
    for (const [list, query] of lists)
      found[list] = (await explained.scansOf(() => t.unsafe(query))).filter(
        ({ kind, table }) => kind === 'Sort' || largeTables.includes(table),
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

/** Quotations, papers and tasks of the generated orders, as many; nearly all expired, signed and closed. */
async function writeOthers(t: Transaction): Promise<void> {
  await t`create temp table numbered on commit drop as
    select o.id, o.created_at, row_number() over (order by o.created_at, o.id) as n
    from public.orders o where o.customer_email like '%@generated.example'`;
  await t`
    insert into private.quotations (
      id, request_hash, number, customer_name, customer_phone, county, lines, valid_until, withdrawn_at, order_id, created_at
    )
    select gen_random_uuid(), 'x', 'Q-77-' || n, 'Ada', '+254712345678', '047',
      '[{"productId": "90000000-0000-4000-8000-000000000000", "name": "x", "quantity": 1, "price": 1, "reason": null}]',
      case when n % 500 = 1 then now() + interval '1 day' else created_at + interval '14 days' end,
      case when n % 500 = 2 then created_at end, case when n % 500 = 3 then id end, created_at
    from numbered`;
  await t`
    insert into public.owner_tasks (kind, order_id, transaction_id, at_opening, created_at, closed_at, closing_reason, outcome)
    select 'undecided', n.id, p.id, '{}', n.created_at, case when n.n % 500 <> 1 then n.created_at end,
      case when n.n % 500 <> 1 then 'Asked' end, case when n.n % 500 <> 1 then 'decided' end
    from numbered n cross join lateral (select p.id from public.transactions p where p.order_id = n.id limit 1) p`;
  await t`
    insert into private.papers (id, kind, year, number, order_id, issued_at, gross_cents, content)
    select (select coalesce(max(id), 0) from private.papers) + n, 'invoice', 1977, n, id, created_at, 116,
      '{"buyer": null, "totals": {"rates": [
        {"vatClass": "standard", "basisPoints": 1600, "grossCents": 116, "netCents": 100, "vatCents": 16}
      ]}}'
    from numbered`;
  await t`
    insert into private.paper_signatures (paper_id, unit, receipt, signature, signed_at, qr)
    select p.id, 'KRACU0100000001', p.number, lpad(p.number::text, 16, '0'), p.issued_at, 'https://etims.kra.go.ke/x'
    from private.papers p where p.year = 1977 and p.number % 10 <> 1`;
  for (const table of [
    'private.quotations',
    'public.owner_tasks',
    'private.papers',
    'private.paper_signatures',
  ])
    await t.unsafe(`analyze ${table}`);
}
