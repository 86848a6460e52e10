import { describe, expect, it } from 'vitest';
import type { GatewayBehaviour } from '../../../local/gateway-sandbox/gateway-behaviour.ts';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { comeBack, payAndMaybeReturn, payAtTheBank, Visitor, withLinkOf } from '../api-visitor.ts';
import { bankLedger, misbehave, reconcile } from '../bank-faults.ts';
import { newProduct } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);

const goodCard = '4242424242424242';
const deniedCard = '2121212121212121';
const price = 5000;

/** An order whose transaction meets a gateway that behaves like this. */
async function orderWith(behaviour: Partial<GatewayBehaviour> = {}) {
  const visitor = new Visitor();
  const product = await newProduct(sql, { price });
  const { body } = await visitor.placeOrder([{ productId: product.id, quantity: 1, price }]);
  const trace = body.payment.fields.Lite_Merchant_Trace ?? '';
  await misbehave(trace, behaviour);
  return { visitor, product, order: body.order, payment: body.payment, trace };
}

const truthOf = async (trace: string) => {
  const [row] = await sql<{ order: string; transaction: string; stock: number; cents: string | null }[]>`
    select o.status as order, t.status as transaction, p.stock, t.bank_amount_cents as cents
    from public.transactions t
    join public.orders o on o.id = t.order_id
    join public.order_items i on i.order_id = o.id
    join public.products p on p.id = i.product_id
    where t.trace = ${trace}`;
  return row;
};

const tasksOf = (orderId: string) =>
  sql`select k.kind, private.task_cents(k) as amount_cents from public.owner_tasks k where k.order_id = ${orderId}`.then(
    (rows) => rows.map((row) => [row.kind as string, Number(row.amount_cents)]),
  );

const answersTo = (trace: string) =>
  sql<{ answer: Record<string, string> | null; verdict: string }[]>`
    select a.answer, a.verdict from private.gateway_answers a
    join public.transactions t on t.id = a.transaction_id where t.trace = ${trace} order by a.id`;

const movedAt = async (trace: string) => (await bankLedger()).get(trace)?.moneyMoved;

/** The scheduler's next turn, whenever it would be. */
async function reconcileNow(trace: string): Promise<void> {
  await sql`update public.transactions set next_ask_at = now() where trace = ${trace} and next_ask_at is not null`;
  expect(await reconcile()).toMatchObject({ failed: 0 });
}

/** A repeated return queries the bank at most once in ten seconds. */
const laterThanTenSeconds = (trace: string) => sql`
  update private.gateway_answers set last_at = now() - interval '11 seconds'
  where transaction_id = (select id from public.transactions where trace = ${trace})`;

const paid = { order: 'paid', transaction: 'completed', stock: 9, cents: String(price * 100) };
const untouched = { order: 'pending', transaction: 'pending', stock: 10, cents: null };

