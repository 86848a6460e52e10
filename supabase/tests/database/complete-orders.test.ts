import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import { isReason } from '../../functions/_shared/contract/shipments.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import {
  approved,
  as,
  newProduct,
  newSession,
  place,
  type Placed,
  bankDecides,
  statementColumns,
} from '../shop-cast.ts';
import { answerTo } from '../payment-scene.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');
afterEach(() => sql`update private.settings set ship_when = 'approved', approved_ships_below = 50000`);

async function paidOrder(price: number): Promise<{ id: string; index: string; placed: Placed }> {
  const product = await newProduct(sql, { price });
  const placed = await place(sql, [{ productId: product.id, quantity: 1, price }], {
    sid: await newSession(sql),
  });
  const answer = approved(placed);
  await bankDecides(sql, placed.transaction.trace, answer);
  return { id: placed.order.id, index: answer.transactionIndex ?? '', placed };
}
const giveBack = (transactionId: string, cents: number) =>
  as(
    sql,
    owner,
    (t) =>
      t`select public.record_refund(${randomUUID()}, ${transactionId}, ${cents}, ${nairobiDay()}, ${randomUUID()}, 'A scratch', true)`,
  );
const complete = (id: string, reason: string | null = null) =>
  as(sql, owner, (t) => t`select public.advance_order(${id}, 'completed', ${reason})`).then(
    () => 'done',
    (error: Error) => error.message,
  );
const needOf = async (id: string) => {
  const { completionNeed } = await answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', id);
  return completionNeed;
};
/** Whether the buyer is told that the goods leave once the payment is settled. */
const isBuyerToldOfSettlement = async (id: string) => {
  const [row] = await sql<{ answer: boolean }[]>`
    select private.order_as_json(o) -> 'delivery' ->> 'after' is not distinct from 'bank' as answer
    from public.orders o where o.id = ${id}`;
  return row?.answer;
};
const settleByStatement = (index: string, cents: number, reference: string | null = null) =>
  as(
    sql,
    owner,
    (t) => t`select public.import_bank_statement(${randomUUID()}, 'bank.csv', ${t.json(statementColumns)},
      ${t.json([{ line: 2, day: nairobiDay(), bankIndex: index, reference, amountCents: cents }])})`,
  );

