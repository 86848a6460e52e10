import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { approved, as, bankDecides } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalCode } from '../sql-refusals.ts';
import { statementScene, today } from './statement-scene.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');
const { importLines, paid, settledOn } = statementScene(sql, owner);
const broken = () => sql`select * from private.invariants`;

describe('what waits for the owner', () => {
  const overview = () =>
    as(sql, owner, async (t) => {
      const [row] = await t<
        {
          overview: {
            overdue: { rows: { transactionId: string }[] };
            openLines: {
              rows: { id: string; reference: string | null; candidates: { transactionId: string }[] }[];
            };
          };
        }[]
      >`
        select public.statements_overview() as overview`;
      return row?.overview;
    });
  const approvedDaysAgo = async (days: number) => {
    const payment = await paid();
    await sql`update public.transactions set created_at = now() - make_interval(days => ${days}), decided_at = now() - make_interval(days => ${days})
      where id = ${payment.rowId}`;
    return payment;
  };
  beforeAll(() => sql`update public.transactions set decided_at = now() where status = 'completed'`);

  it('a payment that is approved and in no statement after two bank days; a settled or a new one does not', async () => {
    const [old, settled, fresh] = [await approvedDaysAgo(12), await approvedDaysAgo(12), await paid()];
    await importLines([{ bankIndex: settled.index, amountCents: 200_000 }]);
    const waiting = (await overview())?.overdue.rows.map(({ transactionId }) => transactionId);
    expect(waiting).toContain(old.rowId);
    expect(waiting).not.toContain(settled.rowId);
    expect(waiting).not.toContain(fresh.rowId);
  });

  it('a first part as well; the order is settled when all of its parts are', async () => {
    const part = await paid(2000, { amountCents: '50000' });
    const { id } = part.order;
    await as(
      sql,
      owner,
      (t) => t`select public.close_owner_task(k.id, 'partial_payment', 'A part') from public.owner_tasks k
        where k.order_id = ${id}`,
    );
    const [opened] = await sql<{ trace: string; reference: string; amount: number }[]>`
      select trace, reference, amount from private.open_transaction(${id}, 1500)`;
    if (!opened) throw new Error('The rest cannot be paid.');
    const rest = approved({ ...part, transaction: { ...part.transaction, ...opened } });
    await bankDecides(sql, opened.trace, rest);
    await sql`update public.transactions set created_at = now() - interval '12 days', decided_at = now() - interval '12 days'
      where order_id = ${id}`;
    const isOverdue = async () =>
      (await overview())?.overdue.rows.some(({ transactionId }) => transactionId === part.rowId);
    const settledOnPages = async () => {
      const [row] = await as(
        sql,
        owner,
        (t) => t<{ row: string | null; page: (string | null)[] }[]>`
          select public.list_order_page(${t.json({ text: id.slice(-8) })}) -> 'rows' -> 0 ->> 'settledOn' as row,
            jsonb_path_query_array(public.order_details(${id}), '$.payments[*].settledOn') as page`,
      );
      return [row?.row, row?.page.sort()];
    };
    await importLines([{ bankIndex: rest.transactionIndex, amountCents: 150_000, day: '2026-02-05' }]);
    expect([await isOverdue(), ...(await settledOnPages())]).toEqual([true, null, ['2026-02-05', null]]);
    await importLines([{ bankIndex: part.index, amountCents: 50_000, day: '2026-02-04' }]);
    expect([await isOverdue(), ...(await settledOnPages())]).toEqual([
      false,
      '2026-02-05',
      ['2026-02-04', '2026-02-05'],
    ]);
    expect(await broken()).toEqual([]);
  });

  it('a line without a payment, until the owner gives a reason or the payment; the first answer stands', async () => {
    const reference = `Unknown ${randomUUID()}`;
    const payment = await paid(7000);
    await importLines([{ reference, amountCents: 700_000 }]);
    const lineOf = async () =>
      (await overview())?.openLines.rows.find((line) => line.reference === reference);
    const line = await lineOf();
    const close = (transaction: string | null, reason: string) =>
      as(
        sql,
        owner,
        (t) => t`select public.close_statement_line(${line?.id ?? ''}, ${reason}, ${transaction}) as answer`,
      ).then(([row]) => row?.answer as unknown);
    expect(await refusalCode(close(randomUUID(), 'x'))).toBe('transition_refused');
    const first = {
      closedByName: 'Owner',
      closingReason: 'The bank left the reference out',
      transactionId: payment.rowId,
    };
    expect(await close(payment.rowId, first.closingReason)).toEqual(first);
    expect(await settledOn(payment)).toBe(today);
    expect(await lineOf()).toBeUndefined();
    expect(await close(null, 'Another')).toEqual(first);
    expect(await settledOn(payment)).toBe(today);
    expect(await broken()).toEqual([]);
  });
});
