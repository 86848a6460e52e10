import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Sales } from '../../functions/_shared/contract/admin.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { TransactionRow } from '../../functions/_shared/contract/admin-transactions.ts';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import { defaultShopDetails } from '../../functions/_shared/contract/shop-details.ts';
import type { MessageFacts, MessageKind } from '../../functions/_shared/contract/messages.ts';
import { kesOfCents } from '../../functions/_shared/messages/templates/message-formats.ts';
import { renderMessage } from '../../functions/_shared/messages/render-message.ts';
import type { WholeOrder } from '../../functions/_shared/contract/orders.ts';
import type { Paper } from '../../functions/_shared/contract/papers.ts';
import type { SoldLines } from '../../functions/_shared/contract/sales-report.ts';
import { answerTo } from '../payment-scene.ts';
import { newProduct, orderRequest, bankDecides } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { type BookCall, bookCases, type BookStep } from './book-cases.ts';

/*
 * Sums that were computed by hand from decision 31, before any of its code: the book, the page, the export, the list of
 * transactions, the papers and the order's story say them after each step.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const owner = testPerson(sql, 'Owner', 'admin');

/** The days of each case are its own, and past. */
let daysLeft = 360;

const methods = { mpesa: 'mpesa', bank_transfer: 'transfer', cash: 'cash', cheque: 'cheque' } as const;

class Case {
  private readonly dayBefore: number;
  readonly orders = new Map<string, string>();
  private readonly products = new Map<string, { id: string; price: number }[]>();
  private readonly payments = new Map<string, string>();
  private readonly refunds = new Map<string, string>();

  /** By day: what other tests of this shop have dated there. */
  private readonly others: Sales[] = [];

  private readonly days: number;

  constructor(days: number) {
    this.days = days;
    this.dayBefore = daysLeft;
    daysLeft -= days;
  }

  async begin(): Promise<void> {
    for (let day = 0; day < this.days; day += 1) this.others.push(await this.salesOf(day));
  }

  private async salesOf(day: number): Promise<Sales> {
    const date = this.dayOf(day);
    const [row] = await sql<{ sold: Sales }[]>`
      select private.sales_between(private.nairobi_midnight(${date}), private.nairobi_midnight(${date}::date + 1)) as sold`;
    return row?.sold as Sales;
  }

