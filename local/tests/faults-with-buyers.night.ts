import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DeepHealth, HealthComponentName } from '../../supabase/functions/_shared/contract/health.ts';
import { accountNumber } from '../../supabase/functions/_shared/contract/mpesa.ts';
import { mpesaPhone } from '../../supabase/tests/mpesa-phone.ts';
import { as, newProduct } from '../../supabase/tests/shop-cast.ts';
import type { LedgerLine } from '../gateway-sandbox/gateway-ledger.ts';
import type { StoredMail } from '../mailbox/mailbox.ts';
import { isAlive } from '../install/process-lock.mjs';
import { Crowd, phonesThatPay } from './buyers.ts';
import { callJob, minutesPass, openFaultyShop, postgresProcesses } from './faulty-shop.ts';
import { childrenOf } from './started-shop.ts';

/*
 * Each outage for five minutes by the shop's clock, while 50 people buy and pay: what was confirmed is there, what was
 * promised is sent, what anybody is told is true. First what fails is silent, then it answers with errors, or is gone.
 * docs/faults.md says what people see.
 */
const shop = openFaultyShop({ wantsOwnDisk: false });

type Outage = {
  isSilent(): Promise<unknown>;
  fails(): Promise<unknown>;
  ends(): Promise<unknown>;
  /** What Health names, if so many minutes more go by; `api` for no answer. */
  named: (HealthComponentName | 'api')[];
  further: number;
};

