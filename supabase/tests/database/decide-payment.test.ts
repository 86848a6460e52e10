import { describe, expect, it } from 'vitest';
import { approved, available, type Placed, bankDecides } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { paymentScene } from '../payment-scene.ts';

const sql = openTestDatabase();
const { newOrder, numberOf, tasksOf } = paymentScene(sql, 5);

const truth = async ({ order, transaction }: Placed) => {
  const [row] = await sql<{ order: string; transaction: string; index: string | null }[]>`
    select o.status as order, t.status as transaction, t.transaction_id as index
    from public.orders o join public.transactions t on t.order_id = o.id
    where o.id = ${order.id} and t.trace = ${transaction.trace}`;
  return row;
};

checkRulesAfterEach(sql);

describe('settling a payment', () => {
  it('by the bank’s approval makes the order paid and takes the pieces off the shelf, once', async () => {
    const { product, placed } = await newOrder();
    const answer = approved(placed);
    expect(await bankDecides(sql, placed.transaction.trace, answer)).toMatchObject({
      outcome: 'success',
      orderStatus: 'paid',
      transactionId: answer.transactionIndex,
    });
    expect(await bankDecides(sql, placed.transaction.trace, answer)).toMatchObject({
      outcome: 'success',
      orderStatus: 'paid',
    });
    expect(await truth(placed)).toEqual({
      order: 'paid',
      transaction: 'completed',
      index: answer.transactionIndex,
    });
    // The bank's answer is kept, but for the key of the query.
    const { trace, ...kept } = answer;
    const [row] = await sql`select response_data as answer from public.transactions where trace = ${trace}`;
    expect(row?.answer).toEqual(kept);
    const [shelf] = await sql`select stock from public.products where id = ${product.id}`;
    expect(shelf?.stock).toBe(3);
    expect(await available(sql, product.id)).toBe(3);
    // The same charge named again is not a second one.
    expect(await tasksOf(placed)).toEqual([]);
    const verdicts = await sql`select verdict, times from private.gateway_answers
      where answer ->> 'transactionIndex' = ${answer.transactionIndex}`;
    expect(verdicts).toEqual([{ verdict: 'approved', times: 2 }]);
  });

  it('is not touched by what the bank answers later without deciding anything', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    await bankDecides(sql, placed.transaction.trace, { status: '9', trace: placed.transaction.trace });
    const [row] =
      await sql`select bank_status, status from public.transactions where trace = ${placed.transaction.trace}`;
    expect(row).toEqual({ bank_status: '0', status: 'completed' });
  });

  describe.each(['4', '0'])('after a decision (%s)', (status) => {
    async function decided() {
      const { placed } = await newOrder();
      const answer = approved(placed, { status });
      await bankDecides(sql, placed.transaction.trace, answer);
      return { trace: placed.transaction.trace, answer };
    }
    const decidedAgo = (trace: string, age: string) =>
      sql`update public.transactions set created_at = now() - ${age}::interval, decided_at = now() - ${age}::interval
        where trace = ${trace}`;
    /** Minutes from the decision to the next query; null if the bank is not asked again. */
    const minutesToNext = async (trace: string) => {
      const [row] = await sql<{ minutes: number | null }[]>`
        select (extract(epoch from next_ask_at - decided_at) / 60)::integer as minutes
        from public.transactions where trace = ${trace}`;
      return row?.minutes;
    };

    it('the bank is asked once more, in an hour', async () => {
      const { trace, answer } = await decided();
      expect(await minutesToNext(trace)).toBe(60);
      await decidedAgo(trace, '1 hour');
      await bankDecides(sql, trace, answer, 'reconcile');
      expect(await minutesToNext(trace)).toBeNull();
    });

    it('is queried again after that hour, whatever the bank answered before', async () => {
      const { trace, answer } = await decided();
      for (const late of [null, answer]) {
        await bankDecides(sql, trace, late, 'reconcile');
        expect(await minutesToNext(trace)).toBe(60);
      }
    });

    it('the bank is asked every hour until it answers, for 72 hours', async () => {
      const { trace, answer } = await decided();
      await decidedAgo(trace, '1 hour');
      await bankDecides(sql, trace, null, 'reconcile');
      expect(await minutesToNext(trace)).toBe(120);
      await decidedAgo(trace, '150 minutes');
      await bankDecides(sql, trace, { status: '9', trace }, 'reconcile');
      expect(await minutesToNext(trace)).toBe(180);
      await decidedAgo(trace, '3 hours');
      await bankDecides(sql, trace, answer, 'reconcile');
      expect(await minutesToNext(trace)).toBeNull();
      await decidedAgo(trace, '72 hours');
      await bankDecides(sql, trace, null, 'reconcile');
      expect(await minutesToNext(trace)).toBeNull();
    });
  });

  it('money for an order that was sent long ago counts, and is too much', async () => {
    const { placed, product } = await newOrder();
    await sql`update public.transactions set status = 'expired', decided_at = now() where trace = ${placed.transaction.trace}`;
    const [other] = await sql<{ trace: string; reference: string; amount: number }[]>`
      select * from private.open_transaction(${placed.order.id}, ${placed.order.totalAmount})`;
    if (!other) throw new Error('No second transaction.');
    const second = { ...placed, transaction: { ...placed.transaction, ...other } };
    await bankDecides(sql, other.trace, approved(second));
    await sql`update public.orders set status = 'completed' where id = ${placed.order.id}`;
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      transactionStatus: 'completed',
      orderStatus: 'completed',
    });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: more was paid than it costs`,
    ]);
    expect(await available(sql, product.id)).toBe(3);
  });

  it('sells the last pieces', async () => {
    const { product, placed } = await newOrder({ stock: 2, quantity: 2 });
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'paid',
    });
    expect(await available(sql, product.id)).toBe(0);
  });

  it('asked twenty times at once settles once', async () => {
    const { product, placed } = await newOrder();
    const answer = approved(placed);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => bankDecides(sql, placed.transaction.trace, answer)),
    );
    expect(new Set(all.map((settled) => settled.outcome))).toEqual(new Set(['success']));
    expect(await available(sql, product.id)).toBe(3);
  });

  it.each(['3', '4', '5', '7', '8', '10', '14', '16'])(
    'status %s ends the transaction as failed',
    async (status) => {
      const { placed } = await newOrder();
      expect(
        await bankDecides(sql, placed.transaction.trace, {
          status,
          trace: placed.transaction.trace,
          description: 'No',
        }),
      ).toMatchObject({
        outcome: 'failed',
        orderStatus: 'failed',
        errorCode: status,
        errorMessage: 'No',
      });
    },
  );

  it('status 255 is an error of the transaction', async () => {
    const { placed } = await newOrder();
    expect(
      await bankDecides(sql, placed.transaction.trace, { status: '255', trace: placed.transaction.trace }),
    ).toMatchObject({ outcome: 'error', transactionStatus: 'failed' });
  });

  it('status 255 while the buyer may still be at the bank decides nothing until they are back or half an hour is over', async () => {
    const { placed } = await newOrder();
    const nothingMade = { status: '255', trace: placed.transaction.trace };
    for (const askedBy of ['shopper', 'reconcile', 'owner'] as const) {
      expect(await bankDecides(sql, placed.transaction.trace, nothingMade, askedBy)).toMatchObject({
        transactionStatus: 'pending',
      });
    }
    const [step] =
      await sql`select private.may_pay(o) as step from public.orders o where o.id = ${placed.order.id}`;
    expect(step).toEqual({ step: 'pay' });
    await sql`update public.transactions set created_at = now() - interval '29 minutes 30 seconds' where trace = ${placed.transaction.trace}`;
    expect(await bankDecides(sql, placed.transaction.trace, nothingMade, 'reconcile')).toMatchObject({
      transactionStatus: 'pending',
    });
    await sql`update public.transactions set created_at = now() - interval '30 minutes 30 seconds' where trace = ${placed.transaction.trace}`;
    expect(await bankDecides(sql, placed.transaction.trace, nothingMade, 'reconcile')).toMatchObject({
      outcome: 'error',
      orderStatus: 'failed',
    });
  });

  it.each([
    ['timed out', { status: '1' }],
    ['bank unreachable', { status: '2' }],
    ['unable to process', { status: '9' }],
    ['a blank status', { status: '' }],
    ['no status', { status: null }],
    ['a zero with a space', { status: '0 ' }],
    ['a double zero', { status: '00' }],
    ['a zero as a word', { status: 'zero' }],
    ['another transaction’s trace and no transaction', { trace: 'a'.repeat(64), transactionIndex: '' }],
    ['an empty trace', { trace: '' }],
    ['a transaction index of spaces', { transactionIndex: '  ' }],
    ['no trace', { trace: null }],
    ['no transaction index', { transactionIndex: null }],
    ['an empty transaction index', { transactionIndex: '' }],
    ['no amount', { amountCents: null }],
    ['an invalid amount', { amountCents: '2,000.00' }],
    ['no reference', { reference: null }],
  ])('an approval with %s decides nothing', async (_, over) => {
    const { placed } = await newOrder();
    const settled = await bankDecides(sql, placed.transaction.trace, approved(placed, over));
    expect(settled).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'pending',
      orderStatus: 'pending',
    });
  });

  it('no answer at all decides nothing', async () => {
    const { placed } = await newOrder();
    expect(await bankDecides(sql, placed.transaction.trace, null)).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'pending',
    });
  });

  it.each([
    ['amount', { amountCents: '20' }],
    ['amount, a cent too little', { amountCents: '199999' }],
    ['amount, a cent too much', { amountCents: '200001' }],
    ['amount, ten times as much', { amountCents: '2000000' }],
    ['reference', { reference: 'DON-0' }],
    ['trace', { trace: 'a'.repeat(64) }],
  ])('an approval with a wrong %s stops for review with its evidence', async (_, over) => {
    const { placed } = await newOrder();
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed, over))).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'review',
      orderStatus: 'pending',
    });
    const [row] = await sql`select t.response_data as deciding, a.answer from public.transactions t
      join private.gateway_answers a on a.transaction_id = t.id where t.trace = ${placed.transaction.trace}`;
    expect(row?.answer).toMatchObject({ status: '0', ...over });
    const { trace, ...withoutTrace } = (row?.answer ?? {}) as Record<string, string>;
    expect(trace).toHaveLength(64);
    expect(row?.deciding).toEqual(withoutTrace);
  });

  it('an unknown trace is not found', async () => {
    await expect(bankDecides(sql, 'b'.repeat(64), null)).rejects.toMatchObject({
      code: 'PT404',
      message: 'not_found',
    });
  });
});
