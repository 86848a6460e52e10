import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { Overview } from '../../functions/_shared/contract/admin-overview.ts';
import { approved, as, newProduct, place, refundToday, bankDecides, statementColumns } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { shownAndCounted, type TotalsFilter } from './totals-of-tables.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');

/** The statistics of days, each row counted one by one. */
async function counted(from: string, to: string) {
  const [row] = await sql<{ counted: Partial<Overview> }[]>`
    with days as (
      select ${from}::date::timestamp at time zone 'Africa/Nairobi' as begins, (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi' as ends
    ), received as (
      select t.* from public.transactions t, days where t.payment_method not in ('withheld_vat', 'withheld_tax') and t.status = 'completed' and t.decided_at >= begins and t.decided_at < ends
    ), given as (
      select r.amount_cents as cents from public.refunds r join public.transactions t on t.id = r.transaction_id and t.status = 'completed'
      where coalesce(r.other_method, t.payment_method) not in ('withheld_vat', 'withheld_tax') and r.day between ${from}::date and ${to}::date and not exists (select from public.refunds c where c.corrects = r.id)
    ), money as (
      select (select coalesce(sum(r.bank_amount_cents), 0) from received r) as gross, (select coalesce(sum(g.cents), 0) from given g) as refunded
    ), lines as (
      select l.*, l.quantity::bigint * l.price as sales from private.sold_lines l
    ), stood as (
      -- Orders of which something was sold by then.
      select (select count(*) from (select from lines l where l.sold_at < begins group by l.order_id having sum(l.sales) > 0) o) as before,
        (select count(*) from (select from lines l where l.sold_at < ends group by l.order_id having sum(l.sales) > 0) o) as after
      from days
    ), sold as (
      select l.product_id, sum(l.quantity) as pieces, sum(l.sales) as sales
      from lines l, days where l.product_id is not null and l.sold_at >= begins and l.sold_at < ends
      group by 1 having sum(l.quantity) > 0 order by 3 desc, 1 limit 5
    )
    select jsonb_build_object(
      'stats', jsonb_build_object(
        'totalSales', (select round((m.gross - m.refunded) / 100.0) from money m),
        'totalOrders', (select s.after - s.before from stood s),
        'totalProducts', (select count(*) from public.products p, days where p.is_active and p.created_at < ends),
        'totalUsers', (select count(*) from public.users u, days where u.created_at < ends)),
      'sold', jsonb_build_object(
        'grossCents', (select m.gross from money m), 'refundedCents', (select m.refunded from money m),
        'settledCents', (
          select coalesce(sum(r.bank_amount_cents), 0) from received r
          where exists (select from public.statement_lines l where l.transaction_id = r.id)),
        'ordersPaid', (select s.after - s.before from stood s)),
      'topProducts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'pieces', s.pieces, 'sales', s.sales)
          order by s.sales desc, p.name, p.id), '[]')
        from sold s join public.products p on p.id = s.product_id)
    ) as counted`;
  return row?.counted as Partial<Overview>;
}

async function overview(from: string, to: string): Promise<Overview> {
  const [row] = await as(
    sql,
    admin,
    (t) => t<{ reply: Overview }[]>`select public.stats_of_period(${from}, ${to}, 'day') as reply`,
  );
  return row?.reply as Overview;
}

/** Orders of every kind, one of them paid in two parts, one settled. */
async function sellSomething() {
  const product = await newProduct(sql, { price: 3200, stock: 50 });
  const newOrder = () => place(sql, [{ productId: product.id, quantity: 2, price: product.price }]);
  const paid = await newOrder();
  const answer = approved(paid);
  await bankDecides(sql, paid.transaction.trace, answer);
  const line = {
    line: 2,
    day: nairobiDay(),
    bankIndex: answer.transactionIndex,
    amountCents: paid.transaction.amount * 100,
    feeCents: 700,
  };
  await as(
    sql,
    admin,
    (t) =>
      t`select public.import_bank_statement(${randomUUID()}, 'bank.csv', ${t.json(statementColumns)}, ${t.json([line])})`,
  );
  const completed = await newOrder();
  await bankDecides(sql, completed.transaction.trace, approved(completed));
  await as(sql, admin, (t) => t`select public.advance_order(${completed.order.id}, 'completed')`);
  const refused = await newOrder();
  await bankDecides(sql, refused.transaction.trace, { ...approved(refused), status: '255' });
  const cancelled = await newOrder();
  await sql`select private.cancel_order(${cancelled.order.id})`;
  for (const outcome of ['accepted', 'refunded', 'partial_payment']) {
    const placed = await newOrder();
    const cents = String(placed.transaction.amount * 100 - 200);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: cents }));
    const [task] = await sql<{ id: string }[]>`
      select id from public.owner_tasks where order_id = ${placed.order.id}`;
    const refund = outcome === 'refunded' ? refundToday() : null;
    await as(
      sql,
      admin,
      (t) => t`select public.close_owner_task(${task?.id ?? ''}, ${outcome}, 'looked at', ${t.json(refund)})`,
    );
    if (outcome !== 'partial_payment') continue;
    const [rest] = await sql<{ trace: string; reference: string; amount: number }[]>`
      select trace, reference, amount from private.open_transaction(${placed.order.id}, 2)`;
    if (rest)
      await bankDecides(
        sql,
        rest.trace,
        approved({ ...placed, transaction: { ...placed.transaction, ...rest } }),
      );
  }
  return { product, order: await newOrder() };
}

describe('what the dashboard counts', () => {
  it('is what is there, row by row', async () => {
    const { product, order } = await sellSomething();
    const today = nairobiDay();
    for (const from of [today, addDays(today, -90)])
      expect(await overview(from, today), `${from} to ${today}`).toMatchObject(await counted(from, today));
    const best = (await overview(today, today)).topProducts.find(({ id }) => id === product.id);
    if (best) expect(best).toMatchObject({ pieces: 8, sales: 25_600 });

    const statuses = [
      { order: 'pending', transaction: 'pending' },
      { order: 'completed', transaction: 'completed' },
      { order: 'cancelled', transaction: 'review' },
      { order: 'paid', transaction: 'failed' },
    ];
    const filters: TotalsFilter[] = [
      { min: 2000 },
      { max: 9000 },
      { hasTask: true },
      { orderId: order.order.id },
    ];
    const days = { from: addDays(today, -200), to: today };
    for (const [status, filter] of [
      ...filters.map((filter) => [null, filter] as const),
      ...statuses.map((status) => [status, {}] as const),
    ]) {
      const { shown, counted: rows } = (await shownAndCounted(sql, admin, status, days, filter)) ?? {};
      expect(shown, JSON.stringify({ status, filter })).toEqual(rows);
    }
  }, 120_000);
});
