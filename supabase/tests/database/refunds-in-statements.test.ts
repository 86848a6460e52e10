import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StatementsOverview } from '../../functions/_shared/contract/bank-statements.ts';
import { answerTo } from '../payment-scene.ts';
import { as, statementColumns } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, paidOrder, refund, advance } = refundScene(sql);

describe('the overview of settlement', () => {
  const overview = () => answerTo<StatementsOverview>(sql, owner, 'public.statements_overview()');

  it('has no month whose lines add up to nothing', () =>
    rolledBack(sql, async (t) => {
      const day = new Date(Date.parse(today) - 200 * 86_400_000).toISOString().slice(0, 10);
      await t`delete from public.statement_lines where date_trunc('month', day) = date_trunc('month', ${day}::date)`;
      const monthWith = async (cents: number, fee: number) => {
        await t`with statement as (
            insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
            values (${randomUUID()}, ${owner.userId}, 'x', '{}', 1, 0, 0, '') returning id
          )
          insert into public.statement_lines (statement_id, line, day, amount_cents, fee_cents, identity, verdict)
          select s.id, 1, ${day}, ${cents}, ${fee}, ${randomUUID()}, 'unknown' from statement s`;
        await t`select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', ${owner.userId}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true)`;
        const [row] = await t<{ months: StatementsOverview['months'] }[]>`
          select public.statements_overview() -> 'months' as months`;
        await t`set local role none`;
        return row?.months.find(({ month }) => month === day.slice(0, 7));
      };
      expect(await monthWith(5000, 0)).toBeUndefined();
      expect(await monthWith(0, 700)).toMatchObject({ settledCents: 0, feeCents: 700 });
      expect(await monthWith(0, -700)).toBeUndefined();
    }));

  it('has for each month what the statements took back and what was recorded as refunded', async () => {
    const monthOf = async () => (await overview()).months.find(({ month }) => month === today.slice(0, 7));
    const before = (await monthOf()) ?? { settledCents: 0, returnedCents: 0, refundedCents: 0, feeCents: 0 };
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
    const month = {
      month: today.slice(0, 7),
      settledCents: before.settledCents,
      returnedCents: before.returnedCents,
      refundedCents: before.refundedCents + 70_000,
      feeCents: before.feeCents + 500,
    };
    expect(await monthOf()).toEqual(month);
    const [line] = await sql<{ id: string }[]>`
      select id from public.statement_lines where reference = 'y' and day = ${today} and amount_cents = -40000`;
    await as(sql, owner, (t) => t`select public.close_statement_line(${line?.id ?? ''}, 'Of the old shop')`);
    expect(await monthOf()).toEqual({ ...month, returnedCents: before.returnedCents + 40_000 });
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
