import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StatementsOverview } from '../../functions/_shared/contract/bank-statements.ts';
import type { SalesReport } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { as, statementColumns } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, paidOrder, refund, advance } = refundScene(sql);

describe('the overview of settlement', () => {
  const overview = () => answerTo<StatementsOverview>(sql, owner, 'public.statements_overview()');

  it('is not the report, which has what the statements took back and what was recorded as refunded', async () => {
    const figures = async () => {
      const report = answerTo<SalesReport>(sql, owner, 'public.sales_report($1, $1)', today);
      const { sold, statements } = await report;
      return { ...statements, refundedCents: sold.refundedCents };
    };
    const before = await figures();
    const { transactionId } = await paidOrder();
    await refund({ transactionId, cents: 70_000 });
    const lines = [
      { line: 2, day: today, reference: 'x', amountCents: -30_000, feeCents: 500 },
      { line: 3, day: today, reference: 'y', amountCents: -40_000 },
    ];
    await as(
      sql,
      owner,
      (t) => t`select public.import_bank_statement(${randomUUID()}, 'bank.csv',
      ${t.json(statementColumns)}, ${t.json(lines)})`,
    );
    const after = {
      ...before,
      refundedCents: before.refundedCents + 70_000,
      feeCents: before.feeCents + 500,
    };
    expect(await figures()).toEqual(after);
    const [line] = await sql<{ id: string }[]>`
      select id from public.statement_lines where reference = 'y' and day = ${today} and amount_cents = -40000`;
    await as(sql, owner, (t) => t`select public.close_statement_line(${line?.id ?? ''}, 'Of the old shop')`);
    expect(await figures()).toEqual({ ...after, returnedCents: before.returnedCents + 40_000 });
  });

  it('does not wait for the settlement of money that was given back', async () => {
    const placed = await paidOrder();
    const { transactionId } = placed;
    // Longer ago than those of other tests: the fifty oldest are listed.
    await sql`update public.transactions set decided_at = now() - interval '500 days', created_at = now() - interval '500 days'
      where id = ${transactionId}`;
    const isOverdue = async () =>
      (await overview()).overdue.rows.some((row) => row.transactionId === transactionId);
    const { count } = (await overview()).overdue;
    expect(await isOverdue()).toBe(true);
    await refund({ transactionId, cents: 50_000 });
    expect(await isOverdue()).toBe(true);
    await refund({ transactionId, cents: 150_000 });
    expect(await isOverdue()).toBe(false);
    expect((await overview()).overdue.count).toBe(count - 1);
  });
});

it('a day that ends with an order whose money was given back still balances', async () => {
  const placed = await paidOrder();
  await refund({ transactionId: placed.transactionId, cents: 200_000 });
  await advance(placed, 'cancelled');
  type Day = { differing: { orders: { orderId: string }[] } };
  const day = await answerTo<Day>(sql, owner, 'public.bank_against_shop_of_day($1)', today);
  expect(day.differing.orders.map(({ orderId }) => orderId)).not.toContain(placed.order.id);
});
