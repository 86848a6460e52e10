import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../payment-scene.ts';
import { approved, as, available, newProduct, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { ago, bookScene } from './book-scene.ts';
import { today } from './refund-scene.ts';
import { statementScene } from './statement-scene.ts';

/*
 * What was written in the book and is taken back, corrected or contradicted by the bank: no shilling is lost on the
 * way, and papers say what the book says. An order costs KES 2,000 for two pieces, of five on the shelf.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const scene = bookScene(sql);
const { owner, transactionOf, advance, detailsOf, payAgain, newOrder, record, paidOrder, recordFor } = scene;
const { of, reverse, reduce, comesBack, changeTo, bookOf, stateOf, reductionsOf, soldOf, moneyOf } = scene;
const { refundsOf, mailsOf, itemOf, openTasks, sendAll } = scene;
const { importLines } = statementScene(sql, owner);
type OrderOf = Parameters<typeof bookOf>[0];

const give = (
  transactionId: string,
  cents: number,
  { id = randomUUID(), lines = [] as object[], cancels = false } = {},
) =>
  answerTo(
    sql,
    owner,
    `public.record_refund($1, $2, $3, $4, $5, 'The buyer asked for it', true, $6::jsonb, $7)`,
    id,
    transactionId,
    cents,
    today,
    `FT${id.slice(0, 8)}`,
    lines,
    cancels,
  ).then(() => id);
const correct = (refundId: string, cents: number) =>
  answerTo(
    sql,
    owner,
    `public.correct_refund($1, $2, $3, $4, $5, 'Mistyped', true)`,
    randomUUID(),
    refundId,
    cents,
    today,
    `FT${refundId.slice(0, 8)}`,
  );
const paidByCard = async () => {
  const placed = await newOrder();
  const answer = approved(placed);
  await bankDecides(sql, placed.transaction.trace, answer);
  const payment = await transactionOf(placed.transaction.trace);
  return { ...placed, payment, bankIndex: answer.transactionIndex ?? '' };
};
/** A line of the bank's statement takes money of a card payment back, and the owner closes it. */
const statementTakes = async (bankIndex: string, ...cents: number[]) => {
  await importLines(cents.map((amount) => ({ bankIndex, amountCents: -amount })));
  const lines =
    await sql`select id from public.statement_lines where bank_index = ${bankIndex} order by line`;
  for (const { id } of lines)
    await answerTo(sql, owner, `public.close_statement_line($1, 'Seen in the statement')`, id);
};
const correctable = async (placed: OrderOf) => (await detailsOf(placed)).refunds.length;
/** Kind, cause, gross in cents, and of each class of VAT its gross. */
const papersOf = async ({ order }: OrderOf) =>
  (
    await sql<
      { kind: string; cause: string; gross: number; rates: { vatClass: string; grossCents: number }[] }[]
    >`select kind, cause, gross_cents::integer as gross, content -> 'totals' -> 'rates' as rates
      from private.papers where order_id = ${order.id} order by id`
  ).map(({ kind, cause, gross, rates }) => [
    kind,
    cause,
    gross,
    ...rates.map(({ vatClass, grossCents }) => `${vatClass} ${grossCents}`),
  ]);
const rename = async (placed: OrderOf, customerName: string) => {
  const { version, lines, ...orderData } = (await detailsOf(placed)).changing;
  const items = lines.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
  const request = { items, orderData: { ...orderData, customerName } };
  const entry = [randomUUID(), placed.order.id, version, request];
  await answerTo(sql, owner, 'public.change_order($1, $2, $3, $4, false, false)', ...entry);
};
/** Besides the two pieces, a pump for KES 700. */
const addPump = async (placed: OrderOf & { product: { id: string } }) => {
  const pump = await newProduct(sql, { price: 700, stock: 5 });
  await changeTo(placed, [
    { productId: placed.product.id, quantity: 2, price: 1000 },
    { productId: pump.id, quantity: 1, price: 700 },
  ]);
  return pump;
};
const openTask = async ({ order }: OrderOf) => {
  const [task] = await sql<{ id: string; outcomes: string[] }[]>`
    select k.id, private.task_outcomes(k) as outcomes from public.owner_tasks k
    where k.order_id = ${order.id} and k.closed_at is null`;
  return task ?? { id: '', outcomes: [] };
};
const endTask = async (placed: OrderOf, outcome: string) =>
  answerTo(sql, owner, `public.close_owner_task($1, $2, 'As agreed')`, (await openTask(placed)).id, outcome);

describe('a refund is corrected', () => {
  it('for one order alone: what went back to several is countered, and corrected at none of them', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const payment = await recordFor([of(first, 200_000), of(second, 200_000)], 4000);
    await reverse(payment, 'payment');
    const [entry] = await refundsOf(payment);
    expect([await correctable(first), await correctable(second)]).toEqual([0, 0]);
    expect(await refusalCode(correct(entry?.id ?? '', 100_000))).toBe('refund_corrected');
    for (const placed of [first, second])
      expect(await bookOf(placed)).toEqual([200_000, 0, 200_000, 200_000, 200_000]);
  });

  it('as long as none of it came back', async () => {
    const placed = await paidOrder();
    const id = await give(placed.payment, 50_000);
    expect(await correctable(placed)).toBe(1);
    await comesBack(id, 20_000);
    expect(await correctable(placed)).toBe(0);
    expect(await refusalCode(correct(id, 0))).toBe('refund_corrected');
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 30_000, -20_000]);
  });

  it('upwards, of a payment itself, after the order was paid: the rest is due again and asked for', async () => {
    const placed = await newOrder();
    const id = await give(await record(placed, 500), 30_000);
    await record(placed, 1800);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    const mails = await mailsOf(placed, 'order_unpaid');
    await correct(id, 50_000);
    expect(await stateOf(placed)).toEqual(['pending', 'part_paid', 200, 0]);
    expect(await mailsOf(placed, 'order_unpaid')).toBe(mails + 1);
    expect((await payAgain(placed.sid, placed.order.id)).transaction.amount).toBe(200);
  });

  it('to nothing while the order waits for what was added: its price cut goes with it', async () => {
    const placed = await paidOrder();
    const id = await give(placed.payment, 50_000);
    await addPump(placed);
    await correct(id, 0);
    expect(await bookOf(placed)).toEqual([270_000, 0, 200_000, 0, 70_000]);
    expect(await reductionsOf(placed)).toEqual([
      ['price_cut', 50_000],
      ['price_cut', -50_000],
    ]);
  });

  it('also when it was of what no order has', async () => {
    const placed = await newOrder();
    const payment = await recordFor([of(placed, 200_000)], 4500);
    const id = await give(payment, 200_000);
    expect(await refusalCode(correct(id, 250_001))).toBe('refund_too_large');
    await correct(id, 100_000);
    expect(await moneyOf(payment)).toEqual([
      [null, 250_000, 0],
      [placed.order.id, 200_000, 0],
      [null, 0, 100_000],
    ]);
    expect(await bookOf(placed)).toEqual([200_000, 0, 200_000, 0, 0]);
  });
});

