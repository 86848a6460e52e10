import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import type { SettlementOverview } from '../../functions/_shared/contract/bank-statements.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import {
  approved,
  as,
  available,
  type Character,
  newPerson,
  newProduct,
  newSession,
  place,
  type Placed,
  refundToday,
  settle,
  shop,
  statementColumns,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refusalWord } from '../sql-refusals.ts';

const sql = openTestDatabase();
let owner: Character & { userId: string };
beforeAll(async () => {
  owner = await newPerson(sql, 'Owner', 'admin');
});
checkRulesAfterEach(sql);

const today = refundToday().day;

/** An order of two pieces for KES 2,000. */
async function newOrder() {
  const sid = await newSession(sql);
  const product = await newProduct(sql, { stock: 5 });
  return {
    sid,
    product,
    ...(await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], { sid })),
  };
}
async function paidOrder() {
  const placed = await newOrder();
  await settle(sql, placed.transaction.trace, approved(placed));
  return { ...placed, transactionId: await transactionOf(placed.transaction.trace) };
}
/** The bank approved another sum, and the owner ended the task like this. */
async function otherSum(amountCents: string, outcome: 'accepted' | 'rest_due') {
  const placed = await newOrder();
  await settle(sql, placed.transaction.trace, approved(placed, { amountCents }));
  await as(
    sql,
    owner,
    (t) => t`select public.close_owner_task(k.id, ${outcome}, 'Looked at it')
    from public.owner_tasks k where k.order_id = ${placed.order.id}`,
  );
  return { ...placed, transactionId: await transactionOf(placed.transaction.trace) };
}
async function transactionOf(trace: string) {
  const [row] = await sql<{ id: string }[]>`select id from public.transactions where trace = ${trace}`;
  return row?.id ?? '';
}

type Refund = { id?: string; transactionId: string; cents: number; day?: string; reference?: string };
const refund = (
  { id = randomUUID(), transactionId, cents, day = today, reference = 'FT1' }: Refund,
  who: Character = owner,
) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ order: Order }[]>`
      select public.record_refund(${id}, ${transactionId}, ${cents}, ${day}, ${reference}, 'Too many ordered') as order`;
    return row?.order as Order;
  });
type Correction = { id?: string; refundId: string; cents: number; day?: string; reference?: string };
const correct = (
  { id = randomUUID(), refundId, cents, day = today, reference = 'FT1' }: Correction,
  who: Character = owner,
) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ order: Order }[]>`
      select public.correct_refund(${id}, ${refundId}, ${cents}, ${day}, ${reference}, 'Mistyped') as order`;
    return row?.order as Order;
  });
const advance = ({ order }: Pick<Placed, 'order'>, status: string) =>
  refusalWord(as(sql, owner, (t) => t`select public.advance_order(${order.id}, ${status})`));
const detailsOf = ({ order }: Pick<Placed, 'order'>) =>
  as(sql, owner, async (t) => {
    const [row] = await t<{ details: OrderDetails }[]>`select public.order_details(${order.id}) as details`;
    return row?.details as OrderDetails;
  });
const payAgain = (sid: string, { order }: Pick<Placed, 'order'>) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ placed: Placed }[]>`select public.pay_again(${sid}, ${order.id}) as placed`;
    return row?.placed as Placed;
  });
const overview = () =>
  as(sql, owner, async (t) => {
    const [row] = await t<{ seen: SettlementOverview }[]>`select public.settlement_overview() as seen`;
    return row?.seen as SettlementOverview;
  });

