import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import {
  expectOneOrder,
  expectOnlyRestartOf,
  expectOrderOrTryAgain,
  expectTryAgain,
  openFaultyShop,
  postgresProcesses,
  signal,
  healing,
} from './faulty-shop.ts';
import { childrenOf } from './started-shop.ts';

/*
 * A part of the shop fails during a purchase: what the shopper sees, that no data is lost, and that the shop recovers. The
 * shop was started by `npm start`, which restarts crashed processes. docs/faults.md lists these and the faults that other
 * tests cover.
 */
const shop = openFaultyShop();

describe('during a purchase', { timeout: 180_000 }, () => {
  it('Postgres is killed: the shopper is asked to try again, confirmed orders are kept, and it is restarted', async () => {
    const before = shop.guest();
    expect((await before.placeOrder()).status).toBe(201);
    const buyer = shop.guest();
    const processes = await childrenOf(shop.location.folder);
    // In every moment of what follows somebody looks at the products.
    const crowd: Promise<Answer<{ code?: string; message?: string }>>[] = [];
    const look = () =>
      buyer.visitor.get<{ code?: string }>(
        `/api/products?limit=1&minPrice=${Math.ceil(Math.random() * 15_000)}`,
      );
    const arriving = setInterval(() => crowd.push(look()), 50);
    onTestFinished(() => clearInterval(arriving));
    const printed = shop.started.output().length;
    await signal(shop, 'postgres', 'SIGKILL');
    expectOrderOrTryAgain(await buyer.placeOrder());
    expect(await shop.frontPage()).toBe(200);
    await shop.started.until('Postgres runs again');
    clearInterval(arriving);
    for (const answer of await Promise.all(crowd)) if (answer.status !== 200) expectTryAgain(answer);
    await expectOnlyRestartOf(shop, 'postgres', processes);
    expect(shop.started.output().slice(printed)).toMatch(
      /^ {2}! Postgres runs again: Postgres ended unexpectedly \(SIGKILL\); see .*\n$/,
    );
    await expectOneOrder(buyer);
    expect(await before.countOrders()).toBe(1);
  });

  it('Postgres hangs for ten seconds: the shopper gets a reply in time, and one order', async () => {
    const buyer = shop.guest();
    const processes = await postgresProcesses(shop);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    const resume = setTimeout(() => {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }, 10_000);
    try {
      const startedAt = performance.now();
      expectOrderOrTryAgain(await buyer.placeOrder());
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    } finally {
      clearTimeout(resume);
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    await expectOneOrder(buyer);
  });

  it('the api function is killed: pages still load, the shopper is asked to try again, and it is restarted', async () => {
    const buyer = shop.guest();
    const processes = await childrenOf(shop.location.folder);
    await signal(shop, 'api', 'SIGKILL');
    expectOrderOrTryAgain(await buyer.placeOrder());
    expect(await shop.frontPage()).toBe(200);
    await shop.started.until('Function api runs again');
    await expectOnlyRestartOf(shop, 'api', processes);
    await expectOneOrder(buyer);
  });

  it('payment-return is killed during a payment: it is never reported as failed, and is found later', async () => {
    const buyer = shop.guest();
    const { body } = await buyer.placeOrder();
    const back = await payAtTheBank(body.payment, '4242424242424242');
    await signal(shop, 'payment-return', 'SIGKILL');
    expect(['/payment/try-later', '/payment/success']).toContain((await comeBack(back)).pathname);
    await shop.started.until('Function payment-return runs again');
    // The order's own page asks the bank.
    const check = () => buyer.visitor.post(`/api/orders/${body.order.id}/check`, {});
    await expect
      .poll(async () => {
        await check();
        return (await buyer.visitor.orderOf(body.order.id)).status;
      }, healing)
      .toBe('paid');
    await expect.poll(async () => (await comeBack(back)).pathname, healing).toBe('/payment/success');
  });

  it('Auth hangs: guests can buy, sign-ins are asked to try again', async () => {
    const account = { email: 'surveyor@instruments-and-current.example', password: 'surveyor-in-kisumu' };
    const signIn = () =>
      new Visitor(shop.site).post<{ code?: string; message?: string }>('/api/auth/login', account);
    expect((await signIn()).status).toBe(200);
    const lock = postgres(shop.url, { max: 1, onnotice: () => {} });
    await lock
      .begin(async (transaction) => {
        await transaction`lock table auth.users in access exclusive mode`;
        expect((await shop.guest().placeOrder()).status).toBe(201);
        expectTryAgain(await signIn());
      })
      .finally(() => lock.end());
    await expect.poll(async () => (await signIn()).status, healing).toBe(200);
  });

  it('all free connections of Postgres are taken: the shop keeps its own and works', async () => {
    const clients: postgres.Sql[] = [];
    try {
      for (let taken = 0; taken < 120; taken += 1) {
        const client = postgres(shop.url, { max: 1, onnotice: () => {} });
        clients.push(client);
        const isConnected = await client`select 1`.then(
          () => true,
          () => false,
        );
        if (!isConnected) break;
      }
      expect(clients.length).toBeGreaterThan(40);
      expect(
        (
          await new Visitor(shop.site).get(
            `/api/products?limit=1&minPrice=${Math.ceil(Math.random() * 15_000)}`,
          )
        ).status,
      ).toBe(200);
      expect((await shop.guest().placeOrder()).status).toBe(201);
    } finally {
      await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
    }
  });
});