const put = (path: string, faults: object) =>
  fetch(shop.gateway + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
const messages = (channel: string) => ({
  isSilent: () => put('/mailbox/faults.json', { channel, delayMs: 20_000 }),
  fails: () =>
    put('/mailbox/faults.json', { channel, ...(channel === 'sms' ? { limitShare: 1 } : { failShare: 1 }) }),
  ends: () => put('/mailbox/faults.json', {}),
  // What waits, or may not have gone out, by how many were tried before.
  named: ['outbox' as const, 'messages' as const],
  further: 16,
});
const platform = (part: 'auth' | 'storage') => ({
  isSilent: () => put('/platform/faults.json', { [part]: 'never' }),
  fails: () => put('/platform/faults.json', { [part]: 'error503' }),
  ends: () => put('/platform/faults.json', {}),
  named: [part],
  further: 0,
});
const processes = (find: () => Promise<number[]>) => {
  const signal = async (what: NodeJS.Signals) => {
    // Some may just be gone, or about to be started again.
    for (const pid of await find().catch(() => [])) if (isAlive(pid)) process.kill(pid, what);
  };
  return {
    isSilent: () => signal('SIGSTOP'),
    fails: () => signal('SIGKILL'),
    ends: () => Promise.resolve(),
    further: 0,
  };
};
const functions = async () =>
  [...(await childrenOf(shop.location.folder))].flatMap(([name, pid]) => (name === 'postgres' ? [] : [pid]));

const outages: Record<string, Outage> = {
  mail: messages('email'),
  SMS: messages('sms'),
  'the bank': {
    isSilent: () => put('/faults', { behaviour: { queryAnswer: 'never' } }),
    fails: () => put('/faults', { behaviour: { isDown: true } }),
    ends: () => put('/faults', {}),
    named: ['bank'],
    further: 0,
  },
  'M-Pesa': {
    isSilent: () => toldNothing({ push: 'neverAnswers', query: 'never' }),
    fails: () => toldNothing({ push: 'neverAnswers', query: 'error500' }),
    ends: () => put('/daraja/faults', { behaviour: phonesThatPay }),
    named: ['mpesa'],
    further: 0,
  },
  Auth: platform('auth'),
  Storage: platform('storage'),
  'the functions': { ...processes(functions), named: ['api'] },
  'the database': { ...processes(() => postgresProcesses(shop)), named: ['database'] },
};
const toldNothing = (faults: object) =>
  put('/daraja/faults', {
    behaviour: { ...phonesThatPay, callback: 'lost', confirmation: 'lost', pull: 'error500', ...faults },
  });

it.each(Object.keys(outages))(
  'five minutes without %s, with 50 buyers',
  async (name) => {
    const { isSilent, fails, ends, named, further } = outages[name] as Outage;
    const { sql } = shop;
    const openingStock = 10_000;
    const product = await newProduct(sql, { price: 2000, stock: openingStock });
    const crowd = new Crowd(shop, product, 14);
    const staff = await ownerOf(crowd);
    const health = async () => {
      const reply = await crowd
        .visitor()
        .get<DeepHealth>('/api/health/deep', { 'x-health-key': shop.secrets.healthKey });
      const problems = reply.status === 200 ? reply.body.components : [{ component: 'api', problem: '' }];
      return problems.filter(({ problem }) => problem !== null).map(({ component }) => component as string);
    };
    const before = await health();
    const said: string[] = [];
    const looks: Promise<unknown>[] = [];
    const lookAround = () => {
      looks.push(
        health().then((names) => said.push(...names)),
        staff(),
      );
    };

    let isOver = false;
    const buying = crowd.buy(50, () => !isOver);
    // Until they are spread over all that people do.
    await pause(35_000);
    let missed = 0;
    try {
      for (const minute of [1, 2, 3, 4, 5]) {
        await (minute <= 3 ? isSilent() : fails());
        lookAround();
        await pause(12_000);
        if (!(await minutesPass(shop, 1).catch(() => false))) missed += 1;
        void runJobs();
      }
      if (further > 0) {
        await minutesPass(shop, further);
        await runJobs();
      }
      await Promise.all(looks);
      const isNamed = (names: string[]) => named.some((one) => names.includes(one));
      if (!isNamed(said))
        await expect.poll(async () => isNamed(await health()), { timeout: 90_000 }).toBe(true);
    } finally {
      await ends();
      await pause(10_000);
      isOver = true;
      crowd.thinks = 5;
    }
    await expect.poll(() => minutesPass(shop, missed), { timeout: 60_000 }).toBe(true);
    await buying;
    console.log(name, Object.fromEntries([...crowd.told].sort()), 'before', before, 'said', [
      ...new Set(said),
    ]);

    const ids = [...crowd.orders.values()];
    const isSettled = async () => {
      await minutesPass(shop, 5);
      await runJobs();
      await sendAgain();
      const [left] = await sql<{ unpaid: number; waiting: number }[]>`
      select count(*) filter (where o.status <> 'paid')::int as unpaid,
        (select count(*)::int from private.messages m
          where m.order_id = any(${ids}) and m.next_attempt_at is not null) as waiting
      from public.orders o where o.id = any(${ids})`;
      return left;
    };
    await expect.poll(isSettled, { timeout: 120_000 }).toEqual({ unpaid: 0, waiting: 0 });
    expect(crowd.wrong).toEqual([]);
    await expect.poll(health, { timeout: 60_000 }).toEqual(before);
    expect(new Set(ids).size).toBe(ids.length);
    await expectBookAndStock(ids, product, openingStock);
    await expectMessages(ids);
  },
  600_000,
);

/** A member of staff at work: looks at orders, and stores a picture. */
async function ownerOf(crowd: Crowd) {
  const visitor = crowd.visitor();
  const owner = { email: 'owner@instruments-and-current.example', password: 'owner-of-the-shop' };
  const customer = { email: 'surveyor@instruments-and-current.example', password: 'surveyor-in-kisumu' };
  await crowd.untilDone(() => visitor.post('/api/auth/login', owner), [200]);
  const picture = Buffer.from(`RIFF0000WEBPVP8 ${'x'.repeat(36)}`);
  picture.writeUInt32LE(picture.length - 8, 4);
  return () =>
    Promise.all([
      crowd.visitor().post('/api/auth/login', customer),
      visitor.get('/api/admin/orders?limit=5'),
      visitor.get('/api/auth/token'),
      visitor.put(`/api/pictures/${'ab'.repeat(32)}-320.webp`, { data: picture.toString('base64') }),
    ]);
}

/** Both jobs, as every minute: one that fails is called again in the next. */
const runJobs = () => Promise.allSettled([callJob(shop, 'reconcile'), callJob(shop, 'send-messages')]);

/** The press on Messages that sends what an outage left in doubt. */
async function sendAgain() {
  const [admin] = await shop.sql<{ id: string }[]>`select id from public.users where role = 'admin' limit 1`;
  await as(
    shop.sql,
    { role: 'authenticated', userId: admin?.id ?? '' },
    (t) => t`
    select public.send_messages_again(array(
      select jsonb_array_elements_text(public.messages_to_send_again() -> 'ids')
    )::uuid[])`,
  );
}

/** All orders of this product are those that were confirmed, and each is paid once, with what left the card or the phone. */
async function expectBookAndStock(ids: string[], product: { id: string }, openingStock: number) {
  const bank = (await (await fetch(`${shop.gateway}/ledger`)).json()) as { transactions: LedgerLine[] };
  const taken = new Map(bank.transactions.map(({ trace, moneyMoved }) => [trace, moneyMoved]));
  const phones = await mpesaPhone(shop.gateway).ledger();
  const rows = await shop.sql<{ id: string; traces: string[]; payments: number; received: number }[]>`
    select o.id, b.received::int,
      array(select t.trace from public.transactions t where t.order_id = o.id and t.trace is not null) as traces,
      (select count(*)::int from public.transactions t where t.order_id = o.id and t.status = 'completed') as payments
    from public.orders o join private.books b on b.order_id = o.id
    where exists (select 1 from public.order_items i where i.order_id = o.id and i.product_id = ${product.id})`;
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const moved = ({ id, traces }: (typeof rows)[number]) =>
    [
      ...traces.map((trace) => taken.get(trace) ?? 0),
      ...phones.prompts
        .filter(({ account }) => account === accountNumber(id))
        .map(({ moneyMoved }) => Number(moneyMoved) * 100),
    ].filter((cents) => cents > 0);
  expect(
    rows.filter((row) => row.payments !== 1 || moved(row).length !== 1 || moved(row)[0] !== row.received),
  ).toEqual([]);
  const [left] = await shop.sql<
    { stock: number }[]
  >`select stock from public.products where id = ${product.id}`;
  expect(left?.stock).toBe(openingStock - ids.length);
}

/** The receipts went out, and the owner's news, each once; an SMS of which nobody knew may lie there twice. */
async function expectMessages(ids: string[]) {
  const folder = join(shop.location.folder, 'mailbox');
  const times = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const { kind, channel, orderId } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as StoredMail;
    const name = `${kind} ${channel} ${orderId}`;
    times.set(name, (times.get(name) ?? 0) + 1);
    rmSync(join(folder, file));
  }
  const rows = await shop.sql<
    { name: string; channel: string; state: string; reason: string; round: number }[]
  >`
    select kind || ' ' || channel || ' ' || order_id as name, channel, state, reason, round from private.messages
    where order_id = any(${ids}) and kind in ('order_paid', 'owner_order_paid')`;
  expect(rows).toHaveLength(ids.length * 3);
  expect(
    rows.filter(({ name, channel, state, reason, round }) => {
      const count = times.get(name) ?? 0;
      if (reason === 'sent_with_others') return count !== 0;
      return state !== 'accepted' || !(count === 1 || (count === 2 && channel === 'sms' && round > 1));
    }),
  ).toEqual([]);
}