describe('a part that was accepted', () => {
  it('is refunded as a whole: the full price is due again, and the order can be cancelled', async () => {
    const placed = await otherSum('50000', 'rest_due');
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
    const { transactionId } = placed;
    expect((await detailsOf(placed)).refundable).toMatchObject([{ transactionId, amountCents: 50_000 }]);
    expect(await refusalWord(refund({ transactionId, cents: 20_000 }))).toBe('refund_not_whole');
    expect(await refund({ transactionId, cents: 50_000 })).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { receivedCents: 0, acceptedCents: 0, refundedCents: 50_000, dueAmount: 2000 },
    });
    expect((await detailsOf(placed)).refundable).toEqual([]);
    expect(await refusalWord(refund({ transactionId, cents: 50_000 }))).toBe('transition_refused');
    expect(await advance(placed, 'cancelled')).toBe('done');
  });

  it('is refunded, and the order is paid in full afterwards', async () => {
    const placed = await otherSum('50000', 'rest_due');
    await refund({ transactionId: placed.transactionId, cents: 50_000 });
    const again = await payAgain(placed.sid, placed);
    expect(again.transaction.amount).toBe(2000);
    await settle(sql, again.transaction.trace, approved(again));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, acceptedCents: 200_000, refundedCents: 50_000, dueAmount: 0 },
    });
  });

  it('is refunded while the rest is being paid: what comes for the rest is a question, not lost', async () => {
    const placed = await otherSum('50000', 'rest_due');
    const rest = await payAgain(placed.sid, placed);
    await refund({ transactionId: placed.transactionId, cents: 50_000 });
    await settle(sql, rest.transaction.trace, approved(rest));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'pending',
      payment: { receivedCents: 150_000, acceptedCents: 0, isInQuestion: true },
    });
  });
});

describe('the buyer', () => {
  type Row = { subject: string; channel: string; recipient: string };
  const messagesOf = ({ order }: Pick<Placed, 'order'>) =>
    sql<Row[]>`select subject, channel, recipient from private.messages
      where order_id = ${order.id} and kind = 'refund_recorded' order by created_at, channel`;

  it('gets one message for each refund, however often it is sent, with its sum, day and reference', async () => {
    const placed = await paidOrder();
    const first = { id: randomUUID(), transactionId: placed.transactionId, cents: 50_000 };
    await refund(first);
    await refund(first);
    const second = {
      id: randomUUID(),
      transactionId: placed.transactionId,
      cents: 150_000,
      reference: 'FT2',
    };
    await refund(second);
    const rows = await messagesOf(placed);
    expect(rows.map(({ subject, channel }) => `${subject} ${channel}`)).toEqual(
      [first, second].flatMap(({ id }) => [`${id} email`, `${id} sms`]),
    );
    expect(rows[0]?.recipient).toBe('ada@example.com');
    const [row] = await sql<{ facts: MessageFacts; isTrue: boolean }[]>`
      select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue" from private.messages m
      where m.subject = ${second.id} and m.channel = 'email'`;
    expect(row?.facts.refund).toMatchObject({ amountCents: 150_000, day: today, bankReference: 'FT2' });
    expect(row?.isTrue).toBe(true);
  });

  it('gets it too when a question about money ends with a refund', async () => {
    const placed = await newOrder();
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    await as(
      sql,
      owner,
      (t) => t`select public.close_owner_task(k.id, 'refunded', 'Sent back', ${t.json(refundToday())})
        from public.owner_tasks k where k.order_id = ${placed.order.id}`,
    );
    const [row] = await sql<
      { id: string }[]
    >`select id from public.refunds where order_id = ${placed.order.id}`;
    expect((await messagesOf(placed)).map(({ subject }) => subject)).toEqual([row?.id, row?.id]);
  });
});

