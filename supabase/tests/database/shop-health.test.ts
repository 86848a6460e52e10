import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { HealthComponent, HealthFinding } from '../../functions/_shared/contract/health.ts';
import { healthWords } from '../../functions/_shared/contract/health-text.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import { as, newPerson, newProduct, newSid, place, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';
import { openExplained } from '../scans-of-tables.ts';
import { makeShopWell } from '../well-shop.ts';

const sql = openTestDatabase();
const explained = openExplained();
afterAll(() => explained.sql.end());

/** In a shop with an owner, in which all is well and nobody has looked yet; undone afterwards. */
async function inWellShop(work: (t: Transaction) => Promise<void>): Promise<void> {
  await newPerson(sql, 'Owner', 'admin');
  await rolledBack(sql, async (t) => {
    await makeShopWell(t);
    await t`delete from private.heartbeats where job = 'backup'`;
    await work(t);
  });
}

/** The components with their words. */
async function report(t: Transaction) {
  const [row] = await t<{ found: HealthFinding[] }[]>`select public.shop_health() as found`;
  if (!row) throw new Error('No report came.');
  return row.found.map((finding) => ({ ...finding, ...healthWords(finding) }));
}

const component = async (t: Transaction, name: HealthComponent['component']) =>
  (await report(t)).find((one) => one.component === name);

/** The subjects of the messages to the owner that another call of the minute job writes. */
async function ownerMessages(t: Transaction): Promise<string[]> {
  const subjects = async () => {
    const rows = await t<{ subject: string }[]>`
      select distinct subject from private.messages where kind = 'owner_health' and created_at = now()`;
    return rows.map(({ subject }) => subject);
  };
  const before = await subjects();
  await t`select public.queue_health_messages()`;
  const added = (await subjects()).filter((subject) => !before.includes(subject));
  return added.map((subject) => subject.replace(/ since .*/, ''));
}

const failMessage = (t: Transaction, state = 'failed') =>
  t`insert into private.messages (kind, subject, channel, recipient, state, finished_at)
    values ('owner_daily_summary', '2020-01-01', 'email', 'owner@example.com', ${state}, now())`;
const dismissMessage = (t: Transaction) =>
  t`update private.messages set dismissed_at = now() where subject = '2020-01-01'`;

