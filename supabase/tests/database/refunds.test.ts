import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approved, as, available, newPerson, refundToday, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const {
  owner,
  otherSum,
  transactionOf,
  closeTask,
  payAgain,
  paidOrder,
  takenSum,
  refund,
  correct,
  advance,
  detailsOf,
} = refundScene(sql);
const countToSend = () =>
  as(sql, owner, async (t) => {
    const [row] = await t<{ counted: number; listed: number }[]>`
      select (public.owner_alerts() -> 'toSend')::integer as counted,
        cardinality((select f.ids from private.find_orders('{"toSend": true}', 'createdAt', true, 1000000) f)) as listed`;
    expect(row?.listed).toBe(row?.counted);
    return row?.counted ?? 0;
  });

describe('a part that was accepted', () => {
  it('is refunded, piece by piece or as a whole: the price is due again, and the order can be cancelled', async () => {
    const placed = await takenSum('50000', 'partial_payment');
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
    const { transactionId } = placed;
    expect((await detailsOf(placed)).refundable).toMatchObject([{ transactionId, amountCents: 50_000 }]);
    expect(await refund({ transactionId, cents: 20_000 })).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { receivedCents: 30_000, acceptedCents: 30_000, refundedCents: 20_000, dueAmount: 1700 },
    });
    expect(await refusalCode(refund({ transactionId, cents: 30_001 }))).toBe('refund_too_large');
    expect(await refund({ transactionId, cents: 30_000 })).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { receivedCents: 0, acceptedCents: 0, refundedCents: 50_000, dueAmount: 2000 },
    });
    expect((await detailsOf(placed)).refundable).toEqual([]);
    expect(await refusalCode(refund({ transactionId, cents: 1 }))).toBe('refund_too_large');
    // What went back of an unpaid order takes nothing off its price.
    expect(await sql`select 1 from private.reductions where order_id = ${placed.order.id}`).toEqual([]);
    expect(await advance(placed, 'cancelled')).toBe('done');
  });

  it('is refunded, and the order is paid in full afterwards', async () => {
    const placed = await takenSum('50000', 'partial_payment');
    await refund({ transactionId: placed.transactionId, cents: 50_000 });
    const again = await payAgain(placed.sid, placed);
    expect(again.transaction.amount).toBe(2000);
    await bankDecides(sql, again.transaction.trace, approved(again));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, acceptedCents: 200_000, refundedCents: 50_000, dueAmount: 0 },
    });
  });

  it('is refunded while the rest is being paid: what comes for the rest is a part, and the refunded sum is due', async () => {
    const placed = await takenSum('50000', 'partial_payment');
    const rest = await payAgain(placed.sid, placed);
    await refund({ transactionId: placed.transactionId, cents: 50_000 });
    await bankDecides(sql, rest.transaction.trace, approved(rest));
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      payment: { receivedCents: 150_000, acceptedCents: 150_000, dueAmount: 500, isInQuestion: false },
    });
  });
});

describe('of a paid order', () => {
  it('some is refunded, up to what has paid it, and it can still be completed', async () => {
    const placed = await takenSum('199950', 'accepted');
    const { transactionId } = placed;
    expect(await refund({ transactionId, cents: 50_000 })).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 149_950, acceptedCents: 149_950, refundedCents: 50_000, dueAmount: 0 },
    });
    for (const cents of [0, -1, 149_951])
      expect(await refusalCode(refund({ transactionId, cents }))).toBe('refund_too_large');
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
    expect(await advance(placed, 'completed')).toBe('done');
    // What was delivered may come back.
    expect(await refund({ transactionId, cents: 149_950 })).toMatchObject({ status: 'completed' });
    expect(await available(sql, placed.product.id)).toBe(3);
  });

  it('a completed order is cancelled once all is refunded, and its pieces go back on sale, once', async () => {
    const placed = await paidOrder();
    expect(await advance(placed, 'completed')).toBe('done');
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
    await refund({ transactionId: placed.transactionId, cents: 200_000 });
    for (let press = 0; press < 2; press++) expect(await advance(placed, 'cancelled')).toBe('done');
    expect(await available(sql, placed.product.id)).toBe(5);
  });

  it('all is refunded: it is not completed, and cancelling puts its pieces back on sale, once', async () => {
    const placed = await paidOrder();
    const toSend = await countToSend();
    await refund({ transactionId: placed.transactionId, cents: 200_000 });
    expect(await countToSend()).toBe(toSend - 1);
    const { completionNeed, timeline } = await detailsOf(placed);
    expect(completionNeed).toBe('refunded');
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
    expect((await detailsOf(placed)).timeline.find(({ kind }) => kind === 'stock_returned')).toMatchObject({
      pieces: 2,
      isHeld: false,
    });
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'cancelled',
      nextStep: 'none',
      payment: { receivedCents: 0, refundedCents: 200_000, dueAmount: 0 },
    });
  });

  it('that was paid in parts, each part is refunded by itself', async () => {
    const placed = await takenSum('50000', 'partial_payment');
    const rest = await payAgain(placed.sid, placed);
    await bankDecides(sql, rest.transaction.trace, approved(rest));
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

  it('a second charge is what the refund of the first gives back, and the order stays paid by the second', async () => {
    const placed = await paidOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed), 'owner');
    await refund({ transactionId: placed.transactionId, cents: 200_000 });
    expect((await detailsOf(placed)).order).toMatchObject({
      status: 'paid',
      payment: { receivedCents: 200_000, acceptedCents: 200_000, dueAmount: 0, overpaidCents: 0 },
    });
    expect((await detailsOf(placed)).tasks).toEqual([]);
    expect(await sql`select 1 from private.reductions where order_id = ${placed.order.id}`).toEqual([]);
    expect(await advance(placed, 'cancelled')).toBe('refund_first');
  });
});

