import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ClaimedMessage } from '../../functions/_shared/contract/messages.ts';
import { approved, type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import {
  claim,
  kindsOf,
  messagesOf,
  paidMail,
  pass,
  providers,
  record,
  bankDecides,
  stateOf,
  store,
  undoneOrder,
} from './message-scene.ts';

const sql = openTestDatabase();

const beyondLimit = 'waits_its_turn';

const withOrder = (work: (t: Transaction, placed: Placed) => Promise<void>, stock = 50) =>
  undoneOrder(sql, work, { stock });

describe('the outbox', () => {
  it('gets the messages of a payment in the transaction that settles it, once', () =>
    withOrder(async (t, placed) => {
      expect(await kindsOf(t, placed)).toEqual(['order_unpaid email']);
      const answer = approved(placed);
      for (let times = 0; times < 2; times += 1) {
        await t`select public.decide_payment(${placed.transaction.trace}, ${t.json(answer)}, 'return')`;
      }
      expect(await kindsOf(t, placed)).toEqual([
        'order_paid email',
        'order_paid sms',
        'order_unpaid email',
        'owner_order_paid email',
      ]);
      const [mail] = await messagesOf(t, placed);
      expect(mail).toMatchObject({ recipient: 'ada@example.com', state: 'waiting' });
    }));

  it('warns the owner about products that the sale leaves running out', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      expect(await kindsOf(t, placed)).toContain('owner_low_stock email');
    }, 3));

  it('has a refusal, a cancelled order and a task with the refund that is due', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, { status: '4', transactionIndex: null });
      expect(await kindsOf(t, placed)).toContain('payment_refused email');
      await t`select private.cancel_order(${placed.order.id})`;
      expect(await kindsOf(t, placed)).toContain('order_cancelled email');
      // The bank took the money all the same.
      await bankDecides(t, placed);
      expect(await kindsOf(t, placed)).toEqual(
        expect.arrayContaining(['owner_task email', 'refund_due email', 'refund_due sms']),
      );
    }));

  it('is a broken invariant when its order is paid and the message is missing', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      const broken = () =>
        t`select broken, subject from private.invariants where subject = ${placed.order.id}`;
      expect(await broken()).toEqual([]);
      await t`delete from private.messages where order_id = ${placed.order.id} and kind = 'order_paid'`;
      expect(await broken()).toEqual([
        { broken: 'a paid order without its message', subject: placed.order.id },
      ]);
    }));

  it('says why there is no mail of a kind that is switched off', () =>
    withOrder(async (t, placed) => {
      await t`update private.message_rules set email = false, sms = false where kind = 'order_paid'`;
      await bankDecides(t, placed);
      expect((await messagesOf(t, placed)).find(({ kind }) => kind === 'order_paid')).toMatchObject({
        state: 'skipped',
        reason: 'switched off',
      });
    }));
});

