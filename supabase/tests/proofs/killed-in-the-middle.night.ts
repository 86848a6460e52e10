import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StackDescription } from '../../../local/stack/stack-description.ts';
import type { PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { newProduct, orderRequest, type Sql } from '../shop-cast.ts';
import { KillableStack, type Victim } from './killable-stack.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * The power goes in the middle of a busy day, again and again: what a buyer was told is kept, what nobody was told is
 * there whole or not at all, and sending it once more makes no second order.
 */
const random = seededRandom(proofSeed(61));
const buyerCount = 500;
const atATime = 10;
const victims: readonly Victim[] = [
  'Postgres',
  'function api',
  'a connection of Postgres',
  'function payment-return',
  'the whole stack while Postgres recovers',
  'function reconcile',
  'a connection of Postgres',
  'the whole stack',
  'Postgres',
  'function api',
];

type Confirmation = { orderId: string; trace: string };
type Buyer = {
  key: string;
  body: string;
  cookie: string;
  pieces: number;
  /** What the shop answered with 201; null as long as it has not. */
  confirmed: Confirmation | null;
  isAsked: boolean;
};

let stack: KillableStack;
let shopStack: StackDescription;
let sql: Sql;
let products: { id: string; price: number }[];

const shelf = 5000;

beforeAll(async () => {
  stack = await KillableStack.create();
  await open();
  products = await Promise.all([400, 900, 2500].map((price) => newProduct(sql, { price, stock: shelf })));
}, 60_000);
afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await stack?.remove();
}, 30_000);

describe('killed in the middle', () => {
  it(`of ${buyerCount} orders, ${victims.length} times, the shop loses none and doubles none`, async () => {
    const buyers = Array.from({ length: buyerCount }, newBuyer);
    for (const [i, victim] of victims.entries()) {
      const group = buyers.slice(
        Math.floor((i * buyerCount) / victims.length),
        Math.floor(((i + 1) * buyerCount) / victims.length),
      );
      const { confirmed, unanswered, state } = await killAmong(group, victim);
      console.log(
        `${victim} killed: shop ${state}, ${confirmed} orders confirmed, ${unanswered} without an answer`,
      );
      expect(confirmed).toBeGreaterThan(0);
      const silent = group.filter((buyer) => !buyer.confirmed).map((buyer) => buyer.key);
      const [written] = await sql<{ n: number }[]>`
        select count(*)::int as n from private.idempotency_keys where key = any(${silent}::uuid[])`;
      console.log(`  of the orders without an answer ${written?.n} stand in the database`);
      await expectConfirmedOrdersExist(buyers);
      await expectNoPartialOrders();
    }

    // Everybody presses the button once more, also whose order was confirmed. A busy shop asks to try again in a moment.
    await forEachConcurrently(buyers, async (buyer) => {
      const before = buyer.confirmed;
      let again = await send(buyer);
      for (let presses = 1; !again && presses < 20; presses += 1) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        again = await send(buyer);
      }
      if (before) expect(again).toEqual(before);
    });
    expect(buyers.filter((buyer) => !buyer.confirmed)).toEqual([]);
    await expectConfirmedOrdersExist(buyers);
    await expectNoPartialOrders();
    const [counted] = await sql<{ orders: number }[]>`select count(*)::int as orders from public.orders`;
    expect(counted?.orders).toBe(buyerCount);
    const held = await sql<{ held: number }[]>`
      select sum(private.held_quantity(p.id))::int as held from public.products p`;
    expect(held).toEqual([{ held: buyers.reduce((sum, { pieces }) => sum + pieces, 0) }]);
  });
});

/** Sends the orders of a group and kills the victim while some of them are on their way; then opens the shop again. */
async function killAmong(group: Buyer[], victim: Victim) {
  const killAt = Math.floor(group.length * (0.2 + random() * 0.3));
  const blow: { falls: Promise<'open' | 'closed'> | null } = { falls: null };
  const confirmedOf = () => group.filter((buyer) => buyer.confirmed).length;
  await forEachConcurrently(group, async (buyer) => {
    // Once the shop is gone there is nobody to send to.
    if (blow.falls && (await Promise.race([blow.falls, Promise.resolve()])) === 'closed') return;
    await send(buyer);
    if (blow.falls || confirmedOf() < killAt) return;
    // A little later, so that the blow falls anywhere in the life of a request.
    blow.falls = new Promise((resolve) => setTimeout(resolve, random() * 30)).then(() => stack.kill(victim));
  });
  if (!blow.falls) throw new Error('Too few orders were confirmed to kill anything among them.');
  const state = await blow.falls;
  const confirmed = confirmedOf();
  const unanswered = group.filter((buyer) => buyer.isAsked && !buyer.confirmed).length;
  await sql.end({ timeout: 1 }).catch(() => {});
  if (state === 'open') connect();
  else await open();
  return { confirmed, unanswered, state };
}

