import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { openShop, phone } from './journey.ts';
import { holdRequests, placeOrder, signIn } from './shop-states.ts';
import { followLink } from './wait-for-page.ts';

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
/** The text of the focused heading; a link may have the same text. */
const focusedHeading = (page: Page) => page.evaluate(() => document.querySelector('h1:focus')?.textContent);
const scrolledTo = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** The title, once the page has one: it is set shortly after the heading is rendered, and may be replaced meanwhile. */
async function titleOf(page: Page): Promise<string> {
  const title = await page.waitForFunction(() => document.title);
  return title.jsonValue();
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('every page has its own title, with the name of the shop', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  const { order } = await placeOrder(page);
  const paths = [
    '/',
    ...['solar', 'batteries', 'instruments', 'invertors', 'converters', 'pqwt', 'gps', 'drones'].map(
      (key) => `/category/${key}`,
    ),
    '/category',
    '/checkout',
    `/order-confirmation/${order.id}`,
    '/payment/success',
    '/payment/failed',
    '/payment/try-later',
    '/payment/error',
    '/orders',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/shipping-info',
    '/returns',
    '/warranty',
    '/terms',
    '/privacy',
    '/no-such-page',
  ];
  const titles: string[] = [];
  await page.goto('/find-order');
  let before = await titleOf(page);
  for (const path of paths) {
    await followLink(page, path);
    await page.waitForFunction((last) => document.title !== last && document.querySelector('h1'), before);
    expect(await page.locator('h1').count(), `headings of ${path}`).toBe(1);
    before = await titleOf(page);
    titles.push(before);
  }
  await signIn(page, 'admin');
  await page.goto('/admin');
  await heading(page, 'Admin Dashboard').waitFor();
  titles.push(await titleOf(page));
  await page.goto('/account');
  await heading(page, 'My Account').waitFor();
  titles.push(await titleOf(page));
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title.slice(1).endsWith(` · ${defaultShopDetails.name}`)).toBe(true);
});

test('a new page starts at its top with the focus on its heading, and Back restores the scroll position', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/category/solar');
  await page.locator('article').first().waitFor();
  await page.locator('footer').getByRole('link', { name: 'Warranty' }).scrollIntoViewIfNeeded();
  const left = await scrolledTo(page);
  expect(left).toBeGreaterThan(500);
  await page.locator('footer').getByRole('link', { name: 'Warranty' }).click();
  await heading(page, 'Warranty').waitFor();
  await expect.poll(() => scrolledTo(page)).toBe(0);
  expect(await focusedHeading(page)).toBe('Warranty');
  await page.goBack();
  await heading(page, 'Solar Systems').waitFor();
  await expect.poll(() => scrolledTo(page)).toBe(left);
  expect(await focusedHeading(page)).toBe('Solar Systems');
});

test('sorting the same list moves neither the focus nor the page', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/category/solar');
  await page.locator('article').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 120));
  const sort = page.getByLabel('Sort by');
  await sort.focus();
  const before = await scrolledTo(page);
  const first = page.locator('article h3').first();
  const cheapest = await first.innerText();
  await sort.selectOption('name');
  await page.waitForURL('**?sort=name');
  // The URL changes first, the page after that.
  await expect.poll(() => first.innerText()).not.toBe(cheapest);
  expect(await scrolledTo(page)).toBe(before);
  expect(await sort.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the first Tab stop skips the header', async () => {
  const { page } = await openShop();
  await page.goto('/returns');
  await heading(page, 'Returns & Refunds').waitFor();
  await page.keyboard.press('Tab');
  expect(await focusedText(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('while a page loads over a slow connection, a thin progress bar shows and the old page stays', async () => {
  const { page } = await openShop();
  await page.goto('/returns');
  await heading(page, 'Returns & Refunds').waitFor();
  const release = await holdRequests(page, '/assets/shipping-info-page*.js');
  await page.locator('footer').getByRole('link', { name: 'Shipping' }).click();
  const line = page.getByRole('progressbar', { name: 'Loading the page' });
  await line.waitFor();
  expect(await heading(page, 'Returns & Refunds').isVisible()).toBe(true);
  release();
  await heading(page, 'Shipping Information').waitFor();
  await line.waitFor({ state: 'detached' });
});
