import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminOrder, PageOfRows, Transaction } from '../../functions/_shared/contract/admin.ts';
import type { CustomerDetails, DashboardFindings } from '../../functions/_shared/contract/admin-customers.ts';
import type { TransactionRow } from '../../functions/_shared/contract/admin-transactions.ts';
import type { DebtorPage, Statement } from '../../functions/_shared/contract/debts.ts';
import type { OpenOrder } from '../../functions/_shared/contract/orders.ts';
import type { Paper } from '../../functions/_shared/contract/papers.ts';
import type { SalesReport, SoldPayments } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { newProduct, newSession, place, shop } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { ago, bookScene, type OrderOf } from './book-scene.ts';
import { today } from './refund-scene.ts';

// Computed by hand, in cents. VAT is withheld of what bears VAT, income tax of all, both of the price before VAT.
//
// | invoiced                                        | before VAT                      | VAT, 2 %          | tax, 5 %              |
// | ----------------------------------------------- | ------------------------------- | ----------------- | --------------------- |
// | 2 x 58,000.00 at 16 %                           | 100,000.00                      | 2,000.00          | 5,000.00              |
// | 47,350.00 at 16 % and 20,000.00 zero-rated      | 40,818.97 and 20,000.00         | 816.3794: 816.38  | 3,040.9485: 3,040.95  |
// | 116,000.00, of which 11,600.00 is credited      | 100,000.00 - 10,000.00          | 1,800.00          | 4,500.00              |
// | 1,003.00 and 1,018.00, both at 16 %             | 864.66 and 877.59: 1,742.25     | 34.845: 34.85     | 87.1125: 87.11        |
//
// The county of the first line pays 114,000.00 and hands in a certificate of 2,000.00: 116,000.00, so nothing is due.

const sql = openTestDatabase();
const scene = bookScene(sql);
const { owner, newOrder, record, send, reduce, reverse, bookOf, stateOf, detailsOf, refund, openTasks } =
  scene;
/** Of which other tests record nothing. */
const day = ago(331);
const buyer = testPerson(sql, 'Buyer');
const clerk = testPerson(sql, 'Clerk', 'sales');
const shipsUnpaid = (may: boolean) => sql`update private.settings set ships_unpaid = ${may}`;
beforeAll(() => shipsUnpaid(true));
afterAll(() => shipsUnpaid(false));

let pins = 0;
/** Two pieces for KES 116,000 that left on account, to an organisation that ordered nothing else. */
async function onAccount() {
  const placed = await newOrder({ price: 58_000 });
  await sql`update public.orders set company_name = 'Kisumu Water', company_pin = ${`W${String((pins += 1)).padStart(9, '0')}Z`}
    where id = ${placed.order.id}`;
  await send(placed, placed.product.id, 2, 'On account');
  return placed;
}
/** One piece at each price, the last of a class of VAT; all left, so all is invoiced. */
async function sentOf(prices: number[], vatClass = 'standard') {
  const products = [];
  for (const price of prices) products.push(await newProduct(sql, { price, stock: 5 }));
  await answerTo(sql, owner, `public.set_product_vat($1, $2, 'A test')`, products.at(-1)?.id, vatClass);
  const lines = products.map(({ id }, n) => ({ productId: id, quantity: 1, price: prices[n] ?? 0 }));
  const placed = await place(sql, lines, { sid: await newSession(sql) });
  for (const { id } of products) await send(placed, id, 1, 'On account');
  return placed;
}
const certificateOf = (id: string) => `KRAWHT${id.slice(-12).toUpperCase()}`;
const recordWithheld = (
  { order }: OrderOf,
  amount: number,
  { id = randomUUID(), method = 'withheld_vat', certificate = certificateOf(id), who = owner, on = day } = {},
) =>
  answerTo<AdminOrder>(
    sql,
    who,
    'public.record_payment($1, $2, $3, $4, $5, $6)',
    id,
    order.id,
    method,
    certificate,
    amount,
    on,
  );
