import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { CustomerDetails } from '../../functions/_shared/contract/admin-customers.ts';
import type { Debtor, DebtorPage, Owed, Statement } from '../../functions/_shared/contract/debts.ts';
import { answerTo } from '../payment-scene.ts';
import { type Character, shop } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { ago, bookScene, type OrderOf } from './book-scene.ts';
import { today } from './refund-scene.ts';

/* Who owes for goods that left, what their statements say, and when they are reminded. */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const scene = bookScene(sql);
const {
  owner,
  newOrder,
  record,
  recordFor,
  share,
  of,
  reverse,
  reduce,
  send,
  detailsOf,
  itemOf,
  bookOf,
  openTasks,
} = scene;
const sales = testPerson(sql, 'Sales', 'sales');
const warehouse = testPerson(sql, 'Warehouse', 'warehouse');
const buyer = testPerson(sql, 'Buyer');
beforeAll(() => sql`update private.settings set ships_unpaid = true`);
afterAll(() => sql`update private.settings set ships_unpaid = false`);

let pins = 100_000_000;
/** Two pieces for KES 2,000 left on account, so many days after which they are to be paid. */
async function onAccount({ pin = `P${(pins += 1)}Z`, terms = 30, pieces = 2 } = {}) {
  const placed = await newOrder();
  await sql`update public.orders set company_name = 'Kisumu Water', company_pin = ${pin}, terms_days = ${terms}
    where id = ${placed.order.id}`;
  const { order } = await detailsOf(placed);
  await send(placed, order.items[0]?.productId ?? '', pieces, 'On account');
  return { ...placed, pin };
}
/** It was to be paid so many days ago. */
const lateBy = ({ order }: OrderOf, days: number) =>
  sql`update private.shipments s set left_at = now() - make_interval(days => ${days} + coalesce(o.terms_days, 0))
    from public.orders o where o.id = s.order_id and o.id = ${order.id}`;
const statement = (placed: OrderOf, from = '2026-01-01', to = today, who: Character = owner) =>
  answerTo<Statement | null>(sql, who, 'public.customer_statement($1, $2, $3)', placed.order.id, from, to);
const debtors = (limit = 50, after: unknown = null, who: Character = owner) =>
  answerTo<DebtorPage>(sql, who, 'public.list_debtors($1, $2::text::jsonb)', limit, JSON.stringify(after));
const owedBy = async ({ order }: OrderOf): Promise<Owed | undefined> => {
  const [mine] = await sql<{ id: string }[]>`
    select min(x.order_id::text) as id from private.debts d join private.debts x using (customer)
    where d.order_id = ${order.id}`;
  return (await debtors(100)).rows.find(({ id }: Debtor) => id === mine?.id)?.owed;
};

