import { describe, expect, it } from 'vitest';
import type { ClaimedMessages } from '../../functions/_shared/contract/messages.ts';
import { type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { claim, providers, bankDecides, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();

/** One call of a sender; how many rows it looked at, and whose messages it got. */
async function claimSome(t: Transaction, limit = 20): Promise<ClaimedMessages> {
  const [row] = await t<{ claimed: ClaimedMessages }[]>`
    select public.claim_messages(${t.json(providers)}, ${limit}) as claimed`;
  return row?.claimed ?? { messages: [], handled: 0 };
}

/** So many tasks of the owner are waiting to be reported, due before everything else; the order is that of `of`. */
const queueMany = (t: Transaction, count: number, kind: string, subject: string, orderId: string) =>
  t`insert into private.messages (kind, subject, order_id, channel, recipient, next_attempt_at)
    select ${kind}, ${subject}::text || n, ${orderId}, 'email', 'owner@example.com', now() - interval '1 hour'
    from generate_series(1, ${count}) n`;

/** With what other tests have left in the queue. */
const amongOthers = { amongOthers: true };

it('goes on behind many messages that are no longer true', () =>
  undoneOrder(
    sql,
    async (t, placed) => {
      await bankDecides(t, placed);
      await queueMany(t, 60, 'order_unpaid', 'untrue ', placed.order.id);
      let claimed = await claimSome(t);
      for (let calls = 0; claimed.messages.length === 0 && claimed.handled > 0 && calls < 10; calls += 1) {
        claimed = await claimSome(t);
      }
      expect(claimed.messages.length).toBeGreaterThan(0);
    },
    amongOthers,
  ));

it('a message whose facts cannot be read waits, and the others go out', () =>
  undoneOrder(
    sql,
    async (t, placed) => {
      await bankDecides(t, placed);
      await queueMany(t, 1, 'owner_daily_summary', 'no day ', placed.order.id);
      const { messages } = await claimSome(t, 100_000);
      expect(messages.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order_paid']));
      const [bad] = await t<{ state: string; attempts: number; reason: string; is_later: boolean }[]>`
      select state, attempts, reason, next_attempt_at > now() as is_later from private.messages
      where subject = 'no day 1'`;
      expect(bad).toMatchObject({ state: 'waiting', attempts: 1, is_later: true });
      expect(bad?.reason).toContain('invalid input syntax');
    },
    amongOthers,
  ));

it('a message that somebody has locked holds up nobody', () =>
  undoneOrder(sql, async (t, placed) => {
    // Committed, so that another connection can lock it.
    const [row] = await sql<{ id: string }[]>`
      insert into private.messages (kind, subject, channel, recipient, next_attempt_at, state, content, is_uncertain, first_sent_at)
      values ('owner_health', ${`locked ${placed.order.id}`}, 'sms', '+254700000000', now() - interval '1 hour',
        'sending', '{"text":"x"}', true, now() - interval '2 days') returning id`;
    const locker = await sql.reserve();
    try {
      await locker`begin`;
      await locker`select 1 from private.messages where id = ${row?.id ?? ''} for update`;
      await t`set local statement_timeout = '3s'`;
      await bankDecides(t, placed);
      expect((await claimSome(t, 100_000)).messages.length).toBeGreaterThan(0);
    } finally {
      await locker`rollback`;
      locker.release();
      await sql`delete from private.messages where id = ${row?.id ?? ''}`;
    }
  }));

it(
  'works through 1,000 waiting messages, each handed out once',
  () =>
    undoneOrder(sql, async (t, placed) => {
      await bankDecides(t, placed);
      await queueMany(t, 800, 'order_unpaid', 'untrue ', placed.order.id);
      await queueMany(t, 200, 'owner_order_paid', 'true ', placed.order.id);
      const seen = new Set<string>();
      let handed = 0;
      let looked = 0;
      for (let calls = 0; calls < 50; calls += 1) {
        const { messages, handled } = await claimSome(t, 100);
        if (handled === 0) break;
        for (const { id } of messages) seen.add(id);
        handed += messages.length;
        looked += handled;
      }
      expect(handed).toBeGreaterThanOrEqual(200);
      expect(looked).toBeGreaterThanOrEqual(1000);
      expect(seen.size).toBe(handed);
    }),
  60_000,
);

describe('a clock that jumps', () => {
  /** The clock goes so far forward (back, with a minus): what the rows hold is so much longer ago. */
  const jump = (t: Transaction, orderId: string, by: string) =>
    t`update private.messages set next_attempt_at = next_attempt_at - ${by}::interval,
        first_sent_at = first_sent_at - ${by}::interval where order_id = ${orderId} and next_attempt_at is not null`;
  const storeAll = async (t: Transaction, messages: Awaited<ReturnType<typeof claim>>) => {
    for (const { id, lease } of messages)
      await t`select public.store_message_content(${id}, ${lease}, '{"subject":"x","text":"x"}')`;
  };

  it('two days forward while messages are on their way repeats none that may have arrived', () =>
    undoneOrder(sql, async (t, placed) => {
      await bankDecides(t, placed);
      const first = await claim(t, placed);
      expect(first.length).toBeGreaterThan(0);
      await storeAll(t, first);
      await jump(t, placed.order.id, '2 days');
      expect(await claim(t, placed)).toEqual([]);
      const ids = first.map(({ id }) => id);
      const states = await t`select distinct state from private.messages where id = any(${ids}::uuid[])`;
      expect(states).toEqual([{ state: 'unknown' }]);
    }));

  it('two days back hands out nothing twice, and what waits goes out when its time has come, under the same key', () =>
    undoneOrder(sql, async (t, placed) => {
      await bankDecides(t, placed);
      const keys = (messages: Awaited<ReturnType<typeof claim>>) => messages.map(({ key }) => key).sort();
      const first = await claim(t, placed);
      await jump(t, placed.order.id, '-2 days');
      expect(await claim(t, placed)).toEqual([]);
      await jump(t, placed.order.id, '2 days 3 minutes');
      expect(keys(await claim(t, placed))).toEqual(keys(first));
    }));
});
