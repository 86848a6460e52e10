import { randomUUID } from 'node:crypto';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import {
  as,
  type CartLine,
  type Character,
  newPerson,
  newProduct,
  newSession,
  newSid,
  place,
  type Placed,
  refundToday,
  type Settled,
  settle,
  shop,
  type Sql,
  statementColumns,
} from '../shop-cast.ts';
import { type BankAnswerName, bankAnswers } from './bank-answers.ts';
import {
  type AskedBy,
  type ModelTransaction,
  type ModelProduct,
  type SentLine,
  type ShopModel,
} from './shop-model.ts';

type RealTransaction = {
  trace: string;
  reference: string;
  amount: number;
  transactionIndex: string;
  /** The bank's transaction that completed it. */
  paidAs: string | null;
  isReserved: boolean;
};
type RealOrder = {
  id: string;
  /** The browser that placed it, as the model counts them. */
  buyer: number;
  sid: string;
  key: string;
  cart: CartLine[];
  transactions: RealTransaction[];
};

/** The same shop as the model, in the real database; other tests' orders stand beside and are left alone. */
export class ShopReality {
  readonly orders: RealOrder[] = [];
  /** Those who want to pay again while the bank is asked, as the model has them. */
  readonly waiting: { order: RealOrder; transaction: RealTransaction }[] = [];
  newestBuyer = 0;
  readonly sql: Sql;
  readonly productIds: readonly string[];
  private admin: Promise<Character> | null = null;

  /** Called when model and database have been found to agree. */
  readonly afterStep: () => Promise<void>;

  private constructor(sql: Sql, productIds: readonly string[], afterStep: () => Promise<void>) {
    this.sql = sql;
    this.productIds = productIds;
    this.afterStep = afterStep;
  }

  static async open(
    sql: Sql,
    products: readonly ModelProduct[],
    afterStep: () => Promise<void>,
  ): Promise<ShopReality> {
    const rows = await Promise.all(products.map(({ price, stock }) => newProduct(sql, { price, stock })));
    return new ShopReality(
      sql,
      rows.map((row) => row.id),
      afterStep,
    );
  }

  /** @param sameBuyerAs whose browser it is; a new one's without */
  async placeOrder(lines: readonly SentLine[], total: number, sameBuyerAs?: RealOrder) {
    const cart = this.cartOf(lines);
    const sid = sameBuyerAs?.sid ?? (await newSession(this.sql));
    const buyer = sameBuyerAs?.buyer ?? this.newBuyer();
    const key = randomUUID();
    return wordOf(async () => {
      const placed = await place(this.sql, cart, { sid, key, totalAmount: total });
      const known = this.orders.find(({ id }) => id === placed.order.id);
      if (!known) {
        await this.keep(placed, { sid, key, cart, buyer });
        return 'placed';
      }
      return paymentWord(placed, known.transactions.at(-1)?.trace);
    });
  }

  /** The row of the product is locked for a moment, so that both wait at once. */
  async placeInTwoTabs(lines: readonly SentLine[], total: number, hasOneKey: boolean): Promise<string[]> {
    const cart = this.cartOf(lines);
    const sid = newSid();
    const buyer = this.newBuyer();
    const key = randomUUID();
    const keys = [key, hasOneKey ? key : randomUUID()];
    const placed: { reply: Placed; key: string }[] = [];
    const send = (key: string) =>
      wordOf(async () => {
        placed.push({ reply: await place(this.sql, cart, { sid, key, totalAmount: total }), key });
        return 'placed';
      });
    const answers = await this.sql.begin(async (t) => {
      await t`select 1 from public.products where id = any(${cart.map(({ productId }) => productId)}) for update`;
      const sent = Promise.all(keys.map(send));
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { sent };
    });
    const words = await answers.sent;
    const [first, second] = placed;
    if (!first || !second) return words;
    await this.keep(first.reply, { sid, key: first.key, cart, buyer });
    const isOne = first.reply.order.id === second.reply.order.id;
    return ['placed', isOne ? paymentWord(second.reply, first.reply.transaction.trace) : 'another order'];
  }