describe('a refund', () => {
  it('is recorded by admins alone, once under its key, with a day from the payment until today', async () => {
    const { transactionId } = await paidOrder();
    const ada = await newPerson(sql, 'Ada');
    const id = randomUUID();
    const given = { id, transactionId, cents: 100 };
    expect(await refusalCode(refund(given, ada))).toBe('forbidden');
    await refund(given);
    await refund(given);
    expect(await refusalCode(refund({ ...given, cents: 200 }))).toBe('key_reused');
    for (const day of ['2026-01-01', '2099-01-01'])
      expect(await refusalCode(refund({ transactionId, cents: 1, day }))).toBe('refund_day_wrong');
    expect(await refusalCode(refund({ transactionId: randomUUID(), cents: 1 }))).toBe('not_found');
    for (const reference of ['', ' '])
      expect(await refusalCode(refund({ transactionId, cents: 1, reference }))).toBe('invalid_request');
    expect(
      await sql`select amount_cents::integer as cents, recorded_by from public.refunds
      where transaction_id = ${transactionId}`,
    ).toEqual([{ cents: 100, recorded_by: owner.userId }]);
  });

  it('cannot be changed or deleted by anybody', async () => {
    const { transactionId } = await paidOrder();
    await refund({ transactionId, cents: 100 });
    for (const work of [
      () => sql`update public.refunds set amount_cents = 1 where transaction_id = ${transactionId}`,
      () => sql`delete from public.refunds where transaction_id = ${transactionId}`,
    ])
      await expect(work()).rejects.toThrow();
  });

  it('of two at once, more than came is not given back', async () => {
    const { transactionId } = await paidOrder();
    const both = await Promise.all([1, 2].map(() => refusalCode(refund({ transactionId, cents: 150_000 }))));
    expect(both.sort()).toEqual(['done', 'refund_too_large']);
  });

  it('that two admins write down at once is one, and the second reads so', async () => {
    const { transactionId } = await paidOrder();
    const other = await newPerson(sql, 'Partner', 'admin');
    const refunds = [
      refund({ transactionId, cents: 50_000, reference: 'FT26326' }),
      refund({ transactionId, cents: 50_000, reference: ' ft26326 ' }, other),
    ];
    expect((await Promise.all(refunds.map(refusalCode))).sort()).toEqual(['done', 'refund_recorded']);
    // Another transfer of the same sum on the same day has a reference of its own.
    expect(await refusalCode(refund({ transactionId, cents: 50_000, reference: 'FT26327' }))).toBe('done');
  });

  it('under the reference of another order’s is asked about, wherever it is written down', async () => {
    const [first, second, task] = [await paidOrder(), await paidOrder(), await otherSum('50000')];
    const reference = `FT${randomUUID()}`;
    const written = (transactionId: string, entry: object) =>
      refusalCode(refund({ transactionId, cents: 50_000, reference, isSure: false, ...entry }));
    expect(await written(first.transactionId, {})).toBe('done');
    // Two transfers for one order are told apart by their day or sum.
    expect(await written(first.transactionId, { cents: 60_000 })).toBe('done');
    const id = randomUUID();
    const same = ` ${reference.toLowerCase()}`;
    expect(await written(second.transactionId, { id, reference: same })).toBe('refund_reference_used');
    expect(await written(second.transactionId, { id, reference: same, isSure: true })).toBe('done');
    const entry = { ...refundToday(), bankReference: reference };
    const close = (isSure: boolean) =>
      refusalCode(closeTask(task, 'refunded', 'Sent back', { ...entry, isSure }));
    expect(await close(false)).toBe('refund_reference_used');
    expect(await close(true)).toBe('done');
    // Its sum is corrected without a question; another order's reference is none of its own.
    const fix = (over: object) =>
      refusalCode(correct({ refundId: id, cents: 40_000, isSure: false, ...over }));
    const another = `FT${randomUUID()}`;
    expect(await written(first.transactionId, { cents: 1, reference: another })).toBe('done');
    expect(await fix({ reference: another })).toBe('refund_reference_used');
    expect(await fix({ reference: same })).toBe('done');
  });

  it('of a task needs its day and the bank’s reference', async () => {
    const placed = await otherSum('50000');
    const close = (given: object | null) => refusalCode(closeTask(placed, 'refunded', 'Sent back', given));
    for (const given of [null, {}, { ...refundToday(), day: '2099-01-01' }])
      expect(await close(given)).toBe('refund_day_wrong');
    for (const given of [{ day: today }, { ...refundToday(), bankReference: ' ' }])
      expect(await close(given)).toBe('invalid_request');
    expect(await close(refundToday())).toBe('done');
    expect(
      await sql`select r.amount_cents::integer as cents, r.bank_reference, r.reason from private.refunds_of_orders r
      where r.order_id = ${placed.order.id}`,
    ).toEqual([{ cents: 50_000, bank_reference: 'FT26326', reason: 'Sent back' }]);
  });
});
