import { randomUUID } from 'node:crypto';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import {
  as,
  type Character,
  newPerson,
  refundToday,
  shop,
  type Sql,
  statementColumns,
} from '../shop-cast.ts';
import { type RealOrder, type RealTransaction, wordOf } from './real-order.ts';

/** What the owner does in the database, and what is done there by hand. */
export class RealOwner {
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
    return as(this.sql, await this.person(), async (t) => {
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

  cancel = ({ id }: RealOrder) =>
    wordOf(async () => {
      await as(this.sql, await this.person(), (t) => t`select public.advance_order(${id}, 'cancelled')`);
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
        await this.person(),
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
    await this.sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'looked at'
      where order_id = ${id} and closed_at is null`;
  }

  private person(): Promise<Character> {
    return (this.admin ??= newPerson(this.sql, 'Owner', 'admin'));
  }

  private do(work: Parameters<typeof as>[2]): Promise<string> {
    return wordOf(async () => {
      await as(this.sql, shop, work);
      return 'done';
    });
  }
}
