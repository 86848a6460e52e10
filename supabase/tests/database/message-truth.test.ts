import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MessageKind } from '../../functions/_shared/contract/messages.ts';
import { approved, newPerson, orderRequest, type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import {
  asAdmin,
  claim,
  kindsOf,
  messagesOf,
  pass,
  bankDecides,
  record,
  store,
  undoneOrder,
} from './message-scene.ts';
import { today } from './refund-scene.ts';

const sql = openTestDatabase();
// Mails to the owner need one.
const owner = testPerson(sql, 'Owner', 'admin');

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
      await bankDecides(t, placed, refused);
      expect(await afterClaim(t, placed, 'payment_refused')).toEqual(['sending']);
    }));

  it('is not reported when the bank made no transaction at all', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, unable);
      expect(await kindsOf(t, placed)).toEqual(['order_unpaid email']);
      // The buyer is reminded that the order is unpaid, which is true.
      await pass(t, placed, '11 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['sending']);
    }));

  it('is not reported to a buyer who is paying again', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, refused);
      await t`update public.orders set status = 'pending' where id = ${placed.order.id}`;
      await payAgain(t, placed);
      expect(await afterClaim(t, placed, 'payment_refused')).toEqual(['no_longer_true']);
    }));

  it('is reported for the latest attempt alone', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, refused);
      await t`update public.orders set status = 'pending' where id = ${placed.order.id}`;
      await t`update public.transactions set created_at = created_at - interval '5 minutes' where order_id = ${placed.order.id}`;
      const [again] = await payAgain(t, placed);
      const second = { ...placed, transaction: { ...placed.transaction, ...again } };
      await bankDecides(t, second, refused);
      await claim(t, placed);
      const states = (await messagesOf(t, placed)).filter(({ kind }) => kind === 'payment_refused');
      expect(states.map(({ state }) => state).sort()).toEqual(['sending', 'skipped']);
    }));

  it('is not followed by a reminder that the order is unpaid', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, refused);
      await pass(t, placed, '11 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['no_longer_true']);
    }));
});

describe('at the moment of sending', () => {
  it.each(['refund_due', 'owner_task'] as const)('%s goes out while its task is open', (kind) =>
    withOrder(async (t, placed) => {
      await t`select private.cancel_order(${placed.order.id})`;
      await bankDecides(t, placed);
      expect(await afterClaim(t, placed, kind)).toEqual(['sending']);
    }),
  );

  it.each(['refund_due', 'owner_task'] as const)('%s stays when its task is closed', (kind) =>
    withOrder(async (t, placed) => {
      await t`select private.cancel_order(${placed.order.id})`;
      await bankDecides(t, placed);
      await closeTask(t, placed);
      expect(await afterClaim(t, placed, kind)).toEqual(['no_longer_true']);
    }),
  );

  it('what may be out is not repeated once it is no longer true, and troubles nobody', () =>
    withOrder(async (t, placed) => {
      await pass(t, placed, '11 minutes');
      const [mail] = (await claim(t, placed)).filter(({ kind }) => kind === 'order_unpaid');
      if (!mail) throw new Error('Nobody is reminded.');
      await store(t, mail);
      await record(t, mail, 'unknown');
      await bankDecides(t, placed);
      await pass(t, placed, '2 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['no_longer_true']);
      const [row] = await t`
        select state, dismissed_at is not null as is_settled from private.messages where id = ${mail.id}`;
      expect(row).toEqual({ state: 'unknown', is_settled: true });
    }));

  it('low stock is reported while it is low', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      expect(await afterClaim(t, placed, 'owner_low_stock')).toEqual(['sending']);
    }, 3));

  it('low stock is not reported once new pieces have come', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      await t`update public.products set stock = 500 where id in (
        select product_id from public.order_items where order_id = ${placed.order.id})`;
      expect(await afterClaim(t, placed, 'owner_low_stock')).toEqual(['no_longer_true']);
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
      await bankDecides(t, placed, refused);
      await claim(t, placed);
      await t`update public.orders set status = 'pending' where id = ${placed.order.id}`;
      await pass(t, placed, '3 minutes');
      expect(await afterClaim(t, placed, 'payment_refused')).toEqual(['no_longer_true']);
    }));
});

