import { describe, expect, it } from 'vitest';
import type { CustomerDetails } from '../../functions/_shared/contract/admin-customers.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { MessageDetail, MessagesToSendAgain } from '../../functions/_shared/contract/admin-messages.ts';
import type { ClaimedMessage } from '../../functions/_shared/contract/messages.ts';
import { as, newPerson, type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import {
  bankDecides,
  claim,
  messageDesk,
  paidMail,
  record,
  stateOf,
  store,
  undoneOrder,
} from './message-scene.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');

const { list, again, answer, alerts, asAdmin, withFailedMail } = messageDesk(sql, admin);

const refusal = async (t: Transaction, work: () => Promise<unknown>) => {
  let said = '';
  await t
    .savepoint(async () => {
      await work();
    })
    .catch((error: unknown) => (said = (error as Error).message));
  return said;
};

/** To whom what waits would go, also what is not true. */
const waitingOf = (t: Transaction, { order }: Pick<Placed, 'order'>) =>
  t<{ kind: string; channel: string; recipient: string }[]>`
    select kind, channel, private.recipient_of(m) as recipient from private.messages m
    where order_id = ${order.id} and state = 'waiting'`;

describe('a message in trouble', () => {
  it('failed, may have gone out, bounced or was called spam; in no other state it is an alert', () =>
    withFailedMail(async (t, _, mail) => {
      const others = (await alerts(t)).messagesInTrouble - 1;
      const states = [
        'accepted',
        'delivered',
        'failed',
        'unknown',
        'bounced',
        'complained',
        'skipped',
        'stopped',
      ];
      const counted: string[] = [];
      const listed: string[] = [];
      for (const state of states) {
        await t`update private.messages set state = ${state} where id = ${mail.id}`;
        if ((await alerts(t)).messagesInTrouble > others) counted.push(state);
        if ((await list(t, { isOpen: true })).rows.some(({ id }) => id === mail.id)) listed.push(state);
      }
      expect(counted).toEqual(['failed', 'unknown', 'bounced', 'complained']);
      expect(listed).toEqual(counted);
    }));

  it('is an alert until it is sent again and accepted', () =>
    withFailedMail(async (t, placed, mail) => {
      const before = (await alerts(t)).messagesInTrouble;
      expect(before).toBeGreaterThan(0);
      const detail = await again(t, mail);
      expect(detail).toMatchObject({
        state: 'waiting',
        attempts: 0,
        steps: [{ step: 'sent again', byName: 'Owner' }],
      });
      const [next] = (await claim(t, placed)).filter(({ id }) => id === mail.id);
      expect(next).toMatchObject({ content: null, recipient: 'ada@example.com' });
      // A key of its own: the provider would take the old one for the same mail.
      expect(next?.key).not.toBe(mail.key);
      await store(t, next as ClaimedMessage);
      await record(t, next as ClaimedMessage, 'accepted');
      expect((await alerts(t)).messagesInTrouble).toBe(before - 1);
    }));

  it('is no alert any more once the owner has answered it, with a reason', () =>
    withFailedMail(async (t, _, mail) => {
      const before = (await alerts(t)).messagesInTrouble;
      expect(await answer(t, mail, 'Told her by phone')).toMatchObject({
        state: 'failed',
        steps: [{ step: 'dismissed', detail: 'Told her by phone' }],
      });
      expect((await alerts(t)).messagesInTrouble).toBe(before - 1);
      expect(await refusal(t, () => answer(t, mail, 'twice'))).toBe('transition_refused');
      expect((await list(t, { isOpen: true })).rows.map(({ id }) => id)).not.toContain(mail.id);
    }));

  it('goes to another address, and never to the old one again by itself', () =>
    withFailedMail(async (t, placed, mail) => {
      const detail = await again(t, mail, ' Right@Example.com ');
      expect(detail).toMatchObject({
        recipient: 'right@example.com',
        steps: [{ step: 'address corrected', detail: 'ada@example.com' }],
      });
      const claimed = async () => (await claim(t, placed)).find(({ id }) => id === mail.id);
      const next = await claimed();
      expect(next?.recipient).toBe('right@example.com');
      await record(t, next as ClaimedMessage, 'rejected');
      await again(t, mail);
      expect((await claimed())?.recipient).toBe('right@example.com');
      await t`select private.queue_message('order_paid', ${placed.order.id}, ${placed.order.id})`;
      const rows = await list(t, { orderId: placed.order.id });
      expect(
        rows.rows.filter(({ kind, channel }) => kind === 'order_paid' && channel === 'email'),
      ).toHaveLength(1);
    }));

  it('takes the further messages to the buyer with it on its channel, and no others', () =>
    withFailedMail(async (t, placed, mail) => {
      const { id } = placed.order;
      // Waits already when the address is corrected.
      await t`select private.queue_message('order_completed', ${id}, ${id})`;
      const detail = await again(t, mail, 'right@example.com', true);
      expect(detail).toMatchObject({
        recipient: 'right@example.com',
        steps: [{ step: 'address corrected for the order', detail: 'ada@example.com' }],
      });
      await t`select private.queue_message(k, ${id}, ${id}) from unnest(array['order_cancelled', 'owner_low_stock']) k`;
      const rows = await waitingOf(t, placed);
      const to = (kind: string, channel = 'email') =>
        rows.find((row) => row.kind === kind && row.channel === channel)?.recipient;
      expect([to('order_completed'), to('order_cancelled'), to('order_completed', 'sms')]).toEqual([
        'right@example.com',
        'right@example.com',
        '+254712345678',
      ]);
      expect(to('owner_low_stock')).not.toBe('right@example.com');
      // And that is where they go, once; who finds and claims the order is not asked for another address.
      await t`set local session_replication_role = replica`;
      await t`update public.orders set status = 'completed' where id = ${id}`;
      const claimed = await claim(t, placed);
      const done = claimed.filter(({ kind, channel }) => kind === 'order_completed' && channel === 'email');
      expect(done.map(({ recipient }) => recipient)).toEqual(['right@example.com']);
      const [order] = await t<{ email: string }[]>`
        select customer_email as email from public.orders where id = ${id}`;
      expect(order?.email).toBe('ada@example.com');
    }));

  it('to an address of its own stays there when the order gets another', () =>
    withFailedMail(async (t, placed, mail) => {
      await t`select private.queue_message('order_completed', ${placed.order.id}, ${placed.order.id})`;
      const waiting = (await list(t, { orderId: placed.order.id })).rows.find(
        ({ kind, channel }) => kind === 'order_completed' && channel === 'email',
      );
      await t`update private.messages set state = 'failed', next_attempt_at = null, finished_at = now() where id = ${waiting?.id ?? ''}`;
      await again(t, { id: waiting?.id ?? '' }, 'accounts@example.com');
      await again(t, mail, 'right@example.com', true);
      expect(
        (await waitingOf(t, placed))
          .filter(({ channel }) => channel === 'email')
          .map(({ recipient }) => recipient)
          .sort(),
      ).toEqual(['accounts@example.com', 'right@example.com']);
    }));

  it('to the owner changes nothing of its order', () =>
    withFailedMail(async (t, placed) => {
      const row = (await list(t, { orderId: placed.order.id })).rows.find(
        ({ kind }) => kind === 'owner_order_paid',
      );
      await t`update private.messages set state = 'failed', next_attempt_at = null, finished_at = now() where id = ${row?.id ?? ''}`;
      expect(await refusal(t, () => again(t, { id: row?.id ?? '' }, 'right@example.com', true))).toBe(
        'transition_refused',
      );
    }));

  it.each(['', 'nobody', 'a b@example.com', `${'x'.repeat(250)}@example.com`])(
    'does not go to %j, which is not an address',
    (address) =>
      withFailedMail(async (t, _, mail) => {
        expect(await refusal(t, () => again(t, mail, address))).toBe('invalid_request');
        expect(await stateOf(t, mail)).toMatchObject({ state: 'failed' });
      }),
  );

  it('that may have gone out is repeated under its key while the provider remembers that', () =>
    undoneOrder(sql, async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await record(t, mail, 'unknown');
      await t`update private.messages set state = 'unknown', next_attempt_at = null, finished_at = now() where id = ${mail.id}`;
      await again(t, mail);
      const [next] = (await claim(t, placed)).filter(({ id }) => id === mail.id);
      expect(next).toMatchObject({ key: mail.key, content: { text: 'the text' } });

      // Not longer than that: then only a person can tell, and it is made anew.
      await record(t, next as ClaimedMessage, 'unknown');
      await t`update private.messages set state = 'unknown', next_attempt_at = null, finished_at = now(),
        first_sent_at = now() - interval '23 hours' where id = ${mail.id}`;
      await again(t, mail);
      const [last] = (await claim(t, placed)).filter(({ id }) => id === mail.id);
      expect(last?.key).not.toBe(mail.key);
      expect(last?.content).toBeNull();
    }));

  it('goes to a corrected address under a key of its own, also when it may have gone out', () =>
    undoneOrder(sql, async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await record(t, mail, 'unknown');
      await t`update private.messages set state = 'unknown', next_attempt_at = null, finished_at = now() where id = ${mail.id}`;
      await again(t, mail, 'right@example.com');
      const [next] = (await claim(t, placed)).filter(({ id }) => id === mail.id);
      expect(next?.key).not.toBe(mail.key);
      expect(next?.recipient).toBe('right@example.com');
    }));

  it('that is not true any more is not sent again', () =>
    withFailedMail(async (t, placed, mail) => {
      await again(t, mail);
      await t`set local session_replication_role = replica`;
      await t`update public.orders set status = 'cancelled' where id = ${placed.order.id}`;
      await claim(t, placed);
      expect(await stateOf(t, mail)).toMatchObject({ state: 'skipped', reason: 'no_longer_true' });
    }));
});

