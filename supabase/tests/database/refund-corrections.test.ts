import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { available, newPerson, refundToday } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refundScene } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, otherSum, closeTask, paidOrder, refund, correct, advance, detailsOf, mailAbout, payAgain } =
  refundScene(sql);

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
        kind: 'refund_corrected',
        amountCents: 20_000,
        bankReference: 'FT2',
        reason: 'Mistyped',
        by: { id: owner.userId },
      },
    ]);
    expect(refunds).toMatchObject([{ amountCents: 20_000, bankReference: 'FT2', isWhole: false }]);
    expect(refundable).toMatchObject([{ amountCents: 180_000 }]);
    expect(completionNeed).toBe('nothing');
    // What is corrected once can be corrected again; the first entry cannot.
    expect(await refusalCode(correct({ refundId: id, cents: 30_000 }))).toBe('refund_corrected');
    await correct({ refundId: refunds[0]?.id ?? '', cents: 200_000 });
    expect((await detailsOf(placed)).order.payment).toMatchObject({ receivedCents: 0 });
  });

  it('is never corrected to more than was received, nor to a copy of another entry', async () => {
    const { transactionId } = await paidOrder();
    const [first, second] = [randomUUID(), randomUUID()];
    await refund({ id: first, transactionId, cents: 50_000 });
    await refund({ id: second, transactionId, cents: 60_000, reference: 'FT2' });
    for (const cents of [-1, 140_001])
      expect(await refusalCode(correct({ refundId: first, cents }))).toBe('refund_too_large');
    const sameAsSecond = { refundId: first, cents: 60_000, reference: ' ft2' };
    expect(await refusalCode(correct(sameAsSecond))).toBe('refund_recorded');
    expect(await refusalCode(correct({ refundId: first, cents: 50_000 }))).toBe('invalid_request');
    expect(await refusalCode(correct({ refundId: first, cents: 1, day: '2099-01-01' }))).toBe(
      'refund_day_wrong',
    );
    expect(await refusalCode(correct({ refundId: first, cents: 140_000 }))).toBe('done');
    // What was wrong no longer stands in the way of what is right.
    expect(await refusalCode(correct({ refundId: second, cents: 50_000 }))).toBe('done');
  });

  it('is corrected by admins alone, once under its key, and once at a time', async () => {
    const { transactionId } = await paidOrder();
    const refundId = randomUUID();
    await refund({ id: refundId, transactionId, cents: 50_000 });
    const given = { id: randomUUID(), refundId, cents: 40_000 };
    expect(await refusalCode(correct(given, await newPerson(sql, 'Ada')))).toBe('forbidden');
    expect(await refusalCode(correct({ refundId: randomUUID(), cents: 1 }))).toBe('not_found');
    const both = [given, { refundId, cents: 30_000 }].map((one) => refusalCode(correct(one)));
    expect((await Promise.all(both)).sort()).toEqual(['done', 'refund_corrected']);
    const { id: lastId } = (
      await sql<{ id: string }[]>`
      select id from public.refunds where corrects = ${refundId}`
    )[0] ?? { id: '' };
    const next = { id: randomUUID(), refundId: lastId, cents: 10_000 };
    await correct(next);
    await correct(next);
    expect(await refusalCode(correct({ ...next, cents: 20_000 }))).toBe('key_reused');
    expect(await sql`select id from public.refunds where transaction_id = ${transactionId}`).toHaveLength(3);
  });

  it('of money that never counted keeps its sum; the reference is corrected', async () => {
    const placed = await otherSum('50000');
    await closeTask(placed, 'refunded', 'Sent back', refundToday());
    const [recorded] = (await detailsOf(placed)).refunds;
    expect(recorded).toMatchObject({ amountCents: 50_000, isWhole: true });
    const refundId = recorded?.id ?? '';
    for (const cents of [0, 49_999, 50_001])
      expect(await refusalCode(correct({ refundId, cents }))).toBe('refund_too_large');
    await correct({ refundId, cents: 50_000, reference: 'FT9' });
    expect(
      await sql`select bank_reference, corrects is null as is_first, counts from private.refunds_of_orders
        where order_id = ${placed.order.id} order by created_at`,
    ).toEqual([
      { bank_reference: 'FT26326', is_first: true, counts: false },
      { bank_reference: 'FT9', is_first: false, counts: false },
    ]);
    expect((await detailsOf(placed)).order.payment.returnedCents).toBe(50_000);
  });

  it('of money that never counted lets nothing go of what its buyer is paying for', async () => {
    const placed = await otherSum('50000');
    await closeTask(placed, 'refunded', 'Sent back', refundToday());
    await payAgain(placed.sid, placed);
    const left = await available(sql, placed.product.id);
    const [recorded] = (await detailsOf(placed)).refunds;
    await correct({ refundId: recorded?.id ?? '', cents: 50_000, reference: 'FT9' });
    expect(await available(sql, placed.product.id)).toBe(left);
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
    const { transactionId } = await paidOrder();
    const [wrong, right, none] = [randomUUID(), randomUUID(), randomUUID()];
    await refund({ id: wrong, transactionId, cents: 200_000 });
    await correct({ id: right, refundId: wrong, cents: 20_000 });
    expect(await mailAbout(wrong)).toMatchObject({ isTrue: false });
    expect(await mailAbout(right)).toMatchObject({ isTrue: true, amountCents: 20_000, isCorrection: false });
    await correct({ id: none, refundId: right, cents: 0 });
    expect(await mailAbout(none)).toMatchObject({ isTrue: false });
    await sql`update private.messages set state = 'accepted', next_attempt_at = null, finished_at = now()
      where subject = ${wrong}`;
    expect(await mailAbout(none)).toMatchObject({ isTrue: true, amountCents: 0, isCorrection: true });
  });
});