describe('a request to pay', () => {
  it('waits while the bank is being asked, and is sent once it knows of no payment', () =>
    withOrder(async (t, placed) => {
      await pass(t, placed, '11 minutes');
      const asking = (until: string | null) =>
        t`update public.transactions set asking_until = now() + ${until}::interval where order_id = ${placed.order.id}`;
      await asking('15 seconds');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['waiting']);
      await asking(null);
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['waiting']);
      await pass(t, placed, '6 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['sending']);
    }));

  it('is not listed as waiting once the order is paid', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      expect((await messagesOf(t, placed)).find(({ kind }) => kind === 'order_unpaid')).toMatchObject({
        state: 'skipped',
        reason: 'no_longer_true',
      });
    }));

  it('is not sent when the bank was asked and has approved', () =>
    withOrder(async (t, placed) => {
      await pass(t, placed, '11 minutes');
      await t`update public.transactions set asking_until = now() + interval '15 seconds' where order_id = ${placed.order.id}`;
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['waiting']);
      await bankDecides(t, placed);
      await pass(t, placed, '6 minutes');
      expect(await afterClaim(t, placed, 'order_unpaid')).toEqual(['no_longer_true']);
    }));
});

describe('the link of an order', () => {
  const send = (t: Transaction, { order }: Pick<Placed, 'order'>, who = owner) =>
    asAdmin<boolean>(t, who, (a) => a`select public.send_order_link(${order.id}) as reply`);
  /** Other files switch messages and recipients off. */
  const switchOn = async (t: Transaction) => {
    await t`delete from private.blocked_addresses`;
    await t`update private.message_rules set email = true, sms = true where kind = 'order_link'`;
  };
  const linkVersions = async (t: Transaction, placed: Placed) =>
    (await claim(t, placed))
      .filter(({ kind }) => kind === 'order_link')
      .map(({ linkVersion, facts }) => [linkVersion, facts?.isLinkRenewed]);

  it('is sent by the owner once a day, on each channel', () =>
    withOrder(async (t, placed) => {
      await switchOn(t);
      expect([await send(t, placed), await send(t, placed)]).toEqual([true, false]);
      expect(await linkVersions(t, placed)).toEqual([
        [1, false],
        [1, false],
      ]);
    }));

  it('is sent anew after it was renewed, and the earlier one no more', () =>
    withOrder(async (t, placed) => {
      await switchOn(t);
      await send(t, placed);
      await asAdmin(
        t,
        owner,
        (a) => a`select public.link_version_as_owner(${placed.order.id}, true) as reply`,
      );
      expect(await send(t, placed)).toBe(true);
      expect(await linkVersions(t, placed)).toEqual([
        [2, true],
        [2, true],
      ]);
      expect((await afterClaim(t, placed, 'order_link')).sort()).toEqual(['no_longer_true', 'sending']);
    }));

  describe('of an order that a seller made', () => {
    /** Held for a day, with the product of the order that is undone later. */
    const withSold = (work: (t: Transaction, sold: Pick<Placed, 'order'>) => Promise<void>) =>
      withOrder(async (t, placed) => {
        await switchOn(t);
        const [product] = await t<{ productId: string; price: number }[]>`
          select product_id as "productId", price from public.order_items where order_id = ${placed.order.id}`;
        const { orderData, items } = orderRequest([{ productId: '', price: 0, ...product, quantity: 1 }]);
        const request = { items, orderData: { ...orderData, totalAmount: undefined, holdHours: 24 } };
        await work(t, {
          order: await asAdmin<Placed['order']>(
            t,
            owner,
            (a) =>
              a`select public.place_order_as_staff(${randomUUID()}, ${a.json(request as never)}) as reply`,
          ),
        });
      });
    const sentAfter = async (t: Transaction, sold: Pick<Placed, 'order'>, time: string) => {
      await pass(t, sold, time);
      return (await claim(t, sold)).map(({ kind, channel }) => `${kind} ${channel}`).sort();
    };
    const record = (t: Transaction, { order }: Pick<Placed, 'order'>, amount: number) =>
      asAdmin(
        t,
        owner,
        (
          a,
        ) => a`select public.record_payment(${randomUUID()}, ${order.id}, 'mpesa', ${randomUUID().slice(-10)},
          ${amount}, ${today}) as reply`,
      );

    it('goes out once, ten minutes later, and the reminder when an eighth of the hold is left', () =>
      withSold(async (t, sold) => {
        expect(await sentAfter(t, sold, '9 minutes')).toEqual([]);
        expect(await sentAfter(t, sold, '2 minutes')).toEqual(['order_link email', 'order_link sms']);
        expect(await send(t, sold)).toBe(false);
        await t`update private.messages set state = 'accepted', next_attempt_at = null, finished_at = now()
          where order_id = ${sold.order.id} and state = 'sending'`;
        expect(await sentAfter(t, sold, '20 hours')).toEqual([]);
        expect(await sentAfter(t, sold, '1 hour')).toEqual(['order_unpaid email']);
      }));

    it('goes out at once when the seller sends it, and not again', () =>
      withSold(async (t, sold) => {
        expect(await send(t, sold)).toBe(true);
        expect(await sentAfter(t, sold, '0')).toEqual(['order_link email', 'order_link sms']);
        expect(await send(t, sold)).toBe(false);
      }));

    it('is not sent to who has paid at the counter, nor a reminder', () =>
      withSold(async (t, sold) => {
        await record(t, sold, 5000);
        expect(await sentAfter(t, sold, '1 day')).not.toContain('order_link email');
        const left = (await messagesOf(t, sold)).filter(({ kind }) => /order_(link|unpaid)/.test(kind));
        expect(left.map(({ reason }) => reason)).toEqual(Array(3).fill('no_longer_true'));
      }));

    it('is not sent beside the request for the rest, which has it', () =>
      withSold(async (t, sold) => {
        await t`update private.messages set created_at = created_at - interval '1 minute' where order_id = ${sold.order.id}`;
        await record(t, sold, 2000);
        expect((await sentAfter(t, sold, '11 minutes')).filter((sent) => sent.endsWith('email'))).toEqual([
          'order_unpaid email',
        ]);
      }));

    it.each([
      ['a refused card of 3 days ago is followed by the reminder', 'payment_refused', '3 days', 1],
      ['a refused card of today is not', 'payment_refused', '0', 0],
      ['a change of 3 days ago is followed by the reminder', 'order_changed', '3 days', 1],
      ['a change of today is not', 'order_changed', '0', 0],
    ])('%s', (_, kind, ago, reminders) =>
      withSold(async (t, sold) => {
        await t`select private.queue_message(${kind}, ${randomUUID()}, ${sold.order.id})`;
        await t`update private.messages set created_at = created_at - ${ago}::text::interval, state = 'accepted', next_attempt_at = null,
          finished_at = now() where order_id = ${sold.order.id} and kind in (${kind}, 'order_link')`;
        await t`update private.messages set created_at = created_at - interval '6 days'
          where order_id = ${sold.order.id} and kind = 'order_unpaid'`;
        expect(await sentAfter(t, sold, '21 hours')).toEqual(Array(reminders).fill('order_unpaid email'));
      }),
    );
  });

  it('is refused to customers, and for an order that does not exist', async () => {
    await withOrder(async (t, placed) => {
      await expect(send(t, placed, await newPerson(sql, 'Ada'))).rejects.toMatchObject({ code: 'PT403' });
    });
    await withOrder(async (t) => {
      await expect(send(t, { order: { id: randomUUID() } as Placed['order'] })).rejects.toMatchObject({
        code: 'PT404',
      });
    });
  });
});

