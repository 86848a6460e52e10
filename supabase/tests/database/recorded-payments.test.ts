import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExportedOrder, OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type {
  TransactionEvidence,
  TransactionRow,
} from '../../functions/_shared/contract/admin-transactions.ts';
import type { HistoryEntry } from '../../functions/_shared/contract/history.ts';
import type { StatementsOverview } from '../../functions/_shared/contract/bank-statements.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { taskTitle } from '../../functions/_shared/contract/owner-task-text.ts';
import type { SoldLine, SoldPayment } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import {
  approved,
  as,
  available,
  type Character,
  newPerson,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';
import { statementScene } from './statement-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { newOrder, payAgain, tasksOf } = paymentScene(sql, 5);
const { owner, refund, advance } = refundScene(sql);
const { importLines, preview } = statementScene(sql, owner);
const buyer = testPerson(sql, 'Buyer');

/** A code that no other test has. */
const newCode = () => randomUUID().slice(-10).toUpperCase();
type Entry = {
  id?: string;
  method?: string;
  reference?: string;
  amount?: number;
  day?: string;
  isSure?: boolean;
};
const record = (
  { order }: Pick<Placed, 'order'>,
  {
    id = randomUUID(),
    method = 'mpesa',
    reference = newCode(),
    amount = 2000,
    day = today,
    isSure = false,
  }: Entry = {},
  who: Character = owner,
) =>
  answerTo<Order>(
    sql,
    who,
    'public.record_payment($1, $2, $3, $4, $5, $6, null, $7)',
    id,
    order.id,
    method,
    reference,
    amount,
    day,
    isSure,
  );
const reverse = (id: string, who: Character = owner) =>
  answerTo<Order>(sql, who, `public.reverse_payment($1, 'The cheque bounced')`, id);
/** Eight digits that no other test has. */
const newDigits = () => String(Math.floor(Math.random() * 9e7) + 1e7);
const detailsOf = ({ order }: Pick<Placed, 'order'>) =>
  answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id);

/** Sends pieces of the only line of an order. @param left as the person sees it */
const send = async (placed: Pick<Placed, 'order'>, quantity: number, left: number) => {
  const [item] = (await detailsOf(placed)).order.items;
  const itemId = item?.id ?? '';
  return answerTo(
    sql,
    owner,
    `public.record_shipment($1, $2, $3, $4, 'sent', 'G4S', $5)`,
    randomUUID(),
    placed.order.id,
    [{ itemId, quantity, serials: [] }],
    { [itemId]: left },
    randomUUID().slice(0, 20),
  );
};

