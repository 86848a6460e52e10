import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DashboardFindings } from '../../functions/_shared/contract/admin-customers.ts';
import type { ExportedOrder } from '../../functions/_shared/contract/admin-orders.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type {
  BankAgainstShop,
  OrderToPay,
  TransactionRow,
} from '../../functions/_shared/contract/admin-transactions.ts';
import type {
  ClosedStatementLine,
  StatementLineNow,
  StatementsOverview,
} from '../../functions/_shared/contract/bank-statements.ts';
import { dueCentsOf } from '../../functions/_shared/contract/on-account.ts';
import type { SalesReport } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { ago, bookScene, type OrderOf, type Share } from './book-scene.ts';
import { statementScene } from './statement-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const {
  newOrder,
  share,
  of,
  reverse,
  owner,
  bookOf,
  stateOf,
  moneyOf,
  paidOrder,
  record,
  openTasks,
  detailsOf,
} = bookScene(sql);
const { importLines, preview: previewOf } = statementScene(sql, owner);
const accounts = testPerson(sql, 'Accounts', 'accounts');
const sales = testPerson(sql, 'Sales', 'sales');
const warehouse = testPerson(sql, 'Warehouse', 'warehouse');
const ask = <T>(expression: string, ...values: unknown[]) => answerTo<T>(sql, owner, expression, ...values);

/** Each case has days of its own. */
let daysAgo = 300;
const recordAlone = async (
  amount: number,
  { day = ago(daysAgo), method = 'transfer', note = '', id = randomUUID() } = {},
) => {
  const entry = [id, null, method, `X${id.slice(-9)}`, amount, day, [], false, note];
  await ask('public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)', ...entry);
  return id;
};
const giveBack = (payment: string, cents: number, day = ago(daysAgo)) =>
  ask(
    `public.record_refund($1, $2, $3, $4, $5, 'Not ours', true)`,
    randomUUID(),
    payment,
    cents,
    day,
    randomUUID(),
  );
const rowsOf = async (filter: object) =>
  (await ask<{ rows: TransactionRow[] }>('public.list_transaction_page($1::jsonb, 1000)', filter)).rows;
const rowOf = async (id: string) => (await rowsOf({})).find((row) => row.id === id);
const idsOf = async (filter: object) => (await rowsOf(filter)).map(({ id }) => id);

/** What every place says of a payment and the orders that it pays, in KES. */
async function seen(payment: string, orders: OrderOf[]) {
  const row = await rowOf(payment);
  const report = await ask<SalesReport>('public.sales_report($1, $1)', ago(daysAgo));
  const method = report.methods.find((one) => one.method === row?.paymentMethod);
  const exported = (await ask<{ rows: ExportedOrder[] }>(`public.export_orders('{}', 1000)`)).rows;
  const withoutOrder = (await moneyOf(payment)).filter(([order]) => order === null);
  return {
    rest: (row?.restCents ?? 0) / 100,
    inList: (await idsOf({ hasRest: true })).includes(payment),
    list: [row?.sales.grossCents, row?.sales.refundedCents].map((cents = 0) => cents / 100),
    day: [report.sold.grossCents, report.sold.refundedCents].map((cents) => cents / 100),
    method: [method?.grossCents ?? 0, method?.refundedCents ?? 0].map((cents) => cents / 100),
    payments: method?.payments ?? 0,
    withoutOrder: withoutOrder.map(([, gross, refunded]) => [Number(gross) / 100, Number(refunded) / 100]),
    shares: orders.map(
      ({ order }) => (row?.shares.find(({ orderId }) => orderId === order.id)?.cents ?? 0) / 100,
    ),
    exported: orders.map(({ order }) => {
      const one = exported.find(({ id }) => id === order.id)?.sales;
      return ((one?.grossCents ?? 0) - (one?.refundedCents ?? 0)) / 100;
    }),
    due: await Promise.all(orders.map(async (order) => Number((await bookOf(order))?.[4]) / 100)),
    words: await Promise.all(orders.map(async (order) => (await stateOf(order))[1])),
  };
}

