import { randomUUID } from 'node:crypto';
import {
  as,
  type CartLine,
  newProduct,
  newSession,
  newSid,
  place,
  type Placed,
  type Settled,
  bankDecides,
  shop,
  type Sql,
  type Transaction,
} from '../shop-cast.ts';
import type { BankAnswerName } from './bank-answers.ts';
import type { AskedBy } from './model-order.ts';
import type { ModelProduct, SentLine } from './model-stock.ts';
import {
  answerOf,
  paymentWord,
  type RealOrder,
  type RealTransaction,
  type SentAnswer,
  transactionOf,
  wordOf,
} from './real-order.ts';
import { RealOwner } from './real-owner.ts';

/** The same shop as the model, in the real database; other tests' orders stand beside and are left alone. */
export class ShopReality {
  readonly orders: RealOrder[] = [];
  /** Those who want to pay again while the bank is asked, as the model has them. */
  readonly waiting: { order: RealOrder; transaction: RealTransaction; phone: string | null }[] = [];
  newestBuyer = 0;
  /** Codes of Safaricom, as the model has them; later ones sort later. */
  readonly receipts: string[] = [];
  private readonly codes = randomUUID().slice(0, 4).toUpperCase();
  readonly sql: Sql;
  readonly productIds: readonly string[];
  readonly owner: RealOwner;

  /** Called after each step. */
  readonly afterStep: () => Promise<void>;
  private steps = 0;

  private constructor(sql: Sql, productIds: readonly string[], afterStep: () => Promise<void>) {
    this.sql = sql;
    this.productIds = productIds;
    this.afterStep = afterStep;
    this.owner = new RealOwner(sql, productIds, this.orders);
  }

  static async open(
    sql: Sql,
    products: readonly ModelProduct[],
    afterStep: () => Promise<void>,
  ): Promise<ShopReality> {
    const rows = await Promise.all(products.map(({ price, stock }) => newProduct(sql, { price, stock })));
    const ids = rows.map((row) => row.id);
    const reality = new ShopReality(sql, ids, afterStep);
    for (const [product, { toOrder }] of products.entries()) await reality.owner.offer(product, toOrder);
    return reality;
  }

  /** After every fourth step: what is wrong then was made by one of four. */
  isToBeCompared(): boolean {
    this.steps += 1;
    return this.steps % 4 === 0;
  }

  /** @param sameBuyerAs whose browser it is; a new one's without */
  async placeOrder(lines: readonly SentLine[], total: number, dueNow: number, sameBuyerAs?: RealOrder) {
    const cart = this.cartOf(lines);
    const sid = sameBuyerAs?.sid ?? (await newSession(this.sql));
    const buyer = sameBuyerAs?.buyer ?? this.newBuyer();
    const key = randomUUID();
    return wordOf(async () => {
      const placed = await place(this.sql, cart, {
        sid,
        key,
        totalAmount: total,
        details: detailsOf(total, dueNow),
      });
      const known = this.orders.find(({ id }) => id === placed.order.id);
      if (!known) {
        await this.keep(placed, { sid, key, cart, buyer });
        return 'placed';
      }
      return paymentWord(placed, known.transactions.at(-1)?.trace);
    });
  }

  /** The row of the product is locked for a moment, so that both wait at once. */
  async placeInTwoTabs(
    lines: readonly SentLine[],
    total: number,
    dueNow: number,
    hasOneKey: boolean,
  ): Promise<string[]> {
    const cart = this.cartOf(lines);
    const sid = newSid();
    const buyer = this.newBuyer();
    const key = randomUUID();
    const keys = [key, hasOneKey ? key : randomUUID()];
    const placed: { reply: Placed; key: string }[] = [];
    const send = (key: string) =>
      wordOf(async () => {
        const options = { sid, key, totalAmount: total, details: detailsOf(total, dueNow) };
        placed.push({ reply: await place(this.sql, cart, options), key });
        return 'placed';
      });
    const answers = await this.sql.begin(async (t) => {
      await t`select 1 from public.products where id = any(${cart.map(({ productId }) => productId)}) for update`;
      const sent = Promise.all(keys.map(send));
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { sent };
    });
    const reply = await answers.sent;
    const [first, second] = placed;
    if (!first || !second) return reply;
    await this.keep(first.reply, { sid, key: first.key, cart, buyer });
    const isOne = first.reply.order.id === second.reply.order.id;
    return ['placed', isOne ? paymentWord(second.reply, first.reply.transaction.trace) : 'another order'];
  }

