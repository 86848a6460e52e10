import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markOf } from '../../../local/stack/run-lock.ts';
import { processesWith, signalTo } from '../../../local/stack/running-process.ts';
import { mayCrash } from '../../../local/testing/may-crash.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { accountNumber } from '../../functions/_shared/contract/mpesa.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { Visitor } from '../api-visitor.ts';
import { reconcile } from '../bank-faults.ts';
import { type MpesaLedger, mpesaPhone, newPhone } from '../mpesa-phone.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * Buyers pay by prompts and by the paybill, through the real functions, while Safaricom loses, repeats, delays and forges
 * notices, answers queries late, wrongly or not at all, and changes its mind. Strangers send notices of their own, and
 * those of other orders again; functions are killed in the middle, one or all at once. What is done is fixed by the seed;
 * several buyers at a time do it.
 */
const sql = openTestDatabase();
const seed = proofSeed(61);
const random = seededRandom(seed);
const buyers = atLength({ short: 34, full: 2000 });
const atATime = 6;
const openingStock = 10_000;
const price = 2000;
const safaricom = mpesaPhone();

type Buyer = { orderId: string; account: string; phone: string };
const placed: Buyer[] = [];
const ids = () => placed.map(({ orderId }) => orderId);
let product = { id: '' };
let strangest = 0;
const { dataFolder } = stackUnderTest();
let kills = 0;

/** Ends functions in the middle of whatever they do; the shop starts them again. */
async function kill(names: readonly string[]): Promise<void> {
  const running = await processesWith(markOf(dataFolder));
  for (const { pid, command } of running)
    if (names.some((name) => command.endsWith(`/${name}.js`))) {
      signalTo(pid, 'SIGKILL');
      kills += 1;
    }
}

/** Quarters of a second: a function that was killed often starts again after up to 30 s (keep-running.ts). */
const patience = 160;

/** Again until the function that was killed is back. */
async function insist<T>(work: () => Promise<T>, isDone: (value: T) => boolean = () => true): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const value = await work().catch((error: unknown) => {
      if (attempt === patience) throw error;
    });
    if (value !== undefined && isDone(value)) return value;
    if (attempt === patience) throw new Error('The shop does not come back.');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;

/** What goes wrong with one phone, a few at a time. */
const drawFaults = (): Record<string, unknown> => ({
  callback: oneOf(['right', 'lost', 'thrice', 'late']),
  confirmation: oneOf(['right', 'right', 'lost', 'thrice', 'late']),
  lateMs: 500,
  ...(random() < 0.2 && { callbackForgedFirst: true }),
  ...(random() < 0.1 && { callbackWithoutMetadata: true }),
  ...(random() < 0.1 && { callbackAmountOff: -1 }),
  ...(random() < 0.2 && { codesAsStrings: true }),
  ...(random() < 0.4 && {
    query: oneOf([
      'pending4999ForAsks',
      'pending500',
      'error500',
      'garbage',
      'unknown7777',
      'spikeArrest429',
    ]),
    queryFaultAsks: 2,
  }),
  ...(random() < 0.15 && { firstCode: oneOf(['1037', '1032']), laterAsks: 1 }),
  ...(random() < 0.08 && { push: 'refused500' }),
});

const timePasses = (orderId: string, minutes: number) =>
  sql`update public.transactions set created_at = created_at - make_interval(mins => ${minutes}), asked_at = null,
    asking_until = case when asking_until < now() then asking_until end,
    next_ask_at = case when next_ask_at is not null then now() end where order_id = ${orderId}`;

/** The first prompts that were paid. */
let heardOf: MpesaLedger['prompts'] = [];