describe('whatever way a customer comes back', () => {
  it('a refresh, Back and a double post pay once and show the same result', async () => {
    const { payment, trace } = await orderWith();
    const back = await payAtTheBank(payment, goodCard);
    const first = await comeBack(back);
    const others = await Promise.all(Array.from({ length: 5 }, () => comeBack(back)));
    for (const target of others) expect(target.href).toBe(first.href);
    expect(first.pathname).toBe('/payment/success');
    expect(await truthOf(trace)).toEqual(paid);
    expect(await movedAt(trace)).toBe(price * 100);
  });

  it('Back to the bank after paying shows the same result and takes no more money', async () => {
    const { payment, trace } = await orderWith();
    const first = await payAtTheBank(payment, goodCard);
    await comeBack(first);
    const response = await fetch(payment.action, {
      method: 'POST',
      body: new URLSearchParams(payment.fields),
    });
    expect(await response.text()).toContain('Payment approved');
    expect(await movedAt(trace)).toBe(price * 100);
    expect(await truthOf(trace)).toEqual(paid);
  });

  it('Back to the shop before paying goes on with the same transaction at the bank', async () => {
    const { visitor, order, payment, trace } = await orderWith();
    await fetch(payment.action, { method: 'POST', body: new URLSearchParams(payment.fields) });
    const again = await visitor.post<PlaceOrderReply>(`/api/orders/${order.id}/payment`, {});
    expect(again.body.payment.fields.Lite_Merchant_Trace).toBe(trace);
    const target = await comeBack(await payAtTheBank(again.body.payment, goodCard));
    expect(target.pathname).toBe('/payment/success');
    expect(await truthOf(trace)).toEqual(paid);
  });

  it('a return with a forged failure at the wrong address leads to the true outcome', async () => {
    const { payment, trace } = await orderWith({ returnAddress: 'fail', returnStatus: '4' });
    const back = await payAtTheBank(payment, goodCard);
    expect(back).toMatchObject({ fields: { LITE_PAYMENT_CARD_STATUS: '4' } });
    expect(new URL(back.action).pathname).toBe('/payment/failed');
    expect((await comeBack(back)).pathname).toBe('/payment/success');
    expect(await truthOf(trace)).toEqual(paid);
  });

  it('a return with a forged success of a denied card leads to the true outcome', async () => {
    const { order, payment, trace } = await orderWith({ returnAddress: 'successful', returnStatus: '0' });
    const back = await payAtTheBank(payment, deniedCard);
    expect((await comeBack(back)).pathname).toBe('/payment/failed');
    expect(await truthOf(trace)).toMatchObject({ order: 'failed', transaction: 'failed', stock: 10 });
    expect(await tasksOf(order.id)).toEqual([]);
  });

  it('a lost return is recovered by the order’s link on another device', async () => {
    const { order, payment, trace } = await orderWith({ returnLost: true });
    expect(await payAndMaybeReturn(payment, goodCard)).toBeNull();
    const device = new Visitor();
    const link = withLinkOf(order);
    expect((await device.post<Order>(`/api/orders/${order.id}/check`, {}, link)).body).toMatchObject({
      status: 'paid',
      nextStep: 'none',
    });
    expect(await truthOf(trace)).toEqual(paid);
  });

  it('a return of days ago changes nothing', async () => {
    const { visitor, order, payment } = await orderWith();
    const old = await payAtTheBank(payment, deniedCard);
    await comeBack(old);
    const again = await visitor.post<PlaceOrderReply>(`/api/orders/${order.id}/payment`, {});
    await comeBack(await payAtTheBank(again.body.payment, goodCard));
    await comeBack(old);
    expect(await visitor.orderOf(order.id)).toMatchObject({ status: 'paid', nextStep: 'none' });
    expect(await tasksOf(order.id)).toEqual([]);
  });
});

describe('while the bank cannot be queried', () => {
  const troubles: Record<string, Partial<GatewayBehaviour>> = {
    'answers 500': { queryAnswer: 'error500' },
    'answers with garbage': { queryAnswer: 'garbage' },
    'answers with a blank status': { queryAnswer: 'blankStatus' },
    'never answers': { queryAnswer: 'never' },
    'answers after the shop’s ten seconds': { queryDelayedMs: 15_000 },
  };

  it('the customer is told within the time limit, and the order is paid later', async () => {
    await Promise.all(
      Object.entries(troubles).map(async ([trouble, behaviour]) => {
        const { visitor, order, payment, trace } = await orderWith(behaviour);
        const back = await payAtTheBank(payment, goodCard);
        const startedAt = Date.now();
        const target = await comeBack(back);
        expect(Date.now() - startedAt, trouble).toBeLessThan(14_000);
        expect(target.pathname, trouble).toBe('/payment/try-later');
        expect(await truthOf(trace), trouble).toEqual(untouched);
        expect((await visitor.orderOf(order.id)).status, trouble).toBe('pending');

        await misbehave(trace, {});
        await reconcileNow(trace);
        // Another's call may be the one that asks about this transaction.
        await expect.poll(() => truthOf(trace), { message: trouble, timeout: 15_000 }).toEqual(paid);
        expect((await comeBack(back)).pathname, trouble).toBe('/payment/success');
      }),
    );
  });

  it('the customer is not invited to pay again, even when the hold has expired', async () => {
    const { visitor, order, payment, trace } = await orderWith({ queryAnswer: 'error500' });
    await comeBack(await payAtTheBank(payment, goodCard));
    await sql`update public.transactions set created_at = now() - interval '31 minutes', asked_at = null where trace = ${trace}`;
    await sql`update private.stock_holds set expires_at = now() where order_id = ${order.id}`;
    expect((await visitor.orderOf(order.id)).nextStep).toBe('wait');
    expect(await visitor.post(`/api/orders/${order.id}/payment`, {})).toMatchObject({
      status: 409,
      body: { code: 'payment_undecided' },
    });
    await misbehave(trace, {});
    await reconcileNow(trace);
    expect(await truthOf(trace)).toEqual(paid);
  });

  it('once the bank answers that there is no payment, the customer can pay', async () => {
    const { visitor, order, trace } = await orderWith({ queryAnswer: 'garbage' });
    await visitor.post(`/api/orders/${order.id}/check`, {});
    expect((await visitor.orderOf(order.id)).nextStep).toBe('wait');
    await misbehave(trace, {});
    await reconcileNow(trace);
    expect((await visitor.orderOf(order.id)).nextStep).toBe('pay');
    expect((await visitor.post(`/api/orders/${order.id}/payment`, {})).status).toBe(200);
  });

  it('a slow answer within the time limit is accepted', async () => {
    const { payment, trace } = await orderWith({ queryDelayedMs: 3000 });
    expect((await comeBack(await payAtTheBank(payment, goodCard))).pathname).toBe('/payment/success');
    expect(await truthOf(trace)).toEqual(paid);
  });
});