describe('money that had gone back', () => {
  it('comes back once, also when two write it down at the same moment and no order has it', async () => {
    const payment = await recordFor([], 2000);
    const id = await give(payment, 100_000);
    const slow = as(sql, owner, async (t) => {
      await t`select public.record_refund_back(${randomUUID()}, ${id}, 100000, ${today}, 'B1', 'The account is closed')`;
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await refusalCode(comesBack(id, 100_000))).toBe('refund_too_large');
    await slow;
    expect((await refundsOf(payment)).map(({ cents }) => cents)).toEqual([100_000, -100_000]);
  });

  it('makes its order sold on the day on which it came, and changes no month before', async () => {
    const placed = await paidOrder({ method: 'cheque', day: ago(60) });
    await reverse(placed.payment, 'bounced');
    await comesBack((await refundsOf(placed.payment))[0]?.id ?? '', 200_000);
    expect(await soldOf(placed)).toEqual([
      [ago(60), 2, 1],
      [today, -2, -1],
      [today, 2, 1],
    ]);
  });
});

describe('the bank takes a payment back', () => {
  it('as a whole, though the shop had given some of it back: all that it took is owed', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await give(placed.payment, 50_000);
    await reverse(placed.payment, 'bounced');
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 250_000, 200_000]);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    expect(await moneyOf(placed.payment)).toEqual([
      [placed.order.id, 200_000, 0],
      [placed.order.id, 0, 50_000],
      [placed.order.id, 0, 200_000],
    ]);
    // Pressed twice it is one.
    await reverse(placed.payment, 'bounced');
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 250_000, 200_000]);
    await comesBack((await refundsOf(placed.payment))[1]?.id ?? '', 200_000);
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
  });

  it('after which the shop has nothing of it to give back', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await give(placed.payment, 50_000);
    await reverse(placed.payment, 'bounced');
    for (const cause of ['payment', 'charged_back'])
      expect(await refusalCode(reverse(placed.payment, cause))).toBe('done');
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 250_000, 200_000]);
  });

  it('and what it took besides the price is owed when the price is given back', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await sendAll(placed);
    await give(placed.payment, 50_000);
    await reverse(placed.payment, 'bounced');
    const second = await record(placed, 2000);
    expect([await stateOf(placed), await openTasks(placed)]).toEqual([['completed', 'completed', 0, 0], []]);
    await give(second, 200_000);
    expect(await stateOf(placed)).toEqual(['completed', 'owed', 500, 0]);
    expect(await openTasks(placed)).toEqual([['payment_reversed', 50_000]]);
  });

  it('by its statement, besides a refund that the statement has too', async () => {
    const placed = await paidByCard();
    await give(placed.payment, 50_000);
    await statementTakes(placed.bankIndex, 50_000, 200_000);
    expect(await bookOf(placed)).toEqual([200_000, 50_000, 200_000, 250_000, 200_000]);
  });

  it('by its statement, which no cash that was given back explains, and no cheque that bounced', async () => {
    for (const method of ['cash', 'cheque']) {
      const placed = await paidByCard();
      const second = await record(placed, 2000, { method });
      await (method === 'cash' ? give(second, 200_000) : reverse(second, 'bounced'));
      expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
      await statementTakes(placed.bankIndex, 200_000);
      expect(await bookOf(placed)).toEqual([200_000, 0, 400_000, 400_000, 200_000]);
      expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    }
  });

  it('and the buyers of all its orders are told', async () => {
    const bounced = [await newOrder(), await newOrder()];
    const orders = (placed: OrderOf[]) => placed.map((one) => of(one, 200_000));
    await reverse(await recordFor(orders(bounced), 4000), 'bounced');
    const returned = [await newOrder(), await newOrder()];
    await reverse(await recordFor(orders(returned), 4000), 'payment');
    const told = (kind: string, placed: OrderOf[]) => Promise.all(placed.map((one) => mailsOf(one, kind)));
    expect(await told('order_unpaid', bounced)).toEqual([1, 1]);
    expect(await told('refund_recorded', returned)).toEqual([1, 1]);
  });
});