const note = ({ order }: OrderOf, cents: number, { method = 'withheld_vat', who = owner } = {}) =>
  answerTo<AdminOrder>(sql, who, 'public.note_withheld($1, $2, $3)', order.id, method, cents);
const restOf = async (placed: OrderOf) => (await detailsOf(placed)).rest;
const moneyNow = async () => {
  const ask = <T>(expression: string) => answerTo<T>(sql, owner, expression, day, day);
  const { sold, methods, withheldCents, writtenOffCents, creditedCents } = await ask<SalesReport>(
    'public.sales_report($1, $2)',
  );
  const { sums } = await ask<SoldPayments>('public.list_sold_payments($1, $2)');
  const figures = { withheld: withheldCents, written_off: writtenOffCents, credited: creditedCents };
  for (const [kind, cents] of Object.entries(figures)) {
    const listed = await ask<SoldPayments>(`public.list_sold_payments($1, $2, '{"kind": "${kind}"}')`);
    expect([kind, listed.sums?.grossCents]).toEqual([kind, cents]);
  }
  const [of] = await sql<{ summary: { sales: object } }[]>`select private.summary_of_day(${day}) as summary`;
  return { sold, methods, withheldCents, writtenOffCents, creditedCents, sums, day: of?.summary.sales };
};
const papersOf = async ({ order, sid }: OrderOf & { sid: string }) =>
  (await answerTo<Paper[] | null>(sql, shop, `public.papers_of_order($1, $2, 'invoice')`, sid, order.id)) ??
  [];