describe('a statement of account', () => {
  it('names due day and purchase order of what left, and what was paid beyond what is owed', async () => {
    const placed = await onAccount({ pieces: 1 });
    const other = await newOrder();
    await sql`update public.orders set purchase_order = 'LPO 4471' where id = ${placed.order.id}`;
    await sql`update public.orders set company_name = 'Kisumu Water', company_pin = ${placed.pin}, terms_days = 30
      where id = ${other.order.id}`;
    await record(other, 300);
    const read = async () => {
      const { lines = [], closingCents, owed, advanceCents } = (await statement(placed)) ?? {};
      const notes = lines.map(({ kind, dueDay, purchaseOrder }) => [kind, dueDay, purchaseOrder]);
      return [notes, closingCents, owed?.cents, advanceCents];
    };
    const sums = [70_000, 100_000, 30_000];
    const dueDay = addDays(today, 30);
    const payment = ['payment', null, null];
    expect(await read()).toEqual([[['sent', dueDay, 'LPO 4471'], payment], ...sums]);
    await answerTo(sql, owner, 'public.issue_invoice($1)', placed.order.id);
    expect(await read()).toEqual([[['invoice', dueDay, 'LPO 4471'], payment], ...sums]);
  });

  it('is addressed to whom goods left for, not to who typed the same PIN at the checkout since', async () => {
    const sold = await onAccount();
    const stranger = await newOrder();
    await sql`update public.orders set company_name = 'Mallory Ltd', company_pin = ${sold.pin},
      customer_name = 'Mallory' where id = ${stranger.order.id}`;
    for (const asked of [sold, stranger])
      expect((await statement(asked))?.buyer).toMatchObject({
        name: 'Ada Lovelace',
        company: { name: 'Kisumu Water' },
      });
  });

  it('has what was computed by hand, and ends with what the book of the orders says', async () => {
    const a = await onAccount();
    const b = await onAccount({ pin: a.pin });
    const lines = [{ itemId: itemOf(await detailsOf(a)), quantity: 1, fate: 'damaged' }];
    await reduce(a, 'goods_back', 100_000, { lines });
    const { timeline } = await detailsOf(a);
    expect(timeline.find(({ kind }) => kind === 'written_off')).toMatchObject({
      isCredited: true,
      pieces: [{ quantity: 1, fate: 'damaged' }],
    });
    expect(timeline.map(({ kind }) => kind)).not.toContain('stock_returned');
    await recordFor([of(a, 100_000), of(b, 150_000)], 2500);
    const cheque = await record(b, 500, { method: 'cheque' });
    await reverse(cheque, 'bounced');
    await reduce(b, 'written_off', 20_000);
    const read = await statement(a);
    expect(
      read?.lines.map(({ kind, orderId, cents, balanceCents }) => [kind, orderId, cents, balanceCents]),
    ).toEqual([
      ['invoice', a.order.id, 200_000, 200_000],
      ['invoice', b.order.id, 200_000, 400_000],
      ['credit_note', a.order.id, -100_000, 300_000],
      ['payment', a.order.id, -100_000, 200_000],
      ['payment', b.order.id, -150_000, 50_000],
      ['payment', b.order.id, -50_000, 0],
      ['bounced', b.order.id, 50_000, 50_000],
      ['written_off', b.order.id, -20_000, 30_000],
    ]);
    expect([read?.openingCents, read?.closingCents]).toEqual([0, 30_000]);
    expect(read?.buyer?.company?.name).toBe('Kisumu Water');
    expect(read?.owed).toEqual({ cents: 30_000, ages: { 0: 30_000 } });
    // The receipt of a part of a payment names the whole.
    const [receipt] = await sql<
      { shared: number }[]
    >`select private.shared_payment(${a.order.id})::integer as shared`;
    expect(receipt?.shared).toBe(250_000);
    // What is paid is for the order that is owed, not for that of the latest line.
    expect(read?.oldestDebt).toBe(b.order.id);
    const due = [await bookOf(a), await bookOf(b)].map((book) => book?.at(-1) ?? NaN);
    expect(due).toEqual([0, 30_000]);
  });

  it('has what was too much for one order and pays another as what each has of one payment', async () => {
    const a = await onAccount();
    const b = await onAccount({ pin: a.pin });
    const payment = await record(a, 2500);
    await share(payment, [of(b, 50_000), of(a, -50_000)]);
    const { lines = [], closingCents } = (await statement(a)) ?? {};
    expect(
      lines.filter(({ kind }) => kind === 'payment').map(({ orderId, cents }) => [orderId, cents]),
    ).toEqual([
      [a.order.id, -200_000],
      [b.order.id, -50_000],
    ]);
    expect(closingCents).toBe(150_000);
    const listed = await sql<{ cents: number }[]>`
      select gross_cents::integer as cents from private.money where transaction_id = ${payment} order by 1`;
    expect(listed.map(({ cents }) => cents)).toEqual([50_000, 200_000]);
  });

  it('begins with the balance before its days, and has nothing of what came after them', async () => {
    const placed = await onAccount();
    await record(placed, 500, { day: ago(9) });
    await record(placed, 300, { day: ago(2) });
    const sums = async (from: string, to: string) => {
      const read = await statement(placed, from, to);
      return [read?.openingCents, read?.lines.map(({ cents }) => cents), read?.closingCents];
    };
    expect(await sums(ago(9), ago(3))).toEqual([0, [-50_000], -50_000]);
    expect(await sums(ago(8), ago(1))).toEqual([-50_000, [-30_000], -80_000]);
    expect(await sums(ago(1), today)).toEqual([-80_000, [200_000], 120_000]);
  });

  it('says what is to be paid before it is sent, of what a bounced cheque had paid', async () => {
    const placed = await newOrder();
    const cheque = await record(placed, 2000, { method: 'cheque' });
    const read = async () => {
      const { owed, unsentCents, closingCents, oldestDebt } = (await statement(placed)) ?? {};
      return [owed?.cents, unsentCents, closingCents, oldestDebt];
    };
    expect(await read()).toEqual([0, 0, 0, null]);
    await reverse(cheque, 'bounced');
    expect(await read()).toEqual([0, 200_000, 200_000, placed.order.id]);
  });

  it('is of what left, before and after its invoice is made: its balance is what is owed', async () => {
    const placed = await onAccount({ pieces: 1 });
    const read = async () => {
      const { lines, closingCents, owed } = (await statement(placed)) ?? {};
      return [lines?.map(({ kind, cents }) => [kind, cents]), closingCents, owed?.cents];
    };
    const { order } = await detailsOf(placed);
    expect([order.payment.dueAmount, order.payment.unsentCents, order.paper]).toEqual([
      1000,
      100_000,
      'invoice_tonight',
    ]);
    expect(await read()).toEqual([[['sent', 100_000]], 100_000, 100_000]);
    const { money } = await answerTo<CustomerDetails>(sql, owner, 'public.customer_details($1)', order.id);
    expect([money.dueCents, money.owedCents]).toEqual([200_000, 100_000]);
    for (const who of [warehouse, buyer])
      expect(await refusalCode(answerTo(sql, who, 'public.issue_invoice($1)', placed.order.id))).toBe(
        'forbidden',
      );
    // Tonight, or when somebody presses for it.
    await answerTo(sql, owner, 'public.issue_invoice($1)', placed.order.id);
    expect(await read()).toEqual([[['invoice', 100_000]], 100_000, 100_000]);
    expect((await detailsOf(placed)).order.paper).toBe('invoice');
    expect((await bookOf(placed))?.at(-1)).toBe(200_000);
    await record(placed, 1000);
    expect([(await read())[2], await owedBy(placed)]).toEqual([0, undefined]);
  });

  it('is for staff who see payments, of days that make a period, and of customers that there are', async () => {
    const placed = await onAccount();
    expect(await statement(placed, '2026-01-01', today, sales)).not.toBeNull();
    for (const who of [warehouse, buyer])
      expect(await refusalCode(statement(placed, '2026-01-01', today, who))).toBe('forbidden');
    expect(await refusalCode(statement(placed, today, ago(1)))).toBe('invalid_request');
    await sql`update public.orders set erased_at = now() where id = ${placed.order.id}`;
    expect(await statement(placed)).toBeNull();
    await sql`update public.orders set erased_at = null where id = ${placed.order.id}`;
  });
});