describe('less than the price was accepted as all of it', () => {
  const accepted = async () => {
    const placed = await newOrder();
    const answer = approved(placed, { amountCents: '50000' });
    await bankDecides(sql, placed.transaction.trace, answer);
    await endTask(placed, 'accepted');
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
    const payment = await transactionOf(placed.transaction.trace);
    return { ...placed, payment, bankIndex: answer.transactionIndex ?? '' };
  };

  it('by mistake: that is taken back', async () => {
    const placed = await accepted();
    await reduce(placed, 'accepted_as_all', -150_000);
    expect(await stateOf(placed)).toEqual(['pending', 'part_paid', 1500, 0]);
    expect(await refusalCode(reduce(placed, 'accepted_as_all', -1))).toBe('transition_refused');
    expect(await refusalCode(reduce(placed, 'accepted_as_all', 1))).toBe('invalid_request');
  });

  it('and its payment goes back: the price is due, not the sum that was accepted', async () => {
    const placed = await accepted();
    await reverse(placed.payment, 'charged_back');
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 2000, 0]);
    expect(await reductionsOf(placed)).toEqual([
      ['accepted_as_all', 150_000],
      ['accepted_as_all', -150_000],
    ]);
  });

  it('and the bank takes it back once the order was refunded and cancelled: nothing is owed of that', async () => {
    const placed = await accepted();
    await sendAll(placed);
    await give(placed.payment, 50_000, { cancels: true });
    await statementTakes(placed.bankIndex, 50_000, 50_000);
    expect(await bookOf(placed)).toEqual([200_000, 200_000, 50_000, 100_000, 50_000]);
    expect(await sql`select * from private.invariants`).toEqual([]);
  });
});