/** KES 6,000 came without an order; each order costs KES 2,000. Written before the code. */
const cases: {
  name: string;
  method?: string;
  steps(payment: string, orders: [OrderOf, OrderOf, OrderOf]): Promise<unknown>;
  expected: Omit<Awaited<ReturnType<typeof seen>>, 'payments'>;
}[] = [
  {
    name: 'nobody knows yet whose it is',
    steps: async () => {},
    expected: {
      rest: 6000,
      inList: true,
      list: [6000, 0],
      day: [6000, 0],
      method: [6000, 0],
      withoutOrder: [[6000, 0]],
      shares: [0, 0, 0],
      exported: [0, 0, 0],
      due: [2000, 2000, 2000],
      words: ['not_paid', 'not_paid', 'not_paid'],
    },
  },
  {
    name: 'it pays three orders',
    steps: (payment, orders) =>
      share(
        payment,
        orders.map((order) => of(order, 200_000)),
      ),
    expected: {
      rest: 0,
      inList: false,
      list: [6000, 0],
      day: [6000, 0],
      method: [6000, 0],
      withoutOrder: [],
      shares: [2000, 2000, 2000],
      exported: [2000, 2000, 2000],
      due: [0, 0, 0],
      words: ['paid', 'paid', 'paid'],
    },
  },
  {
    name: 'one order has a part, the rest waits',
    steps: (payment, [a]) => share(payment, [of(a, 150_000)]),
    expected: {
      rest: 4500,
      inList: true,
      list: [6000, 0],
      day: [6000, 0],
      method: [6000, 0],
      withoutOrder: [[4500, 0]],
      shares: [1500, 0, 0],
      exported: [1500, 0, 0],
      due: [500, 2000, 2000],
      words: ['part_paid', 'not_paid', 'not_paid'],
    },
  },
  {
    name: 'two orders are paid, the rest is given back',
    steps: async (payment, [a, b]) => {
      await share(payment, [of(a, 200_000)]);
      await share(payment, [of(b, 200_000)]);
      await giveBack(payment, 200_000);
    },
    expected: {
      rest: 0,
      inList: false,
      list: [6000, 2000],
      day: [6000, 2000],
      method: [6000, 2000],
      withoutOrder: [
        [2000, 0],
        [0, 2000],
      ],
      shares: [2000, 2000, 0],
      exported: [2000, 2000, 0],
      due: [0, 0, 2000],
      words: ['paid', 'paid', 'not_paid'],
    },
  },
  {
    name: 'all of it is given back in two parts',
    steps: async (payment) => {
      await giveBack(payment, 100_000);
      await giveBack(payment, 500_000);
    },
    expected: {
      rest: 0,
      inList: false,
      list: [6000, 6000],
      day: [6000, 6000],
      method: [6000, 6000],
      withoutOrder: [
        [6000, 0],
        [0, 1000],
        [0, 5000],
      ],
      shares: [0, 0, 0],
      exported: [0, 0, 0],
      due: [2000, 2000, 2000],
      words: ['not_paid', 'not_paid', 'not_paid'],
    },
  },
  {
    name: 'it was typed by mistake, which is seen after it was given to orders',
    steps: async (payment, [a, b]) => {
      await share(payment, [of(a, 200_000), of(b, 100_000)]);
      await reverse(payment, 'mistake');
    },
    expected: {
      rest: 0,
      inList: false,
      list: [0, 0],
      day: [0, 0],
      method: [0, 0],
      withoutOrder: [],
      shares: [2000, 1000, 0],
      exported: [0, 0, 0],
      due: [2000, 2000, 2000],
      words: ['not_paid', 'not_paid', 'not_paid'],
    },
  },
  {
    name: 'a cheque without an order bounces',
    method: 'cheque',
    steps: (payment) => ask(`public.reverse_payment($1, 'CHQ UNPAID', 'bounced', $2)`, payment, ago(daysAgo)),
    expected: {
      rest: 0,
      inList: false,
      list: [6000, 6000],
      day: [6000, 6000],
      method: [6000, 6000],
      withoutOrder: [
        [6000, 0],
        [0, 6000],
      ],
      shares: [0, 0, 0],
      exported: [0, 0, 0],
      due: [2000, 2000, 2000],
      words: ['not_paid', 'not_paid', 'not_paid'],
    },
  },
  {
    name: 'a cheque bounces of which one order had a part',
    method: 'cheque',
    steps: async (payment, [a]) => {
      await share(payment, [of(a, 200_000)]);
      await ask(`public.reverse_payment($1, 'CHQ UNPAID', 'bounced', $2)`, payment, ago(daysAgo));
    },
    expected: {
      rest: 0,
      inList: false,
      list: [6000, 6000],
      day: [6000, 6000],
      method: [6000, 6000],
      withoutOrder: [
        [4000, 0],
        [0, 4000],
      ],
      shares: [2000, 0, 0],
      exported: [0, 0, 0],
      due: [2000, 2000, 2000],
      words: ['not_paid', 'not_paid', 'not_paid'],
    },
  },
  {
    name: 'too much was given to one order, and pays another one then',
    steps: async (payment, [a, b]) => {
      await share(payment, [of(a, 600_000)]);
      await share(payment, [of(a, -400_000), of(b, 200_000)]);
    },
    expected: {
      rest: 2000,
      inList: true,
      list: [6000, 0],
      day: [6000, 0],
      method: [6000, 0],
      withoutOrder: [[2000, 0]],
      shares: [2000, 2000, 0],
      exported: [2000, 2000, 0],
      due: [0, 0, 2000],
      words: ['paid', 'paid', 'not_paid'],
    },
  },
];

