import { afterAll, afterEach, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import type { ClaimedMessages } from '../../functions/_shared/contract/messages.ts';
import { shopFacts } from '../../functions/_shared/contract/shop-facts.ts';
import { renderMessage } from '../../functions/_shared/messages/render-message.ts';
import { resendEmail } from '../../functions/_shared/messages/resend-email.ts';
import { callJob } from '../bank-faults.ts';
import { localMail } from '../local-mail.ts';
import { approved, as, newProduct, openDatabase, place, settle, shop } from '../shop-cast.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

const sql = openDatabase();
afterAll(() => sql.end());

const mailbox = stackUnderTest().addresses.mailbox;
const setFaults = (faults: object) =>
  fetch(`${mailbox}/faults.json`, { method: 'PUT', body: JSON.stringify(faults) });
afterEach(() => setFaults({}));

const orders = atLength({ short: 40, full: 1000 });
const rounds = 40;

/** The messages about these orders are due at once, and their senders count as dead: time passes. */
const passTime = (ids: string[]) =>
  sql`update private.messages set next_attempt_at = now() - interval '1 second'
    where order_id = any(${ids}::uuid[]) and next_attempt_at is not null and kind <> 'order_unpaid'`;

/**
 * A sender that is killed: it claims a few messages and stores their texts, and dies before sending or after sending,
 * before it could note the answer.
 */
async function senderThatDies(diesBeforeSending: () => boolean): Promise<void> {
  const email = resendEmail({
    url: `${mailbox}/providers/resend`,
    apiKey: 'local',
    // As the function itself sends it: other bytes under a known key are refused.
    from: 'Instruments & Current <orders@instruments-and-current.example>',
    replyTo: shopFacts.email,
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
      content = await renderMessage({ kind, channel, language, facts, link: 'https://shop.example/o' });
      await as(
        sql,
        shop,
        (t) => t`select public.store_message_content(${id}, ${lease}, ${t.json(content as never)})`,
      );
    }
    if (content && channel === 'email' && !diesBeforeSending()) {
      await email.send({ key, recipient, kind, orderId, content });
    }
  }
}

it(`of ${orders} paid orders each buyer and the owner get exactly one mail, and nobody two messages`, async () => {
  const random = seededRandom(proofSeed());
  const product = await newProduct(sql, { price: 5000, stock: orders + 100 });
  const ids: string[] = [];
  await setFaults({ failShare: 0.5, dropShare: 0.1, limitShare: 0.05 });
  for (let i = 0; i < orders; i += 1) {
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 5000 }]);
    ids.push(placed.order.id);
    await settle(sql, placed.transaction.trace, approved(placed));
  }

  const waiting = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from private.messages
      where order_id = any(${ids}::uuid[]) and next_attempt_at is not null and kind <> 'order_unpaid'`;
    return row?.count ?? 0;
  };
  for (let round = 0; round < rounds && (await waiting()) > 0; round += 1) {
    await passTime(ids);
    // Two senders at once beside one that dies.
    await Promise.all([
      callJob('send-messages'),
      callJob('send-messages'),
      senderThatDies(() => random() < 0.5),
    ]);
  }
  await setFaults({});
  await passTime(ids);
  await callJob('send-messages');
  expect(await waiting()).toBe(0);

  const rows = await sql<{ kind: string; channel: string; order_id: string; state: string }[]>`
    select kind, channel, order_id, state from private.messages
    where order_id = any(${ids}::uuid[]) and kind in ('order_paid', 'owner_order_paid')`;
  expect(rows).toHaveLength(orders * 3);
  const arrived = new Map<string, number>();
  for (const { kind, channel, orderId } of await localMail()) {
    const name = `${kind} ${channel} ${orderId}`;
    arrived.set(name, (arrived.get(name) ?? 0) + 1);
  }
  const tally: Record<string, number> = {};
  for (const { kind, channel, order_id, state } of rows) {
    const times = arrived.get(`${kind} ${channel} ${order_id}`) ?? 0;
    tally[`${channel} ${state}`] = (tally[`${channel} ${state}`] ?? 0) + 1;
    const allowed = state === 'accepted' ? [1] : state === 'unknown' ? [0, 1] : state === 'failed' ? [0] : [];
    expect(allowed, `${kind} ${channel} is ${state}`).toContain(times);
  }
  console.log(tally);
  // Every mail of this run went out; what could not be settled would be 'unknown', not lost.
  expect((tally['email accepted'] ?? 0) + (tally['email unknown'] ?? 0)).toBe(orders * 2);
  expect(await sql`select * from private.invariants`).toEqual([]);
});
