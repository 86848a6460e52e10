import { describe, expect, it } from 'vitest';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { MessageDetail, MessageRow } from '../../functions/_shared/contract/admin-messages.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { ClaimedMessage, RecordedEvents } from '../../functions/_shared/contract/messages.ts';
import { type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { asAdmin, claim, paidMail, bankDecides, stateOf, store, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');

let reports = 0;
const report = async (t: Transaction, providerId: string, what: string, id = `report ${(reports += 1)}`) => {
  const events = [{ id, providerId, report: what, reason: what === 'delivered' ? null : '550' }];
  const [row] = await t<{ counts: RecordedEvents }[]>`
    select public.record_message_events('resend', ${t.json(events)}) as counts`;
  return row?.counts;
};
const accept = (t: Transaction, { id, lease }: ClaimedMessage, providerId: string) =>
  t`select public.record_message_result(${id}, ${lease}, 'accepted', ${providerId})`;
const again = (t: Transaction, { id }: ClaimedMessage, recipient: string | null = null) =>
  asAdmin<MessageDetail>(
    t,
    admin,
    (a) =>
      a`select public.take_message_step(${id}, ${recipient === null ? 'sent again' : 'address corrected'}, ${recipient}) as reply`,
  );

/** A mail to the buyer that the provider has taken, under the id of its order. */
const withSentMail = (
  work: (t: Transaction, placed: Placed, mail: ClaimedMessage, id: string) => Promise<void>,
) =>
  undoneOrder(sql, async (t, placed) => {
    const mail = await paidMail(t, placed);
    await store(t, mail);
    const id = `provider ${placed.order.id}`;
    await accept(t, mail, id);
    await work(t, placed, mail, id);
  });

describe('a report of a provider', () => {
  it.each([
    [['delivered'], 'delivered'],
    [['bounced'], 'bounced'],
    [['complained'], 'complained'],
    [['failed'], 'failed'],
    // They come in any order.
    [['delivered', 'failed'], 'delivered'],
    [['failed', 'delivered'], 'delivered'],
    [['delivered', 'bounced'], 'bounced'],
    [['bounced', 'delivered'], 'bounced'],
    [['delivered', 'complained', 'delivered'], 'complained'],
  ])('%j makes it %s', (all, state) =>
    withSentMail(async (t, _, mail, id) => {
      for (const one of all) await report(t, id, one);
      expect(await stateOf(t, mail)).toMatchObject({ state });
    }),
  );

  it('counts once, however often it comes', () =>
    withSentMail(async (t, _, mail, id) => {
      expect(await report(t, id, 'delivered', 'one')).toEqual({ recorded: 1, repeated: 0, unknown: 0 });
      expect(await report(t, id, 'bounced', 'one')).toEqual({ recorded: 0, repeated: 1, unknown: 0 });
      expect(await stateOf(t, mail)).toMatchObject({ state: 'delivered' });
    }));

  it('about a message that the shop does not know changes nothing', () =>
    withSentMail(async (t, _, mail) => {
      expect(await report(t, 'somebody else’s', 'bounced')).toEqual({ recorded: 0, repeated: 0, unknown: 1 });
      expect(await stateOf(t, mail)).toMatchObject({ state: 'accepted' });
    }));

  it('may be faster than the answer to the message', () =>
    undoneOrder(sql, async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      const id = `fast ${placed.order.id}`;
      expect(await report(t, id, 'bounced')).toMatchObject({ unknown: 1 });
      await accept(t, mail, id);
      expect(await stateOf(t, mail)).toMatchObject({ state: 'bounced', reason: '550' });
    }));

  it('about an earlier round leaves the latest one alone', () =>
    withSentMail(async (t, placed, mail, id) => {
      await again(t, mail, 'right@example.com');
      await report(t, id, 'bounced');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'waiting' });
      // And the address that bounced is not the one that is written to now.
      const [next] = (await claim(t, placed)).filter((one) => one.id === mail.id);
      expect(next?.recipient).toBe('right@example.com');
      await store(t, next as ClaimedMessage);
      await accept(t, next as ClaimedMessage, `${id} again`);
      await report(t, id, 'bounced');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'accepted' });
    }));
});

