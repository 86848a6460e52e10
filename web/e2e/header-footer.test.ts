import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shopFacts } from '../../supabase/functions/_shared/contract/shop-facts.ts';
import { orderNumber } from '../src/lib/order-number.ts';
import { registered } from './account-holder.ts';
import { desktop, openShop, phone } from './journey.ts';
import { demoAccount, fillCart, holdRequests, placeOrder, productsOnSale, signIn } from './shop-states.ts';
import { bothWidths } from './widths.ts';

const categories = [
  ['Solar Systems', 'solar'],
  ['Batteries', 'batteries'],
  ['Survey Instruments', 'instruments'],
  ['Inverters', 'invertors'],
  ['DC Converters', 'converters'],
  ['Water Detection', 'pqwt'],
  ['GPS Equipment', 'gps'],
];

/** The links in a part of the page, as text and path. */
async function linksIn(page: Page, selector: string): Promise<string[][]> {
  const links = await page.locator(`${selector} a`).all();
  return Promise.all(
    links.map(async (link) => [(await link.innerText()).trim(), (await link.getAttribute('href')) ?? '']),
  );
}

test('on a desktop the header leads home, to the seven categories, to Sign In and Sign Up', async () => {
  const { page } = await openShop({ viewport: desktop });
  await page.goto('/returns');
  const header = page.locator('header').first();
  expect(await linksIn(page, 'nav[aria-label="Product categories"]')).toEqual(
    categories.map(([title, key]) => [title, `/category/${key}`]),
  );
  expect(await header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
  expect(await header.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
  expect(await page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
  await header.getByRole('link', { name: /home$/ }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test.each(bothWidths)(
  'on %s the search shows suggestions, and Enter searches for the typed text',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.goto('/warranty', { waitUntil: 'networkidle' });
    const requested: string[] = [];
    page.on('request', (request) => {
      // Without the code that loads some seconds after the page.
      if (request.url().includes('/api/')) requested.push(request.url());
    });
    const search = page.getByPlaceholder('Search equipment...', { exact: true });
    expect(await search.getAttribute('aria-label')).toBe('Search equipment...');
    await search.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/warranty');
    expect(requested).toEqual([]);
    // Suggestions for fewer letters are in another order: a click while they are replaced could meet another product.
    const settled = page.waitForResponse((response) => response.url().endsWith('q=terram'));
    await search.pressSequentially('terram');
    await settled;
    const offered = page.getByRole('listbox', { name: 'Suggestions' });
    await offered.getByRole('option', { name: 'terrameter', exact: true }).waitFor();
    // Not one request per letter.
    expect(requested.length).toBeLessThan(4);
    await offered.getByRole('option', { name: /^ABEM Terrameter SAS 1000\b/ }).click();
    await page.waitForURL('**/product/abem-terrameter-sas-1000');
    expect(await offered.count()).toBe(0);

    await search.fill('terameter sas 1000');
    await search.press('Enter');
    await page.waitForURL('**/search?q=terameter%20sas%201000');
    await page.locator('article h3').first().waitFor();
    expect(await page.locator('article h3').first().innerText()).toBe('ABEM Terrameter SAS 1000');
    expect(await page.title()).toContain('Search: terameter sas 1000');
    // The next search keeps the focus in the field; Back returns to the earlier one.
    await search.fill('betri dyness');
    await search.press('Enter');
    await page.getByRole('link', { name: 'Dyness B4850 lithium battery 2.4 kWh', exact: true }).waitFor();
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.goBack();
    await page.getByRole('link', { name: 'ABEM Terrameter SAS 1000', exact: true }).waitFor();
    expect(await search.inputValue()).toBe('terameter sas 1000');
  },
);

test('a search without a result offers the categories and the closest matches', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/search?q=washing%20macine%20solars');
  await page.getByText('Nothing in the shop matches that').waitFor();
  await page.getByRole('heading', { name: 'Closest matches' }).waitFor();
  expect(await page.locator('main article').count()).toBeGreaterThan(0);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  for (const text of ['%00', '%3Cscript%3Ealert(1)%3C/script%3E', 'x'.repeat(500), "'%20or%201=1"]) {
    await page.goto(`/search?q=${text}`);
    await page.locator('main [role=status]').first().waitFor();
  }
});

test('the badge shows the number of items, and is hidden for an empty cart', async () => {
  const { page } = await openShop();
  const [first, second] = await productsOnSale(page, 'converters');
  await page.goto('/returns');
  const cart = page.locator('header').getByRole('button', { name: /^Cart/ });
  const badge = cart.locator('xpath=following-sibling::*');
  await cart.waitFor();
  expect(await badge.count()).toBe(0);
  await fillCart(page, [
    [first!, 2],
    [second!, 3],
  ]);
  await page.reload();
  await badge.waitFor();
  expect(await badge.innerText()).toBe('5');
  expect(await cart.getAttribute('aria-label')).toBe('Cart, 5 items');
});

test('a signed-in customer sees their name and Sign Out, but no dashboard link', async () => {
  const { page } = await openShop();
  await signIn(page, 'customer');
  await page.goto('/returns');
  const header = page.locator('header').first();
  await header.getByRole('button', { name: 'Akinyi Odhiambo' }).click();
  await header.getByRole('button', { name: 'Sign Out' }).waitFor();
  expect(await page.getByText('Admin Dashboard').count()).toBe(0);
  expect(await header.getByRole('link', { name: /^Sign (In|Up)$/ }).count()).toBe(0);
});

test("the admin's menu also leads to the dashboard", async () => {
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto('/returns');
  await page.getByRole('button', { name: 'Wanjiru Kamau' }).click();
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.waitForURL('**/admin');
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
});

test('signing out shows a toast, goes home and clears the user’s orders', async () => {
  const shop = await openShop();
  const { page } = shop;
  await registered(shop);
  const { order } = await placeOrder(page);
  await page.goto('/orders');
  const itsOrder = page.getByText(`#${orderNumber(order.id)}`);
  await itsOrder.first().waitFor();
  await page.getByRole('button', { name: 'Akinyi Odhiambo' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByText('Logged Out', { exact: true }).waitFor();
  await page.getByText('You have been successfully logged out', { exact: true }).waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('header').getByRole('link', { name: 'Sign In', exact: true }).waitFor();
  await page.locator('footer').getByRole('link', { name: 'My Orders' }).click();
  await page.getByText('No orders yet').waitFor();
  expect(await itsOrder.count()).toBe(0);
});

test('on a phone the menu has the categories, the account and the service pages, and closes after a choice or with Back', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/returns');
  expect(await page.getByRole('navigation', { name: 'Product categories' }).isVisible()).toBe(false);
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  // The menu opens at once; its links are loaded at the first interaction.
  await menu.getByRole('link').first().waitFor();
  expect(await linksIn(page, 'dialog[open]')).toEqual([
    ...categories.map(([title, key]) => [title, `/category/${key}`]),
    ['Sign In', '/login'],
    ['Sign Up', '/register'],
    ['My Orders', '/orders'],
    ['Shipping Info', '/shipping-info'],
    ['Returns', '/returns'],
    ['Warranty', '/warranty'],
  ]);
  // Back closes it and stays on the page.
  await page.goBack();
  await menu.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/returns');
  for (const [name, path] of [
    ['Warranty', '/warranty'],
    ['Sign In', '/login'],
  ] as const) {
    await opener.click();
    await menu.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await menu.waitFor({ state: 'hidden' });
    // The open menu is no page of the history.
    await page.goBack();
    await page.waitForURL('**/returns');
  }
  await opener.click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await menu.waitFor({ state: 'hidden' });
});

test('a menu that is opened while the next page is still loading stays open', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/returns');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await menu.getByRole('link').first().waitFor();
  const release = await holdRequests(page, '/assets/*.js');
  await menu.getByRole('link', { name: 'Warranty' }).click();
  await page.waitForURL('**/warranty');
  await menu.waitFor({ state: 'hidden' });
  await opener.click();
  release();
  await page
    .getByRole('heading', { level: 1, name: 'Warranty', includeHidden: true })
    .waitFor({ state: 'attached' });
  expect(await menu.isVisible()).toBe(true);
});

test('on a phone the admin’s menu has the dashboard and Sign Out', async () => {
  const { page } = await openShop({ viewport: phone });
  await signIn(page, 'admin');
  await page.goto('/returns');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByText(demoAccount('admin').email).waitFor();
  await menu.getByRole('button', { name: 'Sign Out' }).waitFor();
  await menu.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.waitForURL('**/admin');
});

test('the footer lists categories, service pages, contacts, the year and card payment', async () => {
  const { page } = await openShop();
  await page.goto('/returns');
  const footer = page.locator('footer');
  const links = await linksIn(page, 'footer');
  for (const [title, key] of categories) expect(links).toContainEqual([title, `/category/${key}`]);
  expect(links).toContainEqual(['Contact Us', `mailto:${shopFacts.email}`]);
  expect(links).toContainEqual(['Shipping Info', '/shipping-info']);
  expect(links).toContainEqual(['Returns', '/returns']);
  expect(links).toContainEqual(['Warranty', '/warranty']);
  expect(links).toContainEqual(['Terms of Sale', '/terms']);
  expect(links).toContainEqual(['Privacy', '/privacy']);
  for (const { shown, dialled } of shopFacts.phones) expect(links).toContainEqual([shown, `tel:${dialled}`]);
  expect(links).toContainEqual([shopFacts.email, `mailto:${shopFacts.email}`]);
  const words = await footer.innerText();
  for (const part of ['Categories', 'Customer Service', 'Contact Info', 'Nairobi', '© 2024'])
    expect(words).toContain(part);
  expect(words).toMatch(/card payments.*bank/i);
});