describe('an answer that does not fit', () => {
  it.each<[string, Partial<GatewayBehaviour>, string, number, number]>([
    ['amount', { queryAnswer: 'wrongAmount' }, 'wrong_amount', price * 100 + 100, price * 100],
    ['reference', { queryAnswer: 'wrongReference' }, 'wrong_reference', price * 100, price * 100],
    [
      'amount that was really taken',
      { amountOffCents: -1 },
      'wrong_amount',
      price * 100 - 1,
      price * 100 - 1,
    ],
  ])(
    'in its %s stops for a person, once, with its evidence',
    async (_, behaviour, kind, approvedCents, moved) => {
      const { visitor, order, payment, trace } = await orderWith(behaviour);
      const back = await payAtTheBank(payment, goodCard);
      for (let post = 0; post < 3; post += 1) {
        expect((await comeBack(back)).pathname).toBe('/payment/try-later');
      }
      await reconcileNow(trace);
      expect(await truthOf(trace)).toEqual({
        ...untouched,
        transaction: 'review',
        cents: String(approvedCents),
      });
      expect(await tasksOf(order.id)).toEqual([[kind, approvedCents]]);
      expect(await movedAt(trace)).toBe(moved);
      const [evidence] = await answersTo(trace);
      expect(evidence).toMatchObject({
        verdict: kind,
        answer: { status: '0', amountCents: String(approvedCents) },
      });
      // Nobody is invited to pay a second time while a person looks at the first.
      expect((await visitor.orderOf(order.id)).nextStep).toBe('wait');
      expect((await visitor.post(`/api/orders/${order.id}/payment`, {})).status).toBe(409);
    },
  );

  it('in its trace stops for a person too: the bank approved money for something else', async () => {
    const { visitor, order, payment, trace } = await orderWith({ queryAnswer: 'wrongTrace' });
    const back = await payAtTheBank(payment, goodCard);
    expect((await comeBack(back)).pathname).toBe('/payment/try-later');
    expect(await truthOf(trace)).toEqual({ ...untouched, transaction: 'review' });
    const [evidence] = await answersTo(trace);
    expect(evidence?.verdict).toBe('wrong_trace');
    expect(evidence?.answer?.trace).not.toBe(trace);
    expect(evidence?.answer?.trace).toHaveLength(64);
    expect((await visitor.orderOf(order.id)).nextStep).toBe('wait');

    // The first settlement stands, whatever the bank says later; the owner has all of its answers.
    await misbehave(trace, {});
    expect((await comeBack(back)).pathname).toBe('/payment/try-later');
    const tasks =
      await sql`select k.kind, private.task_cents(k) as amount_cents from public.owner_tasks k where k.order_id = ${order.id}`;
    expect(tasks).toEqual([{ kind: 'wrong_trace', amount_cents: null }]);
  });

  it('in its trace decides nothing while the card is refused', async () => {
    const { order, payment, trace } = await orderWith({ queryAnswer: 'wrongTrace' });
    const back = await payAtTheBank(payment, deniedCard);
    expect((await comeBack(back)).pathname).toBe('/payment/try-later');
    expect(await truthOf(trace)).toEqual(untouched);
    await misbehave(trace, {});
    await laterThanTenSeconds(trace);
    expect((await comeBack(back)).pathname).toBe('/payment/failed');
    expect(await tasksOf(order.id)).toEqual([]);
  });
});