describe('a message that waits', () => {
  it('and is not true any more is everywhere said not to go out, before its turn comes', () =>
    undoneOrder(sql, async (t, placed) => {
      const seen = async () => {
        const ofOrder = { orderId: placed.order.id };
        const { messages } = await asAdmin<CustomerDetails>(
          t,
          (a) => a`select public.customer_details(${placed.order.id}) as reply`,
        );
        const { timeline } = await asAdmin<OrderDetails>(
          t,
          (a) => a`select public.order_details(${placed.order.id}) as reply`,
        );
        const inList = (await list(t, ofOrder)).rows.filter(({ kind }) => kind === 'order_unpaid');
        return [
          inList.map(({ state, reason }) => [state, reason]),
          (await list(t, { ...ofOrder, states: ['waiting'] })).rows.filter(
            ({ kind }) => kind === 'order_unpaid',
          ).length,
          messages
            .filter(({ kind, orderId }) => kind === 'order_unpaid' && orderId === placed.order.id)
            .map(({ state, reason }) => [state, reason]),
          timeline.flatMap((event) =>
            event.kind === 'message' && event.message === 'order_unpaid' ? [[event.state, event.reason]] : [],
          ),
        ];
      };
      const waits = [['waiting', null]];
      expect(await seen()).toEqual([waits, 1, waits, waits]);
      await bankDecides(t, placed);
      const isOver = [['skipped', 'no_longer_true']];
      expect(await seen()).toEqual([isOver, 0, isOver, isOver]);
    }));

  const stop = (t: Transaction, id: string) =>
    asAdmin<MessageDetail>(t, (a) => a`select public.take_message_step(${id}, 'stopped') as reply`);
  const reminder = async (t: Transaction, placed: Placed) =>
    (await list(t, { orderId: placed.order.id })).rows.find(({ kind }) => kind === 'order_unpaid')?.id ?? '';

  it('can be stopped, and then be sent again', () =>
    undoneOrder(sql, async (t, placed) => {
      const id = await reminder(t, placed);
      expect(await stop(t, id)).toMatchObject({ state: 'stopped', steps: [{ step: 'stopped' }] });
      expect(await refusal(t, () => stop(t, id))).toBe('transition_refused');
      await again(t, { id } as ClaimedMessage);
      expect((await claim(t, placed)).map((one) => one.id)).toContain(id);
    }));

  it('but may have been sent is not reported as stopped', () =>
    undoneOrder(sql, async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await record(t, mail, 'unknown');
      expect(await stop(t, mail.id)).toMatchObject({ state: 'unknown' });
    }));

  it('takes no step that the list does not know', () =>
    withFailedMail(async (t, _, mail) => {
      const step = () =>
        asAdmin(
          t,
          (a) => a`select public.take_message_step(${mail.id}, 'shredded', 'right@example.com') as reply`,
        );
      expect(await refusal(t, step)).toBe('transition_refused');
    }));

  it('is not sent again while it is being sent', () =>
    undoneOrder(sql, async (t, placed) => {
      const mail = await paidMail(t, placed);
      expect(await refusal(t, () => again(t, mail))).toBe('transition_refused');
      expect(await refusal(t, () => stop(t, mail.id))).toBe('transition_refused');
    }));
});