describe('claiming', () => {
  it('hands each message to one caller, with what its text is made of', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      const claimed = await claim(t, placed);
      expect(claimed.map(({ kind, channel }) => `${kind} ${channel}`).sort()).toEqual([
        'order_paid email',
        'order_paid sms',
        'owner_order_paid email',
      ]);
      expect(claimed[0]).toMatchObject({
        content: null,
        facts: { order: { id: placed.order.id, totalAmount: 5000, status: 'paid' } },
      });
      expect(await claim(t, placed)).toEqual([]);
    }));

  it('sends no reminder ten minutes later when the order was paid meanwhile', () =>
    withOrder(async (t, placed) => {
      expect(await claim(t, placed)).toEqual([]);
      await bankDecides(t, placed);
      await pass(t, placed, '11 minutes');
      expect((await claim(t, placed)).map(({ kind }) => kind)).not.toContain('order_unpaid');
      expect((await messagesOf(t, placed)).find(({ kind }) => kind === 'order_unpaid')).toMatchObject({
        state: 'skipped',
        reason: 'no_longer_true',
      });
    }));

  it('reminds of an order that is still unpaid', () =>
    withOrder(async (t, placed) => {
      await pass(t, placed, '11 minutes');
      expect((await claim(t, placed)).map(({ kind }) => kind)).toEqual(['order_unpaid']);
    }));

  it.each([
    ['order_unpaid', 'email', ['sending', beyondLimit]],
    ['order_cancelled', 'all', ['sending', beyondLimit]],
    ['order_cancelled', 'of a paid order', ['sending', 'sending']],
  ])('of the %s messages, limited by %s, anybody’s address gets only so many', (kind, subject, outcomes) =>
    withOrder(async (t, placed) => {
      if (subject === 'of a paid order') await bankDecides(t, placed);
      await t`update private.rate_limits set most = 1
        where action = 'free_message' and ${subject} in (subject, 'of a paid order')`;
      if (kind === 'order_cancelled')
        await t`update public.orders set status = 'cancelled' where id = ${placed.order.id}`;
      await pass(t, placed, '11 minutes');
      await claim(t, placed);
      await t`select private.queue_message(${kind}, 'another', ${placed.order.id})`;
      await claim(t, placed);
      const sent = (await messagesOf(t, placed)).filter((message) => message.kind === kind);
      expect(sent.map(({ reason, state }) => reason ?? state).sort()).toEqual(outcomes);
    }),
  );

  it('makes one mail of those to the owner that come too fast', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      await t`update private.rate_limits set most = 1 where action = 'owner_mail'`;
      const toOwner = async () =>
        (await claim(t, placed))
          .filter(({ kind }) => kind === 'owner_order_paid')
          .map(({ facts }) => facts?.others);
      expect(await toOwner()).toEqual([null]);
      for (const subject of ['second', 'third', 'fourth'])
        await t`select private.queue_message('owner_order_paid', ${subject}, ${placed.order.id})`;
      expect(await toOwner()).toEqual([]);
      // Until one may be sent again.
      await t`delete from private.rate_counts where action = 'owner_mail'`;
      await pass(t, placed, '2 hours');
      // The first one, whose sender has not answered, and the second one with the others.
      expect(await toOwner()).toMatchObject([
        null,
        [
          { kind: 'owner_order_paid', facts: { order: { id: placed.order.id } } },
          { kind: 'owner_order_paid', facts: { order: { id: placed.order.id } } },
        ],
      ]);
      const sent = (await messagesOf(t, placed)).filter(({ kind }) => kind === 'owner_order_paid');
      expect(sent.map(({ state }) => state).sort()).toEqual(['sending', 'sending', 'skipped', 'skipped']);
    }));

  it('skips what goes to a channel that is not set up', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      await claim(t, placed, providers.slice(0, 1));
      expect((await messagesOf(t, placed)).find(({ channel }) => channel === 'sms')).toMatchObject({
        state: 'skipped',
        reason: 'channel_off',
      });
    }));
});