describe('a bank that changes its mind', () => {
  it('a time-out that took the money is paid when the bank knows, and nobody pays twice meanwhile', async () => {
    const { visitor, order, payment, trace } = await orderWith({
      approvesLater: 'afterTimeOut',
      approvesLaterAsks: 2,
    });
    const back = await payAtTheBank(payment, goodCard);
    expect((await comeBack(back)).pathname).toBe('/payment/try-later');
    expect(await movedAt(trace)).toBe(price * 100);
    expect(await visitor.orderOf(order.id)).toMatchObject({ status: 'pending', nextStep: 'wait' });
    expect((await visitor.post(`/api/orders/${order.id}/payment`, {})).status).toBe(409);

    await reconcileNow(trace);
    expect(await truthOf(trace)).toEqual(untouched);
    await reconcileNow(trace);
    expect(await truthOf(trace)).toEqual(paid);
    expect(await tasksOf(order.id)).toEqual([]);
  });

  it('an approval after a refusal is one task for the owner, and the order stays unpaid', async () => {
    const { order, payment, trace } = await orderWith({
      approvesLater: 'afterRefusal',
      approvesLaterMs: 1500,
    });
    const back = await payAtTheBank(payment, goodCard);
    expect((await comeBack(back)).pathname).toBe('/payment/failed');
    expect(await movedAt(trace)).toBe(0);
    await expect.poll(() => movedAt(trace), { timeout: 15_000 }).toBe(price * 100);
    // The shop looks at a refusal once more of its own accord; a late return finds the same.
    await reconcileNow(trace);
    expect(await tasksOf(order.id)).toEqual([['money_after_refusal', price * 100]]);
    await comeBack(back);
    await reconcileNow(trace);
    expect(await tasksOf(order.id)).toEqual([['money_after_refusal', price * 100]]);
    expect(await truthOf(trace)).toMatchObject({ order: 'failed', transaction: 'review', stock: 10 });
  });

  it('a card that pays on the bank’s page after a refusal is not charged again by paying again', async () => {
    const { visitor, order, payment, trace } = await orderWith({
      approvesLater: 'afterRefusal',
      approvesLaterMs: 500,
    });
    const back = await payAtTheBank(payment, goodCard);
    expect((await comeBack(back)).pathname).toBe('/payment/failed');
    await expect.poll(() => movedAt(trace), { timeout: 15_000 }).toBe(price * 100);
    await sql`update public.transactions set asked_at = now() - interval '10 seconds' where trace = ${trace}`;
    const again = await visitor.post(`/api/orders/${order.id}/payment`, {});
    expect(again).toMatchObject({ status: 409, body: { code: 'payment_undecided' } });
    expect(await tasksOf(order.id)).toEqual([['money_after_refusal', price * 100]]);
    expect((await comeBack(back)).pathname).toBe('/payment/try-later');
  });

  it('a card charged twice under one trace pays one order once, and the second charge is to be given back', async () => {
    const { order, payment, trace } = await orderWith({ paidTwice: true });
    const back = await payAtTheBank(payment, goodCard);
    await comeBack(back);
    expect((await comeBack(back)).pathname).toBe('/payment/success');
    // A paid transaction is answered from the table; an hour later the shop looks at it once more by itself.
    await reconcileNow(trace);
    expect(await truthOf(trace)).toEqual(paid);
    const indexes = (await answersTo(trace)).map(({ answer }) => answer?.transactionIndex);
    expect(new Set(indexes).size).toBe(2);
    expect(await movedAt(trace)).toBe(2 * price * 100);
    expect(await tasksOf(order.id)).toEqual([['overpaid', price * 100]]);
  });
});
