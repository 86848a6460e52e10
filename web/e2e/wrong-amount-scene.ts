import type { Page } from 'playwright-core';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import {
  as,
  approved,
  cancelAsShop,
  type Character,
  type Placed,
  bankDecides,
} from '../../supabase/tests/shop-cast.ts';
import { db } from './shop-database.ts';
import { hasOrderedHere, placeOrder } from './shop-states.ts';

/** The KES that the bank approves in these tests, less than any product costs. */
export const part = 500;

/** This visitor's order, for which the bank approved another amount; not reviewed yet. */
export async function orderWithWrongAmount(page: Page): Promise<PlaceOrderReply['order']> {
  await hasOrderedHere(page);
  const { order } = await placeOrder(page);
  await bankApproves(order.id, part);
  return order;
}

/** This visitor's order, which was cancelled while the bank's page was open, and paid there after that. */
export async function orderPaidAfterItsEnd(page: Page): Promise<PlaceOrderReply['order']> {
  await hasOrderedHere(page);
  const { order } = await placeOrder(page);
  await cancelAsShop(db(), { order });
  await bankApproves(order.id, order.totalAmount);
  return order;
}

/** The bank approves this amount of the latest transaction, in KES. */
async function bankApproves(orderId: string, amount: number): Promise<void> {
  const transaction = await latestTransaction(orderId);
  const answer = approved({ transaction } as Placed, { amountCents: String(amount * 100) });
  await bankDecides(db(), transaction.trace, answer);
}

/** The bank declines the card of the latest transaction. */
export async function bankRefuses(orderId: string): Promise<void> {
  const { trace } = await latestTransaction(orderId);
  await bankDecides(db(), trace, { status: '4', description: 'Denied', trace });
}

/** An admin decides what happens to the payment. */
export async function ownerDecides(orderId: string, outcome: 'accepted' | 'partial_payment'): Promise<void> {
  const [admin] = await db()<{ id: string }[]>`select id from public.users where role = 'admin' limit 1`;
  const owner: Character = { role: 'authenticated', userId: admin?.id };
  await as(
    db(),
    owner,
    (t) => t`select public.close_owner_task(k.id, ${outcome}, 'Looked at it') from public.owner_tasks k
      where k.order_id = ${orderId} and k.closed_at is null`,
  );
}

async function latestTransaction(orderId: string) {
  const [row] = await db()<{ trace: string; reference: string; amount: number }[]>`
    select trace, reference, amount from public.transactions where order_id = ${orderId}
    order by created_at desc limit 1`;
  if (!row) throw new Error('The order has no transaction.');
  return row;
}