describe('papers', () => {
  it('of what was credited as a whole are not made again for another name', async () => {
    const placed = await paidOrder();
    await reduce(placed, 'price_cut', 200_000);
    await rename(placed, 'Grace Hopper');
    await rename(placed, 'Ada Lovelace');
    expect(await papersOf(placed)).toEqual([
      ['invoice', null, 200_000, 'standard 200000'],
      ['credit_note', 'reduced', 200_000, 'standard 200000'],
    ]);
  });

  it('of what was credited as a whole are made again for other goods, and credited again', async () => {
    const placed = await paidOrder();
    await reduce(placed, 'price_cut', 200_000);
    const pump = await newProduct(sql, { price: 2000, stock: 5 });
    await changeTo(placed, [{ productId: pump.id, quantity: 1, price: 2000 }]);
    expect((await papersOf(placed)).map(([kind, cause]) => [kind, cause])).toEqual([
      ['invoice', null],
      ['credit_note', 'reduced'],
      ['invoice', 'changed'],
      ['credit_note', 'reduced'],
    ]);
  });

  it('of what was credited as a whole are not made again for a payment that was a mistake', async () => {
    const placed = await paidOrder();
    await reduce(placed, 'price_cut', 200_000);
    await reverse(placed.payment, 'mistake');
    expect((await papersOf(placed)).map(([kind]) => kind)).toEqual(['invoice', 'credit_note']);
  });

  it('of a reduction that is taken back invoice what it had credited', async () => {
    const placed = await paidOrder();
    await reduce(placed, 'price_cut', 200_000);
    await reduce(placed, 'price_cut', -200_000);
    expect(await papersOf(placed)).toEqual([
      ['invoice', null, 200_000, 'standard 200000'],
      ['credit_note', 'reduced', 200_000, 'standard 200000'],
      ['invoice', 'reduction_undone', 200_000, 'standard 200000'],
    ]);
  });

  it('of a reduction that is taken back, or corrected, have the VAT of what was credited', async () => {
    const mixed = async () => {
      const placed = await newOrder();
      const pump = await newProduct(sql, { price: 1000, stock: 5 });
      await answerTo(sql, owner, `public.set_product_vat($1, 'zero_rated', 'Solar')`, pump.id);
      await changeTo(placed, [
        { productId: placed.product.id, quantity: 1, price: 1000 },
        { productId: pump.id, quantity: 1, price: 1000 },
      ]);
      const payment = await record(placed, 2000);
      const { order } = await detailsOf(placed);
      const item = order.items.find(({ productId }) => productId === placed.product.id);
      return { ...placed, payment, lines: [{ itemId: item?.id, quantity: 1, fate: 'restocked' }] };
    };
    const undone = await mixed();
    await reduce(undone, 'goods_back', 100_000, { lines: undone.lines });
    await reduce(undone, 'goods_back', -100_000);
    expect((await papersOf(undone)).slice(1)).toEqual([
      ['credit_note', 'reduced', 100_000, 'standard 100000'],
      ['invoice', 'reduction_undone', 100_000, 'standard 100000'],
    ]);
    const corrected = await mixed();
    await correct(await give(corrected.payment, 100_000, { lines: corrected.lines }), 40_000);
    expect((await papersOf(corrected)).at(-1)).toEqual([
      'invoice',
      'reduction_undone',
      60_000,
      'standard 60000',
    ]);
  });
});

