import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import { type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { bankDecides, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();

type Summary = NonNullable<MessageFacts['summary']>;

/** The summary that the owner gets at 18:00 of a day. */
async function summaryOf(t: Transaction, day: string): Promise<Summary> {
  const [row] = await t<{ summary: Summary }[]>`select private.summary_of_day(${day}) as summary`;
  if (!row) throw new Error('There is no summary.');
  return row.summary;
}

/** The payment was approved at this moment in Nairobi, on a day long ago that no other test has. */
async function paidAt(t: Transaction, placed: Placed, at: string): Promise<void> {
  await bankDecides(t, placed);
  await t`set local session_replication_role = replica`;
  const moment = t`(${at}::text::timestamp at time zone 'Africa/Nairobi')`;
  await t`update public.transactions set decided_at = ${moment} where order_id = ${placed.order.id}`;
  await t`update private.gateway_answers set at = ${moment}
    where transaction_id in (select id from public.transactions where order_id = ${placed.order.id})`;
  await t`update private.sold_lines set sold_at = ${moment} where order_id = ${placed.order.id}`;
}

it.each([
  ['2011-03-01 18:00', '2011-03-02'],
  ['2011-03-02 09:00', '2011-03-02'],
  ['2011-03-02 17:59', '2011-03-02'],
  ['2011-03-02 18:00', '2011-03-03'],
  ['2011-03-02 23:30', '2011-03-03'],
])('a sale at %s is in the summary of %s', (at, day) =>
  undoneOrder(sql, async (t, placed) => {
    await paidAt(t, placed, at);
    const days = ['2011-03-01', '2011-03-02', '2011-03-03', '2011-03-04'];
    const sales: [string, number][] = [];
    for (const one of days) sales.push([one, (await summaryOf(t, one)).sales.netCents]);
    expect(sales).toEqual(days.map((one) => [one, one === day ? 500_000 : 0]));
    expect(await summaryOf(t, day)).toMatchObject({ day, sales: { ordersPaid: 1 }, differenceCents: 0 });
  }),
);

it('has the difference between the bank and the shop of the same hours', () =>
  undoneOrder(sql, async (t, placed) => {
    await paidAt(t, placed, '2011-03-02 19:00');
    await t`delete from private.gateway_answers
      where transaction_id in (select id from public.transactions where order_id = ${placed.order.id})`;
    expect(await summaryOf(t, '2011-03-03')).toMatchObject({
      sales: { grossCents: 500_000 },
      differenceCents: -500_000,
    });
    for (const other of ['2011-03-02', '2011-03-04']) {
      expect((await summaryOf(t, other)).differenceCents, other).toBe(0);
    }
  }));

it('counts a line of a statement that belongs to no payment among the open tasks, as the overview does', () =>
  undoneOrder(sql, async (t) => {
    const open = async () => {
      const { openTasks } = await summaryOf(t, '2011-03-02');
      return openTasks;
    };
    const before = await open();
    const statement = randomUUID();
    await t`insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
      values (${statement}, ${statement}, 'bank.csv', '{}', 1, 0, 0, 'none')`;
    await t`insert into public.statement_lines (statement_id, line, day, amount_cents, identity, verdict)
      values (${statement}, 1, '2011-03-02', 100, ${statement}, 'unknown')`;
    expect(await open()).toBe(before + 1);
    await t`update public.statement_lines set closed_at = now(), closing_reason = 'A fee' where statement_id = ${statement}`;
    expect(await open()).toBe(before);
  }));

it('is sent once for each day, the one that ended last', () =>
  undoneOrder(sql, async (t) => {
    await t`update public.users set created_at = now() - interval '3 days' where role = 'admin'`;
    await t`select public.queue_due_messages()`;
    await t`select public.queue_due_messages()`;
    const rows = await t<{ subject: string; expected: string }[]>`
      select subject, ((now() at time zone 'Africa/Nairobi') - interval '18 hours')::date::text as expected
      from private.messages where kind = 'owner_daily_summary'`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.subject).toBe(rows[0]?.expected);
  }));
