import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import type { PlaceOrderReply, WholeOrder } from '../../supabase/functions/_shared/contract/orders.ts';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { callSqlAs } from '../../supabase/tests/admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { approvedCard, demoAccount, holdRequests } from './shop-states.ts';
import { takeOtherStep } from './order-steps.ts';

// Creates orders for the dashboard, as shoppers and admins would.

const refusedCard = '2121212121212121';

export type Shopper = { name?: string; phone?: string; email?: string; quantity?: number };

/** Places an order of the cheapest product with a weight as a guest; returns the session. */
export async function orderOfGuest(shopper: Shopper = {}): Promise<PlaceOrderReply & { guest: Visitor }> {
  const guest = new Visitor();
  const { body: products } = await guest.get<Product[]>('/api/products');
  const product = products
    .filter(({ stock, weightGrams }) => stock > 20 && weightGrams !== null)
    .sort((a, b) => a.price - b.price)[0];
  if (!product) throw new Error('Nothing is left in the demo shop.');
  const quantity = shopper.quantity ?? 1;
  const { status, body } = await guest.post<PlaceOrderReply>(
    '/api/orders',
    {
      orderData: {
        customerName: shopper.name ?? 'Akinyi Odhiambo',
        customerEmail: shopper.email ?? 'akinyi@example.com',
        customerPhone: shopper.phone ?? '0712 345 678',
        customerAddress: 'Oginga Odinga Street, Kisumu',
        totalAmount: product.price * quantity,
        status: 'pending',
      },
      items: [{ productId: product.id, quantity, price: product.price }],
    },
    { 'idempotency-key': randomUUID() },
  );
  if (status !== 201) throw new Error(`No order: ${JSON.stringify(body)}`);
  return { ...body, guest };
}

export async function paidOrderOfGuest(shopper: Shopper = {}): Promise<PlaceOrderReply & { guest: Visitor }> {
  const placed = await orderOfGuest(shopper);
  await comeBack(await payAtTheBank(placed.payment, approvedCard));
  return placed;
}

/** Refused once, then paid with another card. */
export async function failedThenPaidOrder(
  shopper: Shopper = {},
): Promise<PlaceOrderReply & { guest: Visitor }> {
  const placed = await orderOfGuest(shopper);
  await comeBack(await payAtTheBank(placed.payment, refusedCard));
  const again = await placed.guest.post<PlaceOrderReply>(`/api/orders/${placed.order.id}/payment`, {});
  if (again.status !== 200) throw new Error(`Not taken up again: ${JSON.stringify(again.body)}`);
  await comeBack(await payAtTheBank(again.body.payment, approvedCard));
  return placed;
}

/** The demo's owner on another device. */
export async function ownerElsewhere(): Promise<Visitor> {
  const owner = new Visitor();
  const { email, password } = demoAccount('admin');
  const { status } = await owner.post('/api/auth/login', { email, password });
  if (status !== 200) throw new Error('The owner is not signed in.');
  return owner;
}

/** Another admin changes the state of an order. */
export async function advanceElsewhere(owner: Visitor, orderId: string, state: string): Promise<void> {
  const { status, body } = await callSqlAs(owner, 'advance_order', { p_order_id: orderId, p_status: state });
  if (status !== 200) throw new Error(`Not ${state}: ${JSON.stringify(body)}`);
}

/** Another admin makes an order with a special price, to be paid later. */
export async function orderOfSeller(owner: Visitor): Promise<WholeOrder> {
  const { body: products } = await owner.get<Product[]>('/api/products');
  const product = products.find(({ stock }) => stock > 20);
  if (!product) throw new Error('Nothing is left in the demo shop.');
  const { status, body } = await callSqlAs<WholeOrder>(owner, 'place_order_as_staff', {
    p_id: randomUUID(),
    p_request: {
      items: [{ productId: product.id, quantity: 2, price: product.price }],
      specialPrices: { [product.id]: { price: 4500, reason: 'Two for the county hospital' } },
      orderData: {
        customerName: 'Nafula Barasa',
        customerEmail: 'nafula@example.com',
        customerPhone: '+254712345678',
        customerAddress: 'Moi Avenue, Bungoma',
        county: '039',
        deliveryPrice: 500,
        holdHours: 168,
      },
    },
  });
  if (status !== 200) throw new Error(`No order: ${JSON.stringify(body)}`);
  return body;
}

/** The order's number in lists, `#…`. */
export const listedNumberOf = (orderId: string) => `#${orderId.slice(-8).toUpperCase()}`;
/** The order's number for its buyer, `#IC-…`. */
export const numberOf = (orderId: string) => `#IC-${orderId.slice(-8).toUpperCase()}`;

/** Holds the dashboard's requests to Postgres; returns a function that releases them. */
export const holdDatabaseRequests = (page: Page, name: string) => holdRequests(page, `/rest/v1/rpc/${name}*`);

/** Makes these requests of the dashboard fail; returns a function that restores them. */
export async function loseConnection(page: Page, path: string): Promise<() => Promise<void>> {
  const cut = (route: Route) => route.abort('internetdisconnected');
  await page.route(path, cut);
  return () => page.unroute(path, cut);
}

/** On an order's page: the owner corrects its refund. */
export async function correctRefund(page: Page, typed: { amount: string; why: string }): Promise<void> {
  await takeOtherStep(page, 'Correct a Refund');
  const dialog = page.getByRole('dialog', { name: 'Correct a refund' });
  await dialog.getByLabel('Amount in KES').fill(typed.amount);
  await dialog.getByLabel('What was wrong').fill(typed.why);
  await dialog.getByRole('button', { name: 'Correct Refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** On an order's page: the owner records the full refund of a payment, which the bank calls like no other. */
export async function recordRefund(page: Page, why: string, reference = `FT${Date.now()}`): Promise<void> {
  await takeOtherStep(page, 'Record a Refund');
  const dialog = page.getByRole('dialog', { name: 'Record a refund' });
  await dialog.getByLabel('The bank’s reference of the refund').fill(reference);
  await dialog.getByLabel('Why it was refunded').fill(why);
  await dialog.getByRole('button', { name: 'Record Refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