describe('what was received', () => {
  const decide = (t: Transaction, { order }: Placed, outcome: 'accepted' | 'partial_payment') =>
    asAdmin(
      t,
      owner,
      (a) => a`select public.close_owner_task(k.id, ${outcome}, 'Looked at it') as reply
        from public.owner_tasks k where k.order_id = ${order.id}`,
    );
  const received = async (t: Transaction, { order }: Placed) =>
    (
      await t<{ cents: number }[]>`
        select (private.message_facts(m) -> 'order' -> 'payment' ->> 'acceptedCents')::integer as cents
        from private.messages m where m.order_id = ${order.id} and m.kind = 'order_paid' limit 1`
    )[0]?.cents;

  it('is the sum that the bank approved', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed);
      expect(await received(t, placed)).toBe(500_000);
      const [item] = placed.order.items;
      const [{ receipt } = {}] = await t<{ receipt: unknown }[]>`
        select private.message_facts(m) -> 'receipt' as receipt
        from private.messages m where m.order_id = ${placed.order.id} and m.kind = 'order_paid' limit 1`;
      const goods =
        await t`select name, model, warranty_years as "warrantyYears" from public.products where id = ${item?.productId ?? ''}`;
      expect(receipt).toEqual({ paidOn: today, sharedCents: null, goods: goods.map((row) => ({ ...row })) });
    }));

  it('is the other sum when the owner accepted that', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, { amountCents: '400000' });
      await decide(t, placed, 'accepted');
      expect(await received(t, placed)).toBe(400_000);
    }));

  it('is the part that was accepted and the rest together', () =>
    withOrder(async (t, placed) => {
      await bankDecides(t, placed, { amountCents: '200000' });
      await decide(t, placed, 'partial_payment');
      const [rest] = await t<{ trace: string; reference: string; amount: number }[]>`
        with opened as (select private.open_transaction(${placed.order.id}, 3000) as o)
        select (o).trace, (o).reference, (o).amount from opened`;
      const paying = { ...placed, transaction: { ...placed.transaction, ...rest } };
      await t`select public.decide_payment(${rest?.trace ?? ''}, ${t.json(approved(paying))}, 'return')`;
      expect(await received(t, placed)).toBe(500_000);
    }));
});