describe('a payment that staff record', () => {
  it('makes the order paid when it is what is due, and is one of its payments', async () => {
    const { placed, product } = await newOrder();
    expect(await record(placed, { reference: ' sgr7xk2p1q ' })).toMatchObject({
      status: 'paid',
      payment: {
        method: 'mpesa',
        reference: 'SGR7XK2P1Q',
        acceptedCents: 200_000,
        recordedCents: 200_000,
        dueAmount: 0,
      },
    });
    expect(await available(sql, product.id)).toBe(3);
    // The ledger of the stock has the sale; the product's history does not say it again, and cannot undo it.
    const entries = await answerTo<HistoryEntry[]>(sql, owner, 'public.list_history($1, $2)', 'products', [
      product.id,
    ]);
    expect(entries.filter(({ operation }) => operation === 'update')).toEqual([]);
    const [sold] = await sql`
      select id from public.history where row_id = ${product.id} order by id desc limit 1`;
    expect(await refusalCode(answerTo(sql, owner, 'public.undo_product_change($1)', sold?.id))).toBe(
      'transition_refused',
    );
    const { payments, recorded, completionNeed } = await detailsOf(placed);
    expect(payments).toHaveLength(1);
    expect(payments).toMatchObject([
      {
        method: 'mpesa',
        transactionId: 'SGR7XK2P1Q',
        amountCents: 200_000,
      },
    ]);
    expect(nairobiDay(new Date(payments[0]?.paidAt ?? ''))).toBe(today);
    expect(recorded).toMatchObject([{ method: 'mpesa', amount: 2000, day: today, status: 'completed' }]);
    // Staff have seen the money: no statement is waited for.
    expect(completionNeed).toBe('nothing');
  });

  it('of less than is due is a part: the pieces are held for days, and the card pays exactly the rest', async () => {
    const { placed, sid } = await newOrder();
    expect(await record(placed, { method: 'transfer', amount: 500 })).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { acceptedCents: 50_000, dueAmount: 1500, isInQuestion: false },
    });
    const [hold] = await sql<{ days: number }[]>`
      select round(extract(epoch from min(expires_at) - now()) / 86400)::integer as days
      from private.stock_holds where order_id = ${placed.order.id}`;
    expect(hold?.days).toBe(7);
    const rest = await payAgain(sid, placed.order.id);
    expect(rest.transaction.amount).toBe(1500);
    await bankDecides(sql, rest.transaction.trace, approved(rest));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 200_000, recordedCents: 50_000 },
    });
  });

  it('beside a part, the whole price by card pays the order, and the part is too much', async () => {
    const { placed } = await newOrder();
    await record(placed, { amount: 500 });
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const { order, tasks } = await detailsOf(placed);
    expect(order).toMatchObject({ status: 'paid', payment: { acceptedCents: 250_000, isInQuestion: false } });
    expect(order.payment.overpaidCents).toBe(50_000);
    expect(tasks).toMatchObject([
      { kind: 'overpaid', amountCents: 50_000, amountCentsAtOpening: 50_000, outcomes: ['refunded'] },
    ]);
  });

  it('comes in several parts, of which the last makes the order paid', async () => {
    const { placed } = await newOrder();
    await record(placed, { method: 'cash', amount: 500, reference: '' });
    await record(placed, { method: 'cheque', amount: 700, reference: '000123' });
    expect(await record(placed, { amount: 800 })).toMatchObject({ status: 'paid' });
    expect((await detailsOf(placed)).recorded.map(({ amount }) => amount).toSorted()).toEqual([
      500, 700, 800,
    ]);
  });

  it('of more than is due, or for a paid or cancelled order, counts, and what is too much is a task for the owner', async () => {
    const much = (await newOrder()).placed;
    expect(await record(much, { amount: 2100 })).toMatchObject({
      status: 'paid',
      nextStep: 'none',
      payment: { isInQuestion: false, receivedCents: 210_000, acceptedCents: 210_000, overpaidCents: 10_000 },
    });
    expect(await tasksOf(much)).toEqual([
      expect.stringMatching(/^Refund KES 100, .*: more was paid than it costs$/),
    ]);
    const twice = (await newOrder()).placed;
    await record(twice);
    await record(twice, { amount: 300 });
    await record(twice, { amount: 50 });
    // One task, which says how much it is now.
    expect(await tasksOf(twice)).toEqual([
      expect.stringMatching(/^Refund KES 350, .*: more was paid than it costs$/),
    ]);
    const cancelled = (await newOrder()).placed;
    await advance(cancelled, 'cancelled');
    await record(cancelled);
    expect((await detailsOf(cancelled)).order).toMatchObject({
      status: 'cancelled',
      word: 'cancelled_with_money',
      payment: { overpaidCents: 200_000, dueAmount: 0 },
    });
    expect(await tasksOf(cancelled)).toEqual([
      expect.stringMatching(/^Refund KES 2,000, .*: it is cancelled$/),
    ]);
  });

  it('when the pieces are gone counts and is a task, and no piece is sold twice', async () => {
    const { placed, product } = await newOrder({ stock: 2 });
    await sql`delete from private.stock_holds where order_id = ${placed.order.id}`;
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    await record(placed);
    expect((await detailsOf(placed)).tasks).toMatchObject([
      { kind: 'late_money', amountCents: 200_000, outcomes: ['accepted', 'refunded'] },
    ]);
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'pending',
      nextStep: 'wait',
      payment: { isInQuestion: true, acceptedCents: 200_000 },
    });
    expect(await available(sql, product.id)).toBe(1);
  });

  it('is one, however often it is sent; and a code that another method has is asked about', async () => {
    const { placed } = await newOrder();
    const other = (await newOrder()).placed;
    const [id, reference] = [randomUUID(), newCode()];
    await record(placed, { id, reference, amount: 500 });
    expect(await record(placed, { id, reference, amount: 500 })).toMatchObject({
      payment: { acceptedCents: 50_000 },
    });
    expect(await refusalCode(record(placed, { id, reference, amount: 600 }))).toBe('key_reused');
    expect(await refusalCode(record(other, { reference: reference.toLowerCase() }))).toBe('payment_recorded');
    expect((await detailsOf(other)).recorded).toEqual([]);
    const byTransfer = { method: 'transfer', reference: ` ${reference.slice(0, 5)}-${reference.slice(5)}` };
    expect(await refusalCode(record(other, byTransfer))).toBe('payment_reference_used');
    expect((await detailsOf(other)).recorded).toEqual([]);
    await record(other, { ...byTransfer, isSure: true });
    expect(await refusalCode(record(other, { method: 'transfer', reference, isSure: true }))).toBe(
      'payment_recorded',
    );
  });

  it.each([
    ['blanks', (code: string) => ` ${code.slice(0, 3)}  ${code.slice(3)}`],
    ['a blank that does not break', (code: string) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
    ['hyphens', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    [
      'wide letters',
      (code: string) => code.replace(/./g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    ],
  ])('with %s in its code is the same payment', async (_, written) => {
    const { placed } = await newOrder();
    for (const method of ['mpesa', 'cheque']) {
      const reference = newCode();
      await record(placed, { method, reference, amount: 100 });
      expect(await refusalCode(record(placed, { method, reference: written(reference), amount: 100 }))).toBe(
        'payment_recorded',
      );
    }
  });

  it('of an earlier month is recorded by those who may see statements, once a week has gone', async () => {
    const { placed } = await newOrder();
    const clerk = await newPerson(sql, 'Clerk', 'sales');
    const earlier = { day: addDays(today, -40), amount: 100 };
    expect(await refusalCode(record(placed, earlier, clerk))).toBe('payment_month_closed');
    await record(placed, { day: addDays(today, -7), amount: 100 }, clerk);
    await record(placed, earlier, await newPerson(sql, 'Accountant', 'accounts'));
    expect((await detailsOf(placed)).recorded).toHaveLength(2);
  });

  it('is refused with a wrong code, sum or day, and for everybody but staff', async () => {
    const { placed } = await newOrder();
    for (const wrong of [
      { reference: 'SHORT' },
      { reference: '', method: 'transfer' },
      { method: 'card' },
      { method: 'barter' },
      { amount: 0 },
    ]) {
      expect(await refusalCode(record(placed, wrong))).toBe('invalid_request');
    }
    expect(await refusalCode(record(placed, { day: '2999-01-01' }))).toBe('payment_day_wrong');
    expect(await refusalCode(record(placed, {}, buyer))).toBe('forbidden');
    expect(await refusalCode(record(placed, {}, await newPerson(sql, 'Stranger')))).toBe('forbidden');
    expect(await refusalCode(record(placed, {}, shop))).not.toBe('done');
    expect((await detailsOf(placed)).recorded).toEqual([]);
  });

  it('is matched by a line of a statement that has its code somewhere', async () => {
    const { placed } = await newOrder();
    const reference = newCode();
    await record(placed, { method: 'transfer', reference });
    await importLines([{ amountCents: 200_000, reference: `RTGS ${reference} FROM J MWANGI` }]);
    expect((await detailsOf(placed)).payments).toMatchObject([{ settledOn: today }]);
  });

  it('is told apart from one that the shop does not know: of another sum or day, settled already, recorded later', async () => {
    const { placed } = await newOrder();
    const [reference, later] = [`FT ${newCode().slice(0, 4)}-${newCode()}`, newCode()];
    const line = { amountCents: 200_000, reference: `RTGS ${reference.replace('-', ' ')} J MWANGI` };
    const verdicts = async () => {
      const { questions } = await preview([
        { ...line, amountCents: 150_000 },
        { ...line, day: addDays(today, -30), bankIndex: randomUUID() },
        { ...line, bankIndex: randomUUID() },
      ]);
      return questions.map(({ verdict }) => verdict);
    };
    expect(await verdicts()).toEqual(['unknown', 'unknown', 'unknown']);
    await record(placed, { method: 'transfer', reference });
    expect(await verdicts()).toEqual(['wrong_amount', 'wrong_day']);
    await importLines([line, { amountCents: 50_000, reference: later }]);
    expect(await verdicts()).toEqual(['twice', 'twice', 'twice']);
    // A line that was unknown when it was imported belongs to what was recorded since.
    const open = async () => {
      const { openLines } = await answerTo<StatementsOverview>(sql, owner, 'public.statements_overview()');
      return openLines.rows.find((row) => row.reference === later);
    };
    expect(await open()).toMatchObject({ verdict: 'unknown', orderId: null });
    const other = (await newOrder()).placed;
    await record(other, { reference: later });
    expect(await open()).toMatchObject({ verdict: 'wrong_amount', orderId: other.order.id });
  });

  it('pays an order whose card is being asked for: what the bank approves later is too much', async () => {
    const { placed } = await newOrder();
    await record(placed);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await tasksOf(placed)).toEqual([
      expect.stringMatching(/^Refund KES 2,000, .*: more was paid than it costs$/),
    ]);
  });

  it('is not asked about at the bank, is overdue in no statement, and its code leads nobody to the buyer', async () => {
    const { placed } = await newOrder();
    const [id, reference] = [randomUUID(), newCode()];
    await record(placed, {
      id,
      reference,
      amount: 500,
      day: nairobiDay(new Date(Date.now() - 20 * 86_400_000)),
    });
    expect(await answerTo(sql, shop, 'public.ask_of_transaction($1)', id)).toBeNull();
    const [row] = await sql<{ isAsked: boolean; overdue: number; reduced: string }[]>`
      select t.asking_until is not null as "isAsked", (select count(*)::integer from private.overdue_payments() o where o.id = t.id) as overdue,
        private.order_as_seen(o, 'reduced')::text as reduced
      from public.transactions t join public.orders o on o.id = t.order_id where t.id = ${id}`;
    expect(row).toMatchObject({ isAsked: false, overdue: 0 });
    expect(row?.reduced).not.toContain(reference);
  });

  it.each([0, 3])('for a day shows that day alone wherever it is read, %i days later', async (ago) => {
    const { placed } = await newOrder();
    const day = addDays(today, -ago);
    const reference = newCode();
    await record(placed, { method: 'transfer', reference, day });
    const { payments, refundable } = await detailsOf(placed);
    const page = <Row>(call: string, ...values: unknown[]) =>
      answerTo<{ rows: Row[] }>(sql, owner, `public.${call}`, ...values).then(({ rows }) => rows);
    const ofOrder = ({ orderId }: { orderId: string | null }) => orderId === placed.order.id;
    const days = [day, day, '{}', 1000];
    expect({
      page: payments.map(({ paidAt }) => paidAt),
      refund: refundable.map(({ receivedAt }) => receivedAt),
      list: (await page<TransactionRow>('list_transaction_page($1)', { text: reference })).map(
        ({ decidedAt }) => decidedAt,
      ),
      money: (await page<SoldPayment>('list_sold_payments($1, $2, $3, $4)', ...days))
        .filter(ofOrder)
        .map(({ at }) => at),
      sold: (await page<SoldLine>('list_sold_lines($1, $2, $3, $4)', ...days))
        .filter(ofOrder)
        .map(({ at }) => at),
      orders: (await page<ExportedOrder>('export_orders($1)', { text: placed.order.id })).map(
        ({ paidAt }) => paidAt,
      ),
    }).toEqual({ page: [day], refund: [day], list: [day], money: [day], sold: [day], orders: [day] });
  });

  it('can be refunded by the method it came', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id, day: today });
    expect(await refund({ transactionId: id, cents: 200_000, reference: 'SGR7XK2P1Q' })).toMatchObject({
      payment: { acceptedCents: 0, refundedCents: 200_000 },
    });
    expect((await detailsOf(placed)).recorded).toMatchObject([
      { id, hereCents: 200_000, backCents: 200_000 },
    ]);
    expect(await refusalCode(reverse(id))).toBe('refund_stands');
  });
});

