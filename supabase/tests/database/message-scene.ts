import { expect } from 'vitest';
import { reasonText } from '../../../web/src/dashboard/lib/message-text.ts';
import type { PageOfRows, RowCursor } from '../../functions/_shared/contract/admin.ts';
import type {
  MessageDetail,
  MessageFilter,
  MessageRow as ListedMessage,
} from '../../functions/_shared/contract/admin-messages.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type {
  ClaimedMessage,
  ClaimedMessages,
  MessageProvider,
} from '../../functions/_shared/contract/messages.ts';
import { approved, newProduct, place, type Placed, type Sql, type Transaction } from '../shop-cast.ts';

export type MessageRow = {
  kind: string;
  state: string;
  reason: string | null;
  recipient: string;
  channel: string;
};

const undo = new Error('all is undone');

/**
 * An order and what happens to its messages, unseen by the timer of this stack: all of it is undone. Messages that other
 * tests have left are not due meanwhile, nor do the owner's mails count that went out for them, unless `amongOthers`.
 */
export async function undoneOrder(
  sql: Sql,
  work: (t: Transaction, placed: Placed) => Promise<void>,
  { stock = 50, wishes = {} as Record<string, unknown>, amongOthers = false } = {},
): Promise<void> {
  const product = await newProduct(sql, { price: 5000, stock });
  const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 5000 }], {
    details: wishes,
  });
  await sql
    .begin(async (t) => {
      if (!amongOthers) {
        await t`update private.messages
          set next_attempt_at = now() + interval '1 year', reason = null, put_off_at = null
          where next_attempt_at is not null and order_id is distinct from ${placed.order.id}`;
        await t`delete from private.rate_counts where action in ('owner_mail', 'free_message', 'staff_message')`;
      }
      await work(t, placed);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

export const bankDecides = (t: Transaction, placed: Placed, over: Record<string, string | null> = {}) =>
  t`select public.decide_payment(${placed.transaction.trace}, ${t.json(approved(placed, over))}, 'return')`;

/** The messages of an order; the shop's reasons are keys that the dashboard has words for. */
export async function messagesOf(t: Transaction, { order }: Pick<Placed, 'order'>): Promise<MessageRow[]> {
  const rows = await t<MessageRow[]>`select kind, state, reason, recipient, channel from private.messages
    where order_id = ${order.id} order by kind, channel`;
  for (const { reason } of rows)
    if (/^[a-z_]+$/.test(reason ?? '')) expect(reasonText(reason)).not.toBe(reason);
  return rows;
}

export const kindsOf = async (t: Transaction, placed: Placed) =>
  (await messagesOf(t, placed)).map(({ kind, channel }) => `${kind} ${channel}`);

export const day = 24 * 3600;

/** The shop's providers: mail with an idempotency key, SMS without one. */
export const providers: MessageProvider[] = [
  { channel: 'email', provider: 'resend', keySeconds: day },
  { channel: 'sms', provider: 'africas-talking', keySeconds: 0 },
];

/** What a sender is handed out about this order. */
export async function claim(
  t: Transaction,
  placed: Pick<Placed, 'order'>,
  setUp = providers,
): Promise<ClaimedMessage[]> {
  const [row] = await t<{ claimed: ClaimedMessages }[]>`
    select public.claim_messages(${t.json(setUp)}, 100000) as claimed`;
  return (row?.claimed.messages ?? []).filter(({ orderId }) => orderId === placed.order.id);
}

export const store = async (t: Transaction, { id, lease }: ClaimedMessage, text = 'the text') =>
  (
    await t<{ stored: boolean }[]>`
    select public.store_message_content(${id}, ${lease}, ${t.json({ text })}) as stored`
  )[0]?.stored;

export const record = (t: Transaction, { id, lease }: ClaimedMessage, outcome: string, hasKey = true) =>
  t`select public.record_message_result(${id}, ${lease}, ${outcome}, 'provider id', 'reason', null, ${hasKey})`;

/** So much time passes for the messages of this order. */
export const pass = (t: Transaction, { order }: Pick<Placed, 'order'>, time: string) =>
  t`update private.messages set next_attempt_at = next_attempt_at - ${time}::text::interval,
    first_sent_at = first_sent_at - ${time}::text::interval where order_id = ${order.id}`;

export const stateOf = async (t: Transaction, { id }: ClaimedMessage) =>
  (
    await t<{ state: string; attempts: number; reason: string | null; wait: number | null }[]>`
    select state, attempts, reason, round(extract(epoch from next_attempt_at - now()))::integer as wait
    from private.messages where id = ${id}`
  )[0];

/** The mail to the buyer about the payment, claimed for the first time. */
export async function paidMail(t: Transaction, placed: Placed): Promise<ClaimedMessage> {
  await bankDecides(t, placed);
  const message = (await claim(t, placed)).find(
    ({ kind, channel }) => kind === 'order_paid' && channel === 'email',
  );
  if (!message) throw new Error('There is no mail about the payment.');
  return message;
}

/** Asks as the admin in the middle of what is undone later, then goes on as the owner of the database. */
export async function asAdmin<T>(
  t: Transaction,
  { userId }: { userId: string },
  ask: (t: Transaction) => Promise<{ reply: T }[]>,
): Promise<T> {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
  await t`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
    set_config('request.jwt.claim.sub', ${userId}, true)`;
  const [row] = await ask(t);
  await t`select set_config('role', 'none', true), set_config('request.jwt.claims', '{}', true),
    set_config('request.jwt.claim.sub', '', true)`;
  return row?.reply as T;
}

/** What an admin does with messages on the dashboard, in the middle of what is undone later. */
export function messageDesk(sql: Sql, admin: { userId: string }) {
  const ask = <T>(t: Transaction, query: (t: Transaction) => Promise<{ reply: T }[]>) =>
    asAdmin(t, admin, query);
  return {
    asAdmin: ask,
    list: (t: Transaction, filter: MessageFilter, limit = 50, after: RowCursor | null = null) =>
      ask<PageOfRows<ListedMessage>>(
        t,
        (a) => a`select public.list_messages(${a.json(filter)}, ${limit}, ${a.json(after)}) as reply`,
      ),
    again: (t: Transaction, { id }: { id: string }, recipient: string | null = null, isForOrder = false) =>
      ask<MessageDetail>(
        t,
        (a) =>
          a`select public.take_message_step(${id}, ${
            recipient === null ? 'sent again' : `address corrected${isForOrder ? ' for the order' : ''}`
          }, ${recipient}) as reply`,
      ),
    answer: (t: Transaction, { id }: ClaimedMessage, reason: string) =>
      ask<MessageDetail>(
        t,
        (a) => a`select public.take_message_step(${id}, 'dismissed', ${reason}) as reply`,
      ),
    alerts: (t: Transaction) => ask<OwnerAlerts>(t, (a) => a`select public.owner_alerts() as reply`),
    /** A mail to the buyer that the provider has refused for good. */
    withFailedMail: (work: (t: Transaction, placed: Placed, mail: ClaimedMessage) => Promise<void>) =>
      undoneOrder(sql, async (t, placed) => {
        const mail = await paidMail(t, placed);
        await store(t, mail);
        await record(t, mail, 'rejected');
        await work(t, placed, mail);
      }),
  };
}
