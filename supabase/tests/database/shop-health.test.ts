import { describe, expect, it } from 'vitest';
import type { HealthPart, ShopReport } from '../../functions/_shared/contract/health.ts';
import { as, newPerson, newProduct, newSid, place, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { undone } from '../undone.ts';

const sql = openTestDatabase();

/** In a shop with an owner, in which all is well and nobody has looked yet; undone afterwards. */
async function inWellShop(work: (t: Transaction) => Promise<void>): Promise<void> {
  await newPerson(sql, 'Owner', 'admin');
  await undone(sql, async (t) => {
    await t`insert into private.heartbeats (job, at) values ('reconcile', now()), ('send-messages', now())
        on conflict (job) do update set at = excluded.at`;
    await t`delete from private.heartbeats where job = 'backup'`;
    await t`update public.transactions set next_ask_at = now() where next_ask_at is not null`;
    await t`update private.messages set next_attempt_at = now() where next_attempt_at is not null`;
    await t`update private.messages set finished_at = now() - interval '2 days' where state = 'failed'`;
    await t`update public.owner_tasks set created_at = now()`;
    await t`delete from private.rule_findings`;
    await t`delete from private.rule_looks`;
    await t`insert into private.rule_looks values (now(), (select max(id) from public.history))`;
    await t`update private.rule_rounds set night = private.nairobi_day(now() - interval '2 hours'), part = 'none',
        finished_at = now()`;
    await t`update private.watched_parts set is_unwell = false, since = null, problem = null, advice = null, looks = 0,
        changing_since = null, looked_at = null`;
    await work(t);
  });
}

async function report(t: Transaction): Promise<ShopReport> {
  const [row] = await t<{ report: ShopReport }[]>`select public.shop_health() as report`;
  return row?.report as ShopReport;
}

const part = async (t: Transaction, name: HealthPart['part']) =>
  (await report(t)).parts.find((one) => one.part === name);

/** The messages to the owner during a number of runs of the minute job, one minute apart. */
async function ownerMessages(t: Transaction, minutes: number): Promise<string[]> {
  const subjects = async () => {
    const rows = await t<{ subject: string }[]>`
      select distinct subject from private.messages where kind = 'owner_health' and created_at = now()`;
    return rows.map(({ subject }) => subject);
  };
  const before = await subjects();
  for (let minute = 0; minute < minutes; minute += 1) {
    await t`update private.watched_parts set looked_at = looked_at - interval '1 minute',
      changing_since = changing_since - interval '1 minute'`;
    await t`select public.watch_health()`;
    await t`select public.watch_rules()`;
  }
  const added = (await subjects()).filter((subject) => !before.includes(subject));
  return added.map((subject) => subject.replace(/ since .*/, ''));
}

const failMessage = (t: Transaction) =>
  t`insert into private.messages (kind, subject, channel, recipient, state, finished_at)
    values ('owner_daily_summary', '2020-01-01', 'email', 'owner@example.com', 'failed', now())`;
const answerMessage = (t: Transaction) =>
  t`update private.messages set answered_at = now() where subject = '2020-01-01'`;

describe('each part', () => {
  it('is healthy and has no message when nothing is wrong', () =>
    inWellShop(async (t) => {
      const { parts } = await report(t);
      expect(parts).toHaveLength(9);
      for (const { part: name, ...rest } of parts)
        expect([name, rest]).toEqual([name, { cases: 0, problem: null, advice: null, since: null }]);
    }));

  it('is checked whenever the owner is told about it', () =>
    inWellShop(async (t) => {
      const watched = await t<{ part: HealthPart['part'] }[]>`select part from private.watched_parts`;
      const checked = (await report(t)).parts.map(({ part: name }) => name);
      expect(checked).toEqual(expect.arrayContaining(watched.map(({ part: name }) => name)));
    }));

  it('with a problem shows since when, and what to do', () =>
    inWellShop(async (t) => {
      await t`update private.heartbeats set at = now() - interval '12 minutes' where job = 'reconcile'`;
      await t`delete from private.heartbeats where job = 'send-messages'`;
      expect(await part(t, 'reconcile')).toMatchObject({
        cases: 1,
        problem: 'reconcile ran last 12 minutes ago.',
        advice: expect.stringContaining('Read the log') as string,
        since: expect.stringMatching(/^20.*Z$/) as string,
      });
      expect(await part(t, 'send-messages')).toMatchObject({
        problem: 'send-messages has never run.',
        since: null,
      });
    }));

  it('a message that failed counts until the owner has settled it', () =>
    inWellShop(async (t) => {
      await failMessage(t);
      expect(await part(t, 'messages')).toMatchObject({
        cases: 1,
        problem: '1 message failed since yesterday.',
      });
      await answerMessage(t);
      expect(await part(t, 'messages')).toMatchObject({ cases: 0 });
    }));

  it('messages that wait, and tasks of yesterday', () =>
    inWellShop(async (t) => {
      await t`insert into private.messages (kind, subject, channel, recipient, next_attempt_at)
        values ('owner_daily_summary', '2020-01-01', 'email', 'owner@example.com', now() - interval '16 minutes')`;
      expect(await part(t, 'outbox')).toMatchObject({ cases: 1 });
      const product = await newProduct(sql);
      const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
        sid: newSid(),
      });
      await t`insert into public.owner_tasks (kind, order_id, transaction_id, title, created_at)
        select 'undecided', t.order_id, t.id, 'Ask', now() - interval '25 hours' from public.transactions t
        where t.order_id = ${order.id}`;
      expect(await part(t, 'tasks')).toMatchObject({
        cases: 1,
        problem: '1 task about money is older than a day.',
      });
    }));

  it('rules are as their checks found them, and these must be made', () =>
    inWellShop(async (t) => {
      await t`insert into private.rule_findings (broken, subject, detail, found_at)
        values ('paid without money', 'an order', 'paid', now() - interval '5 minutes')`;
      expect(await part(t, 'rules')).toMatchObject({
        cases: 1,
        problem: 'Rules about money or stock are broken: paid without money (1, first an order).',
        advice: 'Ship nothing of it before you know why.',
        since: expect.any(String) as string,
      });
      await t`update private.rule_rounds set finished_at = now() - interval '37 hours'`;
      expect((await part(t, 'rules'))?.problem).toContain('broken: paid without money');
      await t`delete from private.rule_findings`;
      expect(await part(t, 'rules')).toMatchObject({
        cases: 1,
        problem: 'The rules about money and stock were last checked for everything 37 hours ago.',
        advice: 'Read the log of send-messages.',
      });
      await t`update private.rule_rounds set finished_at = now() - interval '35 hours'`;
      expect(await part(t, 'rules')).toMatchObject({ cases: 0, problem: null, since: null });
      await t`update private.rule_looks set at = now() - interval '61 minutes'`;
      expect(await part(t, 'rules')).toMatchObject({
        cases: 1,
        problem: 'Changes of money and stock were last checked 61 minutes ago.',
      });
    }));

  it('space and backups count once the owner has set a limit', () =>
    inWellShop(async (t) => {
      await t`update private.settings set database_limit_mb = 1000000, backup_limit_days = 7`;
      expect(await part(t, 'space')).toMatchObject({ cases: 0 });
      expect(await part(t, 'backup')).toMatchObject({
        cases: 1,
        problem: 'npm run shop -- backup has never finished.',
      });
      await t`insert into private.heartbeats (job, at) values ('backup', now() - interval '8 days')`;
      expect(await part(t, 'backup')).toMatchObject({
        problem: 'npm run shop -- backup finished last 8 days ago.',
      });
      await t`select public.record_heartbeat('backup')`;
      expect(await part(t, 'backup')).toMatchObject({ cases: 0 });
      // Four fifths of it are near enough.
      await t`update private.settings set database_limit_mb = pg_database_size(current_database()) / 1000000 + 1`;
      expect((await part(t, 'space'))?.problem).toMatch(/^The database has \d+ MB of \d+ MB\.$/);
    }));
});