/** Somebody who knows no secret tells of payments, and somebody who knows one prompt's address of another's receipt. */
async function tellLies({ orderId, account, phone }: Buyer): Promise<void> {
  const [own] = (await safaricom.ledger(phone)).prompts;
  const base = own?.callBackUrl.replace(/\/prompt\/.*/, '');
  if (!own || !base) return;
  const stkCallback = {
    CheckoutRequestID: own.checkoutId,
    ResultCode: 0,
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: price },
        { Name: 'MpesaReceiptNumber', Value: `FORGED${String((strangest += 1)).padStart(4, '0')}` },
      ],
    },
  };
  const send = async (url: string, body: object) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status;
  // Not while the function that was killed is away.
  const tell = (path: string, body: object) =>
    insist(
      () => send(base + path, body),
      (status) => status < 500,
    );
  expect(await tell(`/prompt/${'0'.repeat(64)}`, { Body: { stkCallback } })).toBe(404);
  // What was really sent about somebody else's prompt, once more, at this address.
  if (heardOf.length < 2)
    heardOf = (await safaricom.ledger()).prompts.filter((prompt) => prompt.receipt !== null);
  const other = heardOf.find(({ checkoutId }) => checkoutId !== own.checkoutId);
  if (other) {
    const Item = [
      { Name: 'Amount', Value: price },
      { Name: 'MpesaReceiptNumber', Value: other.receipt },
    ];
    const replayed = { CheckoutRequestID: other.checkoutId, ResultCode: 0, CallbackMetadata: { Item } };
    for (const url of [own.callBackUrl, other.callBackUrl])
      await send(url, { Body: { stkCallback: replayed } }).catch(() => {});
  }
  const notice = { TransID: 'FORGEDBILL', TransAmount: '2000', BillRefNumber: account };
  expect(await tell(`/paybill/${'0'.repeat(64)}`, notice)).toBe(404);
  const [row] = await sql<{ paid: boolean }[]>`
    select status = 'paid' as paid from public.orders where id = ${orderId}`;
  const isPaidThere = movedOf(await safaricom.ledger(phone)).has(account);
  if (row?.paid) expect(isPaidThere).toBe(true);
}

/** What moved in all, in shillings, by the accounts for which it did. */
function movedOf({ prompts, payments }: MpesaLedger): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { moneyMoved, amount, account } of [...prompts, ...payments]) {
    const name = account.trim().toUpperCase();
    if (moneyMoved) sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return sums;
}

/** A page that asks in vain asks again later. */
const check = (visitor: Visitor, { orderId }: Buyer) =>
  visitor.post<Order>(`/api/orders/${orderId}/check`, {}).catch(() => {});

async function buy(): Promise<void> {
  const visitor = new Visitor();
  const key = randomUUID();
  const { body } = await insist(
    () => visitor.placeOrder([{ productId: product.id, quantity: 1, price }], key),
    ({ status }) => status === 201,
  );
  const buyer = { orderId: body.order.id, account: accountNumber(body.order.id), phone: newPhone() };
  placed.push(buyer);
  await safaricom.misbehave(drawFaults(), buyer.phone);
  const prompts = 1 + Math.floor(random() * 2);
  for (let i = 0; i < prompts; i += 1) {
    await visitor.post(`/api/orders/${buyer.orderId}/prompt`, { phone: buyer.phone }).catch(() => {});
    const pin = oneOf(['1234', '1234', '1234', '0000', '1111']);
    const action = oneOf(['pay', 'pay', 'pay', 'cancel', 'ignore'] as const);
    // A refused prompt never came.
    await safaricom.answer(buyer.phone, pin, action).catch(() => {});
    if (random() < 0.5) await check(visitor, buyer);
    if (random() < 0.2) await tellLies(buyer);
    await timePasses(buyer.orderId, oneOf([1, 4]));
    if (random() < 0.5) await check(visitor, buyer);
  }
  if (random() < 0.3) {
    const typed = oneOf([buyer.account, buyer.account, ` ${buyer.account.toLowerCase()}`, 'no such account']);
    await safaricom.payToPaybill(typed, oneOf([price, price, 500]), buyer.phone);
  }
}

