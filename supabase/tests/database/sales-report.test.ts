import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { WholeOrder } from '../../functions/_shared/contract/orders.ts';
import type {
  IssuedPapers,
  SalesReport,
  SoldLines,
  SoldPayments,
} from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { approved, newProduct, orderRequest, place, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
const { owner, closeTask, refund, transactionOf } = refundScene(sql);
const accounts = testPerson(sql, 'Accounts', 'accounts');
const clerk = testPerson(sql, 'Clerk', 'sales');

const report = (from: string, to: string) =>
  answerTo<SalesReport>(sql, accounts, 'public.sales_report($1, $2)', from, to);
const payments = (from: string, to: string, filter: object, after: unknown = null, size = 50) =>
  answerTo<SoldPayments>(
    sql,
    accounts,
    'public.list_sold_payments($1, $2, $3::jsonb, $4, $5::jsonb)',
    from,
    to,
    filter,
    size,
    after,
  );
const lines = (from: string, to: string, filter: object, after: unknown = null, size = 50) =>
  answerTo<SoldLines>(
    sql,
    accounts,
    'public.list_sold_lines($1, $2, $3::jsonb, $4, $5::jsonb)',
    from,
    to,
    filter,
    size,
    after,
  );

/** What is paid now was paid on this day. */
const paidOn = (day: string, orders: string[]) =>
  sql.begin(async (t) => {
    // What was sold is append-only unless triggers are disabled.
    await t`set local session_replication_role = replica`;
    const noon = `${day} 12:00+03`;
    await t`update public.transactions set created_at = ${noon}, decided_at = ${noon}
      where order_id in ${t(orders)} and status = 'completed'`;
    await t`update private.sold_lines set sold_at = ${noon} where order_id in ${t(orders)}`;
  });

/** Three orders on a day of long ago that no other test has, and a refund on the next. Batteries are sold without VAT. */
let lastDay = addDays('2008-01-01', randomInt(5000));

async function soldLongAgo() {
  // Never a day of an earlier test.
  const day = addDays(lastDay, 3);
  lastDay = day;
  const mark = randomUUID().slice(0, 8);
  const battery = await newProduct(sql, {
    price: 20_000,
    stock: 50,
    name: `Battery ${mark}`,
  });
  const meter = await newProduct(sql, { price: 300_000, stock: 50, name: `Meter ${mark}` });
  await sql`update public.products set category = case id when ${meter.id} then 'gps' else 'batteries' end
    where id in ${sql([battery.id, meter.id])}`;
  await sql`insert into public.product_vat (id, class, evidence) values (${battery.id}, 'zero_rated', 'A test')`;
  const line = ({ id, price }: { id: string; price: number }, quantity: number) => ({
    productId: id,
    quantity,
    price,
  });
  const company = { name: `Water ${mark}`, pin: `P${String(randomInt(1e9)).padStart(9, '0')}X` };
  const details = { customerEmail: `ada-${mark}@example.com`, company };

  const { orderData, items } = orderRequest([line(battery, 2), line(meter, 1)]);
  const byPhone = await answerTo<WholeOrder>(
    sql,
    owner,
    'public.place_order_as_staff($1, $2::jsonb)',
    randomUUID(),
    {
      items,
      orderData: { ...orderData, ...details, totalAmount: undefined, holdHours: 24, deliveryPrice: 1500 },
    },
  );
  await answerTo(
    sql,
    owner,
    `public.record_payment($1, $2, 'transfer', $3, 341500, $4::date)`,
    randomUUID(),
    byPhone.id,
    `FT-${mark.toUpperCase()}`,
    today,
  );

  const colleague = { customerEmail: `eve-${mark}@example.com`, customerPhone: '+254722222222' };
  const byCard = await place(sql, [line(battery, 1)], { details: { ...details, ...colleague } });
  await bankDecides(sql, byCard.transaction.trace, approved(byCard));
  // With the phone of the one who ordered for the organisation.
  const otherBuyer = { customerEmail: `bob-${mark}@example.com` };
  const less = await place(sql, [line(battery, 3)], { details: otherBuyer });
  await bankDecides(sql, less.transaction.trace, approved(less, { amountCents: '5999900' }));
  await closeTask(less, 'accepted', 'A shilling is no matter');

  await paidOn(day, [byPhone.id, byCard.order.id, less.order.id]);
  const next = addDays(day, 1);
  const transactionId = await transactionOf(byCard.transaction.trace);
  await refund({ transactionId, cents: 500_000, day: next, reference: `R-${mark}` });
  return { day, next, battery, meter, mark, company, byPhone, byCard, less };
}

describe('a report of some days', () => {
  it('adds up payments, refunds, goods and delivery, and each figure is the sum of its list', async () => {
    const { day, next, battery, meter, mark, company, byPhone, byCard, less } = await soldLongAgo();
    const found = await report(day, next);
    expect(found).toEqual({
      from: day,
      to: next,
      sold: {
        grossCents: 34_150_000 + 2_000_000 + 5_999_900,
        refundedCents: 500_000,
        takenBackCents: 0,
        settledCents: 0,
        ordersPaid: 3,
        netCents: 34_150_000 + 2_000_000 + 5_999_900 - 500_000,
      },
      methods: [
        { method: 'transfer', payments: 1, grossCents: 34_150_000, refundedCents: 0, takenBackCents: 0 },
        { method: 'card', payments: 2, grossCents: 7_999_900, refundedCents: 500_000, takenBackCents: 0 },
      ],
      categories: [
        { category: 'gps', pieces: 1, cents: 30_000_000 },
        { category: 'batteries', pieces: 6, cents: 12_000_000 },
        { category: 'delivery', pieces: 1, cents: 150_000 },
      ],
      products: [
        { id: meter.id, name: `Meter ${mark}`, pieces: 1, cents: 30_000_000 },
        { id: battery.id, name: `Battery ${mark}`, pieces: 6, cents: 12_000_000 },
      ],
      productsSold: 2,
      withheldCents: 0,
      writtenOffCents: 0,
      creditedCents: 0,
      customers: [
        {
          orderId: byCard.order.id,
          name: 'Ada Lovelace',
          companyName: `Water ${mark}`,
          orders: 2,
          grossCents: 36_150_000,
          refundedCents: 500_000,
          takenBackCents: 0,
        },
        {
          orderId: less.order.id,
          name: 'Ada Lovelace',
          companyName: null,
          orders: 1,
          grossCents: 5_999_900,
          refundedCents: 0,
          takenBackCents: 0,
        },
      ],
      customersPaid: 2,
      vat: [],
      statements: { settledCents: 0, returnedCents: 0, feeCents: 0 },
    });

    for (const { method, grossCents, refundedCents } of found.methods)
      expect((await payments(day, next, { method })).sums).toMatchObject({ grossCents, refundedCents });
    for (const { orderId, grossCents, refundedCents } of found.customers)
      expect((await payments(day, next, { customer: orderId })).sums).toMatchObject({
        grossCents,
        refundedCents,
      });
    for (const [kind, sums] of [
      ['received', { total: 3, grossCents: found.sold.grossCents, refundedCents: 0 }],
      ['refunded', { total: 1, grossCents: 0, refundedCents: 500_000 }],
      ['bounced', { total: 0 }],
      ['withheld', { total: 0 }],
    ] as const)
      expect((await payments(day, next, { kind })).sums, kind).toMatchObject(sums);
    for (const { category, cents } of found.categories)
      expect((await lines(day, next, { category })).sums).toMatchObject({ cents });
    for (const { id, cents } of found.products)
      expect((await lines(day, next, { product: id })).sums).toMatchObject({ cents });
    const both = { orderId: byPhone.id, company: { ...company, purchaseOrder: null } };
    expect((await lines(day, next, { category: 'delivery' })).rows).toEqual([
      expect.objectContaining({ ...both, name: 'Delivery', quantity: 1, price: 1500, cents: 150_000 }),
    ]);
    expect((await payments(day, next, { method: 'transfer' })).rows).toEqual([
      expect.objectContaining({
        ...both,
        reference: `FT-${mark.toUpperCase()}`,
        grossCents: 34_150_000,
        refundedCents: 0,
      }),
    ]);
  });

  it('counts what erased buyers paid, who are no customers any more', async () => {
    const { day, next, byCard, less } = await soldLongAgo();
    const before = await report(day, next);
    await sql`update public.orders set erased_at = now() where id = ${less.order.id}`;
    const found = await report(day, next);
    expect(found.sold).toEqual(before.sold);
    expect(found.customersPaid).toBe(1);
    expect(found.customers.map(({ orderId }) => orderId)).toEqual([byCard.order.id]);
    expect((await payments(day, next, { customer: less.order.id })).rows).toEqual([]);
  });

  it('ends at midnight in Nairobi, and its lists come in pages whose sums are those of all', async () => {
    const { day, next } = await soldLongAgo();
    expect((await report(day, day)).sold).toMatchObject({ refundedCents: 0, ordersPaid: 3 });
    expect((await report(next, next)).sold).toMatchObject({ grossCents: 0, refundedCents: 500_000 });
    expect((await report(addDays(day, -1), addDays(day, -1))).sold.grossCents).toBe(0);
    const first = await payments(day, next, {}, null, 2);
    const second = await payments(day, next, {}, first.after, 2);
    expect([first, second].map(({ rows }) => rows.length)).toEqual([2, 2]);
    expect([second.after, second.sums]).toEqual([null, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(4);
    expect(await payments(day, next, {}, 2, 2)).toEqual(second);
    expect(first.sums).toMatchObject({ total: 4, refundedCents: 500_000 });
    expect((await lines(day, next, {})).sums).toEqual({ total: 5, cents: 42_150_000 });
  });

  it('is for those who may have reports, of 800 days at most', async () => {
    const asked = (who: typeof clerk, from: string, to: string) =>
      refusalCode(answerTo(sql, who, 'public.sales_report($1, $2)', from, to));
    expect(await asked(clerk, today, today)).toBe('forbidden');
    expect(await asked(accounts, today, addDays(today, -1))).toBe('invalid_request');
    expect(await asked(accounts, addDays(today, -801), today)).toBe('invalid_request');
    expect(await asked(accounts, addDays(today, -800), today)).toBe('done');
  });
});

describe('the VAT of a report', () => {
  it('is that of the invoices issued on these days less their credit notes, by rate, and each is a line of the list', async () => {
    const { day, byPhone, byCard } = await soldLongAgo();
    // As if they had been issued that day.
    await sql.begin(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update private.papers set issued_at = ${`${day} 12:00+03`} where order_id in ${t([byPhone.id, byCard.order.id])}`;
    });
    const { vat } = await report(day, day);
    // KES 300,000 and delivery at 16 %; three batteries of KES 20,000 less KES 5,000 given back at none.
    const gross = 30_000_000 + 150_000;
    const net = Math.round(30_000_000 / 1.16) + Math.round(150_000 / 1.16);
    expect(vat).toEqual([
      { vatClass: 'standard', basisPoints: 1600, grossCents: gross, netCents: net, vatCents: gross - net },
      { vatClass: 'zero_rated', basisPoints: 0, grossCents: 5_500_000, netCents: 5_500_000, vatCents: 0 },
    ]);
    const papers = (filter: object) =>
      answerTo<IssuedPapers>(sql, accounts, 'public.list_issued_papers($1, $2, $3::jsonb)', day, day, filter);
    for (const { vatClass, basisPoints, ...sums } of vat)
      expect((await papers({ rate: `${vatClass} ${basisPoints}` })).sums).toMatchObject(sums);
    const all = await papers({});
    expect(all.sums?.total).toBe(4);
    expect(all.rows).toHaveLength(4);
    const [creditNote] = all.rows.filter(({ grossCents }) => grossCents < 0);
    expect(creditNote).toMatchObject({ grossCents: -500_000, orderId: byCard.order.id });
    expect(all.rows.map(({ number }) => number)).toContain(creditNote?.corrects);
  });
});
