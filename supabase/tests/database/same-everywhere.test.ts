import { describe, expect, it } from 'vitest';
import type { CustomerDetails, DashboardFindings } from '../../functions/_shared/contract/admin-customers.ts';
import type { ExportedOrder } from '../../functions/_shared/contract/admin-orders.ts';
import type { TransactionRow } from '../../functions/_shared/contract/admin-transactions.ts';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { Statement } from '../../functions/_shared/contract/debts.ts';
import type { MessageFacts, MessageKind } from '../../functions/_shared/contract/messages.ts';
import { formatDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { SalesReport } from '../../functions/_shared/contract/sales-report.ts';
import { defaultShopDetails } from '../../functions/_shared/contract/shop-details.ts';
import { renderMessage } from '../../functions/_shared/messages/render-message.ts';
import { moneyStateOf } from '../../../web/src/dashboard/features/orders/order-money.ts';
import { stateLabelOf } from '../../../web/src/dashboard/features/transactions/transaction-text.ts';
import { orderMessage } from '../../../web/src/orders/order-message.ts';
import { shownStatusOf } from '../../../web/src/orders/order-status-text.ts';
import { sampleShortLink } from '../message-sample.ts';
import { answerTo } from '../payment-scene.ts';
import { shop } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import type { OrderOf } from './book-scene.ts';
import { today } from './refund-scene.ts';
import { lineOf, toOrderScene } from './to-order-scene.ts';

/*
 * What an order's money is called on the buyer's page and the staff's, in mail, SMS, papers, report, export and search:
 * written down first, then read from all of them. An order costs KES 2,000 for two pieces; the instrument costs 1,000.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const scene = toOrderScene(sql);
const {
  owner,
  detailsOf,
  record,
  recordFor,
  of,
  sendAll,
  reverse,
  changeTo,
  newOrder,
  paidOrder,
  instrument,
} = scene;

type Said = {
  buyer: string;
  staff: string;
  mail: [kind: MessageKind, subject: string, sms: string];
  /** Kinds and KES. */
  papers: [kind: string, kes: number][];
  /** What the list of payments says of its payment. */
  payment: string;
  /** KES of what went back by which what the bank took grew in the report. */
  takenBack: number;
  /** KES by which what came and went moved, by method. */
  report: Record<string, [gross: number, refunded: number]>;
  /** KES of its sales, and its status. */
  exported: [status: string, gross: number, refunded: number];
  /** By its reference: how many orders are found. */
  found: number;
};

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(/ ?#IC-[0-9A-F]{8}/g, '');
const reportOfToday = () => answerTo<SalesReport>(sql, owner, 'public.sales_report($1, $1)', today);

async function saidOf({ order: { id } }: OrderOf, kind: MessageKind) {
  const [row] = await sql<{ facts: MessageFacts }[]>`
    select private.message_facts(m) as facts from private.messages m
    where m.order_id = ${id} and m.kind = ${kind} and m.channel = 'email' order by m.id desc limit 1`;
  if (!row) throw new Error(`No message ${kind}.`);
  const message = { kind, language: 'en', facts: row.facts, link: sampleShortLink } as const;
  const mail = await renderMessage({ ...message, channel: 'email' }, defaultShopDetails);
  const sms = await renderMessage({ ...message, channel: 'sms' }, defaultShopDetails);
  // On another day it is another one.
  const words = sms.text.replace(sampleShortLink, '').replace(/by \w+ \d+ \w+/, 'by the day');
  return [kind, plain(mail.subject ?? ''), plain(words.trim())];
}

/** What is said of an order, and by how much the report of the day grew since. */
async function read(placed: OrderOf, kind: MessageKind, reference: string, before: SalesReport) {
  const { id } = placed.order;
  const details = await detailsOf(placed);
  // The page asks the bank first about the card that nobody used.
  details.order.payment.hasBankAnswered = true;
  const papers = await sql<{ kind: string; kes: number }[]>`
    select kind, (gross_cents / 100)::integer as kes from private.papers where order_id = ${id} order by id`;
  const after = await reportOfToday();
  const changes = after.methods.map(({ method, grossCents, refundedCents }) => {
    const earlier = before.methods.find((one) => one.method === method);
    return [
      method,
      [
        (grossCents - (earlier?.grossCents ?? 0)) / 100,
        (refundedCents - (earlier?.refundedCents ?? 0)) / 100,
      ],
    ] as const;
  });
  const { rows } = await answerTo<{ rows: ExportedOrder[] }>(sql, owner, 'public.export_orders($1::jsonb)', {
    text: id.slice(-8),
  });
  const row = rows.find((one) => one.id === id);
  const { rows: payments } = await answerTo<PageOfRows<TransactionRow>>(
    sql,
    owner,
    'public.list_transaction_page($1::jsonb)',
    { orderId: id, status: 'completed' },
  );
  const { orders } = await answerTo<DashboardFindings>(sql, owner, 'public.search_dashboard($1)', reference);
  const customer = await answerTo<CustomerDetails>(sql, owner, 'public.customer_details($1)', id);
  const shown = [...orders, ...customer.orders].filter((one) => one.id === id);
  expect(shown.length, 'the search and the page of its buyer').toBe(2);
  expect(shown.map(shownStatusOf)).toEqual(shown.map(() => shownStatusOf(details.order)));
  return {
    buyer: plain(orderMessage(details.order).title),
    staff: plain(moneyStateOf(details).title),
    mail: await saidOf(placed, kind),
    papers: papers.map((paper) => [paper.kind, paper.kes]),
    payment: payments.map(stateLabelOf).join(),
    takenBack: (after.sold.takenBackCents - before.sold.takenBackCents) / 100,
    report: Object.fromEntries(changes.filter(([, [gross, refunded]]) => gross || refunded)),
    exported: [row?.status, (row?.sales.grossCents ?? 0) / 100, (row?.sales.refundedCents ?? 0) / 100],
    found: orders.length,
  };
}

const cases: [name: string, make: () => Promise<{ placed: OrderOf; reference: string }>, said: Said][] = [
  [
    'a cheque bounced after the goods left',
    async () => {
      const placed = await paidOrder({ method: 'cheque' });
      await sendAll(placed);
      await reverse(placed.payment, 'bounced');
      return { placed, reference: placed.payment.slice(-10) };
    },
    {
      buyer: 'KES 2,000 is owed',
      staff: 'KES 2,000 is owed',
      mail: ['order_unpaid', 'KES 2,000 is owed for your order', 'Order: KES 2,000 is owed. Pay:'],
      papers: [['invoice', 2000]],
      payment: 'Bounced',
      takenBack: 2000,
      report: { cheque: [2000, 2000] },
      exported: ['completed', 2000, 2000],
      found: 1,
    },
  ],
  [
    'delivery of KES 450 was agreed after the payment',
    async () => {
      const placed = await paidOrder();
      const { items } = (await detailsOf(placed)).order;
      await changeTo(
        placed,
        items.map(({ productId, quantity, price }) => ({ productId, quantity, price })),
        450,
      );
      return { placed, reference: placed.payment.slice(-10) };
    },
    {
      buyer: 'KES 450 is still to be paid',
      staff: 'KES 2,000 received, KES 450 to be paid',
      mail: ['order_paid', 'Payment received for order', 'Paid KES 2,000, delivery by the day.'],
      papers: [['invoice', 2000]],
      payment: 'Received',
      takenBack: 0,
      report: { transfer: [2000, 0] },
      exported: ['paid', 2000, 0],
      found: 1,
    },
  ],
  [
    'one transfer paid three orders',
    async () => {
      const three = [await newOrder(), await newOrder(), await newOrder()] as const;
      const payment = await recordFor(
        three.map((placed) => of(placed, 200_000)),
        6000,
      );
      return { placed: three[1], reference: payment.slice(-10) };
    },
    {
      buyer: 'Your payment is received',
      staff: 'KES 2,000 received',
      mail: ['order_paid', 'Payment received for order', 'Paid KES 2,000, delivery by the day.'],
      papers: [['invoice', 2000]],
      payment: 'Received',
      takenBack: 0,
      report: { transfer: [6000, 0] },
      exported: ['paid', 2000, 0],
      found: 3,
    },
  ],
  [
    'of a payment by M-Pesa KES 500 went back by transfer',
    async () => {
      const placed = await paidOrder({ method: 'mpesa' });
      await answerTo(
        sql,
        owner,
        `public.record_refund(gen_random_uuid(), $1, 50000, $2, 'FT77', 'Agreed by phone', true, p_method => 'transfer')`,
        placed.payment,
        today,
      );
      return { placed, reference: placed.payment.slice(-10) };
    },
    {
      buyer: 'Your payment is received',
      staff: 'KES 2,000 received',
      mail: ['refund_recorded', 'KES 500 was sent back to you for order', 'Refund sent: KES 500, order.'],
      papers: [
        ['invoice', 2000],
        ['credit_note', 500],
      ],
      payment: 'Partly given back',
      takenBack: 0,
      report: { mpesa: [2000, 0], transfer: [0, 500] },
      exported: ['paid', 2000, 500],
      found: 1,
    },
  ],
  [
    'the deposit of an instrument from the maker was paid',
    async () => {
      const placed = await scene.byStaff([lineOf(await instrument())]);
      const payment = await record(placed, 300);
      return { placed, reference: payment.slice(-10) };
    },
    {
      buyer: 'Your deposit is paid',
      staff: 'KES 300 received, KES 700 later',
      mail: ['order_paid', 'Payment received for order', 'Paid KES 300, KES 700 due later.'],
      papers: [],
      payment: 'Received',
      takenBack: 0,
      report: { transfer: [300, 0] },
      exported: ['paid', 300, 0],
      found: 1,
    },
  ],
];

it.each(cases)('%s: the same is said everywhere', async (_, make, said) => {
  const before = await reportOfToday();
  const { placed, reference } = await make();
  expect(await read(placed, said.mail[0], reference, before)).toEqual(said);
});

describe('of an order on account of which a part left', () => {
  let pins = 300_000_000;
  /** One of two pieces left, for KES 1,000, on 30 days. */
  const partSent = async () => {
    const placed = await newOrder();
    await sql`update public.orders set terms_days = 30, company_name = 'A school', company_pin = ${`P${(pins += 1)}Y`}
      where id = ${placed.order.id}`;
    const { items } = (await detailsOf(placed)).order;
    await scene.send(placed, items[0]?.productId ?? '', 1, 'On account');
    return placed;
  };
  const isListed = async ({ order }: OrderOf, filter: object) =>
    (
      await answerTo<PageOfRows<{ id: string }>>(sql, owner, 'public.list_order_page($1::jsonb)', {
        text: order.id.slice(-8),
        ...filter,
      })
    ).rows.some(({ id }) => id === order.id);
  const owedDay = addDays(today, 30);

  it('what left is asked for, by its day, to the cent, wherever money is asked for', async () => {
    const placed = await partSent();
    const { id } = placed.order;
    await record(placed, 500.31);
    const { order, rest } = await detailsOf(placed);
    order.payment.hasBankAnswered = true;
    expect([order.word, order.payment.owedBy, rest.dueCents]).toEqual(['owed', owedDay, 49_969]);
    expect(order.payment).toMatchObject({ dueAmount: 500, roundedCents: 31, unsentCents: 100_000 });
    expect(plain(orderMessage(order).title)).toBe('KES 499.69 is owed');
    expect(plain(orderMessage(order).sentence)).toBe(
      `KES 500.31 is received, and KES 499.69 is still to be paid for what was sent, by ${formatDay(owedDay)}. The rest of the order, KES 1,000, is not sent yet. Call us if you have questions.`,
    );
    expect(await saidOf(placed, 'order_unpaid')).toEqual([
      'order_unpaid',
      'Payment received for order: KES 500.31',
      'Received KES 500.31. KES 499.69 to pay:',
    ]);
    const [debt] = await sql`select cents::integer from private.debts where order_id = ${id}`;
    expect(debt).toEqual({ cents: 49_969 });
    const statement = await answerTo<Statement>(
      sql,
      owner,
      'public.customer_statement($1, $2, $2)',
      id,
      today,
    );
    expect(statement.owed).toEqual({ cents: 49_969, ages: { 0: 49_969 } });
    // Just that, or all of it, rounded up or not, is known by its sum.
    const known = async (cents: number) =>
      (await sql`select private.is_sum_due(${id}, ${cents}) as known`)[0]?.known;
    const sums = [49_969, 50_000, 149_969, 150_000, 100_000, 0];
    expect(await Promise.all(sums.map(known))).toEqual([true, true, true, true, false, false]);
    const [asked] = await sql`select private.amount_due(${id}) as kes`;
    expect(asked).toEqual({ kes: 500 });
  });

  it('once that is paid nothing is owed: what is not sent is asked for by nobody', async () => {
    const placed = await partSent();
    await record(placed, 1000);
    const { order, rest } = await detailsOf(placed);
    order.payment.hasBankAnswered = true;
    expect([order.word, order.nextStep, order.payment.owedBy]).toEqual(['sent_paid', 'pay', null]);
    expect(plain(orderMessage(order).sentence)).toContain(
      'KES 1,000 is received, and pays for what was sent. The rest of the order is not sent yet, and KES 1,000 is still to be paid for it. On account: to be paid within 30 days of sending.',
    );
    // Of what was not sent there is nothing to write off: the dashboard offers what is not refused.
    expect(rest.writeOffCents).toBe(0);
    expect(await refusalCode(scene.reduce(placed, 'written_off', 1))).toBe('refund_too_large');
    expect(await saidOf(placed, 'order_unpaid')).toEqual([
      'order_unpaid',
      'Payment received for order: KES 1,000',
      'Received: KES 1,000, order.',
    ]);
    expect(await sql`select 1 from private.debts where order_id = ${placed.order.id}`).toEqual([]);
    expect(await isListed(placed, { isOwed: true })).toBe(false);
  });

  it('each invoice names of a payment what pays it, the oldest first', async () => {
    const placed = await partSent();
    const paidOf = async () =>
      (
        await sql<{ cents: number[] }[]>`
          select array(
            select (m ->> 'cents')::integer from jsonb_array_elements(p.content -> 'payments') m
          ) as cents
          from private.papers p where p.order_id = ${placed.order.id} order by p.id`
      ).map(({ cents }) => cents);
    await answerTo(sql, owner, 'public.issue_invoice($1)', placed.order.id);
    await record(placed, 1500);
    expect(await paidOf()).toEqual([[]]);
    // It is of what has left: when the rest comes it does not say.
    const [printed] = await sql<{ delivery: unknown }[]>`
      select private.content_now(p) -> 'delivery' as delivery from private.papers p where order_id = ${placed.order.id}`;
    expect(printed?.delivery).toBeNull();
    const { items } = (await detailsOf(placed)).order;
    await scene.send(placed, items[0]?.productId ?? '', 1, 'On account');
    expect(await paidOf()).toEqual([[], [50_000]]);
  });

  it('it is partly paid, and awaited, once its day is over', async () => {
    const placed = await partSent();
    await record(placed, 500);
    const open = () => answerTo<{ id: string }[]>(sql, shop, 'public.open_orders($1)', placed.sid);
    expect(await isListed(placed, { partlyPaid: true })).toBe(false);
    // What left is owed before, too, until it is paid.
    expect(await isListed(placed, { isOwed: true })).toBe(true);
    expect(await isListed(placed, { isUnpaid: true })).toBe(true);
    expect(await open()).toEqual([]);
    await sql`update private.shipments set left_at = now() - interval '31 days' where order_id = ${placed.order.id}`;
    expect(await isListed(placed, { partlyPaid: true })).toBe(true);
    expect(await open()).toMatchObject([{ dueAmount: 500, roundedCents: 0 }]);
  });

  it('whose tax is withheld, its certificate is in a list, and entering it asks for nothing', async () => {
    const placed = await partSent();
    const { id } = placed.order;
    await answerTo(sql, owner, `public.note_withheld($1, 'withheld_vat', 2000)`, id);
    expect(await isListed(placed, { certificate: true })).toBe(true);
    const mails = await scene.mailsOf(placed, 'order_unpaid');
    await record(placed, 20, { method: 'withheld_vat' });
    expect(await isListed(placed, { certificate: true })).toBe(false);
    expect(await scene.mailsOf(placed, 'order_unpaid')).toBe(mails);
    expect((await detailsOf(placed)).order.payment).toMatchObject({ dueAmount: 980, withheldCents: 2000 });
  });

  it('what was added to a paid order, or has come, is partly paid too', async () => {
    const placed = await paidOrder();
    expect(await isListed(placed, { partlyPaid: true })).toBe(false);
    const { items } = (await detailsOf(placed)).order;
    const lines = items.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
    await changeTo(placed, lines, 450);
    expect(await isListed(placed, { partlyPaid: true })).toBe(true);
    expect(shownStatusOf((await detailsOf(placed)).order).label).toBe('Partly paid');
  });
});

it('a price that was cut is said with the money of the order, where nothing was given back for it', async () => {
  const placed = await newOrder();
  await scene.reduce(placed, 'price_cut', 50_000);
  await record(placed, 1500);
  const { order } = await detailsOf(placed);
  expect([order.word, order.payment.creditedCents]).toEqual(['paid', 50_000]);
  const state = moneyStateOf(await detailsOf(placed));
  for (const { sentence } of [orderMessage(order), state])
    expect(plain(sentence)).toContain('KES 500 was credited.');
});

it('a few shillings of an order that is not sent yet are written off, said with its money, and owed again', async () => {
  const placed = await newOrder();
  await record(placed, 1970);
  const { rest } = await detailsOf(placed);
  expect(rest.dueCents).toBe(3000);
  await scene.reduce(placed, 'written_off', 3000);
  const paid = await detailsOf(placed);
  expect([paid.order.word, paid.order.payment.writtenOffCents]).toEqual(['paid', 3000]);
  for (const { sentence } of [orderMessage(paid.order), moneyStateOf(paid)])
    expect(plain(sentence)).toContain('KES 30 was written off.');
  await scene.reduce(placed, 'written_off', -3000);
  const { order } = await detailsOf(placed);
  expect([order.word, order.payment.dueAmount, order.payment.writtenOffCents]).toEqual(['part_paid', 30, 0]);
});