  /** As an admin's page asks the bank, whose answer has not come when this returns. */
  async ask({ trace }: RealTransaction): Promise<string> {
    const [row] = await this.sql<
      { trace: string | null }[]
    >`select public.ask_of_transaction(t.id) ->> 'trace' as trace
        from public.transactions t where t.trace = ${trace}`;
    if (row?.trace !== trace) return 'somebody is asking';
    await this.keepAsking(trace);
    return 'asks';
  }

  async repeatOrder({ id, sid, key, cart, transactions }: RealOrder, isChanged: boolean): Promise<string> {
    return wordOf(async () => {
      const again = await place(this.sql, cart, {
        sid,
        key,
        hash: isChanged ? 'other' : 'hash',
      });
      return again.order.id === id ? paymentWord(again, transactions.at(-1)?.trace) : 'another order';
    });
  }

  /** The first of the two calls in which a buyer pays again: what the bank knows comes first. */
  async beginPayment(order: RealOrder, isStranger: boolean, isByPrompt = false) {
    const phone = isByPrompt ? '254712345678' : null;
    const sid = isStranger ? await newSession(this.sql) : order.sid;
    return wordOf(async () => {
      const [row] = await as(
        this.sql,
        shop,
        (t) =>
          t<{ begun: Placed | { step: 'ask'; trace: string } }[]>`
            select public.begin_payment(${sid}, ${order.id}, null, ${phone}) as begun`,
      );
      const begun = row?.begun as Placed | { step: 'ask'; trace: string };
      if (!('step' in begun)) return this.paymentOf(order, begun);
      const transaction = order.transactions.find(({ trace }) => trace === begun.trace);
      if (!transaction) return 'another trace';
      await this.keepAsking(begun.trace);
      this.waiting.push({ order, transaction, phone });
      return 'asks';
    });
  }

  /** The second: the bank's answer, and the payment or its refusal. @param place among those who wait */
  async finishPayment(place: number, name: BankAnswerName, usedIndex: string) {
    const [begun] = this.waiting.splice(place, 1);
    if (!begun) throw new Error('Nobody waits for an answer.');
    const { order, transaction, phone } = begun;
    const sent = answerOf(transaction, name, usedIndex);
    return wordOf(async () => {
      const [row] = await as(
        this.sql,
        shop,
        (t) => t<{ reply: Placed | { refusal: string } }[]>`select public.decide_and_pay_again(
          ${transaction.trace}, ${sent && t.json(sent)}, ${order.sid}, ${order.id},
          null, ${phone}) as reply`,
      );
      const reply = row?.reply as Placed | { refusal: string };
      await this.afterAnswer(transaction, sent);
      return 'refusal' in reply ? reply.refusal : this.paymentOf(order, reply);
    });
  }

  private async paymentOf(order: RealOrder, placed: Placed): Promise<string> {
    await this.keepFromTimer(order.id);
    if (order.transactions.some(({ trace }) => trace === placed.transaction.trace)) return 'goes on';
    const opened = transactionOf(placed);
    order.transactions.push(opened);
    return opened.checkoutId ? 'new prompt' : 'new transaction';
  }

  cancel(order: RealOrder, by: 'buyer' | 'owner'): Promise<string> {
    if (by === 'owner') return this.owner.cancel(order);
    return wordOf(async () => {
      await as(this.sql, shop, (t) => t`select public.cancel_unpaid_order(${order.sid}, ${order.id})`);
      return 'done';
    });
  }

  /** @param times how often at once; every one of them must get the same answer */
  async bankDecides(
    transaction: RealTransaction,
    name: BankAnswerName,
    usedIndex: string,
    askedBy: AskedBy,
    times: number,
  ) {
    const { trace } = transaction;
    const sent = answerOf(transaction, name, usedIndex);
    const settled = await Promise.all(
      Array.from({ length: times }, () => bankDecides(this.sql, trace, sent, askedBy)),
    );
    await this.afterAnswer(transaction, sent);
    return settled.map(({ outcome, transactionStatus, orderStatus }: Settled) => ({
      outcome,
      transactionStatus,
      orderStatus,
    }));
  }