  /** As an admin's page asks the bank, whose answer has not come when this returns. */
  async ask({ trace }: RealTransaction): Promise<string> {
    const [row] = await as(
      this.sql,
      shop,
      (t) => t<{ trace: string | null }[]>`select public.trace_of_transaction(t.id) as trace
        from public.transactions t where t.trace = ${trace}`,
    );
    await this.keepAsking(trace);
    return row?.trace === trace ? 'asks' : 'somebody is asking';
  }

  async repeatOrder({ id, sid, key, cart, transactions }: RealOrder, isChanged: boolean) {
    return wordOf(async () => {
      const again = await place(this.sql, cart, {
        sid,
        key,
        hash: isChanged ? 'other' : 'hash',
      });
      const isSame = again.order.id === id && again.transaction.trace === transactions[0]?.trace;
      return isSame ? 'the same' : 'another order';
    });
  }

  /** The first of the two calls in which a buyer pays again: what the bank knows comes first. */
  async beginPayment(order: RealOrder, isStranger: boolean) {
    const sid = isStranger ? await newSession(this.sql) : order.sid;
    return wordOf(async () => {
      const [row] = await as(
        this.sql,
        shop,
        (t) =>
          t<{ begun: Placed | { step: 'ask'; trace: string } }[]>`
            select public.begin_payment(${sid}, ${order.id}) as begun`,
      );
      const begun = row?.begun as Placed | { step: 'ask'; trace: string };
      if (!('step' in begun)) return this.paymentOf(order, begun);
      const transaction = order.transactions.find(({ trace }) => trace === begun.trace);
      if (!transaction) return 'another trace';
      await this.keepAsking(begun.trace);
      this.waiting.push({ order, transaction });
      return 'asks';
    });
  }

  /** The second: the bank's answer, and the payment or its refusal. @param place among those who wait */
  async finishPayment(place: number, name: BankAnswerName, usedIndex: string) {
    const [begun] = this.waiting.splice(place, 1);
    if (!begun) throw new Error('Nobody waits for an answer.');
    const { order, transaction } = begun;
    const sent = answerOf(transaction, name, usedIndex);
    return wordOf(async () => {
      const [row] = await as(
        this.sql,
        shop,
        (t) => t<{ reply: Placed | { refusal: string } }[]>`select public.settle_and_pay_again(
          ${transaction.trace}, ${sent && t.json(sent)}, ${order.sid}, ${order.id}) as reply`,
      );
      const reply = row?.reply as Placed | { refusal: string };
      await this.afterAnswer(transaction, sent);
      return 'refusal' in reply ? reply.refusal : this.paymentOf(order, reply);
    });
  }

  private async paymentOf(order: RealOrder, placed: Placed): Promise<string> {
    await this.keepFromTimer(order.id);
    if (order.transactions.some(({ trace }) => trace === placed.transaction.trace)) return 'goes on';
    order.transactions.push(transactionOf(placed));
    return 'new transaction';
  }

  /** @param times how often at once; every one of them must get the same answer */
  async settle(
    transaction: RealTransaction,
    name: BankAnswerName,
    usedIndex: string,
    askedBy: AskedBy,
    times: number,
  ) {
    const { trace } = transaction;
    const sent = answerOf(transaction, name, usedIndex);
    const settled = await Promise.all(
      Array.from({ length: times }, () => settle(this.sql, trace, sent, askedBy)),
    );
    await this.afterAnswer(transaction, sent);
    return settled.map(({ outcome, transactionStatus, orderStatus }: Settled) => ({
      outcome,
      transactionStatus,
      orderStatus,
    }));
  }