describe('what is written off', () => {
  it('of an order without money makes it neither paid nor sold nor invoiced, and it can be cancelled', async () => {
    const placed = await newOrder();
    await give(await record(placed, 500), 50_000);
    await reduce(placed, 'written_off', 200_000);
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 0, 0]);
    expect([await papersOf(placed), await soldOf(placed)]).toEqual([[], []]);
    await advance(placed, 'cancelled');
    expect(await available(sql, placed.product.id)).toBe(5);
  });

  it('of a bounced cheque is owed no more; cancelled, what was invoiced is credited', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    await reverse(placed.payment, 'bounced');
    await reduce(placed, 'written_off', 200_000);
    expect((await stateOf(placed))[0]).toBe('pending');
    expect((await papersOf(placed)).length).toBe(1);
    await advance(placed, 'cancelled');
    expect(await papersOf(placed)).toEqual([
      ['invoice', null, 200_000, 'standard 200000'],
      ['credit_note', 'reduced', 200_000, 'standard 200000'],
    ]);
    expect(await bookOf(placed)).toEqual([200_000, 200_000, 200_000, 200_000, 0]);
  });
});

describe('an order is sold', () => {
  it('on the day of its latest payment, in whatever order they are written down', async () => {
    const placed = await newOrder();
    await record(placed, 1500);
    await record(placed, 500, { day: ago(9) });
    expect(await soldOf(placed)).toEqual([[today, 2, 1]]);
  });

  it('still when all was given back while it waited for what was added, which is due', async () => {
    const placed = await paidOrder();
    await addPump(placed);
    await give(placed.payment, 200_000);
    expect(await bookOf(placed)).toEqual([270_000, 200_000, 200_000, 200_000, 70_000]);
    expect(await soldOf(placed)).toEqual([[today, 2, 1]]);
    expect(await available(sql, placed.product.id)).toBe(3);
  });

  it('again after a cheque bounced for a piece that the buyer had kept', async () => {
    const placed = await paidOrder({ method: 'cheque' });
    const kept = [{ itemId: itemOf(await detailsOf(placed)), quantity: 1, fate: 'kept' }];
    await give(placed.payment, 100_000, { lines: kept });
    await reverse(placed.payment, 'bounced');
    expect(await sql`select * from private.invariants`).toEqual([]);
    await record(placed, 2000);
    expect((await stateOf(placed))[0]).toBe('paid');
  });

  it('for KES 1, as when an owner tries the bank: within a shilling of the price is less than one', async () => {
    const placed = await newOrder({ price: 1, quantity: 1 });
    expect(await stateOf(placed)).toEqual(['pending', 'not_paid', 1, 0]);
    expect((await payAgain(placed.sid, placed.order.id)).transaction.amount).toBe(1);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await stateOf(placed)).toEqual(['paid', 'paid', 0, 0]);
  });
});

describe('a part that came when the pieces were gone', () => {
  it('may be kept as a part once there are pieces again, and the rest is asked for', async () => {
    const placed = await newOrder();
    await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
    const onShelf = (pieces: number) =>
      sql`update public.products set stock = ${pieces} where id = ${placed.product.id}`;
    await onShelf(0);
    await record(placed, 500);
    expect((await openTask(placed)).outcomes).toEqual(['accepted', 'partial_payment', 'refunded']);
    await onShelf(5);
    await endTask(placed, 'partial_payment');
    expect(await stateOf(placed)).toEqual(['pending', 'part_paid', 1500, 0]);
    expect((await payAgain(placed.sid, placed.order.id)).transaction.amount).toBe(1500);
  });
});

describe('a payment typed by mistake that a statement had settled', () => {
  it('gives the line back: typed again for the right order, it is found again', async () => {
    const [wrong, right] = [await newOrder(), await newOrder()];
    const payment = await record(wrong, 2000);
    const reference = payment.slice(-10).toUpperCase();
    await importLines([{ reference: `TRF ${reference}`, amountCents: 200_000 }]);
    const lineOf = async () =>
      (
        await sql<{ transaction_id: string | null; verdict: string }[]>`
          select transaction_id, verdict from public.statement_lines where reference = ${`TRF ${reference}`}`
      )[0];
    expect(await lineOf()).toEqual({ transaction_id: payment, verdict: 'settled' });
    await reverse(payment, 'mistake');
    expect(await lineOf()).toEqual({ transaction_id: null, verdict: 'unknown' });
    const again = randomUUID();
    const entry = [again, right.order.id, 'transfer', reference, 2000, today];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
    await answerTo(sql, { role: 'service_role' }, 'public.match_open_lines()');
    expect(await lineOf()).toEqual({ transaction_id: again, verdict: 'settled' });
  });
});
