import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  approved,
  as,
  newProduct,
  newSession,
  place,
  type Placed,
  bankDecides,
  type Settled,
  shop,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);

async function newOrder() {
  const sid = await newSession(sql);
  const product = await newProduct(sql);
  const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
  return { sid, placed, trace: placed.transaction.trace };
}

type Step = { step: string; trace?: string; state?: Settled };
const call = async <T>(name: string, parameter: string | number): Promise<T[]> => {
  const rows = await as(sql, shop, (t) =>
    t.unsafe<{ reply: T }[]>(`select public.${name}($1) as reply`, [parameter]),
  );
  return rows.map(({ reply }) => reply);
};
/** The traces that are handed out. */
const claim = async () =>
  (await call<{ trace: string }[]>('claim_transactions_to_ask', 100)).flat().map(({ trace }) => trace);
const toAsk = async ({ order }: Placed) => (await call<Step>('transaction_to_ask', order.id))[0];
const returned = async (trace: string) => (await call<Step>('return_to_ask', trace))[0];
const payAgain = (sid: string, { order }: Placed) =>
  as(sql, shop, (t) => t`select public.pay_again(${sid}, ${order.id})`);
const shownOrder = async ({ order }: Placed) => {
  type Shown = { nextStep: string; payment: { hasBankAnswered: boolean } };
  const [row] = await sql<{ shown: Shown }[]>`
    select private.order_as_json(o) as shown from public.orders o where o.id = ${order.id}`;
  return { nextStep: row?.shown.nextStep, hasBankAnswered: row?.shown.payment.hasBankAnswered };
};
const unknown = (trace: string) => ({ status: null, trace });

