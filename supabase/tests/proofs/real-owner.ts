import { randomUUID } from 'node:crypto';
import type { OrderToChange } from '../../functions/_shared/contract/admin-orders.ts';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import { as, type Character, newPerson, type Sql, statementColumns, type Transaction } from '../shop-cast.ts';
import type { PiecesBack, TaskOutcome } from './model-order.ts';
import type { Offer } from './model-stock.ts';
import { type RealOrder, wordOf } from './real-order.ts';

/** What the owner does in the database, and what is done there by hand. */
export class RealOwner {
  /** Ids of the payments that staff recorded, oldest first. */
  readonly recorded: string[] = [];
  private admin: Promise<Character> | null = null;
  private readonly sql: Sql;
  private readonly productIds: readonly string[];
  private readonly orders: readonly RealOrder[];

  constructor(sql: Sql, productIds: readonly string[], orders: readonly RealOrder[]) {
    this.sql = sql;
    this.productIds = productIds;
    this.orders = orders;
  }

  complete = ({ id }: RealOrder, reason: string | null) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.person(),
        (t) => t`select public.advance_order(${id}, 'completed', ${reason})`,
      );
      return 'done';
    });

  /** Packs pieces of a product, as somebody who has just looked at the order, and may hand them to a carrier at once. */
  pack = (order: RealOrder, product: number, quantity: number, isSent: boolean, reason: string | null) =>
    wordOf(async () => {
      const id = randomUUID();
      await as(
        this.sql,
        await this.person(),
        (t) => t`select public.record_shipment(${id}, ${order.id},
          jsonb_build_array(jsonb_build_object('itemId', i.id, 'quantity', ${quantity}::integer, 'serials', '[]'::jsonb)),
          public.order_details(${order.id}) -> 'shipping' -> 'toShip', ${isSent ? 'sent' : 'packed'}, 'G4S', ${id.slice(0, 25)}, null, ${reason})
          from public.order_items i where i.order_id = ${order.id} and i.product_id = ${this.productIds[product] ?? ''}`,
      );
      order.parcels.push(id);
      return 'done';
    });

  /** @param place among the parcels of the order, oldest first */
  moveParcel = ({ parcels }: RealOrder, place: number, status: string, reason: string | null) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.person(),
        (t) =>
          t`select public.advance_shipment(${parcels[place] ?? ''}, ${status}, null, null, null, ${reason})`,
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
    const approved = await this.sql<{ trace: string; cents: number; needsIndex: boolean }[]>`
      select t.trace, t.bank_amount_cents::float8 as cents,
        coalesce(array_remove(private.statement_candidates(t.reference, ${day}, t.bank_amount_cents, 0), t.id) <> '{}', false) as "needsIndex"
      from public.transactions t where t.trace = any(${moved.map(({ trace }) => trace)})`;
    const byTrace = new Map(approved.map((row) => [row.trace, row]));
    const lines = [
      ...moved.map(({ trace, paidAs, reference, amount }) => ({
        ...(by === 'index' || byTrace.get(trace)?.needsIndex ? { bankIndex: paidAs } : { reference }),
        amountCents: byTrace.get(trace)?.cents ?? amount * 100,
      })),
      { reference: 'Fee', amountCents: 0, feeCents: 4500 },
      { bankIndex: 'a payment of another shop', amountCents: 1 },
    ];
    return this.import(lines);
  }

  /**
   * Imports these lines as of today, and then, in the same transaction as the shop, does the rest.
   * @returns how many payments they settled at once
   */
  async import(lines: object[], rest?: (t: Transaction) => Promise<void>): Promise<number> {
    const numbered = lines.map((line, i) => ({ ...line, day: nairobiDay(), line: i + 2 }));
    return as(this.sql, await this.person(), async (t) => {
      const [row] = await t<{ settled: number }[]>`
        select (public.import_bank_statement(${randomUUID()}, 'bank.csv', ${t.json(statementColumns)},
          ${t.json(numbered as never)}) ->> 'settled')::integer as settled`;
      if (rest) {
        await t`reset role`;
        await rest(t);
      }
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

  cancel = ({ id }: RealOrder) =>
    wordOf(async () => {
      await as(this.sql, await this.person(), (t) => t`select public.advance_order(${id}, 'cancelled')`);
      return 'done';
    });
  /** @param payment the trace of a card payment, the bank's index of a further charge, or the id of one that was recorded */
  endTask = ({ id }: RealOrder, kind: string, payment: string, outcome: TaskOutcome) =>
    wordOf(async () => {
      const [task] = await this.sql<{ id: string }[]>`
        select k.id from public.owner_tasks k where k.order_id = ${id} and k.kind = ${kind}
        and k.transaction_id = ${await this.idOf(payment)} and k.closed_at is null`;
      const refund = { day: nairobiDay(), bankReference: randomUUID().slice(-10), isSure: true };
      await as(
        this.sql,
        await this.person(),
        (t) => t`select public.close_owner_task(${task?.id ?? ''}, ${outcome}, 'Looked at it',
          ${outcome === 'refunded' ? t.json(refund) : null})`,
      );
      await this.notePaid(payment);
      return 'done';
    });
  /** @param orderId null of what no order has */
  refund = (payment: string, order: RealOrder | null, cents: number, pieces?: PiecesBack) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.person(),
        async (
          t,
        ) => t`select public.record_refund(${randomUUID()}, ${await this.idOf(payment)}, ${cents}, ${nairobiDay()},
          ${randomUUID().slice(-10)}, 'Sent back', true, ${t.json(await this.linesOf(order, pieces))}, false, ${order?.id ?? null})`,
      );
      return 'done';
    });
  reduce = (order: RealOrder, cause: string, cents: number, pieces?: PiecesBack) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.person(),
        async (t) => t`select public.reduce_order(${randomUUID()}, ${order.id}, ${cause}, ${cents}, 'Agreed',
          ${t.json(await this.linesOf(order, pieces))})`,
      );
      return 'done';
    });
  /** @param gone which of the entries of a payment, oldest first */
  comeBack = (payment: string, gone: number, cents: number) =>
    wordOf(async () => {
      const id = await this.entryOf(payment, gone);
      await as(
        this.sql,
        await this.person(),
        (t) => t`select public.record_refund_back(${randomUUID()}, ${id}, ${cents}, ${nairobiDay()},
          ${randomUUID()}, 'Won')`,
      );
      return 'done';
    });
  /** @param wrong which of the entries of a payment, oldest first */
  correct = (payment: string, wrong: number, cents: number) =>
    wordOf(async () => {
      const id = await this.entryOf(payment, wrong);
      await as(
        this.sql,
        await this.person(),
        (t) => t`select public.correct_refund(${randomUUID()}, ${id}, ${cents}, ${nairobiDay()},
          ${randomUUID().slice(-10)}, 'Mistyped', true)`,
      );
      return 'done';
    });
  /** Previewed, which must say what saving then does. @param isLate somebody else has saved since */
  change = ({ id }: RealOrder, product: number, quantity: number, isLate: boolean) =>
    wordOf(async () => {
      const productId = this.productIds[product] ?? '';
      const owner = await this.person();
      const seen = await this.toChange(id);
      const price = await this.sql<
        { price: number }[]
      >`select price from public.products where id = ${productId}`;
      const { lines, version, ...orderData } = seen;
      const items = [
        ...lines.filter((line) => line.productId !== productId),
        ...(quantity > 0 ? [{ productId, quantity, price: price[0]?.price ?? 0 }] : []),
      ];
      const send = (request: object, seenAs: string, isPreview: boolean) =>
        as(this.sql, owner, async (t) => {
          const [row] = await t<{ effect: object }[]>`select public.change_order(
            ${randomUUID()}, ${id}, ${seenAs}, ${t.json(request as never)}, true, ${isPreview}) as effect`;
          return row?.effect;
        });
      const preview = await send({ items, orderData }, version, true);
      if (isLate) {
        const { lines: items, version: theirs, ...orderData } = await this.toChange(id);
        await send(
          { items, orderData: { ...orderData, customerAddress: `Corner shop ${randomUUID()}` } },
          theirs,
          false,
        );
      }
      const effect = await send({ items, orderData }, version, false);
      if (JSON.stringify(effect) !== JSON.stringify(preview))
        throw new Error('The preview said something else.');
      return 'done';
    });

  private async toChange(id: string): Promise<OrderToChange> {
    const [row] = await this.sql<{ changing: OrderToChange }[]>`
      select private.order_to_change(o) as changing from public.orders o where o.id = ${id}`;
    return row?.changing as OrderToChange;
  }

  /** @param amount KES @param shares cents of orders */
  record = (amount: number, shares: ReadonlyMap<RealOrder, number>) =>
    wordOf(async () => {
      const id = randomUUID();
      const [only, ...others] = shares.keys();
      const isOfOne = only && others.length === 0 && shares.get(only) === amount * 100;
      await as(
        this.sql,
        await this.person(),
        (t) =>
          t`select public.record_payment(${id}, ${isOfOne ? only.id : null}, 'cheque', ${id.toUpperCase()}, ${amount}, ${nairobiDay()},
            ${isOfOne ? null : t.json(sharesOf(shares))})`,
      );
      // They came in this order; the shop knows the day alone.
      await this.sql`update public.transactions set decided_at = clock_timestamp() where id = ${id}`;
      this.recorded.push(id);
      return 'done';
    });
  /** The code of M-Pesa that somebody was told. @param order null: nobody knows yet what it pays */
  recordCode = (code: string, amount: number, order: RealOrder | null, isSure: boolean) =>
    wordOf(async () => {
      const id = randomUUID();
      await as(
        this.sql,
        await this.person(),
        (
          t,
        ) => t`select public.record_payment(${id}, ${order?.id ?? null}, 'mpesa', ${code}, ${amount}, ${nairobiDay()},
          ${order ? null : t.json([])}, ${isSure})`,
      );
      await this.sql`update public.transactions set decided_at = clock_timestamp() where id = ${id}`;
      this.recorded.push(id);
      return 'done';
    });
  /** KES of the last payments, in the order in which the shop wrote them down. */
  async amountsRecorded(count: number): Promise<number[]> {
    const last = this.recorded.slice(-count);
    const rows = await this.sql<{ id: string; amount: number }[]>`
      select t.id, t.amount from public.transactions t join private.shares s on s.transaction_id = t.id
      where t.id = any(${last}) order by s.id`;
    this.recorded.splice(-count, count, ...rows.map(({ id }) => id));
    for (const { id } of rows)
      await this.sql`update public.transactions set decided_at = clock_timestamp() where id = ${id}`;
    return rows.map(({ amount }) => amount);
  }
  share = (payment: string, shares: ReadonlyMap<RealOrder, number>) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.person(),
        (t) => t`select public.share_payment(${randomUUID()}, ${payment}, ${t.json(sharesOf(shares))})`,
      );
      return 'done';
    });
  reverse = (payment: string, cause: string) =>
    wordOf(async () => {
      await as(
        this.sql,
        await this.person(),
        async (t) =>
          t`select public.reverse_payment(${await this.idOf(payment)}, 'It does not stand', ${cause})`,
      );
      // Only this proof asks about a prompt.
      await this.sql`update public.transactions set next_ask_at = 'infinity'
        where order_id = any(${this.orders.map(({ id }) => id)}) and phone is not null and next_ask_at is not null`;
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
  /** @param offer what is not on the shelf comes from the maker */
  offer = (product: number, offer: Offer | null) =>
    this.do(
      (t) => t`update public.products set to_order = ${offer && t.json({ low: 6, high: 8, ...offer })}
        where id = ${this.productIds[product] ?? ''}`,
    );
  putOnSale = (product: number, isActive: boolean) =>
    this.do(
      (t) =>
        t`update public.products set is_active = ${isActive} where id = ${this.productIds[product] ?? ''}`,
    );

  private async idOf(payment: string): Promise<string> {
    const [row] = await this.sql<{ id: string }[]>`select id from public.transactions
      where trace = ${payment} or id::text = ${payment} or source = 'told' and transaction_id = ${payment}`;
    return row?.id ?? '';
  }

  private async entryOf(payment: string, place: number): Promise<string> {
    const entries = await this.sql<{ id: string }[]>`
      select id from public.refunds where transaction_id = ${await this.idOf(payment)} order by created_at, id`;
    return entries[place]?.id ?? '';
  }

  /** Which of the bank's transactions counts now. */
  private async notePaid(trace: string): Promise<void> {
    const paid = this.orders.flatMap(({ transactions }) => transactions).find((t) => t.trace === trace);
    const [row] = await this.sql<{ index: string }[]>`
      select transaction_id as index from public.transactions where trace = ${trace} and status = 'completed'`;
    if (paid && row) paid.paidAs ??= row.index;
  }

  private async linesOf(order: RealOrder | null, pieces?: PiecesBack) {
    if (!order || !pieces) return [];
    const { product, quantity, fate } = pieces;
    const [item] = await this.sql<{ id: string }[]>`select id from public.order_items
      where order_id = ${order.id} and product_id = ${this.productIds[product] ?? ''}`;
    return [{ itemId: item?.id ?? '', quantity, fate }];
  }

  private person(): Promise<Character> {
    return (this.admin ??= newPerson(this.sql, 'Owner', 'admin'));
  }

  private do(work: (t: Transaction) => Promise<unknown>): Promise<string> {
    return wordOf(async () => {
      await this.sql.begin(work);
      return 'done';
    });
  }
}

const sharesOf = (shares: ReadonlyMap<RealOrder, number>) =>
  [...shares].map(([{ id }, cents]) => ({ orderId: id, cents }));