  /** In one transaction, so that the job of this stack does not come between; false when another payment has its reference. */
  async confirmListed(transaction: RealTransaction): Promise<boolean> {
    const { trace, reference } = transaction;
    const [other] = await this.sql`
      select from public.transactions t where t.reference = ${reference} and t.trace is distinct from ${trace}`;
    if (other) return false;
    const sent = answerOf(transaction, 'approved', '');
    await this.owner.import(
      [{ reference: `CARD ${reference}`, amountCents: transaction.amount * 100 }],
      async (t) => {
        const [due] = await t<{ isDue: boolean }[]>`
        select next_ask_at <= now() as "isDue" from public.transactions where trace = ${trace}`;
        if (!due?.isDue) throw new Error('The bank is not queried about a line that names a transaction.');
        await t`select public.decide_payment(${trace}, ${t.json(sent)}, 'reconcile')`;
        // A line of an earlier run may find its payment too.
        await t`select public.match_open_lines()`;
        const [line] = await t`select from public.statement_lines l
          join public.transactions t on t.id = l.transaction_id where t.trace = ${trace}`;
        if (!line) throw new Error('The line did not find its payment.');
      },
    );
    await this.afterAnswer(transaction, sent);
    return true;
  }

  /** What became of sending the newest prompt of an order. */
  async notePrompt({ transactions }: RealOrder, answer: 'sent' | 'refused' | 'silence'): Promise<void> {
    const { trace, checkoutId } = transactions.at(-1) as RealTransaction;
    const notes = {
      sent: { status: 'sent', checkoutId },
      refused: { status: 'refused', code: '400.002.02', description: 'Bad request' },
      silence: null,
    };
    const note = notes[answer];
    await this.asShop((t) => t`select public.note_prompt(${trace}, ${note && t.json(note)})`);
  }

  /** A notice at the address of a prompt, and what is asked then. @param receipt that it names; null: none */
  async noteResult(
    transaction: RealTransaction,
    told: { receipt: string | null } | 'not paid',
    name: BankAnswerName,
  ): Promise<string> {
    const { trace, checkoutId, amount } = transaction;
    const notice =
      told === 'not paid'
        ? { checkoutId, code: '1032', receipt: null, cents: null }
        : { checkoutId, code: '0', receipt: told.receipt, cents: amount * 100 };
    const [row] = await this.asShop(
      (t) => t<{ step: string }[]>`
        select public.note_prompt_result(${trace}, ${t.json(notice)}) ->> 'step' as step`,
    );
    if (row?.step !== 'ask') return row?.step ?? '';
    const sent = answerOf(transaction, name, '');
    await bankDecides(this.sql, trace, sent, 'return');
    await this.afterAnswer(transaction, sent);
    return 'ask';
  }

  newReceipt(): string {
    const code = `R${this.codes}${String(this.receipts.length + 10_000)}`;
    this.receipts.push(code);
    return code;
  }

  /** Safaricom tells of a payment, or has it in the list that it was asked for. */
  async tell(receipt: string, account: string, cents: number, isListed: boolean): Promise<void> {
    const payment = {
      receipt,
      account,
      cents,
      payer: 'ACHIENG',
      paidAt: '2999-01-01',
      body: isListed ? null : {},
    };
    await this.asShop(
      (t) => t`select public.note_paybill_payments(${t.json([payment])}, ${isListed ? 'pull' : null})`,
    );
    await this.keepTold();
  }

  /** The organisation's statement. @param lines codes, accounts and cents */
  async importReceipts(lines: readonly (readonly [string, string, number])[]): Promise<void> {
    const rows = lines.map(([bankIndex, account, amountCents]) => ({
      bankIndex,
      account,
      reference: `Pay Bill ${account}`,
      amountCents,
    }));
    await this.owner.import(rows, async (t) => {
      await t`select public.match_open_lines()`;
    });
    await this.keepTold();
  }

  /** Payments to the paybill that count since, in the order in which they came to. */
  private async keepTold(): Promise<void> {
    const told = await this.sql<{ id: string }[]>`select id from public.transactions
      where source = 'told' and payment_method = 'mpesa' and transaction_id = any(${this.receipts})
        and id <> all(${this.owner.recorded}::uuid[]) order by transaction_id`;
    for (const { id } of told) {
      await this.sql`update public.transactions set decided_at = clock_timestamp() where id = ${id}`;
      this.owner.recorded.push(id);
    }
  }

  /** Does something as the shop, and keeps what it may have decided to ask from the stack's timer. */
  private asShop<T>(work: (t: Transaction) => Promise<T>): Promise<T> {
    return as(this.sql, shop, async (t) => {
      const done = await work(t);
      await t`reset role`;
      await t`update public.transactions set next_ask_at = 'infinity'
        where order_id = any(${this.orders.map(({ id }) => id)}) and phone is not null and next_ask_at is not null`;
      return done;
    });
  }

