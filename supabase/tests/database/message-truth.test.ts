import { beforeAll, describe, expect, it } from 'vitest';
import type { MessageKind } from '../../functions/_shared/contract/messages.ts';
import { approved, newPerson, type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { claim, kindsOf, messagesOf, pass, settle, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();
// Mails to the owner need one.
beforeAll(() => newPerson(sql, 'Owner', 'admin'));

const withOrder = (work: (t: Transaction, placed: Placed) => Promise<void>, stock = 50) =>
  undoneOrder(sql, work, { stock });

const refused = { status: '4', transactionIndex: null };
const unable = { status: '255', transactionIndex: null };

/** What became of the messages of one kind, after whatever is due was handed out. */
async function afterClaim(t: Transaction, placed: Placed, kind: MessageKind) {
  await claim(t, placed);
  const about = (await messagesOf(t, placed)).filter((message) => message.kind === kind);
  return [...new Set(about.map(({ state, reason }) => reason ?? state))];
}

const payAgain = (t: Transaction, { order }: Placed) =>
  t<{ trace: string; reference: string }[]>`
    with opened as (select private.open_transaction(${order.id}, ${order.totalAmount}) as o)
    select (o).trace, (o).reference from opened`;

const closeTask = (t: Transaction, { order }: Placed) =>
  t`update public.owner_tasks set closed_at = now(), closing_reason = 'done', outcome = 'refunded'
    where order_id = ${order.id}`;

describe('a refusal', () => {
  it('is reported when the bank refused the card', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, refused);
      expect(await afterClaim(t, placed, 'payment_refused')).toEqual(['sending']);
    }));

  it('is not reported when the bank made no transaction at all', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, unable);
      expect(await kindsOf(t, placed)).toEqual(['order_unpaid email']);
      // The buyer is reminded that the order is unpaid, which is true.
      await pass(t, placed, '11 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['sending']);
    }));

  it('is not reported to a buyer who is paying again', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, refused);
      await t`update public.orders set status = 'pending' where id = ${placed.order.id}`;
      await payAgain(t, placed);
      expect(await afterClaim(t, placed, 'payment_refused')).toEqual(['No longer true']);
    }));

  it('is reported for the latest attempt alone', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, refused);
      await t`update public.orders set status = 'pending' where id = ${placed.order.id}`;
      await t`reset role`;
      await t`update public.transactions set created_at = created_at - interval '5 minutes' where order_id = ${placed.order.id}`;
      await t`set local role service_role`;
      const [again] = await payAgain(t, placed);
      const second = { ...placed, transaction: { ...placed.transaction, ...again } };
      await settle(t, second, refused);
      await claim(t, placed);
      const states = (await messagesOf(t, placed)).filter(({ kind }) => kind === 'payment_refused');
      expect(states.map(({ state }) => state).sort()).toEqual(['sending', 'skipped']);
    }));

  it('is not followed by a reminder that the order is unpaid', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, refused);
      await pass(t, placed, '11 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['No longer true']);
    }));
});

describe('at the moment of sending', () => {
  it.each(['refund_due', 'owner_task'] as const)('%s goes out while its task is open', (kind) =>
    withOrder(async (t, placed) => {
      await t`select private.cancel_order(${placed.order.id})`;
      await settle(t, placed);
      expect(await afterClaim(t, placed, kind)).toEqual(['sending']);
    }),
  );

  it.each(['refund_due', 'owner_task'] as const)('%s stays when its task is closed', (kind) =>
    withOrder(async (t, placed) => {
      await t`select private.cancel_order(${placed.order.id})`;
      await settle(t, placed);
      await closeTask(t, placed);
      expect(await afterClaim(t, placed, kind)).toEqual(['No longer true']);
    }),
  );

  it('low stock is reported while it is low', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed);
      expect(await afterClaim(t, placed, 'owner_low_stock')).toEqual(['sending']);
    }, 3));

  it('low stock is not reported once new pieces have come', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed);
      await t`update public.products set stock = 500 where id in (
        select product_id from public.order_items where order_id = ${placed.order.id})`;
      expect(await afterClaim(t, placed, 'owner_low_stock')).toEqual(['No longer true']);
    }, 3));

  it('a job that runs again before the owner was told is not reported', () =>
    withOrder(async (t, placed) => {
      await t`update private.heartbeats set at = now() - interval '16 minutes' where job = 'reconcile'`;
      await t`select public.queue_health_messages()`;
      await t`select public.record_heartbeat('reconcile')`;
      await claim(t, placed);
      const rows = await t<{ state: string }[]>`
        select state from private.messages
        where kind = 'owner_health' and subject like 'reconcile %' and created_at = now()`;
      expect(rows.map(({ state }) => state)).toEqual(['skipped']);
    }));

  it('a sender that died before it stored the text is asked for the truth again', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, refused);
      await claim(t, placed);
      await t`update public.orders set status = 'pending' where id = ${placed.order.id}`;
      await pass(t, placed, '3 minutes');
      expect(await afterClaim(t, placed, 'payment_refused')).toEqual(['No longer true']);
    }));
});

describe('what was received', () => {
  const received = async (t: Transaction, { order }: Placed) =>
    (
      await t<{ cents: number }[]>`
        select (private.message_facts(m) -> 'order' -> 'payment' ->> 'acceptedCents')::integer as cents
        from private.messages m where m.order_id = ${order.id} and m.kind = 'order_paid' limit 1`
    )[0]?.cents;

  it('is the sum that the bank approved', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed);
      expect(await received(t, placed)).toBe(500_000);
    }));

  it('is the other sum when the owner accepted that', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, { amountCents: '400000' });
      await t`reset role`;
      await t`select private.accept_payment(k) from public.owner_tasks k where k.order_id = ${placed.order.id}`;
      await t`set local role service_role`;
      await closeTask(t, placed);
      await t`update public.owner_tasks set outcome = 'accepted' where order_id = ${placed.order.id}`;
      expect(await received(t, placed)).toBe(400_000);
    }));

  it('is the part that was accepted and the rest together', () =>
    withOrder(async (t, placed) => {
      await settle(t, placed, { amountCents: '200000' });
      await closeTask(t, placed);
      await t`update public.owner_tasks set outcome = 'rest_due' where order_id = ${placed.order.id}`;
      const [rest] = await t<{ trace: string; reference: string; amount: number }[]>`
        with opened as (select private.open_transaction(${placed.order.id}, 3000) as o)
        select (o).trace, (o).reference, (o).amount from opened`;
      const paying = { ...placed, transaction: { ...placed.transaction, ...rest } };
      await t`select public.settle_payment(${rest?.trace ?? ''}, ${t.json(approved(paying))}, 'return')`;
      expect(await received(t, placed)).toBe(500_000);
    }));
});