describe('money that fits no order', () => {
  it.each(cases)(
    '$name: list, day, report, export and orders say one thing',
    async ({ method, steps, expected }) => {
      daysAgo -= 1;
      const orders: [OrderOf, OrderOf, OrderOf] = [await newOrder(), await newOrder(), await newOrder()];
      const payment = await recordAlone(6000, method ? { method } : {});
      await steps(payment, orders);
      // One movement of money, however many orders it pays.
      const payments = expected.list[0] === 0 ? 0 : 1;
      expect(await seen(payment, orders)).toEqual({ ...expected, payments });
    },
  );

  it('given on from one order to another is no payment of the first', async () => {
    const [a, b] = [await newOrder(), await newOrder()];
    const payment = await recordAlone(6000);
    await share(payment, [of(a, 300_000)]);
    const receiptsOf = async ({ order }: OrderOf) =>
      (
        await sql<{ subject: string }[]>`
          select subject from private.messages
          where order_id = ${order.id} and kind = 'order_paid' and channel = 'email'`
      ).length;
    expect([await receiptsOf(a), await receiptsOf(b)]).toEqual([1, 0]);
    await share(payment, [of(a, -100_000), of(b, 200_000)]);
    expect([await receiptsOf(a), await receiptsOf(b)]).toEqual([1, 1]);
    // Its receipt names the whole payment, also what of it no order has.
    const [receipt] = await sql<
      { whole: number }[]
    >`select private.shared_payment(${b.order.id})::integer as whole`;
    expect(receipt?.whole).toBe(600_000);
  });

  it('is one figure on the overview and of any day, until it is given to its orders; an order’s page says its part', async () => {
    const figures = async () => [
      (await ask<OwnerAlerts>('public.owner_alerts()')).withoutOrder,
      (await ask<BankAgainstShop>('public.bank_against_shop_of_day($1)', ago(1))).withoutOrder,
    ];
    const [before] = await figures();
    if (!before) throw new Error('no figure');
    const order = await newOrder();
    const payment = await recordAlone(6000);
    const more = (count: number, cents: number) => {
      const figure = { count: before.count + count, cents: before.cents + cents };
      return [figure, figure];
    };
    expect(await figures()).toEqual(more(1, 600_000));
    await share(payment, [of(order, 150_000)]);
    expect(await figures()).toEqual(more(1, 450_000));
    const { recorded, timeline } = await detailsOf(order);
    expect(recorded).toMatchObject([{ id: payment, amount: 6000, hereCents: 150_000 }]);
    expect(timeline.filter(({ kind }) => kind === 'payment_counted')).toMatchObject([
      { way: 'given', amountCents: 600_000, hereCents: 150_000 },
    ]);
    await giveBack(payment, 450_000);
    expect(await figures()).toEqual([before, before]);
  });

  it('recorded before an order was placed is in its story when it was given to it, and by whom', async () => {
    const payment = await recordAlone(6000);
    const [order, other] = [await newOrder(), await newOrder()];
    await share(payment, [of(order, 250_000)], accounts);
    await share(payment, [of(order, -50_000), of(other, 50_000)]);
    const { timeline } = await detailsOf(order);
    expect(timeline.map(({ kind }) => kind).indexOf('ordered')).toBe(0);
    expect(timeline.filter(({ kind }) => kind === 'payment_counted')).toMatchObject([
      { way: 'given', hereCents: 250_000, by: { id: accounts.userId } },
      { way: 'taken', hereCents: -50_000, by: { id: owner.userId } },
    ]);
  });

  it('given to orders twice by one press is given once; with other orders the key is refused', async () => {
    const [a, b] = [await newOrder(), await newOrder()];
    const payment = await recordAlone(6000);
    const press = randomUUID();
    await share(payment, [of(a, 150_000)], owner, press);
    expect(await share(payment, [of(a, 150_000)], owner, press)).toMatchObject({ restCents: 450_000 });
    expect(await refusalCode(share(payment, [of(b, 150_000)], owner, press))).toBe('key_reused');
    expect(await refusalCode(share(await recordAlone(100), [of(a, 150_000)], owner, press))).toBe(
      'key_reused',
    );
    expect(await bookOf(a)).toEqual([200_000, 0, 150_000, 0, 50_000]);
  });

  it('is not given to a cancelled order, nor by two people together more than there is', async () => {
    const [a, b] = [await newOrder(), await newOrder()];
    const payment = await recordAlone(2000);
    await ask('public.advance_order($1, $2)', a.order.id, 'cancelled');
    expect(await refusalCode(share(payment, [of(a, 100)]))).toBe('share_refused');
    const both = await Promise.all(
      [owner, accounts].map((who) => refusalCode(share(payment, [of(b, 150_000)], who))),
    );
    expect(both.sort()).toEqual(['done', 'invalid_request']);
    expect(await bookOf(b)).toEqual([200_000, 0, 150_000, 0, 50_000]);
    // Two that no number holds together.
    const huge = of(b, 9e18);
    expect(await refusalCode(share(payment, [huge, huge]))).toBe('invalid_request');
  });

  it('is given to orders by who may record payments, and back by who may refund', async () => {
    const a = await newOrder();
    const payment = await recordAlone(2000);
    for (const who of [warehouse, 'anon'] as const)
      expect(await refusalCode(share(payment, [of(a, 100)], who as never))).not.toBe('done');
    expect(
      await refusalCode(
        answerTo(
          sql,
          sales,
          `public.record_refund($1, $2, 1, $3, 'FT', 'Why')`,
          randomUUID(),
          payment,
          ago(0),
        ),
      ),
    ).toBe('forbidden');
    expect(
      await refusalCode(
        answerTo(sql, owner, `public.record_refund($1, $2, 1, $3, 'FT', ' ')`, randomUUID(), payment, ago(0)),
      ),
    ).toBe('invalid_request');
  });

  it('asks about the reference of an order’s refund', async () => {
    const paid = await paidOrder();
    const refund = (transactionId: string, isSure = false) =>
      refusalCode(
        ask(
          `public.record_refund($1, $2, 100, $3, 'FT-SAME-1', 'Why', $4)`,
          randomUUID(),
          transactionId,
          ago(0),
          isSure,
        ),
      );
    const payment = await recordAlone(2000, { day: ago(0) });
    expect(await refund(paid.payment)).toBe('done');
    expect(await refund(payment)).toBe('refund_reference_used');
    expect(await refund(payment, true)).toBe('done');
  });
});

