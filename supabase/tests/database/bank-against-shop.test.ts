import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type {
  BrokenInvariants,
  BankAgainstShop,
} from '../../functions/_shared/contract/admin-transactions.ts';
import type { SalesReport, SoldPayments } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  as,
  type Character,
  guest,
  newProduct,
  place,
  type Placed,
  bankDecides,
  shop,
  type Transaction,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';
import { bookScene } from './book-scene.ts';
import { today } from './refund-scene.ts';

/*
 * Every test has a day of its own, long ago: what it does now is moved back there, past every right, so that other
 * tests' money is on other days.
 */
const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');
const book = bookScene(sql);

/** Before 2000: the other tests' days long ago are later. */
let daysBefore2000 = Math.floor(Math.random() * 5000);
const freshDay = () =>
  new Date(Date.UTC(2000, 0, 1) - (daysBefore2000 += 3) * 86_400_000).toISOString().slice(0, 10);

const reconciliation = async (day: string, who: Character = admin) =>
  as(sql, who, async (t) => {
    const [row] = await t<
      { reply: BankAgainstShop }[]
    >`select public.bank_against_shop_of_day(${day}) as reply`;
    return row?.reply as BankAgainstShop;
  });

/** Past every trigger and right, as somebody with the database's password would do it. */
const tamper = (work: (t: Transaction) => Promise<unknown>) =>
  sql.begin(async (t) => {
    await bypassTriggers(t);
    await work(t);
  });

const bypassTriggers = (t: Transaction) => t`set local session_replication_role = replica`;

/** What the admin sees of such an act, of which nothing stays. */
const seenByAdmin = <T>(work: (t: Transaction) => Promise<T>) =>
  rolledBack(sql, async (t) => {
    await bypassTriggers(t);
    const claims = JSON.stringify({ sub: admin.userId, role: 'authenticated' });
    await t`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${admin.userId}, true)`;
    return work(t);
  });

/** @param at a moment in Nairobi: `2019-05-01 10:00` */
const moveTo = (at: string, { order }: Placed) =>
  tamper(async (t) => {
    const moment = t`(${at}::text::timestamp at time zone 'Africa/Nairobi')`;
    const transactions = t`(select id from public.transactions where order_id = ${order.id})`;
    await t`update private.gateway_answers set at = ${moment} where transaction_id in ${transactions}`;
    await t`update public.owner_tasks set created_at = ${moment} where order_id = ${order.id}`;
    await t`update private.sold_lines set sold_at = ${moment} where order_id = ${order.id}`;
    await t`update private.paybill_payments set paid_at = ${moment} where transaction_id in ${transactions}`;
    await t`update public.transactions set created_at = ${moment}, decided_at = case when decided_at is not null then ${moment} end
      where order_id = ${order.id}`;
  });

async function newOrder(price = 1000, quantity = 1) {
  const product = await newProduct(sql, { price });
  return place(sql, [{ productId: product.id, quantity, price }]);
}
async function paidOrder(day: string, price = 1000) {
  const placed = await newOrder(price);
  const answer = approved(placed);
  await bankDecides(sql, placed.transaction.trace, answer);
  await moveTo(`${day} 12:00`, placed);
  return { placed, answer };
}