  complete = ({ id }: RealOrder, reason: string | null) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.owner(),
        (t) => t`select public.advance_order(${id}, 'completed', ${reason})`,
      );
      return 'done';
    });

  /**
   * The bank's statement of everything that moved so far, with a fee and with money that the shop knows nothing of.
   * @returns how many payments it settled
   */
  async importStatement(by: 'index' | 'reference'): Promise<number> {
    const moved = this.orders
      .flatMap(({ transactions }) => transactions)
      .filter(({ paidAs, isReserved }) => paidAs !== null && !isReserved);
    const day = nairobiDay();
    // References are used again: where another payment fits too, the bank's index is needed.
    const ambiguous = await this.sql<{ trace: string }[]>`
      select t.trace from public.transactions t
      where t.trace = any(${moved.map(({ trace }) => trace)})
        and array_remove(private.statement_candidates(t.reference, ${day}, t.bank_amount_cents, 0), t.id) <> '{}'`;
    const needsIndex = new Set(ambiguous.map(({ trace }) => trace));
    const lines = [
      ...moved.map(({ trace, paidAs, reference, amount }) => ({
        ...(by === 'index' || needsIndex.has(trace) ? { bankIndex: paidAs } : { reference }),
        amountCents: amount * 100,
      })),
      { reference: 'Fee', amountCents: 0, feeCents: 4500 },
      { bankIndex: 'a payment of another shop', amountCents: 1 },
    ].map((line, i) => ({ ...line, day, line: i + 2 }));
    return as(this.sql, await this.owner(), async (t) => {
      const [row] = await t<{ settled: number }[]>`
        select (public.import_bank_statement(${randomUUID()}, 'bank.csv', ${t.json(statementColumns)},
          ${t.json(lines)}) ->> 'settled')::integer as settled`;
      return row?.settled ?? -1;
    });
  }

  /** What the statements settled, less what the bank approved of the same payments: in cents, 0 when the sums agree. */
  async settledDifference(): Promise<number> {
    const [row] = await this.sql<{ cents: number }[]>`
      select coalesce(sum(l.amount_cents - t.bank_amount_cents), 0)::integer as cents
      from public.statement_lines l join public.transactions t on t.id = l.transaction_id
      where t.order_id = any(${this.orders.map(({ id }) => id)})`;
    return row?.cents ?? -1;
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
    this.orders.push({ id: placed.order.id, ...who, transactions: [transactionOf(placed)] });
  }

  private owner(): Promise<Character> {
    return (this.admin ??= newPerson(this.sql, 'Owner', 'admin'));
  }

  cancel = ({ id, sid }: RealOrder, by: 'buyer' | 'owner') =>
    by === 'buyer'
      ? this.do((t) => t`select public.cancel_unpaid_order(${sid}, ${id})`)
      : wordOf(async () => {
          await as(this.sql, await this.owner(), (t) => t`select public.advance_order(${id}, 'cancelled')`);
          return 'done';
        });
  refund = ({ amount, trace }: RealTransaction) =>
    wordOf(async () => {
      const { day, bankReference } = refundToday();
      const [row] = await this.sql<
        { id: string }[]
      >`select id from public.transactions where trace = ${trace}`;
      await as(
        this.sql,
        await this.owner(),
        (t) => t`select public.record_refund(${randomUUID()}, ${row?.id ?? ''}, ${amount * 100}, ${day},
          ${bankReference}, 'Sent back')`,
      );
      return 'done';
    });
  writeState = ({ id }: RealOrder, state: string) =>
    this.do((t) => t`update public.orders set status = ${state} where id = ${id}`);
  correctStock = (product: number, stock: number) =>
    this.do(
      (t) => t`update public.products set stock = ${stock} where id = ${this.productIds[product] ?? ''}`,
    );
  changePrice = (product: number, price: number) =>
    this.do(
      (t) => t`update public.products set price = ${price} where id = ${this.productIds[product] ?? ''}`,
    );
  putOnSale = (product: number, isActive: boolean) =>
    this.do(
      (t) =>
        t`update public.products set is_active = ${isActive} where id = ${this.productIds[product] ?? ''}`,
    );

  async closeTasks({ id }: RealOrder): Promise<void> {
    await this
      .sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'looked at'
      where order_id = ${id} and closed_at is null`;
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
    });
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

  /** All that the model also knows, in its words. */
  async state(): Promise<object> {
    const [row] = await this.sql<{ products: object[] | null; orders: object[] | null }[]>`select
      (select jsonb_agg(jsonb_build_object(
        'stock', p.stock, 'held', private.held_quantity(p.id), 'price', p.price,
        'available', case when p.is_active then (select s.stock from public.shop_products s where s.id = p.id) end
      ) order by array_position(${[...this.productIds]}::uuid[], p.id))
      from public.products p where p.id = any(${[...this.productIds]}::uuid[])) as products,
      (select jsonb_agg(jsonb_build_object(
        'state', o.status,
        'nextStep', private.payment_step(o.id),
        'isHeld', exists (select from private.stock_holds h where h.order_id = o.id and h.expires_at > now()),
        'transactions', (select jsonb_agg(jsonb_build_object(
          'state', t.status,
          'answers', (select coalesce(sum(a.times), 0) from private.gateway_answers a where a.transaction_id = t.id),
          'isSettled', private.settled_on(t.id) is not null,
          'isBeingAsked', t.asking_until is not null,
          'tasks', (select coalesce(jsonb_agg(w.words order by w.words), '[]') from (
            select case when k.closed_at is null then 'open ' else 'closed ' end || k.kind as words
            from public.owner_tasks k where k.transaction_id = t.id) w)
        ) order by t.created_at) from public.transactions t where t.order_id = o.id)
      ) order by array_position(${this.orders.map((order) => order.id)}::uuid[], o.id))
      from public.orders o where o.id = any(${this.orders.map((order) => order.id)}::uuid[])) as orders`;
    return { products: row?.products ?? [], orders: row?.orders ?? [] };
  }

  /** Invariants that are broken by what this shop owns. */
  async brokenInvariants(): Promise<object[]> {
    const orderIds = this.orders.map((order) => order.id);
    return this.sql`select * from private.invariants
      where subject = any(${[...this.productIds, ...orderIds]}) or subject in (
        select t.id::text from public.transactions t where t.order_id = any(${orderIds}))`;
  }

  /** A run takes longer than any query may; that it was asked a moment ago stays true until minutes go by. */
  private async keepAsking(trace: string): Promise<void> {
    await this.sql`update public.transactions set asking_until = 'infinity', asked_at = 'infinity'
      where trace = ${trace}`;
  }

  private async afterAnswer(transaction: RealTransaction, sent: Answer): Promise<void> {
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

  private do(act: Parameters<typeof as>[2]): Promise<string> {
    return wordOf(async () => {
      await as(this.sql, shop, act);
      return 'done';
    });
  }
}

/** What `ShopReality.state` must say if the model is right. */
export function expectedState(model: ShopModel): object {
  const words = ({ tasks }: ModelTransaction) =>
    tasks.map(({ isOpen, kind }) => `${isOpen ? 'open' : 'closed'} ${kind}`).sort();
  return {
    products: model.products.map(({ stock, price, isActive }, product) => ({
      stock,
      price,
      held: model.held(product),
      available: isActive ? stock - model.held(product) : null,
    })),
    orders: model.orders.map((order) => ({
      state: order.state,
      nextStep: model.nextStep(order),
      isHeld: model.isHeld(order),
      transactions: order.transactions.map((transaction) => ({
        state: transaction.state,
        answers: transaction.answers,
        isSettled: transaction.isSettled,
        isBeingAsked: transaction.isBeingAsked,
        tasks: words(transaction),
      })),
    })),
  };
}

type Answer = Record<string, string | null> | null;

/** What the bank says of a transaction, bent as its name says. */
function answerOf(
  { trace, reference, amount, transactionIndex }: RealTransaction,
  name: BankAnswerName,
  usedIndex: string,
): Answer {
  const amountCents = String(amount * 100);
  const truth = { status: '0', trace, reference, amountCents, transactionIndex, description: 'As it is' };
  const over = bankAnswers[name].bend(truth, usedIndex);
  return over && { ...truth, ...over };
}

function transactionOf({ transaction: { trace, reference, amount } }: Placed): RealTransaction {
  return {
    trace,
    reference,
    amount,
    transactionIndex: `TX-${randomUUID()}`,
    paidAs: null,
    isReserved: false,
  };
}

/** The code word of a refusal; any other failure is a failure of the proof. */
async function wordOf(act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!/^PT4\d\d$/.test(code ?? '')) throw error;
    return message;
  }
}

/** What a reply about an order placed before says of its payment: nothing when no limit lets its pieces be held. */
function paymentWord({ transaction }: Placed, known: string | undefined): string {
  if (!(transaction as Placed['transaction'] | null)) return 'to be taken up';
  return transaction.trace === known ? 'the same' : 'another payment';
}
