import { randomUUID } from 'node:crypto';
import {
  approved,
  newPerson,
  newProduct,
  newSession,
  newSid,
  place,
  type Placed,
  bankDecides,
  type Sql,
} from '../shop-cast.ts';

export type Person = Awaited<ReturnType<typeof person>>;

/** Somebody with a confirmed account whose name, address and number are nobody else's. */
export async function person(sql: Sql) {
  const mark = `z${randomUUID().replaceAll('-', '').slice(0, 10)}`;
  const { userId } = await newPerson(sql, `Zuhura${mark}`);
  const details = {
    customerName: `Zuhura${mark} Mwangi`,
    customerEmail: `zuhura${mark}@example.com`,
    customerPhone: `+25471${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
    customerAddress: `Kibanda${mark}, Kisumu`,
    company: { name: `Chama ${mark}`, pin: 'A001234567Z', purchaseOrder: `LPO ${mark}` },
  };
  await sql.begin(async (t) => {
    // Nobody is told: it is the address that they have always had.
    await t`select set_config('shop.account_change', 'undone', true)`;
    await t`update auth.users set email = ${details.customerEmail} where id = ${userId}`;
  });
  await sql`update public.users set name = ${details.customerName}, phone = ${details.customerPhone},
    address = ${details.customerAddress}, email_confirmed_at = now() where id = ${userId}`;
  const product = await newProduct(sql);
  const sid = await newSession(sql, userId);
  /** Places an order for one piece, in the account's session unless another is named. */
  const order = (over: { sid?: string; details?: Record<string, unknown> } = {}) =>
    place(sql, [{ productId: product.id, quantity: 1, price: product.price }], { sid, details, ...over });
  /** Asks for a quotation of a piece, as a guest with the same address. */
  const quotation = async () => {
    const id = randomUUID();
    const { customerName: name, customerEmail: email, customerAddress: address, company } = details;
    const items = [{ productId: product.id, quantity: 1 }];
    await sql`select public.ask_for_quotation_within_limits(${randomUUID()}, '', ${id},
      ${sql.json({ name, email, address, company: { ...company, purchaseOrder: `RFQ ${mark}` }, county: '042', items })})`;
    return id;
  };
  /** Accepts a quotation once its product costs more. */
  const acceptedQuotation = async () => {
    const id = await quotation();
    await sql`update public.products set price = price + 500 where id = ${product.id}`;
    const [row] = await sql<{ orderId: string }[]>`
      select public.accept_quotation_within_limits(${randomUUID()}, '', ${newSid()}, ${id}, 1, ${sql.json(details)}, 60) ->> 'orderId' as "orderId"`;
    return { id, orderId: row?.orderId ?? '' };
  };
  return { userId, mark, details, product, sid, order, quotation, acceptedQuotation };
}

/** Paid and delivered. */
export async function complete(sql: Sql, placed: Placed): Promise<void> {
  await bankDecides(sql, placed.transaction.trace, approved(placed));
  await sql`update public.orders set status = 'completed', completion_reason = 'test' where id = ${placed.order.id}`;
}

/** The bank knows nothing of a payment, and is asked no more. */
export async function giveUp(sql: Sql, { order }: Placed): Promise<void> {
  await sql`update public.transactions set status = 'expired', decided_at = now(), next_ask_at = null
    where order_id = ${order.id}`;
}

/** What only this person's data has in it. */
export const wordsOf = ({ mark, details }: Person) => [mark, details.customerPhone.slice(4)];

/** Every column with text or JSON, in any table, in which one of these words is. */
export async function placesOf(sql: Sql, words: string[]): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; name: string }[]>`
    select c.table_schema as schema, c.table_name as table, c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'private', 'auth')
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'uuid', 'ARRAY')
    order by 1, 2, 3`;
  const found: string[] = [];
  for (const { schema, table, name } of columns) {
    const [hit] = await sql`
      select 1 from ${sql(schema)}.${sql(table)} t
      where lower(t.${sql(name)}::text) like any (${words.map((word) => `%${word.toLowerCase()}%`)}) limit 1`;
    if (hit) found.push(`${schema}.${table}.${name}`);
  }
  return found;
}
