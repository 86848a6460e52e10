import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { ClaimedMessages } from '../../functions/_shared/contract/messages.ts';
import {
  type Character,
  newPerson,
  newProduct,
  newSid,
  orderRequest,
  type Sql,
  type Transaction,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { asAdmin, providers, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();
const clerk = testPerson(sql, 'Clerk', 'sales');
const admin = testPerson(sql, 'Owner', 'admin');

type Scene = {
  t: Transaction;
  /** So many guests at one network address ask for a quotation, each with a mailbox of their own: the mailboxes. */
  ask: (address: string, count?: number, mailboxes?: string[]) => Promise<string[]>;
  /** A guest at a network address places an order, and signs out: its id and mailbox. */
  order: (address: string) => Promise<{ id: string; mailbox: string }>;
  /** So many new accounts are registered at one network address: their mailboxes, and whether each mail waits. */
  register: (address: string, count?: number) => Promise<{ mailboxes: string[]; waits: boolean[] }>;
  /** A member of the staff sends a quotation: the mailbox of its buyer. */
  quote: (who: { userId: string }) => Promise<string>;
  /** What the sender is handed out until nothing more is due: the mailboxes, and the kind and facts of each. */
  send: () => Promise<{ mailbox: string; kind: string; others: number }[]>;
  /** So much time passes. */
  pass: (time: string) => Promise<void>;
  /** `state reason` of what is to go to a mailbox. */
  stateOf: (mailbox: string) => Promise<string>;
};

/** A shop with the limits of a hosted one; all of it is undone. */
const withLimits = (work: (scene: Scene) => Promise<void>) =>
  undoneOrder(sql, async (t, placed) => {
    await t`update private.messages set next_attempt_at = now() + interval '1 year' where order_id = ${placed.order.id}`;
    const asOwner = async <T>(change: () => Promise<T>): Promise<T> => {
      const result = await change();
      return result;
    };
    const [{ product } = {}] = await t<{ product: string }[]>`
      select i.product_id as product from public.order_items i where i.order_id = ${placed.order.id}`;
    await asOwner(
      () => t`update private.rate_limits set most = suggested
        where action in ('free_message', 'staff_message', 'notice', 'owner_mail')`,
    );
    const newMailbox = () => `${randomUUID()}@example.com`;
    await work({
      t,
      ask: async (address, count = 1, mailboxes = Array.from({ length: count }, newMailbox)) => {
        const request = { name: 'Ada', county: '042', items: [{ productId: product, quantity: 1 }] };
        const replies = await t`
          select public.ask_for_quotation_within_limits(
            ${address}, '', gen_random_uuid(), ${t.json(request)}::jsonb || jsonb_build_object('email', email)
          ) -> 'number' as made
          from unnest(${mailboxes}::text[]) email`;
        expect(replies.filter(({ made }) => made === null)).toEqual([]);
        return mailboxes;
      },
      order: async (address) => {
        const mailbox = newMailbox();
        const { orderData, items } = orderRequest([{ productId: product ?? '', quantity: 1, price: 5000 }]);
        const request = { orderData: { ...orderData, customerEmail: mailbox }, items };
        const sid = newSid();
        const [row] = await t<{ id: string }[]>`select public.place_order_within_limits(
          ${address}, '', ${sid}, 'hash', ${t.json(request)}, 60, ${randomUUID()}) -> 'order' ->> 'id' as id`;
        await t`select public.close_session(${sid})`;
        return { id: row?.id ?? '', mailbox };
      },
      register: async (address, count = 1) => {
        const people = await asOwner(() =>
          Promise.all(Array.from({ length: count }, () => newPerson(t as unknown as Sql, 'Guest'))),
        );
        const waits: boolean[] = [];
        for (const { userId } of people) {
          const [row] = await t<{ reply: { waits: boolean } }[]>`
            select public.request_email_confirmation(${userId}, null, ${address}) as reply`;
          waits.push(row?.reply.waits === true);
        }
        return { mailboxes: people.map(({ email }) => email), waits };
      },
      quote: async (who) => {
        const email = newMailbox();
        const lines = [{ productId: product, quantity: 1, price: 5000, reason: null }];
        const request = { name: 'Ada', email, county: '042', deliveryPrice: 300, items: lines, lines };
        await asAdmin(
          t,
          who,
          (a) => a`select public.quote_as_staff(${randomUUID()}, ${a.json(request)}) as reply`,
        );
        return email;
      },
      send: async () => {
        const sent: Awaited<ReturnType<Scene['send']>> = [];
        for (let handled = 1; handled > 0;) {
          const [row] = await t<{ claimed: ClaimedMessages }[]>`
            select public.claim_messages(${t.json(providers)}, 1000) as claimed`;
          handled = row?.claimed.handled ?? 0;
          for (const { id, lease, recipient, kind, facts } of row?.claimed.messages ?? []) {
            sent.push({ mailbox: recipient, kind, others: facts?.others?.length ?? 0 });
            await t`select public.record_message_result(${id}, ${lease}, 'accepted')`;
          }
        }
        return sent;
      },
      pass: (time) =>
        asOwner(async () => {
          await t`update private.messages set next_attempt_at = next_attempt_at - ${time}::text::interval,
            put_off_at = put_off_at - ${time}::text::interval where state = 'waiting'`;
          await t`update private.rate_counts set used_until = used_until - ${time}::text::interval`;
        }),
      stateOf: async (mailbox) => {
        const [row] = await t<{ state: string }[]>`
          select concat_ws(' ', state, reason) as state from private.messages where recipient = ${mailbox}`;
        return row?.state ?? '';
      },
    });
  });

/** Whom the sender wrote to, but for the owner. */
const buyersOf = (sent: readonly { mailbox: string; kind: string }[]) =>
  sent.filter(({ kind }) => kind !== 'owner_quotation').map(({ mailbox }) => mailbox);
const waiting = 'waiting waits_its_turn';

describe('a flood of requests from one address', () => {
  it.each([45, 1000])(
    'of %i delays no mail to somebody else, to whom a clerk writes, or to a new account',
    (count) =>
      withLimits(async ({ t, ask, quote, register, send, stateOf }) => {
        const fakes = await ask('flood', count);
        // Those to the owner have a test of their own.
        await t`update private.messages set next_attempt_at = now() + interval '1 year'
          where kind = 'owner_quotation' and state = 'waiting'`;
        expect(buyersOf(await send()).filter((mailbox) => fakes.includes(mailbox))).toHaveLength(6);
        const [honest = ''] = await ask('elsewhere');
        const quoted = await quote(clerk);
        const registered = await register('flood');
        expect(registered.waits).toEqual([false]);
        expect(buyersOf(await send())).toEqual(
          expect.arrayContaining([honest, quoted, ...registered.mailboxes]),
        );
        expect(await stateOf(fakes[0] ?? '')).toBe(waiting);
      }),
    120_000,
  );

  it('lets the mails of that address out one by one, the newest first', () =>
    withLimits(async ({ ask, send, pass, stateOf }) => {
      await ask('flood', 100);
      await send();
      const [honest = ''] = await ask('flood');
      expect(buyersOf(await send())).not.toContain(honest);
      expect(await stateOf(honest)).toBe(waiting);
      await pass('41 minutes');
      expect(buyersOf(await send())).toEqual([honest]);
    }));

  it('from several addresses that use up the total leaves the next mail to who had fewest', () =>
    withLimits(async ({ ask, send, pass, stateOf }) => {
      for (const address of ['first', 'second', 'third', 'fourth']) await ask(address, 30);
      await send();
      const [honest = ''] = await ask('elsewhere');
      await send();
      expect(await stateOf(honest)).toBe(waiting);
      await ask('first', 30);
      await pass('49 minutes');
      expect(buyersOf(await send())).toEqual([honest]);
    }));

  it('of new accounts says that the mail waits, and delays nobody elsewhere', () =>
    withLimits(async ({ ask, register, send }) => {
      const { waits } = await register('flood', 6);
      expect(waits).toEqual(Array.from({ length: 6 }, () => false));
      await send();
      expect((await register('flood', 1)).waits).toEqual([true]);
      const honest = await register('elsewhere');
      expect(honest.waits).toEqual([false]);
      const quoted = await ask('flood');
      expect(buyersOf(await send())).toEqual(expect.arrayContaining([...honest.mailboxes, ...quoted]));
    }));
});

it('the mails about unpaid orders and their end are counted with the address at which they were placed', () =>
  withLimits(async ({ t, order, send, pass }) => {
    const orders: Awaited<ReturnType<Scene['order']>>[] = [];
    for (let number = 0; number < 7; number += 1) orders.push(await order('flood'));
    const honest = await order('elsewhere');
    await pass('11 minutes');
    const sent = buyersOf(await send());
    expect(sent).toHaveLength(7);
    expect(sent).toContain(honest.mailbox);
    const reminded = orders.find(({ mailbox }) => sent.includes(mailbox));
    // As the clock does, in a transaction that no request has begun.
    await t`select set_config('shop.cause', '', true)`;
    await t`select private.cancel_order(${reminded?.id ?? ''}), private.cancel_order(${honest.id})`;
    await send();
    const ends = await t<{ recipient: string; state: string }[]>`
      select recipient, concat_ws(' ', state, reason) as state from private.messages where kind = 'order_cancelled'
        and recipient in (${reminded?.mailbox ?? ''}, ${honest.mailbox})`;
    expect(Object.fromEntries(ends.map(({ recipient, state }) => [recipient, state]))).toEqual({
      [reminded?.mailbox ?? '']: waiting,
      [honest.mailbox]: 'accepted',
    });
  }));

it('the links of what is ordered on account are counted with the account and with the phone that it types', () =>
  withLimits(async ({ t, send, pass }) => {
    const { userId } = await newPerson(t as unknown as Sql, 'Builder');
    await t`insert into private.customer_terms (user_id, days, credit_limit) values (${userId}, 30, 2000)`;
    const sid = newSid();
    await t`insert into private.sessions (sid, sess, expire)
      values (${sid}, ${t.json({ userId })}, now() + interval '1 day')`;
    const products = await Promise.all([1, 2, 3, 4, 5].map(() => newProduct(t as unknown as Sql)));
    const customerPhone = `+25474${String(Math.random()).slice(2, 9)}`;
    for (const { id, price } of products) {
      const { orderData, items } = orderRequest([{ productId: id, quantity: 1, price }]);
      const details = { ...orderData, customerPhone, customerEmail: `${randomUUID()}@example.com` };
      await t`select public.place_order_within_limits(
        'network', ${sid}, ${sid}, 'hash', ${t.json({ orderData: details, items })}, 60, ${randomUUID()})`;
    }
    await pass('11 minutes');
    const toPhone = (await send()).filter(({ mailbox }) => mailbox === customerPhone);
    expect(toPhone.map(({ kind }) => kind)).toEqual(['order_link', 'order_link', 'order_link']);
    const causes = await t`select distinct cause is null as is_unknown from private.messages
      where recipient = ${customerPhone}`;
    expect([...causes]).toEqual([{ is_unknown: false }]);
  }));

it('what waits for a mailbox of the owner as a buyer’s is not taken along by a mail to the owner', () =>
  withLimits(async ({ t, ask, send, pass }) => {
    const [{ mailbox } = { mailbox: '' }] = await t<{ mailbox: string }[]>`
      select recipient as mailbox from private.message_recipients('owner_quotation', null) limit 1`;
    await ask('flood', 20);
    await send();
    await ask('flood', 1, [mailbox]);
    await send();
    // Long enough for another mail to the owner, not for another of this cause.
    await pass('13 minutes');
    expect((await send()).filter(({ others }) => others > 0)).not.toEqual([]);
    const [mail] = await t`select state, reason from private.messages
      where kind = 'quotation' and recipient = ${mailbox} order by id desc limit 1`;
    expect(mail).toEqual({ state: 'waiting', reason: 'waits_its_turn' });
  }));

it('who caused a message is forgotten with its text after 30 days', () =>
  withLimits(async ({ t, ask, send }) => {
    const [mailbox = ''] = await ask('network');
    await send();
    const cause = async () =>
      (await t`select cause from private.messages where recipient = ${mailbox}`)[0]?.cause;
    await t`select public.queue_due_messages()`;
    expect(await cause()).toBe('network');
    await t`update private.messages set finished_at = now() - interval '31 days' where recipient = ${mailbox}`;
    await t`select public.queue_due_messages()`;
    expect(await cause()).toBeNull();
  }));

it('thirty people at one address have all of their mails within the day', () =>
  withLimits(async ({ ask, register, send, pass, stateOf }) => {
    const mailboxes = [...(await ask('network', 30)), ...(await register('network', 30)).mailboxes];
    for (let hours = 0; hours < 23; hours += 1) {
      await send();
      await pass('1 hour');
    }
    const states = await Promise.all(mailboxes.map(stateOf));
    expect(states.filter((state) => state !== 'accepted')).toEqual([]);
  }));

it('what has waited for a day is not sent, its row says so, and the overview counts it', () =>
  withLimits(async ({ t, ask, send, pass, stateOf }) => {
    const alert = async () => {
      const { messagesPutOff } = await asAdmin<OwnerAlerts>(
        t,
        admin,
        (a) => a`select public.owner_alerts() as reply`,
      );
      return messagesPutOff;
    };
    const before = await alert();
    const fakes = await ask('flood', 60);
    await send();
    expect(await alert()).toBe(before + 54);
    for (let hours = 0; hours < 25; hours += 1) {
      await pass('1 hour');
      await send();
    }
    const states = await Promise.all(fakes.map(stateOf));
    expect(new Set(states)).toEqual(new Set(['accepted', 'skipped daily_limit']));
    // At once six, and then one in forty minutes, of which the total lets one out in forty-eight.
    expect(states.filter((state) => state === 'accepted').length).toBeGreaterThanOrEqual(30);
    expect(await alert()).toBe(before + states.filter((state) => state !== 'accepted').length);
  }));

it('each of the staff has a total of their own, which buyers do not use up', () =>
  withLimits(async ({ t, quote, send, stateOf }) => {
    await t`update private.rate_limits set most = 2 where action = 'staff_message'`;
    const byClerk = [await quote(clerk), await quote(clerk), await quote(clerk)];
    const byAdmin = await quote(admin);
    await send();
    const states = await Promise.all([...byClerk, byAdmin].map(stateOf));
    expect(states.sort()).toEqual(['accepted', 'accepted', 'accepted', waiting]);
    expect(await stateOf(byAdmin)).toBe('accepted');
  }));

it('an account whose address is confirmed is not counted with its network address', () =>
  withLimits(async ({ t, ask, send, stateOf }) => {
    await ask('flood', 10);
    await send();
    const person: Character & { userId: string; email: string } = await newPerson(t as unknown as Sql, 'Ada');
    await t`update public.users set email_confirmed_at = now() where id = ${person.userId}`;
    const sid = newSid();
    await t`insert into private.sessions (sid, sess, expire)
      values (${sid}, ${t.json({ userId: person.userId })}, now() + interval '1 day')`;
    const product = await newProduct(t as unknown as Sql);
    const request = {
      name: 'Ada',
      email: person.email,
      county: '042',
      items: [{ productId: product.id, quantity: 1 }],
    };
    await t`select public.ask_for_quotation_within_limits('flood', ${sid}, ${randomUUID()}, ${t.json(request)})`;
    await send();
    expect(await stateOf(person.email)).toBe('accepted');
  }));

it('a clock that jumps repeats nothing, lets out no more than a day’s, and keeps nothing back for ever', () =>
  withLimits(async ({ ask, send, pass }) => {
    const fakes = new Set(await ask('flood', 12));
    const ofFakes = async () => buyersOf(await send()).filter((mailbox) => fakes.has(mailbox));
    const sent = await ofFakes();
    await pass('-2 days');
    expect(await ofFakes()).toEqual([]);
    await pass('2 days 41 minutes');
    sent.push(...(await ofFakes()));
    expect(sent).toHaveLength(7);
    await pass('10 days');
    sent.push(...(await ofFakes()));
    expect(sent.length).toBeLessThanOrEqual(12);
    expect(new Set(sent).size).toBe(sent.length);
  }));

it('of 51 events within 35 minutes the owner gets at most ten mails, which tell of all', () =>
  withLimits(async ({ t, ask, send, pass }) => {
    let mails = 0;
    let told = 0;
    const count = async () => {
      for (const { kind, others } of await send())
        if (kind === 'owner_quotation') [mails, told] = [mails + 1, told + 1 + others];
    };
    const [{ mailboxes } = { mailboxes: 1 }] = await t<{ mailboxes: number }[]>`
      select count(*)::int as mailboxes from private.message_recipients('owner_quotation', null)`;
    for (let event = 0; event < 51; event += 1) {
      await ask('network');
      await count();
      await pass('41 seconds');
    }
    expect(mails / mailboxes).toBeLessThanOrEqual(10);
    await pass('15 minutes');
    await count();
    expect(told / mailboxes).toBe(51);
  }));
