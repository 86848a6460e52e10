import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { holdRequests } from './shop-states.ts';

const deferredCode = '**/assets/first-touch*.js';
const cartOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
const openCart = (page: Page) => page.locator('header').getByRole('button', { name: /^Cart/ }).click();
/** The browser's messages about files that fail to load. */
const brokenLine = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/];

test('the code of cart, menu and toasts is loaded at the first interaction, not sooner', async () => {
  const { page } = await openShop({ viewport: phone });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const isRequested = () => requested.some((path) => path.startsWith('/assets/first-touch'));
  await page.goto('/returns', { waitUntil: 'networkidle' });
  expect(isRequested()).toBe(false);
  await page.keyboard.press('Tab');
  await expect.poll(isRequested).toBe(true);
});

test('the cart drawer opens at once while its contents load, and can be closed', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/returns');
  const release = await holdRequests(page, '/assets/first-touch*.js');
  await openCart(page);
  await cartOf(page).getByText('Loading your cart').waitFor({ state: 'attached' });
  await cartOf(page).getByRole('button', { name: 'Close cart' }).click();
  await cartOf(page).waitFor({ state: 'hidden' });
  await openCart(page);
  release();
  await cartOf(page).getByText('Your cart is empty').waitFor();
});

test('offline the cart says so and has a retry button; a toast is shown as plain text', async () => {
  const { page } = await openShop({ viewport: phone, expected: brokenLine });
  await page.goto('/category/converters');
  await page
    .getByText(/as of .* \d/)
    .first()
    .waitFor();
  await page.route(deferredCode, (route) => route.abort('internetdisconnected'));
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await add.click();
  const notifications = page.getByRole('region', { name: 'Notifications (F8)' });
  await notifications
    .getByText(/^Added to cart\. .* has been added to your cart\. 1 in your cart\.$/)
    .waitFor();
  await openCart(page);
  const failure = cartOf(page).getByText('This could not be loaded. Check your connection and try again.');
  await failure.waitFor();
  await page.unroute(deferredCode);
  await cartOf(page).getByRole('button', { name: 'Try again' }).click();
  await cartOf(page).getByText('Proceed to Checkout').waitFor();
  expect(await failure.count()).toBe(0);
});