describe('what is withheld', () => {
  it('is of the whole price while nothing is invoiced, and of what is invoiced from then on', async () => {
    const placed = await newOrder({ price: 58_000 });
    const ofAll = {
      proposed: { withheld_vat: 200_000, withheld_tax: 500_000 },
      proposedOf: { withheld_vat: 10_000_000, withheld_tax: 10_000_000 },
    };
    expect(await restOf(placed)).toMatchObject({ dueCents: 11_600_000, ...ofAll });
    await send(placed, placed.product.id, 1, 'On account');
    expect(await restOf(placed)).toMatchObject({
      dueCents: 5_800_000,
      proposed: { withheld_vat: 100_000, withheld_tax: 250_000 },
    });
  });

  it('is noted, then counts with its certificate, and is nowhere money received, but a line of the report', async () => {
    const placed = await onAccount();
    expect(await restOf(placed)).toEqual({
      dueCents: 11_600_000,
      writeOffCents: 11_600_000,
      expected: {},
      proposed: { withheld_vat: 200_000, withheld_tax: 500_000 },
      proposedOf: { withheld_vat: 10_000_000, withheld_tax: 10_000_000 },
    });
    expect((await note(placed, 200_000)).payment).toMatchObject({
      dueAmount: 116_000,
      expectedCents: 200_000,
    });
    // Who looks at what a customer owes reads it there, too.
    const pageAfter = (after: unknown) =>
      answerTo<DebtorPage>(sql, owner, 'public.list_debtors(100, $1)', after);
    let page = await pageAfter(null);
    const { total: owedByAll } = page;
    const rows = [...page.rows];
    // Other tests have debtors of their own.
    while (page.after) rows.push(...(page = await pageAfter(page.after)).rows);
    expect(rows.find(({ id }) => id === placed.order.id)).toMatchObject({
      // As in the statement of account.
      owed: { cents: 11_400_000 },
      expectedCents: 200_000,
    });
    expect(owedByAll?.expectedCents).toBeGreaterThanOrEqual(200_000);
    const customer = await answerTo<CustomerDetails>(
      sql,
      owner,
      'public.customer_details($1)',
      placed.order.id,
    );
    expect(customer.money).toMatchObject({ dueCents: 11_600_000, expectedCents: 200_000 });
    await record(placed, 114_000, { day });
    // Still due, and all of it expected.
    expect((await detailsOf(placed)).order).toMatchObject({
      word: 'owed',
      payment: { dueAmount: 2000, expectedCents: 200_000, withheldCents: 0, receivedCents: 11_400_000 },
    });
    const [before, total] = [await moneyNow(), await allTransactions()];

    const id = randomUUID();
    for (let press = 0; press < 2; press += 1)
      expect(await recordWithheld(placed, 2000, { id })).toMatchObject({
        status: 'completed',
        word: 'completed',
        payment: {
          dueAmount: 0,
          expectedCents: 0,
          withheldCents: 200_000,
          receivedCents: 11_400_000,
          acceptedCents: 11_400_000,
          recordedCents: 11_400_000,
          overpaidCents: 0,
        },
      });
    expect(await bookOf(placed)).toEqual([11_600_000, 0, 11_600_000, 0, 0]);
    const withheld = { ...before, withheldCents: before.withheldCents + 200_000 };
    expect([await moneyNow(), await allTransactions()]).toEqual([withheld, total]);
    expect(total.rows.some((row) => row.id === id)).toBe(false);

    const details = await detailsOf(placed);
    expect(details.rest).toMatchObject({ dueCents: 0, expected: {} });
    expect(details.recorded[0]).toMatchObject({
      method: 'withheld_vat',
      reference: certificateOf(id),
      amount: 2000,
    });
    expect(details.payments.map(({ method, amountCents }) => [method, amountCents]).sort()).toEqual([
      ['transfer', 11_400_000],
      ['withheld_vat', 200_000],
    ]);
    expect(details.timeline.filter(({ kind }) => kind === 'payment_counted')).toHaveLength(2);
    const [money] = await sql<{ cents: string }[]>`
      select sum(gross_cents) as cents from private.money where order_id = ${placed.order.id}`;
    expect(Number(money?.cents)).toBe(11_400_000);
  });

  it('is proposed for what left, also before its invoice is made', async () => {
    const placed = await newOrder({ price: 58_000 });
    await send(placed, placed.product.id, 1, 'On account');
    const proposed = { withheld_vat: 100_000, withheld_tax: 250_000 };
    expect((await restOf(placed)).proposed).toEqual(proposed);
    await sql`select private.retry_papers()`;
    expect((await restOf(placed)).proposed).toEqual(proposed);
  });

  it('is not asked for by the invoice, once all else has come', async () => {
    const placed = await newOrder({ price: 58_000 });
    await send(placed, placed.product.id, 2, 'On account');
    await sql`select private.retry_papers()`;
    const due = async () => {
      const [row] = await sql<{ due: object }[]>`
        select private.content_now(p) -> 'due' as due from private.papers p
        where p.order_id = ${placed.order.id} and p.kind = 'invoice'`;
      return row?.due;
    };
    await note(placed, 200_000);
    expect(await due()).toMatchObject({ cents: 11_600_000, expectedCents: 200_000 });
    await record(placed, 114_000, { day });
    expect(await due()).toMatchObject({ cents: 200_000, expectedCents: 200_000 });
  });

  it('is due on no statement of account, and no payment that waits for the buyer', async () => {
    const placed = await onAccount();
    const owed = async () =>
      answerTo<Statement>(sql, owner, 'public.customer_statement($1, $2, $2)', placed.order.id, today);
    await note(placed, 200_000);
    expect(await owed()).toMatchObject({ owed: { cents: 11_400_000 }, expectedCents: 200_000 });
    await record(placed, 114_000, { day });
    expect(await owed()).toMatchObject({
      closingCents: 200_000,
      owed: { cents: 0 },
      expectedCents: 200_000,
      advanceCents: 0,
    });
    const prepaid = await newOrder({ price: 58_000 });
    const open = () => answerTo<OpenOrder[]>(sql, shop, 'public.open_orders($1)', prepaid.sid);
    await note(prepaid, 200_000);
    expect(await open()).toMatchObject([{ id: prepaid.order.id, nextStep: 'pay' }]);
    await record(prepaid, 114_000, { day });
    expect(await open()).toEqual([]);
  });

  it('is waited for by the last of two invoices alone', async () => {
    const placed = await newOrder({ price: 58_000 });
    for (const _ of [1, 2]) {
      await send(placed, placed.product.id, 1, 'On account');
      await sql`select private.issue_papers(${placed.order.id}, true)`;
    }
    await note(placed, 200_000);
    const dues = await sql<{ due: { cents: number; expectedCents: number } }[]>`
      select private.content_now(p) -> 'due' as due from private.papers p
      where p.order_id = ${placed.order.id} and p.kind = 'invoice' order by p.id`;
    expect(dues.map(({ due }) => [due.cents, due.expectedCents])).toEqual([
      [5_800_000, 0],
      [5_800_000, 200_000],
    ]);
  });

  it('is named on an invoice that is made after it', async () => {
    const placed = await newOrder({ price: 58_000 });
    await recordWithheld(placed, 2000, { certificate: `KRAWHT ${placed.order.id.slice(-6)}` });
    await record(placed, 114_000, { day });
    const [invoice] = await papersOf(placed);
    expect(invoice?.content.payments.map(({ method, cents }) => [method, cents]).sort()).toEqual([
      ['transfer', 11_400_000],
      ['withheld_vat', 200_000],
    ]);
  });

  it('is found by the number of its certificate, with its order, and in no list of money', async () => {
    const placed = await newOrder({ price: 58_000 });
    const id = randomUUID();
    await recordWithheld(placed, 2000, { id });
    const list = async (filter: object) =>
      (
        await answerTo<PageOfRows<TransactionRow>>(sql, owner, 'public.list_transaction_page($1)', filter)
      ).rows.filter((row) => row.id === id);
    expect(await list({ text: certificateOf(id).toLowerCase() })).toMatchObject([
      { paymentMethod: 'withheld_vat', orderId: placed.order.id, bankAmountCents: 200_000 },
    ]);
    const number = placed.order.id.slice(-8);
    expect(await list({ text: number })).toEqual([]);
    expect(await list({ orderId: placed.order.id })).toEqual([]);
    const { payments, orders } = await answerTo<DashboardFindings>(
      sql,
      owner,
      'public.search_dashboard($1)',
      certificateOf(id),
    );
    expect(payments).toMatchObject([{ id, method: 'withheld_vat' }]);
    expect(orders).toMatchObject([{ id: placed.order.id }]);
  });

  it('is proposed by class, before VAT, less what is credited, rounded half up', async () => {
    const both = await sentOf([47_350, 20_000], 'zero_rated');
    expect((await restOf(both)).proposed).toEqual({ withheld_vat: 81_638, withheld_tax: 304_095 });
    const halves = await sentOf([1003, 1018]);
    expect((await restOf(halves)).proposed).toEqual({ withheld_vat: 3485, withheld_tax: 8711 });

    const credited = await onAccount();
    await note(credited, 200_000);
    await reduce(credited, 'price_cut', 1_160_000);
    // What is noted stays; the next is proposed of what is left.
    expect(await restOf(credited)).toMatchObject({
      expected: { withheld_vat: 200_000 },
      proposed: { withheld_vat: 180_000, withheld_tax: 450_000 },
    });
    await recordWithheld(credited, 2000);
    await reduce(credited, 'price_cut', 1_160_000);
    expect(await bookOf(credited)).toEqual([11_600_000, 2_320_000, 200_000, 0, 9_080_000]);
  });

  it('may have cents and be of both kinds', async () => {
    const placed = await onAccount();
    await note(placed, 81_638);
    await note(placed, 304_095, { method: 'withheld_tax' });
    await recordWithheld(placed, 816.38);
    expect(await restOf(placed)).toMatchObject({ expected: { withheld_tax: 304_095 } });
    await recordWithheld(placed, 3040.95, { method: 'withheld_tax' });
    expect(await bookOf(placed)).toEqual([11_600_000, 0, 385_733, 0, 11_214_267]);
    expect((await detailsOf(placed)).recorded.map(({ amount }) => amount)).toEqual([3040.95, 816.38]);
  });

  it('is noted up to what is due, and removed with 0', async () => {
    const placed = await onAccount();
    for (const cents of [-1, 11_600_001])
      expect(await refusalCode(note(placed, cents))).toBe('invalid_request');
    expect(await refusalCode(note(placed, 1, { method: 'cash' }))).toBe('invalid_request');
    expect(await refusalCode(note(placed, 1, { who: buyer }))).toBe('forbidden');
    const missing = { order: { ...placed.order, id: randomUUID() } };
    expect(await refusalCode(note(missing, 1))).toBe('not_found');
    await note(placed, 300_000);
    expect((await note(placed, 200_000)).payment.expectedCents).toBe(200_000);
    expect((await note(placed, 0)).payment.expectedCents).toBe(0);
    await note(placed, 200_000);
    await record(placed, 115_000);
    // No more than is still due.
    expect((await detailsOf(placed)).order.payment.expectedCents).toBe(100_000);
  });

  it('is at most the share that may be withheld, and a shilling, unless somebody who may refund records it', async () => {
    const [unsent, sent] = [await newOrder({ price: 58_000 }), await onAccount()];
    for (const placed of [unsent, sent]) {
      const of = (amount: number, method = 'withheld_vat') =>
        refusalCode(recordWithheld(placed, amount, { method, who: clerk, on: today }));
      expect(await of(2001.01)).toBe('withheld_too_large');
      expect(await of(116_000)).toBe('withheld_too_large');
      expect(await of(2001)).toBe('done');
      // One more for the same order is the same tax.
      expect(await of(0.01)).toBe('withheld_too_large');
      expect(await of(5001.01, 'withheld_tax')).toBe('withheld_too_large');
      expect(await of(5000, 'withheld_tax')).toBe('done');
      expect(await bookOf(placed)).toEqual([11_600_000, 0, 700_100, 0, 10_899_900]);
      await recordWithheld(placed, 108_999);
      expect(await bookOf(placed)).toEqual([11_600_000, 0, 11_600_000, 0, 0]);
    }
    const free = await newOrder();
    await answerTo(sql, owner, `public.set_product_vat($1, 'exempt', 'A test')`, free.product.id);
    expect(await refusalCode(recordWithheld(free, 1.01, { who: clerk, on: today }))).toBe(
      'withheld_too_large',
    );
  });

  it('is one payment of one order: a certificate is recorded once, for an order, with a number', async () => {
    const [placed, other] = [await onAccount(), await onAccount()];
    const id = randomUUID();
    await recordWithheld(placed, 2000, { id });
    expect(await refusalCode(recordWithheld(placed, 2000.5, { id }))).toBe('key_reused');
    expect(await refusalCode(recordWithheld(other, 2000, { certificate: certificateOf(id) }))).toBe(
      'payment_recorded',
    );
    expect(await refusalCode(recordWithheld(other, 0.001))).toBe('invalid_request');
    expect(await refusalCode(recordWithheld(other, 1, { certificate: '' }))).toBe('invalid_request');
    expect(await refusalCode(recordWithheld(other, 2.5, { method: 'mpesa' }))).toBe('invalid_request');
    const withoutOrder = answerTo(
      sql,
      owner,
      `public.record_payment($1, null, 'withheld_vat', 'KRAWHT9', 5, $2, '[]'::jsonb)`,
      randomUUID(),
      day,
    );
    expect(await refusalCode(withoutOrder)).toBe('invalid_request');
  });

  it('is due again once its certificate turns out to be typed by mistake', async () => {
    const placed = await onAccount();
    await record(placed, 114_000, { day });
    const id = randomUUID();
    await recordWithheld(placed, 2000, { id });
    await reverse(id, 'mistake');
    expect([await stateOf(placed), await openTasks(placed)]).toEqual([
      ['completed', 'owed', 2000, 0],
      [['payment_reversed', 200_000]],
    ]);
  });

  it('goes back as money only by a way of money, and is money given back then', async () => {
    const placed = await onAccount();
    await record(placed, 114_000, { day });
    const id = randomUUID();
    await recordWithheld(placed, 2000, { id });
    const entry = { transactionId: id, cents: 200_000 };
    expect(await refusalCode(refund(entry))).toBe('invalid_request');
    const before = await moneyNow();
    await answerTo(
      sql,
      owner,
      `public.record_refund($1, $2, 200000, $3, $4, 'Credited', p_method => 'transfer', p_order_id => $5)`,
      randomUUID(),
      id,
      day,
      randomUUID().slice(-10),
      placed.order.id,
    );
    const after = await moneyNow();
    expect(after.sold).toMatchObject({
      grossCents: before.sold.grossCents,
      refundedCents: before.sold.refundedCents + 200_000,
    });
  });
});