describe('who owes', () => {
  it.each([
    [-1, 0],
    [0, 0],
    [1, 1],
    [30, 1],
    [31, 2],
    [60, 2],
    [61, 3],
    [90, 3],
    [91, 4],
  ])('%i days after the day by which it was to be paid, it is of age %i', async (days, age) => {
    const placed = await onAccount();
    await lateBy(placed, days);
    expect(await owedBy(placed)).toEqual({ cents: 200_000, ages: { [age]: 200_000 } });
  });

  it('is a customer with all their orders, whoever owes most first, page by page, with the sum of all', async () => {
    const a = await onAccount();
    const b = await onAccount({ pin: a.pin });
    await lateBy(b, 40);
    expect(await owedBy(a)).toEqual({ cents: 400_000, ages: { 0: 200_000, 2: 200_000 } });
    // Of an order of which a certificate alone is awaited nobody is asked for anything.
    const c = await onAccount({ pin: a.pin });
    await lateBy(c, 50);
    await answerTo(sql, owner, `public.note_withheld($1, 'withheld_tax', 200000)`, c.order.id);
    // Completed by its last parcel, it is unpaid all the same.
    const { rows } = await answerTo<{ rows: { id: string }[] }>(
      sql,
      owner,
      'public.list_order_page($1::jsonb)',
      {
        text: a.order.id.slice(-8),
        isUnpaid: true,
      },
    );
    expect(rows.map(({ id }) => id)).toEqual([a.order.id]);
    const all = await debtors(100);
    expect(all.rows.find(({ owed }) => owed.ages[2] === 200_000)?.since).toBe(ago(40));
    const sums = all.rows.map(({ owed }) => owed.cents);
    expect(sums).toEqual(sums.toSorted((x, y) => y - x));
    expect(all.total?.cents).toBe(sums.reduce((x, y) => x + y, 0));
    const first = await debtors(1);
    const second = await debtors(1, first.after);
    expect([...first.rows, ...second.rows]).toEqual(all.rows.slice(0, 2));
    expect(await refusalCode(debtors(1, null, warehouse))).toBe('forbidden');
    expect(await refusalCode(debtors(1, null, buyer))).toBe('forbidden');
  });

  it('is nobody whose goods are here, or came back, nor who paid', async () => {
    const unsent = await newOrder();
    const back = await onAccount();
    const [parcel] = await sql<
      { id: string }[]
    >`select id from private.shipments where order_id = ${back.order.id}`;
    await scene.takeBack(parcel?.id ?? '');
    const paid = await onAccount();
    await record(paid, 2000);
    for (const placed of [unsent, back, paid]) expect(await owedBy(placed)).toBeUndefined();
  });
});

