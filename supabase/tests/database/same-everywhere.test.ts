import { expect, it } from 'vitest';
import type { CustomerDetails, DashboardFindings } from '../../functions/_shared/contract/admin-customers.ts';
import type { ExportedOrder } from '../../functions/_shared/contract/admin-orders.ts';
import type { TransactionRow } from '../../functions/_shared/contract/admin-transactions.ts';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { MessageFacts, MessageKind } from '../../functions/_shared/contract/messages.ts';
import type { SalesReport } from '../../functions/_shared/contract/sales-report.ts';
import { defaultShopDetails } from '../../functions/_shared/contract/shop-details.ts';
import { renderMessage } from '../../functions/_shared/messages/render-message.ts';
import { moneyStateOf } from '../../../web/src/dashboard/features/orders/order-money.ts';
import { stateLabelOf } from '../../../web/src/dashboard/features/transactions/transaction-text.ts';
import { orderMessage } from '../../../web/src/orders/order-message.ts';
import { shownStatusOf } from '../../../web/src/orders/order-status-text.ts';
import { sampleShortLink } from '../message-sample.ts';
import { answerTo } from '../payment-scene.ts';
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
  return [kind, plain(mail.subject ?? ''), plain(sms.text.replace(sampleShortLink, '').trim())];
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
      mail: ['order_paid', 'Payment received for order', 'Received: KES 2,000, order.'],
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
      mail: ['order_paid', 'Payment received for order', 'Received: KES 2,000, order.'],
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
      payment: 'Received',
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
      mail: ['order_paid', 'Payment received for order', 'Received: KES 300, order.'],
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