  /** Other tests of this shop count what happened in past months. */
  async end(): Promise<void> {
    const payments = [...this.payments.values()];
    await sql.begin(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update public.transactions set decided_at = now() where id = any (${payments}::uuid[])`;
      await t`update public.refunds set day = ${nairobiDay()} where transaction_id = any (${payments}::uuid[])`;
      await t`update private.sold_lines set sold_at = now()
        where order_id = any (${[...this.orders.values()]}::uuid[])`;
    });
  }

  readonly dayOf = (day: number) => nairobiDay(new Date(Date.now() - (this.dayBefore - day) * 86_400_000));

  /** What the shop dated today happened on that day of the case. */
  async happenedOn(day: number): Promise<void> {
    const [today, noon] = [`${nairobiDay()}T00:00:00+03:00`, `${this.dayOf(day)}T12:00:00+03:00`];
    await sql.begin(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update public.transactions set decided_at = ${noon}
        where decided_at >= ${today} and id = any (${[...this.payments.values()]}::uuid[])`;
      await t`update private.sold_lines set sold_at = ${noon}
        where sold_at >= ${today} and order_id = any (${[...this.orders.values()]}::uuid[])`;
    });
  }

  private readonly orderOf = (letter: string) => this.orders.get(letter) ?? '';
  private readonly paymentOf = (letter: string) => this.payments.get(letter) ?? '';

  /** The items of an order in the order of its lines. */
  private async itemsOf(letter: string): Promise<string[]> {
    const { items } = (await this.details(letter)).order;
    return (this.products.get(letter) ?? []).map(
      ({ id }) => items.find(({ productId }) => productId === id)?.id ?? '',
    );
  }

  readonly details = (letter: string) =>
    answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', this.orderOf(letter));

  private async lines(letter: string, lines: { line: number; quantity: number; fate?: string }[] = []) {
    const items = await this.itemsOf(letter);
    return lines.map(({ line, quantity, fate }) => ({ itemId: items[line - 1], quantity, fate }));
  }

  private async card(letter: string, asked: number, approved: number): Promise<string> {
    const [opened] = await sql<{ id: string; trace: string; reference: string }[]>`
      select id, trace, reference from private.open_transaction(${this.orderOf(letter)}, ${asked})`;
    if (!opened) throw new Error('No card page was opened.');
    await bankDecides(sql, opened.trace, {
      status: '0',
      trace: opened.trace,
      reference: opened.reference,
      amountCents: String(approved * 100),
      transactionIndex: `TX-${randomUUID().toUpperCase()}`,
      description: 'Approved',
    });
    return opened.id;
  }

  private async send(letter: string, sent?: { line: number; quantity: number }[]) {
    const { order, shipping } = await this.details(letter);
    const lines = sent
      ? (await this.lines(letter, sent)).map(({ itemId, quantity }) => ({ itemId, quantity, serials: [] }))
      : order.items
          .map(({ id }) => ({ itemId: id, quantity: shipping.toShip[id] ?? 0, serials: [] }))
          .filter(({ quantity }) => quantity > 0);
    await answerTo(
      sql,
      owner,
      `public.record_shipment($1, $2, $3, $4, 'delivered', null, null, null, 'As agreed')`,
      randomUUID(),
      order.id,
      lines,
      shipping.toShip,
    );
  }

  private task = async (payment: string) => {
    const [task] = await sql<{ id: string }[]>`
      select id from public.owner_tasks where transaction_id = ${this.paymentOf(payment)} and closed_at is null`;
    return task?.id ?? '';
  };

  async take(call: BookCall, on: number): Promise<void> {
    const ask = (expression: string, ...values: unknown[]) => answerTo(sql, owner, expression, ...values);
    const id = randomUUID();
    switch (call.fn) {
      case 'placeOrderAsStaff': {
        const products: { id: string; price: number }[] = [];
        for (const { price } of call.lines)
          products.push({ id: (await newProduct(sql, { stock: 60, price })).id, price });
        const items = call.lines.map(({ price, quantity }, n) => ({
          productId: products[n]?.id ?? '',
          quantity,
          price,
        }));
        const { orderData } = orderRequest(items);
        const request = {
          items,
          orderData: { ...orderData, holdHours: 24, deliveryPrice: call.deliveryPrice },
        };
        const placed = await answerTo<WholeOrder>(
          sql,
          owner,
          'public.place_order_as_staff($1, $2::jsonb)',
          id,
          request,
        );
        this.orders.set(call.order, placed.id);
        this.products.set(call.order, products);
        break;
      }
      case 'recordPayment': {
        const shares =
          call.shares?.map(({ order, cents }) => ({ orderId: this.orderOf(order), cents })) ?? null;
        await ask(
          'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb)',
          id,
          shares ? null : this.orderOf(call.order),
          methods[call.method],
          randomUUID().slice(-10).toUpperCase(),
          call.amount,
          this.dayOf(on),
          shares,
        );
        this.payments.set(call.as, id);
        break;
      }
      case 'approveCard':
        this.payments.set(call.as, await this.card(call.order, call.amount, call.amount));
        break;
      case 'reviewPayment':
        this.payments.set(call.as, await this.card(call.order, call.amount + 1, call.amount));
        break;
      case 'acceptReviewed':
        await ask(
          `public.close_owner_task($1, $2, 'Looked at')`,
          await this.task(call.payment),
          call.asAll ? 'accepted' : 'partial_payment',
        );
        break;
      case 'returnReviewed':
        await ask(`public.close_owner_task($1, 'refunded', 'Not ours', $2)`, await this.task(call.payment), {
          day: this.dayOf(on),
          bankReference: `RT-${id}`,
          isSure: true,
        });
        break;
      case 'reversePayment':
        await ask(
          'public.reverse_payment($1, $2, $3, $4)',
          this.paymentOf(call.payment),
          'It did not stand',
          call.cause,
          this.dayOf(on),
        );
        if (call.as) {
          const [gone] = await sql<{ id: string }[]>`select id from private.standing_refunds
            where transaction_id = ${this.paymentOf(call.payment)} and cause = ${call.cause}`;
          this.refunds.set(call.as, gone?.id ?? '');
        }
        break;
      case 'recordRefund':
        await ask(
          'public.record_refund($1, $2, $3, $4, $5, $6, true, $7, $8, $9)',
          id,
          this.paymentOf(call.payment),
          call.amountCents,
          this.dayOf(on),
          id.slice(-10),
          'Given back',
          call.order ? await this.lines(call.order, call.lines) : [],
          call.cancels ?? false,
          call.order ? this.orderOf(call.order) : null,
        );
        this.refunds.set(call.as, id);
        break;
      case 'recordRefundBack':
        await ask(
          'public.record_refund_back($1, $2, $3, $4, $5, $6)',
          id,
          this.refunds.get(call.refund) ?? '',
          call.amountCents,
          this.dayOf(on),
          `RB-${id}`,
          'Won',
        );
        this.refunds.set(call.as, id);
        break;
      case 'reduceOrder': {
        const lines = await this.lines(call.order, call.lines);
        const products = this.products.get(call.order) ?? [];
        const cents =
          call.cents ??
          (call.lines ?? []).reduce(
            (sum, { line, quantity }) => sum + (products[line - 1]?.price ?? 0) * 100 * quantity,
            0,
          );
        await ask(
          'public.reduce_order($1, $2, $3, $4, $5, $6)',
          id,
          this.orderOf(call.order),
          call.cause,
          cents,
          'Agreed',
          lines,
        );
        break;
      }
      case 'changeOrder': {
        const { changing } = await this.details(call.order);
        const products = this.products.get(call.order) ?? [];
        const items = changing.lines
          .map((line) => {
            const changed = call.lines?.find(({ line: n }) => products[n - 1]?.id === line.productId);
            return {
              productId: line.productId,
              price: line.price,
              quantity: changed?.quantity ?? line.quantity,
            };
          })
          .filter(({ quantity }) => quantity > 0);
        const { customerName, customerEmail, customerPhone, customerAddress, county } = changing;
        await ask(
          'public.change_order($1, $2, $3, $4::jsonb)',
          id,
          this.orderOf(call.order),
          changing.version,
          {
            items,
            orderData: {
              customerName,
              customerEmail,
              customerPhone,
              customerAddress,
              county,
              company: call.company ? { name: 'Kisumu Water Ltd', ...call.company } : changing.company,
              deliveryPrice: call.deliveryPrice === undefined ? changing.deliveryPrice : call.deliveryPrice,
            },
          },
        );
        break;
      }
      case 'cancelOrder':
        await ask(`public.advance_order($1, 'cancelled')`, this.orderOf(call.order));
        break;
      case 'sendAll':
        await this.send(call.order);
        break;
      case 'sendSome':
        await this.send(call.order, call.lines);
        break;
    }
  }

  /** What the shop says of a day, and of money without an order so far. */
  async ofDay(day: number) {
    const date = this.dayOf(day);
    const sold = await this.salesOf(day);
    const others = this.others[day];
    const { rows } = await answerTo<SoldLines>(
      ...([sql, owner, `public.list_sold_lines($1, $1, '{}', 1000)`, date] as const),
    );
    const orders = [...this.orders.values()];
    const goods = rows.filter(({ category, orderId }) => category !== 'delivery' && orders.includes(orderId));
    const [rest] = await sql<{ cents: number; gross: number; refunded: number }[]>`
      select coalesce(sum(gross_cents - refunded_cents), 0)::float as cents,
        coalesce(sum(gross_cents) filter (where private.nairobi_day(at) = ${date}), 0)::float as gross,
        coalesce(sum(refunded_cents) filter (where private.nairobi_day(at) = ${date}), 0)::float as refunded
      from private.money where order_id is null and transaction_id = any (${[...this.payments.values()]}::uuid[])`;
    if (!rest || !others) throw new Error('No sums.');
    return {
      moneyOfDay: {
        grossCents: sold.grossCents - others.grossCents - rest.gross,
        refundedCents: sold.refundedCents - others.refundedCents - rest.refunded,
        netCents: sold.netCents - others.netCents - rest.gross + rest.refunded,
      },
      soldOfDay: {
        pieces: goods.reduce((sum, { quantity }) => sum + quantity, 0),
        cents: goods.reduce((sum, { cents }) => sum + cents, 0),
      },
      withoutOrderCents: rest.cents,
    };
  }

  /** The mails about the money of an order that would go out now. */
  async mailsOf(letter: string) {
    const messages = await sql<{ kind: MessageKind; facts: MessageFacts }[]>`
      select m.kind, private.message_facts(m) as facts from private.messages m
      where m.order_id = ${this.orderOf(letter)} and m.channel = 'email' and private.message_is_true(m)
        and m.kind in ('order_unpaid', 'order_paid', 'refund_due', 'refund_recorded')`;
    return Promise.all(
      messages.map(async ({ kind, facts }) => {
        const message = {
          kind,
          channel: 'email' as const,
          language: 'en' as const,
          facts,
          link: 'https://shop.example',
        };
        return { kind, text: (await renderMessage(message, defaultShopDetails)).text };
      }),
    );
  }

  /** What every place says of an order, in the words of a step. */
  async seen(letter: string) {
    const id = this.orderOf(letter);
    const { order, tasks, payments } = await this.details(letter);
    const [book] = await sql<
      { charged: number; reduced: number; received: number; givenBack: number; due: number }[]
    >`
      select charged::float as charged, reduced::float as reduced, received::float as received,
        given_back::float as "givenBack", due::float as due from private.books where order_id = ${id}`;
    const [money] = await sql<{ gross: number; refunded: number }[]>`
      select coalesce(sum(gross_cents), 0)::float as gross, coalesce(sum(refunded_cents), 0)::float as refunded
      from private.money where order_id = ${id}`;
    // No role calls it: it is a part of what an export reads.
    const exported = await sql.begin(async (t) => {
      await t`select set_config('request.jwt.claim.sub', ${owner.userId}, true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true)`;
      const [row] = await t<{ sales: { grossCents: number; refundedCents: number } }[]>`
        select private.sales_of_order(${id}) as sales`;
      return row?.sales;
    });
    const papers = await sql<
      { kind: string; grossCents: number; content: Paper['content']; cause: string | null }[]
    >`
      select kind, gross_cents::float as "grossCents", content, cause from private.papers where order_id = ${id} order by id`;
    const { rows } = await answerTo<{ rows: TransactionRow[] }>(
      sql,
      owner,
      'public.list_transaction_page($1)',
      { orderId: id },
    );
    return { order, tasks, payments, book, money, exported, papers, rows };
  }
}