  private newBuyer(): number {
    return (this.newestBuyer += 1);
  }

  private cartOf(lines: readonly SentLine[]): CartLine[] {
    return lines.map(({ product, quantity, price }) => ({
      productId: this.productIds[product] ?? '',
      quantity,
      price,
    }));
  }

  private async keep(placed: Placed, who: Pick<RealOrder, 'sid' | 'key' | 'cart' | 'buyer'>): Promise<void> {
    await this.keepFromTimer(placed.order.id);
    this.orders.push({
      id: placed.order.id,
      ...who,
      transactions: [transactionOf(placed)],
      parcels: [],
    });
  }

  /** A prompt is fresh until minutes go by in the model, however many seconds the walk takes; what was told since, was since. */
  async keepPromptsFresh(): Promise<void> {
    const orderIds = this.orders.map(({ id }) => id);
    await this.sql`with kept as (
        update public.transactions t set created_at = now() - interval '5 seconds'
        from public.transactions b
        where b.id = t.id and t.order_id = any(${orderIds}) and t.phone is not null and t.status = 'pending'
          and t.created_at between now() - interval '5 minutes' and now() - interval '20 seconds'
        returning t.order_id, b.created_at as sent_at
      ), told as (
        select p.receipt, row_number() over (order by p.told_at desc) as turn
        from private.paybill_payments p join kept k on p.account = private.account_number(k.order_id)
        where p.told_at >= k.sent_at
      )
      update private.paybill_payments p set told_at = now() - told.turn * interval '1 millisecond'
      from told where told.receipt = p.receipt`;
  }

  /** The clock of the database cannot be moved on, so what has happened is moved back. */
  async moveOn(minutes: number): Promise<void> {
    const orderIds = this.orders.map((order) => order.id);
    await this.sql.begin(async (t) => {
      await t`update private.stock_holds set expires_at = expires_at - make_interval(mins => ${minutes})
        where order_id = any(${orderIds})`;
      await t`update public.transactions set created_at = created_at - make_interval(mins => ${minutes}),
          asked_at = case when asked_at = 'infinity' then '-infinity' else asked_at end
        where order_id = any(${orderIds})`;
      await t`update private.paybill_payments set told_at = told_at - make_interval(mins => ${minutes})
        where receipt = any(${this.receipts})`;
      await t`update private.shipments set left_at = left_at - make_interval(mins => ${minutes})
        where order_id = any(${orderIds})`;
    });
  }

  /** What reconciliation does with pieces each minute. */
  async giveOutPieces(): Promise<void> {
    await this.sql`select public.give_out_pieces()`;
  }

  /** Reconciliation after it has asked about everything that is due. In one piece, or the stack's own timer comes between. */
  async giveUp(): Promise<void> {
    const orderIds = this.orders.map((order) => order.id);
    await this.sql.begin(async (t) => {
      await t`update public.transactions set next_ask_at = private.next_ask_after(created_at, now(), false)
        where order_id = any(${orderIds}) and status in ('pending', 'expired')`;
      await t`select public.give_up_transactions()`;
      await t`update public.transactions set next_ask_at = 'infinity'
        where order_id = any(${orderIds}) and status in ('pending', 'expired')`;
    });
  }

  /** A run takes longer than any query may; that it was asked a moment ago stays true until minutes go by. */
  private async keepAsking(trace: string): Promise<void> {
    await this.sql`update public.transactions set asking_until = 'infinity', asked_at = 'infinity'
      where trace = ${trace}`;
  }

  private async afterAnswer(transaction: RealTransaction, sent: SentAnswer): Promise<void> {
    const [row] = await this.sql<{ status: string }[]>`
      update public.transactions set next_ask_at = 'infinity', asked_at = 'infinity'
      where trace = ${transaction.trace} returning status`;
    if (row?.status === 'completed') transaction.paidAs ??= sent?.transactionIndex ?? null;
  }

  /** The stack's timer would ask the sandbox about transactions that only this test answers. */
  private async keepFromTimer(orderId: string): Promise<void> {
    await this.sql`update public.transactions set next_ask_at = 'infinity'
      where order_id = ${orderId} and status in ('pending', 'expired')`;
  }
}

/** A checkout says what is due now where that is not all. */
const detailsOf = (total: number, dueNow: number) => (dueNow === total ? {} : { dueNow });