describe('while the bank is being asked', () => {
  it('pressing Pay all the same does not count against the rate limit', async () => {
    const { sid, placed } = await newOrder();
    expect(await toAsk(placed)).toMatchObject({ step: 'ask' });
    const press = () =>
      as(sql, shop, async (t) => {
        const [row] = await t<{ reply: { refusal?: string } }[]>`
          select public.begin_payment_within_limits('home', ${sid}, ${placed.order.id}) as reply`;
        return row?.reply.refusal;
      });
    await sql`update private.rate_limits set most = suggested where action = 'pay_order'`;
    try {
      const answers = [];
      for (let click = 0; click < 20; click += 1) answers.push(await press());
      expect(new Set(answers)).toEqual(new Set(['payment_undecided']));
    } finally {
      await sql`update private.rate_limits set most = 1000000 where action = 'pay_order'`;
    }
  });

  it('pages of all buyers together have a limit; whoever comes back from the bank or pays again has none', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const check = ({ sid, placed }: typeof first) =>
      as(sql, shop, async (t) => {
        const [row] = await t<
          { reply: Step }[]
        >`select public.check_payment(${sid}, ${placed.order.id}) as reply`;
        return row?.reply.step;
      });
    await sql`update private.rate_limits set most = 1, seconds = 3600 where action = 'ask_bank'`;
    try {
      expect(await check(first)).toBe('ask');
      expect(await check(second)).toBe('nothing');
      expect(await returned(second.trace)).toMatchObject({ step: 'ask' });
      const third = await newOrder();
      expect(await toAsk(third.placed)).toMatchObject({ step: 'ask' });
    } finally {
      await sql`update private.rate_limits set most = 1000000, seconds = 60 where action = 'ask_bank'`;
      await sql`delete from private.rate_counts where action = 'ask_bank'`;
    }
  });

  it('others wait, nobody pays again, and no page shows that the bank has no payment', async () => {
    const { sid, placed, trace } = await newOrder();
    expect(await shownOrder(placed)).toMatchObject({ nextStep: 'pay', hasBankAnswered: false });
    expect(await toAsk(placed)).toEqual({ step: 'ask', trace, checkoutId: null });
    expect(await toAsk(placed)).toEqual({ step: 'wait' });
    expect(await returned(trace)).toMatchObject({ step: 'wait', state: { outcome: 'tryLater' } });
    expect(await shownOrder(placed)).toMatchObject({ nextStep: 'wait', hasBankAnswered: false });
    await expect(payAgain(sid, placed)).rejects.toMatchObject({ message: 'payment_undecided' });

    await bankDecides(sql, trace, unknown(trace), 'shopper');
    expect(await shownOrder(placed)).toMatchObject({ nextStep: 'pay', hasBankAnswered: true });
    expect(await toAsk(placed)).toEqual({ step: 'nothing' });
    await payAgain(sid, placed);
  });

  it.each([
    ['reconciliation', async () => void (await claim())],
    ['a return', (trace: string) => returned(trace)],
    [
      'an admin',
      async (trace: string) => {
        const [row] = await sql<{ id: string }[]>`select id from public.transactions where trace = ${trace}`;
        expect(await call('ask_of_transaction', row?.id ?? '')).toMatchObject([{ step: 'ask', trace }]);
        expect(await call('ask_of_transaction', row?.id ?? '')).toEqual([null]);
      },
    ],
  ])('by %s, it is the same', async (_, ask) => {
    const { sid, placed, trace } = await newOrder();
    // A day ago: a hundred are claimed at a time, and other tests leave more that are due now.
    await sql`update public.transactions set next_ask_at = now() - interval '1 day' where trace = ${trace}`;
    await ask(trace);
    expect(await toAsk(placed)).toEqual({ step: 'wait' });
    await expect(payAgain(sid, placed)).rejects.toMatchObject({ message: 'payment_undecided' });
    expect(await claim()).not.toContain(trace);
  });

  it('a query that was lost with its function is asked anew, and until then nobody pays again', async () => {
    const { sid, placed, trace } = await newOrder();
    await sql`update public.transactions set next_ask_at = now() - interval '1 day' where trace = ${trace}`;
    await claim();
    await sql`update public.transactions
      set asking_until = now() - interval '1 second', next_ask_at = next_ask_at - interval '1 day'
      where trace = ${trace}`;
    await expect(payAgain(sid, placed)).rejects.toMatchObject({ message: 'payment_undecided' });
    expect(await claim()).toContain(trace);
    await bankDecides(sql, trace, null, 'reconcile');
    expect(await shownOrder(placed)).toMatchObject({ nextStep: 'wait', hasBankAnswered: false });
  });

  it('an answer older than a minute is no longer used', async () => {
    const { placed, trace } = await newOrder();
    await bankDecides(sql, trace, unknown(trace), 'shopper');
    await sql`update public.transactions set answered_at = now() - interval '61 seconds' where trace = ${trace}`;
    expect(await shownOrder(placed)).toMatchObject({ hasBankAnswered: false });
    await bankDecides(sql, trace, { status: '4', trace }, 'shopper');
    expect(await shownOrder(placed)).toMatchObject({ nextStep: 'pay', hasBankAnswered: true });
  });
});

describe('a buyer who comes back', () => {
  it('asks at once, though a page asked a moment ago, and then once in ten seconds', async () => {
    const { placed, trace } = await newOrder();
    await toAsk(placed);
    await bankDecides(sql, trace, unknown(trace), 'shopper');
    expect(await returned(trace)).toMatchObject({ step: 'ask' });
    await bankDecides(sql, trace, unknown(trace), 'return');
    expect(await returned(trace)).toMatchObject({ step: 'nothing', state: { outcome: 'tryLater' } });
    await sql`update private.gateway_answers set last_at = now() - interval '11 seconds'
      where transaction_id = (select id from public.transactions where trace = ${trace})`;
    expect(await returned(trace)).toMatchObject({ step: 'ask' });
  });

  it('four hundred times at once asks once', async () => {
    const { trace } = await newOrder();
    const steps = await Promise.all(Array.from({ length: 400 }, () => returned(trace)));
    expect(steps.filter((one) => one?.step === 'ask')).toHaveLength(1);
  });

  it('to an address that names the order is a question about the transaction that paid it, else the latest', async () => {
    const returnedTo = async (order: string, trace = '') =>
      (
        await as(
          sql,
          shop,
          (t) => t<{ reply: Step }[]>`select public.return_to_ask(${trace}, ${order}) as reply`,
        )
      )[0]?.reply;
    const { sid, placed, trace } = await newOrder();
    await bankDecides(sql, trace, { status: '4', trace });
    const again = await as(sql, shop, async (t) => {
      const [row] = await t<
        { placed: Placed }[]
      >`select public.pay_again(${sid}, ${placed.order.id}) as placed`;
      return row?.placed as Placed;
    });
    const latest = again.transaction.trace;
    expect(latest).not.toBe(trace);
    expect(await returnedTo(placed.order.id)).toMatchObject({ step: 'ask', trace: latest });
    expect(await returnedTo(placed.order.id, trace)).toMatchObject({ trace, state: { outcome: 'failed' } });
    await bankDecides(sql, latest, approved(again));
    const other = await newOrder();
    expect(await returnedTo(other.placed.order.id, latest)).toMatchObject({ trace: latest });
    await expect(returnedTo(randomUUID())).rejects.toMatchObject({ code: 'PT404' });
  });

  it('with money that arrived is answered from the table', async () => {
    const { placed, trace } = await newOrder();
    await bankDecides(sql, trace, approved(placed));
    expect(await returned(trace)).toMatchObject({ step: 'nothing', state: { outcome: 'success' } });
    await expect(returned('0'.repeat(64))).rejects.toMatchObject({ code: 'PT404' });
  });
});