const causes: Record<string, string> = {
  goods_back: 'reduced',
  price_cut: 'reduced',
  cancelled: 'reduced',
  mistake: 'payment_reversed',
};

/** The kinds of mail that were read back. */
const mailed = new Set<string>();

async function check(all: Case, step: BookStep) {
  const { order, tasks, payments, book, money, exported, papers, rows } = await all.seen(step.order);
  const { charges, reductions, received, givenBack, due } = step;
  expect(
    {
      charges: book?.charged,
      reductions: book?.reduced,
      received: book?.received,
      givenBack: book?.givenBack,
      due: book?.due,
      asked: order.payment.dueAmount,
      status: order.status,
      tasks: tasks.map(({ kind }) => kind).filter((kind) => kind !== 'wrong_amount'),
      papers: papers.map(({ kind, grossCents, content, cause }) => ({
        kind,
        grossCents,
        netCents: content.totals.netCents,
        vatCents: content.totals.vatCents,
        cause: kind === 'invoice' ? null : cause,
      })),
    },
    step.step,
  ).toEqual({
    charges,
    reductions,
    received,
    givenBack,
    due,
    asked: step.asked,
    status: step.status,
    tasks: step.tasks.filter((kind) => kind !== 'in_review'),
    papers: step.papers.map((paper) => ({
      ...paper,
      cause: paper.cause && (causes[paper.cause] ?? paper.cause),
    })),
  });
  // The other places say the same sums.
  expect(order.totalAmount * 100).toBe(charges);
  expect(order.payment.acceptedCents).toBe(received - givenBack);
  // What the shop gave back had come; what bounced had not.
  expect(order.payment.acceptedCents + order.payment.refundedCents).toBeLessThanOrEqual(received);
  // A payment that went back as a whole is named no more.
  const named = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(named).toBeGreaterThanOrEqual(received - givenBack);
  expect(named).toBeLessThanOrEqual(received);
  if (givenBack === 0) expect(named).toBe(received);
  expect(order.payment.overpaidCents).toBe(order.status !== 'pending' && due <= -100 ? -due : 0);
  expect(money).toEqual({ gross: received, refunded: givenBack });
  expect(exported).toEqual({ grossCents: received, refundedCents: givenBack });
  for (const { kind, text } of await all.mailsOf(step.order)) {
    if (kind === 'order_unpaid') expect(text, step.step).toContain(kesOfCents(due));
    if (kind === 'order_paid')
      expect({ asked: step.asked, isPending: step.status === 'pending' }, text).toEqual({
        asked: 0,
        isPending: false,
      });
    if (kind === 'refund_due') expect(text, step.step).toContain(kesOfCents(-due));
    mailed.add(kind);
  }
  expect(await all.ofDay(step.day), step.step).toEqual({
    moneyOfDay: step.moneyOfDay,
    soldOfDay: step.soldOfDay,
    withoutOrderCents: step.withoutOrderCents,
  });
  for (const { openTasks } of rows.filter(({ status }) => status === 'review'))
    expect(openTasks).not.toEqual([]);
}

describe('the book of an order, computed by hand', () => {
  it.each(bookCases)('$name', async ({ steps }) => {
    const all = new Case(Math.max(...steps.map(({ day }) => day)) + 1);
    await all.begin();
    for (const step of steps) {
      if (step.call) await all.take(step.call, step.day);
      await all.happenedOn(step.day);
      if (!step.isBetween) await check(all, step);
    }
    await all.end();
  });

  it('has read mails that ask for the rest, say that all is paid, and that too much came', () => {
    expect([...mailed].toSorted()).toEqual(['order_paid', 'order_unpaid', 'refund_due', 'refund_recorded']);
  });
});