describe('a reminder', () => {
  const morning = () => sql`select private.remind_debtors()`;
  const mails = async ({ order }: OrderOf) =>
    (
      await sql<{ days: string; isTrue: boolean }[]>`
        select split_part(m.subject, ' ', 3) as days, private.message_is_true(m) as "isTrue" from private.messages m
        where m.order_id = ${order.id} and m.kind = 'debt_reminder' and m.channel = 'email' order by m.id`
    ).map(({ days, isTrue }) => [Number(days), isTrue]);
  const expectWithheld = ({ order }: OrderOf, cents: number) =>
    answerTo(sql, owner, 'public.note_withheld($1, $2, $3)', order.id, 'withheld_vat', cents);
  const announce = ({ order }: OrderOf, cents: number) => {
    const receipt = `T${order.id.replaceAll('-', '').slice(-9).toUpperCase()}`;
    const account = `IC${order.id.slice(-8).toUpperCase()}`;
    const paid = { receipt, account, cents, payer: 'ACHIENG O', paidAt: new Date().toISOString(), body: {} };
    return answerTo(sql, shop, 'public.note_paybill_payments($1::jsonb, null)', [paid]);
  };
  const stop = (placed: OrderOf, isStopped: boolean, who: Character = owner) =>
    answerTo(sql, who, 'public.stop_reminders($1, $2)', placed.order.id, isStopped);

  it.each([
    [-1, [], 0],
    [0, [0], 0],
    [6, [0], 0],
    [7, [7], 0],
    [20, [7], 0],
    [21, [21], 0],
    [29, [21], 0],
    [30, [], 1],
    [400, [], 1],
  ])('%i days after the day it is that of %j, once, and %i task', async (days, reminders, tasks) => {
    const placed = await onAccount();
    await lateBy(placed, days);
    await morning();
    await morning();
    expect(await mails(placed)).toEqual(reminders.map((day) => [day, true]));
    expect(await openTasks(placed)).toEqual(Array.from({ length: tasks }, () => ['debt', 200_000]));
  });

  it('comes three times, and a later one takes the place of one that waits', async () => {
    const placed = await onAccount();
    for (const days of [0, 3, 7, 21, 25]) {
      await lateBy(placed, days);
      await morning();
    }
    // In this test the day moves, of which each subject speaks.
    expect(await mails(placed)).toEqual([
      [0, false],
      [0, false],
      [7, false],
      [21, false],
      [21, true],
    ]);
  });

  it.each([
    ['it is paid', (placed: OrderOf) => record(placed, 2000), false],
    ['it is written off', (placed: OrderOf) => reduce(placed, 'written_off', 200_000), false],
    ['a part is paid', (placed: OrderOf) => record(placed, 500), true],
    [
      'there is more time',
      ({ order }: OrderOf) => sql`update public.orders set terms_days = 60 where id = ${order.id}`,
      false,
    ],
    ['it is stopped', (placed: OrderOf) => stop(placed, true), false],
    ['all of it was announced by M-Pesa', (placed: OrderOf) => announce(placed, 200_000), false],
    ['a part of it was announced', (placed: OrderOf) => announce(placed, 50_000), true],
    ['all of it is expected to be withheld', (placed: OrderOf) => expectWithheld(placed, 200_000), false],
    ['a part is expected to be withheld', (placed: OrderOf) => expectWithheld(placed, 3_448), true],
  ] as const)('that waits is right or not when %s meanwhile', async (_, change, isTrue) => {
    const placed = await onAccount();
    await lateBy(placed, 7);
    await morning();
    await change(placed);
    expect(await mails(placed)).toEqual([[7, isTrue]]);
  });

  it('is stopped by a press, of this order alone, and begins again with another', async () => {
    const placed = await onAccount();
    const other = await onAccount({ pin: placed.pin });
    for (const one of [placed, other]) await lateBy(one, 7);
    expect(await refusalCode(stop(placed, true, warehouse))).toBe('forbidden');
    expect(await refusalCode(stop(placed, true, buyer))).toBe('forbidden');
    await stop(placed, true);
    expect((await detailsOf(placed)).remindersStoppedAt).not.toBeNull();
    await morning();
    expect([await mails(placed), await mails(other)]).toEqual([[], [[7, true]]]);
    await stop(placed, false);
    await morning();
    expect(await mails(placed)).toEqual([[7, true]]);
  });

  it('has no task that outlives the debt; one that a person has looked at is not opened again', async () => {
    const placed = await onAccount();
    await lateBy(placed, 30);
    await morning();
    const cheque = await record(placed, 2000, { method: 'cheque' });
    expect(await openTasks(placed)).toEqual([]);
    await reverse(cheque, 'bounced');
    await morning();
    expect(await openTasks(placed)).toContainEqual(['debt', 200_000]);
    expect((await detailsOf(placed)).order.word).toBe('owed');
    await sql`update public.orders set terms_days = 60 where id = ${placed.order.id}`;
    await morning();
    expect(await openTasks(placed)).not.toContainEqual(['debt', 200_000]);
    await sql`update public.orders set terms_days = 30 where id = ${placed.order.id}`;
    await morning();
    const task = (await detailsOf(placed)).tasks.find(({ kind }) => kind === 'debt');
    expect([task?.outcomes, task?.owedBy]).toEqual([['looked_at'], ago(30)]);
    await answerTo(
      sql,
      owner,
      'public.close_owner_task($1, $2, $3)',
      task?.id,
      'looked_at',
      'They pay in December',
    );
    await morning();
    expect(await openTasks(placed)).not.toContainEqual(['debt', 200_000]);
    expect((await bookOf(placed))?.at(-1)).toBe(200_000);
  });
});
