import { randomBytes, randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { UserRole } from '../functions/_shared/contract/auth.ts';
import { nairobiDay } from '../functions/_shared/contract/nairobi-time.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

export function openDatabase(): Sql {
  return postgres(stackUnderTest().addresses.postgres, { max: 60, onnotice: () => {} });
}

/** Who tries something: `anon` and `authenticated` come through the Data API, `service_role` is the shop's functions. */
export type Character = { role: 'anon' | 'authenticated' | 'service_role'; userId?: string };

export const guest: Character = { role: 'anon' };
export const shop: Character = { role: 'service_role' };

/** Runs `work` as a character in a separate transaction, which is committed unless it throws. */
export function as<T>(sql: Sql, { role, userId }: Character, work: (transaction: Transaction) => Promise<T>) {
  return sql.begin(async (transaction) => {
    await transaction`select set_config('role', ${role}, true),
      set_config('request.jwt.claim.sub', ${userId ?? ''}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role })}, true)`;
    return work(transaction);
  }) as Promise<T>;
}

/** A person with an account, as the auth service makes one. */
export async function newPerson(
  sql: Sql,
  name: string,
  role: UserRole = 'customer',
): Promise<Character & { userId: string; email: string }> {
  const userId = randomUUID();
  const email = `${name.toLowerCase()}-${userId.slice(0, 8)}@example.com`;
  await sql`insert into auth.users (id, email) values (${userId}, ${email})`;
  await sql`update public.users set name = ${name}, role = ${role}, email_confirmed_at = case when ${role} <> 'customer' then now() end where id = ${userId}`;
  return { role: 'authenticated', userId, email };
}

/** A product nobody else uses. Price in KES. */
export async function newProduct(
  sql: Sql,
  { price = 1000, stock = 10, isActive = true, name = 'Test instrument', model = null as string | null } = {},
): Promise<{ id: string; slug: string; price: number; name: string }> {
  const slug = `test-${randomUUID()}`;
  const [row] = await sql<{ id: string }[]>`
    insert into public.products (slug, name, category, price, stock, is_active, model)
    values (${slug}, ${name}, 'fridges', ${price}, ${stock}, ${isActive}, ${model}) returning id`;
  return { id: row?.id ?? '', slug, price, name };
}

export const newSid = () => randomBytes(32).toString('hex');

export async function newSession(sql: Sql, userId?: string): Promise<string> {
  const sid = newSid();
  await sql`insert into private.sessions (sid, sess, expire)
    values (${sid}, ${sql.json(userId ? { userId } : {})}, now() + interval '1 day')`;
  return sid;
}

export type CartLine = { productId: string; quantity: number; price: number };

/** The specification's payload for these lines. */
export function orderRequest(items: CartLine[], totalAmount = sumOf(items)) {
  return {
    orderData: {
      customerName: 'Ada Lovelace',
      customerEmail: 'ada@example.com',
      customerPhone: '+254712345678',
      customerAddress: 'Milimani, Kisumu',
      totalAmount,
      status: 'pending' as const,
    },
    items,
  };
}

export type Placed = {
  order: {
    id: string;
    totalAmount: number;
    status: string;
    items: { productId: string; quantity: number }[];
  };
  transaction: { trace: string; reference: string; amount: number; openedAt: number; phone?: string | null };
};

export type PlaceOptions = {
  sid?: string;
  /** A new one when absent, none when null. */
  key?: string | null;
  hash?: string;
  totalAmount?: number;
  answerBy?: Date;
  /** Of the person, in place of Ada's. */
  details?: Record<string, unknown>;
};

/** Places an order as the api function does, again and again while the shop is busy, as a buyer would. */
export async function place(sql: Sql, items: CartLine[], options: PlaceOptions = {}): Promise<Placed> {
  const sid = options.sid ?? (await newSession(sql));
  const key = options.key === undefined ? randomUUID() : options.key;
  for (;;) {
    try {
      return await placeOnce(sql, items, { ...options, sid, key });
    } catch (error) {
      if ((error as Error).message !== 'shop_busy') throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 + 80 * Math.random()));
    }
  }
}

/** The same, once. */
export async function placeOnce(sql: Sql, items: CartLine[], options: PlaceOptions = {}): Promise<Placed> {
  const sid = options.sid ?? (await newSession(sql));
  const { orderData } = orderRequest(items, options.totalAmount);
  const request = { orderData: { ...orderData, ...options.details }, items };
  return as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ placed: Placed }[]>`
      select public.place_order(${sid}, ${options.hash ?? 'hash'}, ${transaction.json(request)},
        60, ${options.key === undefined ? randomUUID() : options.key}, ${options.answerBy ?? null}) as placed`;
    return row?.placed as Placed;
  });
}

/** Cancels an order that nobody has paid. */
export async function cancelAsShop(sql: Sql, { order }: { order: { id: string } }): Promise<void> {
  await sql`select private.cancel_order(${order.id})`;
}

/** The time for which an order's pieces are held, or claimed, is over. */
export async function endHold(sql: Sql, { order }: Placed): Promise<void> {
  await sql`update private.stock_holds set expires_at = now() where order_id = ${order.id}`;
}

export type Settled = {
  outcome: string;
  transactionStatus: string;
  orderStatus: string;
  transactionId: string | null;
};

/** Settles a transaction with what the gateway's status query answered. */
export async function bankDecides(
  sql: Sql,
  trace: string,
  answer: Record<string, string | null> | null,
  askedBy: 'return' | 'reconcile' | 'shopper' | 'owner' = 'return',
): Promise<Settled> {
  return as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ settled: Settled }[]>`
      select public.decide_payment(${trace}, ${answer ? transaction.json(answer) : null}, ${askedBy}) as settled`;
    return row?.settled as Settled;
  });
}

/** The gateway's answer for an approved payment of this order. */
export function approved({ transaction }: Placed, over: Record<string, string | null> = {}) {
  return {
    status: '0',
    trace: transaction.trace,
    reference: transaction.reference,
    amountCents: String(transaction.amount * 100),
    transactionIndex: `TX-${randomUUID().toUpperCase()}`,
    description: 'Approved',
    ...over,
  };
}

/** A refund of today, as the end of a task names it. */
export const refundToday = () => ({
  day: nairobiDay(),
  bankReference: 'FT26326',
  // All orders of the tests have one reference.
  isSure: true,
});

/** Which column of a bank's file is what, as an owner may have said. */
export const statementColumns = {
  day: 'Date',
  amount: 'Amount',
  bankIndex: 'Index',
  reference: null,
  fee: null,
  dayOrder: 'day first',
} as const;

/** Pieces of a product that a shopper may order now. */
export async function available(sql: Sql, productId: string): Promise<number> {
  const [row] = await sql<
    { stock: number }[]
  >`select (summary ->> 'stock')::integer as stock from private.shown_products where id = ${productId} and is_active`;
  return row?.stock ?? -1;
}

function sumOf(items: CartLine[]): number {
  return items.reduce((sum, item) => sum + item.quantity * item.price, 0);
}
