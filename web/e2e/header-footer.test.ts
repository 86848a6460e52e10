import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { holdRequests } from './shop-states.ts';
import { followLink } from './wait-for-page.ts';
import { onPhone } from './widths.ts';

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

test.each(onPhone)(
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

test('a search without a result offers the categories, a person and the closest matches', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/search?q=washing%20macine%20solars');
  await page.getByText('Nothing in the shop matches that').waitFor();
  await page.getByRole('heading', { name: 'Perhaps one of these' }).waitFor();
  expect(await page.locator('main article').count()).toBeGreaterThan(0);
  expect(await page.locator('main a[href^="tel:"]').count()).toBeGreaterThan(0);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  for (const text of ['\0', '<script>alert(1)</script>', 'x'.repeat(500), "' or 1=1"]) {
    const answer = page.waitForResponse((response) => response.url().includes('/api/products?'));
    await followLink(page, `/search?q=${encodeURIComponent(text)}`);
    expect((await answer).status()).toBe(200);
    await page.locator('main [role=status]').first().waitFor();
  }
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