describe('of a paid order', () => {
  it('some is refunded, up to what has paid it, and it can still be completed', async () => {
    const placed = await otherSum('199950', 'accepted');
    const { transactionId } = placed;
    expect(await refund({ transactionId, cents: 50_000 })).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 149_950, acceptedCents: 149_950, refundedCents: 50_000, dueAmount: 0 },
    });
    for (const cents of [0, -1, 149_951])
      expect(await refusalWord(refund({ transactionId, cents }))).toBe('refund_too_large');
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
    expect(await advance(placed, 'completed')).toBe('done');
    // What was delivered may come back.
    expect(await refund({ transactionId, cents: 149_950 })).toMatchObject({ status: 'completed' });
    expect(await available(sql, placed.product.id)).toBe(3);
  });

  it('all is refunded: it is not completed, and cancelling puts its pieces back on sale, once', async () => {
    const placed = await paidOrder();
    await refund({ transactionId: placed.transactionId, cents: 200_000 });
    const { completionNeed, timeline } = await detailsOf(placed);
    expect(completionNeed).toBe('payment');
    expect(timeline.findLast(({ kind }) => kind !== 'message')).toMatchObject({
      kind: 'refunded',
      amountCents: 200_000,
      day: today,
      bankReference: 'FT1',
      reason: 'Too many ordered',
      by: { id: owner.userId },
    });
    expect(await advance(placed, 'completed')).toBe('all_refunded');
    expect(await available(sql, placed.product.id)).toBe(3);
    for (let press = 0; press < 2; press++) expect(await advance(placed, 'cancelled')).toBe('done');
    expect(await available(sql, placed.product.id)).toBe(5);
    expect((await detailsOf(placed)).timeline.map(({ kind }) => kind)).toContain('stock_returned');
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'cancelled',
      nextStep: 'none',
      payment: { receivedCents: 0, refundedCents: 200_000, dueAmount: 0 },
    });
  });

  it('that was paid in parts, each part is refunded by itself', async () => {
    const placed = await otherSum('50000', 'rest_due');
    const rest = await payAgain(placed.sid, placed);
    await settle(sql, rest.transaction.trace, approved(rest));
    expect((await detailsOf(placed)).refundable.map(({ amountCents }) => amountCents)).toEqual([
      50_000, 150_000,
    ]);
    await refund({ transactionId: placed.transactionId, cents: 50_000 });
    await refund({ transactionId: await transactionOf(rest.transaction.trace), cents: 150_000 });
    expect((await detailsOf(placed)).order.payment).toMatchObject({
      acceptedCents: 0,
      refundedCents: 200_000,
    });
    expect(await advance(placed, 'cancelled')).toBe('done');
  });

  it('a second charge stays in question whatever is refunded of the first', async () => {
    const placed = await paidOrder();
    await settle(sql, placed.transaction.trace, approved(placed), 'owner');
    await refund({ transactionId: placed.transactionId, cents: 200_000 });
    expect((await detailsOf(placed)).order.payment).toMatchObject({
      receivedCents: 200_000,
      acceptedCents: 0,
      isInQuestion: true,
    });
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
  });
});

