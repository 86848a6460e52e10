import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { type Answer, comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { orderRequest } from '../../supabase/tests/shop-cast.ts';
import { localSecrets } from '../stack/local-secrets.ts';
import { childrenOf, newPlace, type Place, start, type Start } from './started-shop.ts';

/*
 * A part of the shop fails while somebody buys: what they see, what is kept, and how it heals. The shop is one that
 * `npm start` started, which looks after itself. docs/faults.md lists these and what other tests show.
 */
const ends: (() => void | Promise<void>)[] = [];
const whenOver = (end: () => void | Promise<void>) => void ends.push(end);
let place: Place;
let shop: Start;
let site: string;
let url: string;
let sql: postgres.Sql;
let product: { id: string; price: number };

beforeAll(async () => {
  place = await newPlace(whenOver);
  shop = start(place, undefined, whenOver);
  // It may have to build the site first.
  await shop.until('Shop ready at', 170_000);
  site = `http://127.0.0.1:${place.ports.site}`;
  const { postgresPassword } = await localSecrets(place.folder);
  url = `postgres://postgres:${postgresPassword}@127.0.0.1:${place.ports.postgres}/postgres`;
  sql = postgres(url, { max: 1, onnotice: () => {} });
  whenOver(() => sql.end({ timeout: 1 }));
  product = await new Visitor(site).someProduct(20);
}, 180_000);

afterAll(async () => {
  for (const end of ends.reverse()) await end();
}, 60_000);

/** After each fault: nothing is half, and money and stock agree. */
afterEach(async () => {
  await expect.poll(() => sql`select * from private.invariants`.catch(String), waiting).toEqual([]);
}, 60_000);

const waiting = { timeout: 40_000, interval: 500 };
const kill = (part: number) => process.kill(childrenOf(place.folder)[part] as number, 'SIGKILL');
const frontPage = async () => (await fetch(site)).status;

/** A guest who presses the button, with the same key each time, as the page does. */
function guest() {
  const visitor = new Visitor(site);
  const key = randomUUID();
  const order = orderRequest([{ productId: product.id, quantity: 1, price: product.price }]);
  const press = () =>
    visitor.post<PlaceOrderReply & { code?: string; message?: string }>('/api/orders', order, {
      'idempotency-key': key,
    });
  const written = async () =>
    Number((await sql`select count(*) as n from private.idempotency_keys where key = ${key}`)[0]?.n);
  return { visitor, press, written };
}

/** Told in a sentence that it did not work. */
function expectSentence({ status, body }: Answer<{ code?: string; message?: string }>) {
  expect(status).toBeGreaterThanOrEqual(500);
  expect(['internal', 'shop_busy', 'service_unavailable']).toContain(body.code);
  expect(body.message).toMatch(/[Pp]lease try again/);
}

/** Told so, or just before the fault or after it that it did: a machine may be too busy to press in the middle. */
function expectAnswer(answer: Answer<{ code?: string; message?: string }>) {
  if (answer.status !== 201) expectSentence(answer);
}

async function expectOneOrder({ press, written }: ReturnType<typeof guest>) {
  await expect.poll(async () => (await press()).status, waiting).toBe(201);
  const [first, again] = [await press(), await press()];
  expect(again.body.order.id).toBe(first.body.order.id);
  expect(await written()).toBe(1);
}

describe('while somebody buys', { timeout: 180_000 }, () => {
  it('Postgres is killed: they are asked to try again, what was placed is kept, and it comes back', async () => {
    const before = guest();
    expect((await before.press()).status).toBe(201);
    const buyer = guest();
    kill(0);
    expectAnswer(await buyer.press());
    expect(await frontPage()).toBe(200);
    await shop.until('Postgres runs again');
    await expectOneOrder(buyer);
    expect(await before.written()).toBe(1);
  });

  it('Postgres stands still for ten seconds: they get an answer in time, and one order', async () => {
    const buyer = guest();
    const [server = 0] = childrenOf(place.folder);
    const all = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' });
    const processes = [server, ...all.trim().split(/\s+/).map(Number)];
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    const going = setTimeout(() => {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }, 10_000);
    try {
      const startedAt = performance.now();
      expectAnswer(await buyer.press());
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    } finally {
      clearTimeout(going);
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    await expectOneOrder(buyer);
  });

  it('the api function is killed: the pages stay, they are asked to try again, and it is started again', async () => {
    const buyer = guest();
    kill(1);
    expectAnswer(await buyer.press());
    expect(await frontPage()).toBe(200);
    await shop.until('Function api runs again');
    await expectOneOrder(buyer);
  });

  it('payment-return is killed while they pay: nobody calls the payment failed, and it is found', async () => {
    const buyer = guest();
    const { body } = await buyer.press();
    const back = await payAtTheBank(body.payment, '4242424242424242');
    kill(3);
    expect(['/payment/try-later', '/payment/success']).toContain((await comeBack(back)).pathname);
    await shop.until('Function payment-return runs again');
    // The order's own page asks the bank.
    const check = () => buyer.visitor.post(`/api/orders/${body.order.id}/check`, {});
    await expect
      .poll(async () => {
        await check();
        return (await buyer.visitor.orderOf(body.order.id)).status;
      }, waiting)
      .toBe('paid');
    await expect.poll(async () => (await comeBack(back)).pathname, waiting).toBe('/payment/success');
  });

  it('Auth is silent: guests buy, whoever signs in is asked to try again', async () => {
    const account = { email: 'surveyor@instruments-and-current.example', password: 'surveyor-in-kisumu' };
    const signIn = () =>
      new Visitor(site).post<{ code?: string; message?: string }>('/api/auth/login', account);
    expect((await signIn()).status).toBe(200);
    const lock = postgres(url, { max: 1, onnotice: () => {} });
    await lock
      .begin(async (transaction) => {
        await transaction`lock table auth.users in access exclusive mode`;
        expect((await guest().press()).status).toBe(201);
        expectSentence(await signIn());
      })
      .finally(() => lock.end());
    await expect.poll(async () => (await signIn()).status, waiting).toBe(200);
  });

  it('all free connections of Postgres are taken: the shop has its own, and goes on', async () => {
    const takers: postgres.Sql[] = [];
    try {
      for (let taken = 0; taken < 120; taken += 1) {
        const taker = postgres(url, { max: 1, onnotice: () => {} });
        takers.push(taker);
        const isIn = await taker`select 1`.then(
          () => true,
          () => false,
        );
        if (!isIn) break;
      }
      expect(takers.length).toBeGreaterThan(40);
      expect((await guest().press()).status).toBe(201);
    } finally {
      await Promise.all(takers.map((taker) => taker.end({ timeout: 1 })));
    }
  });
});
