import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { StatementsOverview } from '../../functions/_shared/contract/bank-statements.ts';
import { approved, as, newPerson, newProduct, place, type Placed, bankDecides, shop } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalCode } from '../sql-refusals.ts';
import { type Line, statementScene, today } from './statement-scene.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');

const { importLines, paid, preview, settledOn } = statementScene(sql, owner);
const verdictsOf = async (lines: Line[]) => Object.keys((await preview(lines)).counts);
const broken = () => sql`select * from private.invariants`;

describe('a statement of the bank', () => {
  // Whoever ran before left payments with references of their own; two of the same would be two candidates.
  beforeEach(
    () => sql`update public.transactions set created_at = created_at - interval '60 days',
    decided_at = decided_at - interval '60 days' where status <> 'pending' and decided_at > now() - interval '1 day'`,
  );

  it.each(['1926', '2126'])('refuses a line of %s, which was read wrongly', async (year) => {
    const line = { bankIndex: randomUUID(), amountCents: 200_000, day: `${year}-01-05` };
    expect(await refusalCode(importLines([line]))).toBe('statement_day_wrong');
    expect(await refusalCode(preview([line]))).toBe('statement_day_wrong');
  });

  it('settles a payment by the bank’s index, whatever else the line says', async () => {
    const payment = await paid();
    expect(await settledOn(payment)).toBeNull();
    expect(
      await importLines([{ bankIndex: payment.index, amountCents: 200_000, day: '2026-01-05' }]),
    ).toMatchObject({
      lines: 1,
      settled: 1,
      known: 0,
    });
    expect(await settledOn(payment)).toBe('2026-01-05');
    expect(await broken()).toEqual([]);
  });

  it('settles by reference, amount and day where it has no index; the reference may stand in a text', async () => {
    const payment = await paid();
    const text = `card sale ${payment.transaction.reference.toLowerCase()} visa`;
    expect(await importLines([{ reference: text, amountCents: 200_000 }])).toMatchObject({ settled: 1 });
    expect(await settledOn(payment)).toBe(today);
  });

  it.each([
    ['another amount', (p: Placed): Line => ({ reference: p.transaction.reference, amountCents: 199_900 })],
    ['another reference', (): Line => ({ reference: 'DON-', amountCents: 200_000 })],
    [
      'a longer reference',
      (p: Placed): Line => ({ reference: `${p.transaction.reference}0000000`, amountCents: 200_000 }),
    ],
    [
      'a day before it was opened',
      (p: Placed): Line => ({ reference: p.transaction.reference, amountCents: 200_000, day: '2026-01-05' }),
    ],
    ['no reference and no index', (): Line => ({ amountCents: 200_000 })],
  ])('with %s settles nothing and asks the owner', async (name, lineOf) => {
    const payment = await paid();
    const line = lineOf(payment);
    expect(await verdictsOf([line])).toEqual([name === 'another amount' ? 'wrong_amount' : 'unknown']);
    expect(await importLines([line])).toMatchObject({ settled: 0, lines: 1 });
    expect(await settledOn(payment)).toBeNull();
  });

  it.each(['DON', 'DON ', 'don–', 'Don_', '254712DON:', 'x DON '])(
    'reads %j with the number of a payment as its reference',
    async (written) => {
      const payment = await paid();
      const reference = payment.transaction.reference.replace('DON-', written);
      expect(await verdictsOf([{ reference, amountCents: 200_000 }])).toEqual(['settled']);
    },
  );

  it('is of no payment where only the end of a word is DON', async () => {
    const payment = await paid();
    const reference = payment.transaction.reference.replace('DON-', 'LONDON ');
    expect(await verdictsOf([{ reference, amountCents: 200_000 }])).toEqual(['unknown']);
  });

  it('asks about an equal payment of the same day in a later file, and names the rows that it knows', async () => {
    const payment = await paid();
    const line = {
      reference: payment.transaction.reference,
      amountCents: 200_000,
      row: `${randomUUID()} 08:15`,
    };
    const second = { ...line, row: `${randomUUID()} 17:40` };
    expect(await importLines([line])).toMatchObject({ settled: 1 });
    const later = [second, line];
    const counts = { repeated: { lines: 1, cents: 200_000 } };
    expect(await preview(later)).toMatchObject({ known: 1, knownLines: [3], counts });
    expect(await importLines(later)).toMatchObject({ lines: 2, known: 1, settled: 0 });
    expect(await preview(later)).toMatchObject({ known: 2, knownLines: [2, 3], counts: {} });
    expect(await broken()).toEqual([]);
  });

  it('never settles one of two payments that fit', async () => {
    const [first, second] = [await paid(), await paid()];
    await sql`update public.transactions set reference = ${first.transaction.reference} where id = ${second.rowId}`;
    const line = { reference: first.transaction.reference, amountCents: 200_000 };
    expect(await verdictsOf([line])).toEqual(['several']);
    await importLines([line]);
    expect([await settledOn(first), await settledOn(second)]).toEqual([null, null]);
  });

  it('that was imported before, in whole or in part, changes nothing twice', async () => {
    const payments = [await paid(), await paid(3000), await paid(4000)];
    const lines = payments.map(({ index, transaction }) => ({
      bankIndex: index,
      amountCents: transaction.amount * 100,
    }));
    const fee = { amountCents: 0, feeCents: 5000, reference: 'Monthly fee' };
    expect(await importLines([...lines.slice(0, 2), fee, fee])).toMatchObject({ settled: 2, known: 0 });
    expect(await importLines([...lines.slice(0, 2), fee, fee])).toMatchObject({ settled: 0, known: 4 });
    expect(await importLines([...lines.slice(1), fee])).toMatchObject({ lines: 3, settled: 1, known: 2 });
    const [sum] =
      await sql`select count(*)::int as lines from public.statement_lines where reference = 'Monthly fee'`;
    expect(sum).toEqual({ lines: 2 });
    expect(await broken()).toEqual([]);
  });

  it('with equal lines has each of them, once, and 1,000 lines at most', async () => {
    const { index } = await paid();
    const fee = { amountCents: 0, feeCents: 5000, reference: `Fee ${randomUUID()}` };
    const lines = [fee, fee, { bankIndex: index, amountCents: 200_000 }, fee];
    const counts = { fee: { lines: 3, cents: 0 }, settled: { lines: 1, cents: 200_000 } };
    expect(await preview(lines)).toMatchObject({ lines: 4, known: 0, counts });
    expect(await importLines(lines)).toMatchObject({ lines: 4, known: 0, settled: 1 });
    expect(await preview(lines)).toMatchObject({ lines: 4, known: 4, counts: {} });
    expect(await preview(Array<Line>(1000).fill(fee))).toMatchObject({ lines: 1000 });
    for (const send of [preview, importLines])
      expect(await refusalCode(send(Array<Line>(1001).fill(fee)))).toBe('invalid_request');
    expect(await broken()).toEqual([]);
  });

  it('that was imported before under other columns changes nothing twice', async () => {
    const payment = await paid();
    const row = `05/01/2026\t${payment.index}\t${payment.transaction.reference}\t2,000.00\t45.00`;
    const total = `06/01/2026\tfee ${payment.index}\t\t0\t10.00`;
    const first = [
      { row, bankIndex: payment.index, amountCents: 200_000 },
      { row: total, reference: 'fee', amountCents: 0, feeCents: 1000 },
      { row: total, reference: 'fee', amountCents: 0, feeCents: 1000 },
    ];
    expect(await importLines(first)).toMatchObject({ settled: 1, known: 0 });
    // The day, the reference and the fee are read from other columns now, and the first row is no heading any more.
    const second = first.map((line) => ({
      ...line,
      bankIndex: null,
      reference: row,
      day: '2026-01-05',
      feeCents: 7,
    }));
    expect(await preview(second)).toMatchObject({ lines: 3, known: 3, feeCents: 0, questions: [] });
    expect(await importLines(second)).toMatchObject({ lines: 3, known: 3, settled: 0 });
    expect(await broken()).toEqual([]);
  });

  it('keeps each of several refunds of one payment, and the same refund in two files once', async () => {
    const { index } = await paid();
    const refund = (day: string, amountCents: number): Line => ({ bankIndex: index, day, amountCents });
    const returned = async () => {
      const [row] = await sql`select count(*)::integer as lines, sum(amount_cents)::integer as cents
        from public.statement_lines where bank_index = ${index} and verdict = 'returned' and transaction_id is null`;
      return row;
    };
    await importLines([
      refund('2026-01-05', -50_000),
      refund('2026-01-05', -50_000),
      refund('2026-01-05', -10_000),
    ]);
    expect(await importLines([refund('2026-01-05', -10_000), refund('2026-01-06', -50_000)])).toMatchObject({
      known: 1,
    });
    expect(await returned()).toEqual({ lines: 4, cents: -160_000 });
  });

  it('sent twice under one key is one import; another file under that key is refused', async () => {
    const payment = await paid();
    const id = randomUUID();
    const line = { bankIndex: payment.index, amountCents: 200_000 };
    expect(await importLines([line], id)).toMatchObject({ settled: 1 });
    expect(await importLines([line], id)).toMatchObject({ settled: 1 });
    expect(await refusalCode(importLines([{ ...line, amountCents: 1 }], id))).toBe('key_reused');
  });

  it('imported by two people at once settles each payment once', async () => {
    const payments = await Promise.all([paid(), paid(), paid()]);
    const lines = payments.map(({ index }) => ({ bankIndex: index, amountCents: 200_000 }));
    const both = await Promise.all([importLines(lines), importLines([...lines].reverse())]);
    expect(both.map(({ settled }) => settled).sort()).toEqual([0, 3]);
    expect(await broken()).toEqual([]);
  });

  it('which names a payment twice settles it once', async () => {
    const payment = await paid();
    const lines = [
      { bankIndex: payment.index, amountCents: 200_000 },
      { reference: payment.transaction.reference, amountCents: 200_000 },
    ];
    const { counts } = await preview(lines);
    expect(counts).toMatchObject({ settled: { lines: 1 } });
    await importLines(lines);
    expect(
      await importLines([
        { bankIndex: payment.index, amountCents: 200_000, day: '2026-02-02' },
        { ...lines[0], amountCents: 200_000 },
      ]),
    ).toMatchObject({ settled: 0 });
    expect(await broken()).toEqual([]);
  });

  it('may list what is left after the fee', async () => {
    const payment = await paid();
    expect(
      await importLines([{ bankIndex: payment.index, amountCents: 195_000, feeCents: 5000 }]),
    ).toMatchObject({
      settled: 1,
    });
  });

  it('tells apart another sum than the bank approved, a second charge, which it settles, money taken back and fees', async () => {
    const [short, twice] = [await paid(), await paid()];
    const second = `TX-${randomUUID().toUpperCase()}`;
    await bankDecides(sql, twice.transaction.trace, approved(twice, { transactionIndex: second }));
    const lines = [
      { bankIndex: short.index, amountCents: 150_000 },
      { bankIndex: second, amountCents: 200_000 },
      { bankIndex: twice.index, amountCents: -200_000 },
      { amountCents: 0, feeCents: 700 },
    ];
    expect((await verdictsOf(lines)).sort()).toEqual(['fee', 'returned', 'settled', 'wrong_amount']);
    expect((await preview(lines)).feeCents).toBe(700);
    await importLines(lines);
    expect([await settledOn(short), await settledOn(twice)]).toEqual([null, null]);
    const [charge] =
      await sql`select settled_on::text as day from public.transactions where transaction_id = ${second}`;
    expect(charge).toEqual({ day: today });
  });

  it.each([
    [
      'charged twice, each of which is settled by its own line',
      { amountCents: '150000' },
      (second: string, index: string) => [
        { bankIndex: second, amountCents: 200_000 },
        { bankIndex: index, amountCents: 150_000 },
      ],
      2,
    ],
    [
      'first answered about with money of another, and then charged, is settled as the charge that came',
      { trace: '0'.repeat(64) },
      (_: string, index: string) => [{ bankIndex: index, amountCents: 200_000 }],
      1,
    ],
  ])('a payment in question that was %s', async (_, over, linesOf, settled) => {
    const payment = await paid(2000, over);
    const second = `TX-${randomUUID().toUpperCase()}`;
    await bankDecides(sql, payment.transaction.trace, approved(payment, { transactionIndex: second }));
    if ('trace' in over)
      await bankDecides(
        sql,
        payment.transaction.trace,
        approved(payment, { transactionIndex: payment.index }),
      );
    const { counts } = await preview(linesOf(second, payment.index));
    expect(Object.entries(counts).map(([verdict, { lines }]) => [verdict, lines])).toEqual([
      ['settled', settled],
    ]);
  });

  it('is not for customers, nor for a preview', async () => {
    const ada = await newPerson(sql, 'Ada');
    expect(await refusalCode(importLines([], randomUUID(), ada))).toBe('forbidden');
    const payment = await paid();
    await preview([{ bankIndex: payment.index, amountCents: 200_000 }]);
    expect(await settledOn(payment)).toBeNull();
  });
});