describe('a card that was refused', () => {
  async function refusedOrder() {
    const refused = await newOrder();
    await bankDecides(sql, refused.trace, { status: '4', trace: refused.trace });
    return refused;
  }
  const secondsPass = async (trace: string, seconds: number) => {
    await sql`update private.gateway_answers set last_at = last_at - ${seconds} * interval '1 second'
      where transaction_id = (select id from public.transactions where trace = ${trace})`;
    await sql`update public.transactions
      set asked_at = asked_at - ${seconds} * interval '1 second', created_at = created_at - ${seconds} * interval '1 second'
      where trace = ${trace}`;
  };

  it('may be followed by another one on the bank’s page: it is asked about for three days, once in ten seconds', async () => {
    const { placed, trace } = await refusedOrder();
    expect(await toAsk(placed)).toEqual({ step: 'nothing' });
    expect(await returned(trace)).toMatchObject({ step: 'nothing', state: { outcome: 'failed' } });
    await secondsPass(trace, 10);
    expect(await toAsk(placed)).toEqual({ step: 'ask', trace, checkoutId: null });
    await bankDecides(sql, trace, { status: '4', trace }, 'shopper');
    expect(await returned(trace)).toMatchObject({ step: 'ask' });
    await bankDecides(sql, trace, { status: '4', trace });
    await secondsPass(trace, 72 * 3600);
    expect(await toAsk(placed)).toEqual({ step: 'nothing' });
    expect(await returned(trace)).toMatchObject({ step: 'nothing', state: { outcome: 'failed' } });
  });

  it('is asked about, and then the payment before it', async () => {
    const { sid, placed, trace } = await newOrder();
    await bankDecides(sql, trace, unknown(trace), 'shopper');
    await sql`update public.transactions set created_at = created_at - interval '31 minutes' where trace = ${trace}`;
    const again = await payAgain(sid, placed);
    const second = again[0]?.pay_again.transaction.trace as string;
    expect(second).not.toBe(trace);
    await bankDecides(sql, second, { status: '4', trace: second });
    for (const one of [trace, second]) await secondsPass(one, 10);
    expect(await toAsk(placed)).toEqual({ step: 'ask', trace: second, checkoutId: null });
    await bankDecides(sql, second, { status: '4', trace: second }, 'shopper');
    expect(await toAsk(placed)).toEqual({ step: 'ask', trace, checkoutId: null });
  });
});