describe('the figures', () => {
  it('name sizes, the largest tables, callers who must wait, and when each job ran', () =>
    inWellShop(async (t) => {
      const sid = newSid();
      await t`insert into private.rate_counts (action, subject, key_hash, used_until, refused_for)
        values ('search', 'session', ${sid}, now() + interval '1 minute', '5 seconds'),
          ('search', 'session', ${`${sid} `}, now() + interval '1 minute', null),
          ('search', 'address', ${sid}, now() - interval '1 minute', '5 seconds')`;
      await t`select public.record_heartbeat('backup')`;
      const { figures } = await report(t);
      expect(figures.limitsHit.find(({ action }) => action === 'search')).toEqual({
        action: 'search',
        subject: 'session',
        callers: 1,
      });
      expect(figures.sizes.databaseBytes).toBeGreaterThan(1_000_000);
      expect(figures.sizes.tables).toHaveLength(5);
      const sizes = figures.sizes.tables.map(({ bytes }) => bytes);
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(Object.values(figures.ranAt).every((at) => at !== null)).toBe(true);
    }));
});

describe('the owner', () => {
  it('hears of a part after three looks in a row that found a problem, and once', () =>
    inWellShop(async (t) => {
      await failMessage(t);
      expect(await ownerMessages(t, 2)).toEqual([]);
      expect(await ownerMessages(t, 1)).toEqual(['messages unwell']);
      expect(await ownerMessages(t, 20)).toEqual([]);
    }));

  it('hears that it is well again after three looks in a row that found none, and once', () =>
    inWellShop(async (t) => {
      await failMessage(t);
      await ownerMessages(t, 3);
      await answerMessage(t);
      expect(await ownerMessages(t, 2)).toEqual([]);
      expect(await ownerMessages(t, 1)).toEqual(['messages well']);
      expect(await ownerMessages(t, 20)).toEqual([]);
    }));

  it('is not told about problems that come and go', () =>
    inWellShop(async (t) => {
      await failMessage(t);
      const briefProblem = async () => {
        await answerMessage(t);
        const well = await ownerMessages(t, 1);
        await t`update private.messages set answered_at = null where subject = '2020-01-01'`;
        return [...well, ...(await ownerMessages(t, 2))];
      };
      for (let times = 0; times < 3; times += 1) expect(await briefProblem()).toEqual([]);
      expect(await ownerMessages(t, 1)).toEqual(['messages unwell']);
      // Nor that it is well in between.
      for (let times = 0; times < 3; times += 1) expect(await briefProblem()).toEqual([]);
    }));

  it('hears of a silent job at the first look: its five minutes are over already', () =>
    inWellShop(async (t) => {
      await t`update private.heartbeats set at = now() - interval '6 minutes' where job = 'reconcile'`;
      expect(await ownerMessages(t, 1)).toEqual(['reconcile unwell']);
      await t`select public.record_heartbeat('reconcile')`;
      expect(await ownerMessages(t, 2)).toEqual([]);
      expect(await ownerMessages(t, 1)).toEqual(['reconcile well']);
    }));

  it('is told about a broken rule by name', () =>
    inWellShop(async (t) => {
      const product = await newProduct(sql, { stock: 10 });
      await t`set local session_replication_role = replica`;
      await t`update public.products set stock = 9 where id = ${product.id}`;
      await t`set local session_replication_role = origin`;
      expect(await ownerMessages(t, 3)).toEqual(['rules unwell']);
      const [row] = await t<{ health: HealthPart }[]>`
        select private.message_facts(m) -> 'health' as health from private.messages m
        where m.kind = 'owner_health' and m.created_at = now() limit 1`;
      expect(row?.health).toMatchObject({
        part: 'rules',
        isUnwell: true,
        problem: expect.stringContaining(product.id) as string,
        advice: 'Ship nothing of it before you know why.',
      });
    }));

  it('hears that the rules are not checked', () =>
    inWellShop(async (t) => {
      await t`update private.rule_rounds set finished_at = now() - interval '37 hours'`;
      expect(await ownerMessages(t, 3)).toEqual(['rules unwell']);
    }));

  it('costs no comparison of whole tables every minute', () =>
    inWellShop(async (t) => {
      const lookedAt = async () =>
        Object.fromEntries(
          (
            await t<{ part: string; at: Date }[]>`select part, looked_at as at from private.watched_parts`
          ).map(({ part: name, at }) => [name, at?.getTime()]),
        );
      await ownerMessages(t, 1);
      const first = await lookedAt();
      await ownerMessages(t, 1);
      const second = await lookedAt();
      // As if a minute had passed, which brings the quick ones up to date.
      expect(second.messages).toBe(first.messages);
      expect(second.rules).toBe((first.rules ?? 0) - 60_000);
    }));
});

it('the shop’s own role may run the checks', async () => {
  await as(sql, shop, (t) => t`select public.watch_health(), public.watch_rules(), public.shop_health()`);
});
