import { execFileSync } from 'node:child_process';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import {
  expectAnswer,
  expectOneOrder,
  expectSentence,
  openFaultyShop,
  signal,
  waiting,
} from './faulty-shop.ts';
import { childrenOf } from './started-shop.ts';

/*
 * A part of the shop fails while somebody buys: what they see, what is kept, and how it heals. The shop is one that
 * `npm start` started, which looks after itself. docs/faults.md lists these and what other tests show.
 */
const one = openFaultyShop();

describe('while somebody buys', { timeout: 180_000 }, () => {
  it('Postgres is killed: they are asked to try again, what was placed is kept, and it comes back', async () => {
    const before = one.guest();
    expect((await before.press()).status).toBe(201);
    const buyer = one.guest();
    signal(one, 'postgres', 'SIGKILL');
    expectAnswer(await buyer.press());
    expect(await one.frontPage()).toBe(200);
    await one.shop.until('Postgres runs again');
    await expectOneOrder(buyer);
    expect(await before.written()).toBe(1);
  });

  it('Postgres stands still for ten seconds: they get an answer in time, and one order', async () => {
    const buyer = one.guest();
    const [server = 0] = childrenOf(one.place.folder);
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
    const buyer = one.guest();
    signal(one, 'api', 'SIGKILL');
    expectAnswer(await buyer.press());
    expect(await one.frontPage()).toBe(200);
    await one.shop.until('Function api runs again');
    await expectOneOrder(buyer);
  });

  it('payment-return is killed while they pay: nobody calls the payment failed, and it is found', async () => {
    const buyer = one.guest();
    const { body } = await buyer.press();
    const back = await payAtTheBank(body.payment, '4242424242424242');
    signal(one, 'paymentReturn', 'SIGKILL');
    expect(['/payment/try-later', '/payment/success']).toContain((await comeBack(back)).pathname);
    await one.shop.until('Function payment-return runs again');
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
      new Visitor(one.site).post<{ code?: string; message?: string }>('/api/auth/login', account);
    expect((await signIn()).status).toBe(200);
    const lock = postgres(one.url, { max: 1, onnotice: () => {} });
    await lock
      .begin(async (transaction) => {
        await transaction`lock table auth.users in access exclusive mode`;
        expect((await one.guest().press()).status).toBe(201);
        expectSentence(await signIn());
      })
      .finally(() => lock.end());
    await expect.poll(async () => (await signIn()).status, waiting).toBe(200);
  });

  it('all free connections of Postgres are taken: the shop has its own, and goes on', async () => {
    const takers: postgres.Sql[] = [];
    try {
      for (let taken = 0; taken < 120; taken += 1) {
        const taker = postgres(one.url, { max: 1, onnotice: () => {} });
        takers.push(taker);
        const isIn = await taker`select 1`.then(
          () => true,
          () => false,
        );
        if (!isIn) break;
      }
      expect(takers.length).toBeGreaterThan(40);
      expect((await one.guest().press()).status).toBe(201);
    } finally {
      await Promise.all(takers.map((taker) => taker.end({ timeout: 1 })));
    }
  });
});
