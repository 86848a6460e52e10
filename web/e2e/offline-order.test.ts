import { expect, test } from 'vitest';
import { fillInDetails, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';

const ordersOf = (email: string) => db()`select id from public.orders where customer_email = ${email}`;

/** A guest on a phone with a filled-in checkout. */
async function atTheButton(name: string) {
  const shop = await openShop({
    viewport: phone,
    expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|api\/orders failed/],
  });
  const email = `${name}-${Date.now()}@example.com`;
  await putIntoCart(shop.page, 'converters');
  await openCheckout(shop.page);
  await fillInDetails(shop.page);
  await shop.page.getByLabel('Email Address', { exact: true }).fill(email);
  const pay = shop.page.getByRole('button', { name: 'pay via Card' });
  const isAtTheBank = () => shop.page.waitForURL((url) => url.href.startsWith(shop.stack.addresses.gateway));
  return { ...shop, email, pay, isAtTheBank };
}

test('an order placed offline shows a notice, keeps the typed details, and is sent automatically when the connection returns', async () => {
  const { page, email, pay, isAtTheBank } = await atTheButton('offline');
  await page.context().setOffline(true);
  await pay.click();
  await page.getByText('Ordering needs a connection.').waitFor();
  expect(await page.getByLabel('Delivery Address', { exact: true }).inputValue()).not.toBe('');
  expect(await ordersOf(email)).toHaveLength(0);
  await page.context().setOffline(false);
  await isAtTheBank();
  expect(await ordersOf(email)).toHaveLength(1);
});

test('a connection lost after the order has arrived causes no second order', async () => {
  const { page, email, isAtTheBank, pay } = await atTheButton('cut-line');
  await page.route(
    '**/api/orders',
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await pay.click();
  await page.getByText('Ordering needs a connection.').waitFor();
  expect(await ordersOf(email)).toHaveLength(1);
  await page.context().setOffline(false);
  await isAtTheBank();
  expect(await ordersOf(email)).toHaveLength(1);
});

test('an order that was changed meanwhile is sent only after confirmation', async () => {
  const { page, email, pay, isAtTheBank } = await atTheButton('changed');
  await page.context().setOffline(true);
  await pay.click();
  await page.getByText('Ordering needs a connection.').waitFor();
  await page.getByLabel('First Name', { exact: true }).fill('Achieng');
  const send = page.getByRole('button', { name: 'Send the order now' });
  await send.waitFor();
  await page.context().setOffline(false);
  expect(await ordersOf(email)).toHaveLength(0);
  await send.click();
  await isAtTheBank();
  expect(await ordersOf(email)).toHaveLength(1);
});