describe('a recorded payment that is reversed', () => {
  it('leaves the order unpaid: its pieces are held for a day, and the buyer is told why', async () => {
    const { placed, product } = await newOrder();
    const id = randomUUID();
    await record(placed, { id, method: 'cheque', reference: '000777' });
    expect(await reverse(id)).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { dueAmount: 2000 },
    });
    expect(await reverse(id)).toMatchObject({ status: 'pending' });
    expect(await available(sql, product.id)).toBe(3);
    const back = (await detailsOf(placed)).timeline.filter(({ kind }) => kind === 'stock_returned');
    expect(back).toMatchObject([{ pieces: 2, isHeld: true }]);
    const [hold] = await sql<{ hours: number }[]>`
      select round(extract(epoch from min(expires_at) - now()) / 3600)::integer as hours
      from private.stock_holds where order_id = ${placed.order.id}`;
    expect(hold?.hours).toBe(24);
    const [mail] = await sql<{ facts: MessageFacts; isTrue: boolean }[]>`
      select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue" from private.messages m
      where m.kind = 'order_unpaid' and m.subject = ${`${id} reversed`} and m.channel = 'email'`;
    expect(mail).toMatchObject({
      isTrue: true,
      facts: { reversed: { method: 'cheque', reference: '000777', cents: 200_000 } },
    });
    // The same cheque may be presented again, and the order paid in another way.
    expect(await record(placed, { method: 'cheque', reference: '000777' })).toMatchObject({ status: 'paid' });
    expect(await available(sql, product.id)).toBe(3);
    // The first receipt may have been sent by the timer of this stack; waiting still, it is skipped.
    const receipts = await sql<
      { isWaiting: boolean }[]
    >`select state = 'waiting' as "isWaiting" from private.messages
      where order_id = ${placed.order.id} and kind = 'order_paid' and channel = 'email' order by id`;
    expect(receipts).toHaveLength(2);
    expect(receipts[0]?.isWaiting).toBe(false);
  });

  it('leaves the other payments as a part of the price', async () => {
    const { placed, sid } = await newOrder();
    const id = randomUUID();
    await record(placed, { id, method: 'cheque', amount: 500, reference: newCode() });
    const rest = await payAgain(sid, placed.order.id);
    await bankDecides(sql, rest.transaction.trace, approved(rest));
    expect(await reverse(id)).toMatchObject({
      status: 'pending',
      payment: { acceptedCents: 150_000, dueAmount: 500 },
    });
    expect(await record(placed, { amount: 500 })).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 200_000 },
    });
  });

  it('of an order that was sent is a task until it is paid again', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id });
    await advance(placed, 'completed');
    expect(await reverse(id)).toMatchObject({
      status: 'completed',
      word: 'owed',
      payment: { dueAmount: 2000, acceptedCents: 0 },
    });
    const tasks = async () =>
      (await detailsOf(placed)).tasks.map((task) => ({
        title: taskTitle(task),
        amountCents: task.amountCents,
      }));
    const title = expect.stringMatching(
      /^Collect KES 2,000, .*: a payment does not count any more, and goods were sent$/,
    );
    expect(await tasks()).toEqual([{ title, amountCents: 200_000 }]);
    await record(placed, { amount: 1200 });
    expect(await tasks()).toEqual([{ title, amountCents: 80_000 }]);
    expect(await record(placed, { amount: 800 })).toMatchObject({
      status: 'completed',
      word: 'completed',
      payment: { dueAmount: 0, acceptedCents: 200_000 },
    });
    expect(await tasks()).toEqual([]);
  });

  it('of which a parcel has left is a task: nothing else leaves until it is collected', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id });
    await send(placed, 1, 2);
    expect(await reverse(id)).toMatchObject({
      status: 'paid',
      word: 'owed',
      payment: { dueAmount: 2000 },
    });
    expect(await tasksOf(placed)).toEqual([expect.stringContaining('Collect KES 2,000')]);
    expect(await refusalCode(send(placed, 1, 1))).toBe('shipment_unpaid');
    expect(await advance(placed, 'completed')).toBe('shipment_unpaid');
    // The buyer has a piece: the order is not cancelled as if all were on the shelf.
    expect(await advance(placed, 'cancelled')).toBe('order_sent');
    expect(await record(placed, { amount: 2000 })).toMatchObject({
      status: 'paid',
      word: 'paid',
      payment: { dueAmount: 0 },
    });
    await send(placed, 1, 1);
    expect((await detailsOf(placed)).order.status).toBe('completed');
  });

  it('of which a parcel has left is written off: then nothing is owed, and what comes all the same is too much', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id });
    await send(placed, 1, 2);
    await reverse(id);
    await as(
      sql,
      owner,
      (t) => t`select public.close_owner_task(id, 'nothing_received', 'Written off')
      from public.owner_tasks where order_id = ${placed.order.id}`,
    );
    expect(
      await sql`select cause, cents::integer as cents, reason from private.reductions where order_id = ${placed.order.id}`,
    ).toEqual([{ cause: 'written_off', cents: 200_000, reason: 'Written off' }]);
    expect((await detailsOf(placed)).order).toMatchObject({
      payment: { dueAmount: 0, acceptedCents: 0, isInQuestion: false },
    });
    expect(await record(placed, { amount: 1200 })).toMatchObject({
      payment: { dueAmount: 0, acceptedCents: 120_000, overpaidCents: 120_000 },
    });
  });

  it('of which goods have left is collected by a card whose page was still open', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id, method: 'cash', reference: '' });
    await send(placed, 2, 2);
    await reverse(id);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'completed',
      payment: { isInQuestion: false, acceptedCents: 200_000, dueAmount: 0 },
    });
    expect((await detailsOf(placed)).tasks).toEqual([]);
  });

  it('was a part too many: what else was paid is all of the price, and the order stays paid', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id, amount: 300 });
    // The card's page was open for the whole price.
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect((await detailsOf(placed)).tasks).toMatchObject([{ kind: 'overpaid', amountCents: 30_000 }]);
    expect(await reverse(id)).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 200_000, dueAmount: 0, overpaidCents: 0 },
    });
    expect((await detailsOf(placed)).tasks).toEqual([]);
  });

  it('and was a part is told to the buyer, though the same payment had a message before; the other part stays held for days', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { amount: 500 });
    await record(placed, { id, amount: 300 });
    await reverse(id);
    const told = await sql<{ facts: MessageFacts }[]>`
      select private.message_facts(m) as facts from private.messages m
      where m.order_id = ${placed.order.id} and m.kind = 'order_unpaid' and m.channel = 'email' order by m.id desc limit 1`;
    expect(told[0]?.facts.reversed).toMatchObject({ cents: 30_000 });
    const [hold] = await sql<{ days: number }[]>`
      select round(extract(epoch from min(expires_at) - now()) / 86400)::integer as days
      from private.stock_holds where order_id = ${placed.order.id}`;
    expect(hold?.days).toBe(7);
  });

  it('of more than was due closes the task about what was too much', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id, amount: 2100 });
    expect(await reverse(id)).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { receivedCents: 0, overpaidCents: 0, dueAmount: 2000 },
    });
    expect((await detailsOf(placed)).tasks).toEqual([]);
    expect(await record(placed)).toMatchObject({ status: 'paid' });
  });

  it('is staff’s alone, and no card', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    await record(placed, { id });
    expect(await refusalCode(reverse(id, buyer))).toBe('forbidden');
    expect(await refusalCode(reverse(randomUUID()))).toBe('not_found');
    const card = (await newOrder()).placed;
    const [row] = await sql<
      { id: string }[]
    >`select id from public.transactions where trace = ${card.transaction.trace}`;
    expect(await refusalCode(reverse(row?.id ?? ''))).toBe('transition_refused');
  });
});

