import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { type Answer, comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { copyHeader, publicReplyAges } from '../../supabase/functions/_shared/contract/time-limits.ts';
import { isAlive } from '../install/process-lock.mjs';
import { childrenOf } from './started-shop.ts';
import {
  callJob,
  expectOrderOrTryAgain,
  expectOneOrder,
  expectOnlyRestartOf,
  expectTryAgain,
  type Guest,
  openFaultyShop,
  pidOf,
  signal,
  healing,
} from './faulty-shop.ts';

/*
 * Parts that hang or cannot write: the others keep working. See also faults.night.ts; docs/faults.md lists both.
 */
const shop = openFaultyShop();

const statusOf = async ({ visitor }: Guest, id: string) => {
  await visitor.post(`/api/orders/${id}/check`, {});
  return (await visitor.orderOf(id)).status;
};
const runJob = (name: 'send-messages' | 'reconcile') => callJob(shop, name);

/** The number of open file descriptors of the shop and its functions; 0 where it cannot be read. */
async function descriptors(): Promise<number> {
  const all = [shop.started.process.pid ?? 0, ...(await childrenOf(shop.location.folder)).values()];
  return all
    .map((pid) => (existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0))
    .reduce((sum, count) => sum + count, 0);
}

async function paid(buyer: Guest) {
  const { body } = await buyer.placeOrder();
  await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
  await expect.poll(() => statusOf(buyer, body.order.id), healing).toBe('paid');
  return body.order.id;
}

const messagesAbout = (id: string) =>
  shop.sql<
    { state: string }[]
  >`select state from private.messages where order_id = ${id} and channel = 'email'`;

async function expectMailAbout(id: string) {
  await expect
    .poll(async () => {
      // As if a minute had passed.
      await shop.sql`update private.messages set next_attempt_at = now() where state = 'waiting'`;
      await runJob('send-messages').catch(() => null);
      return (await messagesAbout(id)).map(({ state }) => state);
    }, healing)
    .toEqual(expect.arrayContaining(['accepted']));
}

/** No message about an order was sent twice to the same address. */
async function expectEachOnce(id: string) {
  const mails = (await (await fetch(`${shop.gateway}/mailbox/messages.json`)).json()) as {
    orderId: string | null;
    kind: string;
    channel: string;
    to: string;
  }[];
  const about = mails.filter(({ orderId }) => orderId === id);
  const sent = about.map(({ kind, channel, to }) => `${kind} ${channel} ${to}`);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent).toEqual([...new Set(sent)]);
}

/** Lets the mailbox send a signed delivery report about the first mail of an order. */
async function reports(id: string) {
  const [message] = await shop.sql<{ id: string; provider_id: string }[]>`
    select id, provider_id from private.messages where order_id = ${id} and channel = 'email' and state = 'accepted'`;
  const report = async () => {
    const shown = await fetch(`${shop.gateway}/mailbox/${message?.provider_id}/report`, {
      method: 'POST',
      body: new URLSearchParams({ report: 'delivered' }),
      redirect: 'manual',
    });
    return new URL(shown.headers.get('location') ?? '', shop.gateway).searchParams.get('answer');
  };
  const state = async () =>
    (
      await shop.sql<{ state: string }[]>`select state from private.messages where id = ${message?.id ?? ''}`
    )[0]?.state;
  return { report, state };
}

