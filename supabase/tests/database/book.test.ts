import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../payment-scene.ts';
import { approved, as, available, newProduct, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { ago, bookScene, type Share } from './book-scene.ts';
import { today } from './refund-scene.ts';
import { statementScene } from './statement-scene.ts';

/*
 * The rules of the one book for money, one by one: what counts, what is owed, what is due, what is too much, and what
 * was sold. An order costs KES 2,000 for two pieces, of five on the shelf.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const scene = bookScene(sql);
const { owner, refund, transactionOf, advance, detailsOf, payAgain } = scene;
const {
  newOrder,
  record,
  paidOrder,
  recordFor,
  share,
  of,
  reverse,
  reduce,
  comesBack,
  sendAll,
  send,
  takeBack,
  changeTo,
  bookOf,
  stateOf,
  statusOf,
  reductionsOf,
  soldOf,
  moneyOf,
  refundsOf,
  openTasks,
  mailsOf,
  itemOf,
} = scene;
const { importLines } = statementScene(sql, owner);
const accounts = testPerson(sql, 'Accounts', 'accounts');
const sales = testPerson(sql, 'Sales', 'sales');
const buyer = testPerson(sql, 'Buyer');

describe('a part of the price', () => {
  it('is completed and counts, however it comes; the rest alone is asked for', async () => {
    const placed = await newOrder();
    const payment = await record(placed, 500);
    expect(await statusOf(payment)).toBe('completed');
    expect(await bookOf(placed)).toEqual([200_000, 0, 50_000, 0, 150_000]);
    expect(await stateOf(placed)).toEqual(['pending', 'part_paid', 1500, 0]);
    expect(await moneyOf(payment)).toEqual([[placed.order.id, 50_000, 0]]);
    const rest = await payAgain(placed.sid, placed.order.id);
    expect(rest.transaction.amount).toBe(1500);
    await bankDecides(sql, rest.transaction.trace, approved(rest));
    expect(await bookOf(placed)).toEqual([200_000, 0, 200_000, 0, 0]);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect(
      (await detailsOf(placed)).payments.map(({ method, amountCents }) => [method, amountCents]),
    ).toEqual([
      ['transfer', 50_000],
      ['card', 150_000],
    ]);
  });

  it('stands where it was recorded among those of its day', async () => {
    const placed = await newOrder();
    const sums = [300, 500, 200, 400, 600];
    for (const sum of sums) await record(placed, sum);
    expect((await detailsOf(placed)).payments.map(({ amountCents }) => amountCents / 100)).toEqual(sums);
  });

  it('sells nothing: all is sold on the day of the payment after which nothing is due', async () => {
    const placed = await newOrder();
    await record(placed, 1500, { day: ago(9) });
    expect(await soldOf(placed)).toEqual([]);
    await record(placed, 500, { day: ago(4) });
    expect(await soldOf(placed)).toEqual([[ago(4), 2, 1]]);
  });

  it('is all of the price within a shilling, and too much only from one on', async () => {
    const after = async (...parts: number[]) => {
      const placed = await newOrder();
      for (const cents of parts) await recordFor([of(placed, cents)], Math.ceil(cents / 100));
      return [(await bookOf(placed))?.at(-1), ...(await stateOf(placed)), ...(await openTasks(placed))];
    };
    expect(await after(99_901)).toEqual([100_099, 'pending', 'part_paid', 1001, 0]);
    expect(await after(100_000, 99_900)).toEqual([100, 'pending', 'part_paid', 1, 0]);
    expect(await after(100_000, 99_901)).toEqual([99, 'paid', 'paid', 0, 0]);
    expect(await after(100_000, 100_099)).toEqual([-99, 'paid', 'paid', 0, 0]);
    expect(await after(200_100)).toEqual([-100, 'paid', 'paid', 0, 100, ['overpaid', 100]]);
  });
});

describe('a second payment', () => {
  it('counts and is too much: one task says how much, and the buyer is told of each', async () => {
    const placed = await paidOrder();
    await record(placed, 2000);
    expect(await bookOf(placed)).toEqual([200_000, 0, 400_000, 0, -200_000]);
    expect(await openTasks(placed)).toEqual([['overpaid', 200_000]]);
    expect(await mailsOf(placed, 'refund_due')).toBe(1);
    const third = await record(placed, 100);
    expect(await openTasks(placed)).toEqual([['overpaid', 210_000]]);
    expect(await mailsOf(placed, 'refund_due')).toBe(2);
    // One mail says what is due in all.
    const truths = await sql<{ isTrue: boolean }[]>`
      select private.message_is_true(m) as "isTrue" from private.messages m
      where order_id = ${placed.order.id} and kind = 'refund_due' and channel = 'email' order by id`;
    expect(truths.map(({ isTrue }) => isTrue)).toEqual([false, true]);
    await refund({ transactionId: third, cents: 10_000 });
    expect(await openTasks(placed)).toEqual([['overpaid', 200_000]]);
    await refund({ transactionId: placed.payment, cents: 200_000 });
    expect(await bookOf(placed)).toEqual([200_000, 0, 410_000, 210_000, 0]);
    expect([await openTasks(placed), await reductionsOf(placed), await soldOf(placed)]).toEqual([
      [],
      [],
      [[today, 2, 1]],
    ]);
  });

  it('of which more is given back than was too much reduces the price by the rest, once', async () => {
    const placed = await paidOrder();
    const second = await record(placed, 300);
    await refund({ transactionId: second, cents: 20_000, reference: 'FT1' });
    expect(await reductionsOf(placed)).toEqual([]);
    await refund({ transactionId: placed.payment, cents: 50_000, reference: 'FT2' });
    expect(await reductionsOf(placed)).toEqual([['price_cut', 40_000]]);
    expect(await bookOf(placed)).toEqual([200_000, 40_000, 230_000, 70_000, 0]);
    expect(await openTasks(placed)).toEqual([]);
  });
});

describe('one transfer for several orders', () => {
  it('pays each its share, and makes each paid that is due no more', async () => {
    const [first, second, third] = [await newOrder(), await newOrder(), await newOrder()];
    const payment = await recordFor([of(first, 200_000), of(second, 200_000), of(third, 50_000)], 4500);
    expect(await stateOf(first)).toEqual(['paid', 'paid', 0, 0]);
    expect(await stateOf(second)).toEqual(['paid', 'paid', 0, 0]);
    expect(await stateOf(third)).toEqual(['pending', 'part_paid', 1500, 0]);
    const money = [of(first, 200_000), of(second, 200_000), of(third, 50_000)];
    expect(new Set(await moneyOf(payment))).toEqual(
      new Set(money.map(({ orderId, cents }) => [orderId, cents, 0])),
    );
    const page = (await detailsOf(third)).payments;
    expect(page.map(({ amountCents }) => amountCents)).toEqual([50_000]);
  });

  it('may leave a rest, which is money all the same and waits for an order', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const payment = await recordFor([of(first, 200_000)], 4500);
    expect(await moneyOf(payment)).toEqual([
      [null, 250_000, 0],
      [first.order.id, 200_000, 0],
    ]);
    await share(payment, [of(second, 200_000)]);
    expect(await moneyOf(payment)).toContainEqual([null, 50_000, 0]);
    expect(await stateOf(second)).toEqual(['paid', 'paid', 0, 0]);
    expect(await refusalCode(share(payment, [of(second, 50_001)]))).toBe('invalid_request');
    // The same order may get more of it, and that is too much.
    await share(payment, [of(second, 50_000)]);
    expect(await openTasks(second)).toEqual([['overpaid', 50_000]]);
    expect((await moneyOf(payment)).every(([orderId]) => orderId !== null)).toBe(true);
  });

  it('may be for no order yet, and nothing waits for it until it is shared', async () => {
    const placed = await newOrder();
    const payment = await recordFor([], 2000);
    expect(await statusOf(payment)).toBe('completed');
    expect(await moneyOf(payment)).toEqual([[null, 200_000, 0]]);
    expect(await share(payment, [of(placed, 200_000)])).toMatchObject({ id: payment, orderId: null });
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect(await moneyOf(payment)).toEqual([[placed.order.id, 200_000, 0]]);
  });

  it('shares no more than came, nothing that is not above 0, and with no order that there is not', async () => {
    const placed = await newOrder();
    for (const shares of [
      [of(placed, 200_001)],
      [of(placed, 100_000), of(placed, 100_001)],
      [of(placed, 0)],
      [{ orderId: randomUUID(), cents: 1 }],
      [{ orderId: placed.order.id }],
      [{ orderId: 'none', cents: 1 }],
      ['none'],
    ])
      expect([shares, await refusalCode(recordFor(shares as Share[], 2000))]).toEqual([
        shares,
        'invalid_request',
      ]);
    // Only what is too much for an order pays another one.
    expect(await refusalCode(recordFor([of(placed, -1)], 2000))).toBe('share_refused');
    const both = [randomUUID(), placed.order.id, 'cash', '', 2000, today, [of(placed, 1)]];
    expect(
      await refusalCode(
        answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb)', ...both),
      ),
    ).toBe('invalid_request');
    expect(await bookOf(placed)).toEqual([200_000, 0, 0, 0, 200_000]);
  });

  it('is one however often it is sent, and another one with other shares', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const id = randomUUID();
    const send = (shares: Share[]) =>
      refusalCode(
        answerTo(
          sql,
          owner,
          'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb)',
          id,
          null,
          'transfer',
          id.slice(-10),
          3000,
          today,
          shares,
        ),
      );
    expect(await send([of(first, 100_000)])).toBe('done');
    // What was shared since is no other request.
    await share(id, [of(second, 50_000)]);
    expect(await send([of(first, 100_000)])).toBe('done');
    expect(await send([of(first, 200_000)])).toBe('key_reused');
    expect(await bookOf(first)).toEqual([200_000, 0, 100_000, 0, 100_000]);
    expect(await bookOf(second)).toEqual([200_000, 0, 50_000, 0, 150_000]);
  });

  it('is shared by who may record payments, and only as long as it counts', async () => {
    const [placed, open] = [await newOrder(), await newOrder()];
    const payment = await recordFor([], 2000);
    expect(await refusalCode(share(payment, [of(placed, 1)], buyer))).toBe('forbidden');
    expect(await refusalCode(share(randomUUID(), [of(placed, 1)]))).toBe('not_found');
    const asked = await transactionOf(open.transaction.trace);
    expect(await refusalCode(share(asked, [of(placed, 1)]))).toBe('transition_refused');
    await share(payment, [of(placed, 1000)], accounts);
    await reverse(payment, 'mistake');
    expect(await refusalCode(share(payment, [of(placed, 1)]))).toBe('transition_refused');
    expect(await bookOf(placed)).toEqual([200_000, 0, 0, 0, 200_000]);
  });

  it('is given back of the order that is named, and without one of what no order has', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const payment = await recordFor([of(first, 200_000), of(second, 200_000)], 4300);
    const giveBack = (cents: number, orderId: string | null) =>
      refusalCode(
        answerTo(
          sql,
          owner,
          `public.record_refund($1, $2, $3, $4, $5, 'Not wanted', true, p_order_id => $6)`,
          randomUUID(),
          payment,
          cents,
          today,
          randomUUID(),
          orderId,
        ),
      );
    expect(await giveBack(30_001, null)).toBe('refund_too_large');
    expect(await giveBack(30_000, null)).toBe('done');
    expect(await giveBack(200_001, first.order.id)).toBe('refund_too_large');
    expect(await giveBack(60_000, first.order.id)).toBe('done');
    expect(await bookOf(first)).toEqual([200_000, 60_000, 200_000, 60_000, 0]);
    expect(await bookOf(second)).toEqual([200_000, 0, 200_000, 0, 0]);
    expect(await moneyOf(payment)).toContainEqual([null, 0, 30_000]);
    // Nothing of what went back can be shared any more.
    expect(await refusalCode(share(payment, [of(second, 1)]))).toBe('invalid_request');
  });

  it('that bounces makes all of its orders due again, with one entry', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const payment = await recordFor([of(first, 200_000), of(second, 200_000)], 4500);
    expect(await reverse(payment, 'bounced')).toBeNull();
    expect(await statusOf(payment)).toBe('completed');
    expect(await refundsOf(payment)).toMatchObject([{ cause: 'bounced', cents: 450_000 }]);
    for (const placed of [first, second]) {
      expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
      expect(await bookOf(placed)).toEqual([200_000, 0, 200_000, 200_000, 200_000]);
    }
    expect(
      (await moneyOf(payment)).reduce((sum, [, gross, gone]) => sum + Number(gross) - Number(gone), 0),
    ).toBe(0);
  });
});

describe('what is not owed any more', () => {
  it('is agreed on Monday and paid out on Friday, and reduces the price once', async () => {
    const placed = await paidOrder();
    const broken = [{ itemId: itemOf(await detailsOf(placed)), quantity: 1, fate: 'damaged' }];
    const id = randomUUID();
    for (let press = 0; press < 2; press += 1) {
      expect(await reduce(placed, 'goods_back', 100_000, { id, lines: broken })).toMatchObject({
        status: 'paid',
        payment: { dueAmount: 0, overpaidCents: 100_000 },
      });
    }
    expect(await refusalCode(reduce(placed, 'goods_back', 90_000, { id, lines: broken }))).toBe('key_reused');
    expect(await openTasks(placed)).toEqual([['overpaid', 100_000]]);
    await refund({ transactionId: placed.payment, cents: 100_000 });
    expect(await reductionsOf(placed)).toEqual([['goods_back', 100_000]]);
    expect(await bookOf(placed)).toEqual([200_000, 100_000, 200_000, 100_000, 0]);
    expect([await openTasks(placed), await available(sql, placed.product.id)]).toEqual([[], 3]);
    expect((await detailsOf(placed)).refundablePieces).toEqual({ [broken[0]?.itemId ?? '']: 1 });
    // What was sold that day stays so; the credit note says what came back.
    expect(await soldOf(placed)).toEqual([[today, 2, 1]]);
    expect((await detailsOf(placed)).papers.map(({ number }) => number.slice(0, 3))).toEqual(['INV', 'CN-']);
  });

  it('is asked for no more when the price was cut before it is paid', async () => {
    const placed = await newOrder();
    expect(await reduce(placed, 'price_cut', 30_000)).toMatchObject({
      status: 'pending',
      payment: { dueAmount: 1700, overpaidCents: 0 },
    });
    const { transaction } = await payAgain(placed.sid, placed.order.id);
    expect(transaction.amount).toBe(1700);
    await record(placed, 1700);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect(await bookOf(placed)).toEqual([200_000, 30_000, 170_000, 0, 0]);
  });

  it('is owed again once a counter-row takes it back, and no more than was agreed', async () => {
    const placed = await paidOrder();
    await reduce(placed, 'price_cut', 40_000);
    expect(await openTasks(placed)).toEqual([['overpaid', 40_000]]);
    expect(await refusalCode(reduce(placed, 'price_cut', -40_001))).toBe('transition_refused');
    expect(await refusalCode(reduce(placed, 'written_off', -1))).toBe('transition_refused');
    await reduce(placed, 'price_cut', -40_000);
    expect([await openTasks(placed), await stateOf(placed)]).toEqual([[], ['paid', 'paid', 0, 0]]);
    expect(await reductionsOf(placed)).toEqual([
      ['price_cut', 40_000],
      ['price_cut', -40_000],
    ]);
  });

  it('is at most what is due, where it is written off', async () => {
    const placed = await paidOrder();
    expect(await refusalCode(reduce(placed, 'written_off', 1))).toBe('refund_too_large');
    await reduce(placed, 'price_cut', 40_000);
    expect(await refusalCode(reduce(placed, 'written_off', 1))).toBe('refund_too_large');
  });

  it('is less of what came back: the counter-row is about the money, and the piece stays back', async () => {
    const placed = await paidOrder();
    const lines = [{ itemId: itemOf(await detailsOf(placed)), quantity: 1, fate: 'restocked' }];
    await reduce(placed, 'goods_back', 100_000, { lines });
    expect(await available(sql, placed.product.id)).toBe(4);
    expect(await refusalCode(reduce(placed, 'goods_back', -20_000, { lines }))).toBe('invalid_request');
    await reduce(placed, 'goods_back', -20_000);
    expect(await bookOf(placed)).toEqual([200_000, 80_000, 200_000, 0, -80_000]);
    expect(await openTasks(placed)).toEqual([['overpaid', 80_000]]);
    expect(await available(sql, placed.product.id)).toBe(4);
  });

  it('is never more than is charged', async () => {
    const placed = await paidOrder();
    await reduce(placed, 'price_cut', 150_000);
    expect(await refusalCode(reduce(placed, 'price_cut', 50_001))).toBe('refund_too_large');
    await reduce(placed, 'price_cut', 50_000);
    expect(await bookOf(placed)).toEqual([200_000, 200_000, 200_000, 0, -200_000]);
  });

  it('is agreed by who may give money back, with a reason, for a cause of its own and its pieces', async () => {
    const placed = await paidOrder();
    for (const who of [buyer, sales])
      expect(await refusalCode(reduce(placed, 'price_cut', 1, {}, who))).toBe('forbidden');
    const lines = [{ itemId: itemOf(await detailsOf(placed)), quantity: 1, fate: 'kept' }];
    for (const wrong of [
      () => reduce(placed, 'cancelled', 100),
      () => reduce(placed, 'accepted_as_all', 100),
      () => reduce(placed, 'price_cut', 0),
      () => reduce(placed, 'price_cut', 100, { lines }),
      () => reduce(placed, 'goods_back', 100),
      () => reduce(placed, 'price_cut', 100, { reason: ' ' }),
    ])
      expect(await refusalCode(wrong())).toBe('invalid_request');
    expect(await refusalCode(reduce({ order: { ...placed.order, id: randomUUID() } }, 'price_cut', 1))).toBe(
      'not_found',
    );
    expect(await reductionsOf(placed)).toEqual([]);
  });

  it('is all of a cancelled order: what comes for it is too much, and nothing is reduced besides', async () => {
    const placed = await newOrder();
    expect(await advance(placed, 'cancelled')).toBe('done');
    expect(await reductionsOf(placed)).toEqual([['cancelled', 200_000]]);
    expect(await refusalCode(reduce(placed, 'price_cut', 1))).toBe('transition_refused');
    const payment = await record(placed, 2000);
    expect(await stateOf(placed)).toEqual(['cancelled', 'cancelled_with_money', 0, 200_000]);
    await refund({ transactionId: payment, cents: 200_000 });
    expect(await stateOf(placed)).toEqual(['cancelled', 'cancelled_refunded', 0, 0]);
    expect(await bookOf(placed)).toEqual([200_000, 200_000, 200_000, 200_000, 0]);
    expect(await soldOf(placed)).toEqual([]);
  });

  it('of an order that was refunded and cancelled is reduced by the refund alone', async () => {
    const placed = await paidOrder({ day: ago(40) });
    await refund({ transactionId: placed.payment, cents: 200_000 });
    expect(await advance(placed, 'cancelled')).toBe('done');
    expect(await reductionsOf(placed)).toEqual([['price_cut', 200_000]]);
    // The month of its sale stays as it was; the money went back today.
    expect(await soldOf(placed)).toEqual([[ago(40), 2, 1]]);
    const [back] = await sql`select private.nairobi_day(at)::text as day from private.money
      where transaction_id = ${placed.payment} and refunded_cents > 0`;
    expect(back).toEqual({ day: today });
  });
});

describe('a cheque that bounced', () => {
  it('before anything was sent: the payment stays, the price is due again, and nothing is sold', async () => {
    const placed = await paidOrder({ method: 'cheque', day: ago(3) });
    await reverse(placed.payment, 'bounced');
    expect(await statusOf(placed.payment)).toBe('completed');
    expect(await refundsOf(placed.payment)).toMatchObject([{ cause: 'bounced', cents: 200_000 }]);
    expect(await bookOf(placed)).toEqual([200_000, 0, 200_000, 200_000, 200_000]);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    expect(await soldOf(placed)).toEqual([
      [ago(3), 2, 1],
      [today, -2, -1],
    ]);
    // Held for its buyer, who is asked for the price and is not told that money was sent to them.
    expect(await available(sql, placed.product.id)).toBe(3);
    expect([await mailsOf(placed, 'order_unpaid'), await mailsOf(placed, 'refund_recorded')]).toEqual([1, 0]);
    await record(placed, 2000, { method: 'cash' });
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect((await soldOf(placed)).at(-1)).toEqual([today, 2, 1]);
  });

  it('after goods were sent: the order is owed, and its task ends when it is paid, also in parts', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await sendAll(placed);
    await reverse(placed.payment, 'bounced');
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 2000, 0]);
    expect(await openTasks(placed)).toEqual([['payment_reversed', 200_000]]);
    expect(await soldOf(placed)).toEqual([[today, 2, 1]]);
    await record(placed, 1500);
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 500, 0]);
    expect(await openTasks(placed)).toEqual([['payment_reversed', 50_000]]);
    await record(placed, 500);
    expect([await stateOf(placed), await openTasks(placed)]).toEqual([['completed', 'completed', 0, 0], []]);
  });

  it('after goods were sent is written off, and owed again when that is taken back', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await sendAll(placed);
    await reverse(placed.payment, 'bounced');
    await as(
      sql,
      owner,
      (t) => t`select public.close_owner_task(k.id, 'nothing_received', 'The buyer has moved away')
        from public.owner_tasks k where k.order_id = ${placed.order.id}`,
    );
    expect(await reductionsOf(placed)).toEqual([['written_off', 200_000]]);
    expect([(await stateOf(placed))[2], await openTasks(placed)]).toEqual([0, []]);
    await reduce(placed, 'written_off', -200_000, { reason: 'Found again' });
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 2000, 0]);
    expect(await openTasks(placed)).toEqual([['payment_reversed', 200_000]]);
    await record(placed, 2000);
    expect([await stateOf(placed), await openTasks(placed)]).toEqual([['completed', 'completed', 0, 0], []]);
  });

  it('was typed by mistake: then it never was money, and is in no sum', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await reverse(placed.payment, 'mistake');
    expect(await statusOf(placed.payment)).toBe('reversed');
    expect([await moneyOf(placed.payment), await refundsOf(placed.payment)]).toEqual([[], []]);
    expect(await bookOf(placed)).toEqual([200_000, 0, 0, 0, 200_000]);
  });

  it('was typed by mistake and the goods are sent: written off, the order is as it should be', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await sendAll(placed);
    await reverse(placed.payment, 'mistake');
    const [task] = (await detailsOf(placed)).tasks;
    const reason = 'The buyer has moved away';
    await answerTo(sql, owner, 'public.close_owner_task($1, $2, $3)', task?.id, 'nothing_received', reason);
    expect(await bookOf(placed)).toEqual([200_000, 200_000, 0, 0, 0]);
    expect(await openTasks(placed)).toEqual([]);
  });

  it('is no mistake any more once it bounced, and bounces once', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await reverse(placed.payment, 'bounced');
    expect(await refusalCode(reverse(placed.payment, 'mistake'))).toBe('refund_stands');
    expect(await refusalCode(reverse(placed.payment, 'bounced'))).toBe('done');
    expect(await refundsOf(placed.payment)).toHaveLength(1);
  });
});

describe('money that went back', () => {
  it('of the payment itself, and not of its price, makes all of it due again', async () => {
    const placed = await paidOrder();
    await reverse(placed.payment, 'payment');
    expect(await refundsOf(placed.payment)).toMatchObject([{ cause: 'payment', cents: 200_000 }]);
    expect(await reductionsOf(placed)).toEqual([]);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    // This money was sent to the buyer, who reads so.
    expect(await mailsOf(placed, 'refund_recorded')).toBe(1);
  });

  it('by the bank’s statement is a charge-back once its line is closed; won, the order is paid again', async () => {
    const placed = await newOrder();
    const answer = approved(placed);
    await bankDecides(sql, placed.transaction.trace, answer);
    const payment = await transactionOf(placed.transaction.trace);
    await importLines([{ bankIndex: answer.transactionIndex, amountCents: -200_000 }]);
    const [line] = await sql<{ id: string }[]>`
      select id from public.statement_lines where bank_index = ${answer.transactionIndex ?? ''} and amount_cents < 0`;
    for (let press = 0; press < 2; press += 1)
      await answerTo(sql, owner, `public.close_statement_line($1, 'The card was stolen')`, line?.id);
    const [gone, ...others] = await refundsOf(payment);
    expect([gone, others]).toMatchObject([{ cause: 'charged_back', cents: 200_000 }, []]);
    const report = await answerTo<{ rows: { transactionId: string; isSettled: boolean }[] }>(
      sql,
      owner,
      `public.list_sold_payments($1, $1, '{"kind": "bounced"}', 1000)`,
      today,
    );
    expect(report.rows.filter(({ transactionId }) => transactionId === payment)).toMatchObject([
      { isSettled: true },
    ]);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    expect(await reductionsOf(placed)).toEqual([]);
    expect(await refusalCode(comesBack(gone?.id ?? '', 200_001))).toBe('refund_too_large');
    const id = randomUUID();
    for (let press = 0; press < 2; press += 1) await comesBack(gone?.id ?? '', 200_000, id);
    expect(await refusalCode(comesBack(gone?.id ?? '', 1))).toBe('refund_too_large');
    expect(await refundsOf(payment)).toMatchObject([
      { cents: 200_000 },
      { cause: 'came_back', cents: -200_000 },
    ]);
    const { rows } = await answerTo<{ rows: { id: string }[] }>(
      sql,
      owner,
      'public.list_transaction_page($1::jsonb)',
      { status: 'returned', orderId: placed.order.id },
    );
    expect(rows).toEqual([]);
    expect(await bookOf(placed)).toEqual([200_000, 0, 200_000, 0, 0]);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect((await soldOf(placed)).map(([, quantity, orders]) => [quantity, orders])).toEqual([
      [2, 1],
      [-2, -1],
      [2, 1],
    ]);
  });

  it('by the bank’s statement is a charge-back only as far as no refund explains it', async () => {
    const placed = await newOrder();
    const answer = approved(placed);
    await bankDecides(sql, placed.transaction.trace, answer);
    const payment = await transactionOf(placed.transaction.trace);
    await refund({ transactionId: payment, cents: 50_000 });
    const close = async (cents: number) => {
      await importLines([{ bankIndex: answer.transactionIndex, amountCents: cents }]);
      const [line] = await sql<{ id: string }[]>`select id from public.statement_lines
        where bank_index = ${answer.transactionIndex ?? ''} and amount_cents = ${cents}`;
      await answerTo(sql, owner, `public.close_statement_line($1, 'Looked at it')`, line?.id);
    };
    await close(-50_000);
    expect(await refundsOf(payment)).toMatchObject([{ cause: 'refund', cents: 50_000 }]);
    await close(-30_000);
    expect(await refundsOf(payment)).toMatchObject([
      { cause: 'refund', cents: 50_000 },
      { cause: 'charged_back', cents: 30_000 },
    ]);
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 80_000, 30_000]);
    expect(await stateOf(placed)).toEqual(['pending', 'part_paid', 300, 0]);
  });

  it('comes back since the buyer’s account is closed: the reduction stays, and it is to be given back again', async () => {
    const placed = await paidOrder();
    const id = randomUUID();
    await refund({ id, transactionId: placed.payment, cents: 50_000 });
    await comesBack(id, 50_000);
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 0, -50_000]);
    expect(await openTasks(placed)).toEqual([['overpaid', 50_000]]);
    await refund({ transactionId: placed.payment, cents: 50_000, reference: 'FT2' });
    expect(await reductionsOf(placed)).toEqual([['price_cut', 50_000]]);
    expect([await openTasks(placed), await stateOf(placed)]).toEqual([[], ['paid', 'paid', 0, 0]]);
  });
});

const shipsUnpaid = (may: boolean) => sql`update private.settings set ships_unpaid = ${may}`;

describe('goods that leave before they are paid', () => {
  beforeAll(() => shipsUnpaid(true));
  afterAll(() => shipsUnpaid(false));
  const onAccount = 'The county has signed an LPO';
  const shelf = async (productId: string) =>
    (await sql<{ stock: number }[]>`select stock from public.products where id = ${productId}`)[0]?.stock;
  const heldOf = async (placed: Pick<Awaited<ReturnType<typeof newOrder>>, 'order'>) =>
    (
      await sql`select quantity from private.stock_holds where order_id = ${placed.order.id} and expires_at > now()`
    ).map(({ quantity }) => quantity as number);
  const papersOf = async (placed: Pick<Awaited<ReturnType<typeof newOrder>>, 'order'>) =>
    (
      await sql<{ kind: string; gross: number }[]>`
        select kind, gross_cents::integer as gross from private.papers where order_id = ${placed.order.id} order by id`
    ).map(({ kind, gross }) => [kind, gross]);
  const dayEnds = () => sql`select private.retry_papers()`;

  it('are sold a piece at a time, on the day on which they leave; the rest is kept', async () => {
    const placed = await newOrder();
    await send(placed, placed.product.id, 1, onAccount);
    expect(await stateOf(placed)).toEqual(['pending', 'owed', 1000, 0]);
    expect([await soldOf(placed), await shelf(placed.product.id), await heldOf(placed)]).toEqual([
      [[today, 1, 1]],
      4,
      [1],
    ]);
    expect((await detailsOf(placed)).order.payment.heldUntil).not.toBeNull();
  });

  it('are owed once all have left: the order is completed, invoiced and can be paid', async () => {
    const placed = await newOrder();
    await send(placed, placed.product.id, 1, onAccount);
    expect(await papersOf(placed)).toEqual([]);
    await send(placed, placed.product.id, 1, onAccount);
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 2000, 0]);
    expect([await soldOf(placed), await shelf(placed.product.id), await heldOf(placed)]).toEqual([
      [
        [today, 1, 1],
        [today, 1, 0],
      ],
      3,
      [],
    ]);
    // One paper for what leaves within a day.
    expect(await papersOf(placed)).toEqual([['invoice', 200_000]]);
    const paying = await payAgain(placed.sid, placed.order.id);
    await bankDecides(sql, paying.transaction.trace, approved(paying));
    expect(await stateOf(placed)).toEqual(['completed', 'completed', 0, 0]);
    expect([
      (await soldOf(placed)).length,
      await papersOf(placed),
      await mailsOf(placed, 'order_paid'),
    ]).toEqual([2, [['invoice', 200_000]], 1]);
  });

  it('have an invoice for what left in a day, and the rest one of its own when it is paid', async () => {
    const placed = await newOrder();
    await send(placed, placed.product.id, 1, onAccount);
    await dayEnds();
    expect(await papersOf(placed)).toEqual([['invoice', 100_000]]);
    await record(placed, 2000);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect(await papersOf(placed)).toEqual([
      ['invoice', 100_000],
      ['invoice', 100_000],
    ]);
  });

  it('come back unopened: they are on the shelf, the order is open again and nothing was sold', async () => {
    const placed = await newOrder();
    const parcel = await send(placed, placed.product.id, 2, onAccount);
    expect((await stateOf(placed))[0]).toBe('completed');
    await takeBack(parcel);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    expect([await soldOf(placed), await shelf(placed.product.id), await heldOf(placed)]).toEqual([
      [
        [today, 2, 1],
        [today, -2, -1],
      ],
      5,
      [2],
    ]);
    expect(await advance(placed, 'cancelled')).toBe('done');
    expect(await papersOf(placed)).toEqual([
      ['invoice', 200_000],
      ['credit_note', 200_000],
    ]);
  });

  it('arrive damaged: one is credited, and the rest is owed', async () => {
    const placed = await newOrder();
    await send(placed, placed.product.id, 2, onAccount);
    const [item] = (await detailsOf(placed)).order.items;
    const lines = [{ itemId: item?.id, quantity: 1, fate: 'damaged' }];
    await reduce(placed, 'goods_back', 100_000, { lines });
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 1000, 0]);
    expect(await papersOf(placed)).toEqual([
      ['invoice', 200_000],
      ['credit_note', 100_000],
    ]);
    expect(await shelf(placed.product.id)).toBe(3);
    await record(placed, 1000);
    expect(await stateOf(placed)).toEqual(['completed', 'completed', 0, 0]);
  });

  it('are owed again when the cheque bounces: said to the buyer, with every way to pay, and no receipt', async () => {
    const placed = await paidOrder();
    await send(placed, placed.product.id, 2);
    await reverse(placed.payment, 'bounced');
    const { order } = await detailsOf(placed);
    expect(order).toMatchObject({ status: 'completed', word: 'owed', nextStep: 'pay', paper: 'invoice' });
    expect(order.payment).toMatchObject({
      dueAmount: 2000,
      bouncedCents: 200_000,
      bouncedMethod: 'transfer',
      acceptedCents: 0,
    });
    expect([await openTasks(placed), await mailsOf(placed, 'order_unpaid')]).toEqual([
      [['payment_reversed', 200_000]],
      1,
    ]);
    const paying = await payAgain(placed.sid, placed.order.id);
    expect(paying.transaction.amount).toBe(2000);
  });
});

it('whose pieces were gone when its money came can be corrected: who gets it is no question of the stock', async () => {
  const placed = await newOrder();
  await sql`delete from private.stock_holds where order_id = ${placed.order.id}`;
  await sql`update public.products set stock = 0 where id = ${placed.product.id}`;
  await record(placed, 2000);
  expect(await openTasks(placed)).toEqual([['late_money', 200_000]]);
  await changeTo(placed, [{ productId: placed.product.id, quantity: 2, price: 1000 }]);
  expect((await stateOf(placed))[0]).toBe('pending');
});

describe('what is added to a paid order', () => {
  const itemFor = async (placed: Pick<Awaited<ReturnType<typeof newOrder>>, 'order'>, productId: string) =>
    (await detailsOf(placed)).order.items.find((item) => item.productId === productId)?.id ?? '';
  const withPump = async () => {
    const placed = await paidOrder({ day: ago(2) });
    const pump = await newProduct(sql, { price: 700, stock: 5, name: 'Added pump' });
    const first = { productId: placed.product.id, quantity: 2, price: 1000 };
    await changeTo(placed, [first, { productId: pump.id, quantity: 1, price: 700 }]);
    return { placed, pump, first };
  };

  it('is asked for and held, and what was sold stays sold; paid, it is sold too', async () => {
    const { placed, pump } = await withPump();
    expect(await stateOf(placed)).toEqual(['paid', 'added', 700, 0]);
    expect((await detailsOf(placed)).shipping.unpaid).toEqual({ [await itemFor(placed, pump.id)]: 1 });
    expect(await bookOf(placed)).toEqual([270_000, 0, 200_000, 0, 70_000]);
    expect(await soldOf(placed)).toEqual([[ago(2), 2, 1]]);
    const held =
      await sql`select product_id, quantity from private.stock_holds where order_id = ${placed.order.id}`;
    expect(held).toEqual([{ product_id: pump.id, quantity: 1 }]);
    const shelf =
      await sql`select stock from public.products where id in ${sql([placed.product.id, pump.id])} order by stock`;
    expect(shelf).toEqual([{ stock: 3 }, { stock: 5 }]);
    await record(placed, 700);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect(await soldOf(placed)).toEqual([
      [ago(2), 2, 1],
      [today, 1, 0],
    ]);
    expect(await available(sql, pump.id)).toBe(4);
  });

  it('is given up: the order is paid as before, and nothing of it was ever sold', async () => {
    const { placed, pump, first } = await withPump();
    await changeTo(placed, [first]);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    expect(await soldOf(placed)).toEqual([[ago(2), 2, 1]]);
    expect([await available(sql, placed.product.id), await available(sql, pump.id)]).toEqual([3, 5]);
  });

  it('waits for its payment, unless a person says why not; what was paid for is sent', async () => {
    const { placed, pump } = await withPump();
    expect(await refusalCode(send(placed, pump.id))).toBe('shipment_unpaid');
    await shipsUnpaid(true);
    expect(await refusalCode(send(placed, pump.id))).toBe('shipment_reason_required');
    await send(placed, placed.product.id, 2);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 700, 0]);
    await send(placed, pump.id, 1, 'The county signs today');
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 700, 0]);
    expect(await soldOf(placed)).toEqual([
      [ago(2), 2, 1],
      [today, 1, 0],
    ]);
    expect((await detailsOf(placed)).papers).toHaveLength(2);
    await shipsUnpaid(false);
  });

  it('can be added once a part has left', async () => {
    const placed = await paidOrder();
    await send(placed, placed.product.id);
    await changeTo(placed, [{ productId: placed.product.id, quantity: 3, price: 1000 }]);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 1000, 0]);
  });

  it('is only a delivery: nothing is put back on sale, and all can be sent', async () => {
    const placed = await paidOrder();
    await changeTo(placed, [{ productId: placed.product.id, quantity: 2, price: 1000 }], 300);
    expect(await stateOf(placed)).toEqual(['paid', 'added', 300, 0]);
    expect(await available(sql, placed.product.id)).toBe(3);
    const toSend = await sql`select id from private.orders_to_send where id = ${placed.order.id}`;
    expect(toSend).toHaveLength(1);
    await send(placed, placed.product.id, 2);
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 300, 0]);
    await record(placed, 300);
    expect(await stateOf(placed)).toEqual(['completed', 'completed', 0, 0]);
  });
});

it('nobody changes or deletes a share, a reduction or a line that was sold', async () => {
  const placed = await paidOrder();
  await reduce(placed, 'price_cut', 100);
  for (const table of ['shares', 'reductions', 'sold_lines'])
    for (const work of [`update private.${table} set order_id = order_id`, `delete from private.${table}`])
      await expect(sql.unsafe(`${work} where order_id = '${placed.order.id}'`)).rejects.toThrow();
});
