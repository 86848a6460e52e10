import type { Locator, Page } from 'playwright-core';
import type { GatewayBehaviour } from '../../local/gateway-sandbox/gateway-behaviour.ts';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { misbehave } from '../../supabase/tests/bank-faults.ts';
import { openDatabase, type Sql } from '../../supabase/tests/shop-cast.ts';
import { approvedCard } from './shop-states.ts';

export type Payment = PlaceOrderReply & { number: string; rowId: string; reference: string };

/** A buyer orders one piece and pays at a bank with this behaviour. */
export async function paidAtABank(behaviour: Partial<GatewayBehaviour> = {}): Promise<Payment> {
  const buyer = new Visitor();
  const product = await buyer.someProduct();
  const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
  const trace = body.payment.fields.Lite_Merchant_Trace ?? '';
  await misbehave(trace, behaviour);
  const transaction = await withDatabase(async (sql) => {
    // No job queries the bank about it, only the test.
    await sql`update public.transactions set next_ask_at = 'infinity' where trace = ${trace}`;
    await comeBack(await payAtTheBank(body.payment, approvedCard));
    const [row] = await sql<{ id: string; reference: string }[]>`
      select id, reference from public.transactions where trace = ${trace}`;
    return row;
  });
  return {
    ...body,
    number: `#${body.order.id.slice(-8).toUpperCase()}`,
    rowId: transaction?.id ?? '',
    reference: transaction?.reference ?? '',
  };
}

/** Moves all payment data of this order to its own day, bypassing access rules. @param day `YYYY-MM-DD` */
export async function moveToDay({ order }: PlaceOrderReply, day: string): Promise<void> {
  const noon = `${day}T09:00:00Z`;
  await withDatabase((sql) =>
    sql.begin(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update private.gateway_answers set at = ${noon}
        where transaction_id in (select id from public.transactions where order_id = ${order.id})`;
      await t`update public.owner_tasks set created_at = ${noon} where order_id = ${order.id}`;
      await t`update public.transactions set created_at = ${noon}, decided_at = ${noon} where order_id = ${order.id}`;
    }),
  );
}

/** The payment's row in the table, by the order's number. */
export async function findPayment(page: Page, { number, reference }: Payment): Promise<void> {
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Order, customer, reference or bank').fill(number);
  await page.getByRole('button', { name: `${reference}: details` }).waitFor();
  await page.getByText('1 payment', { exact: true }).waitFor();
}

/** Shows more tasks, page by page, until this one is listed. */
export async function showMoreTasksUntil(page: Page, wanted: Locator): Promise<void> {
  const tasks = page.getByRole('button', { name: 'Close task' });
  const more = page.getByRole('button', { name: 'Show more tasks' });
  for (;;) {
    // The list may be loading.
    await wanted.or(more).first().waitFor();
    if ((await wanted.count()) > 0) return;
    const before = await tasks.count();
    await more.click();
    await tasks.nth(before).or(wanted).first().waitFor();
  }
}

/** Accesses the database directly, and closes the connection. */
async function withDatabase<T>(act: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase();
  try {
    return await act(sql);
  } finally {
    await sql.end();
  }
}
