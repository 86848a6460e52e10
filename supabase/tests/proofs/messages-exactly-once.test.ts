import { afterEach, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import type { ClaimedMessages } from '../../functions/_shared/contract/messages.ts';
import { defaultShopDetails } from '../../functions/_shared/contract/shop-details.ts';
import { renderMessage } from '../../functions/_shared/messages/render-message.ts';
import { resendEmail } from '../../functions/_shared/messages/resend-email.ts';
import { callJob } from '../bank-faults.ts';
import { localMail } from '../local-mail.ts';
import { approved, as, newPerson, newProduct, place, bankDecides, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

const sql = openTestDatabase();

const mailbox = stackUnderTest().addresses.mailbox;
const setFaults = (faults: object) =>
  fetch(`${mailbox}/faults.json`, { method: 'PUT', body: JSON.stringify(faults) });
afterEach(() => setFaults({}));

const orders = atLength({ short: 40, full: 1000 });
/** Few enough that some messages are left when the provider goes down. */
const roundsBeforeOutage = atLength({ short: 2, full: 4 });

/** The messages about these orders are due at once, and their senders count as dead: time passes. */
const passTime = (ids: string[]) =>
  sql`update private.messages set next_attempt_at = now() - interval '1 second'
    where order_id = any(${ids}::uuid[]) and next_attempt_at is not null and kind <> 'order_unpaid'`;

/** One that a busy machine cut off has died as well: the next round, as the next minute in a shop, takes over from it. */
const sender = () =>
  callJob('send-messages').catch((error: unknown) => {
    if (!String(error).includes('answered 503')) throw error;
  });

/**
 * A sender that is killed: it claims a few messages and stores their texts, and dies before sending or after sending,
 * before it could note the answer.
 */
async function killedSender(isKilledBeforeSending: () => boolean): Promise<void> {
  const email = resendEmail({
    url: `${mailbox}/providers/resend`,
    apiKey: 'local',
    // As the function itself sends it: other bytes under a known key are refused.
    from: 'Instruments & Current <orders@instruments-and-current.example>',
    replyTo: defaultShopDetails.email,
  });
  const { channel: mail, provider, keySeconds } = email;
  const providers = [
    { channel: mail, provider, keySeconds },
    { channel: 'sms', provider: 'africas-talking', keySeconds: 0 },
  ];
  const claimed = await as(sql, shop, async (t) => {
    const [row] = await t<{ claimed: ClaimedMessages }[]>`
      select public.claim_messages(${t.json(providers)}, 5) as claimed`;
    return row?.claimed.messages ?? [];
  });
  for (const message of claimed) {
    const { id, lease, kind, channel, language, facts, key, recipient, orderId } = message;
    let { content } = message;
    if (!content && facts) {
      content = await renderMessage(
        { kind, channel, language, facts, link: 'https://shop.example/o' },
        defaultShopDetails,
      );
      await as(
        sql,
        shop,
        (t) => t`select public.store_message_content(${id}, ${lease}, ${t.json(content as never)})`,
      );
    }
    if (content && channel === 'email' && !isKilledBeforeSending()) {
      await email.send({ key, recipient, kind, orderId, content });
    }
  }
}

it(`of ${orders} paid orders each buyer and the owner get exactly one mail, at the latest when it is sent again, and nobody two messages`, async () => {
  const random = seededRandom(proofSeed(61));
  const product = await newProduct(sql, { price: 5000, stock: orders + 100 });
  const ids: string[] = [];
  // What other tests left in the outbox of this stack would be sent, and refused, again and again as well.
  await sql`update private.messages set next_attempt_at = now() + interval '1 day' where next_attempt_at is not null`;
  await setFaults({ failShare: 0.5, dropShare: 0.1, limitShare: 0.05 });
  for (let i = 0; i < orders; i += 1) {
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 5000 }]);
    ids.push(placed.order.id);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
  }

  const waiting = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from private.messages
      where order_id = any(${ids}::uuid[]) and next_attempt_at is not null and kind <> 'order_unpaid'`;
    return row?.count ?? 0;
  };
  /** Two senders at once, mostly beside one that dies, until nothing waits any more. */
  const sendAll = async (maxRounds: number) => {
    for (let round = 0; round < maxRounds && (await waiting()) > 0; round += 1) {
      await passTime(ids);
      await Promise.all([
        sender(),
        sender(),
        // Not always: it is the fastest, and the last few would be its alone.
        ...(random() < 0.7 ? [killedSender(() => random() < 0.5)] : []),
      ]);
    }
  };
  await sendAll(roundsBeforeOutage);
  // Down for so long that every message left gives up: some were refused each time, some may have gone out.
  await setFaults({ limitShare: 1 });
  await sendAll(40);
  expect(await waiting()).toBe(0);
  const inTrouble = await tallyOf(ids);
  console.log('in trouble, once nothing waits:', inTrouble.counts);
  expect(inTrouble.wrong).toEqual([]);
  expect((inTrouble.counts['email failed'] ?? 0) + (inTrouble.counts['email unknown'] ?? 0)).toBeGreaterThan(
    0,
  );
  // None is missing without the owner being told.
  const owner = await newPerson(sql, 'Owner', 'admin');
  const [alerts] = await as(
    sql,
    owner,
    (t) => t<{ count: number }[]>`select (public.owner_alerts() ->> 'messagesInTrouble')::integer as count`,
  );
  expect(alerts?.count).toBeGreaterThanOrEqual(inTrouble.ids.length);

  // The provider heals, and the owner sends again what did not arrive for certain, and every mail.
  await setFaults({});
  for (const id of inTrouble.ids)
    await as(sql, owner, (t) => t`select public.take_message_step(${id}, 'sent again')`);
  await sendAll(40);
  expect(await waiting()).toBe(0);
  const afterResend = await tallyOf(ids);
  console.log('after “send again”:', afterResend.counts);
  expect(afterResend.wrong).toEqual([]);
  expect(afterResend.counts['email accepted']).toBe(orders * 2);
  expect(afterResend.arrived('email')).toBe(orders * 2);
  expect(afterResend.arrived('sms')).toBeLessThanOrEqual(orders);
  expect(await sql`select * from private.invariants`).toEqual([]);
});

/** How often a message may lie in the mailbox, by its state. */
const allowed: Record<string, number[] | undefined> = { accepted: [1], unknown: [0, 1], failed: [0] };

/** The messages about these payments beside what lies in the mailbox. */
async function tallyOf(ids: string[]) {
  const rows = await sql<{ id: string; kind: string; channel: string; order_id: string; state: string }[]>`
    select id, kind, channel, order_id, state from private.messages
    where order_id = any(${ids}::uuid[]) and kind in ('order_paid', 'owner_order_paid')`;
  expect(rows).toHaveLength(ids.length * 3);
  const inBox = new Map<string, number>();
  for (const { kind, channel, orderId } of await localMail()) {
    const name = `${kind} ${channel} ${orderId}`;
    inBox.set(name, (inBox.get(name) ?? 0) + 1);
  }
  const timesOf = (row: (typeof rows)[number]) =>
    inBox.get(`${row.kind} ${row.channel} ${row.order_id}`) ?? 0;
  const counts: Record<string, number> = {};
  for (const { channel, state } of rows) {
    counts[`${channel} ${state}`] = (counts[`${channel} ${state}`] ?? 0) + 1;
  }
  return {
    counts,
    /** What lies there twice, is missing, or should not be there. */
    wrong: rows
      .filter((row) => !allowed[row.state]?.includes(timesOf(row)))
      .map((row) => `${row.kind} ${row.channel} is ${row.state}, and lies there ${timesOf(row)} times`),
    /** Every mail in trouble, and each SMS that certainly did not go out: another one of those would be a second. */
    ids: rows
      .filter(({ channel, state }) => state === 'failed' || (state === 'unknown' && channel === 'email'))
      .map(({ id }) => id),
    arrived: (channel: string) =>
      rows.filter((row) => row.channel === channel).reduce((sum, row) => sum + timesOf(row), 0),
  };
}