describe(`${buyers} buyers through an M-Pesa that misbehaves`, () => {
  let ledger: MpesaLedger;

  beforeAll(async () => {
    product = await newProduct(sql, { price, stock: openingStock });
    writeFileSync(mayCrash(dataFolder), '');
    const waiting = Array.from({ length: buyers }).entries();
    const blows = [
      ['payment-notices'],
      ['api'],
      ['reconcile', 'payment-notices'],
      ['api', 'payment-notices', 'reconcile'],
    ];
    const between = Math.max(8, buyers / 20);
    await Promise.all(
      Array.from({ length: atATime }, async () => {
        for (const [i] of waiting) {
          // In the middle of what the others do.
          if (i > 0 && i % between === 0) await kill(blows[(i / between - 1) % blows.length] ?? []);
          await buy();
        }
      }),
    );
    expect(kills).toBeGreaterThan(blows.length);
    for (let round = 1; round <= 5; round += 1) {
      // The bank knows nothing of their cards, however often it is asked.
      await sql`update public.transactions set next_ask_at = now(), asked_at = null
        where order_id = any(${ids()}) and next_ask_at is not null and (phone is not null or ${round === 1})`;
      // One call has time for some of them.
      let left: readonly unknown[];
      do {
        const summary = await insist(reconcile);
        console.log(`Round ${round}:`, summary);
        left = await sql`select 1 from public.transactions
          where order_id = any(${ids()}) and next_ask_at <= now() and asked_at is null limit 1`;
      } while (left.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    // As long as it may take at full length: the owner hears of what Safaricom told and does not say when it is asked.
    await sql`update public.transactions set created_at = created_at - interval '30 minutes'
      where order_id = any(${ids()}) and phone is not null`;
    await insist(reconcile);
    ledger = await safaricom.ledger();
  }, 60 * 60_000);

  afterAll(() => {
    rmSync(mayCrash(dataFolder), { force: true });
  });

  it('what moved for an order, and no more, is in its book', async () => {
    const there = movedOf(ledger);
    const books = await sql<{ id: string; cents: string }[]>`
      select b.order_id as id, b.received - b.given_back + coalesce(r.cents, 0) as cents
      from private.books b left join (
        select t.order_id, sum(t.bank_amount_cents) as cents from public.transactions t
        where t.order_id = any(${ids()}) and t.status = 'review' group by 1
      ) r on r.order_id = b.order_id
      where b.order_id = any(${ids()})`;
    const here = new Map(books.map(({ id, cents }) => [id, Number(cents)]));
    let total = 0;
    for (const { orderId, account } of placed) {
      expect(here.get(orderId), `${account} ${orderId}`).toBe((there.get(account) ?? 0) * 100);
      total += here.get(orderId) ?? 0;
    }
    expect(total).toBeGreaterThan(0);
  });

  it('each receipt is one payment, and all that came to the paybill is somewhere', async () => {
    const receipts = [...ledger.prompts, ...ledger.payments]
      .filter((entry) => entry.moneyMoved && entry.receipt)
      .map(({ receipt }) => receipt ?? '');
    const rows = await sql<{ code: string; times: string }[]>`
      select transaction_id as code, count(*) as times from public.transactions
      where transaction_id = any(${receipts}) and status = 'completed' group by 1`;
    expect(rows.filter(({ times }) => times !== '1')).toEqual([]);
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set(receipts));
    expect(await sql`select 1 from public.transactions where transaction_id like 'FORGED%'`).toHaveLength(0);
  });

  it('no order had two prompts that were neither refused nor three minutes old', async () => {
    // Time was moved on between two prompts of a buyer: the schedule of the shop never saw two at once.
    const rows = await sql`select order_id from public.transactions
      where phone is not null and status = 'pending' group by 1 having count(*) > 1`;
    expect(rows).toHaveLength(0);
  });

  it('the shelf is what it was, less what was sold, and every invariant holds', async () => {
    const [sold] = await sql<{ pieces: string }[]>`
      select count(*) as pieces from public.orders where id = any(${ids()})
        and status in ('paid', 'completed')`;
    const [shelf] = await sql<
      { stock: number }[]
    >`select stock from public.products where id = ${product.id}`;
    expect(shelf?.stock).toBe(openingStock - Number(sold?.pieces));
    expect(await sql`select * from private.invariants`).toEqual([]);
  });

  it('no order failed by a phone, and the owner has a task for what is too much, and for what was only told, alone', async () => {
    expect(
      await sql`select id from public.orders where id = any(${ids()}) and status = 'failed'`,
    ).toHaveLength(0);
    const tasks = await sql<{ kind: string; order_id: string; transaction_id: string }[]>`
      select kind, order_id, transaction_id from public.owner_tasks where order_id = any(${ids()}) and closed_at is null`;
    const overpaid = await sql<{ id: string }[]>`
      select order_id as id from private.books where order_id = any(${ids()}) and due < 0`;
    const unpaid = ledger.prompts.filter(({ moneyMoved }) => !moneyMoved).map(({ checkoutId }) => checkoutId);
    const onlyTold = await sql<{ id: string }[]>`
      select id from public.transactions
      where order_id = any(${ids()}) and checkout_id = any(${unpaid}) and told ->> 'code' = '0'`;
    // One task of each, and none of another kind.
    const named = ({ kind, order_id, transaction_id }: (typeof tasks)[number]) =>
      `${kind} ${kind === 'overpaid' ? order_id : transaction_id}`;
    const expected = [
      ...overpaid.map(({ id }) => `overpaid ${id}`),
      ...onlyTold.map(({ id }) => `undecided ${id}`),
    ];
    expect(tasks.map(named).sort()).toEqual(expected.sort());
  });
});