describe('completing an order', () => {
  it('needs approval only, below the amount that the owner set', async () => {
    const { id } = await paidOrder(49_999);
    expect(await needOf(id)).toBe('nothing');
    expect(await isBuyerToldOfSettlement(id)).toBe(false);
    expect(await complete(id)).toBe('done');
    expect(await needOf(id)).toBe('completed');
  });

  it.each([
    ['its index', (index: string) => settleByStatement(index, -100_000)],
    [
      'its reference',
      (_: string, reference: string) => settleByStatement('', -100_000, `Reversal ${reference}`),
    ],
  ])(
    'waits while the bank takes money back, by %s; the owner’s answer is a charge-back, and the price is due again',
    async (_, takeBack) => {
      const { id, index } = await paidOrder(1000);
      const [payment] = await sql<{ reference: string }[]>`
      select reference from public.transactions where order_id = ${id}`;
      await settleByStatement(index, 100_000);
      expect(await needOf(id)).toBe('nothing');
      await takeBack(index, payment?.reference ?? '');
      expect(await needOf(id)).toBe('charged_back');
      expect(await complete(id, 'They promised to pay')).toBe('charged_back');
      const [line] = await sql<{ id: string }[]>`
      select id from public.statement_lines
      where amount_cents < 0 and (bank_index = ${index} or reference like ${`% ${payment?.reference ?? ''}`})`;
      await as(
        sql,
        owner,
        (t) => t`select public.close_statement_line(${line?.id ?? ''}, 'The card was stolen')`,
      );
      expect(await needOf(id)).toBe('payment');
      expect(await complete(id)).toBe('transition_refused');
      expect(
        await sql`select r.cause, r.cents::integer as cents, r.reason from private.refunds_of_orders r where r.order_id = ${id}`,
      ).toEqual([{ cause: 'charged_back', cents: 100_000, reason: 'The card was stolen' }]);
      const [order] =
        await sql`select o.status, private.amount_due(o.id) as due from public.orders o where o.id = ${id}`;
      expect(order).toEqual({ status: 'pending', due: 1000 });
    },
  );

  it('does not wait for money that was recorded as given back', async () => {
    const { id, index } = await paidOrder(1000);
    await settleByStatement(index, 100_000);
    const [payment] = await sql<{ id: string }[]>`select id from public.transactions where order_id = ${id}`;
    await giveBack(payment?.id ?? '', 20_000);
    await settleByStatement(index, -20_000);
    expect(await needOf(id)).toBe('nothing');
    await settleByStatement(index, -20_001);
    expect(await needOf(id)).toBe('charged_back');
  });

  it('waits although as much was given back of a second charge, whose own line explains that', async () => {
    const { id, index, placed } = await paidOrder(1000);
    const second = approved(placed);
    await bankDecides(sql, placed.transaction.trace, second);
    const [task] = await sql<{ id: string }[]>`select id from public.owner_tasks where order_id = ${id}`;
    const refund = { day: nairobiDay(), bankReference: randomUUID() };
    await as(
      sql,
      owner,
      (t) =>
        t`select public.close_owner_task(${task?.id ?? ''}, 'refunded', 'Charged twice', ${t.json(refund)})`,
    );
    await settleByStatement(second.transactionIndex ?? '', -100_000);
    expect(await needOf(id)).toBe('nothing');
    // Answered or not, that line has its refund, and no other line has it too.
    const [line] = await sql<{ id: string }[]>`
      select id from public.statement_lines where bank_index = ${second.transactionIndex ?? ''}`;
    await as(sql, owner, (t) => t`select public.close_statement_line(${line?.id ?? ''}, 'The refund')`);
    expect(await needOf(id)).toBe('nothing');
    expect(await sql`select 1 from private.refunds_of_orders where order_id = ${id}`).toHaveLength(1);
    await settleByStatement(index, -100_000);
    expect(await needOf(id)).toBe('charged_back');
  });

  it('of that amount needs settlement or a reason, which stays in the order and its history', async () => {
    const { id } = await paidOrder(50_000);
    expect(await needOf(id)).toBe('reason');
    expect(await isBuyerToldOfSettlement(id)).toBe(true);
    expect(await complete(id)).toBe('reason_required');
    expect(await complete(id, ' \n ')).toBe('reason_required');
    expect(await complete(id, ' The bank confirmed by phone ')).toBe('done');
    const [entry] = await sql`select after from public.history where row_id = ${id} order by id desc limit 1`;
    expect(entry?.after).toEqual({ status: 'completed', completion_reason: 'The bank confirmed by phone' });
    const [row] = await as(
      sql,
      owner,
      (t) =>
        t<{ details: { timeline: { kind: string }[] } }[]>`select public.order_details(${id}) as details`,
    );
    expect(row?.details.timeline.filter(({ kind }) => kind === 'status_changed').at(-1)).toMatchObject({
      to: 'completed',
      reason: 'The bank confirmed by phone',
    });
  });

  it('above that amount needs no reason once it is settled', async () => {
    const { id, index } = await paidOrder(600_000);
    await settleByStatement(index, 60_000_000);
    expect(await needOf(id)).toBe('nothing');
    expect(await complete(id)).toBe('done');
  });

  it('needs settlement, whatever the amount or reason, when the settings say so', async () => {
    await sql`update private.settings set ship_when = 'settled'`;
    const { id, index } = await paidOrder(1000);
    expect(await needOf(id)).toBe('settlement');
    expect(await complete(id, 'Please')).toBe('not_settled');
    await settleByStatement(index, 100_000);
    expect(await complete(id)).toBe('done');
  });

  it('cannot be done past the rule by the shop’s own functions, nor by the owner of the database', async () => {
    const { id } = await paidOrder(50_000);
    const write = sql`update public.orders set status = 'completed' where id = ${id}`;
    await expect(write).rejects.toMatchObject({ message: 'reason_required' });
  });

  it('of an unpaid order needs its payment', async () => {
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    expect(await needOf(order.id)).toBe('payment');
    expect(await complete(order.id, 'Please')).toBe('transition_refused');
  });
});

it.each([
  ' ',
  'x',
  'okay',
  'a b',
  'a bc',
  'ab cd',
  '. . . . .',
  'A school',
  'zwei Wörter',
  'Пётр платит',
  'دفع نقدا',
  '- — – …',
  'a\nbcd',
  'agreed',
  '12 34',
  '_ _ _ _',
  'Mwalimu, Ijumaa',
])('%j is a reason for the form when it is one for the database', async (text) => {
  const [row] = await sql<{ obstacle: string | null }[]>`
    select private.obstacle_of_need('reason', true, ${text}, true) as obstacle`;
  expect(row?.obstacle === null).toBe(isReason(text));
});