describe('an address that bounced', () => {
  const withBounce = (work: (t: Transaction, placed: Placed, mail: ClaimedMessage) => Promise<void>) =>
    withSentMail(async (t, placed, mail, id) => {
      await report(t, id, 'bounced');
      await work(t, placed, mail);
    });
  const completed = async (t: Transaction, placed: Placed) => {
    await t`update public.orders set status = 'completed' where id = ${placed.order.id}`;
    await t`update private.messages set next_attempt_at = now() where order_id = ${placed.order.id} and next_attempt_at is not null`;
    const handedOut = (await claim(t, placed)).map(({ kind, channel }) => `${kind} ${channel}`);
    const page = await asAdmin<PageOfRows<MessageRow>>(
      t,
      admin,
      (a) => a`select public.list_messages(${a.json({ orderId: placed.order.id })}, 50) as reply`,
    );
    return {
      handedOut,
      row: page.rows.find(({ kind, channel }) => kind === 'order_completed' && channel === 'email'),
    };
  };

  it('gets no further mail, and the owner sees why; other channels go on', () =>
    withBounce(async (t, placed) => {
      const { handedOut, row } = await completed(t, placed);
      expect(handedOut).not.toContain('order_completed email');
      expect(handedOut).toContain('order_completed sms');
      expect(row).toMatchObject({ state: 'failed', blocked: 'bounced' });
      expect(row?.reason).toContain('bounced');
    }));

  it('is not written to by “send again” either', () =>
    withBounce(async (t, placed, mail) => {
      await again(t, mail);
      expect((await claim(t, placed)).map(({ id }) => id)).not.toContain(mail.id);
      expect(await stateOf(t, mail)).toMatchObject({ state: 'failed' });
    }));

  it('is written to once an admin has unblocked it', () =>
    withBounce(async (t, placed, mail) => {
      const unblock = () =>
        asAdmin<MessageDetail>(
          t,
          admin,
          (a) => a`select public.take_message_step(${mail.id}, 'address unblocked') as reply`,
        );
      expect(await unblock()).toMatchObject({
        blocked: null,
        state: 'bounced',
        steps: [{ step: 'address unblocked', detail: mail.recipient, byName: 'Owner' }],
      });
      const { handedOut } = await completed(t, placed);
      expect(handedOut).toContain('order_completed email');
      await expect(t.savepoint(unblock)).rejects.toMatchObject({ message: 'transition_refused' });
    }));

  it('does not keep the message from another address', () =>
    withBounce(async (t, placed, mail) => {
      expect(await again(t, mail, 'right@example.com')).toMatchObject({ blocked: null });
      expect((await claim(t, placed)).map(({ id }) => id)).toContain(mail.id);
    }));

  it('does not change the state of a message that may have been sent', () =>
    undoneOrder(sql, async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await t`select public.record_message_result(${mail.id}, ${mail.lease}, 'unknown')`;
      await t`insert into private.blocked_addresses (channel, address, reason, message_id)
        values ('email', ${mail.recipient}, 'bounced', ${mail.id}) on conflict do nothing`;
      await t`update private.messages set next_attempt_at = now() where id = ${mail.id}`;
      await claim(t, placed);
      expect(await stateOf(t, mail)).toMatchObject({ state: 'unknown' });
    }));

  it('is an alert for the owner, like a complaint', () =>
    withSentMail(async (t, _, mail, id) => {
      const count = () =>
        asAdmin<{ messagesInTrouble: number }>(t, admin, (a) => a`select public.owner_alerts() as reply`);
      const before = (await count()).messagesInTrouble;
      await report(t, id, 'complained');
      expect((await count()).messagesInTrouble).toBe(before + 1);
      expect(mail.kind).toBe('order_paid');
    }));
});

it('one report about a mail to the owner stops mails of that kind alone; the overview names it', () =>
  undoneOrder(
    sql,
    async (t, placed) => {
      await bankDecides(t, placed);
      const handedOut = await claim(t, placed);
      const [stock, paid] = ['owner_low_stock', 'owner_order_paid'].map(
        (kind) => handedOut.find((one) => one.kind === kind) as ClaimedMessage,
      ) as [ClaimedMessage, ClaimedMessage];
      for (const mail of [stock, paid]) {
        await store(t, mail);
        await accept(t, mail, `to the owner ${mail.id}`);
      }
      await report(t, `to the owner ${stock.id}`, 'complained');
      for (const mail of [stock, paid]) await again(t, mail);
      expect((await claim(t, placed)).map(({ kind }) => kind)).toEqual(['owner_order_paid']);
      expect(await stateOf(t, stock)).toMatchObject({ state: 'failed' });
      const stopped = async () =>
        (await asAdmin<OwnerAlerts>(t, admin, (a) => a`select public.owner_alerts() as reply`))
          .stoppedMessages;
      expect(await stopped()).toEqual(['owner_low_stock']);
      await asAdmin(
        t,
        admin,
        (a) => a`select public.take_message_step(${stock.id}, 'address unblocked') as reply`,
      );
      expect(await stopped()).toEqual([]);
    },
    { stock: 1 },
  ));

it('one about a mail to the owner as a buyer does so too', () =>
  withSentMail(async (t, _, mail, id) => {
    await t`update private.message_rules set emails = array['Owner@example.com', upper(${mail.recipient})] where kind = 'owner_daily_summary'`;
    await report(t, id, 'complained');
    expect(await t`select kind from private.blocked_addresses where message_id = ${mail.id}`).toEqual([
      { kind: 'order_paid' },
    ]);
  }));

it('reports are forgotten after 30 days, messages are not', () =>
  withSentMail(async (t, placed, mail, id) => {
    await report(t, id, 'delivered', 'old');
    await t`update private.message_events set received_at = now() - interval '31 days' where event_id = 'old'`;
    await t`select public.queue_due_messages()`;
    expect(await t`select 1 from private.message_events where event_id = 'old'`).toHaveLength(0);
    expect(await stateOf(t, mail)).toMatchObject({ state: 'delivered' });
    await bankDecides(t, placed);
  }));