describe('a refund', () => {
  it('is recorded by admins alone, once under its key, with a day from the payment until today', async () => {
    const { transactionId } = await paidOrder();
    const ada = await newPerson(sql, 'Ada');
    const id = randomUUID();
    const given = { id, transactionId, cents: 100 };
    expect(await refusalWord(refund(given, ada))).toBe('forbidden');
    await refund(given);
    await refund(given);
    expect(await refusalWord(refund({ ...given, cents: 200 }))).toBe('key_reused');
    for (const day of ['2026-01-01', '2099-01-01'])
      expect(await refusalWord(refund({ transactionId, cents: 1, day }))).toBe('invalid_request');
    expect(await refusalWord(refund({ transactionId: randomUUID(), cents: 1 }))).toBe('not_found');
    for (const reference of ['', ' '])
      expect(await refusalWord(refund({ transactionId, cents: 1, reference }))).toContain('bank_reference');
    expect(
      await sql`select amount_cents::integer as cents, recorded_by from public.refunds
      where transaction_id = ${transactionId}`,
    ).toEqual([{ cents: 100, recorded_by: owner.userId }]);
  });

  it('cannot be changed or taken away, by nobody', async () => {
    const { transactionId } = await paidOrder();
    await refund({ transactionId, cents: 100 });
    for (const act of [
      () => sql`update public.refunds set amount_cents = 1 where transaction_id = ${transactionId}`,
      () => sql`delete from public.refunds where transaction_id = ${transactionId}`,
    ])
      await expect(act()).rejects.toThrow();
  });

  it('of two at once, more than came is not given back', async () => {
    const { transactionId } = await paidOrder();
    const both = await Promise.all([1, 2].map(() => refusalWord(refund({ transactionId, cents: 150_000 }))));
    expect(both.sort()).toEqual(['done', 'refund_too_large']);
  });

  it('that two admins write down at once is one, and the second reads so', async () => {
    const { transactionId } = await paidOrder();
    const other = await newPerson(sql, 'Partner', 'admin');
    const refunds = [
      refund({ transactionId, cents: 50_000, reference: 'FT26326' }),
      refund({ transactionId, cents: 50_000, reference: ' ft26326 ' }, other),
    ];
    expect((await Promise.all(refunds.map(refusalWord))).sort()).toEqual(['done', 'refund_recorded']);
    // Another transfer of the same sum on the same day has a reference of its own.
    expect(await refusalWord(refund({ transactionId, cents: 50_000, reference: 'FT26327' }))).toBe('done');
  });

  it('of a task needs its day and the bank’s reference', async () => {
    const placed = await newOrder();
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    const close = (given: object | null) =>
      refusalWord(
        as(
          sql,
          owner,
          (
            t,
          ) => t`select public.close_owner_task(k.id, 'refunded', 'Sent back', ${given && t.json(given as never)})
          from public.owner_tasks k where k.order_id = ${placed.order.id}`,
        ),
      );
    const tomorrow = { ...refundToday(), day: '2099-01-01' };
    for (const given of [null, {}, { day: today }, { ...refundToday(), bankReference: ' ' }, tomorrow])
      expect(await close(given)).toBe('invalid_request');
    expect(await close(refundToday())).toBe('done');
    expect(
      await sql`select amount_cents::integer as cents, bank_reference, reason from public.refunds
      where order_id = ${placed.order.id}`,
    ).toEqual([{ cents: 50_000, bank_reference: 'FT26326', reason: 'Sent back' }]);
  });
});