describe('the day’s reconciliation', () => {
  it('of a day without money is all zero', async () => {
    const day = freshDay();
    expect(await reconciliation(day)).toMatchObject({
      day,
      approvedCents: 0,
      charges: 0,
      sales: { grossCents: 0, refundedCents: 0, netCents: 0, settledCents: 0, ordersPaid: 0 },
      tasks: [],
      differenceCents: 0,
      differing: { count: 0, orders: [] },
    });
  });

  it('accounts for every cent by paid orders and by tasks', async () => {
    const day = freshDay();
    await paidOrder(day, 7000);
    await paidOrder(day, 500);
    const wrong = await newOrder(900);
    await bankDecides(sql, wrong.transaction.trace, approved(wrong, { amountCents: '89950' }));
    await moveTo(`${day} 08:00`, wrong);
    const refused = await newOrder();
    await bankDecides(sql, refused.transaction.trace, { status: '4', trace: refused.transaction.trace });
    await moveTo(`${day} 08:00`, refused);
    const other = await newOrder();
    await bankDecides(sql, other.transaction.trace, approved(other, { trace: 'a'.repeat(64) }));
    await moveTo(`${day} 08:00`, other);
    await sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'nothing taken' where order_id = ${other.order.id}`;
    expect(await reconciliation(day)).toMatchObject({
      approvedCents: 839_950,
      charges: 3,
      sales: { grossCents: 750_000, ordersPaid: 2 },
      tasks: [
        { kind: 'wrong_amount', open: 1, closed: 0, cents: 89_950 },
        { kind: 'wrong_trace', open: 0, closed: 1, cents: 0 },
      ],
      differenceCents: 0,
    });
  });

  it('has the tasks of every way to pay, and says what bounced beside what was refunded, as the report', async () => {
    const before = await reconciliation(today);
    const paid = await book.paidOrder();
    await book.record(paid, 2500);
    const bounced = await book.paidOrder({ method: 'cheque' });
    await book.sendAll(bounced);
    await book.reverse(bounced.payment, 'bounced');
    const after = await reconciliation(today);
    const openOf = ({ tasks }: BankAgainstShop, kind: string) =>
      tasks.find((task) => task.kind === kind)?.open ?? 0;
    for (const kind of ['overpaid', 'payment_reversed'])
      expect(openOf(after, kind) - openOf(before, kind), kind).toBe(1);
    expect(after.differenceCents).toBe(before.differenceCents);
    expect(after.sales.takenBackCents - before.sales.takenBackCents).toBe(200_000);
    const report = await answerTo<SalesReport>(sql, admin, 'public.sales_report($1, $1)', today);
    expect(report.sold).toEqual(after.sales);
    expect(report.methods.reduce((sum, { takenBackCents }) => sum + takenBackCents, 0)).toBe(
      report.sold.takenBackCents,
    );
    const { sums } = await answerTo<SoldPayments>(
      sql,
      admin,
      `public.list_sold_payments($1, $1, '{"kind": "bounced"}')`,
      today,
    );
    expect([sums?.grossCents, sums?.refundedCents]).toEqual([0, report.sold.takenBackCents]);
  });

  it('counts a second charge under one trace, which is a payment of its own, or in question', async () => {
    const day = freshDay();
    const placed = await newOrder(2000);
    for (const answer of [approved(placed), approved(placed), approved(placed, { amountCents: '12345' })])
      await bankDecides(sql, placed.transaction.trace, answer);
    await moveTo(`${day} 12:00`, placed);
    expect(await reconciliation(day)).toMatchObject({
      approvedCents: 412_345,
      charges: 3,
      sales: { grossCents: 400_000, ordersPaid: 1 },
      tasks: [
        { kind: 'overpaid', open: 1, cents: 0 },
        { kind: 'wrong_amount', open: 1, cents: 12_345 },
      ],
      differenceCents: 0,
    });
  });

  it('counts one transaction of the bank once, however often and for whatever transaction it is named', async () => {
    const day = freshDay();
    const { placed, answer } = await paidOrder(day, 3000);
    for (let i = 0; i < 3; i += 1) await bankDecides(sql, placed.transaction.trace, answer, 'owner');
    const other = await newOrder(3000);
    await bankDecides(
      sql,
      other.transaction.trace,
      approved(other, { transactionIndex: answer.transactionIndex }),
    );
    await moveTo(`${day} 13:00`, placed);
    await moveTo(`${day} 13:00`, other);
    expect(await reconciliation(day)).toMatchObject({
      approvedCents: 300_000,
      charges: 1,
      tasks: [{ kind: 'reused_index', open: 1, cents: 0 }],
      differenceCents: 0,
    });
  });

  it('counts no money while the bank is undecided or its answer is incomplete', async () => {
    const day = freshDay();
    const placed = await newOrder();
    const unclear: Record<string, string | null>[] = [
      { status: '1' },
      { transactionIndex: '' },
      { reference: null },
      { amountCents: 'much' },
    ];
    for (const over of unclear) await bankDecides(sql, placed.transaction.trace, approved(placed, over));
    await moveTo(`${day} 12:00`, placed);
    expect(await reconciliation(day)).toMatchObject({ approvedCents: 0, differenceCents: 0 });
  });

  it('begins and ends at midnight in Nairobi', async () => {
    const day = freshDay();
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    for (const at of [`${day} 00:00:00`, `${day} 23:59:59.999`, `${next} 00:00:00`]) {
      const { placed } = await paidOrder(day);
      await moveTo(at, placed);
    }
    expect(await reconciliation(day)).toMatchObject({ approvedCents: 200_000, differenceCents: 0 });
    expect(await reconciliation(next)).toMatchObject({ approvedCents: 100_000, differenceCents: 0 });
  });

  it('shows what is missing when a payment, its shares, a task or the evidence has been tampered with, and which order it is', async () => {
    const day = freshDay();
    const { placed } = await paidOrder(day, 4000);
    const wrong = await newOrder(900);
    await bankDecides(sql, wrong.transaction.trace, approved(wrong, { amountCents: '100' }));
    await moveTo(`${day} 12:00`, wrong);
    const reply = (tampering: (t: Transaction) => Promise<unknown>) =>
      seenByAdmin(async (t) => {
        await tampering(t);
        const [row] = await t<
          { reply: BankAgainstShop }[]
        >`select public.bank_against_shop_of_day(${day}) as reply`;
        return { differenceCents: row?.reply.differenceCents, orders: row?.reply.differing.orders };
      });
    const paid = placed.order.id;
    const unpaid = {
      differenceCents: 400_000,
      orders: [{ provider: 'card', orderId: paid, bankCents: 400_000, shopCents: 0 }],
    };
    expect(await reply((t) => t`delete from private.shares where order_id = ${paid}`)).toEqual(unpaid);
    expect(await reply((t) => t`update private.shares set cents = 399900 where order_id = ${paid}`)).toEqual({
      differenceCents: 100,
      orders: [{ provider: 'card', orderId: paid, bankCents: 400_000, shopCents: 399_900 }],
    });
    // What the order costs and is called is no money: the list of broken rules names it.
    expect(await reply((t) => t`update public.orders set status = 'pending' where id = ${paid}`)).toEqual({
      differenceCents: 0,
      orders: [],
    });
    expect(
      await reply((t) => t`update public.transactions set status = 'failed' where order_id = ${paid}`),
    ).toMatchObject({
      differenceCents: 400_000,
    });
    expect(await reply((t) => t`delete from public.owner_tasks where order_id = ${wrong.order.id}`)).toEqual({
      differenceCents: 100,
      orders: [{ provider: 'card', orderId: wrong.order.id, bankCents: 100, shopCents: 0 }],
    });
    expect(
      await reply(
        (t) => t`delete from private.gateway_answers
        where transaction_id in (select id from public.transactions where order_id = ${paid})`,
      ),
    ).toMatchObject({ differenceCents: -400_000 });
    expect(
      await reply(
        (t) => t`update private.gateway_answers set answer = jsonb_set(answer, '{amountCents}', '"400001"')
        where transaction_id in (select id from public.transactions where order_id = ${paid})`,
      ),
    ).toMatchObject({ differenceCents: 1 });
    expect((await reconciliation(day)).differenceCents).toBe(0);
  });

  it('has Safaricom’s side too: prompts by our query, the paybill by its list, and nothing that staff typed alone', async () => {
    const day = freshDay();
    const receipt = () => `R${randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase()}`;
    const accountOf = ({ order }: Placed) => `IC${order.id.slice(-8).toUpperCase()}`;
    const list = (account: string, kes: number, code = receipt()) =>
      as(
        sql,
        shop,
        (t) =>
          t`select public.note_paybill_payments(${t.json([
            { receipt: code, account, cents: kes * 100, payer: '', paidAt: `${day}T12:00:00+03:00` },
          ])}, 'pull')`,
      );
    // Prompts: opened by hand, since their buyer's page is no part of this.
    const prompted = async (price: number) => {
      const placed = await newOrder(price);
      await sql`update public.transactions set payment_method = 'mpesa', phone = '254712345678', checkout_id = ${receipt()},
        reference = ${accountOf(placed)} where order_id = ${placed.order.id}`;
      return placed;
    };
    const answer = async ({ transaction: { trace } }: Placed, ...statuses: string[]) => {
      for (const status of statuses) await bankDecides(sql, trace, { trace, status, description: '' });
    };
    const byPhone = await prompted(3000);
    await answer(byPhone, '4999', '0', '0');
    // What the list had first is the money of its prompt.
    const listedFirst = await prompted(400);
    await list(accountOf(listedFirst), 400);
    await answer(listedFirst, '0');
    const byHand = await newOrder(2000);
    await list(accountOf(byHand), 1500);
    await list('SCHOOL FEES', 700);
    const typed = await newOrder(900);
    const code = receipt();
    await as(
      sql,
      admin,
      (t) =>
        t`select public.record_payment(${randomUUID()}, ${typed.order.id}, 'mpesa', ${code}, 900, ${nairobiDay()})`,
    );
    for (const placed of [byPhone, byHand, listedFirst, typed]) await moveTo(`${day} 12:00`, placed);
    expect(await reconciliation(day)).toMatchObject({
      approvedCents: 0,
      typedCents: 90_000,
      mpesa: { receivedCents: 560_000, payments: 4, differenceCents: 0 },
      differenceCents: 0,
      differing: { count: 0, orders: [] },
    });
    // Once it is listed it is in both books, as what staff typed.
    await list(accountOf(typed), 900, code);
    await tamper(
      (t) =>
        t`update private.paybill_payments set paid_at = ${`${day}T12:00:00+03:00`} where receipt = ${code}`,
    );
    expect(await reconciliation(day)).toMatchObject({
      typedCents: 0,
      mpesa: { receivedCents: 650_000, payments: 5, differenceCents: 0 },
      differenceCents: 0,
    });
    const reply = (tampering: (t: Transaction) => Promise<unknown>) =>
      seenByAdmin(async (t) => {
        await tampering(t);
        const [row] = await t<
          { reply: BankAgainstShop }[]
        >`select public.bank_against_shop_of_day(${day}) as reply`;
        return [row?.reply.mpesa.differenceCents, row?.reply.differing.orders];
      });
    for (const [placed, cents] of [
      [byPhone, 300_000],
      [byHand, 150_000],
      [typed, 90_000],
    ] as const) {
      const { id } = placed.order;
      const missing = [{ provider: 'mpesa', orderId: id, bankCents: cents, shopCents: 0 }];
      expect(await reply((t) => t`delete from private.shares where order_id = ${id}`)).toEqual([
        cents,
        missing,
      ]);
    }
    expect(
      await reply(
        (t) => t`delete from private.gateway_answers
        where transaction_id in (select id from public.transactions where order_id = ${byPhone.order.id})`,
      ),
    ).toMatchObject([-300_000, [{ orderId: byPhone.order.id, bankCents: 0 }]]);
    expect(
      await reply((t) => t`delete from private.paybill_payments where order_id = ${byHand.order.id}`),
    ).toMatchObject([-150_000, [{ orderId: byHand.order.id, bankCents: 0 }]]);
  });

  it('shows a difference when the bank later reports another amount', async () => {
    const day = freshDay();
    const { placed, answer } = await paidOrder(day, 4000);
    await bankDecides(sql, placed.transaction.trace, { ...answer, amountCents: '399900' });
    expect(await reconciliation(day)).toMatchObject({ approvedCents: 399_900, differenceCents: -100 });
  });

  it('is for admins', async () => {
    const day = freshDay();
    await expect(reconciliation(day, ada)).rejects.toMatchObject({ code: 'PT403' });
    for (const who of [guest, shop])
      await expect(reconciliation(day, who)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the list of broken rules', () => {
  const listed = async (t: Transaction) => {
    const [row] = await t<{ reply: BrokenInvariants }[]>`select public.broken_invariants() as reply`;
    return row?.reply;
  };
  const checked = async (t: Transaction) => {
    await t`select private.record_invariant_check()`;
    return listed(t);
  };
  const broken = (who: Character) => as(sql, who, (t) => t`select public.broken_invariants()`);

  it('is shown to admins only', async () => {
    await broken(admin);
    await expect(broken(ada)).rejects.toMatchObject({ code: 'PT403' });
    await expect(broken(guest)).rejects.toMatchObject({ code: '42501' });
  });

  it('is what the last check has found, the first twenty', async () => {
    const [found, now] =
      (await seenByAdmin(async (t) => {
        const rows =
          await t`select 'paid without money' as broken, lpad(n::text, 2, '0') as subject, 'paid' as detail
          from generate_series(1, 20) n`;
        await t`update private.invariant_check set broken = 25, rows = ${t.json([...rows])}, at = '2020-01-01'`;
        const before = await listed(t);
        return [before, await checked(t)];
      })) ?? [];
    expect(found).toMatchObject({ count: 25, checkedAt: '2020-01-01T00:00:00.000Z' });
    expect(found?.rows).toHaveLength(20);
    expect(found?.rows[0]).toEqual({ broken: 'paid without money', subject: '01', detail: 'paid' });
    expect(now).toMatchObject({ count: 0, rows: [] });
  });

  const ofOrder = (id: string) => `(select id from public.transactions where order_id = '${id}')`;
  it.each<[string, (id: string) => string]>([
    [
      'the shares of a payment are not what came',
      (id) => `update public.transactions set bank_amount_cents = 1 where order_id = '${id}'`,
    ],
    [
      'the shares of a payment are not what came',
      (id) => `update private.shares set cents = cents - 1 where order_id = '${id}'`,
    ],
    ['a payment counts and has no share', (id) => `delete from private.shares where order_id = '${id}'`],
    [
      'paid without money',
      (id) => `update public.transactions set status = 'failed' where order_id = '${id}'`,
    ],
    [
      'paid without money',
      (id) =>
        `update private.shares set cents = 1 where order_id = '${id}';
         update public.orders set status = 'completed' where id = '${id}'`,
    ],
    [
      'nothing is due of an order that is not paid',
      (id) => `update public.orders set status = 'pending' where id = '${id}'`,
    ],
    ['a cancelled order is owed', (id) => `update public.orders set status = 'cancelled' where id = '${id}'`],
    [
      'reductions are more than is charged',
      (id) => `insert into private.reductions (id, order_id, cause, cents, reason)
        values (gen_random_uuid(), '${id}', 'price_cut', 100001, 'By hand')`,
    ],
    [
      'too much is paid, or is not, and no task says so',
      (id) => `insert into private.reductions (id, order_id, cause, cents, reason)
        values (gen_random_uuid(), '${id}', 'price_cut', 101, 'By hand')`,
    ],
    [
      'more was given back than received, or less than nothing',
      (
        id,
      ) => `insert into public.refunds (transaction_id, cause, amount_cents, day, bank_reference, reason, recorded_by)
        select t.id, 'refund', 100001, current_date, 'FT1', 'By hand', gen_random_uuid() from public.transactions t where t.order_id = '${id}'`,
    ],
    [
      'more was given back than received, or less than nothing',
      (id) => `with gone as (
          insert into public.refunds (transaction_id, cause, amount_cents, day, bank_reference, reason, recorded_by)
          select t.id, 'refund', 1, current_date, 'FT1', 'By hand', gen_random_uuid() from public.transactions t where t.order_id = '${id}'
          returning id, transaction_id
        ) insert into private.shares (transaction_id, refund_id, order_id, cents) select transaction_id, id, '${id}', -100001 from gone`,
    ],
    [
      'money that was not ours did not go back',
      (id) => `update public.transactions set status = 'returned' where order_id = '${id}'`,
    ],
    [
      'what was sold is not what the order is for',
      (id) => `update private.sold_lines set price = price - 1 where order_id = '${id}'`,
    ],
    [
      'what was sold is not what the order is for',
      (id) => `delete from private.sold_lines where order_id = '${id}'`,
    ],
    [
      'total is not the sum of the items and the delivery',
      (id) => `update public.order_items set price = 1 where order_id = '${id}'`,
    ],
    [
      'stock differs from its movements',
      (id) =>
        `update public.products set stock = stock + 1 where id in (select product_id from public.order_items where order_id = '${id}')`,
    ],
    [
      'pieces sold are not the pieces paid for',
      (id) => `update private.sold_lines set quantity = 2 where order_id = '${id}'`,
    ],
    [
      'pieces sold are not the pieces paid for',
      (id) => `delete from private.stock_movements where order_id = '${id}'`,
    ],
    [
      'pieces sold are not the pieces paid for',
      (id) =>
        `update public.orders set status = 'completed' where id = '${id}';
         delete from private.stock_movements where order_id = '${id}'`,
    ],
    [
      'more is held than there is',
      (id) => `insert into private.stock_holds (order_id, product_id, quantity, expires_at)
        select order_id, product_id, 99, now() + interval '1 day' from public.order_items where order_id = '${id}'`,
    ],
    [
      'an order that is not being paid holds pieces',
      (id) => `insert into private.stock_holds (order_id, product_id, quantity, expires_at)
        select order_id, product_id, 1, now() + interval '1 day' from public.order_items where order_id = '${id}'`,
    ],
    [
      'money in question without a task',
      (id) => `update public.transactions set status = 'review' where order_id = '${id}'`,
    ],
    [
      "decided without the bank's answer",
      (id) => `delete from private.gateway_answers where transaction_id in ${ofOrder(id)}`,
    ],
    [
      "decided without the bank's answer",
      (id) => `update public.transactions set response_data = null where order_id = '${id}'`,
    ],
    [
      "decided without the bank's answer",
      (id) => `with later as (
          insert into private.gateway_answers (transaction_id, asked_by, answer, verdict)
          select t.id, 'reconcile', '{"status": "255"}', 'refused' from public.transactions t where t.order_id = '${id}'
          returning answer, transaction_id
        ) update public.transactions t set response_data = later.answer from later where t.id = later.transaction_id`,
    ],
    [
      "decided without the bank's answer",
      (id) =>
        `update private.gateway_answers set verdict = 'undecided' where transaction_id in ${ofOrder(id)}`,
    ],
  ])('is named when it was tampered with: %s (%#)', async (words, tampering) => {
    const placed = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const reply = await seenByAdmin(async (t) => {
      await t.unsafe(tampering(placed.order.id));
      return checked(t);
    });
    expect(reply?.rows.map(({ broken: named }) => named)).toContain(words);
    expect(reply?.count).toBeGreaterThan(0);
  });
});