function fillDisk(file: string): void {
  for (const bytes of [1_000_000, 4096, 1]) {
    const chunk = Buffer.alloc(bytes);
    try {
      for (;;) appendFileSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

describe('during a purchase', { timeout: 180_000 }, () => {
  it('api and payment-return hang: there is a reply within half a minute, and the payment is never reported as failed', async () => {
    const buyer = shop.guest();
    const payer = shop.guest();
    const { body } = await payer.placeOrder();
    const back = await payAtTheBank(body.payment, '4242424242424242');
    for (const part of ['api', 'payment-return'] as const) await signal(shop, part, 'SIGSTOP');
    try {
      const answers = Promise.all([buyer.placeOrder(), comeBack(back)]);
      expect(await shop.frontPage()).toBe(200);
      const [answer, page] = await answers;
      expectTryAgain(answer);
      expect(page.pathname).toBe('/payment/try-later');
    } finally {
      for (const part of ['api', 'payment-return'] as const) await signal(shop, part, 'SIGCONT');
    }
    await expectOneOrder(buyer);
    await expect.poll(() => statusOf(payer, body.order.id), healing).toBe('paid');
  });

  it('send-messages and reconcile are killed: payments work, and the mail is sent later, once', async () => {
    for (const part of ['send-messages', 'reconcile'] as const) await signal(shop, part, 'SIGKILL');
    const id = await paid(shop.guest());
    await shop.started.until('Function send-messages runs again');
    await shop.started.until('Function reconcile runs again');
    expect((await runJob('reconcile')).status).toBe(200);
    await expectMailAbout(id);
    await expectEachOnce(id);
  });

  it('send-messages and reconcile hang: payments work, and pending work is done once afterwards', async () => {
    const buyer = shop.guest();
    const { body } = await buyer.placeOrder();
    const hanging = ['send-messages', 'reconcile'] as const;
    for (const part of hanging) await signal(shop, part, 'SIGSTOP');
    let calls: Promise<Response[]>;
    let id: string;
    try {
      id = await paid(shop.guest());
      // Somebody else pays and closes the page: only the minute job can find that payment.
      await payAtTheBank(body.payment, '4242424242424242');
      await shop.sql`update public.transactions set next_ask_at = now() where order_id = ${body.order.id}`;
      // The next minutes call both jobs again.
      calls = Promise.all([1, 2, 3].flatMap(() => [runJob('send-messages'), runJob('reconcile')]));
      calls.catch(() => {});
      expect(await shop.frontPage()).toBe(200);
      expect((await buyer.visitor.orderOf(body.order.id)).status).toBe('pending');
      const states = new Set((await messagesAbout(id)).map(({ state }) => state));
      // The request to pay is no longer true.
      states.delete('skipped');
      expect([...states]).toEqual(['waiting']);
    } finally {
      for (const part of hanging) await signal(shop, part, 'SIGCONT');
    }
    expect((await calls).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await buyer.visitor.orderOf(body.order.id)).status).toBe('paid');
    for (const about of [id, body.order.id]) {
      await expectMailAbout(about);
      await expectEachOnce(about);
    }
  });

  it('the catalogue hangs: pages load, a list that was read is its last copy, another and an order fail in time', async () => {
    const lock = postgres(shop.url, { max: 1, onnotice: () => {} });
    const list = () =>
      new Visitor(shop.site).get<{ code?: string }>(
        `/api/products?limit=1&minPrice=${Math.ceil(Math.random() * 15_000)}`,
      );
    const read = () => new Visitor(shop.site).get<unknown[]>('/api/products?limit=3');
    const before = await read();
    expect([before.status, before.headers.has(copyHeader)]).toEqual([200, false]);
    // Until the CDN has forgotten it.
    await new Promise((resolve) => setTimeout(resolve, publicReplyAges.fresh + publicReplyAges.stale));
    const buyer = shop.guest();
    await lock
      .begin(async (transaction) => {
        await transaction`lock table public.products in access exclusive mode`;
        expect(await shop.frontPage()).toBe(200);
        const [shelf, copy, answer] = await Promise.all([list(), read(), buyer.placeOrder()]);
        expectTryAgain(shelf as Answer<{ code?: string }>);
        expect([copy.status, copy.headers.has(copyHeader), copy.body]).toEqual([200, true, before.body]);
        expectTryAgain(answer);
      })
      .finally(() => lock.end());
    await expectOneOrder(buyer);
    await expect.poll(async () => (await list()).status, healing).toBe(200);
  });

  it('hundreds of idle connections and incomplete requests: others are served, and no descriptor leaks', async () => {
    const { ports } = shop.location;
    const before = await descriptors();
    const sockets: Socket[] = [];
    const open = (port: number, text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(text);
          resolve();
        });
        // The server may end it at any time.
        socket.on('error', () => resolve());
        sockets.push(socket);
      });
    try {
      for (const port of [ports.site, ports.supabase, ports.gateway, ports.functions])
        for (const text of ['', 'POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: 500\r\n\r\n{'])
          await Promise.all(Array.from({ length: 40 }, () => open(port, text)));
      expect(await shop.frontPage()).toBe(200);
      await paid(shop.guest());
      // The servers hold the connections, but not more than were opened.
      if (before > 0) expect((await descriptors()) - before).toBeGreaterThan(100);
      expect((await descriptors()) - before).toBeLessThan(sockets.length * 2 + 100);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    // Some dozen keep-alive connections between the parts remain.
    await expect.poll(async () => (await descriptors()) - before, healing).toBeLessThan(60);
  });

  it('Storage cannot write: a picture is refused and can be sent again, and the rest works', async () => {
    const folder = join(shop.location.folder, 'storage');
    const name = `${'ab'.repeat(32)}-320.webp`;
    const send = async () => {
      const { secretKey } = shop.secrets;
      const answer = await fetch(`${shop.supabase}/storage/v1/object/products/${name}`, {
        method: 'POST',
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          'content-type': 'image/webp',
          'x-upsert': 'true',
        },
        body: Buffer.from('RIFF0000WEBPVP8 '),
      });
      await answer.text();
      return answer.status;
    };
    mkdirSync(folder, { recursive: true });
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, 'no folder');
    try {
      expect(await send()).toBeGreaterThanOrEqual(400);
      expect(await shop.frontPage()).toBe(200);
      await paid(shop.guest());
    } finally {
      unlinkSync(folder);
      renameSync(`${folder}-away`, folder);
    }
    expect(await send()).toBe(200);
  });

  it('message-events is killed: the provider gets an error, and its next report is recorded', async () => {
    const id = await paid(shop.guest());
    await expectMailAbout(id);
    const { report, state } = await reports(id);
    await signal(shop, 'message-events', 'SIGKILL');
    // Providers repeat for hours what was not answered with 2xx.
    expect(Number(await report())).toBeGreaterThanOrEqual(500);
    await shop.started.until('Function message-events runs again');
    await expect.poll(report, healing).toBe('200');
    expect(await state()).toBe('delivered');
  });

  it('message-events hangs: payments work, and reports sent meanwhile are recorded later, once', async () => {
    const id = await paid(shop.guest());
    await expectMailAbout(id);
    const { report, state } = await reports(id);
    await signal(shop, 'message-events', 'SIGSTOP');
    let answers: Promise<(string | null)[]>;
    try {
      // The provider waits, and reports again without a reply.
      answers = Promise.all([report(), report()]);
      answers.catch(() => {});
      await paid(shop.guest());
      expect(await state()).toBe('accepted');
    } finally {
      await signal(shop, 'message-events', 'SIGCONT');
    }
    expect(await answers).toEqual(['200', '200']);
    expect(await state()).toBe('delivered');
    await expectEachOnce(id);
  });

  it('the disk is full: only writes end, until Postgres cannot go on; with room again, all comes back', async ({
    skip,
  }) => {
    skip(!shop.isOnOwnDisk, 'only root may mount a disk');
    const before = shop.guest();
    expect((await before.placeOrder()).status).toBe(201);
    const processes = await childrenOf(shop.location.folder);
    // Open beforehand: after a vacuum the first new connection writes a file. And its own: the driver gives the last error
    // of a connection to its next query too.
    const client = postgres(shop.url, { max: 1, onnotice: () => {} });
    await client`vacuum pg_class`;
    const ballast = join(shop.location.folder, 'ballast');
    fillDisk(ballast);
    let buyer = shop.guest();
    try {
      // Some orders still fit into what the files have.
      const refused = async () => {
        buyer = shop.guest();
        return buyer.placeOrder();
      };
      let reply: Awaited<ReturnType<typeof refused>> | undefined;
      await expect.poll(async () => (reply = await refused()).status, healing).toBe(503);
      expectTryAgain(reply as Awaited<ReturnType<typeof refused>>);
      expect(
        (
          await new Visitor(shop.site).get(
            `/api/products?limit=1&minPrice=${Math.ceil(Math.random() * 15_000)}`,
          )
        ).status,
      ).toBe(200);
      expect(await shop.frontPage()).toBe(200);
      expect(await childrenOf(shop.location.folder)).toEqual(processes);

      // The log of changes needs its next file.
      const change = () => client`select pg_logical_emit_message(true, 'full', repeat('x', 1000000))`;
      const output = async () => {
        await change().catch(() => {});
        return shop.started.output();
      };
      await expect.poll(output, { ...healing, interval: 1 }).toContain('Postgres ended unexpectedly');
      expectTryAgain(await buyer.placeOrder());
      expect(await shop.frontPage()).toBe(200);
    } finally {
      unlinkSync(ballast);
      await client.end({ timeout: 1 });
    }
    await shop.started.until('Postgres runs again');
    await expectOnlyRestartOf(shop, 'postgres', processes);
    await expectOneOrder(buyer);
    expect(await before.countOrders()).toBe(1);
  });

  // Simulates a full disk by a limit on the file size.
  const prlimit = '/usr/bin/prlimit';
  it.skipIf(!existsSync(prlimit))(
    'Postgres cannot write: the shopper is asked to try again, confirmed orders are kept, and it recovers',
    async () => {
      const before = shop.guest();
      expect((await before.placeOrder()).status).toBe(201);
      const server = await pidOf(shop, 'postgres');
      const ids = ['-o', 'pid=,uid=,gid=', '--pid', String(server), '--ppid', String(server)];
      for (const line of execFileSync('ps', ids, { encoding: 'utf8' }).trim().split('\n')) {
        const [pid, uid, gid] = line.trim().split(/\s+/).map(Number);
        // As the user that Postgres runs as: nobody else may, not even root in a container.
        const as = uid === process.getuid?.() ? {} : { uid, gid };
        try {
          execFileSync(prlimit, [`--pid=${pid}`, '--fsize=8192:'], { ...as, stdio: 'pipe' });
        } catch (error) {
          // The process may have ended meanwhile.
          if (isAlive(pid ?? 0)) throw error;
        }
      }
      const buyer = shop.guest();
      expectOrderOrTryAgain(await buyer.placeOrder());
      expect(await shop.frontPage()).toBe(200);
      await expectOneOrder(buyer);
      expect(await before.countOrders()).toBe(1);
      expect(readFileSync(join(shop.location.folder, 'logs', 'postgres.log'), 'utf8')).toContain(
        'File too large',
      );
    },
  );

  it('the mailbox cannot be written: payments work, and the mail is sent once it can be', async () => {
    const folder = join(shop.location.folder, 'mailbox');
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, 'no folder');
    let id: string;
    try {
      id = await paid(shop.guest());
      await runJob('send-messages');
      expect(await shop.frontPage()).toBe(200);
      for (const { state } of await messagesAbout(id))
        expect(['waiting', 'sending', 'skipped']).toContain(state);
    } finally {
      unlinkSync(folder);
      renameSync(`${folder}-away`, folder);
    }
    await expectMailAbout(id);
  });

  it('the bank’s ledger cannot be written: payments fail, and the pending order can be paid later', async () => {
    const file = join(shop.location.folder, 'gateway-ledger.jsonl');
    const buyer = shop.guest();
    const { body } = await buyer.placeOrder();
    renameSync(file, `${file}-away`);
    mkdirSync(file);
    try {
      await expect(payAtTheBank(body.payment, '4242424242424242')).rejects.toThrow();
      expect(await statusOf(buyer, body.order.id)).toBe('pending');
      expectOrderOrTryAgain(await shop.guest().placeOrder());
    } finally {
      rmdirSync(file);
      renameSync(`${file}-away`, file);
    }
    await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
    await expect.poll(() => statusOf(buyer, body.order.id), healing).toBe('paid');
  });
});