describe('a refund that was written down wrongly', () => {
  it('is corrected with a reason: the right figures count, and both entries stay in the story', async () => {
    const placed = await paidOrder();
    const id = randomUUID();
    await refund({ id, transactionId: placed.transactionId, cents: 200_000 });
    expect(await correct({ refundId: id, cents: 20_000, reference: 'FT2' })).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 180_000, acceptedCents: 180_000, refundedCents: 20_000 },
    });
    const { timeline, refunds, refundable, completionNeed } = await detailsOf(placed);
    const story = timeline.filter(({ kind }) => kind.startsWith('refund'));
    expect(story).toMatchObject([
      { kind: 'refunded', amountCents: 200_000, bankReference: 'FT1', reason: 'Too many ordered' },
      {
        ...{ kind: 'refund_corrected', amountCents: 20_000, bankReference: 'FT2', reason: 'Mistyped' },
        by: { id: owner.userId },
      },
    ]);
    expect(refunds).toMatchObject([{ amountCents: 20_000, bankReference: 'FT2', isWhole: false }]);
    expect(refundable).toMatchObject([{ amountCents: 180_000 }]);
    expect(completionNeed).toBe('nothing');
    // What is corrected once can be corrected again; the first entry cannot.
    expect(await refusalWord(correct({ refundId: id, cents: 30_000 }))).toBe('refund_corrected');
    await correct({ refundId: refunds[0]?.id ?? '', cents: 200_000 });
    expect((await detailsOf(placed)).order.payment).toMatchObject({ receivedCents: 0 });
  });

  it('never to more than came, nor to what another entry says', async () => {
    const { transactionId } = await paidOrder();
    const [first, second] = [randomUUID(), randomUUID()];
    await refund({ id: first, transactionId, cents: 50_000 });
    await refund({ id: second, transactionId, cents: 60_000, reference: 'FT2' });
    for (const cents of [-1, 140_001])
      expect(await refusalWord(correct({ refundId: first, cents }))).toBe('refund_too_large');
    const sameAsSecond = { refundId: first, cents: 60_000, reference: ' ft2' };
    expect(await refusalWord(correct(sameAsSecond))).toBe('refund_recorded');
    expect(await refusalWord(correct({ refundId: first, cents: 50_000 }))).toBe('invalid_request');
    expect(await refusalWord(correct({ refundId: first, cents: 1, day: '2099-01-01' }))).toBe(
      'invalid_request',
    );
    expect(await refusalWord(correct({ refundId: first, cents: 140_000 }))).toBe('done');
    // What was wrong no longer stands in the way of what is right.
    expect(await refusalWord(correct({ refundId: second, cents: 50_000 }))).toBe('done');
  });

  it('is corrected by admins alone, once under its key, and once at a time', async () => {
    const { transactionId } = await paidOrder();
    const refundId = randomUUID();
    await refund({ id: refundId, transactionId, cents: 50_000 });
    const given = { id: randomUUID(), refundId, cents: 40_000 };
    expect(await refusalWord(correct(given, await newPerson(sql, 'Ada')))).toBe('forbidden');
    expect(await refusalWord(correct({ refundId: randomUUID(), cents: 1 }))).toBe('not_found');
    const both = [given, { refundId, cents: 30_000 }].map((one) => refusalWord(correct(one)));
    expect((await Promise.all(both)).sort()).toEqual(['done', 'refund_corrected']);
    const { id: lastId } = (
      await sql<{ id: string }[]>`
      select id from public.refunds where corrects = ${refundId}`
    )[0] ?? { id: '' };
    const next = { id: randomUUID(), refundId: lastId, cents: 10_000 };
    await correct(next);
    await correct(next);
    expect(await refusalWord(correct({ ...next, cents: 20_000 }))).toBe('key_reused');
    expect(await sql`select id from public.refunds where transaction_id = ${transactionId}`).toHaveLength(3);
  });

  it('that a task asked for keeps its task and its sum; the reference is corrected', async () => {
    const placed = await newOrder();
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    await as(
      sql,
      owner,
      (t) => t`select public.close_owner_task(k.id, 'refunded', 'Sent back', ${t.json(refundToday())})
        from public.owner_tasks k where k.order_id = ${placed.order.id}`,
    );
    const [recorded] = (await detailsOf(placed)).refunds;
    expect(recorded).toMatchObject({ amountCents: 50_000, isWhole: true });
    const refundId = recorded?.id ?? '';
    for (const cents of [0, 49_999, 50_001])
      expect(await refusalWord(correct({ refundId, cents }))).toBe('refund_too_large');
    await correct({ refundId, cents: 50_000, reference: 'FT9' });
    expect(
      await sql`select task_id is not null as has_task, corrects is null as is_first from public.refunds
        where order_id = ${placed.order.id} order by created_at`,
    ).toEqual([
      { has_task: true, is_first: true },
      { has_task: true, is_first: false },
    ]);
    expect((await detailsOf(placed)).order.payment.refundedCents).toBe(50_000);
  });

  it('that never happened is corrected to nothing, and recorded again where it belongs', async () => {
    const placed = await paidOrder();
    const refundId = randomUUID();
    await refund({ id: refundId, transactionId: placed.transactionId, cents: 200_000 });
    await correct({ refundId, cents: 0 });
    expect((await detailsOf(placed)).refunds).toEqual([]);
    expect((await detailsOf(placed)).order.payment).toMatchObject({
      acceptedCents: 200_000,
      refundedCents: 0,
    });
    expect(await advance(placed, 'completed')).toBe('done');
    await refund({ transactionId: placed.transactionId, cents: 200_000 });
  });

  it('of a cancelled order: what was not given back after all is known, and can be given back', async () => {
    const placed = await paidOrder();
    const refundId = randomUUID();
    await refund({ id: refundId, transactionId: placed.transactionId, cents: 200_000 });
    expect(await advance(placed, 'cancelled')).toBe('done');
    await correct({ refundId, cents: 20_000 });
    const { order, refundable } = await detailsOf(placed);
    expect(order).toMatchObject({ status: 'cancelled', payment: { receivedCents: 180_000 } });
    expect(refundable).toMatchObject([{ amountCents: 180_000 }]);
    await refund({ transactionId: placed.transactionId, cents: 180_000, reference: 'FT2' });
    expect((await detailsOf(placed)).order.payment).toMatchObject({ receivedCents: 0 });
  });

  it('its buyer reads the correction, but only after the wrong message', async () => {
    const messageOf = async (subject: string) => {
      const [row] = await sql<{ facts: MessageFacts; isTrue: boolean }[]>`
        select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue" from private.messages m
        where m.subject = ${subject} and m.channel = 'email'`;
      return row && { isTrue: row.isTrue, ...row.facts.refund };
    };
    const { transactionId } = await paidOrder();
    const [wrong, right, none] = [randomUUID(), randomUUID(), randomUUID()];
    await refund({ id: wrong, transactionId, cents: 200_000 });
    await correct({ id: right, refundId: wrong, cents: 20_000 });
    expect(await messageOf(wrong)).toMatchObject({ isTrue: false });
    expect(await messageOf(right)).toMatchObject({ isTrue: true, amountCents: 20_000, isCorrection: false });
    await correct({ id: none, refundId: right, cents: 0 });
    expect(await messageOf(none)).toMatchObject({ isTrue: false });
    await sql`update private.messages set state = 'accepted', next_attempt_at = null, finished_at = now()
      where subject = ${wrong}`;
    expect(await messageOf(none)).toMatchObject({ isTrue: true, amountCents: 0, isCorrection: true });
  });
});