describe('what was paid too much for an order', () => {
  it('pays another order, and no more than that', async () => {
    const [paid, other] = [await paidOrder(), await newOrder()];
    const payment = await record(paid, 2500);
    expect(await openTasks(paid)).toEqual([['overpaid', 250_000]]);
    const move = (from: OrderOf, cents: number, to: Share[]) =>
      refusalCode(share(payment, [of(from, -cents), ...to]));
    expect(await move(paid, 250_001, [of(other, 200_000)])).toBe('share_refused');
    // It came for an order: what no other gets stays there.
    expect(await move(paid, 200_000, [of(other, 150_000)])).toBe('invalid_request');
    expect(await move(other, 100, [of(paid, 100)])).toBe('share_refused');
    expect(await move(paid, 200_000, [of(other, 200_000)])).toBe('done');
    expect([await stateOf(paid), await stateOf(other)]).toEqual([
      ['paid', 'paid', 0, 50_000],
      ['paid', 'paid', 0, 0],
    ]);
    expect(await openTasks(paid)).toEqual([['overpaid', 50_000]]);
    expect((await rowOf(payment))?.shares.map(({ cents }) => cents).sort()).toEqual([200_000, 50_000]);
  });
});

describe('a line of a statement that fits nothing', () => {
  const close = (id: string, who = owner) =>
    answerTo<ClosedStatementLine>(
      sql,
      who,
      `public.close_statement_line($1, 'A payment without an order', p_records => true)`,
      id,
    );
  const openLine = async (line: Parameters<typeof importLines>[0][number]) => {
    await importLines([line]);
    const { openLines } = await ask<StatementsOverview>('public.statements_overview()');
    return openLines.rows.find(({ reference }) => reference === line.reference)?.id ?? '';
  };

  it('is open of today until it is answered', async () => {
    const open = async () =>
      (await ask<BankAgainstShop>('public.bank_against_shop_of_day($1)', ago(0))).openLines;
    const before = await open();
    const id = await openLine({ reference: 'EFT NAKURU', bankIndex: null, amountCents: 98_700 });
    expect(await open()).toBe(before + 1);
    await close(id);
    expect(await open()).toBe(before);
  });

  it.each([
    ['MPESA UWR7XK2P1Q 254712000111 WANJIKU K', null, 'mpesa', 'UWR7XK2P1Q'],
    ['CHQ 000871 KILIFI COUNTY', 'BX-1', 'cheque', 'BX-1'],
    ['FT26324QWERT RTGS KISUMU WATER', null, 'transfer', 'FT26324QWERT'],
    ['EFT, Kilifi County (works)', 'ft26311/ab', 'transfer', 'FT26311/AB'],
  ])('becomes a payment by one press: %s', async (reference, bankIndex, method, code) => {
    const id = await openLine({ reference, bankIndex, amountCents: 123_450 });
    const { transactionId } = await close(id);
    // Pressed twice it is one.
    expect((await close(id)).transactionId).toBe(transactionId);
    const row = await rowOf(transactionId ?? '');
    expect(row).toMatchObject({
      orderId: null,
      paymentMethod: method,
      reference: code,
      amount: 1235,
      bankAmountCents: 123_450,
      restCents: 123_450,
      note: reference,
      settledOn: ago(0),
      status: 'completed',
    });
    // A wrong press: the line waits again.
    await reverse(transactionId ?? '', 'mistake');
    expect((await close(id)).transactionId).not.toBe(transactionId);
  });

  it('that went out of no order is a fee, or not the shop’s, as the owner says: no money of buyers went back', async () => {
    const day = ago(0);
    const figures = async () => {
      const { statements } = await ask<SalesReport>('public.sales_report($1, $1)', day);
      return [statements.feeCents, statements.returnedCents];
    };
    const change = async (work: () => Promise<unknown>) => {
      const before = await figures();
      await work();
      return (await figures()).map((cents, i) => cents - (before[i] ?? 0));
    };
    const mark = randomUUID().slice(0, 8);
    const id = randomUUID();
    const { order } = await newOrder();
    const forOrder = `EFT IC ${order.id.slice(-8)}`;
    const lines = [
      { reference: `LEDGER FEE ${mark}`, amountCents: -12_000 },
      { reference: `OWN ACCOUNT ${mark}`, amountCents: -500_000 },
      { reference: `NOBODY ${mark}`, amountCents: -3_000 },
      { reference: forOrder, amountCents: 200_000 },
    ];
    const { questions } = await previewOf(lines);
    expect(questions.map(({ orderToPay }) => orderToPay)).toEqual([null, null, null, order.id]);
    // What nobody has answered yet is not known to have gone back.
    expect(await change(() => importLines(lines, id))).toEqual([0, 0]);
    const now = () => ask<StatementLineNow[]>('public.lines_of_statement($1)', id);
    const [fee, own, other, payment] = (await now()).map((line) => line.id);
    const answer = (line = '', reason = 'As I know', verdict: string | null = null, records = false) =>
      ask<ClosedStatementLine>(
        'public.close_statement_line($1, $2, null, $3, $4)',
        line,
        reason,
        records,
        verdict,
      );
    expect(await change(() => answer(fee, 'A fee', 'fee'))).toEqual([12_000, 0]);
    expect(await change(() => answer(own, 'My own', 'not_ours'))).toEqual([0, 0]);
    // The first answer stands.
    expect((await answer(own, 'Another', 'fee')).closingReason).toBe('My own');
    expect(await refusalCode(answer(payment, 'x', 'fee'))).toBe('transition_refused');
    expect(await refusalCode(answer(other, 'x', 'settled'))).toBe('transition_refused');
    expect(await change(() => answer(other, 'A buyer of the old shop'))).toEqual([0, 3_000]);
    const { transactionId } = await answer(payment, 'A payment', null, true);
    await share(transactionId ?? '', [of({ order }, 200_000)]);
    expect(
      (await now()).map(({ verdict, transactionId: became, closingReason }) => [
        verdict,
        became,
        closingReason,
      ]),
    ).toEqual([
      ['fee', null, 'A fee'],
      ['not_ours', null, 'My own'],
      ['returned', null, 'A buyer of the old shop'],
      ['unknown', transactionId, 'A payment'],
    ]);
    const settled = async () =>
      (await ask<StatementsOverview>('public.statements_overview()')).statements.find((one) => one.id === id)
        ?.settled;
    expect(await settled()).toBe(1);
    await reverse(transactionId ?? '', 'mistake');
    expect(await settled()).toBe(0);
    await expect(answerTo(sql, warehouse, 'public.lines_of_statement($1)', id)).rejects.toMatchObject({
      code: 'PT403',
    });
  });

  it('with the number of an order and exactly its due is proposed for it, before and after it is recorded', async () => {
    const { order } = await newOrder();
    const reference = `EFT Kilifi IC ${order.id.slice(-8)} works`;
    const proposed = async (id: string) => {
      const { openLines } = await ask<StatementsOverview>('public.statements_overview()');
      return openLines.rows.find((line) => line.id === id)?.orderToPay;
    };
    expect(
      await proposed(await openLine({ reference: `${reference}, a part`, amountCents: 199_900 })),
    ).toBeNull();
    const id = await openLine({ reference, amountCents: 200_000 });
    expect(await proposed(id)).toBe(order.id);
    // As the account of a paybill: without IC, with blanks, and with letters for figures.
    const number = order.id.slice(-8).toUpperCase();
    for (const typed of [
      number,
      `IC${number}`,
      `${number.slice(0, 4)} ${number.slice(4)}`,
      number.replaceAll('0', 'O'),
    ])
      expect(await proposed(await openLine({ reference: `RTGS ${typed} works`, amountCents: 200_000 }))).toBe(
        order.id,
      );
    const { transactionId } = await close(id);
    const [first] = await ask<OrderToPay[]>('public.orders_to_pay($1)', transactionId);
    expect(first?.orderId).toBe(order.id);
  });

  it('of words alone is told from others with the same words', async () => {
    const lines = [
      { reference: 'CASH DEPOSIT', amountCents: 70_000 },
      { reference: 'CASH  DEPOSIT', amountCents: 80_000 },
    ];
    const codes = [];
    for (const line of lines)
      codes.push((await rowOf((await close(await openLine(line))).transactionId ?? ''))?.reference);
    expect(codes).toEqual([
      expect.stringMatching(/^CASH DEPOSIT \w{8}$/),
      expect.stringMatching(/^CASH DEPOSIT \w{8}$/),
    ]);
  });

  it('with a code that is recorded, of money that went out, or of an order is no such payment', async () => {
    await importLines([{ reference: 'PAYBILL QGR7XK2P1Q', amountCents: 5000 }]);
    await ask(
      `public.record_payment($1, null, 'mpesa', 'QGR7XK2P1Q', 60, $2, '[]'::jsonb)`,
      randomUUID(),
      ago(0),
    );
    expect(
      await refusalCode(close(await openLine({ reference: 'PAYBILL QGR7XK2P1Q', amountCents: 5000 }))),
    ).toBe('payment_recorded');
    const gone = await openLine({ reference: `OUT ${randomUUID()}`, amountCents: -5000 });
    expect(await refusalCode(close(gone))).toBe('transition_refused');
    const { transaction } = await newOrder();
    const known = await openLine({ reference: `${transaction.reference} visa`, amountCents: 5000 });
    expect(await refusalCode(close(known))).toBe('transition_refused');
    expect(await refusalCode(close(gone, sales))).toBe('forbidden');
  });
});