describe('what an outage left', () => {
  const left = (t: Transaction) =>
    asAdmin<MessagesToSendAgain>(t, (a) => a`select public.messages_to_send_again() as reply`);
  const sendAgain = (t: Transaction, ids: string[]) =>
    asAdmin<number>(t, (a) => a`select public.send_messages_again(${ids}) as reply`);
  /** The messages about a paid order, with mail and SMS, and nothing else of the shop: the provider is down. */
  const withOutage = (work: (t: Transaction, placed: Placed, ids: string[]) => Promise<void>) =>
    undoneOrder(sql, async (t, placed) => {
      await t`update private.messages set dismissed_at = now() where state = 'unknown'`;
      await paidMail(t, placed);
      await t`update private.messages set state = 'waiting', next_attempt_at = now(), lease = null
        where order_id = ${placed.order.id} and next_attempt_at is not null`;
      const messages = await claim(t, placed);
      for (const message of messages) {
        await store(t, message);
        await record(t, message, 'unknown', message.provider === 'resend');
      }
      await work(
        t,
        placed,
        messages.filter(({ channel }) => channel === 'sms').map(({ id }) => id),
      );
    });

  it('goes out again with one press, each once, and it says how many people may get it twice', () =>
    withOutage(async (t, placed, ids) => {
      expect(ids).not.toEqual([]);
      // Mails are still repeated under their key by themselves.
      expect(await left(t)).toEqual({ ids: [...ids].sort(), people: 1 });
      expect(await sendAgain(t, ids)).toBe(ids.length);
      expect(await left(t)).toEqual({ ids: [], people: 0 });
      expect(await sendAgain(t, ids)).toBe(0);
      const again = (await claim(t, placed)).filter(({ id }) => ids.includes(id));
      expect(again).toHaveLength(ids.length);
      const detail = await asAdmin<MessageDetail>(
        t,
        (a) => a`select public.message_detail(${ids[0] ?? ''}) as reply`,
      );
      expect(detail.steps).toMatchObject([{ step: 'sent again', byName: 'Owner' }]);
      // It is down still: from now on a person looks at each.
      for (const message of again) {
        await store(t, message);
        await record(t, message, 'unknown', false);
      }
      expect(await left(t)).toEqual({ ids: [], people: 0 });
      expect(await sendAgain(t, ids)).toBe(0);
    }));

  it('of a mail whose provider knows the key, nobody gets a second', () =>
    withOutage(async (t, placed, ids) => {
      await t`update private.messages set state = 'unknown', next_attempt_at = null, finished_at = now()
        where order_id = ${placed.order.id} and state = 'waiting' and is_uncertain`;
      const { ids: all, people } = await left(t);
      expect(all.length).toBeGreaterThan(ids.length);
      expect(people).toBe(1);
    }));

  it.each([
    ['failed for good', "state = 'failed'"],
    ['was delivered', "state = 'delivered'"],
    ['was settled', 'dismissed_at = now()'],
    ['is older than a weekend', "finished_at = now() - interval '73 hours'"],
  ])('is nothing that %s, whatever is asked for', (_, change) =>
    withOutage(async (t, _placed, ids) => {
      await t`update private.messages set ${t.unsafe(change)} where id = any (${ids})`;
      expect(await left(t)).toEqual({ ids: [], people: 0 });
      expect(await sendAgain(t, ids)).toBe(0);
      expect(await t`select 1 from private.messages where id = any (${ids}) and state = 'waiting'`).toEqual(
        [],
      );
    }),
  );

  it('is nothing that staff stopped', () =>
    withOutage(async (t, _, ids) => {
      await t`insert into private.message_steps (message_id, step)
        select id, 'stopped' from private.messages where id = any (${ids})`;
      expect(await left(t)).toEqual({ ids: [], people: 0 });
      expect(await sendAgain(t, ids)).toBe(0);
    }));

  it('does not go to an address that is blocked', () =>
    withOutage(async (t, _, ids) => {
      await t`insert into private.blocked_addresses (channel, address, reason, message_id)
        select m.channel, m.recipient, 'bounced', m.id from private.messages m where m.id = any (${ids})
        on conflict do nothing`;
      expect(await left(t)).toEqual({ ids: [], people: 0 });
      expect(await sendAgain(t, ids)).toBe(0);
    }));
});

it('nobody but an admin sees or steers messages', async () => {
  const ada = await newPerson(sql, 'Ada');
  const id = '00000000-0000-4000-8000-000000000000';
  for (const call of [
    "public.list_messages('{}')",
    `public.message_detail('${id}')`,
    `public.take_message_step('${id}', 'sent again')`,
    'public.messages_to_send_again()',
    `public.send_messages_again('{${id}}')`,
  ]) {
    const said = await as(sql, ada, (t) => t.unsafe(`select ${call}`)).catch(
      (error: unknown) => (error as Error).message,
    );
    expect([call, said]).toEqual([call, 'forbidden']);
  }
});

it('what was done about a message is never changed', () =>
  withFailedMail(async (t, _, mail) => {
    await again(t, mail);
    expect(
      await refusal(
        t,
        () => t`update private.message_steps set step = 'stopped' where message_id = ${mail.id}`,
      ),
    ).not.toBe('');
  }));