describe('each component', () => {
  it('is healthy and has no message when nothing is wrong', () =>
    inWellShop(async (t) => {
      const components = await report(t);
      const nothing = { cases: 0, problem: null, advice: null, since: null, minutes: null };
      expect(components).toHaveLength(13);
      for (const { component: name, ...rest } of components)
        expect([name, rest]).toMatchObject([name, nothing]);
    }));

  it('with a problem shows since when, and what to do', () =>
    inWellShop(async (t) => {
      await t`update private.heartbeats set at = now() - interval '12 minutes' where job = 'reconcile'`;
      expect(await component(t, 'reconcile')).toMatchObject({
        cases: 1,
        problem: 'reconcile ran last 12 minutes ago.',
        advice: expect.stringContaining('Read the log') as string,
        since: expect.stringMatching(/^20.*Z$/) as string,
      });
    }));

  it.each(['failed', 'unknown'])('a message that is %s counts until the owner has settled it', (state) =>
    inWellShop(async (t) => {
      await failMessage(t, state);
      expect(await component(t, 'messages')).toMatchObject({
        cases: 1,
        problem: '1 message failed, or may not have gone out, since yesterday.',
      });
      await dismissMessage(t);
      expect(await component(t, 'messages')).toMatchObject({ cases: 0 });
    }),
  );

  it('messages that wait, and tasks of yesterday', () =>
    inWellShop(async (t) => {
      await t`insert into private.messages (kind, subject, channel, recipient, next_attempt_at)
        values ('owner_daily_summary', '2020-01-01', 'email', 'owner@example.com', now() - interval '16 minutes')`;
      expect(await component(t, 'outbox')).toMatchObject({ cases: 1 });
      const product = await newProduct(sql);
      const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
        sid: newSid(),
      });
      await t`insert into public.owner_tasks (kind, order_id, transaction_id, at_opening, created_at)
        select 'undecided', t.order_id, t.id, '{}', now() - interval '25 hours' from public.transactions t
        where t.order_id = ${order.id}`;
      expect(await component(t, 'tasks')).toMatchObject({
        cases: 1,
        problem: '1 task about money is older than a day.',
      });
    }));

  it('a payment for which the bank is silent, or which nobody asks about', () =>
    inWellShop(async (t) => {
      const product = await newProduct(sql);
      const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
        sid: newSid(),
      });
      const problem = '1 payment has been without an answer of the bank for 15 minutes or longer.';
      await t`update public.transactions set bank_status = 'no answer', created_at = now() - interval '16 minutes'
        where order_id = ${order.id}`;
      expect(await component(t, 'payments')).toMatchObject({ cases: 1, problem });
      await t`update public.transactions set answered_at = now() where order_id = ${order.id}`;
      expect(await component(t, 'payments')).toMatchObject({ cases: 0 });
      await t`update public.transactions set next_ask_at = now() - interval '16 minutes' where order_id = ${order.id}`;
      expect(await component(t, 'payments')).toMatchObject({ cases: 1, problem });
    }));

  it('a bank that gives no answer for ten minutes, until it answers about any payment', () =>
    inWellShop(async (t) => {
      const newOrder = async () => {
        const product = await newProduct(sql);
        return place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid: newSid() });
      };
      const [silent, other] = [await newOrder(), await newOrder()];
      const heard = ({ transaction: { trace } }: typeof silent, answer: object | null) =>
        t`select public.decide_payment(${trace}, ${answer && t.json(answer as never)}, 'reconcile')`;
      const later = (minutes: number) =>
        t`update private.heartbeats set at = now() - make_interval(mins => ${minutes}) where job = 'bank-silent'`;
      const since = async () => {
        const [row] = await t<{ since: string | null }[]>`select (private.bank_silence()).since`;
        return row?.since;
      };
      for (let times = 0; times < 2; times += 1) await heard(silent, null);
      await later(9);
      expect(await component(t, 'payments')).toMatchObject({ cases: 0 });
      expect(await since()).toBeNull();
      await later(11);
      await heard(silent, null);
      expect(await component(t, 'payments')).toMatchObject({
        problem: 'The bank gave no answer for 11 minutes.',
      });
      expect(await since()).not.toBeNull();
      await heard(other, { status: null, trace: other.transaction.trace });
      expect(await component(t, 'payments')).toMatchObject({ cases: 0, problem: null });
      expect(await since()).toBeNull();
    }));

  describe('M-Pesa', () => {
    /** Sends a prompt so many minutes ago; `told` is what Safaricom said of sending it, and then of queries. */
    const prompt = async (t: Transaction, minutesAgo: number, ...told: (object | null)[]) => {
      const product = await newProduct(sql);
      const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
      await t`update public.transactions set status = 'expired', decided_at = now() where order_id = ${order.id}`;
      const [row] = await t<{ trace: string }[]>`
        select (private.open_prompt(${order.id}, 1000, '254712345678')).trace`;
      const trace = row?.trace ?? '';
      await t`update public.transactions set created_at = now() - make_interval(mins => ${minutesAgo})
        where trace = ${trace}`;
      const query = (answer: object | null) =>
        t`select public.decide_payment(${trace}, ${answer && t.json({ ...answer, trace } as never)}, 'reconcile')`;
      const [sent, ...answers] = told;
      if (sent !== undefined) await t`select public.note_prompt(${trace}, ${sent && t.json(sent as never)})`;
      for (const answer of answers) await query(answer);
      return { query };
    };
    const taken = () => ({ status: 'sent', checkoutId: `ws_CO_${randomUUID()}` });
    const isSilent = async (t: Transaction) => {
      const [row] = await t<{ is: boolean }[]>`select public.shop_details() -> 'isMpesaSilent' as is`;
      return row?.is;
    };

    it('is silent once Safaricom answered nothing about three requests in a row, of whatever orders', () =>
      inWellShop(async (t) => {
        await prompt(t, 50, taken(), { status: '4999', description: '' });
        const first = await prompt(t, 20, taken(), null);
        await prompt(t, 18, null);
        expect(await isSilent(t)).toBe(false);
        await prompt(t, 17, { status: 'refused', code: 'no token', description: '' });
        // The function was killed before it knew anything, or has only just begun.
        await prompt(t, 1);
        expect(await isSilent(t)).toBe(true);
        expect(await component(t, 'mpesa')).toMatchObject({
          cases: 3,
          problem:
            'Safaricom gave no answer to the last 3 requests, for 20 minutes: pages offer the card first.',
        });
        expect(await ownerMessages(t)).toEqual(['mpesa']);
        // About one of them it answers after all.
        await first.query({ status: '4999', description: '' });
        expect(await isSilent(t)).toBe(false);
      }));

    it('is so until the next request is taken or refused, or nobody has sent one for an hour', () =>
      inWellShop(async (t) => {
        for (const minutes of [12, 11, 10]) await prompt(t, minutes, null);
        expect(await isSilent(t)).toBe(true);
        await t`update public.transactions set created_at = created_at - interval '51 minutes'
          where bank_status = 'no answer' and created_at > now() - interval '1 hour'`;
        expect(await isSilent(t)).toBe(false);
        await prompt(t, 5, null);
        expect(await isSilent(t)).toBe(true);
        await prompt(t, 4, { status: 'refused', code: '400.002.02', description: '' });
        expect(await isSilent(t)).toBe(false);
        await prompt(t, 3, null);
        await prompt(t, 2, null);
        await prompt(t, 1, taken());
        expect(await isSilent(t)).toBe(false);
        expect(await component(t, 'mpesa')).toMatchObject({ cases: 0, problem: null });
      }));

    it('has nothing that proves payments to the paybill, unless its list or a statement comes', () =>
      inWellShop(async (t) => {
        const words = async () => (await component(t, 'mpesa'))?.problem ?? null;
        const nothing =
          'Nothing proves payments to the paybill: announced payments wait for a statement or a person, now 1.';
        const list = (payments: object[], evidence: string | null) =>
          t`select public.note_paybill_payments(${t.json(payments as never)}, ${evidence})`;
        await t`delete from private.paybill_payments where transaction_id is null`;
        await t`update private.paybill_payments set told_at = now() - interval '15 days' where evidence = 'statement'`;
        const paidAt = new Date().toISOString();
        const payment = {
          receipt: 'TKT7A1B2C9',
          account: 'no order',
          cents: 100_000,
          payer: '',
          paidAt,
          body: null,
        };
        await list([payment], null);
        // The shop asks nobody to pay to a paybill.
        expect(await words()).toBeNull();
        await t`update private.shop_details set paybill = '522533'`;
        expect(await words()).toBe(nothing);
        await list([], 'pull');
        expect(await words()).toBeNull();
        await t`update private.heartbeats set at = now() - interval '61 minutes' where job = 'mpesa-list'`;
        expect(await words()).toBe(nothing);
        expect(await ownerMessages(t)).toEqual([]);
        await t`select private.count_paybill_payment('TKT7A1B2C9', 'statement')`;
        expect(await words()).toBeNull();
        await t`update private.paybill_payments set told_at = now() - interval '15 days' where evidence = 'statement'`;
        expect(await words()).toBe(nothing.replace('now 1', 'now 0'));
        await t`update private.settings set prompts_are_on = false`;
        expect(await words()).toBeNull();
      }));
  });

  it('a message that is refused again and again, until another one gets through', () =>
    inWellShop(async (t) => {
      const write = (subject: string, state: string) =>
        t`insert into private.messages (kind, subject, channel, recipient, state, content, first_sent_at, next_attempt_at, finished_at)
          values ('owner_daily_summary', ${subject}, 'email', 'owner@example.com', ${state}, '{}', now() - interval '16 minutes',
            ${state === 'waiting' ? t`now()` : null}, ${state === 'waiting' ? null : t`now()`})`;
      await t`update private.messages set finished_at = now() - interval '20 minutes' where finished_at is not null`;
      await write('2020-01-01', 'waiting');
      expect(await component(t, 'outbox')).toMatchObject({
        cases: 1,
        problem: '1 message has been waiting to be sent for 15 minutes or longer.',
      });
      await write('2020-01-02', 'accepted');
      expect(await component(t, 'outbox')).toMatchObject({ cases: 0 });
    }));

  it('of thousands that wait, and thousands that got through, each is looked at once', async () => {
    const [waiting, sent] = [3000, 3000];
    const { cases, scans, others } = await rolledBack(explained.sql, async (t) => {
      await makeShopWell(t);
      // Those of other tests of this shop.
      await t`update private.messages set finished_at = now() - interval '1 hour' where finished_at is not null`;
      const [row] = await t<{ others: number }[]>`select count(*)::int as others from private.messages`;
      await t`insert into private.messages (kind, subject, channel, recipient, state, content, first_sent_at, next_attempt_at, finished_at)
        select 'owner_daily_summary', 'sent ' || n, 'email', 'owner@example.com', 'accepted', '{}', now() - interval '1 hour', null, now() - interval '1 hour'
        from generate_series(1, ${sent}) n`;
      // Of three that wait one was never tried, one was refused before any other got through, and one since.
      await t`insert into private.messages (kind, subject, channel, recipient, content, first_sent_at, next_attempt_at)
        select 'owner_daily_summary', 'waits ' || n, 'email', 'owner@example.com', '{}',
          case n % 3 when 1 then now() - interval '2 hours' when 2 then now() - interval '16 minutes' end, now()
        from generate_series(1, ${waiting}) n`;
      await t`analyze private.messages`;
      await explained.explain(t);
      let found: number | undefined;
      const all = await explained.scansOf(async () => {
        const [row] = await t<{ cases: number }[]>`
          select (private.check_component('outbox') ->> 'cases')::int as cases`;
        found = row?.cases;
      });
      return {
        cases: found,
        scans: all.filter(({ table }) => table === 'messages'),
        others: row?.others ?? 0,
      };
    });
    expect(cases).toBe(waiting / 3);
    // What waits, and what got through by each of three channels.
    expect(scans.reduce((rows, scan) => rows + scan.rows, 0)).toBeLessThan(2 * (waiting + sent) + 3 * others);
  });

  it('rules are as the last check found them, and it must be made every night', () =>
    inWellShop(async (t) => {
      const rows = [{ broken: 'paid without money', subject: 'an order', detail: 'paid' }];
      await t`update private.invariant_check set broken = 2, rows = ${t.json(rows)}, at = now() - interval '35 hours'`;
      expect(await component(t, 'rules')).toMatchObject({
        cases: 2,
        problem: '2 problems with money or stock, the first: paid without money (an order).',
        advice: 'Ship nothing of it before you know why.',
        since: expect.any(String) as string,
      });
      expect(await component(t, 'check-invariants')).toMatchObject({ cases: 0 });
      await t`update private.invariant_check set at = now() - interval '37 hours'`;
      expect(await component(t, 'check-invariants')).toMatchObject({
        cases: 1,
        problem: 'The rules about money and stock were last checked 37 hours ago.',
      });
    }));

  it('a monitor that has asked once asks on', () =>
    inWellShop(async (t) => {
      expect(await component(t, 'monitor')).toMatchObject({ cases: 0 });
      await t`insert into private.heartbeats (job, at) values ('monitor', now() - interval '23 hours')
        on conflict (job) do update set at = excluded.at`;
      expect(await component(t, 'monitor')).toMatchObject({ cases: 0 });
      await t`update private.heartbeats set at = now() - interval '25 hours' where job = 'monitor'`;
      expect(await component(t, 'monitor')).toMatchObject({
        cases: 1,
        problem: 'Nobody has asked from outside whether the shop is well for 25 hours.',
      });
    }));

  it('space and backups count once the owner has set a limit', () =>
    inWellShop(async (t) => {
      await t`update private.settings set database_limit_mb = 1000000, backup_limit_days = 7`;
      expect(await component(t, 'space')).toMatchObject({ cases: 0 });
      expect(await component(t, 'backup')).toMatchObject({
        cases: 1,
        problem: 'npm run shop -- backup has never finished.',
      });
      await t`insert into private.heartbeats (job, at) values ('backup', now() - interval '8 days')`;
      expect(await component(t, 'backup')).toMatchObject({
        problem: 'npm run shop -- backup finished last 8 days ago.',
      });
      await t`select public.record_heartbeat('backup')`;
      expect(await component(t, 'backup')).toMatchObject({ cases: 0 });
      // Four fifths of it are near enough.
      await t`update private.settings set database_limit_mb = pg_database_size(current_database()) / 1000000 + 1`;
      expect((await component(t, 'space'))?.problem).toMatch(/^The database has \d+ MB of \d+ MB\.$/);
    }));
});

