import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { db } from './shop-database.ts';

type Transaction = { order: string; status: string; transaction: string; trace: string };

const transactionsOf = (email: string) => db()<Transaction[]>`
  select o.id as order, o.status, t.status as transaction, t.trace
  from public.orders o join public.transactions t on t.order_id = o.id
  where o.customer_email = ${email} order by t.created_at`;

/** A guest on a phone on the bank's page with one order. */
async function atTheBank() {
  const shop = await openShop({ viewport: phone });
  const email = `buyer-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
  await putIntoCart(shop.page, 'converters');
  await openCheckout(shop.page);
  await fillInDetails(shop.page);
  await shop.page.getByLabel('Email Address', { exact: true }).fill(email);
  await goToTheBank(shop.page, shop.stack.addresses.gateway);
  const [transaction] = await transactionsOf(email);
  if (!transaction) throw new Error('There is no order.');
  return { ...shop, email, transaction };
}

async function misbehave(gateway: string, trace: string, behaviour: object) {
  const response = await fetch(`${gateway}/faults/transactions/${trace}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
  expect(response.status).toBe(200);
}

/** The bank is asked once in ten seconds: lets them pass. */
const askAgain = ({ trace }: Transaction) =>
  db()`update public.transactions set asked_at = now() - interval '1 minute' where trace = ${trace}`;

const isOnScreen = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const seesPaid = (page: Page) => page.getByText(orderStatusLabels.paid, { exact: true }).first().waitFor();

test('Back from the bank’s page, pay again: one order, one transaction, paid once', async () => {
  const { page, site, stack, email } = await atTheBank();
  await page.goBack();
  await page.waitForURL('**/checkout');
  const pay = page.getByRole('button', { name: 'Pay by Card' });
  await pay.waitFor();
  // Not past the button, where the browser had left the longer page.
  expect(await isOnScreen(pay)).toBe(true);
  await pay.click();
  await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  expect(await transactionsOf(email)).toMatchObject([{ status: 'paid', transaction: 'completed' }]);
});

test('when the return from the bank is lost, opening the order again shows its real state', async () => {
  const { page, stack, email, transaction } = await atTheBank();
  await misbehave(stack.addresses.gateway, transaction.trace, { returnLost: true });
  await payOnBankPage(page, '4242424242424242');
  await page
    .getByText(/connection/i)
    .first()
    .waitFor();
  expect(await transactionsOf(email)).toMatchObject([{ status: 'pending' }]);
  await askAgain(transaction);
  await page.goto(`/order-confirmation/${transaction.order}`);
  await seesPaid(page);
  expect(await transactionsOf(email)).toMatchObject([{ status: 'paid', transaction: 'completed' }]);
});

test('while the bank is undecided the buyer is not asked to pay again, and the page updates automatically', async () => {
  const { page, site, stack, transaction } = await atTheBank();
  await misbehave(stack.addresses.gateway, transaction.trace, {
    approvesLater: 'afterTimeOut',
    approvesLaterAsks: 1,
  });
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/try-later?**`);
  await page.getByRole('heading', { name: 'Payment Processing' }).waitFor();
  expect(await page.getByRole('button', { name: /pay/i }).count()).toBe(0);
  await askAgain(transaction);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor({ timeout: 30_000 });
});