describe('whose it is', () => {
  const found = (payment: string, text: string | null = null) =>
    ask<OrderToPay[]>('public.orders_to_pay($1, $2)', payment, text);

  it('is found by its sum, phone, name and code, and by the orders that have some of it', async () => {
    const [a, b] = [await newOrder(), await newOrder()];
    const amount = 1_000_000 + Math.floor(Math.random() * 1_000_000);
    const note = `254 7${amount} X Jane Wanjiku ${amount}`;
    const payment = await recordAlone(amount, { note: note.replace('254 7', '25471') });
    const reference = (await rowOf(payment))?.reference ?? '';
    for (const typed of [
      amount.toLocaleString('en-US'),
      `KES ${amount.toLocaleString('en-US')}`,
      String(amount),
      `wanjiku ${amount}`,
      reference,
    ]) {
      expect([typed, await idsOf({ text: typed })]).toEqual([typed, [payment]]);
      const { payments } = await ask<DashboardFindings>('public.search_dashboard($1)', typed);
      expect([typed, payments.map(({ id }) => id)]).toEqual([typed, [payment]]);
    }
    await share(payment, [of(a, 100_000), of(b, 100_000)]);
    expect(await idsOf({ text: a.order.id.slice(-8) })).toContain(payment);
    expect(await idsOf({ orderId: b.order.id })).toContain(payment);
    const { orders } = await ask<DashboardFindings>('public.search_dashboard($1)', reference);
    expect(orders.map(({ id }) => id).sort()).toEqual([a.order.id, b.order.id].sort());
  });

  it('phones are found however they are typed', async () => {
    const digits = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
    const payment = await recordAlone(500, { note: `MPESA 2547${digits} KAMAU` });
    for (const typed of [`07${digits}`, `+254 7${digits.slice(0, 2)} ${digits.slice(2)}`, `2547${digits}`])
      expect([typed, await idsOf({ text: typed })]).toEqual([typed, [payment]]);
  });

  it('is proposed by what is due, and by whom the note names; a cancelled or paid order never', async () => {
    const placed = await newOrder();
    const [{ phone, name } = { phone: '', name: '' }] = await sql<{ phone: string; name: string }[]>`
      select customer_phone as phone, customer_name as name from public.orders where id = ${placed.order.id}`;
    const ofSum = await recordAlone(2000);
    const fitting = await found(ofSum);
    expect(fitting).toContainEqual(expect.objectContaining({ orderId: placed.order.id }));
    expect(new Set(fitting.map(({ payment }) => dueCentsOf(payment)))).toEqual(new Set([200_000]));
    for (const note of [
      `MPESA 254${phone.slice(-9)}`,
      `from ${name.toUpperCase()} with thanks`,
      `IC-${placed.order.id.slice(-8)}`,
    ])
      expect([note, (await found(await recordAlone(777, { note }))).length > 0]).toEqual([note, true]);
    const byNumber = await recordAlone(777, { note: `for ${placed.order.id.slice(-8).toUpperCase()}` });
    expect(await found(byNumber)).toMatchObject([
      {
        orderId: placed.order.id,
        customerName: name,
        company: null,
        word: 'not_paid',
        payment: { dueAmount: 2000, unsentCents: 0 },
      },
    ]);
    // A part is paid: the rest is what is proposed.
    await record(placed, 1300);
    expect(await found(await recordAlone(700))).toContainEqual(
      expect.objectContaining({
        orderId: placed.order.id,
        payment: expect.objectContaining({ dueAmount: 700 }),
      }),
    );
    expect(await found(byNumber, placed.order.id.slice(-8))).toHaveLength(1);
    await record(placed, 700);
    expect(await found(byNumber)).toEqual([]);
    expect(await refusalCode(answerTo(sql, warehouse, 'public.orders_to_pay($1)', byNumber))).toBe(
      'forbidden',
    );
  });

  it('is offered on the order by the same rule, until the order or the payment is used up', async () => {
    const placed = await newOrder();
    const offered = async () => (await detailsOf(placed)).fitting.map(({ id }) => id);
    const note = `EFT IC-${placed.order.id.slice(-8)}`;
    const named = await recordAlone(777, { note });
    const both = await recordAlone(2000, { note });
    const ofSum = await recordAlone(2000);
    const other = await recordAlone(777);
    expect((await offered()).slice(0, 2)).toEqual([both, expect.anything()]);
    expect(await offered()).toEqual(expect.arrayContaining([named, ofSum]));
    expect(await offered()).not.toContain(other);
    expect((await detailsOf(placed)).fitting.find(({ id }) => id === named)).toEqual({
      id: named,
      method: 'transfer',
      reference: expect.any(String),
      note,
      day: ago(daysAgo),
      cents: 77_700,
      leftCents: 77_700,
    });
    expect(
      await answerTo<{ fitting: unknown }>(sql, warehouse, 'public.order_details($1)', placed.order.id),
    ).toMatchObject({ fitting: [] });
    // Of more than is due the due is taken.
    await share(named, [of(placed, 77_700)]);
    expect((await detailsOf(placed)).fitting.find(({ id }) => id === both)).toMatchObject({
      cents: 122_300,
      leftCents: 200_000,
    });
    expect(await offered()).not.toContain(named);
    await share(both, [of(placed, 122_300)]);
    expect(await offered()).toEqual([]);
  });

  it('is proposed for the open orders of the KRA PIN that was typed as account, in any case', async () => {
    const pin = `P${String(Math.random()).slice(2, 11)}K`;
    const placed = await newOrder();
    await sql`update public.orders set company_name = 'Kilifi Works', company_pin = ${pin}
      where id = ${placed.order.id}`;
    const payment = await recordAlone(777, { note: `Paybill, ${pin.toLowerCase()}` });
    expect(await found(payment)).toMatchObject([
      { orderId: placed.order.id, company: { name: 'Kilifi Works', pin } },
    ]);
    await record(placed, 2000);
    expect(await found(payment)).toEqual([]);
  });

  it('a search for it lists the orders that owe something first, also behind ten newer ones', async () => {
    const name = `Q${String(Math.random()).slice(2, 11)}`;
    const named = async () => {
      const placed = await newOrder();
      await sql`update public.orders set customer_name = ${name} where id = ${placed.order.id}`;
      return placed;
    };
    const open = await named();
    for (let made = 0; made < 10; made++) await record(await named(), 2000);
    const hits = await found(await recordAlone(777), name);
    expect(hits).toHaveLength(10);
    expect(hits.map(({ orderId }) => orderId).indexOf(open.order.id)).toBe(0);
  });

  it('is proposed for ten orders at most', async () => {
    const amount = 1_000_000 + Math.floor(Math.random() * 1_000_000);
    for (let made = 0; made < 11; made++) {
      const { order } = await newOrder();
      await sql`update public.orders set customer_name = ${`Q${amount}`} where id = ${order.id}`;
    }
    expect(await found(await recordAlone(777, { note: `Q${amount}` }))).toHaveLength(10);
  });

  it('is proposed for the order of a buyer at the counter, who gave no phone', async () => {
    const { order } = await newOrder();
    await sql`update public.orders set customer_phone = null, agreed_until = now() + interval '1 day',
      placed_by = (select id from public.users limit 1) where id = ${order.id}`;
    expect((await found(await recordAlone(2000))).map(({ orderId }) => orderId)).toContain(order.id);
  });
});