describe('the bank’s answers', () => {
  const storedAnswers = (trace: string) => sql`
    select a.asked_by, a.verdict, a.times, a.last_at > a.at as "isLater" from private.gateway_answers a
    join public.transactions t on t.id = a.transaction_id where t.trace = ${trace} order by a.id`;

  it('are counted when equal to the last, and stored when anything differs', async () => {
    const { trace } = await newOrder();
    for (const askedBy of ['shopper', 'shopper', 'shopper', 'return', 'shopper'] as const)
      await bankDecides(sql, trace, unknown(trace), askedBy);
    for (const status of ['1', '1', '9']) await bankDecides(sql, trace, { status, trace }, 'shopper');
    for (let i = 0; i < 2; i += 1) await bankDecides(sql, trace, null, 'shopper');
    expect(await storedAnswers(trace)).toEqual([
      { asked_by: 'shopper', verdict: 'undecided', times: 3, isLater: true },
      { asked_by: 'return', verdict: 'undecided', times: 1, isLater: false },
      { asked_by: 'shopper', verdict: 'undecided', times: 1, isLater: false },
      { asked_by: 'shopper', verdict: 'undecided', times: 2, isLater: true },
      { asked_by: 'shopper', verdict: 'undecided', times: 1, isLater: false },
      { asked_by: 'shopper', verdict: 'undecided', times: 2, isLater: true },
    ]);
  });

  it.each([
    "answer = '{}'",
    "verdict = 'approved'",
    "asked_by = 'owner'",
    'at = now()',
    'transaction_id = gen_random_uuid()',
  ])('cannot be rewritten (%s), not even by the owner of the database', async (change) => {
    const { trace } = await newOrder();
    await bankDecides(sql, trace, null);
    await expect(sql.unsafe(`update private.gateway_answers set ${change}`)).rejects.toMatchObject({
      code: '23001',
    });
  });
});

describe('the schedule', () => {
  const hours = (...all: number[]) => all.map((hour) => hour * 60);
  const everyHour = hours(...Array.from({ length: 72 }, (_, i) => i + 1));

  it.each([
    ['the bank has never known', false, [1, 3, 10, 30, ...hours(1, 2, 4, 8, 24, 48, 72)]],
    ['the bank is undecided about, or could not be asked about', true, [1, 3, 10, 30, ...everyHour]],
  ])('of a transaction that %s', async (_, isKnown, expected) => {
    const opened = new Date('2026-01-01T00:00:00Z');
    const minutes: number[] = [];
    for (let now = opened; ;) {
      const [row] = await sql<{ at: Date | null }[]>`
        select private.next_ask_after(${opened}, ${now}, ${isKnown}) as at`;
      if (!row?.at) break;
      minutes.push((row.at.getTime() - opened.getTime()) / 60_000);
      now = row.at;
    }
    expect(minutes).toEqual(expected);
  });

  it('continues with each answer of the bank', async () => {
    const { placed, trace } = await newOrder();
    const nextAsk = async (age: string) => {
      await sql`update public.transactions set created_at = now() - ${age}::interval where trace = ${trace}`;
      return async (answer: Record<string, string | null> | null) => {
        await bankDecides(sql, trace, answer, 'reconcile');
        const [row] = await sql<{ minutes: number | null }[]>`
          select round(extract(epoch from next_ask_at - created_at) / 60)::int as minutes
          from public.transactions where trace = ${trace}`;
        return row?.minutes;
      };
    };
    expect(await (await nextAsk('3 minutes'))(unknown(trace))).toBe(10);
    expect(await (await nextAsk('9 hours'))(unknown(trace))).toBe(24 * 60);
    expect(await (await nextAsk('9 hours'))(null)).toBe(10 * 60);
    expect(await (await nextAsk('9 hours'))({ status: '1', trace })).toBe(10 * 60);
    expect(await (await nextAsk('72 hours'))({ status: '1', trace })).toBeNull();
    expect(placed.order.status).toBe('pending');
  });

  it('is asked again when the answer about a decided transaction was lost with its function', async () => {
    const { placed, trace } = await newOrder();
    await bankDecides(sql, trace, approved(placed, { status: '4' }));
    // Nothing is to be asked any more, until an admin asks.
    await sql`update public.transactions set next_ask_at = null where trace = ${trace}`;
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where trace = ${trace}`;
    expect(await call('ask_of_transaction', row?.id ?? '')).toMatchObject([{ step: 'ask', trace }]);
    await sql`update public.transactions set next_ask_at = next_ask_at - interval '1 day',
      asking_until = asking_until - interval '1 minute' where trace = ${trace}`;
    expect(await claim()).toContain(trace);
  });

  it('hands each transaction to one caller', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => newOrder()));
    const traces = orders.map(({ trace }) => trace);
    await sql`update public.transactions set next_ask_at = now() - interval '1 day' where trace in ${sql(traces)}`;
    const claimed = (await Promise.all([claim(), claim(), claim()])).flat();
    for (const trace of traces) expect(claimed.filter((one) => one === trace)).toHaveLength(1);
  });
});