describe('a line about money that the shop does not know', () => {
  const alerts = async () => {
    const [row] = await as(
      sql,
      owner,
      (t) => t<{ alerts: OwnerAlerts }[]>`select public.owner_alerts() as alerts`,
    );
    return row?.alerts.openLines ?? { count: -1, oldest: null };
  };
  const lineOf = async (reference: string) => {
    const [row] = await as(
      sql,
      owner,
      (t) => t<{ overview: StatementsOverview }[]>`select public.statements_overview() as overview`,
    );
    return row?.overview.openLines.rows.find((line) => line.reference === reference);
  };
  const match = async () => {
    const [row] = await as(
      sql,
      shop,
      (t) => t<{ lines: number }[]>`select public.match_open_lines() as lines`,
    );
    return row?.lines;
  };
  const isDue = async ({ transaction: { trace } }: Placed) => {
    const [row] = await sql<{ due: boolean }[]>`
      select next_ask_at <= now() as due from public.transactions where trace = ${trace}`;
    return row?.due;
  };
  const unpaid = async () => {
    const product = await newProduct(sql, { price: 2000 });
    return place(sql, [{ productId: product.id, quantity: 1, price: 2000 }]);
  };
  const refuse = ({ transaction: { trace } }: Placed) => bankDecides(sql, trace, { status: '4', trace });

  it.each([
    ['undecided', async () => unpaid(), 'paid'],
    [
      'refused',
      async () => {
        const placed = await unpaid();
        await refuse(placed);
        return placed;
      },
      'failed',
    ],
  ] as const)(
    'and holds for %s queries the bank with the next run, and then is settled by itself',
    async (_, newOrder, status) => {
      const placed = await newOrder();
      const { reference, trace } = placed.transaction;
      const before = await alerts();
      await importLines([{ reference: `CARD ${reference}`, amountCents: 200_000 }]);
      expect(await isDue(placed)).toBe(true);
      expect(await lineOf(`CARD ${reference}`)).toMatchObject({
        verdict: 'unknown',
        orderId: placed.order.id,
      });
      expect((await alerts()).count).toBe(before.count + 1);
      expect((await alerts()).oldest).not.toBeNull();

      await bankDecides(sql, trace, approved(placed), 'reconcile');
      await match();
      expect(await lineOf(`CARD ${reference}`)).toBeUndefined();
      expect((await alerts()).count).toBe(before.count);
      const [row] = await sql`select o.status, t.settled_on::text as day from public.transactions t
        join public.orders o on o.id = t.order_id where t.trace = ${trace}`;
      expect(row).toEqual({ status, day: today });
      expect(await broken()).toEqual([]);
      expect(await match()).toBe(0);
    },
  );

  it('and that names nothing waits for the owner without an order, whatever the bank says of others', async () => {
    const reference = `Nobody ${randomUUID()}`;
    const placed = await unpaid();
    await importLines([{ reference, amountCents: 200_000 }]);
    expect(await isDue(placed)).toBe(false);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    await match();
    expect(await lineOf(reference)).toMatchObject({ orderId: null });
  });

  it('is left alone once the owner has answered it, and of two lines of one payment one is settled', async () => {
    const placed = await unpaid();
    const { reference, trace } = placed.transaction;
    const texts = ['a', 'b', 'c'].map((one) => `${one} ${reference}`);
    await importLines(texts.map((text) => ({ reference: text, amountCents: 200_000 })));
    const first = await lineOf(texts[0] ?? '');
    await as(
      sql,
      owner,
      (t) => t`select public.close_statement_line(${first?.id ?? ''}, 'It is another shop’s')`,
    );
    await bankDecides(sql, trace, approved(placed), 'reconcile');
    expect(await match()).toBe(1);
    const lines = await sql<{ text: string; isSettled: boolean }[]>`
      select reference as text, transaction_id is not null as "isSettled" from public.statement_lines
      where reference = any(${texts}) order by reference`;
    expect(lines.map(({ isSettled }) => isSettled)).toEqual([false, true, false]);
    expect(await broken()).toEqual([]);
  });
});
