import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buyerKinds, type MessageKind } from '../../functions/_shared/contract/messages.ts';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import { defaultShopDetails } from '../../functions/_shared/contract/shop-details.ts';
import { renderMessage } from '../../functions/_shared/messages/render-message.ts';
import { type Placed, refundToday, type Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { asAdmin, claim, pass, providers, bankDecides, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');

type Step = (t: Transaction, placed: Placed) => Promise<unknown>;

/** The bank answers about the latest transaction of the order, as an approval altered by `over`. */
const bank =
  (over: Record<string, string | null> = {}): Step =>
  async (t, placed) => {
    const [latest] = await t<Placed['transaction'][]>`select trace, reference, amount from public.transactions
      where order_id = ${placed.order.id} order by created_at desc, status = 'pending' desc limit 1`;
    return bankDecides(t, { ...placed, transaction: { ...placed.transaction, ...latest } }, over);
  };
const refused = { status: '4', transactionIndex: null };
const silence: Step = (t, { transaction: { trace } }) =>
  t`select public.decide_payment(${trace}, null, 'return')`;
const decide =
  (outcome: string, refund: object | null = null): Step =>
  (t, { order }) =>
    asAdmin(
      t,
      owner,
      (
        a,
      ) => a`select public.close_owner_task(k.id, ${outcome}, 'Looked at it', ${refund && a.json(refund as never)}) as reply
        from public.owner_tasks k where k.order_id = ${order.id} and k.closed_at is null`,
    );
const payRest: Step = (t, { order }) => t`select private.open_transaction(${order.id}, 1000)`;
const refund =
  (cents: number): Step =>
  (t, { order }) => {
    const { day, bankReference } = refundToday();
    return asAdmin(
      t,
      owner,
      (
        a,
      ) => a`select public.record_refund(${randomUUID()}, t.id, ${cents}, ${day}, ${bankReference}, 'Sent back', true) as reply
        from public.transactions t where t.order_id = ${order.id} and t.status = 'completed'`,
    );
  };
const advance =
  (status: string): Step =>
  (t, { order }) =>
    asAdmin(t, owner, (a) => a`select public.advance_order(${order.id}, ${status}) as reply`);
/** The order's one piece in a parcel. @param carrier null: collected at the counter */
const parcel =
  (status: string, carrier: string | null = 'G4S'): Step =>
  (t, { order }) =>
    asAdmin(
      t,
      owner,
      (a) => a`select public.record_shipment(${order.id}, ${order.id},
        jsonb_build_array(jsonb_build_object('itemId', i.id, 'quantity', 1)), jsonb_build_object(i.id, 1), ${status}, ${carrier}) as reply
        from public.order_items i where i.order_id = ${order.id}`,
    );
const moveParcel =
  (status: string): Step =>
  (t, { order }) =>
    asAdmin(t, owner, (a) => a`select public.advance_shipment(${order.id}, ${status}) as reply`);
/** A line of the bank's statement. @param cents below 0: taken back */
const statement =
  (cents: number): Step =>
  async (t, { transaction: { reference } }) => {
    const id = randomUUID();
    await t`insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
      values (${id}, ${owner.userId}, 'bank.csv', '{}', 1, 0, 0, 'hash')`;
    await t`insert into public.statement_lines (statement_id, line, day, reference, amount_cents, identity, verdict, transaction_id)
      select ${id}, 2, ${nairobiDay()}, ${reference}, ${cents}, ${id}, ${cents > 0 ? 'settled' : 'returned'},
        case when ${cents} > 0 then t.id end from public.transactions t where t.reference = ${reference} and t.status <> 'pending'`;
  };

const part = [bank({ amountCents: '400000' }), decide('partial_payment')];

/**
 * What is true about the money of an order of KES 5,000, and which messages about it may go out: each with the sums in
 * its words, in the order of their size, and with `totals` the sums below its items. `paid`: that it may say so.
 */
const table: Record<
  string,
  {
    steps: Step[];
    sent: Partial<Record<MessageKind, string>>;
    totals?: string;
    paid: 'nothing' | 'something' | 'all';
  }
> = {
  unpaid: { steps: [], sent: { order_unpaid: '5,000' }, paid: 'nothing' },
  refused: { steps: [bank(refused)], sent: { payment_refused: '5,000' }, paid: 'nothing' },
  undecided: {
    steps: [bank({ status: '1', transactionIndex: null })],
    sent: { payment_checking: '' },
    paid: 'nothing',
  },
  'the bank gave no answer': { steps: [silence], sent: { payment_checking: '' }, paid: 'nothing' },
  approved: { steps: [bank()], sent: { order_paid: '5,000', owner_order_paid: '5,000' }, paid: 'all' },
  settled: {
    steps: [bank(), statement(500_000)],
    sent: { order_paid: '5,000', owner_order_paid: '5,000' },
    paid: 'all',
  },
  completed: {
    steps: [bank(), advance('completed')],
    sent: { order_paid: '5,000', owner_order_paid: '5,000', order_completed: '' },
    paid: 'all',
  },
  'completed, taken back, and sent in a parcel': {
    steps: [bank(), advance('completed'), advance('paid'), parcel('sent')],
    sent: { order_paid: '5,000', owner_order_paid: '5,000', shipment_sent: '' },
    paid: 'all',
  },
  'packed in a parcel': {
    steps: [bank(), parcel('packed')],
    sent: { order_paid: '5,000', owner_order_paid: '5,000' },
    paid: 'all',
  },
  'sent in a parcel': {
    steps: [bank(), parcel('sent')],
    sent: { order_paid: '5,000', owner_order_paid: '5,000', shipment_sent: '' },
    paid: 'all',
  },
  'sent in a parcel that has arrived': {
    steps: [bank(), parcel('sent'), moveParcel('delivered')],
    sent: { order_paid: '5,000', owner_order_paid: '5,000', shipment_delivered: '' },
    paid: 'all',
  },
  'sent in a parcel that was taken back': {
    steps: [bank(), parcel('sent'), moveParcel('taken_back')],
    sent: { order_paid: '5,000', owner_order_paid: '5,000' },
    paid: 'all',
  },
  'collected at the counter': {
    steps: [bank(), parcel('delivered', null)],
    sent: { order_paid: '5,000', owner_order_paid: '5,000', shipment_delivered: '' },
    paid: 'all',
  },
  'in question': {
    steps: [bank({ amountCents: '400000' })],
    sent: { owner_task: '4,000' },
    paid: 'nothing',
  },
  'part paid': {
    steps: part,
    sent: { order_unpaid: '1,000 4,000' },
    totals: '1,000 4,000 5,000',
    paid: 'something',
  },
  'part paid, the rest refused': {
    steps: [...part, payRest, bank(refused)],
    sent: { payment_refused: '1,000 4,000' },
    totals: '1,000 4,000 5,000',
    paid: 'something',
  },
  'part paid, the rest undecided': {
    steps: [...part, payRest, bank({ status: '1', transactionIndex: null })],
    sent: { payment_checking: '1,000 4,000' },
    totals: '1,000 4,000 5,000',
    paid: 'something',
  },
  'paid in two parts': {
    steps: [...part, payRest, bank()],
    sent: { order_paid: '1,000 5,000', owner_order_paid: '1,000 5,000' },
    totals: '5,000',
    paid: 'all',
  },
  overpaid: {
    steps: [bank({ amountCents: '600000' }), decide('accepted')],
    sent: {
      order_paid: '1,000 6,000',
      owner_order_paid: '6,000',
      refund_due: '1,000',
      owner_task: '1,000',
    },
    totals: '5,000 6,000',
    paid: 'all',
  },
  'another sum accepted': {
    steps: [bank({ amountCents: '499950' }), decide('accepted')],
    sent: { order_paid: '4,999.50', owner_order_paid: '4,999.50' },
    totals: '4,999.50 5,000',
    paid: 'all',
  },
  'a part refunded before it was paid': {
    steps: [bank({ amountCents: '400000' }), decide('refunded', refundToday())],
    sent: { order_unpaid: '4,000 5,000', refund_recorded: '4,000' },
    totals: '4,000 5,000',
    paid: 'nothing',
  },
  'charged twice': {
    steps: [bank(), bank()],
    sent: {
      order_paid: '5,000 10,000',
      owner_order_paid: '5,000 10,000',
      refund_due: '5,000',
      owner_task: '5,000',
    },
    totals: '5,000 10,000',
    paid: 'all',
  },
  'charged twice, one refunded': {
    steps: [bank(), bank(), decide('refunded', refundToday())],
    sent: { order_paid: '5,000 10,000', owner_order_paid: '10,000', refund_recorded: '5,000' },
    totals: '5,000 10,000',
    paid: 'all',
  },
  'a part of it refunded': {
    steps: [bank(), refund(120_000)],
    sent: { order_paid: '1,200 5,000', owner_order_paid: '5,000', refund_recorded: '1,200' },
    totals: '1,200 5,000',
    paid: 'all',
  },
  refunded: { steps: [bank(), refund(500_000)], sent: { refund_recorded: '5,000' }, paid: 'nothing' },
  'refunded and cancelled': {
    steps: [bank(), refund(500_000), advance('cancelled')],
    sent: { refund_recorded: '5,000' },
    paid: 'nothing',
  },
  'charged back': { steps: [bank(), statement(-500_000)], sent: {}, paid: 'nothing' },
};

const denials = /no payment|unpaid|not paid|waiting for payment/i;
const claims = {
  nothing: /we have received|bank has approved|is paid|thank you/i,
  something: /bank has approved|(?<!a part of your )order is paid|thank you, your payment/i,
  all: /still to be paid/i,
};

const sumsIn = (text: string) =>
  [...new Set([...text.matchAll(/KES ([\d,]*\d(?:\.\d\d)?)/g)].map(([, sum]) => sum ?? ''))]
    .sort((a, b) => Number(a.replace(/,/g, '')) - Number(b.replace(/,/g, '')))
    .join(' ');

/** Also what only another state of an order calls for stands in the outbox; refusals and tasks write theirs themselves. */
const queueAll = (t: Transaction, { order }: Placed) => t`
  with about as (
    select (select tr.id from public.transactions tr where tr.order_id = o.id order by tr.created_at desc, tr.status = 'pending' desc limit 1) as transaction,
      o.id as order_id
    from public.orders o where o.id = ${order.id}
  )
  select private.queue_message(m.kind, m.subject, a.order_id) from about a, lateral (values
    ('order_paid', a.order_id::text), ('owner_order_paid', a.order_id::text), ('order_completed', a.order_id::text),
    ('order_cancelled', a.order_id::text), ('order_link', a.order_id || ' 1'), ('payment_checking', a.transaction::text)
  ) m (kind, subject) where m.subject is not null`;

describe.each(Object.entries(table))('an order that is %s', (_, { steps, sent, totals = '5,000', paid }) => {
  it.each(['en', 'sw'] as const)('has the messages that are true, with their sums, in %s', (language) =>
    undoneOrder(sql, async (t, placed) => {
      for (const step of steps) await step(t, placed);
      await queueAll(t, placed);
      await pass(t, placed, '1 day');
      const messages = (await claim(t, placed, providers.slice(0, 1))).filter(
        ({ kind }) => kind !== 'order_link' && kind !== 'owner_low_stock',
      );
      const seen: Partial<Record<MessageKind, string>> = {};
      for (const { kind, facts } of messages) {
        if (!facts) throw new Error(`${kind} has no facts.`);
        const [mail, sms] = await Promise.all(
          (['email', 'sms'] as const).map((channel) =>
            renderMessage(
              { kind, channel, language, facts, link: 'https://shop.example/o/1' },
              defaultShopDetails,
            ),
          ),
        );
        const sections = (mail?.text ?? '').split('\n\n');
        const items = sections.findIndex((section) => section.startsWith('1 x '));
        const words = [mail?.subject, ...(items < 0 ? sections : sections.slice(0, items)), sms?.text].join(
          '\n',
        );
        expect(seen[kind], `${kind} goes out once`).toBeUndefined();
        seen[kind] = sumsIn(words);
        // What delivery costs besides, from low to high, is no sum of the order.
        const lines = sections
          .slice(items)
          .join('\n')
          .replace(/^(Delivery|Usafirishaji).*$/m, '');
        if (items >= 0) expect([kind, sumsIn(lines)]).toEqual([kind, totals]);
        if (language === 'sw' || !(buyerKinds as readonly string[]).includes(kind)) continue;
        if (paid !== 'nothing') expect(words).not.toMatch(denials);
        if (!kind.startsWith('refund_')) expect(words).not.toMatch(claims[paid]);
        expect(words).not.toMatch(/settled/i);
      }
      expect(seen).toEqual(sent);
    }),
  );
});

it('the request for the rest is written with the decision, and the pieces are kept meanwhile', () =>
  undoneOrder(sql, async (t, placed) => {
    for (const step of part) await step(t, placed);
    const [request] = await t<{ subject: string; isDue: boolean }[]>`
      select m.subject, m.next_attempt_at <= now() as "isDue" from private.messages m join public.transactions p on m.subject = p.id::text
      where m.order_id = ${placed.order.id} and m.kind = 'order_unpaid' and m.channel = 'email'`;
    expect(request?.isDue).toBe(true);
    await pass(t, placed, '1 day');
    const [message] = (await claim(t, placed)).filter(({ kind }) => kind === 'order_unpaid');
    const keptFor = Date.parse(message?.facts?.order?.payment.heldUntil ?? '') - Date.now();
    expect(Math.round(keptFor / 86_400_000)).toBe(7);
    expect(message?.linkVersion).toBe(1);
  }));
