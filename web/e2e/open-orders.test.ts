import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, type Shop } from './journey.ts';
import { hasOrderedHere, placeOrder } from './shop-states.ts';
import { onPhone } from './widths.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Orders that are not paid yet' });
const textOf = async (page: Page) => (await banner(page).innerText()).replaceAll('\u00a0', ' ');

/** Orders a converter and goes to the bank's page. */
async function orderUpToPayment({ page, stack }: Shop): Promise<void> {
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  await fillInDetails(page);
  await goToTheBank(page, stack.addresses.gateway);
}

test.each(onPhone)(
  'on %s a buyer who left the bank without paying sees the order on the home page, in the cart and at the checkout',
  async (_, viewport) => {
    const shop = await openShop({ viewport });
    const { page, stack } = shop;
    await orderUpToPayment(shop);
    await page.goto('/');
    // The bank is asked first.
    await banner(page).getByRole('button', { name: 'Pay', exact: true }).waitFor();
    expect(await textOf(page)).toMatch(/^Order #[0-9A-F]{8}, KES [\d,]+, is waiting for your payment\./);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );

    await putIntoCart(page, 'gps');
    await page.getByRole('button', { name: /^Cart/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
    await drawer.getByText('is waiting for your payment.').waitFor();
    await drawer.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.waitForURL('**/checkout');
    await page.getByRole('main').getByText('is waiting for your payment.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
    await payOnBankPage(page, '4242424242424242');
    await page.waitForURL('**/payment/success**');
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await banner(page).count()).toBe(0);
  },
);

test('an unpaid order is viewed from the cart, and cancelled there after confirmation', async () => {
  const { page } = await openShop();
  await hasOrderedHere(page);
  await placeOrder(page);
  await page.goto('/returns');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
  await drawer.getByRole('link', { name: /^View order/ }).click();
  await page.waitForURL('**/order-confirmation/*');
  expect(await drawer.isVisible()).toBe(false);

  await page.getByRole('button', { name: /^Cart/ }).click();
  await drawer.getByRole('button', { name: /^Cancel order/ }).click();
  await drawer.getByRole('button', { name: 'Cancel Order', exact: true }).click();
  await page.getByText(/Order #[0-9A-F]{8} is cancelled\./).waitFor();
  await drawer.getByText('is waiting for your payment.').waitFor({ state: 'detached' });
  expect(await drawer.isVisible()).toBe(true);
});

test('a browser without orders loads no code and sends no request for them', async () => {
  const { page } = await openShop();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Cart/ }).click();
  await page.getByText('Your cart is empty').waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /orders/.test(url))).toEqual([]);
});
