import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { followLink } from './wait-for-page.ts';
import {
  isCached,
  cachedTexts,
  connectionReturns,
  openOfflineShop,
  workerServes,
} from './offline-visitor.ts';
import { onPhone } from './widths.ts';

/** The page must not show data that only the shop has, such as stock. */
async function claimsNoStock(page: Page): Promise<void> {
  expect(await page.locator('main').innerText()).not.toMatch(/in stock|out of stock|add to cart$/im);
}

test.each(onPhone)(
  'on %s categories, search and products that were never opened work offline, and everything else loads when the connection returns',
  async (_, viewport) => {
    const { page } = await openOfflineShop([], viewport);
    await page.goto('/');
    await workerServes(page);
    await isCached(page, '/api/product-index');
    await page.context().setOffline(true);

    await followLink(page, '/category/solar');
    await page.getByRole('heading', { level: 1, name: 'Solar Systems' }).waitFor();
    const list = page.getByRole('region', { name: 'Products' });
    await list.getByText(/^Prices as of .+\d\d:\d\d.* We could not refresh this\./).waitFor();
    const names = () => list.locator('li a').allInnerTexts();
    const byPrice = await names();
    expect(byPrice.length).toBeGreaterThan(8);
    await claimsNoStock(page);
    await page.getByLabel('Sort by').selectOption('name');
    await expect.poll(names).not.toEqual(byPrice);
    expect(await page.getByRole('option', { name: 'Rating: high to low' }).count()).toBe(0);

    const field = page.getByRole('combobox', { name: 'Search equipment...' });
    await field.fill('gpsmap 65');
    const suggested = page.getByRole('option', { name: /65s/ });
    await suggested.waitFor();
    expect(await suggested.innerText()).not.toContain('KES');
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: '“gpsmap 65”' }).waitFor();
    await page.getByText(/Only names, models and brands on this device were searched/).waitFor();
    await claimsNoStock(page);

    await list.getByRole('link', { name: /65s/ }).first().click();
    const title = page.getByRole('heading', { level: 1, name: /65s/ });
    await title.waitFor();
    await page.getByText(/^Price as of .+ We could not refresh this\./).waitFor();
    await claimsNoStock(page);

    // An address that ends like the name of a file.
    await page.goto('/search?q=12.8');
    await page.getByRole('heading', { level: 1, name: '“12.8”' }).waitFor();
    await page.goBack();
    await title.waitFor();

    await connectionReturns(page);
    await page.getByRole('heading', { name: 'Data sheet' }).waitFor();
    await page.getByText(/^Price and stock as of/).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add to Cart' }).first().waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Products' }).locator('article').first().waitFor();
  },
);

test('a list that cannot be filtered offline says so, and an empty result shows that only the device was searched', async () => {
  const { page } = await openOfflineShop();
  await page.goto('/');
  await workerServes(page);
  await isCached(page, '/api/product-index');
  expect(await cachedTexts(page, 'product-index')).not.toMatch(/"stock"|"id"|@/);
  await page.context().setOffline(true);
  await followLink(page, '/category/batteries?inStock=yes&brand=Pylontech');
  await page.getByText(/Filters by stock and figures wait until then\./).waitFor();
  const list = page.getByRole('region', { name: 'Products' });
  for (const line of await list.locator('li a').allInnerTexts()) expect(line).toContain('Pylontech');
  await followLink(page, '/search?q=xylophone');
  await page.getByRole('heading', { name: 'Nothing on this device matches' }).waitFor();
  // Its slug is not in the index, but there may be such a product.
  await followLink(page, '/product/xylophone');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
});
