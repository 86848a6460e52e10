import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Visitor } from '../api-visitor.ts';
import {
  approved,
  as,
  cancelAsShop,
  type CartLine,
  newProduct,
  newSid,
  place,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * Two hundred buyers press the button at the same moment. Some rounds go through the edge proxy; in the
 * others sixty at a time call the database function itself, which is where they compete.
 */
const sql = openTestDatabase();
const random = seededRandom(proofSeed(61));
const buyers = 200;
const rounds = atLength({ short: 4, full: 50 });
const roundsThroughProxy = atLength({ short: 1, full: 6 });
const roundsOfMixedCarts = atLength({ short: 2, full: 15 });

const sids = Array.from({ length: buyers }, newSid);
beforeAll(async () => {
  await sql`insert into private.sessions (sid, expire)
    select sid, now() + interval '1 day' from unnest(${sids}::text[]) sid`;
  // Each has paid before, so that their holds are not limited to two thirds of a product.
  const product = await newProduct(sql);
  const [first = ''] = sids;
  const earlier = await place(sql, [{ productId: product.id, quantity: 1, price: product.price }], {
    sid: first,
  });
  await bankDecides(sql, earlier.transaction.trace, approved(earlier));
  await sql`insert into private.session_orders (sid, order_id)
    select sid, ${earlier.order.id} from unnest(${sids.slice(1)}::text[]) sid`;
});
// A browser holds pieces for three orders at a time: who won the rounds before would order without a hold.
const endHolds = () => sql`update private.stock_holds set expires_at = now() where expires_at > now()`;
beforeEach(endHolds);
checkRulesAfterEach(sql);

describe('one piece and two hundred buyers', () => {
  it(`is one order, ${rounds - roundsThroughProxy} times out of the database`, async () => {
    for (let round = 0; round < rounds - roundsThroughProxy; round += 1) {
      const product = await newProduct(sql, { stock: 1 });
      const cart = [{ productId: product.id, quantity: 1, price: product.price }];
      const answers = await Promise.all(sids.map((sid) => answerOf(place(sql, cart, { sid }))));
      expect(tallyOf(answers)).toEqual({ placed: 1, out_of_stock: buyers - 1 });
      expect(await shelfOf(product.id)).toEqual({ stock: 1, held: 1, ordered: 1, orders: 1 });
      await endHolds();
    }
  });

  it(`is one order, ${roundsThroughProxy} times through the edge proxy`, async () => {
    for (let round = 0; round < roundsThroughProxy; round += 1) {
      const product = await newProduct(sql, { stock: 1 });
      const cart = [{ productId: product.id, quantity: 1, price: product.price }];
      const answers = await Promise.all(sids.map(async () => replyCode(await orderUntilAnswered(cart))));
      expect(tallyOf(answers)).toEqual({ '201': 1, '409 out_of_stock': buyers - 1 });
      expect(await shelfOf(product.id)).toEqual({ stock: 1, held: 1, ordered: 1, orders: 1 });
    }
  });
});

describe('ten pieces of each thing and two hundred mixed carts', () => {
  it('never sell an eleventh, and no reply reports a deadlock', async () => {
    for (let round = 0; round < roundsOfMixedCarts; round += 1) {
      const products = await tenOfEach();
      const carts = sids.map(() => mixedCart(products));
      const answers = await Promise.all(carts.map((cart, i) => buyAndGoOn(cart, sids[i] ?? '')));
      expect(Object.keys(tallyOf(answers)).sort()).toEqual(['out_of_stock', 'placed']);
      for (const product of products) expectNothingOversold(await shelfOf(product.id));
      await endHolds();
    }
  });

  it(`fifty strangers at once all get an order for one of the last ten pieces, and six of them a hold, ${roundsThroughProxy} times`, async () => {
    for (let round = 0; round < roundsThroughProxy; round += 1) {
      const product = await newProduct(sql, { stock: 10 });
      const cart = [{ productId: product.id, quantity: 1, price: product.price }];
      const answers = await Promise.all(Array.from({ length: 50 }, () => orderUntilAnswered(cart)));
      expect(tallyOf(answers.map(replyCode))).toEqual({ '201': 50 });
      expect(await shelfOf(product.id)).toEqual({ stock: 10, held: 6, ordered: 50, orders: 50 });
    }
  });

  it('of strangers, through the edge proxy, hold two thirds at most', async () => {
    const products = await tenOfEach();
    const carts = sids.map(() => mixedCart(products));
    const answers = await Promise.all(carts.map(async (cart) => replyCode(await orderUntilAnswered(cart))));
    // Whether any cart has more than a third of a product, its seed decides.
    expect(['201', '409 out_of_stock']).toEqual(expect.arrayContaining(Object.keys(tallyOf(answers))));
    for (const product of products) {
      const shelf = await shelfOf(product.id);
      expect(shelf?.stock).toBe(10);
      expect(shelf?.held).toBeLessThanOrEqual(6);
    }
  });
});

/** A machine that is too slow for two hundred at once says 503: the buyer sends the same request again. */
async function orderUntilAnswered(cart: CartLine[]) {
  const [visitor, key] = [new Visitor(), randomUUID()];
  for (;;) {
    const answer = await visitor.placeOrder(cart, key);
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500 + 1000 * Math.random()));
  }
}