describe('the owner', () => {
  it('hears once of a job that has been silent for 15 minutes, and of its next silence', () =>
    inWellShop(async (t) => {
      const silentFor = (minutes: number) =>
        t`update private.heartbeats set at = now() - make_interval(mins => ${minutes}) where job = 'reconcile'`;
      await silentFor(14);
      expect(await ownerMessages(t)).toEqual([]);
      await silentFor(16);
      expect(await ownerMessages(t)).toEqual(['reconcile']);
      expect(await ownerMessages(t)).toEqual([]);
      await t`select public.record_heartbeat('reconcile')`;
      expect(await ownerMessages(t)).toEqual([]);
      await silentFor(20);
      expect(await ownerMessages(t)).toEqual(['reconcile']);
    }));

  it('hears of the bank, of messages and of the nightly check, with what to do', () =>
    inWellShop(async (t) => {
      const product = await newProduct(sql);
      const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
        sid: newSid(),
      });
      await t`update public.transactions set next_ask_at = now() - interval '16 minutes' where order_id = ${order.id}`;
      await t`insert into private.messages (kind, subject, channel, recipient, next_attempt_at)
        values ('owner_daily_summary', '2020-01-01', 'email', 'owner@example.com', now() - interval '16 minutes')`;
      await t`update private.invariant_check set at = now() - interval '37 hours'`;
      expect((await ownerMessages(t)).sort()).toEqual(['check-invariants', 'outbox', 'payments']);
      const [row] = await t<{ health: MessageFacts['health'] }[]>`
        select private.message_facts(m) -> 'health' as health from private.messages m
        where m.kind = 'owner_health' and m.subject like 'payments %' and m.created_at = now() limit 1`;
      expect(row?.health).toMatchObject({
        component: 'payments',
        cases: 1,
        isSilent: false,
        minutes: 16,
      });
    }));

  it('is not told of broken rules, old tasks, failed messages, space or backups in this way', () =>
    inWellShop(async (t) => {
      await failMessage(t);
      await t`update private.invariant_check set broken = 1, at = now() - interval '20 minutes'`;
      await t`update private.settings set database_limit_mb = 1, backup_limit_days = 1`;
      expect(await ownerMessages(t)).toEqual([]);
    }));
});

it('the shop’s own role may run the checks', async () => {
  await as(sql, shop, (t) => t`select public.queue_health_messages(), public.shop_health()`);
});