describe('a line of a statement that takes back a payment that staff recorded', () => {
  it('stops the goods of its order until it is recorded, and a fee with its number does not', async () => {
    const { placed } = await newOrder();
    const id = randomUUID();
    const number = newDigits();
    await record(placed, { id, method: 'cheque', reference: number });
    await importLines([{ reference: `CHARGE UNPAID CHQ ${number}`, amountCents: -50_000 }]);
    expect(await detailsOf(placed)).toMatchObject({ takenBack: null, toSend: { isLate: false } });
    await importLines([{ reference: `CHQ ${number} UNPAID`, amountCents: -200_000 }]);
    expect((await detailsOf(placed)).toSend).toBeNull();
    const details = await detailsOf(placed);
    expect(details.takenBack).toEqual({ cents: 200_000, transactionId: id });
    expect(details.shipping.need).toBe('charged_back');
    await answerTo(sql, owner, `public.reverse_payment($1, 'Refer to drawer', 'bounced')`, id);
    expect(await detailsOf(placed)).toMatchObject({
      takenBack: null,
      recorded: [{ id, backCents: 200_000, bankCents: 200_000 }],
    });
    const evidence = await answerTo<TransactionEvidence>(sql, owner, 'public.transaction_evidence($1)', id);
    expect(evidence.givenBack).toEqual([]);
    expect(evidence.takenBack).toEqual({
      cause: 'bounced',
      cents: 200_000,
      day: today,
      reason: 'Refer to drawer',
    });
  });

  it('is looked for among those that name an order: the list of what is to be sent asks nothing about others', async () => {
    const asked = () =>
      sql.begin(async (t) => {
        await t`set local track_functions = 'pl'`;
        const calls = async () => {
          const [row] = await t<{ calls: number }[]>`
            select coalesce(sum(calls), 0)::integer as calls
            from pg_stat_xact_user_functions where funcname = 'taken_back_of_order'`;
          return row?.calls ?? 0;
        };
        const earlier = await calls();
        await t`select private.orders_taken_back()`;
        return (await calls()) - earlier;
      });
    const before = await asked();
    await importLines(
      Array.from({ length: 5 }, () => ({ reference: `RENT ${newDigits()}`, amountCents: -90_000 })),
    );
    expect(await asked()).toBe(before);
  });

  it.each([
    ['cheque', 'bounced', 'CHQ'],
    ['transfer', 'charged_back', 'RECALLED'],
  ] as const)('once answered makes what the %s had paid due again', async (method, cause, word) => {
    const { placed } = await newOrder();
    const id = randomUUID();
    const number = newDigits();
    await record(placed, { id, method, reference: number });
    const lines = [
      { reference: `${word} ${number} FEE`, amountCents: -50_000 },
      { reference: `${word} ${number} UNPAID`, amountCents: -200_000 },
    ];
    const { questions } = await preview(lines);
    await importLines(lines);
    const { rows } = (await answerTo<StatementsOverview>(sql, owner, 'public.statements_overview()'))
      .openLines;
    const [fee, line] = rows.filter(({ reference }) => reference?.includes(number));
    expect(questions.map(({ takesBack }) => takesBack)).toEqual([null, line?.takesBack]);
    expect(fee?.takesBack).toBeNull();
    expect(line?.takesBack).toEqual({
      orderId: placed.order.id,
      method,
      reference: number,
      amountCents: 200_000,
    });
    for (let press = 0; press < 2; press += 1)
      await answerTo(sql, owner, `public.close_statement_line($1, 'Refer to drawer')`, line?.id);
    const evidence = await answerTo<TransactionRow>(sql, owner, 'public.transaction_evidence($1)', id);
    expect(evidence.takenBack).toMatchObject({ cause, cents: 200_000, reason: 'Refer to drawer' });
    const details = await detailsOf(placed);
    expect(details.order).toMatchObject({ status: 'pending', payment: { dueAmount: 2000 } });
    expect(details.takenBack).toBeNull();
    const [closed] = await sql`
      select verdict, closed_at is not null as is_closed from public.statement_lines where id = ${line?.id ?? ''}`;
    expect(closed).toEqual({ verdict: 'refunded', is_closed: true });
    await answerTo(sql, owner, `public.close_statement_line($1, 'Its fee', p_verdict => 'fee')`, fee?.id);
  });
});