/** One buyer to the end: order, then pay, fail, fail and try again, give up, or leave it. Whatever throws is the answer. */
function buyAndGoOn(cart: CartLine[], sid: string): Promise<string> {
  const outcome = Math.floor(random() * 5);
  return answerOf(
    (async () => {
      const placed = await place(sql, cart, { sid });
      if (outcome === 0) await bankDecides(sql, placed.transaction.trace, approved(placed));
      if (outcome === 1 || outcome === 2) await bankDecides(sql, placed.transaction.trace, refused(placed));
      if (outcome === 2) await answerOf(payAgain(sid, placed), ['out_of_stock']);
      if (outcome === 3) await cancelAsShop(sql, placed);
      return placed;
    })(),
  );
}

const refused = ({ transaction }: Placed) => ({
  status: '4',
  trace: transaction.trace,
  description: 'Denied',
});

const payAgain = (sid: string, { order }: Placed) =>
  as(sql, shop, (t) => t`select public.pay_again(${sid}, ${order.id})`);

const tenOfEach = () =>
  Promise.all([300, 700, 1100, 1900].map((price) => newProduct(sql, { price, stock: 10 })));

/**
 * One to three lines in any order, the same thing on two of them now and then: never more than the six of ten pieces that a
 * stranger's order may hold.
 */
function mixedCart(products: readonly { id: string; price: number }[]): CartLine[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const { id = '', price = 0 } = products[Math.floor(random() * products.length)] ?? {};
    return { productId: id, quantity: 1 + Math.floor(random() * 2), price };
  });
}

/** `placed`, or the word of the refusal; anything that is no refusal of the shop stands as what it is. */
async function answerOf(buying: Promise<unknown>, expected: readonly string[] = []): Promise<string> {
  try {
    await buying;
    return 'placed';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const word = code === 'PT409' ? message : `${code}: ${message}`;
    if (expected.length > 0 && !expected.includes(word)) throw error;
    return word;
  }
}

function replyCode({ status, body }: { status: number; body: unknown }): string {
  return status === 201 ? '201' : `${status} ${(body as { code?: string } | null)?.code}`;
}

function tallyOf(answers: readonly string[]): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const answer of answers) tally[answer] = (tally[answer] ?? 0) + 1;
  return tally;
}

type Shelf = { stock: number; held: number; ordered: number; orders: number };

/** What stands on the shelf, what is held of it, and what orders that are not off took or may take from it. */
async function shelfOf(productId: string): Promise<Shelf | undefined> {
  const [shelf] = await sql<Shelf[]>`
    select p.stock,
      (select coalesce(sum(h.quantity), 0)::int from private.stock_holds h
        where h.product_id = p.id and h.expires_at > now()) as held,
      coalesce(sum(i.quantity), 0)::int as ordered, count(i.id)::int as orders
    from public.products p
    left join (
      public.order_items i join public.orders o on o.id = i.order_id and o.status in ('pending', 'failed', 'paid')
    ) on i.product_id = p.id
    where p.id = ${productId} group by p.id`;
  return shelf;
}

function expectNothingOversold(shelf: Shelf | undefined): void {
  expect(shelf?.ordered).toBeLessThanOrEqual(10);
  expect(shelf?.held).toBeLessThanOrEqual(shelf?.stock ?? 0);
  // Every piece is on the shelf, or sold to an order that is paid: what orders have is what is held and what is gone.
  expect(shelf?.ordered).toBe((shelf?.held ?? 0) + 10 - (shelf?.stock ?? 0));
}
