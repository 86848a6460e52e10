import { execFileSync } from 'node:child_process';
import {
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
import { exists } from '../stack/running-process.ts';
import { childrenOf } from './started-shop.ts';
import {
  expectAnswer,
  expectOneOrder,
  expectSentence,
  type Guest,
  openFaultyShop,
  signal,
  waiting,
} from './faulty-shop.ts';

/*
 * Parts that stand still, fall silent or cannot write: the others go on. As faults.test.ts; docs/faults.md lists both.
 */
const one = openFaultyShop();

const statusOf = async ({ visitor }: Guest, id: string) => {
  await visitor.post(`/api/orders/${id}/check`, {});
  return (await visitor.orderOf(id)).status;
};
/** What the scheduler does every minute. */
const runJob = (name: 'send-messages' | 'reconcile') =>
  fetch(`${one.supabase}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'x-reconcile-key': one.secrets.reconcileKey },
  });

/** How many files and connections the shop and its functions have open; where that can be counted. */
function descriptors(): number {
  const all = [one.shop.process.pid ?? 0, ...childrenOf(one.place.folder)];
  return all
    .map((pid) => (existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0))
    .reduce((sum, count) => sum + count, 0);
}

async function paid(buyer: Guest) {
  const { body } = await buyer.press();
  await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
  await expect.poll(() => statusOf(buyer, body.order.id), waiting).toBe('paid');
  return body.order.id;
}

const messagesAbout = (id: string) =>
  one.sql<
    { state: string }[]
  >`select state from private.messages where order_id = ${id} and channel = 'email'`;

async function expectMailAbout(id: string) {
  await expect
    .poll(async () => {
      // A minute later.
      await one.sql`update private.messages set next_attempt_at = now() where state = 'waiting'`;
      await runJob('send-messages').catch(() => null);
      return (await messagesAbout(id)).map(({ state }) => state);
    }, waiting)
    .toEqual(expect.arrayContaining(['accepted']));
}

/** No message about an order has come twice to the same address. */
async function expectEachOnce(id: string) {
  const mails = (await (await fetch(`${one.gateway}/mailbox/messages.json`)).json()) as {
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

/** What the mailbox reports, signed as the provider does, about the first mail of an order, and what the shop answers. */
async function reports(id: string) {
  const [message] = await one.sql<{ id: string; provider_id: string }[]>`
    select id, provider_id from private.messages where order_id = ${id} and channel = 'email' and state = 'accepted'`;
  const report = async () => {
    const shown = await fetch(`${one.gateway}/mailbox/${message?.provider_id}/report`, {
      method: 'POST',
      body: new URLSearchParams({ report: 'delivered' }),
      redirect: 'manual',
    });
    return new URL(shown.headers.get('location') ?? '', one.gateway).searchParams.get('answer');
  };
  const state = async () =>
    (
      await one.sql<{ state: string }[]>`select state from private.messages where id = ${message?.id ?? ''}`
    )[0]?.state;
  return { report, state };
}

describe('while somebody buys', { timeout: 180_000 }, () => {
  it('api and payment-return stand still: an answer within half a minute, nobody calls the payment failed', async () => {
    const buyer = one.guest();
    const payer = one.guest();
    const { body } = await payer.press();
    const back = await payAtTheBank(body.payment, '4242424242424242');
    for (const part of ['api', 'paymentReturn'] as const) signal(one, part, 'SIGSTOP');
    try {
      const answers = Promise.all([buyer.press(), comeBack(back)]);
      expect(await one.frontPage()).toBe(200);
      const [answer, page] = await answers;
      expectSentence(answer);
      expect(page.pathname).toBe('/payment/try-later');
    } finally {
      for (const part of ['api', 'paymentReturn'] as const) signal(one, part, 'SIGCONT');
    }
    await expectOneOrder(buyer);
    await expect.poll(() => statusOf(payer, body.order.id), waiting).toBe('paid');
  });

  it('send-messages and reconcile are killed: they pay as always, the mail comes later, once', async () => {
    for (const part of ['sendMessages', 'reconcile'] as const) signal(one, part, 'SIGKILL');
    const id = await paid(one.guest());
    await one.shop.until('Function send-messages runs again');
    await one.shop.until('Function reconcile runs again');
    expect((await runJob('reconcile')).status).toBe(200);
    await expectMailAbout(id);
    await expectEachOnce(id);
  });

  it('send-messages and reconcile stand still: they pay as always, what is due is done once afterwards', async () => {
    const buyer = one.guest();
    const { body } = await buyer.press();
    const standing = ['sendMessages', 'reconcile'] as const;
    for (const part of standing) signal(one, part, 'SIGSTOP');
    let calls: Promise<Response[]>;
    let id: string;
    try {
      id = await paid(one.guest());
      // Somebody else pays and closes the page: only the minute job can find that payment.
      await payAtTheBank(body.payment, '4242424242424242');
      await one.sql`update public.transactions set next_ask_at = now() where order_id = ${body.order.id}`;
      // Minutes go by: each calls both again.
      calls = Promise.all([1, 2, 3].flatMap(() => [runJob('send-messages'), runJob('reconcile')]));
      calls.catch(() => {});
      expect(await one.frontPage()).toBe(200);
      expect((await buyer.visitor.orderOf(body.order.id)).status).toBe('pending');
      for (const { state } of await messagesAbout(id)) expect(state).toBe('waiting');
    } finally {
      for (const part of standing) signal(one, part, 'SIGCONT');
    }
    expect((await calls).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await buyer.visitor.orderOf(body.order.id)).status).toBe('paid');
    for (const about of [id, body.order.id]) {
      await expectMailAbout(about);
      await expectEachOnce(about);
    }
  });

  it('the catalogue is silent: pages stay, a list and an order say so in time', async () => {
    const lock = postgres(one.url, { max: 1, onnotice: () => {} });
    const list = () =>
      new Visitor(one.site).get<{ code?: string }>(`/api/products?page=1&n=${Math.random()}`);
    const buyer = one.guest();
    await lock
      .begin(async (transaction) => {
        await transaction`lock table public.products in access exclusive mode`;
        expect(await one.frontPage()).toBe(200);
        const [shelf, answer] = await Promise.all([list(), buyer.press()]);
        expectSentence(shelf as Answer<{ code?: string }>);
        expectSentence(answer);
      })
      .finally(() => lock.end());
    await expectOneOrder(buyer);
    await expect.poll(async () => (await list()).status, waiting).toBe(200);
  });

  it('three hundred connections say nothing, or half a word: everybody else is served, and nothing of them stays', async () => {
    const { ports } = one.place;
    const before = descriptors();
    const sockets: Socket[] = [];
    const open = (port: number, words: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(words);
          resolve();
        });
        // The server may end it at any time.
        socket.on('error', () => resolve());
        sockets.push(socket);
      });
    try {
      for (const port of [ports.site, ports.supabase, ports.gateway, ports.functions])
        for (const words of ['', 'POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: 500\r\n\r\n{'])
          await Promise.all(Array.from({ length: 40 }, () => open(port, words)));
      expect(await one.frontPage()).toBe(200);
      await paid(one.guest());
      // The parts that were spoken to hold them, and no part more than were opened.
      if (before > 0) expect(descriptors() - before).toBeGreaterThan(100);
      expect(descriptors() - before).toBeLessThan(sockets.length * 2 + 100);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    // What is left are connections that parts keep with each other, by the dozen.
    await expect.poll(() => descriptors() - before, waiting).toBeLessThan(60);
  });

  it('Storage cannot write: a picture is refused and can be sent again, all else goes on', async () => {
    const folder = join(one.place.folder, 'storage');
    const name = `${'ab'.repeat(32)}-320.webp`;
    const send = async () => {
      const { secretKey } = one.secrets;
      const answer = await fetch(`${one.supabase}/storage/v1/object/products/${name}`, {
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
      expect(await one.frontPage()).toBe(200);
      await paid(one.guest());
    } finally {
      unlinkSync(folder);
      renameSync(`${folder}-away`, folder);
    }
    expect(await send()).toBe(200);
  });

  it('message-events is killed: a provider is asked to report again, and what it reports then counts', async () => {
    const id = await paid(one.guest());
    await expectMailAbout(id);
    const { report, state } = await reports(id);
    signal(one, 'messageEvents', 'SIGKILL');
    // Providers repeat for hours what was not answered with 2xx.
    expect(Number(await report())).toBeGreaterThanOrEqual(500);
    await one.shop.until('Function message-events runs again');
    await expect.poll(report, waiting).toBe('200');
    expect(await state()).toBe('delivered');
  });

  it('message-events stands still: they pay as always, and what a provider reported meanwhile counts then, once', async () => {
    const id = await paid(one.guest());
    await expectMailAbout(id);
    const { report, state } = await reports(id);
    signal(one, 'messageEvents', 'SIGSTOP');
    let answers: Promise<(string | null)[]>;
    try {
      // It waits, and reports again as it does without an answer.
      answers = Promise.all([report(), report()]);
      answers.catch(() => {});
      await paid(one.guest());
      expect(await state()).toBe('accepted');
    } finally {
      signal(one, 'messageEvents', 'SIGCONT');
    }
    expect(await answers).toEqual(['200', '200']);
    expect(await state()).toBe('delivered');
    await expectEachOnce(id);
  });

  // A limit of its own on how far a file may grow: what a full disk answers, with no right to fill one.
  const prlimit = '/usr/bin/prlimit';
  it.skipIf(!existsSync(prlimit))(
    'Postgres can write no more: they are asked to try again, what was placed is kept, and it heals',
    async () => {
      const before = one.guest();
      expect((await before.press()).status).toBe(201);
      const [server = 0] = childrenOf(one.place.folder);
      const ids = ['-o', 'pid=,uid=,gid=', '--pid', String(server), '--ppid', String(server)];
      for (const line of execFileSync('ps', ids, { encoding: 'utf8' }).trim().split('\n')) {
        const [pid, uid, gid] = line.trim().split(/\s+/).map(Number);
        // As the very user that Postgres runs as: nobody else may, not even root in a container.
        const as = uid === process.getuid?.() ? {} : { uid, gid };
        try {
          execFileSync(prlimit, [`--pid=${pid}`, '--fsize=8192:'], { ...as, stdio: 'pipe' });
        } catch (error) {
          // A process that tidied up is done meanwhile; the others must have the limit.
          if (exists(pid ?? 0)) throw error;
        }
      }
      const buyer = one.guest();
      expectAnswer(await buyer.press());
      expect(await one.frontPage()).toBe(200);
      await expectOneOrder(buyer);
      expect(await before.written()).toBe(1);
      expect(readFileSync(join(one.place.folder, 'logs', 'postgres.log'), 'utf8')).toContain(
        'File too large',
      );
    },
  );

  it('the mailbox cannot be written: they pay as always, and the mail comes when it can', async () => {
    const folder = join(one.place.folder, 'mailbox');
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, 'no folder');
    let id: string;
    try {
      id = await paid(one.guest());
      await runJob('send-messages');
      expect(await one.frontPage()).toBe(200);
      for (const { state } of await messagesAbout(id))
        expect(['waiting', 'sending', 'skipped']).toContain(state);
    } finally {
      unlinkSync(folder);
      renameSync(`${folder}-away`, folder);
    }
    await expectMailAbout(id);
  });

  it('the bank’s ledger cannot be written: nobody pays, the order waits, and can be paid when it can', async () => {
    const file = join(one.place.folder, 'gateway-ledger.jsonl');
    const buyer = one.guest();
    const { body } = await buyer.press();
    renameSync(file, `${file}-away`);
    mkdirSync(file);
    try {
      await expect(payAtTheBank(body.payment, '4242424242424242')).rejects.toThrow();
      expect(await statusOf(buyer, body.order.id)).toBe('pending');
      expectAnswer(await one.guest().press());
    } finally {
      rmdirSync(file);
      renameSync(`${file}-away`, file);
    }
    await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
    await expect.poll(() => statusOf(buyer, body.order.id), waiting).toBe('paid');
  });
});