it('a line with the number of a cheque may be something else: then the cheque goes on counting', async () => {
  const { placed } = await newOrder();
  const id = randomUUID();
  const number = newDigits();
  await record(placed, { id, method: 'cheque', reference: number });
  await importLines([{ reference: `CHQ ${number} PAID OUT`, amountCents: -200_000 }]);
  expect((await detailsOf(placed)).takenBack).toEqual({ cents: 200_000, transactionId: id });
  const { rows } = (await answerTo<StatementsOverview>(sql, owner, 'public.statements_overview()')).openLines;
  const line = rows.find(({ reference }) => reference?.includes(number));
  await answerTo(
    sql,
    owner,
    `public.close_statement_line($1, 'A cheque of ours', p_verdict => 'returned')`,
    line?.id,
  );
  expect(await detailsOf(placed)).toMatchObject({ takenBack: null, order: { status: 'paid' } });
  const evidence = await answerTo<TransactionRow>(sql, owner, 'public.transaction_evidence($1)', id);
  expect(evidence).toMatchObject({ status: 'completed', takenBack: null });
  const [closed] = await sql`
    select verdict, closing_reason as reason from public.statement_lines where id = ${line?.id ?? ''}`;
  expect(closed).toEqual({ verdict: 'returned', reason: 'A cheque of ours' });
});

it('a cheque of another drawer may have the same number; of the same customer, or nobody known, it may not', async () => {
  const [mine, other, again] = [
    (await newOrder()).placed,
    (await newOrder()).placed,
    (await newOrder()).placed,
  ];
  await sql`update public.orders set company_pin = null, customer_phone = ${'+2547' + newDigits()} where id = ${other.order.id}`;
  await sql`update public.orders set company_pin = null, customer_phone = ${'+2547' + newDigits()} where id = ${mine.order.id}`;
  await sql`update public.orders o set customer_phone = m.customer_phone from public.orders m
    where o.id = ${again.order.id} and m.id = ${mine.order.id}`;
  const reference = newDigits();
  await record(mine, { method: 'cheque', reference });
  expect(await record(other, { method: 'cheque', reference })).toMatchObject({ status: 'paid' });
  expect(await refusalCode(record(again, { method: 'cheque', reference }))).toBe('payment_recorded');
  expect(await refusalCode(record(mine, { method: 'cheque', reference }))).toBe('payment_recorded');
});