describe('the overview of settlement', () => {
  it('has for each month what the statements took back and what was recorded as refunded', async () => {
    const monthOf = async () => (await overview()).months.find(({ month }) => month === today.slice(0, 7));
    const before = (await monthOf()) ?? { settledCents: 0, returnedCents: 0, refundedCents: 0, feeCents: 0 };
    const { transactionId } = await paidOrder();
    await refund({ transactionId, cents: 70_000 });
    const lines = [
      { line: 2, day: today, reference: 'x', amountCents: -30_000, feeCents: 500 },
      { line: 3, day: today, reference: 'y', amountCents: -40_000 },
    ];
    await as(
      sql,
      owner,
      (t) => t`select public.import_bank_statement(${randomUUID()}, 'bank.csv',
      ${t.json(statementColumns)}, ${t.json(lines)})`,
    );
    expect(await monthOf()).toEqual({
      month: today.slice(0, 7),
      settledCents: before.settledCents,
      returnedCents: before.returnedCents + 70_000,
      refundedCents: before.refundedCents + 70_000,
      feeCents: before.feeCents + 500,
    });
  });

  it('does not wait for the settlement of money that was given back', async () => {
    const placed = await paidOrder();
    const { transactionId } = placed;
    await sql`update public.transactions set decided_at = now() - interval '20 days', created_at = now() - interval '20 days'
      where id = ${transactionId}`;
    const isOverdue = async () =>
      (await overview()).overdue.rows.some((row) => row.transactionId === transactionId);
    const { count } = (await overview()).overdue;
    expect(await isOverdue()).toBe(true);
    await refund({ transactionId, cents: 50_000 });
    expect(await isOverdue()).toBe(true);
    await refund({ transactionId, cents: 150_000 });
    expect(await isOverdue()).toBe(false);
    expect((await overview()).overdue.count).toBe(count - 1);
  });
});

it('a day that ends with an order whose money was given back still balances', async () => {
  const placed = await paidOrder();
  await refund({ transactionId: placed.transactionId, cents: 200_000 });
  await advance(placed, 'cancelled');
  const [row] = await as(
    sql,
    owner,
    (t) => t<{ day: { differing: { orders: { orderId: string }[] } } }[]>`
    select public.reconciliation_of_day(${today}) as day`,
  );
  expect(row?.day.differing.orders.map(({ orderId }) => orderId)).not.toContain(placed.order.id);
});