async function open(): Promise<void> {
  shopStack = await stack.start();
  connect();
}

function connect(): void {
  sql = postgres(shopStack.addresses.postgres, { max: 4, onnotice: () => {} });
}

function newBuyer(): Buyer {
  const wanted = products.filter(() => random() < 0.6);
  const items = (wanted.length > 0 ? wanted : products.slice(0, 1)).map(({ id, price }) => ({
    productId: id,
    quantity: 1 + Math.floor(random() * 3),
    price,
  }));
  return {
    key: randomUUID(),
    body: JSON.stringify(orderRequest(items)),
    cookie: '',
    pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
    confirmed: null,
    isAsked: false,
  };
}

/** Sends a buyer's order; what is not answered with 201 counts as not answered, as it does for the buyer. */
async function send(buyer: Buyer): Promise<Confirmation | null> {
  buyer.isAsked = true;
  try {
    const response = await fetch(`${shopStack.addresses.site}/api/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': buyer.key,
        ...(buyer.cookie ? { cookie: buyer.cookie } : {}),
      },
      body: buyer.body,
    });
    const text = await response.text();
    if (response.status !== 201) {
      // A shop in trouble says so; it never says that the order was wrong.
      expect(response.status).toBeGreaterThanOrEqual(500);
      return null;
    }
    const { order, payment } = JSON.parse(text) as PlaceOrderReply;
    buyer.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? buyer.cookie;
    buyer.confirmed = { orderId: order.id, trace: payment.fields.Lite_Merchant_Trace ?? '' };
    return buyer.confirmed;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Every order that a buyer was promised: once, with its items, its transaction, its hold and its key. */
async function expectConfirmedOrdersExist(buyers: readonly Buyer[]): Promise<void> {
  const promised = buyers.filter((buyer) => buyer.confirmed);
  const rows = await sql<{ key: string; id: string; trace: string; pieces: number; held: number }[]>`
    select k.key, o.id, t.trace,
      (select sum(i.quantity)::int from public.order_items i where i.order_id = o.id) as pieces,
      (select sum(h.quantity)::int from private.stock_holds h where h.order_id = o.id) as held
    from private.idempotency_keys k
    join public.orders o on o.id::text = k.reply -> 'order' ->> 'id'
    join public.transactions t on t.order_id = o.id
    where k.key = any(${promised.map((buyer) => buyer.key)}::uuid[])`;
  const found = new Map(rows.map((row) => [row.key, row]));
  expect(rows).toHaveLength(promised.length);
  for (const { key, pieces, confirmed } of promised) {
    expect(found.get(key)).toEqual({
      key,
      id: confirmed?.orderId,
      trace: confirmed?.trace,
      pieces,
      held: pieces,
    });
  }
}

/** No order without its key and no incomplete order may be left behind. */
async function expectNoPartialOrders(): Promise<void> {
  expect(
    await sql`select o.id from public.orders o
      where (select count(*) from private.idempotency_keys k where k.reply -> 'order' ->> 'id' = o.id::text) <> 1
        or (select count(*) from public.transactions t where t.order_id = o.id) <> 1
        or not exists (select from public.order_items i where i.order_id = o.id)
        or not exists (select from private.session_orders s where s.order_id = o.id)
        or (select coalesce(sum(h.quantity), 0) from private.stock_holds h where h.order_id = o.id)
          <> (select sum(i.quantity) from public.order_items i where i.order_id = o.id)`,
  ).toEqual([]);
  expect(await sql`select * from private.invariants`).toEqual([]);
}

async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const next = all.values();
  const worker = async () => {
    for (const one of next) await work(one);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
