import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TransactionEvidence } from '../../functions/_shared/contract/admin-transactions.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { PaymentMethod } from '../../functions/_shared/contract/orders.ts';
import type { SalesReport, SoldPayments } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { approved, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { bookScene } from './book-scene.ts';
import { statementScene, today } from './statement-scene.ts';

/*
 * What goes back has a way: how the payment came, how it went back, and the line of the bank's statement that takes
 * money out. What list, day, report and statement say of it.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, newOrder, record, reverse, paidOrder, detailsOf, mailAbout } = bookScene(sql);
const cardPaid = async () => {
  const placed = await newOrder();
  const answer = approved(placed);
  await bankDecides(sql, placed.transaction.trace, answer);
  const [row] = await sql<
    { id: string }[]
  >`select id from public.transactions where trace = ${placed.transaction.trace}`;
  return { ...placed, payment: row?.id ?? '', index: answer.transactionIndex ?? '' };
};
const { importLines, preview } = statementScene(sql, owner);
const code = (length = 10) => randomUUID().replaceAll('-', '').slice(0, length).toUpperCase();

type Back = { cents?: number; method?: PaymentMethod | null; reference?: string; id?: string };
const giveBack = (
  payment: string,
  { cents = 50_000, method = null, reference = `FT${code()}`, id = randomUUID() }: Back,
) =>
  answerTo(
    sql,
    owner,
    `public.record_refund($1, $2, $3, $4, $5, 'Too many', true, p_method => $6)`,
    id,
    payment,
    cents,
    today,
    reference,
    method,
  );
const correct = (
  refundId: string,
  { cents = 50_000, method = null, reference = '', id = randomUUID() }: Back,
) =>
  answerTo(
    sql,
    owner,
    `public.correct_refund($1, $2, $3, $4, $5, 'Mistyped', true, $6)`,
    id,
    refundId,
    cents,
    today,
    reference,
    method,
  );
const report = () => answerTo<SalesReport>(sql, owner, 'public.sales_report($1, $1)', today);
/** Given back today by each method, in cents. */
const backByMethod = async () =>
  Object.fromEntries((await report()).methods.map(({ method, refundedCents }) => [method, refundedCents]));
/** What the list and the export say went back of a payment: method, reference and cents. */
const listed = async (payment: string) => {
  const rows: SoldPayments['rows'] = [];
  let after: unknown = null;
  do {
    const page: SoldPayments = await answerTo(
      sql,
      owner,
      `public.list_sold_payments($1, $1, '{}', 1000, $2)`,
      today,
      after,
    );
    rows.push(...page.rows);
    ({ after } = page);
  } while (after);
  return rows
    .filter((row) => row.transactionId === payment && row.refundedCents !== 0)
    .map(({ method, reference, refundedCents }) => [method, reference, refundedCents]);
};
const openLine = async (reference: string) =>
  (
    await sql<{ verdict: string }[]>`select verdict from private.open_lines where reference = ${reference}`
  ).map(({ verdict }) => verdict);

type Case = {
  came: PaymentMethod;
  /** Null: as it came. */
  back: PaymentMethod | null | 'bounced';
  /** The line's text, and whether it has the bank's index of the card payment. */
  line: (reference: string) => string;
  byIndex?: boolean;
  /** What the line takes out, if not the sum that went back. */
  cents?: number;
  counts: PaymentMethod;
  statement: 'explained' | 'open';
  /** The order reads that the bank has taken money back. */
  takenBack?: true;
};
const other = () => `PAID OUT ${code()}`;
const cases: Case[] = [
  { came: 'card', back: null, line: (r) => `REFUND ${r}`, counts: 'card', statement: 'explained' },
  { came: 'card', back: null, line: other, byIndex: true, counts: 'card', statement: 'explained' },
  { came: 'card', back: null, line: other, byIndex: true, cents: 40_000, counts: 'card', statement: 'open' },
  { came: 'card', back: 'transfer', line: (r) => `TRF ${r} OUT`, counts: 'transfer', statement: 'explained' },
  {
    came: 'card',
    back: 'transfer',
    line: other,
    byIndex: true,
    counts: 'transfer',
    statement: 'open',
    takenBack: true,
  },
  { came: 'card', back: 'mpesa', line: (r) => `B2C/${r}`, counts: 'mpesa', statement: 'explained' },
  { came: 'card', back: 'cash', line: (r) => `CASH ${r}`, counts: 'cash', statement: 'open' },
  { came: 'mpesa', back: null, line: (r) => `REVERSAL ${r}`, counts: 'mpesa', statement: 'explained' },
  { came: 'mpesa', back: 'cheque', line: (r) => `CHQ ${r} PAID`, counts: 'cheque', statement: 'explained' },
  { came: 'transfer', back: null, line: (r) => `RTGS ${r}`, counts: 'transfer', statement: 'explained' },
  {
    came: 'transfer',
    back: null,
    line: (r) => `RTGS ${r}`,
    cents: 50_100,
    counts: 'transfer',
    statement: 'open',
  },
  { came: 'transfer', back: null, line: other, counts: 'transfer', statement: 'open' },
  { came: 'cash', back: 'mpesa', line: (r) => `B2C ${r}`, counts: 'mpesa', statement: 'explained' },
  {
    came: 'cheque',
    back: 'bounced',
    line: (r) => `CHQ ${r} UNPAID`,
    counts: 'cheque',
    statement: 'explained',
  },
  { came: 'cheque', back: 'bounced', line: other, counts: 'cheque', statement: 'open' },
];

describe('what came by one way and went back by another', () => {
  it.each(cases)(
    '$came, back: $back, counts as $counts; the line ($byIndex, $cents) is $statement',
    async (row) => {
      const cheque = code(6);
      const placed: { order: { id: string }; payment: string; index?: string } =
        row.came === 'card'
          ? await cardPaid()
          : await (async () => {
              const order = await newOrder();
              const id = randomUUID();
              const entry = [
                id,
                order.order.id,
                row.came,
                row.came === 'cheque' ? cheque : code(),
                2000,
                today,
              ];
              await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
              return { ...order, payment: id };
            })();
      const before = await backByMethod();
      const bounces = row.back === 'bounced';
      const reference = bounces ? cheque : code();
      const cents = bounces ? 200_000 : 50_000;
      if (row.back === 'bounced') await reverse(placed.payment, 'bounced');
      else await giveBack(placed.payment, { method: row.back, reference });

      // The list and its export, the report and the day: one figure, under its own method.
      expect(await listed(placed.payment)).toEqual([[row.counts, reference, cents]]);
      const { methods, sold } = await report();
      const after = Object.fromEntries(methods.map((m) => [m.method, m.refundedCents]));
      expect(after).toEqual({ ...before, [row.counts]: (before[row.counts] ?? 0) + cents });
      const day = await answerTo<{ sales: SalesReport['sold'] }>(
        sql,
        owner,
        'public.bank_against_shop_of_day($1)',
        today,
      );
      expect(day.sales.refundedCents).toBe(sold.refundedCents);

      const line = {
        reference: row.line(reference),
        amountCents: -(row.cents ?? cents),
        bankIndex: row.byIndex ? (placed.index ?? null) : null,
      };
      const explained = row.statement === 'explained';
      expect(Object.keys((await preview([line])).counts)).toEqual([explained ? 'refunded' : 'returned']);
      expect((await preview([line])).questions).toHaveLength(explained ? 0 : 1);
      await importLines([line]);
      expect(await openLine(line.reference)).toEqual(explained ? [] : ['returned']);
      const [asked] = await sql<{ cents: number }[]>`
      select private.taken_back_cents(${placed.order.id})::integer as cents`;
      expect(asked?.cents).toBe(row.takenBack ? cents : 0);
    },
  );

  it('is one figure of the month: report, its methods, and overview', async () => {
    const month = today.slice(0, 7);
    const sum = await answerTo<SalesReport>(sql, owner, 'public.sales_report($1, $2)', `${month}-01`, today);
    const period = await answerTo<{ sold: SalesReport['sold'] }>(
      sql,
      owner,
      'public.stats_of_period($1, $2)',
      `${month}-01`,
      today,
    );
    const byMethod = sum.methods.reduce((all, { refundedCents }) => all + refundedCents, 0);
    expect([period.sold.refundedCents, byMethod]).toEqual(Array(2).fill(sum.sold.refundedCents));
  });
});

describe('a line that takes money out', () => {
  it('is explained once the refund is recorded, and waits again when that is corrected to another sum', async () => {
    const { payment } = await paidOrder();
    const reference = code();
    const line = { reference: `RTGS ${reference}`, amountCents: -50_000 };
    await importLines([line]);
    expect(await openLine(line.reference)).toEqual(['returned']);
    const id = randomUUID();
    await giveBack(payment, { reference, id });
    expect(await openLine(line.reference)).toEqual([]);
    const corrected = randomUUID();
    await correct(id, { cents: 40_000, reference, id: corrected });
    expect(await openLine(line.reference)).toEqual(['returned']);
    await correct(corrected, { reference });
    expect(await openLine(line.reference)).toEqual([]);
  });

  it('is one refund only: the second of two alike waits', async () => {
    const { payment } = await paidOrder();
    const reference = code();
    await giveBack(payment, { reference });
    const line = { reference: `RTGS ${reference}`, amountCents: -50_000 };
    expect(
      (
        await preview([
          { ...line, row: 'a' },
          { ...line, row: 'b' },
        ])
      ).counts,
    ).toMatchObject({
      refunded: { lines: 1 },
      returned: { lines: 1 },
    });
    await importLines([
      { ...line, row: 'a' },
      { ...line, row: 'b' },
    ]);
    expect(await openLine(line.reference)).toEqual(['returned']);
  });

  it('is one transfer for what two payments brought, and may have its fee in it', async () => {
    const placed = await newOrder();
    const payments = [await record(placed, 500), await record(placed, 1500)];
    const reference = code();
    for (const payment of payments) await giveBack(payment, { cents: 30_000, reference });
    const line = { reference: `RTGS ${reference}`, amountCents: -60_700, feeCents: 700 };
    await importLines([line]);
    expect(await openLine(line.reference)).toEqual([]);
  });

  it('closed as a charge-back is that charge-back: the next one alike is another', async () => {
    const { index, order } = await cardPaid();
    const line = (day: string) => ({ bankIndex: index, amountCents: -50_000, reference: other(), day });
    const [first, second] = [line(addDays(today, -1)), line(today)];
    await importLines([first]);
    const [open] = await sql<
      { id: string }[]
    >`select id from private.open_lines where reference = ${first.reference}`;
    await answerTo(sql, owner, `public.close_statement_line($1, 'The buyer complained')`, open?.id);
    await importLines([second]);
    expect(await openLine(second.reference)).toEqual(['returned']);
    const [asked] = await sql<
      { cents: number }[]
    >`select private.taken_back_cents(${order.id})::integer as cents`;
    expect(asked?.cents).toBe(50_000);
  });
});

describe('a refund by another way', () => {
  it('has a reference as a payment by that way, and a card gets back only what it paid', async () => {
    const { payment } = await paidOrder();
    for (const wrong of [
      { method: 'mpesa', reference: 'FT1' },
      { method: 'cheque', reference: ' ' },
      { method: 'card', reference: 'FT1' },
      { method: 'voucher', reference: 'FT1' },
    ])
      expect(await refusalCode(giveBack(payment, wrong as Back)), wrong.method).toBe('invalid_request');
    const id = randomUUID();
    await giveBack(payment, { method: 'mpesa', reference: 'sgr7-xk2p 1q', id });
    // Sent twice it is one; as it came it is another.
    await giveBack(payment, { method: 'mpesa', reference: 'SGR7XK2P1Q', id });
    expect(await refusalCode(giveBack(payment, { reference: 'SGR7XK2P1Q', id }))).toBe('key_reused');
    await giveBack(payment, { method: 'cash', reference: '', cents: 10_000 });
    expect(await listed(payment)).toEqual(
      expect.arrayContaining([
        ['mpesa', 'SGR7XK2P1Q', 50_000],
        ['cash', expect.stringMatching(/^CASH-/), 10_000],
      ]),
    );
    const { givenBack } = await answerTo<TransactionEvidence>(
      sql,
      owner,
      'public.transaction_evidence($1)',
      payment,
    );
    expect(givenBack).toEqual([
      { cents: 50_000, method: 'mpesa', reference: 'SGR7XK2P1Q', day: today },
      { cents: 10_000, method: 'cash', reference: expect.stringMatching(/^CASH-/), day: today },
    ]);
  });

  it('keeps its way when it is corrected, unless the way was wrong', async () => {
    const placed = await paidOrder();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await giveBack(placed.payment, { method: 'cheque', reference: '000871', id: ids[0] as string });
    const methods = async () =>
      (await detailsOf(placed)).refunds.map(({ method, paidBy }) => [method, paidBy]);
    expect(await methods()).toEqual([['cheque', 'transfer']]);
    await correct(ids[0] as string, { cents: 40_000, reference: '000871', id: ids[1] as string });
    expect(await methods()).toEqual([['cheque', 'transfer']]);
    await correct(ids[1] as string, {
      cents: 40_000,
      reference: '000871',
      method: 'transfer',
      id: ids[2] as string,
    });
    expect(await methods()).toEqual([['transfer', 'transfer']]);
    expect(await mailAbout(ids[2] as string)).toMatchObject({ method: 'transfer' });
    const { order, timeline } = await detailsOf(placed);
    expect(order.payment.refunds).toEqual([
      { cents: 40_000, day: expect.any(String), method: 'transfer', reference: '000871' },
    ]);
    // Whoever has the link alone, and staff on the buyer's page, see no code.
    const seen = await sql`
      select private.order_as_seen(o, v.view) -> 'payment' -> 'refunds' -> 0 ->> 'reference' as reference
      from public.orders o cross join (values ('full'), ('reduced'), ('staff')) v (view)
      where o.id = ${order.id} order by v.view`;
    expect(seen.map(({ reference }) => reference)).toEqual(['000871', '', '']);
    expect(
      timeline.flatMap((event) => ('method' in event && event.kind.startsWith('refund') ? event.method : [])),
    ).toEqual(['cheque', 'cheque', 'transfer']);
  });

  it('of what is too much is told by the task, too', async () => {
    const placed = await paidOrder();
    const more = await record(placed, 300);
    const [task] = (await detailsOf(placed)).tasks;
    expect(task).toMatchObject({ kind: 'overpaid', method: 'transfer' });
    const refund = { day: today, method: 'cash', bankReference: '', isSure: true };
    await answerTo(
      sql,
      owner,
      `public.close_owner_task($1, 'refunded', 'Given back', $2::jsonb)`,
      task?.id,
      refund,
    );
    expect(await listed(more)).toEqual([['cash', expect.stringMatching(/^CASH-/), 30_000]]);
  });
});
