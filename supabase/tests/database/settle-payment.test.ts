import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  approved,
  as,
  available,
  endHold,
  newProduct,
  newSession,
  openDatabase,
  place,
  type Placed,
  settle,
  shop,
} from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

async function orderOf({ price = 1000, stock = 5, quantity = 2 } = {}) {
  const product = await newProduct(sql, { price, stock });
  const sid = await newSession(sql);
  const placed = await place(sql, [{ productId: product.id, quantity, price }], { sid });
  return { sid, product, placed };
}

const truth = async ({ order, transaction }: Placed) => {
  const [row] = await sql<{ order: string; transaction: string; index: string | null }[]>`
    select o.status as order, t.status as transaction, t.transaction_id as index
    from public.orders o join public.transactions t on t.order_id = o.id
    where o.id = ${order.id} and t.trace = ${transaction.trace}`;
  return row;
};

const numberOf = ({ order }: Placed) => `#IC-${order.id.slice(-8).toUpperCase()}`;

const tasksOf = async ({ order }: Placed) =>
  (await sql<{ title: string }[]>`select title from public.owner_tasks where order_id = ${order.id}`).map(
    (row) => row.title,
  );

afterEach(async () => {
  expect(await sql`select * from private.invariants`).toEqual([]);
});

describe('settling a payment', () => {
  it('by the bank’s approval makes the order paid and takes the pieces off the shelf, once', async () => {
    const { product, placed } = await orderOf();
    const answer = approved(placed);
    expect(await settle(sql, placed.transaction.trace, answer)).toMatchObject({
      outcome: 'success',
      orderStatus: 'paid',
      transactionId: answer.transactionIndex,
    });
    expect(await settle(sql, placed.transaction.trace, answer)).toMatchObject({
      outcome: 'success',
      orderStatus: 'paid',
    });
    expect(await truth(placed)).toEqual({
      order: 'paid',
      transaction: 'completed',
      index: answer.transactionIndex,
    });
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
    const { placed } = await orderOf();
    await settle(sql, placed.transaction.trace, approved(placed));
    await settle(sql, placed.transaction.trace, { status: '9', trace: placed.transaction.trace });
    const [row] =
      await sql`select bank_status, status from public.transactions where trace = ${placed.transaction.trace}`;
    expect(row).toEqual({ bank_status: '0', status: 'completed' });
  });

  it.each(['4', '0'])('after a decision (%s) the bank is asked once more, in an hour', async (status) => {
    const { placed } = await orderOf();
    const answer = approved(placed, { status });
    await settle(sql, placed.transaction.trace, answer);
    const [row] = await sql`select extract(epoch from next_ask_at - decided_at)::integer as seconds
      from public.transactions where trace = ${placed.transaction.trace}`;
    expect(row?.seconds).toBe(3600);
    await settle(sql, placed.transaction.trace, answer, 'reconcile');
    const [after] =
      await sql`select next_ask_at from public.transactions where trace = ${placed.transaction.trace}`;
    expect(after?.next_ask_at).toBeNull();
  });

  it('money for an order that was sent long ago is a second charge', async () => {
    const { placed, product } = await orderOf();
    await sql`update public.transactions set status = 'expired', decided_at = now() where trace = ${placed.transaction.trace}`;
    const [other] = await sql<{ trace: string; reference: string; amount: number }[]>`
      select * from private.open_transaction(${placed.order.id}, ${placed.order.totalAmount})`;
    if (!other) throw new Error('No second transaction.');
    const second = { ...placed, transaction: { ...placed.transaction, ...other } };
    await settle(sql, other.trace, approved(second));
    await sql`update public.orders set status = 'completed' where id = ${placed.order.id}`;
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      transactionStatus: 'review',
      orderStatus: 'completed',
    });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: it was already paid`,
    ]);
    expect(await available(sql, product.id)).toBe(3);
  });

  it('sells the last pieces', async () => {
    const { product, placed } = await orderOf({ stock: 2, quantity: 2 });
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'paid',
    });
    expect(await available(sql, product.id)).toBe(0);
  });

  it('asked twenty times at once settles once', async () => {
    const { product, placed } = await orderOf();
    const answer = approved(placed);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => settle(sql, placed.transaction.trace, answer)),
    );
    expect(new Set(all.map((settled) => settled.outcome))).toEqual(new Set(['success']));
    expect(await available(sql, product.id)).toBe(3);
  });

  it.each(['3', '4', '5', '7', '8', '10', '14', '16'])(
    'status %s ends the transaction as failed',
    async (status) => {
      const { placed } = await orderOf();
      expect(
        await settle(sql, placed.transaction.trace, {
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
    const { placed } = await orderOf();
    expect(
      await settle(sql, placed.transaction.trace, { status: '255', trace: placed.transaction.trace }),
    ).toMatchObject({ outcome: 'error', transactionStatus: 'failed' });
  });

  it('status 255 while the buyer may still be at the bank decides nothing until they are back or half an hour is over', async () => {
    const { placed } = await orderOf();
    const nothingMade = { status: '255', trace: placed.transaction.trace };
    for (const askedBy of ['shopper', 'reconcile', 'owner'] as const) {
      expect(await settle(sql, placed.transaction.trace, nothingMade, askedBy)).toMatchObject({
        transactionStatus: 'pending',
      });
    }
    const [step] = await sql`select private.payment_step(${placed.order.id}) as step`;
    expect(step).toEqual({ step: 'pay' });
    await sql`update public.transactions set created_at = now() - interval '29 minutes 30 seconds' where trace = ${placed.transaction.trace}`;
    expect(await settle(sql, placed.transaction.trace, nothingMade, 'reconcile')).toMatchObject({
      transactionStatus: 'pending',
    });
    await sql`update public.transactions set created_at = now() - interval '30 minutes 30 seconds' where trace = ${placed.transaction.trace}`;
    expect(await settle(sql, placed.transaction.trace, nothingMade, 'reconcile')).toMatchObject({
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
    const { placed } = await orderOf();
    const settled = await settle(sql, placed.transaction.trace, approved(placed, over));
    expect(settled).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'pending',
      orderStatus: 'pending',
    });
  });

  it('no answer at all decides nothing', async () => {
    const { placed } = await orderOf();
    expect(await settle(sql, placed.transaction.trace, null)).toMatchObject({
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
    const { placed } = await orderOf();
    expect(await settle(sql, placed.transaction.trace, approved(placed, over))).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'review',
      orderStatus: 'pending',
    });
    const [row] = await sql`select t.response_data, a.answer from public.transactions t
      join private.gateway_answers a on a.transaction_id = t.id where t.trace = ${placed.transaction.trace}`;
    expect(row?.answer).toMatchObject({ status: '0', ...over });
    const { trace, ...withoutTrace } = row?.answer as Record<string, string>;
    expect(trace).toHaveLength(64);
    expect(row?.response_data).toEqual(withoutTrace);
  });

  it('an approval of another payment is a task about money of which nobody knows whose it is', async () => {
    const { sid, placed } = await orderOf();
    const answer = approved(placed, { trace: 'a'.repeat(64), amountCents: '1' });
    for (let i = 0; i < 2; i += 1) await settle(sql, placed.transaction.trace, answer);
    const tasks =
      await sql`select kind, title, amount_cents from public.owner_tasks where order_id = ${placed.order.id}`;
    expect(tasks).toEqual([
      {
        kind: 'wrong_trace',
        title: `Look at order ${numberOf(placed)}: asked about its payment, the bank approved another one`,
        amount_cents: null,
      },
    ]);
    const [transaction] =
      await sql`select bank_amount_cents from public.transactions where trace = ${placed.transaction.trace}`;
    expect(transaction?.bank_amount_cents).toBeNull();
    // The buyer is not invited to pay a second time before the owner has looked.
    const step = () => sql`select private.payment_step(${placed.order.id}) as step`;
    expect(await step()).toEqual([{ step: 'wait' }]);
    await expect(
      as(sql, shop, (t) => t`select public.pay_again(${sid}, ${placed.order.id})`),
    ).rejects.toMatchObject({ message: 'payment_undecided' });
    await sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'nothing was taken'
      where order_id = ${placed.order.id}`;
    expect(await step()).toEqual([{ step: 'pay' }]);
  });

  it.each(['1', '4', '255', ''])('an answer %j about another payment decides nothing', async (status) => {
    const { placed } = await orderOf();
    const settled = await settle(
      sql,
      placed.transaction.trace,
      approved(placed, { status, trace: 'a'.repeat(64) }),
    );
    expect(settled).toMatchObject({ transactionStatus: 'pending', orderStatus: 'pending' });
    expect(await tasksOf(placed)).toEqual([]);
  });

  it('a paid order stays paid when the bank approves another payment in its place', async () => {
    const { placed } = await orderOf();
    await settle(sql, placed.transaction.trace, approved(placed));
    expect(
      await settle(sql, placed.transaction.trace, approved(placed, { trace: 'a'.repeat(64) })),
    ).toMatchObject({ transactionStatus: 'completed', orderStatus: 'paid' });
    expect(await tasksOf(placed)).toEqual([]);
  });

  it('a second transaction of the bank under the same trace is money to give back, once', async () => {
    const { product, placed } = await orderOf();
    const first = approved(placed);
    const second = approved(placed);
    for (const answer of [first, first, second, first, second])
      expect(await settle(sql, placed.transaction.trace, answer)).toMatchObject({
        outcome: 'success',
        orderStatus: 'paid',
        transactionId: first.transactionIndex,
      });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: it was already paid`,
    ]);
    expect(await available(sql, product.id)).toBe(3);
  });

  it('a second transaction of another sum is money to give back, to the cent', async () => {
    const { placed } = await orderOf();
    await settle(sql, placed.transaction.trace, approved(placed));
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '150' }));
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 1.50, order ${numberOf(placed)}: it was already paid`,
    ]);
  });

  it('one transaction of the bank pays one order', async () => {
    const first = await orderOf();
    const second = await orderOf();
    const answer = approved(first.placed);
    await settle(sql, first.placed.transaction.trace, answer);
    expect(
      await settle(
        sql,
        second.placed.transaction.trace,
        approved(second.placed, { transactionIndex: answer.transactionIndex }),
      ),
    ).toMatchObject({ transactionStatus: 'review', orderStatus: 'pending' });
  });

  it.each([
    ['is in question for another order', { amountCents: '5' }, false],
    ['was overpaid for another order', { amountCents: '200001' }, false],
    ['has the reference of another order', { reference: 'DON-0' }, false],
    ['charged another card a second time', {}, true],
  ])('a transaction of the bank that %s pays none', async (_, over: Record<string, string>, isPaidBefore) => {
    const first = (await orderOf()).placed;
    if (isPaidBefore) await settle(sql, first.transaction.trace, approved(first));
    const answer = approved(first, over);
    await settle(sql, first.transaction.trace, answer);
    const { placed } = await orderOf();
    const same = approved(placed, { transactionIndex: answer.transactionIndex });
    expect(await settle(sql, placed.transaction.trace, same)).toMatchObject({
      transactionStatus: 'review',
      orderStatus: 'pending',
    });
    expect(await tasksOf(placed)).toEqual([
      `Look at order ${numberOf(placed)}: the bank names a transaction that belongs to another order`,
    ]);
  });

  it('never goes backwards: a late refusal of a paid order changes nothing', async () => {
    const paid = (await orderOf()).placed;
    await settle(sql, paid.transaction.trace, approved(paid));
    expect(
      await settle(sql, paid.transaction.trace, { status: '4', trace: paid.transaction.trace }),
    ).toMatchObject({
      outcome: 'success',
      orderStatus: 'paid',
    });
  });

  it('money that the bank takes after refusing the card is a task, and the transaction stays settled', async () => {
    const { placed } = await orderOf();
    const refused = { status: '4', trace: placed.transaction.trace };
    await settle(sql, placed.transaction.trace, refused);
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'review',
      orderStatus: 'failed',
    });
    expect(await settle(sql, placed.transaction.trace, refused)).toMatchObject({
      transactionStatus: 'review',
    });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the bank refused the card and approved the payment later`,
    ]);
  });

  it('money that comes after the hold ran out takes the pieces if they are still there', async () => {
    const { product, placed } = await orderOf();
    await endHold(sql, placed);
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      outcome: 'success',
    });
    expect(await available(sql, product.id)).toBe(3);
  });

  it('money that comes when the pieces are promised to another stops for review, and the other keeps them', async () => {
    const { product, placed } = await orderOf({ stock: 2, quantity: 2 });
    await endHold(sql, placed);
    const other = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      transactionStatus: 'review',
      orderStatus: 'pending',
    });
    expect(await settle(sql, other.transaction.trace, approved(other))).toMatchObject({ outcome: 'success' });
    const [shelf] = await sql`select stock from public.products where id = ${product.id}`;
    expect(shelf?.stock).toBe(1);
  });

  it('an unknown trace is not found', async () => {
    await expect(settle(sql, 'b'.repeat(64), null)).rejects.toMatchObject({
      code: 'PT404',
      message: 'not_found',
    });
  });
});