describe('sending', () => {
  it('puts money first, however many messages that cost nothing wait before it', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      await t`insert into private.messages (kind, subject, order_id, channel, recipient, next_attempt_at)
        select kind, 'waits', ${placed.order.id}, 'email', 'somebody@example.com', now() - interval '1 day'
        from private.message_rules where kind in ('order_unpaid', 'payment_refused', 'confirm_email', 'new_device')`;
      await t`update private.messages set next_attempt_at = now() - interval '1 minute'
        where order_id = ${placed.order.id} and subject <> 'waits' and next_attempt_at is not null`;
      const due = () => t<{ id: string; turn: number }[]>`
        select m.id, r.turn from private.messages m join private.message_rules r on r.kind = m.kind
        where m.order_id = ${placed.order.id} and m.state = 'waiting' and m.next_attempt_at <= now()`;
      const turns: number[] = [];
      for (let left = await due(); left.length > 0;) {
        await t`select public.claim_messages(${t.json(providers)}, 1)`;
        const waiting = await due();
        turns.push(...left.filter(({ id }) => waiting.every((one) => one.id !== id)).map(({ turn }) => turn));
        left = waiting;
      }
      expect(turns).toEqual([1, 1, 1, 2, 3, 3, 3]);
    }));

  it('stores the finished message once, and only for the sender who claimed it', () =>
    withOrder(async (t, placed) => {
      const mail = await paidMail(t, placed);
      expect(await store(t, { ...mail, lease: randomUUID() })).toBe(false);
      expect(await store(t, mail)).toBe(true);
      expect(await store(t, mail, 'another text')).toBe(false);
      await record(t, { ...mail, lease: randomUUID() }, 'accepted');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'sending' });
      await record(t, mail, 'accepted');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'accepted', wait: null });
    }));

  it('tries a certain refusal 14 times within 20 hours, then gives up', () =>
    withOrder(async (t, placed) => {
      const first = await paidMail(t, placed);
      let mail = first;
      let waited = 0;
      for (let attempt = 1; attempt < 14; attempt += 1) {
        await store(t, mail);
        await record(t, mail, 'refused');
        const { state, wait } = (await stateOf(t, mail)) ?? {};
        expect([attempt, state]).toEqual([attempt, 'waiting']);
        waited += wait ?? 0;
        await pass(t, placed, `${wait} seconds`);
        mail = (await claim(t, placed)).find(({ id }) => id === first.id) as ClaimedMessage;
        // Nobody has it: each attempt says what is true then.
        expect(mail).toMatchObject({ key: first.key, content: null, facts: { order: { status: 'paid' } } });
      }
      expect(waited / 3600).toBeCloseTo(20.1, 1);
      await record(t, mail, 'refused');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'failed', attempts: 14, wait: null });
    }));

  it('never tries again what the provider rejects for good', () =>
    withOrder(async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await record(t, mail, 'rejected');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'failed', reason: 'reason' });
    }));

  it('repeats an attempt without an answer under the same key, as long as the provider knows the key', () =>
    withOrder(async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await record(t, mail, 'unknown');
      await pass(t, placed, '1 minute');
      expect((await claim(t, placed)).map(({ key }) => key)).toEqual([mail.key]);
      // The sender dies, and nobody comes for a day.
      await pass(t, placed, '1 day');
      expect((await claim(t, placed)).map(({ id }) => id)).not.toContain(mail.id);
      expect(await stateOf(t, mail)).toMatchObject({ state: 'unknown' });
    }));

  it('claims again what a dead sender left, with the stored bytes', () =>
    withOrder(async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await pass(t, placed, '3 minutes');
      const again = (await claim(t, placed)).find(({ id }) => id === mail.id);
      expect(again).toMatchObject({ key: mail.key, content: { text: 'the text' } });
      await record(t, mail, 'accepted');
      expect(await stateOf(t, mail)).toMatchObject({ state: 'sending' });
    }));

  it('never repeats an SMS that may have gone out', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      const sms = (await claim(t, placed)).find(({ channel }) => channel === 'sms') as ClaimedMessage;
      await store(t, sms);
      await pass(t, placed, '3 minutes');
      expect((await claim(t, placed)).map(({ id }) => id)).not.toContain(sms.id);
      expect(await stateOf(t, sms)).toMatchObject({ state: 'unknown' });
    }));

  it.each([
    // The first attempt is repeated after a minute, and never sooner.
    [7, 60],
    [600, 600],
    [null, 60],
  ])('a provider that asks for %s seconds is asked again after %i', (asked, wait) =>
    withOrder(async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await t`select public.record_message_result(${mail.id}, ${mail.lease}, 'refused', null, '429', ${asked})`;
      expect(await stateOf(t, mail)).toMatchObject({ state: 'waiting', wait });
    }),
  );

  it('an SMS without an answer is unknown at once', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      const sms = (await claim(t, placed)).find(({ channel }) => channel === 'sms') as ClaimedMessage;
      await store(t, sms);
      await record(t, sms, 'unknown', false);
      expect(await stateOf(t, sms)).toMatchObject({ state: 'unknown', wait: null });
    }));
});

describe('the clock', () => {
  const queue = (t: Transaction) => t`select public.queue_due_messages()`;
  it('forgets a text 30 days after its end, and keeps its hash', () =>
    withOrder(async (t, placed) => {
      const mail = await paidMail(t, placed);
      await store(t, mail);
      await record(t, mail, 'accepted');
      const textOf = () =>
        t<{ has: boolean; hash: string }[]>`
          select content is not null as has, content_hash as hash from private.messages where id = ${mail.id}`;
      await queue(t);
      expect((await textOf())[0]?.has).toBe(true);
      await t`update private.messages set finished_at = now() - interval '31 days' where id = ${mail.id}`;
      await queue(t);
      expect((await textOf())[0]).toMatchObject({
        has: false,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
    }));
});
