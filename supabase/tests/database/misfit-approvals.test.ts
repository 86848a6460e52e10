import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approved, as, available, endHold, place, bankDecides, shop } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { paymentScene } from '../payment-scene.ts';

const sql = openTestDatabase();
const { newOrder, numberOf, tasksOf } = paymentScene(sql, 5);

checkRulesAfterEach(sql);

describe('an approval that does not fit', () => {
  it('an approval of another payment is a task about money of unknown origin', async () => {
    const { sid, placed } = await newOrder();
    const answer = approved(placed, { trace: 'a'.repeat(64), amountCents: '1' });
    for (let i = 0; i < 2; i += 1) await bankDecides(sql, placed.transaction.trace, answer);
    const tasks =
      await sql`select k.kind, private.task_cents(k) as cents from public.owner_tasks k where k.order_id = ${placed.order.id}`;
    expect(tasks).toEqual([
      {
        kind: 'wrong_trace',
        cents: null,
      },
    ]);
    expect(await tasksOf(placed)).toEqual([
      `Look at order ${numberOf(placed)}: asked about its payment, the bank approved another one`,
    ]);
    const [transaction] =
      await sql`select bank_amount_cents from public.transactions where trace = ${placed.transaction.trace}`;
    expect(transaction?.bank_amount_cents).toBeNull();
    // The buyer is not invited to pay a second time before the owner has looked.
    const step = () =>
      sql`select private.may_pay(o) as step from public.orders o where o.id = ${placed.order.id}`;
    expect(await step()).toEqual([{ step: 'wait' }]);
    await expect(
      as(sql, shop, (t) => t`select public.pay_again(${sid}, ${placed.order.id})`),
    ).rejects.toMatchObject({ message: 'payment_undecided' });
    await sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'nothing was taken'
      where order_id = ${placed.order.id}`;
    expect(await step()).toEqual([{ step: 'pay' }]);
  });

  it.each(['1', '4', '255', ''])('an answer %j about another payment decides nothing', async (status) => {
    const { placed } = await newOrder();
    const settled = await bankDecides(
      sql,
      placed.transaction.trace,
      approved(placed, { status, trace: 'a'.repeat(64) }),
    );
    expect(settled).toMatchObject({ transactionStatus: 'pending', orderStatus: 'pending' });
    expect(await tasksOf(placed)).toEqual([]);
  });

  it('a paid order stays paid when the bank approves another payment in its place', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(
      await bankDecides(sql, placed.transaction.trace, approved(placed, { trace: 'a'.repeat(64) })),
    ).toMatchObject({ transactionStatus: 'completed', orderStatus: 'paid' });
    expect(await tasksOf(placed)).toEqual([]);
  });

  it('a second transaction of the bank under the same trace is a payment of its own, and too much, once', async () => {
    const { product, placed } = await newOrder();
    const first = approved(placed);
    const second = approved(placed);
    for (const answer of [first, first, second, first, second])
      expect(await bankDecides(sql, placed.transaction.trace, answer)).toMatchObject({
        outcome: 'success',
        orderStatus: 'paid',
        transactionId: first.transactionIndex,
      });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: more was paid than it costs`,
    ]);
    expect(
      await sql`select source, status, transaction_id, bank_amount_cents::integer as cents from public.transactions
        where order_id = ${placed.order.id} order by created_at, source`,
    ).toEqual([
      { source: 'asked', status: 'completed', transaction_id: first.transactionIndex, cents: 200_000 },
      { source: 'told', status: 'completed', transaction_id: second.transactionIndex, cents: 200_000 },
    ]);
    expect(await available(sql, product.id)).toBe(3);
  });

  it('a second transaction of another sum is in question, to the cent', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '150' }));
    expect(await tasksOf(placed)).toEqual([
      `Look at order ${numberOf(placed)}: the bank approved KES 1.50, not what was due`,
    ]);
    const [task] =
      await sql`select private.task_outcomes(k) as outcomes, private.task_cents(k)::integer as cents
      from public.owner_tasks k where k.order_id = ${placed.order.id}`;
    expect(task).toEqual({ outcomes: ['refunded'], cents: 150 });
  });

  it('one transaction of the bank pays one order', async () => {
    const first = await newOrder();
    const second = await newOrder();
    const answer = approved(first.placed);
    await bankDecides(sql, first.placed.transaction.trace, answer);
    expect(
      await bankDecides(
        sql,
        second.placed.transaction.trace,
        approved(second.placed, { transactionIndex: answer.transactionIndex }),
      ),
    ).toMatchObject({ transactionStatus: 'review', orderStatus: 'pending' });
  });

  it('one transaction of the bank pays one order, when both are settled at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [(await newOrder()).placed, (await newOrder()).placed];
      const { transactionIndex } = approved(first);
      const settled = await Promise.all(
        [first, second].map((placed) =>
          bankDecides(sql, placed.transaction.trace, approved(placed, { transactionIndex })),
        ),
      );
      expect(settled.map(({ orderStatus }) => orderStatus).sort()).toEqual(['paid', 'pending']);
    }
  });

  it('one transaction of the bank, written in capitals, with spaces or without braces, is one', async () => {
    const first = (await newOrder()).placed;
    const index = `{${randomUUID()}}`;
    for (const transactionIndex of [index, ` ${index} `, index.toUpperCase(), ` ${index.slice(1, -1)}`])
      expect(
        await bankDecides(sql, first.transaction.trace, approved(first, { transactionIndex })),
      ).toMatchObject({ orderStatus: 'paid', transactionId: index.toUpperCase() });
    expect(await tasksOf(first)).toEqual([]);
    const second = (await newOrder()).placed;
    const again = approved(second, { transactionIndex: `${index}\t` });
    expect(await bankDecides(sql, second.transaction.trace, again)).toMatchObject({ orderStatus: 'pending' });
    // The answer stays as it was sent.
    const [kept] = await sql`select a.answer ->> 'transactionIndexAsSent' as sent, a.verdict
      from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where t.trace = ${second.transaction.trace}`;
    expect(kept).toEqual({ sent: `${index}\t`, verdict: 'reused_index' });
  });

  it('the transaction of another order is no part of this one’s price', async () => {
    const [first, second] = [(await newOrder()).placed, (await newOrder()).placed];
    const { transactionIndex } = approved(first);
    await bankDecides(sql, first.transaction.trace, approved(first, { transactionIndex }));
    await bankDecides(
      sql,
      second.transaction.trace,
      approved(second, { transactionIndex, amountCents: '100', reference: first.transaction.reference }),
    );
    const [task] = await sql`
      select k.kind, private.task_cents(k) as cents from public.owner_tasks k where k.order_id = ${second.order.id}`;
    expect(task).toEqual({ kind: 'reused_index', cents: null });
  });

  it('an index that is too long for one decides nothing, and is no failure', async () => {
    const { placed } = await newOrder();
    const answer = approved(placed, { transactionIndex: 'X'.repeat(101) });
    expect(await bankDecides(sql, placed.transaction.trace, answer)).toMatchObject({
      transactionStatus: 'pending',
      orderStatus: 'pending',
    });
  });

  it.each([
    ['is in question for another order', { amountCents: '5' }, false],
    ['was overpaid for another order', { amountCents: '200001' }, false],
    ['has the reference of another order', { reference: 'DON-0' }, false],
    ['charged another card a second time', {}, true],
  ])('a transaction of the bank that %s pays none', async (_, over: Record<string, string>, isPaidBefore) => {
    const first = (await newOrder()).placed;
    if (isPaidBefore) await bankDecides(sql, first.transaction.trace, approved(first));
    const answer = approved(first, over);
    await bankDecides(sql, first.transaction.trace, answer);
    const { placed } = await newOrder();
    const same = approved(placed, { transactionIndex: answer.transactionIndex });
    expect(await bankDecides(sql, placed.transaction.trace, same)).toMatchObject({
      transactionStatus: 'review',
      orderStatus: 'pending',
    });
    expect(await tasksOf(placed)).toEqual([
      `Look at order ${numberOf(placed)}: the bank names a transaction that belongs to another order`,
    ]);
  });

  it('never goes backwards: a late refusal of a paid order changes nothing', async () => {
    const paid = (await newOrder()).placed;
    await bankDecides(sql, paid.transaction.trace, approved(paid));
    expect(
      await bankDecides(sql, paid.transaction.trace, { status: '4', trace: paid.transaction.trace }),
    ).toMatchObject({
      outcome: 'success',
      orderStatus: 'paid',
    });
  });

  it('money that the bank takes after refusing the card is a task, and the transaction stays settled', async () => {
    const { placed } = await newOrder();
    const refused = { status: '4', trace: placed.transaction.trace };
    await bankDecides(sql, placed.transaction.trace, refused);
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'review',
      orderStatus: 'failed',
    });
    expect(await bankDecides(sql, placed.transaction.trace, refused)).toMatchObject({
      transactionStatus: 'review',
    });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the bank refused the card and approved the payment later`,
    ]);
  });

  it('money that comes after the hold ran out takes the pieces if they are still there', async () => {
    const { product, placed } = await newOrder();
    await endHold(sql, placed);
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      outcome: 'success',
    });
    expect(await available(sql, product.id)).toBe(3);
  });

  it('money that comes when the pieces are promised to another counts and is a task, and the other keeps them', async () => {
    const { product, placed } = await newOrder({ stock: 2, quantity: 2 });
    await endHold(sql, placed);
    const other = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      outcome: 'tryLater',
      transactionStatus: 'completed',
      orderStatus: 'pending',
    });
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the money came when the pieces were gone`,
    ]);
    expect(await bankDecides(sql, other.transaction.trace, approved(other))).toMatchObject({
      outcome: 'success',
    });
    const [shelf] = await sql`select stock from public.products where id = ${product.id}`;
    expect(shelf?.stock).toBe(1);
  });
});