it('a credit for a piece that the buyer keeps has a line of its own in the report', async () => {
  const placed = await onAccount();
  const before = await moneyNow();
  await reduce(placed, 'price_cut', 10_000);
  await sql.begin(async (t) => {
    // Append-only unless triggers are disabled.
    await t`set local session_replication_role = replica`;
    await t`update private.reductions set created_at = ${`${day} 12:00+03`} where order_id = ${placed.order.id}`;
  });
  const { creditedCents, writtenOffCents } = await moneyNow();
  expect([creditedCents - before.creditedCents, writtenOffCents - before.writtenOffCents]).toEqual([
    10_000, 0,
  ]);
});

describe('a rest that is written off', () => {
  it('has no credit note and a line of its own in the report, and can be owed again', async () => {
    const placed = await onAccount();
    await record(placed, 115_997, { day });
    expect(await restOf(placed)).toMatchObject({ dueCents: 300 });
    const before = await moneyNow();
    await reduce(placed, 'written_off', 300, { reason: 'Three shillings' });
    expect(await stateOf(placed)).toEqual(['completed', 'completed', 0, 0]);
    expect(await restOf(placed)).toMatchObject({ dueCents: 0 });
    await sql.begin(async (t) => {
      // Append-only unless triggers are disabled.
      await t`set local session_replication_role = replica`;
      await t`update private.reductions set created_at = ${`${day} 12:00+03`} where order_id = ${placed.order.id}`;
    });
    expect(await moneyNow()).toEqual({ ...before, writtenOffCents: 300 });
    const { rows } = await answerTo<SoldPayments>(
      ...([sql, owner, `public.list_sold_payments($1, $1, '{"kind": "written_off"}')`, day] as const),
    );
    expect(rows).toEqual([
      expect.objectContaining({
        orderId: placed.order.id,
        method: 'written_off',
        reference: 'Three shillings',
        grossCents: 300,
        refundedCents: 0,
        isSettled: false,
      }),
    ]);
    expect((await papersOf(placed)).map(({ kind }) => kind)).toEqual(['invoice']);
    expect((await detailsOf(placed)).timeline).toContainEqual(
      expect.objectContaining({ kind: 'written_off', amountCents: 300, reason: 'Three shillings' }),
    );
    await reduce(placed, 'written_off', -300, { reason: 'They pay after all' });
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 3, 0]);
  });
});

const allTransactions = () =>
  answerTo<PageOfRows<Transaction> & { total: number }>(sql, owner, 'public.list_transactions(500)');
